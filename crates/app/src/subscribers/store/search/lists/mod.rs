//! The lists of one part of a segment, as bytes: which offsets have which key, and which of those break where.
//!
//! First how many bytes the table of lists takes, then the table, then the lists. The table has two numbers for each list. The
//! first tells which it is, by its lowest bit: 0 says how much the key is above the one before, 1 what does not follow the same
//! key in the texts of those in the list; both ascend. The second is the list's length in bytes with its [`Form`] in the two lowest bits.
//! Numbers are LEB128. Nothing of it is believed: bytes that are none of this are [`Damaged`].

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::{
    breaks::{HAS, MARK_BITS, Mark},
    segments::IDS_OF_PART,
    terms::KEY_BITS,
};

/// An entry of a segment of `1 << bits` ids: the key of a list, without what names the part, then what does not follow the key in the text,
/// then the offset.
pub type Entry = u64;

/// However large the segment: what more ids take is less of the key.
const _: () = assert!(KEY_BITS + IDS_OF_PART + MARK_BITS == Entry::BITS);

pub fn entry(bits: u32, key: u64, mark: Mark, offset: u32) -> Entry {
    debug_assert!(mark >> MARK_BITS == 0 && offset >> bits == 0);
    (key << MARK_BITS | u64::from(mark)) << bits | u64::from(offset)
}

/// Which list of a part: by its key, and what does not follow.
pub type Which = (u64, Mark);

pub fn list_of(bits: u32, entry: Entry) -> Which {
    let list = entry >> bits;
    (list >> MARK_BITS, (list & ((1 << MARK_BITS) - 1)) as Mark)
}

pub fn offset_of(bits: u32, entry: Entry) -> u32 {
    (entry & ((1 << bits) - 1)) as u32
}

/// Bytes that are no part of the index.
#[derive(Debug, PartialEq, Eq)]
pub struct Damaged;

/// How a list is written: whichever is shortest, or bits where they are not much longer, as each can be asked for by itself.
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
    pub fn offsets(&self) -> Result<Vec<u32>, Damaged> {
        let mut offsets = Vec::with_capacity(if self.form == Form::Few { self.bytes.len() } else { 0 });
        self.each(|offset| offsets.push(offset))?;
        Ok(offsets)
    }

    /// Calls `take` with each who is in it, ascending.
    pub fn each(&self, mut take: impl FnMut(u32)) -> Result<(), Damaged> {
        match self.form {
            Form::Few => self.each_offset(take),
            Form::Most => {
                let mut from = 0;
                self.each_offset(|offset| {
                    (from..offset).for_each(&mut take);
                    from = offset + 1;
                })?;
                (from..1 << self.bits).for_each(take);
                Ok(())
            }
            Form::Bits => {
                for (at, byte) in (0..).step_by(8).zip(self.all_bits()?).filter(|(_, byte)| **byte != 0) {
                    (0..8).filter(|bit| byte >> bit & 1 == 1).for_each(|bit| take(at + bit));
                }
                Ok(())
            }
        }
    }

    /// Who of these, ascending, is in it.
    pub fn keep(&self, of: &[u32]) -> Result<Vec<u32>, Damaged> {
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
                    sought = of.get(at).copied().unwrap_or(u32::MAX);
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
                let bits = self.all_bits()?;
                let has =
                    |of: &&u32| bits.get(**of as usize / 8).is_some_and(|byte| byte >> (**of % 8) & 1 == 1);
                kept.extend(of.iter().filter(has));
            }
        }
        Ok(kept)
    }

    /// Whether it is one.
    pub fn check(&self) -> Result<(), Damaged> {
        match self.form {
            Form::Few | Form::Most => self.each_offset(|_| ()),
            Form::Bits => self.all_bits().map(drop),
        }
    }

    /// A bit for each, when there are as many.
    fn all_bits(&self) -> Result<&[u8], Damaged> {
        if self.bytes.len() == (1 << self.bits) / 8 { Ok(self.bytes) } else { Err(Damaged) }
    }

    /// What the gaps lead to, ascending.
    fn each_offset(&self, mut take: impl FnMut(u32)) -> Result<(), Damaged> {
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
            take(offset as u32);
            next = offset + 1;
        }
        Ok(())
    }
}

/// The bytes of a part; entries ascend and each is there once.
pub fn write(entries: &[Entry], bits: u32) -> Vec<u8> {
    let mut writer = Writer::new(bits);
    let mut offsets = Vec::new();
    for list in entries.chunk_by(|a, b| a >> bits == b >> bits) {
        offsets.clear();
        offsets.extend(list.iter().map(|entry| offset_of(bits, *entry)));
        writer.list(list_of(bits, list[0]), &offsets);
    }
    writer.end()
}

/// Writes a part, list by list.
pub struct Writer {
    bits: u32,
    table: Vec<u8>,
    body: Vec<u8>,
    before: Option<u64>,
}

impl Writer {
    pub fn new(bits: u32) -> Self {
        Self { bits, table: Vec::new(), body: Vec::new(), before: None }
    }

    /// Keys ascend, of one key what does not follow, and offsets.
    pub fn list(&mut self, list: Which, offsets: &[u32]) {
        self.name(list);
        let from = self.body.len();
        let form = write_list(offsets, self.bits, &mut self.body);
        put(&mut self.table, ((self.body.len() - from) as u64) << 2 | form as u64);
    }

    /// The same for one that is written, of a segment of that size. Where nobody is in it, it stood before what does not follow.
    pub fn copy(&mut self, list: Which, of: List<'_>) -> Result<(), Damaged> {
        if of.form == Form::Few && of.bytes.is_empty() {
            return Ok(());
        }
        of.check()?;
        self.name(list);
        self.body.extend_from_slice(of.bytes);
        put(&mut self.table, (of.bytes.len() as u64) << 2 | of.form as u64);
        Ok(())
    }

    fn name(&mut self, (key, mark): Which) {
        let table = &mut self.table;
        if self.before != Some(key) {
            put(table, (key - self.before.unwrap_or(0)) << 1);
            // Of the key itself, though nobody has it.
            if mark != HAS {
                put(table, 0);
            }
        }
        if mark != HAS {
            put(table, u64::from(mark) << 1 | 1);
        }
        self.before = Some(key);
    }

    pub fn end(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.table.len() + self.body.len() + 3);
        put(&mut out, self.table.len() as u64);
        out.extend(self.table);
        out.extend(self.body);
        out
    }
}

fn write_list(list: &[u32], bits: u32, out: &mut Vec<u8>) -> Form {
    let offsets = || list.iter().copied();
    let (from, most) = (out.len(), (1 << bits) / 8);
    let form = if list.len() <= 1 << (bits - 1) {
        put_gaps(out, offsets());
        Form::Few
    } else {
        let mut there = offsets().peekable();
        put_gaps(out, (0..1 << bits).filter(|at| there.next_if_eq(at).is_none()));
        Form::Most
    };
    if out.len() - from <= most / 4 * 3 {
        return form;
    }
    out.truncate(from);
    out.resize(from + most, 0);
    for offset in offsets() {
        out[from + offset as usize / 8] |= 1 << (offset % 8);
    }
    Form::Bits
}

fn put_gaps(out: &mut Vec<u8>, offsets: impl Iterator<Item = u32>) {
    let mut next = 0;
    for offset in offsets {
        put(out, u64::from(offset - next));
        next = offset + 1;
    }
}

/// What was read of a part: how it begins, and pieces of the rest. One key may have many times what is asked for.
#[derive(Debug, Default)]
pub struct Part {
    length: usize,
    head: Vec<u8>,
    /// By where they begin.
    pieces: Vec<(usize, Vec<u8>)>,
}

impl Part {
    pub fn new(length: usize, head: Vec<u8>) -> Self {
        Self { length, head, pieces: Vec::new() }
    }

    pub fn add(&mut self, from: usize, bytes: Vec<u8>) {
        if from == self.head.len() {
            self.head.extend(bytes);
        } else {
            self.pieces.push((from, bytes));
        }
    }

    /// What must be read before [`Part::find`] can be asked for the same.
    pub fn lacks(&self, key: u64, wants: impl Fn(Mark) -> bool) -> Result<Vec<Range<usize>>, Damaged> {
        if !has_table(&self.head) {
            return Ok(std::iter::once(self.head.len()..self.length)
                .filter(|rest| !rest.is_empty())
                .collect());
        }
        let mut lacking: Vec<Range<usize>> = Vec::new();
        for row in rows_of(&self.head, key)?.into_iter().filter(|row| wants(row.mark)) {
            if row.at.end > self.length {
                return Err(Damaged);
            }
            if self.bytes(&row.at).is_some() {
                continue;
            }
            match lacking.last_mut() {
                Some(last) if last.end == row.at.start => last.end = row.at.end,
                _ => lacking.push(row.at),
            }
        }
        Ok(lacking)
    }

    /// The lists of a key that are wanted, each with what does not follow; the first is of who has it. None: nobody has.
    pub fn find(
        &self,
        key: u64,
        bits: u32,
        wants: impl Fn(Mark) -> bool,
    ) -> Result<Vec<(Mark, List<'_>)>, Damaged> {
        let rows = rows_of(&self.head, key)?.into_iter().filter(|row| wants(row.mark));
        rows.map(|row| Ok((row.mark, row.list(self.bytes(&row.at).ok_or(Damaged)?, bits)))).collect()
    }

    fn bytes(&self, at: &Range<usize>) -> Option<&[u8]> {
        if at.is_empty() {
            return Some(&[]);
        }
        let mut all =
            std::iter::once((0, &self.head)).chain(self.pieces.iter().map(|(from, bytes)| (*from, bytes)));
        all.find_map(|(from, bytes)| bytes.get(at.start.checked_sub(from)?..at.end - from))
    }
}

/// All lists of a part: of which key, what does not follow, and who. They ascend, each is there once, and nothing is behind them.
pub fn all(part: &[u8], bits: u32) -> Result<Vec<(Which, List<'_>)>, Damaged> {
    let (mut all, mut end): (Vec<(Which, List<'_>)>, _) = (Vec::new(), None);
    for row in rows(part)? {
        let row = row?;
        let list = (row.key, row.mark);
        if all.last().is_some_and(|(before, _)| *before >= list) {
            return Err(Damaged);
        }
        end = Some(row.at.end);
        all.push((list, row.list(part.get(row.at.clone()).ok_or(Damaged)?, bits)));
    }
    if end.is_some_and(|end| end != part.len()) { Err(Damaged) } else { Ok(all) }
}

/// All of a part.
#[cfg(test)]
pub fn entries(part: &[u8], bits: u32) -> Result<Vec<Entry>, Damaged> {
    let mut out = Vec::new();
    for ((key, mark), list) in all(part, bits)? {
        list.each(|offset| out.push(entry(bits, key, mark, offset)))?;
    }
    Ok(out)
}

/// A list of the table: whose, and where it is in the part.
struct Row {
    key: u64,
    /// What does not follow.
    mark: Mark,
    form: Form,
    at: Range<usize>,
}

impl Row {
    fn list<'a>(&self, bytes: &'a [u8], bits: u32) -> List<'a> {
        List { form: self.form, bytes, bits }
    }
}

/// Whether so much of a part has its table.
fn has_table(mut part: &[u8]) -> bool {
    get(&mut part).is_ok_and(|length| part.len() as u64 >= length)
}

fn rows_of(part: &[u8], key: u64) -> Result<Vec<Row>, Damaged> {
    let mut found = Vec::new();
    for row in rows(part)? {
        let row = row?;
        if row.key > key {
            break;
        }
        if row.key == key {
            found.push(row);
        }
    }
    Ok(found)
}

/// The table of a part, of which nothing else need be there.
fn rows(part: &[u8]) -> Result<impl Iterator<Item = Result<Row, Damaged>>, Damaged> {
    let mut rest = part;
    let length = get(&mut rest)? as usize;
    let mut table = rest.get(..length).ok_or(Damaged)?;
    let mut from = part.len() - rest.len() + length;
    let mut key: Option<u64> = None;
    let mut next = move || -> Result<Option<Row>, Damaged> {
        if table.is_empty() {
            return Ok(None);
        }
        let of = get(&mut table)?;
        let mut mark = HAS;
        if of & 1 == 0 {
            key = Some(key.unwrap_or(0).checked_add(of >> 1).ok_or(Damaged)?);
        } else {
            mark = Mark::try_from(of >> 1).ok().filter(|mark| mark >> MARK_BITS == 0).ok_or(Damaged)?;
        }
        let length = get(&mut table)?;
        let form = match length & 3 {
            0 => Form::Few,
            1 => Form::Most,
            2 => Form::Bits,
            _ => return Err(Damaged),
        };
        let at = from..from + (length >> 2) as usize;
        from = at.end;
        Ok(Some(Row { key: key.ok_or(Damaged)?, mark, form, at }))
    };
    let mut is_over = false;
    Ok(std::iter::from_fn(move || {
        let row = if is_over { None } else { next().transpose() };
        is_over = !matches!(row, Some(Ok(_)));
        row
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
