//! Opens and clicks as they are kept until they are counted: 32 octets each, in a journal and then in the database.

use std::collections::HashMap;

use super::{agents::Agent, verdict::EngagementKind};
use crate::{CampaignId, SubscriberId};

/// One open or click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    pub campaign_id: CampaignId,
    /// 0: nobody in particular.
    pub subscriber_id: SubscriberId,
    pub kind: EngagementKind,
    pub link_no: u16,
    pub agent: Agent,
}

/// The same hit so many times, at first at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub hit: Hit,
    /// Milliseconds since the Unix epoch.
    pub at: i64,
    pub times: u32,
}

/// Of one record. Big-endian: campaign 8, reader 8, time 8, times 4, link 2, kind 1, agent 1.
pub const OCTETS: usize = 32;

impl Record {
    pub fn write(&self, into: &mut Vec<u8>) {
        let Hit { campaign_id, subscriber_id, kind, link_no, agent } = self.hit;
        into.extend_from_slice(&campaign_id.get().to_be_bytes());
        into.extend_from_slice(&subscriber_id.get().to_be_bytes());
        into.extend_from_slice(&self.at.to_be_bytes());
        into.extend_from_slice(&self.times.to_be_bytes());
        into.extend_from_slice(&link_no.to_be_bytes());
        into.extend_from_slice(&[kind as u8, agent as u8]);
    }

    fn read(octets: &[u8; OCTETS]) -> Self {
        let part = |from: usize| -> [u8; 8] { std::array::from_fn(|i| octets[from + i]) };
        let times: [u8; 4] = std::array::from_fn(|i| octets[24 + i]);
        let hit = Hit {
            campaign_id: CampaignId::new(i64::from_be_bytes(part(0))),
            subscriber_id: SubscriberId::new(i64::from_be_bytes(part(8))),
            kind: EngagementKind::from_code(i16::from(octets[30])),
            link_no: u16::from_be_bytes([octets[28], octets[29]]),
            agent: Agent::from_code(i16::from(octets[31])),
        };
        Self { hit, at: i64::from_be_bytes(part(16)), times: u32::from_be_bytes(times) }
    }
}

/// What [`Record::write`] wrote; octets behind the last whole record are nobody's.
pub fn unpack(octets: &[u8]) -> impl Iterator<Item = Record> + '_ {
    octets.as_chunks::<OCTETS>().0.iter().map(Record::read)
}

pub fn pack(records: &[Record]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(records.len() * OCTETS);
    for record in records {
        record.write(&mut octets);
    }
    octets
}

/// So close together, in milliseconds, equal hits are one record: how often is known of them, and when at the first.
const MOMENT: i64 = 50;

/// Equal hits of one moment as one record each, in the order of their first.
pub fn united(records: &[Record]) -> Vec<Record> {
    let mut at: HashMap<Hit, usize> = HashMap::with_capacity(records.len());
    let mut united: Vec<Record> = Vec::with_capacity(records.len());
    for record in records {
        let first = at.get(&record.hit).and_then(|at| united.get_mut(*at));
        if let Some(first) = first.filter(|first| (first.at..first.at + MOMENT).contains(&record.at)) {
            first.times = first.times.saturating_add(record.times);
        } else {
            at.insert(record.hit, united.len());
            united.push(*record);
        }
    }
    united
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// One that differs from every other in each of its parts.
    pub fn record(n: i64) -> Record {
        let hit = Hit {
            campaign_id: CampaignId::new(n + 1),
            subscriber_id: SubscriberId::new(n << 33),
            kind: EngagementKind::from_code((n % 3 + 1) as i16),
            link_no: (n * 257) as u16,
            agent: Agent::from_code((n % 3) as i16),
        };
        Record { hit, at: 1_700_000_000_000 + n, times: n as u32 + 1 }
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let records: Vec<Record> = (0..300).map(record).collect();
        let mut octets = pack(&records);
        assert_eq!(octets.len(), 300 * OCTETS);
        assert_eq!(unpack(&octets).collect::<Vec<_>>(), records);
        octets.pop();
        assert_eq!(unpack(&octets).count(), 299, "a part of a record is none");
        // As SQL writes what an older version kept.
        let one = Record { hit: Hit { link_no: 0x0102, ..record(1).hit }, at: 0x0304, times: 5 };
        #[rustfmt::skip]
        let octets = [
            0, 0, 0, 0, 0, 0, 0, 2,
            0, 0, 0, 2, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 3, 4,
            0, 0, 0, 5,
            1, 2, 2, 1,
        ];
        assert_eq!(pack(&[one]), octets);
    }

    #[test]
    fn equal_hits_of_a_moment_are_one_record_of_the_time_of_the_first() {
        let first = Record { times: 1, ..record(1) };
        let later = |by| Record { at: first.at + by, ..first };
        let other = Record { times: u32::MAX, ..record(2) };
        assert_eq!(
            united(&[first, other, later(5), later(MOMENT - 1), other]),
            [Record { times: 3, ..first }, other],
            "and no more than can be told"
        );
        // What waited for a database that was away is not done in one moment.
        assert_eq!(
            united(&[first, later(MOMENT), later(MOMENT + 1), later(-1)]),
            [first, Record { times: 2, ..later(MOMENT) }, later(-1)]
        );
    }
}
