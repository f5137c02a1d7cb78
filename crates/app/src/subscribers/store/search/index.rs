//! A search through the index: segments from the newest down, of each those who have the terms, and of them those who have the words. Where the
//! lists and [breaks](super::breaks) tell who has them, nobody is looked at.

use std::{cmp::Reverse, collections::VecDeque};

use database::{Result, Tx, on_engine};
use sqlx::{AssertSqlSafe, types::Json};

use super::{
    Search, Step, has_words, of_status,
    segments::{LARGE, Segment, State},
    sought,
    terms::{self, Term, Terms},
    told::Lists,
};
use crate::SubscriberId;

/// What reading a part costs, in readers who are looked at.
const PART: usize = 1;
/// Ids whose lists tell at first which terms are rare: those of a large segment, or of some smaller ones.
const SAMPLED: i64 = 1 << LARGE;
const SAMPLES: usize = 4;
/// Most segments of one statement.
const SEGMENTS: usize = 128;
/// Most ids of one step through what is in no segment yet.
const UNBUILT: i64 = 262_144;
/// More newsletters than this are no term: each has a part of its own.
const NEWSLETTERS: usize = 16;
/// Lists of a segment that are asked for at once, though one of them may do.
const AT_ONCE: usize = 4;
/// Readers who may be looked at for nothing before another statement asks for one more term of the same segments.
const ANOTHER: usize = 100;
/// Readers of the first step, which tells how many of those who have the terms have the words, unless the lists tell.
const FIRST: usize = 200;

#[derive(Debug)]
pub struct Index {
    /// Those that say most beyond what the others say first.
    terms: Vec<Term>,
    /// How many of them are asked for at once.
    used: usize,
    is_ranked: bool,
    /// What was read for that, until the first of those segments, by its id, is next.
    ranked: Option<(i64, Lists)>,
    /// Whether all terms together, and the breaks, say who has the words.
    is_exact: bool,
    /// Then, and when nothing else is asked for: who has them is found, but for those who may not be as they were entered, whose ids ascend.
    believed: Option<Vec<i64>>,
    state: State,
    /// Of `state.segments`, those whose lists are read.
    next: usize,
    /// Segments whose lists are read, newest first.
    ready: VecDeque<(Segment, Set)>,
    /// All who are in the index from here on wait, or were looked at.
    floor: i64,
    /// Those who have the terms, below those that were looked at, newest first.
    waiting: VecDeque<Candidate>,
    /// Ids of those whose text changed since they were entered, newest first.
    changed: Vec<i64>,
    /// Of an id, how many have the terms.
    density: f64,
    /// Readers that were looked at, and how many of them were found.
    visited: usize,
    found: usize,
    /// How many readers the next step looks at, at least.
    least: usize,
    /// Whether further terms may spare more than they cost.
    is_narrowing: bool,
    /// Ids of the next step through what is in no segment.
    unbuilt: i64,
    /// Most readers of one step.
    readers: usize,
}

/// Who of a segment has the terms, by offset.
#[derive(Debug)]
struct Set {
    offsets: Vec<u32>,
    /// Those of them who may not have the words; `None`: any.
    doubts: Option<Vec<u32>>,
}

/// A reader who has the terms.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    id: i64,
    /// Whether the reader has the words, too, and nobody need look.
    is_sure: bool,
}

impl Index {
    pub async fn new(tx: &mut Tx, search: &Search<'_>, before: i64) -> Result<Self> {
        let state = State::read(tx, before).await?;
        let changed =
            if state.is_changed { changed(tx, before.min(state.built_to)).await? } else { Vec::new() };
        let Terms { mut terms, mut is_exact } = terms::of(search.needle);
        if search.newsletters.len() <= NEWSLETTERS {
            let newsletters = terms::of_newsletters(search.newsletters);
            terms.extend(newsletters.terms);
            is_exact &= newsletters.is_exact;
        } else {
            is_exact = false;
        }
        let believed = match search.filter.status {
            None if is_exact && state.is_touched => touched(tx, search.effort.touched).await?,
            None if is_exact => Some(Vec::new()),
            _ => None,
        };
        Ok(Self {
            used: 1,
            is_ranked: false,
            ranked: None,
            terms,
            is_exact,
            believed,
            floor: state.built_to,
            state,
            next: 0,
            ready: VecDeque::new(),
            waiting: VecDeque::new(),
            changed,
            density: 1.0,
            visited: 0,
            found: 0,
            least: 0,
            is_narrowing: true,
            unbuilt: search.effort.unbuilt,
            readers: search.effort.readers,
        })
    }

    /// Whether all below an id are in the index.
    pub fn has_all(&self, below: i64) -> bool {
        below <= self.state.built_to
    }

    /// Looks at who is likely to have the words, from `before` down, for so many readers; nobody between them is left out.
    pub async fn step(&mut self, tx: &mut Tx, search: &Search<'_>, before: i64, wished: i64) -> Result<Step> {
        if before > self.state.built_to {
            return self.unbuilt_step(tx, search, before).await;
        }
        while self.waiting.front().is_some_and(|of| of.id >= before) {
            self.waiting.pop_front();
        }
        let readers = self.promising(usize::try_from(wished).unwrap_or(0));
        let mut parts = 0;
        while self.waiting.len() < readers {
            if let Some((segment, set)) = self.ready.pop_front() {
                self.wait(segment, &set, before);
                self.take_changed(before, segment.first_id);
                self.floor = segment.first_id;
            } else if self.next < self.state.segments.len() {
                parts += self.read(tx, search, readers - self.waiting.len()).await?;
            } else {
                self.take_changed(before, i64::MIN);
                break;
            }
        }
        let is_last =
            self.ready.is_empty() && self.changed.is_empty() && self.next == self.state.segments.len();
        let asked: Vec<Candidate> = self.waiting.drain(..readers.min(self.waiting.len())).collect();
        let of = |is_sure| asked.iter().filter(move |of| of.is_sure == is_sure).map(|of| of.id);
        let doubtful: Vec<i64> = of(false).collect();
        let mut ids =
            if doubtful.is_empty() { Vec::new() } else { look(tx, search, Among::These(&doubtful)).await? };
        ids.extend(of(true).map(SubscriberId::new));
        ids.sort_unstable_by(|a, b| b.cmp(a));
        self.visited += asked.len();
        self.found += ids.len();
        self.least = if self.found == 0 { asked.len() * 2 } else { 0 };
        self.is_narrowing |= self.found * 2 < self.visited;
        let reached = match asked.last() {
            Some(last) if !self.waiting.is_empty() => Some(last.id),
            _ => Some(self.floor).filter(|_| !is_last),
        };
        Ok(Step { ids, reached, top: before, visited: (doubtful.len() + parts * PART) as i64 })
    }

    /// Puts who of a segment has the terms among those who wait.
    fn wait(&mut self, segment: Segment, set: &Set, before: i64) {
        let mut doubts = set.doubts.as_ref().map(|doubts| doubts.iter().rev().copied().peekable());
        let of = |offset: &u32| {
            let id = segment.first_id + i64::from(*offset);
            let is_doubtful = doubts.as_mut().is_none_or(|doubts| doubts.next_if_eq(offset).is_some());
            let is_as_entered =
                || self.believed.as_ref().is_some_and(|touched| touched.binary_search(&id).is_err());
            Candidate { id, is_sure: !is_doubtful && is_as_entered() }
        };
        self.waiting.extend(set.offsets.iter().rev().map(of).filter(|of| of.id < before));
    }

    /// The same for who is in no segment yet: looks at everybody.
    async fn unbuilt_step(&mut self, tx: &mut Tx, search: &Search<'_>, before: i64) -> Result<Step> {
        let before = if before == i64::MAX { super::highest(tx).await? + 1 } else { before };
        let from = self.state.built_to.max(before - self.unbuilt);
        self.unbuilt = (self.unbuilt * 2).min(UNBUILT);
        let ids = look(tx, search, Among::Range(from, before)).await?;
        Ok(Step {
            ids,
            reached: Some(from).filter(|from| *from > 0),
            top: before - 1,
            visited: before - from,
        })
    }

    /// How many readers the next step looks at: at first a few, then as many as hold what is left, going by those before, and twice as
    /// many each time that nobody was found.
    fn promising(&self, wished: usize) -> usize {
        let readers = match self.found {
            0 if self.believed.is_some() => wished,
            0 => wished.min(FIRST),
            found => wished.min(self.readers) * self.visited / found,
        };
        (readers + readers / 16 + 8).max(self.least).min(self.readers)
    }

    /// Reads the next segments, as many as hold so many readers who have the terms; answers how many parts were read.
    async fn read(&mut self, tx: &mut Tx, search: &Search<'_>, readers: usize) -> Result<usize> {
        let mut parts = 0;
        if !self.is_ranked {
            parts += self.rank(tx, search).await?;
        }
        // As many ids as will do, and some segments if they are small.
        let mut left = readers as f64;
        let after = &self.state.segments[self.next..];
        let promising = after.iter().take_while(|segment| {
            let is_next = left > 0.0;
            left -= self.density * segment.ids() as f64;
            is_next
        });
        let until = self.next + promising.count().clamp(1, SEGMENTS);
        let segments = self.state.segments[self.next..until].to_vec();
        let lowest = segments.last().map_or(i64::MIN, |segment| segment.first_id);
        let ranked = self.ranked.take_if(|(first_id, _)| lowest <= *first_id);
        let mut lists = ranked.map_or_else(|| Lists::new(search.effort.head), |(_, lists)| lists);
        parts += lists.read(tx, &segments, &self.terms[..self.used]).await?;
        let mut sets = Vec::with_capacity(segments.len());
        for segment in &segments {
            let mut offsets = lists.who(*segment, &self.terms[0])?;
            for term in &self.terms[1..self.used] {
                offsets = lists.keep(*segment, term, &offsets)?;
            }
            sets.push(Set { offsets, doubts: None });
        }
        // Where the lists tell, all terms are asked for in any case: a few are at once.
        let further = self.terms[self.used..].iter().map(|term| term.keys.len()).sum::<usize>();
        if !self.is_exact || further > AT_ONCE {
            parts += self.narrow(tx, &segments, &mut sets, &mut lists).await?;
        }
        if self.is_exact {
            parts += self.tell(tx, &segments, &mut sets, &mut lists).await?;
        }
        let total: usize = sets.iter().map(|set| set.offsets.len()).sum();
        self.density = (total as f64 / ids_of(&segments)).max(self.density / 4.0);
        self.ready.extend(segments.into_iter().zip(sets));
        self.next = until;
        Ok(parts)
    }

    /// Asks for all further terms of those segments where they cost less than looking at who is left, and takes out whose text breaks.
    async fn tell(
        &self,
        tx: &mut Tx,
        segments: &[Segment],
        sets: &mut [Set],
        lists: &mut Lists,
    ) -> Result<usize> {
        let further = &self.terms[self.used..];
        let cost = PART * further.iter().map(|term| term.keys.len()).sum::<usize>();
        let full: Vec<usize> = (0..sets.len()).filter(|at| sets[*at].offsets.len() > cost).collect();
        let asked: Vec<Segment> = full.iter().map(|at| segments[*at]).collect();
        let parts = if asked.is_empty() { 0 } else { lists.read_breaks(tx, &asked, &self.terms).await? };
        for at in full {
            let Set { offsets, doubts } = &mut sets[at];
            for term in further {
                *offsets = lists.keep(segments[at], term, offsets)?;
            }
            let doubts = doubts.insert(Vec::new());
            for term in &self.terms {
                lists.take_breaks(segments[at], term, offsets, doubts)?;
            }
            doubts.sort_unstable();
            doubts.dedup();
            // Some are taken out since.
            doubts.retain(|doubt| offsets.binary_search(doubt).is_ok());
        }
        Ok(parts)
    }

    /// Asks for further terms of those segments where the ones before left many, as long as each spares more than it costs.
    async fn narrow(
        &mut self,
        tx: &mut Tx,
        segments: &[Segment],
        sets: &mut [Set],
        lists: &mut Lists,
    ) -> Result<usize> {
        let mut parts = 0;
        for term in self.terms[self.used..].iter().take_while(|_| self.is_narrowing) {
            let cost = PART * term.keys.len();
            let full: Vec<usize> = (0..sets.len()).filter(|at| sets[*at].offsets.len() > cost).collect();
            let count = |sets: &[Set]| -> usize { full.iter().map(|at| sets[*at].offsets.len()).sum() };
            let before = count(sets);
            if before <= ANOTHER.max(full.len() * cost) {
                break;
            }
            let asked: Vec<Segment> = full.iter().map(|at| segments[*at]).collect();
            parts += lists.read(tx, &asked, std::slice::from_ref(term)).await?;
            for at in &full {
                sets[*at].offsets = lists.keep(segments[*at], term, &sets[*at].offsets)?;
            }
            if before - count(sets) < full.len() * cost {
                self.is_narrowing = false;
                break;
            }
        }
        Ok(parts)
    }

    /// Puts the terms in order by the lists of some segments: the rarest first, then whichever leaves fewest of those before, as long
    /// as each spares more than it costs; then the others.
    async fn rank(&mut self, tx: &mut Tx, search: &Search<'_>) -> Result<usize> {
        self.is_ranked = true;
        let mut samples = self.state.segments[self.next..].to_vec();
        samples.sort_by_key(|segment| Reverse(segment.bits));
        samples.truncate(SAMPLES);
        let mut ids = 0;
        samples.retain(|segment| {
            ids += segment.ids();
            ids <= SAMPLED
        });
        let mut lists = Lists::new(search.effort.head);
        let parts = lists.read(tx, &samples, &self.terms).await?;
        let mut left = Vec::with_capacity(self.terms.len());
        for term in std::mem::take(&mut self.terms) {
            let counts = samples.iter().map(|segment| lists.count(*segment, &term));
            left.push((counts.sum::<Result<usize>>()?, term));
        }
        left.sort_by_key(|(count, _)| *count);
        let mut left: VecDeque<Term> = left.into_iter().map(|(_, term)| term).collect();
        let Some(rarest) = left.pop_front() else { return Ok(parts) };
        let who = samples.iter().map(|segment| lists.who(*segment, &rarest));
        let mut kept: Vec<Vec<u32>> = who.collect::<Result<_>>()?;
        self.terms.push(rarest);
        let total = |sets: &[Vec<u32>]| sets.iter().map(Vec::len).sum::<usize>();
        loop {
            let mut best: Option<(usize, Vec<Vec<u32>>)> = None;
            for (at, term) in left.iter().enumerate() {
                let keep = |(segment, set): (&Segment, &Vec<u32>)| lists.keep(*segment, term, set);
                let sets: Vec<Vec<u32>> = samples.iter().zip(&kept).map(keep).collect::<Result<_>>()?;
                if best.as_ref().is_none_or(|(_, best)| total(&sets) < total(best)) {
                    best = Some((at, sets));
                }
            }
            let Some((at, sets)) = best else { break };
            let cost = samples.len() * PART * left[at].keys.len();
            if total(&kept) - total(&sets) <= cost {
                break;
            }
            kept = sets;
            self.terms.extend(left.remove(at));
        }
        self.used = self.terms.len();
        if self.is_exact {
            // The others tell, too.
            for (term, at) in left.iter().flat_map(|term| (0..samples.len()).map(move |at| (term, at))) {
                kept[at] = lists.keep(samples[at], term, &kept[at])?;
            }
        }
        self.density = total(&kept) as f64 / ids_of(&samples);
        self.terms.extend(left);
        self.ranked = samples.first().map(|segment| (segment.first_id, lists));
        Ok(parts)
    }

    /// Puts those whose text changed since, from an id on, among those who wait.
    fn take_changed(&mut self, before: i64, from: i64) {
        let count = self.changed.iter().take_while(|id| **id >= from).count();
        if count == 0 {
            return;
        }
        let changed = self.changed.drain(..count).filter(|id| *id < before);
        self.waiting.extend(changed.map(|id| Candidate { id, is_sure: false }));
        let mut all: Vec<Candidate> = std::mem::take(&mut self.waiting).into();
        all.sort_unstable_by_key(|of| Reverse(of.id));
        all.dedup_by_key(|of| of.id);
        self.waiting = all.into();
    }
}

fn ids_of(segments: &[Segment]) -> f64 {
    segments.iter().map(|segment| segment.ids()).sum::<i64>() as f64
}

/// Those below an id whose text changed since they were entered, newest first.
async fn changed(tx: &mut Tx, below: i64) -> Result<Vec<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT DISTINCT subscriber_id FROM search_changes WHERE NOT is_gone AND subscriber_id < $1 \
         ORDER BY subscriber_id DESC").bind(below).fetch_all(conn).await)
}

/// Those whose text changed since they were entered or who are gone, ascending; `None`: more than that.
async fn touched(tx: &mut Tx, most: i64) -> Result<Option<Vec<i64>>> {
    let ids: Vec<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT subscriber_id FROM search_changes ORDER BY subscriber_id LIMIT $1").bind(most + 1).fetch_all(conn).await?);
    Ok(Some(ids).filter(|ids| ids.len() as i64 <= most))
}

/// Who is looked at.
enum Among<'a> {
    These(&'a [i64]),
    /// From, and up to but not with.
    Range(i64, i64),
}

/// Who among those is in the newsletters, with the words and the status that are asked for, newest first.
async fn look(tx: &mut Tx, search: &Search<'_>, among: Among<'_>) -> Result<Vec<SubscriberId>> {
    let (engine, status) = (tx.engine(), of_status(search.filter));
    let is_found =
        |list: &str| format!("s.newsletter_id {list} AND {}{status}", has_words(engine, search.needle, 2));
    let words = sought(engine, search.needle);
    let mut ids: Vec<SubscriberId> = match tx {
        Tx::Sqlite(t) => {
            let mut sql = format!(
                "SELECT json_group_array(s.id) FILTER (WHERE {}) FROM ",
                is_found("IN (SELECT value FROM json_each($1))")
            );
            sql.push_str(match among {
                Among::These(_) => "json_each($3) c CROSS JOIN subscribers s ON s.id = c.value",
                Among::Range(..) => "subscribers s NOT INDEXED WHERE s.id >= $3 AND s.id < $4",
            });
            let newsletters = serde_json::to_string(search.newsletters).unwrap_or_default();
            let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(newsletters).bind(words);
            let query = match among {
                Among::These(ids) => query.bind(serde_json::to_string(ids).unwrap_or_default()),
                Among::Range(from, before) => query.bind(from).bind(before),
            };
            let Json(ids): Json<Vec<SubscriberId>> = query.fetch_one(&mut **t).await?;
            ids
        }
        Tx::Postgres(t) => {
            let mut sql = format!(
                "SELECT ARRAY_AGG(s.id) FILTER (WHERE {}) FROM subscribers s WHERE ",
                is_found("= ANY($1)")
            );
            sql.push_str(match among {
                Among::These(_) => "s.id = ANY($3)",
                Among::Range(..) => "s.id >= $3 AND s.id < $4",
            });
            let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(search.newsletters).bind(words);
            let query = match among {
                Among::These(ids) => query.bind(ids),
                Among::Range(from, before) => query.bind(from).bind(before),
            };
            let ids: Option<Vec<SubscriberId>> = query.fetch_one(&mut **t).await?;
            ids.unwrap_or_default()
        }
    };
    ids.sort_unstable_by(|a, b| b.cmp(a));
    Ok(ids)
}
