//! The lists of a segment, made of its readers' texts or of the lists of smaller segments.

use std::ops::Range;

use super::{
    breaks::Breaks,
    lists::{self, Damaged, Entry, Writer},
    segments::{Parts, SMALL, Segment},
    terms,
};
use crate::NewsletterId;

/// Into how many bands of keys segments are divided when they are joined, as a power of two: a small one has a part of each.
pub const BANDS: u32 = 5;

/// Who is entered where: entries by part.
pub struct Entries {
    segment: Segment,
    pub parts: Vec<Vec<Entry>>,
    breaks: Breaks,
}

impl Entries {
    pub fn new(segment: Segment) -> Self {
        Self { segment, parts: vec![Vec::new(); 1 << segment.part_bits()], breaks: Breaks::default() }
    }

    pub fn add(&mut self, id: i64, newsletter: NewsletterId, text: &str) {
        if text.is_empty() {
            return;
        }
        let offset = (id - self.segment.first_id) as u32;
        let first = self.segment.parts().0;
        terms::each_key(newsletter, text, &mut self.breaks, |key, mark| {
            let (part, key) = self.segment.place(key);
            self.parts[(part - first) as usize].push(lists::entry(self.segment.bits(), key, mark, offset));
        });
    }

    /// Each part's ascend.
    pub fn sort(&mut self) {
        for entries in &mut self.parts {
            entries.sort_unstable();
            entries.dedup();
        }
    }

    /// The lists of all, which are taken out.
    fn lists(&mut self) -> Lists {
        self.sort();
        let parts =
            (self.segment.parts().0..).zip(&mut self.parts).filter(|(_, entries)| !entries.is_empty());
        let lists = parts.map(|(id, entries)| {
            let data = lists::write(entries, self.segment.bits());
            entries.clear();
            (id, data)
        });
        (self.segment, lists.collect())
    }
}

/// A segment with some of its parts.
pub type Lists = (Segment, Parts);

/// Readers of a small segment, and room for their entries: what all need one after the other.
pub struct Slice {
    readers: Vec<(i64, NewsletterId, usize)>,
    /// Of all of them; each ends where the reader says.
    texts: String,
    entries: Entries,
}

impl Slice {
    pub fn new() -> Self {
        Self { readers: Vec::new(), texts: String::new(), entries: Entries::new(Segment::new(0, SMALL)) }
    }

    /// Whether a reader is in the same segment as those before.
    pub fn takes(&self, id: i64) -> bool {
        self.readers.first().is_none_or(|(first, ..)| Segment::of(*first, SMALL).has(id))
    }

    pub fn add(&mut self, id: i64, newsletter: NewsletterId, text: &str) {
        self.texts.push_str(text);
        self.readers.push((id, newsletter, self.texts.len()));
    }

    /// Their lists; nobody is left.
    pub fn lists(&mut self) -> Lists {
        self.entries.segment = Segment::of(self.readers.first().map_or(0, |(id, ..)| *id), SMALL);
        let mut from = 0;
        for (id, newsletter, end) in self.readers.drain(..) {
            self.entries.add(id, newsletter, &self.texts[from..end]);
            from = end;
        }
        self.texts.clear();
        self.entries.lists()
    }
}

/// The lists of a segment for a band of keys, one of `1 << band_bits`, from those of smaller ones that it has.
fn joined(segment: Segment, band: i64, band_bits: u32, of: &[Lists]) -> Result<Parts, Damaged> {
    let mut lists = Vec::new();
    for (smaller, parts) in of {
        let first = smaller.band(band, band_bits);
        let end = smaller.band(band + 1, band_bits);
        let base = (smaller.first_id - segment.first_id) as u32;
        let from = parts.partition_point(|(id, _)| *id < first);
        for (id, data) in parts[from..].iter().take_while(|(id, _)| *id < end) {
            let above = ((id - first) as u64) << smaller.list_bits();
            for ((key, mark), list) in lists::all(data, smaller.bits())? {
                if key >> smaller.list_bits() != 0 {
                    return Err(Damaged);
                }
                lists.push((above | key, mark, base, list));
            }
        }
    }
    // Of one list, those who come first are in the first segment.
    lists.sort_unstable_by_key(|(key, mark, base, _)| (*key, *mark, *base));
    let mut offsets: Vec<u32> = Vec::new();
    let mut ready = Parts::new();
    for part in lists.chunk_by(|a, b| a.0 >> segment.list_bits() == b.0 >> segment.list_bits()) {
        let mut writer = Writer::new(segment.bits());
        for of in part.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            offsets.clear();
            for (_, _, base, list) in of {
                let before = offsets.len();
                list.each(|offset| offsets.push(base + offset))?;
                // A segment has each list once.
                if before > 0 && offsets.get(before).is_some_and(|offset| *offset <= offsets[before - 1]) {
                    return Err(Damaged);
                }
            }
            writer.list((of[0].0 & ((1 << segment.list_bits()) - 1), of[0].1), &offsets);
        }
        ready.push((segment.band(band, band_bits) + (part[0].0 >> segment.list_bits()) as i64, writer.end()));
    }
    Ok(ready)
}

/// The same for some bands, one after the other.
pub fn joined_all(
    segment: Segment,
    band_bits: u32,
    bands: Range<i64>,
    of: &[Lists],
) -> Result<Parts, Damaged> {
    let mut all = Vec::new();
    for band in bands {
        all.extend(joined(segment, band, band_bits, of)?);
    }
    Ok(all)
}

/// A part without some entries and with others; both ascend, and of both there may be some that change nothing. Lists that stay are copied.
pub fn changed(part: &[u8], bits: u32, out: &[Entry], into: &[Entry]) -> Result<Vec<u8>, Damaged> {
    let mut known = lists::all(part, bits)?.into_iter().peekable();
    let mut writer = Writer::new(bits);
    let mut changes: Vec<(Entry, bool)> = out.iter().map(|entry| (*entry, false)).collect();
    changes.extend(into.iter().map(|entry| (*entry, true)));
    changes.sort_unstable();
    for changes in changes.chunk_by(|(a, _), (b, _)| a >> bits == b >> bits) {
        let name = lists::list_of(bits, changes[0].0);
        while let Some((before, list)) = known.next_if(|(before, _)| *before < name) {
            writer.copy(before, list)?;
        }
        let of = |is_in: bool| -> Vec<u32> {
            let some = changes.iter().filter(|(_, into)| *into == is_in);
            some.map(|(entry, _)| lists::offset_of(bits, *entry)).collect()
        };
        let (out, into) = (of(false), of(true));
        let mut offsets = Vec::new();
        if let Some((_, list)) = known.next_if(|(known, _)| *known == name) {
            // Most of what a reader has stays, and lists of what all have are long.
            if list.keep(&out)?.is_empty() && list.keep(&into)?.len() == into.len() {
                writer.copy(name, list)?;
                continue;
            }
            offsets = list.offsets()?;
        }
        offsets.retain(|offset| out.binary_search(offset).is_err());
        offsets.extend(into);
        offsets.sort_unstable();
        offsets.dedup();
        if !offsets.is_empty() {
            writer.list(name, &offsets);
        }
    }
    for (name, list) in known {
        writer.copy(name, list)?;
    }
    Ok(writer.end())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        super::{segments::LARGE, tests::Dice},
        *,
    };

    #[test]
    fn lists_are_joined_and_those_that_are_none_are_damaged() {
        let large = Segment::new(0, LARGE);
        let (first, second) = (Segment::new(0, SMALL), Segment::new(1 << SMALL, SMALL));
        let band = 3;
        let of = |segment: Segment, entries: &[Entry]| {
            (segment, vec![(segment.band(band, BANDS), lists::write(entries, SMALL))])
        };
        let small = |key, mark, offset| lists::entry(SMALL, key, mark, offset);
        let (low, high) = (5, 5 << large.list_bits() | 7);
        let one = of(first, &[small(low, 0, 2), small(low, 0, 9), small(high, 0, 1)]);
        let two = of(second, &[small(low, 0, 0), small(low, 97, 0)]);
        let offset = 1 << SMALL;
        let expected = [
            (large.band(band, BANDS), vec![(5, 0, 2), (5, 0, 9), (5, 0, offset), (5, 97, offset)]),
            (large.band(band, BANDS) + 5, vec![(7, 0, 1)]),
        ]
        .map(|(id, of)| {
            let entries: Vec<Entry> =
                of.into_iter().map(|(key, mark, at)| lists::entry(LARGE, key, mark, at)).collect();
            (id, lists::write(&entries, LARGE))
        });
        assert_eq!(joined(large, band, BANDS, &[one, two]), Ok(expected.to_vec()));
        // A key that is none of the part's, and a list that is there twice.
        let mut writer = Writer::new(SMALL);
        writer.list((1 << first.list_bits(), 0), &[2]);
        let beyond = (first, vec![(first.band(band, BANDS), writer.end())]);
        assert_eq!(joined(large, band, BANDS, &[beyond]), Err(Damaged));
        let twice = (first, vec![(first.band(band, BANDS), vec![4, 5 << 1, 1 << 2, 0, 1 << 2, 3, 3])]);
        assert_eq!(joined(large, band, BANDS, &[twice]), Err(Damaged));
    }

    #[test]
    fn a_part_is_changed_as_its_entries_are() {
        let mut dice = Dice(4);
        for round in 0..200 {
            // Few who share much, up to all, and some that few have.
            let mut some = |most: usize| -> BTreeSet<Entry> {
                let mut one = || {
                    let (key, mark) = (dice.below(4) as u64, dice.below(2) as u32 * 97);
                    lists::entry(SMALL, key, mark, dice.below(1 << SMALL) as u32)
                };
                (0..one() as usize % most).map(|_| one()).collect()
            };
            let (mut has, out, into) = (some(6_000), some(1 + round * 4), some(1 + round * 3));
            if round % 3 == 0 {
                has.extend((0..1 << SMALL).map(|offset| lists::entry(SMALL, 2, 0, offset)));
            }
            let list = |of: &BTreeSet<Entry>| -> Vec<Entry> { of.iter().copied().collect() };
            let part = |of: &BTreeSet<Entry>| lists::write(&list(of), SMALL);
            let expected = has.difference(&out).chain(&into).copied().collect();
            assert_eq!(
                changed(&part(&has), SMALL, &list(&out), &list(&into)),
                Ok(part(&expected)),
                "{round}"
            );
        }
        let one = lists::entry(SMALL, 5, 97, 3);
        assert_eq!(changed(&lists::write(&[one], SMALL), SMALL, &[one], &[]), Ok(lists::write(&[], SMALL)));
        // No table, one that is cut, and a list that stays and ends in a number.
        for damaged in [&[][..], &[1], &[4, 2, 4, 2, 4, 5, 0xFF]] {
            assert_eq!(changed(damaged, SMALL, &[], &[one]), Err(Damaged), "{damaged:?}");
        }
    }
}
