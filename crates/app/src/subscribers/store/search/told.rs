//! What the index's lists say of terms: whose segments have been read, and who of them has a term or breaks after it.

use database::{Result, Tx};
use platform::quick::HashMap;

use super::{
    breaks::{HAS, Mark, Says},
    lists::{Damaged, List, Part},
    segments::{self, Piece, Segment},
    terms::Term,
};

/// Parts that were read.
#[derive(Debug)]
pub struct Lists {
    parts: HashMap<i64, Part>,
    /// Bytes of a part that are read at first.
    head: i32,
}

impl Lists {
    pub fn new(head: i32) -> Self {
        Self { parts: HashMap::default(), head }
    }

    /// Reads what is not there yet of those segments, to tell who has the terms; answers how many parts that are.
    pub async fn read(&mut self, tx: &mut Tx, segments: &[Segment], terms: &[Term]) -> Result<usize> {
        self.get(tx, segments, terms, |_, mark| mark == HAS).await
    }

    /// The same, and to tell of breaks.
    pub async fn read_breaks(&mut self, tx: &mut Tx, segments: &[Segment], terms: &[Term]) -> Result<usize> {
        self.get(tx, segments, terms, |term, mark| mark == HAS || says_of(term, mark)).await
    }

    async fn get(
        &mut self,
        tx: &mut Tx,
        segments: &[Segment],
        terms: &[Term],
        wants: impl Fn(&Term, Mark) -> bool,
    ) -> Result<usize> {
        let places = || {
            let keys = terms.iter().flat_map(|term| term.keys.iter().map(move |key| (term, *key)));
            keys.flat_map(|(term, key)| segments.iter().map(move |segment| (term, segment.place(key))))
        };
        let mut ids: Vec<i64> = places().map(|(_, (part, _))| part).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.retain(|id| !self.parts.contains_key(id));
        if !ids.is_empty() {
            for (id, length, head) in segments::heads(tx, &ids, self.head).await? {
                self.parts.insert(id, Part::new(usize::try_from(length).unwrap_or(0), head));
            }
        }
        // The lists beyond the heads, or all the rest where a table ends there.
        for _ in 0..2 {
            let mut pieces: Vec<Piece> = Vec::new();
            for (term, (id, key)) in places() {
                let Some(part) = self.parts.get(&id) else { continue };
                let lacks = part.lacks(key, |mark| wants(term, mark))?;
                pieces.extend(lacks.into_iter().map(|at| (id, at.start as i32, at.len() as i32)));
            }
            if pieces.is_empty() {
                return Ok(ids.len());
            }
            pieces.sort_unstable();
            pieces.dedup();
            for (id, from, bytes) in segments::pieces(tx, &pieces).await? {
                self.parts.entry(id).or_default().add(usize::try_from(from).unwrap_or(0), bytes);
            }
        }
        Err(Damaged.into())
    }

    /// A segment's lists for a term that are wanted: of who has it, and of what does not follow it in whose text.
    fn of(
        &self,
        segment: Segment,
        term: &Term,
        wants: impl Fn(&Term, Mark) -> bool,
    ) -> impl Iterator<Item = Result<(Mark, List<'_>)>> {
        let lists = term.keys.iter().map(move |key| {
            let (part, key) = segment.place(*key);
            let Some(part) = self.parts.get(&part) else { return Ok(Vec::new()) };
            part.find(key, segment.bits(), |mark| wants(term, mark)).map_err(Into::into)
        });
        lists.flat_map(|lists: Result<_>| match lists {
            Ok(lists) => lists.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    fn who_has(&self, segment: Segment, term: &Term) -> impl Iterator<Item = Result<List<'_>>> {
        self.of(segment, term, |_, mark| mark == HAS).map(|list| Ok(list?.1))
    }

    /// How many of a segment have a term, about.
    pub fn count(&self, segment: Segment, term: &Term) -> Result<usize> {
        self.who_has(segment, term).map(|list| Ok(list?.len())).sum()
    }

    /// Who of a segment has a term.
    pub fn who(&self, segment: Segment, term: &Term) -> Result<Vec<u32>> {
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is one list's alone")]
        self.any(segment, term, |list| list.offsets())
    }

    /// Who of these has a term.
    pub fn keep(&self, segment: Segment, term: &Term, set: &[u32]) -> Result<Vec<u32>> {
        self.any(segment, term, |list| list.keep(set))
    }

    /// Takes out whose text does not go on after a term as the words do, and says of whom that is in doubt.
    pub fn take_breaks(
        &self,
        segment: Segment,
        term: &Term,
        set: &mut Vec<u32>,
        doubts: &mut Vec<u32>,
    ) -> Result<()> {
        if term.follows.is_empty() {
            return Ok(());
        }
        for list in self.of(segment, term, says_of) {
            let (mark, list) = list?;
            match term.follows.says(mark) {
                Says::No => {
                    let out = list.keep(set)?;
                    let mut out = out.into_iter().peekable();
                    set.retain(|offset| out.next_if_eq(offset).is_none());
                }
                Says::Doubt => doubts.extend(list.keep(set)?),
                Says::Nothing => {}
            }
        }
        Ok(())
    }

    fn any(
        &self,
        segment: Segment,
        term: &Term,
        of: impl Fn(&List<'_>) -> std::result::Result<Vec<u32>, Damaged>,
    ) -> Result<Vec<u32>> {
        let mut all = Vec::new();
        for (at, list) in self.who_has(segment, term).enumerate() {
            let some = of(&list?)?;
            if at == 0 {
                all = some;
            } else {
                all.extend(some);
                all.sort_unstable();
                all.dedup();
            }
        }
        Ok(all)
    }
}

/// Whether lists of what does not follow say something of words with the term.
fn says_of(term: &Term, mark: Mark) -> bool {
    term.follows.says(mark) != Says::Nothing
}
