//! Who of the audience a run is for, and when and in which order each gets it.

use std::collections::{BTreeMap, HashMap, HashSet};

use database::{Tx, on_engine};
use sqlx::Build as _;

use super::feed::CHUNK;
use crate::{
    NewsletterId, RunId, Timestamp,
    calendar::Schedule,
    campaigns::{
        self,
        variants::{Drawn, Plan},
    },
    clock,
    deliveries::marks::{self, Damaged, Mark, Range},
    runs::{Segment, SegmentKind, State},
    subscribers,
};

/// Readers who wait for a decision: their time is later by this, which is later than any time.
pub const UNDECIDED: i64 = 1 << 60;
/// Readers who showed within so many days that they read go before those who did not, while a domain warms up.
const RANKS: [i64; 2] = [30 * clock::DAY, 90 * clock::DAY];
/// Of so many runs it is looked at who opened and clicked, the latest ones: daily letters have more within the days of the last rank than need be
/// asked.
const LOOKED_AT: i64 = 30;

/// What decides about the readers of a run.
pub struct Rules {
    pub newsletter_id: NewsletterId,
    pub started_at: i64,
    pub is_ranked: bool,
    pub local_time: Option<Schedule>,
    pub test: Option<Test>,
}

/// The A/B test of a run, drawn up to the readers that are shared out now.
pub struct Test {
    pub plan: Plan,
    /// `None` in runs of earlier versions.
    pub drawn: Option<Drawn>,
    /// Those who cannot be sent to are neither of the sample nor of the rest: the ledger says so at once.
    pub nobody: HashSet<i64>,
}

impl Test {
    /// The variant of a reader of the sample.
    pub fn variant(&self, id: i64) -> Option<u8> {
        self.plan.variant(self.drawn.as_ref(), id).filter(|_| !self.nobody.contains(&id))
    }

    fn is_rest(&self, id: i64) -> bool {
        !self.nobody.contains(&id) && self.plan.variant(self.drawn.as_ref(), id).is_none()
    }
}

/// Readers that leave together: (earliest time, rank) and their ids, ascending.
pub type Groups = BTreeMap<(i64, i16), Vec<i64>>;

/// Of these readers, those that the run is for.
pub async fn narrow(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    segment: Option<Segment>,
    ids: Vec<i64>,
) -> database::Result<Vec<i64>> {
    let (Some(segment), [first, .., last] | [first @ last]) = (segment, ids.as_slice()) else {
        return Ok(ids);
    };
    let (first, last) = (*first, *last);
    // Deleted since: who had it is not known any more, and nobody gets it twice for that.
    if campaigns::find_any(tx, segment.campaign_id).await?.is_none() {
        return Ok(Vec::new());
    }
    let got = match Damaged::apart(got(tx, newsletter_id, segment, first, last).await)? {
        // The same goes where nobody can read who had it.
        Err(error) => {
            tracing::error!(%error, "who got an earlier campaign can't be read: nobody of this part gets the next one");
            return Ok(Vec::new());
        }
        Ok(got) => got,
    };
    Ok(match segment.kind {
        SegmentKind::NotSent => ids.into_iter().filter(|id| !got.contains(id)).collect(),
        SegmentKind::NotOpened => {
            let opened = opened(tx, newsletter_id, segment, first, last).await?;
            ids.into_iter().filter(|id| got.contains(id) && !opened.contains(id)).collect()
        }
    })
}

/// Who got a campaign. For those who did not get it, whoever may have got it counts as one who did.
async fn got(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    segment: Segment,
    first: i64,
    last: i64,
) -> database::Result<HashSet<i64>> {
    let mut got = got_by_rows(tx, newsletter_id, segment, first, last).await?;
    let runs: Vec<RunId> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT id FROM campaign_runs WHERE campaign_id = $1").bind(segment.campaign_id).fetch_all(conn).await?);
    for run_id in runs {
        let marks = marks::between(tx, Range { newsletter_id, run_id, first, last }).await?;
        let counts = |mark: &Mark| segment.kind == SegmentKind::NotSent || mark.state == State::Sent;
        got.extend(marks.into_iter().filter(counts).map(|mark| mark.subscriber_id.get()));
    }
    // Once more: who went from a mark to a row in between is in none of the two.
    got.extend(got_by_rows(tx, newsletter_id, segment, first, last).await?);
    Ok(got)
}

async fn got_by_rows(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    segment: Segment,
    first: i64,
    last: i64,
) -> database::Result<HashSet<i64>> {
    let states = if segment.kind == SegmentKind::NotSent { "3, 4, 5, 11, 12" } else { "5" };
    let ids: Vec<i64> = on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new("SELECT subscriber_id FROM deliveries WHERE newsletter_id = ");
        query.push_bind(newsletter_id).push(" AND run_id IN (SELECT id FROM campaign_runs WHERE campaign_id = ")
            .push_bind(segment.campaign_id).push(") AND subscriber_id BETWEEN ").push_bind(first).push(" AND ")
            .push_bind(last).push(" AND state IN (").push(states).push(")");
        query.build_scalar().fetch_all(conn).await?
    });
    Ok(ids.into_iter().collect())
}

async fn opened(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    segment: Segment,
    first: i64,
    last: i64,
) -> database::Result<HashSet<i64>> {
    // Whoever clicked has seen it, whether or not the picture was loaded.
    let ids: Vec<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT subscriber_id FROM engagements WHERE newsletter_id = $1 \
         AND run_id IN (SELECT id FROM campaign_runs WHERE campaign_id = $2) AND subscriber_id BETWEEN $3 AND $4 \
         AND (opened_at IS NOT NULL OR clicked_at IS NOT NULL)")
        .bind(newsletter_id).bind(segment.campaign_id).bind(first).bind(last).fetch_all(conn).await?);
    Ok(ids.into_iter().collect())
}

/// When these readers last showed that they read.
async fn engagement(
    tx: &mut Tx,
    rules: &Rules,
    first: i64,
    last: i64,
) -> database::Result<HashMap<i64, i64>> {
    let newsletter_id = rules.newsletter_id;
    let mut shown = subscribers::last_known(tx, newsletter_id, first, last).await?;
    let since = rules.started_at - RANKS[RANKS.len() - 1];
    let acts: Vec<(i64, i64)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT subscriber_id, MAX(CASE WHEN opened_at >= clicked_at OR clicked_at IS NULL THEN opened_at ELSE clicked_at END) \
         FROM engagements WHERE newsletter_id = $1 \
         AND run_id IN (SELECT id FROM campaign_runs WHERE newsletter_id = $1 AND started_at >= $2 \
             AND forgotten_at IS NULL ORDER BY id DESC LIMIT $5) \
         AND subscriber_id BETWEEN $3 AND $4 AND (opened_at IS NOT NULL OR clicked_at IS NOT NULL) GROUP BY subscriber_id")
        .bind(newsletter_id).bind(since).bind(first).bind(last).bind(LOOKED_AT).fetch_all(conn).await?);
    for (id, at) in acts {
        let known = shown.entry(id).or_insert(at);
        *known = at.max(*known);
    }
    Ok(shown)
}

/// Shares the readers out by when and in which order they get it.
pub async fn group(tx: &mut Tx, rules: &Rules, ids: &[i64]) -> database::Result<Groups> {
    let ([first, .., last] | [first @ last]) = ids else { return Ok(Groups::new()) };
    let ranks = if rules.is_ranked { Some(engagement(tx, rules, *first, *last).await?) } else { None };
    let times = match &rules.local_time {
        Some(schedule) => {
            Some((schedule, subscribers::time_zones(tx, rules.newsletter_id, *first, *last).await?))
        }
        None => None,
    };
    let mut known: HashMap<Option<&str>, i64> = HashMap::new();
    let mut groups = Groups::new();
    for id in ids {
        let rank = ranks.as_ref().map_or(0, |engaged| {
            let age = rules.started_at - engaged.get(id).copied().unwrap_or(0);
            RANKS.iter().filter(|days| age > **days).count() as i16
        });
        let is_rest = rules.test.as_ref().is_some_and(|test| test.is_rest(*id));
        let at = match &times {
            Some((schedule, zones)) => {
                let zone = zones.get(id).map(String::as_str);
                *known.entry(zone).or_insert_with(|| {
                    let at = schedule.reader_at(zone).unwrap_or(Timestamp(0)).0;
                    // Whoever's time has passed gets it at once.
                    if at <= rules.started_at { 0 } else { at }
                })
            }
            None => 0,
        };
        // The rest keep their own time behind the decision.
        let at = if is_rest { UNDECIDED + at } else { at };
        groups.entry((at, rank)).or_default().push(*id);
    }
    Ok(groups)
}

/// The rows that a group becomes.
pub fn chunks(groups: &Groups) -> impl Iterator<Item = (i64, i16, &[i64])> {
    groups.iter().flat_map(|((at, rank), ids)| ids.chunks(CHUNK).map(move |part| (*at, *rank, part)))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::json;
    use sqlx::AssertSqlSafe;

    use super::*;
    use crate::{campaigns::testing::World, clock::DAY, testing::START};

    both_engines!(ranks_are_by_the_latest_campaigns_that_are_not_forgotten, engine => {
        let w = World::new(engine).await;
        let campaign = w.campaign(json!({ "subject": "Daily" })).await;
        let now = START.0 + 400 * DAY;
        // Four as old as may be, then as many as are looked at, of which one is forgotten: of the four the last is looked at in its place.
        let ages: Vec<i64> = [90; 4].into_iter().chain((1..=LOOKED_AT).rev().map(|n| 17 + n)).collect();
        let forgotten = 20;
        let mut readers = Vec::new();
        for name in 0..6 {
            readers.push(w.reader(&format!("r{name}@example.net"), None, json!({}), "active").await.get());
        }
        let mut tx = w.t.app.db.begin().await.unwrap();
        let mut runs: Vec<i64> = Vec::new();
        for (at, age) in ages.iter().enumerate() {
            runs.push(on_engine!(&mut tx, conn => sqlx::query_scalar(
                "INSERT INTO campaign_runs (campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, started_at, forgotten_at) \
                 VALUES ($1, $2, $3, 'done', $4, 0, $5, $6) RETURNING id")
                .bind(campaign).bind(w.newsletter_id).bind(at as i64).bind(vec![0u8]).bind(now - age * DAY)
                .bind((at == forgotten).then_some(now)).fetch_one(conn).await.unwrap()));
        }
        let (first, last) = (ages.len() - LOOKED_AT as usize - 1, ages.len() - 1);
        let acts = [
            (0, first, "clicked_at"), (1, first - 1, "clicked_at"), (2, forgotten, "opened_at"), (3, first, "clicked_at"), (3, last, "opened_at"),
            (4, first, "opened_at"), (5, last, "robot_opens"),
        ];
        for (reader, run, column) in acts {
            on_engine!(&mut tx, conn => sqlx::query(AssertSqlSafe(format!(
                "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, {column}) VALUES ($1, $2, $3, $4)")))
                .bind(w.newsletter_id).bind(runs[run]).bind(readers[reader])
                .bind(if column == "robot_opens" { 1 } else { now - ages[run] * DAY }).execute(conn).await.map(drop)).unwrap();
        }
        // As an earlier version noted it, later than what is counted.
        on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET engaged_at = $1 WHERE id = $2")
            .bind(now - 5 * DAY).bind(readers[4]).execute(conn).await.map(drop)).unwrap();
        let rules = Rules { newsletter_id: w.newsletter_id, started_at: now, is_ranked: true, local_time: None, test: None };
        let groups = group(&mut tx, &rules, &readers).await.unwrap();
        let rank = |id: &i64| groups.iter().find(|(_, ids)| ids.contains(id)).map(|((_, rank), _)| *rank);
        assert_eq!(readers.iter().map(|id| rank(id).unwrap()).collect::<Vec<_>>(), [1, 2, 2, 0, 0, 2]);
    });
}
