//! The lists of one part of a segment, as bytes: which offsets have which key, and which of those break where.
//!
//! First how many bytes the table of lists takes, then the table, then the lists. The table has two numbers for each list. The
//! first tells which it is, by its lowest bit: 0 says how much the key is above the one before, 1 what does not follow the same
//! key in the texts of those in the list; both ascend. The second is the list's length in bytes with its [`Form`] in the two lowest bits.
//! Numbers are LEB128. Nothing of it is believed: bytes that are none of this are [`Damaged`].

use super::terms::{NONE, SYMBOL_BITS, Symbol};

/// An entry: the key of a list, without what names the part, then what does not follow the key in the text, then the offset.
/// [`NONE`] says that the text has the key.
pub type Entry = u64;

/// Bits of an offset, and where the key of an entry begins.
pub const OFFSET_BITS: u32 = 16;
pub const KEY_AT: u32 = OFFSET_BITS + SYMBOL_BITS;

pub fn entry(key: u64, mark: Symbol, offset: u16) -> Entry {
    key << KEY_AT | u64::from(mark) << OFFSET_BITS | u64::from(offset)
}

/// What does not follow, and the offset.
pub fn of_entry(entry: Entry) -> (Symbol, u16) {
    ((entry >> OFFSET_BITS & ((1 << SYMBOL_BITS) - 1)) as Symbol, entry as u16)
}

/// Bytes that are no part of the index.
#[derive(Debug, PartialEq, Eq)]
pub struct Damaged;

/// How a list is written: whichever is shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The gaps between those that are in it.
    Few = 0,
    /// The gaps between those that are not.
    Most = 1,
    /// A bit for each.
    Bits = 2,
}

/// One list of a part.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    form: Form,
    bytes: &'a [u8],
    /// There are `1 << bits` offsets.
    bits: u32,
}

impl List<'_> {
    /// How many are in it.
    pub fn len(&self) -> usize {
        // The last byte of each number.
        let numbers = || self.bytes.iter().filter(|byte| **byte < 0x80).count();
        match self.form {
            Form::Few => numbers(),
            Form::Most => (1_usize << self.bits).saturating_sub(numbers()),
            Form::Bits => self.bytes.iter().map(|byte| byte.count_ones() as usize).sum(),
        }
    }

    /// Who is in it, ascending.
    pub fn offsets(&self) -> Result<Vec<u16>, Damaged> {
        if self.form != Form::Few {
            let all: Vec<u16> = (0..=((1_u32 << self.bits) - 1) as u16).collect();
            return self.keep(&all);
        }
        let mut offsets = Vec::with_capacity(self.bytes.len());
        self.each_offset(|offset| offsets.push(offset))?;
        Ok(offsets)
    }

    /// Who of these, ascending, is in it.
    pub fn keep(&self, of: &[u16]) -> Result<Vec<u16>, Damaged> {
        let mut kept = Vec::new();
        let mut at = 0;
        match self.form {
            Form::Few => {
                let Some(mut sought) = of.first().copied() else { return Ok(kept) };
                self.each_offset(|offset| {
                    if offset < sought {
                        return;
                    }
                    while at < of.len() && of[at] < offset {
                        at += 1;
                    }
                    if of.get(at) == Some(&offset) {
                        kept.push(offset);
                        at += 1;
                    }
                    sought = of.get(at).copied().unwrap_or(u16::MAX);
                })?;
            }
            Form::Most => {
                self.each_offset(|offset| {
                    while let Some(of) = of.get(at).filter(|of| **of <= offset) {
                        if *of < offset {
                            kept.push(*of);
                        }
                        at += 1;
                    }
                })?;
                kept.extend_from_slice(&of[at..]);
            }
            Form::Bits => {
                if self.bytes.len() != (1 << self.bits) / 8 {
                    return Err(Damaged);
                }
                let has = |of: &&u16| {
                    self.bytes.get(usize::from(**of) / 8).is_some_and(|byte| byte >> (**of % 8) & 1 == 1)
                };
                kept.extend(of.iter().filter(has));
            }
        }
        Ok(kept)
    }

    /// What the gaps lead to, ascending.
    fn each_offset(&self, mut take: impl FnMut(u16)) -> Result<(), Damaged> {
        let mut gaps = self.bytes;
        let mut next = 0_u64;
        while let Some((byte, rest)) = gaps.split_first() {
            // Nearly all are this short.
            let gap = if *byte < 0x80 {
                gaps = rest;
                u64::from(*byte)
            } else {
                get(&mut gaps)?
            };
            let offset = next + gap;
            if offset >> self.bits != 0 {
                return Err(Damaged);
            }
            take(offset as u16);
            next = offset + 1;
        }
        Ok(())
    }
}

/// The bytes of a part; entries ascend and each is there once.
pub fn write(entries: &[Entry], bits: u32) -> Vec<u8> {
    let (mut table, mut body) = (Vec::new(), Vec::new());
    let mut before = None;
    for list in entries.chunk_by(|a, b| a >> OFFSET_BITS == b >> OFFSET_BITS) {
        let (key, (mark, _)) = (list[0] >> KEY_AT, of_entry(list[0]));
        if before != Some(key) {
            put(&mut table, (key - before.unwrap_or(0)) << 1);
            // Of the key itself, though nobody has it.
            if mark != NONE {
                put(&mut table, 0);
            }
        }
        if mark != NONE {
            put(&mut table, u64::from(mark) << 1 | 1);
        }
        before = Some(key);
        let from = body.len();
        let form = write_list(list, bits, &mut body);
        put(&mut table, ((body.len() - from) as u64) << 2 | form as u64);
    }
    let mut out = Vec::with_capacity(table.len() + body.len() + 3);
    put(&mut out, table.len() as u64);
    out.extend(table);
    out.extend(body);
    out
}

fn write_list(list: &[Entry], bits: u32, out: &mut Vec<u8>) -> Form {
    let offsets = || list.iter().map(|entry| u64::from(of_entry(*entry).1));
    let (from, most) = (out.len(), (1 << bits) / 8);
    let form = if list.len() <= 1 << (bits - 1) {
        put_gaps(out, offsets());
        Form::Few
    } else {
        let mut there = offsets().peekable();
        put_gaps(out, (0..1 << bits).filter(|at| there.next_if_eq(at).is_none()));
        Form::Most
    };
    if out.len() - from <= most {
        return form;
    }
    out.truncate(from);
    out.resize(from + most, 0);
    for offset in offsets() {
        out[from + offset as usize / 8] |= 1 << (offset % 8);
    }
    Form::Bits
}

fn put_gaps(out: &mut Vec<u8>, offsets: impl Iterator<Item = u64>) {
    let mut next = 0;
    for offset in offsets {
        put(out, offset - next);
        next = offset + 1;
    }
}

/// The lists of a key, each with what does not follow; the first is of who has it. None: nobody has.
pub fn find(part: &[u8], key: u64, bits: u32) -> Result<Vec<(Symbol, List<'_>)>, Damaged> {
    let mut found = Vec::new();
    for list in lists(part, bits)? {
        let (of, mark, list) = list?;
        if of == key {
            found.push((mark, list));
        } else if of > key {
            break;
        }
    }
    Ok(found)
}

/// All of a part.
pub fn entries(part: &[u8], bits: u32) -> Result<Vec<Entry>, Damaged> {
    let mut out = Vec::new();
    for list in lists(part, bits)? {
        let (key, mark, list) = list?;
        out.extend(list.offsets()?.into_iter().map(|offset| entry(key, mark, offset)));
    }
    Ok(out)
}

/// Key, what does not follow, and who.
type Row<'a> = (u64, Symbol, List<'a>);

fn lists(part: &[u8], bits: u32) -> Result<impl Iterator<Item = Result<Row<'_>, Damaged>>, Damaged> {
    let mut rest = part;
    let length = get(&mut rest)? as usize;
    let (mut table, mut body) = rest.split_at_checked(length).ok_or(Damaged)?;
    let mut key: Option<u64> = None;
    let mut next = move || -> Result<Option<Row<'_>>, Damaged> {
        if table.is_empty() {
            return Ok(None);
        }
        let of = get(&mut table)?;
        let mut mark = NONE;
        if of & 1 == 0 {
            key = Some(key.unwrap_or(0).checked_add(of >> 1).ok_or(Damaged)?);
        } else {
            mark = Symbol::try_from(of >> 1).ok().filter(|mark| mark >> SYMBOL_BITS == 0).ok_or(Damaged)?;
        }
        let length = get(&mut table)?;
        let form = match length & 3 {
            0 => Form::Few,
            1 => Form::Most,
            2 => Form::Bits,
            _ => return Err(Damaged),
        };
        let bytes;
        (bytes, body) = body.split_at_checked((length >> 2) as usize).ok_or(Damaged)?;
        Ok(Some((key.ok_or(Damaged)?, mark, List { form, bytes, bits })))
    };
    let mut is_over = false;
    Ok(std::iter::from_fn(move || {
        let list = if is_over { None } else { next().transpose() };
        is_over = !matches!(list, Some(Ok(_)));
        list
    }))
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Numbers of up to 35 bits.
fn get(from: &mut &[u8]) -> Result<u64, Damaged> {
    let mut number = 0;
    for at in 0..5 {
        let (byte, rest) = from.split_first().ok_or(Damaged)?;
        *from = rest;
        number |= u64::from(byte & 0x7F) << (7 * at);
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: u32 = 11;
    const SIZE: u64 = 1 << BITS;

    type Lists = Vec<(u64, Symbol, Vec<u64>)>;

    fn of(lists: &Lists) -> Vec<Entry> {
        let of = |(key, mark, offsets): &(u64, Symbol, Vec<u64>)| -> Vec<Entry> {
            offsets.iter().map(|at| entry(*key, *mark, *at as u16)).collect()
        };
        lists.iter().flat_map(of).collect()
    }

    fn one(offsets: Vec<u64>) -> Vec<u8> {
        write(&of(&vec![(1, NONE, offsets)]), BITS)
    }

    fn list_of(part: &[u8], key: u64, mark: Symbol) -> Option<List<'_>> {
        let lists = find(part, key, BITS).unwrap();
        lists.into_iter().find(|(of, _)| *of == mark).map(|(_, list)| list)
    }

    fn found(part: &[u8], key: u64, mark: Symbol) -> Vec<u64> {
        let Some(list) = list_of(part, key, mark) else { return Vec::new() };
        let found = list.offsets().unwrap();
        assert_eq!(found.len(), list.len());
        found.into_iter().map(u64::from).collect()
    }

    fn examples() -> Lists {
        vec![
            (0, NONE, vec![0]),
            (3, NONE, vec![0, 1, 130, SIZE - 1]),
            (3, 4, vec![1]),
            (3, 4_095, vec![0, 130]),
            (4, NONE, (0..SIZE).collect()),
            (900, NONE, (0..SIZE).filter(|at| at % 700 != 5).collect()),
            (60_000, NONE, (0..SIZE).filter(|at| at % 3 == 0).collect()),
            (60_000, 97, (0..SIZE).filter(|at| at % 6 == 0).collect()),
            (1 << 20, NONE, (64..128).collect()),
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        let entries_of = of(&examples());
        let part = write(&entries_of, BITS);
        for (key, mark, offsets) in examples() {
            assert_eq!(found(&part, key, mark), offsets, "{key} {mark}");
        }
        for nobody in [1, 5, 70_000, 1 << 22] {
            assert_eq!(found(&part, nobody, NONE), Vec::<u64>::new(), "{nobody}");
        }
        assert_eq!(find(&part, 3, BITS).unwrap().len(), 3);
        assert_eq!(entries(&part, BITS), Ok(entries_of));
        assert_eq!(entries(&write(&[], BITS), BITS), Ok(Vec::new()));
        let alone = of(&vec![(7, 97, vec![3])]);
        assert_eq!(entries(&write(&alone, BITS), BITS), Ok(alone));
    }

    #[test]
    fn each_list_is_written_the_shortest_way() {
        let length = |offsets: Vec<u64>| one(offsets).len();
        let table = 3;
        assert_eq!(length(vec![7]), table + 1);
        assert_eq!(length((0..SIZE).collect()), table, "nobody is left out");
        assert_eq!(length((0..SIZE).filter(|at| *at != 9).collect()), table + 1);
        assert!(length((0..SIZE).filter(|at| at % 3 == 0).collect()) <= table + 2 + SIZE as usize / 8);
    }

    #[test]
    fn a_list_keeps_who_is_in_it() {
        let part = write(&of(&examples()), BITS);
        let some = [0, 1, 2, 3, 5, 64, 130, 705, 2_000, 2_047];
        for (key, mark, offsets) in examples() {
            let list = list_of(&part, key, mark).unwrap();
            let expected: Vec<u16> =
                some.into_iter().filter(|of| offsets.contains(&u64::from(*of))).collect();
            assert_eq!(list.keep(&some), Ok(expected), "{key}");
            assert_eq!(list.keep(&[]), Ok(Vec::new()), "{key}");
        }
    }

    #[test]
    fn other_bytes_are_damaged_and_never_a_panic() {
        let part = write(&of(&examples()), BITS);
        for end in 0..part.len() {
            assert_eq!(entries(&part[..end], BITS), Err(Damaged), "cut at {end}");
        }
        for at in 0..part.len() {
            for bit in 0..8 {
                let mut changed = part.clone();
                changed[at] ^= 1 << bit;
                let _ = entries(&changed, BITS);
                for (_, list) in find(&changed, 900, BITS).unwrap_or_default() {
                    let _ = (list.len(), list.keep(&[0, 9, 2_047]));
                }
            }
        }
        // One who is beyond the segment, a break of no key, and what no text has.
        assert_eq!(entries(&write(&of(&vec![(1, NONE, vec![SIZE])]), BITS + 1), BITS), Err(Damaged));
        assert_eq!(entries(&[2, 4 << 1 | 1, 0], BITS), Err(Damaged));
        assert_eq!(entries(&[5, 0, 0, 0x81, 0x40, 0], BITS), Err(Damaged));
    }
}
