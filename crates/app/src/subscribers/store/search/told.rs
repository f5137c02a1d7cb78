//! What the index's lists say of terms: whose segments have been read, and who of them has a term or breaks after it.

use database::{Result, Tx};
use platform::quick::HashMap;

use super::{
    breaks::Says,
    lists::{self, Damaged, List},
    segments::{self, Segment},
    terms::{NONE, Symbol, Term},
};

/// Parts that were read.
#[derive(Default)]
pub struct Lists {
    parts: HashMap<i64, Vec<u8>>,
}

impl Lists {
    /// Reads what is not there yet of those segments; answers how many parts that are.
    pub async fn read(&mut self, tx: &mut Tx, segments: &[Segment], terms: &[Term]) -> Result<usize> {
        let of = |segment: &Segment| {
            let segment = *segment;
            terms.iter().flat_map(|term| &term.keys).map(move |key| segment.place(*key).0)
        };
        let mut ids: Vec<i64> = segments.iter().flat_map(of).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.retain(|id| !self.parts.contains_key(id));
        if !ids.is_empty() {
            self.parts.extend(segments::parts(tx, &ids).await?);
        }
        Ok(ids.len())
    }

    /// A segment's lists for a term: of who has it, and of what does not follow it in whose text.
    fn of(&self, segment: Segment, term: &Term) -> impl Iterator<Item = Result<(Symbol, List<'_>)>> {
        let lists = term.keys.iter().map(move |key| {
            let (part, key) = segment.place(*key);
            let Some(part) = self.parts.get(&part) else { return Ok(Vec::new()) };
            lists::find(part, key, segment.bits()).map_err(Into::into)
        });
        lists.flat_map(|lists: Result<_>| match lists {
            Ok(lists) => lists.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    fn who_has(&self, segment: Segment, term: &Term) -> impl Iterator<Item = Result<List<'_>>> {
        self.of(segment, term).filter_map(|list| match list {
            Ok((mark, list)) => (mark == NONE).then_some(Ok(list)),
            Err(error) => Some(Err(error)),
        })
    }

    /// How many of a segment have a term, about.
    pub fn count(&self, segment: Segment, term: &Term) -> Result<usize> {
        self.who_has(segment, term).map(|list| Ok(list?.len())).sum()
    }

    /// Who of a segment has a term.
    pub fn who(&self, segment: Segment, term: &Term) -> Result<Vec<u16>> {
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is one list's alone")]
        self.any(segment, term, |list| list.offsets())
    }

    /// Who of these has a term.
    pub fn keep(&self, segment: Segment, term: &Term, set: &[u16]) -> Result<Vec<u16>> {
        self.any(segment, term, |list| list.keep(set))
    }

    /// Takes out whose text does not go on after a term as the words do, and says of whom that is in doubt.
    pub fn take_breaks(
        &self,
        segment: Segment,
        term: &Term,
        set: &mut Vec<u16>,
        doubts: &mut Vec<u16>,
    ) -> Result<()> {
        if term.follows.is_empty() {
            return Ok(());
        }
        for list in self.of(segment, term) {
            let (mark, list) = list?;
            for says in term.follows.iter().map(|follows| follows.says(mark)) {
                match says {
                    Says::No => {
                        let out = list.keep(set)?;
                        let mut out = out.into_iter().peekable();
                        set.retain(|offset| out.next_if_eq(offset).is_none());
                    }
                    Says::Doubt => doubts.extend(list.keep(set)?),
                    Says::Nothing => {}
                }
            }
        }
        Ok(())
    }

    fn any(
        &self,
        segment: Segment,
        term: &Term,
        of: impl Fn(&List<'_>) -> std::result::Result<Vec<u16>, Damaged>,
    ) -> Result<Vec<u16>> {
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
