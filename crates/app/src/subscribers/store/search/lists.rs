//! The lists of one part of a segment, as bytes: which offsets have which key.
//!
//! First how many bytes the table of lists takes, then the table, then the lists. The table has two numbers for each list, by
//! ascending key: how much the key is above the one before, and the list's length in bytes with its [`Form`] in the two lowest
//! bits. Numbers are LEB128. Nothing of it is believed: bytes that are none of this are [`Damaged`].

/// An entry: the key of a list, without what names the part, above the offset's 16 bits.
pub type Entry = u64;

/// Bits of an offset.
pub const OFFSET_BITS: u32 = 16;

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
    let mut before = 0;
    for list in entries.chunk_by(|a, b| a >> OFFSET_BITS == b >> OFFSET_BITS) {
        let key = list[0] >> OFFSET_BITS;
        let from = body.len();
        let form = write_list(list, bits, &mut body);
        put(&mut table, key - before);
        put(&mut table, ((body.len() - from) as u64) << 2 | form as u64);
        before = key;
    }
    let mut out = Vec::with_capacity(table.len() + body.len() + 3);
    put(&mut out, table.len() as u64);
    out.extend(table);
    out.extend(body);
    out
}

fn write_list(list: &[Entry], bits: u32, out: &mut Vec<u8>) -> Form {
    let offsets = || list.iter().map(|entry| entry & 0xFFFF);
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

/// Who has the key; none: nobody.
pub fn find(part: &[u8], key: u64, bits: u32) -> Result<Option<List<'_>>, Damaged> {
    for list in lists(part, bits)? {
        let (of, list) = list?;
        if of >= key {
            return Ok(Some(list).filter(|_| of == key));
        }
    }
    Ok(None)
}

/// All of a part.
pub fn entries(part: &[u8], bits: u32) -> Result<Vec<Entry>, Damaged> {
    let mut out = Vec::new();
    for list in lists(part, bits)? {
        let (key, list) = list?;
        out.extend(list.offsets()?.into_iter().map(|offset| key << OFFSET_BITS | u64::from(offset)));
    }
    Ok(out)
}

fn lists(part: &[u8], bits: u32) -> Result<impl Iterator<Item = Result<(u64, List<'_>), Damaged>>, Damaged> {
    let mut rest = part;
    let length = get(&mut rest)? as usize;
    let (mut table, mut body) = rest.split_at_checked(length).ok_or(Damaged)?;
    let mut key = 0_u64;
    let mut next = move || -> Result<Option<(u64, List<'_>)>, Damaged> {
        if table.is_empty() {
            return Ok(None);
        }
        key = key.checked_add(get(&mut table)?).ok_or(Damaged)?;
        let length = get(&mut table)?;
        let form = match length & 3 {
            0 => Form::Few,
            1 => Form::Most,
            2 => Form::Bits,
            _ => return Err(Damaged),
        };
        let bytes;
        (bytes, body) = body.split_at_checked((length >> 2) as usize).ok_or(Damaged)?;
        Ok(Some((key, List { form, bytes, bits })))
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

    fn of(lists: &[(u64, Vec<u64>)]) -> Vec<Entry> {
        lists
            .iter()
            .flat_map(|(key, offsets)| offsets.iter().map(move |at| key << OFFSET_BITS | at))
            .collect()
    }

    fn found(part: &[u8], key: u64) -> Vec<u64> {
        let Some(list) = find(part, key, BITS).unwrap() else { return Vec::new() };
        let found = list.offsets().unwrap();
        assert_eq!(found.len(), list.len());
        found.into_iter().map(u64::from).collect()
    }

    fn examples() -> Vec<(u64, Vec<u64>)> {
        vec![
            (0, vec![0]),
            (3, vec![0, 1, 130, SIZE - 1]),
            (4, (0..SIZE).collect()),
            (900, (0..SIZE).filter(|at| at % 700 != 5).collect()),
            (60_000, (0..SIZE).filter(|at| at % 3 == 0).collect()),
            (1 << 20, (64..128).collect()),
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        let entries_of = of(&examples());
        let part = write(&entries_of, BITS);
        for (key, offsets) in examples() {
            assert_eq!(found(&part, key), offsets, "{key}");
        }
        for nobody in [1, 5, 70_000, 1 << 22] {
            assert_eq!(found(&part, nobody), Vec::<u64>::new(), "{nobody}");
        }
        assert_eq!(entries(&part, BITS), Ok(entries_of));
        assert_eq!(entries(&write(&[], BITS), BITS), Ok(Vec::new()));
    }

    #[test]
    fn each_list_is_written_the_shortest_way() {
        let length = |offsets: Vec<u64>| write(&of(&[(1, offsets)]), BITS).len();
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
        for (key, offsets) in examples() {
            let list = find(&part, key, BITS).unwrap().unwrap();
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
                if let Ok(Some(list)) = find(&changed, 900, BITS) {
                    let _ = (list.len(), list.keep(&[0, 9, 2_047]));
                }
            }
        }
        // A list of one who is beyond the segment.
        assert_eq!(entries(&write(&of(&[(1, vec![SIZE])]), BITS + 1), BITS), Err(Damaged));
    }
}
