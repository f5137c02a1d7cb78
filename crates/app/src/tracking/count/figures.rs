//! The figures of a run, and what one round adds to them.

use std::collections::BTreeMap;

use database::Tx;

use super::{Run, engagement::Engagement};
use crate::{
    Timestamp,
    newsletters::{self, DailyDeltas},
    runs::{self, Added},
    tracking::{
        agents::Agent,
        verdict::{Act, EngagementKind},
    },
};

/// What one round adds to a run.
#[derive(Default)]
pub struct Figures {
    added: Added,
    days: BTreeMap<i64, DailyDeltas>,
}

impl Figures {
    pub fn add(&mut self, run: &Run, act: &Act, verdict: Agent, reader: Option<&mut Engagement>) {
        match (act.kind, verdict) {
            (EngagementKind::Trap, _) => {}
            (EngagementKind::Open, Agent::Person) => self.opened(run, act, reader),
            (EngagementKind::Open, Agent::Privacy) => {
                self.added.engaged.privacy_opens += act.times;
                self.day(act.at).privacy_opens += act.times;
                if let Some(reader) = reader {
                    reader.privacy_opens += act.times;
                }
            }
            (EngagementKind::Open, Agent::Robot) => {
                self.added.engaged.robot_opens += act.times;
                self.day(act.at).robot_opens += act.times;
                if let Some(reader) = reader {
                    reader.robot_opens += act.times;
                }
            }
            (EngagementKind::Click, Agent::Person) => self.clicked(run, act, reader),
            (EngagementKind::Click, _) => {
                self.added.engaged.robot_clicks += act.times;
                self.day(act.at).robot_clicks += act.times;
                self.added.links.entry(act.link_no).or_default().robot_clicks += act.times;
                if let Some(reader) = reader {
                    reader.robot_clicks += act.times;
                }
            }
        }
    }

    fn opened(&mut self, run: &Run, act: &Act, reader: Option<&mut Engagement>) {
        self.added.engaged.all_opens += act.times;
        let firsts = match reader {
            None => act.times,
            Some(reader) => {
                reader.opens += act.times;
                let is_first = reader.opened_at.is_none();
                self.added.engaged.engaged_readers += i64::from(is_first && reader.clicked_at.is_none());
                reader.opened_at.get_or_insert(act.at);
                if let Some(variant) = run.variant(reader.subscriber_id).filter(|_| is_first) {
                    self.added.variants.entry(variant).or_default().0 += 1;
                }
                i64::from(is_first)
            }
        };
        self.added.engaged.opens += firsts;
        self.day(act.at).opens += firsts;
        self.added.hours.entry(run.hour(act)).or_default().0 += firsts;
    }

    fn clicked(&mut self, run: &Run, act: &Act, reader: Option<&mut Engagement>) {
        self.added.engaged.all_clicks += act.times;
        let (firsts, first_of_link) = match reader {
            None => (act.times, act.times),
            Some(reader) => {
                reader.clicks += act.times;
                let is_first = reader.clicked_at.is_none();
                self.added.engaged.engaged_readers += i64::from(is_first && reader.opened_at.is_none());
                reader.clicked_at.get_or_insert(act.at);
                if let Some(variant) = run.variant(reader.subscriber_id).filter(|_| is_first) {
                    self.added.variants.entry(variant).or_default().1 += 1;
                }
                (i64::from(is_first), i64::from(reader.add_link(act.link_no)))
            }
        };
        self.added.engaged.clicks += firsts;
        self.day(act.at).clicks += firsts;
        self.added.hours.entry(run.hour(act)).or_default().1 += firsts;
        let link = self.added.links.entry(act.link_no).or_default();
        link.all_clicks += act.times;
        link.clicks += first_of_link;
    }

    fn day(&mut self, at: i64) -> &mut DailyDeltas {
        self.days.entry(Timestamp(at).day()).or_default()
    }
}

// Locks in the order of the ledger: runs, what belongs to them, readers.
impl Figures {
    /// False when the run is gone.
    pub async fn write(&self, tx: &mut Tx, run: &Run) -> database::Result<bool> {
        if !runs::add(tx, run.newsletter_id, run.id, &self.added).await? {
            return Ok(false);
        }
        for (day, deltas) in &self.days {
            newsletters::daily_add(tx, run.newsletter_id, *day, *deltas).await?;
        }
        Ok(true)
    }
}
