use super::*;

const BITS: u32 = 11;
const SIZE: u64 = 1 << BITS;

type Lists = Vec<(u64, Mark, Vec<u64>)>;

fn of(lists: &Lists) -> Vec<Entry> {
    let of = |(key, mark, offsets): &(u64, Mark, Vec<u64>)| -> Vec<Entry> {
        offsets.iter().map(|at| entry(BITS, *key, *mark, *at as u32)).collect()
    };
    lists.iter().flat_map(of).collect()
}

fn one(offsets: Vec<u64>) -> Vec<u8> {
    write(&of(&vec![(1, HAS, offsets)]), BITS)
}

/// A part of which all was read.
fn part(bytes: &[u8]) -> Part {
    Part::new(bytes.len(), bytes.to_vec())
}

fn found(part: &[u8], key: u64, mark: Mark) -> Vec<u64> {
    let part = self::part(part);
    let lists = part.find(key, BITS, |of| of == mark).unwrap();
    let Some((_, list)) = lists.first() else { return Vec::new() };
    let found = list.offsets().unwrap();
    assert_eq!(found.len(), list.len());
    found.into_iter().map(u64::from).collect()
}

fn examples() -> Lists {
    vec![
        (0, HAS, vec![0]),
        (3, HAS, vec![0, 1, 130, SIZE - 1]),
        (3, 4, vec![1]),
        (3, (1 << MARK_BITS) - 1, vec![0, 130]),
        (4, HAS, (0..SIZE).collect()),
        (900, HAS, (0..SIZE).filter(|at| at % 700 != 5).collect()),
        (60_000, HAS, (0..SIZE).filter(|at| at % 3 == 0).collect()),
        (60_000, 97, (0..SIZE).filter(|at| at % 6 == 0).collect()),
        (1 << 20, HAS, (64..128).collect()),
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
        assert_eq!(found(&part, nobody, HAS), Vec::<u64>::new(), "{nobody}");
    }
    assert_eq!(self::part(&part).find(3, BITS, |_| true).unwrap().len(), 3);
    assert_eq!(entries(&part, BITS), Ok(entries_of));
    assert_eq!(entries(&write(&[], BITS), BITS), Ok(Vec::new()));
    let alone = of(&vec![(7, 97, vec![3])]);
    assert_eq!(entries(&write(&alone, BITS), BITS), Ok(alone));
}

#[test]
fn each_list_is_written_a_short_way() {
    let length = |offsets: Vec<u64>| one(offsets).len();
    let table = 3;
    assert_eq!(length(vec![7]), table + 1);
    assert_eq!(length((0..SIZE).collect()), table, "nobody is left out");
    assert_eq!(length((0..SIZE).filter(|at| *at != 9).collect()), table + 1);
    let bits = SIZE as usize / 8 + 2 + table - 1;
    assert_eq!(length((0..SIZE).filter(|at| at % 3 == 0).collect()), bits);
    assert_eq!(
        length((0..SIZE).filter(|at| at % 9 == 0).collect()),
        bits,
        "not much longer, and quick to ask"
    );
    assert!(length((0..SIZE).filter(|at| at % 11 == 0).collect()) < bits);
}

#[test]
fn a_list_keeps_who_is_in_it() {
    let part = part(&write(&of(&examples()), BITS));
    let some = [0, 1, 2, 3, 5, 64, 130, 705, 2_000, 2_047];
    for (key, mark, offsets) in examples() {
        let lists = part.find(key, BITS, |of| of == mark).unwrap();
        let list = lists[0].1;
        let expected: Vec<u32> = some.into_iter().filter(|of| offsets.contains(&u64::from(*of))).collect();
        assert_eq!(list.keep(&some), Ok(expected), "{key}");
        assert_eq!(list.keep(&[]), Ok(Vec::new()), "{key}");
    }
}

#[test]
fn what_is_asked_for_is_found_when_what_lacked_is_read() {
    let bytes = write(&of(&examples()), BITS);
    let only = |mark: Mark| move |of: Mark| of == mark;
    for head in 0..=bytes.len() {
        for (key, mark, offsets) in examples() {
            let mut part = Part::new(bytes.len(), bytes[..head].to_vec());
            let lacking = part.lacks(key, only(mark)).unwrap();
            assert_eq!(part.find(key, BITS, only(mark)).is_err(), !lacking.is_empty(), "{head} {key} {mark}");
            for at in lacking {
                part.add(at.start, bytes[at].to_vec());
            }
            assert_eq!(part.lacks(key, only(mark)), Ok(Vec::new()), "{head} {key} {mark}");
            let found = part.find(key, BITS, only(mark)).unwrap()[0].1.offsets().unwrap();
            assert_eq!(found, offsets.iter().map(|at| *at as u32).collect::<Vec<_>>(), "{head} {key} {mark}");
        }
    }
    let part = Part::new(bytes.len(), bytes[..60].to_vec());
    let table = usize::from(bytes[0]) + 1;
    assert_eq!(part.lacks(1, only(HAS)), Ok(Vec::new()), "nobody has it");
    assert_eq!(part.lacks(60_000, only(97)).unwrap().len(), 1);
    let lacks = |mark| part.lacks(60_000, only(mark)).unwrap();
    let both = part.lacks(60_000, |_| true).unwrap();
    assert_eq!((both.len(), both[0].start, both[0].end), (1, lacks(HAS)[0].start, lacks(97)[0].end));
    assert!(table < 60);
    assert_eq!(
        Part::new(table + 1, bytes[..60].to_vec()).lacks(60_000, only(97)),
        Err(Damaged),
        "beyond its end"
    );
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
            for (_, list) in self::part(&changed).find(900, BITS, |_| true).unwrap_or_default() {
                let _ = (list.len(), list.keep(&[0, 9, 2_047]));
            }
        }
    }
    // Bytes behind the lists, a key that is there twice, and what does not follow it.
    assert_eq!(entries(&[part.as_slice(), &[0]].concat(), BITS), Err(Damaged));
    assert_eq!(entries(&[4, 5 << 1, 1 << 2, 0, 1 << 2, 3, 4], BITS), Err(Damaged));
    assert_eq!(entries(&[6, 5 << 1, 0, 9 << 1 | 1, 1 << 2, 9 << 1 | 1, 1 << 2, 3, 4], BITS), Err(Damaged));
    // One who is beyond the segment, a break of no key, and what no text has.
    assert_eq!(entries(&write(&[entry(BITS + 1, 1, HAS, 1 << BITS)], BITS + 1), BITS), Err(Damaged));
    assert_eq!(entries(&[2, 4 << 1 | 1, 0], BITS), Err(Damaged));
    assert_eq!(entries(&[7, 0, 0, 0x81, 0x80, 0x80, 0x04, 0], BITS), Err(Damaged));
}
