//! The figures of a run, and what one round adds to them.

use std::collections::{BTreeMap, BTreeSet};

use database::{Tx, on_engine};

use super::{Run, engagement::Engagement};
use crate::{
    Timestamp,
    newsletters::{self, DailyDeltas},
    tracking::{
        agents::Agent,
        verdict::{Act, Kind},
    },
};

/// What was done with the mails of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Engaged {
    /// Readers who opened; with anonymous tracking how often was opened.
    pub opens: i64,
    pub clicks: i64,
    /// How often people did.
    pub all_opens: i64,
    pub all_clicks: i64,
    pub privacy_opens: i64,
    pub robot_opens: i64,
    pub robot_clicks: i64,
}

#[derive(Default)]
struct Link {
    clicks: i64,
    all_clicks: i64,
    robot_clicks: i64,
}

/// What one round adds to a run.
#[derive(Default)]
pub struct Figures {
    engaged: Engaged,
    links: BTreeMap<i64, Link>,
    /// Hour → first opens and first clicks.
    hours: BTreeMap<i64, (i64, i64)>,
    /// Variant → openers and clickers of the sample.
    variants: BTreeMap<u8, (i64, i64)>,
    days: BTreeMap<i64, DailyDeltas>,
    pub readers: BTreeSet<i64>,
}

impl Figures {
    pub fn add(&mut self, run: &Run, act: &Act, verdict: Agent, reader: Option<&mut Engagement>) {
        match (act.kind, verdict) {
            (Kind::Trap, _) => {}
            (Kind::Open, Agent::Person) => self.opened(run, act, reader),
            (Kind::Open, Agent::Privacy) => {
                self.engaged.privacy_opens += act.times;
                self.day(act.at).privacy_opens += act.times;
                if let Some(reader) = reader {
                    reader.privacy_opens += act.times;
                }
            }
            (Kind::Open, Agent::Robot) => {
                self.engaged.robot_opens += act.times;
                self.day(act.at).robot_opens += act.times;
                if let Some(reader) = reader {
                    reader.robot_opens += act.times;
                }
            }
            (Kind::Click, Agent::Person) => self.clicked(run, act, reader),
            (Kind::Click, _) => {
                self.engaged.robot_clicks += act.times;
                self.day(act.at).robot_clicks += act.times;
                self.links.entry(act.link_no).or_default().robot_clicks += act.times;
                if let Some(reader) = reader {
                    reader.robot_clicks += act.times;
                }
            }
        }
    }

    fn opened(&mut self, run: &Run, act: &Act, reader: Option<&mut Engagement>) {
        self.engaged.all_opens += act.times;
        let firsts = match reader {
            None => act.times,
            Some(reader) => {
                reader.opens += act.times;
                self.readers.insert(reader.subscriber_id);
                let is_first = reader.opened_at.is_none();
                reader.opened_at.get_or_insert(act.at);
                if let Some(variant) = run.variant(reader.subscriber_id).filter(|_| is_first) {
                    self.variants.entry(variant).or_default().0 += 1;
                }
                i64::from(is_first)
            }
        };
        self.engaged.opens += firsts;
        self.day(act.at).opens += firsts;
        self.hours.entry(run.hour(act)).or_default().0 += firsts;
    }

    fn clicked(&mut self, run: &Run, act: &Act, reader: Option<&mut Engagement>) {
        self.engaged.all_clicks += act.times;
        let (firsts, first_of_link) = match reader {
            None => (act.times, act.times),
            Some(reader) => {
                reader.clicks += act.times;
                self.readers.insert(reader.subscriber_id);
                let is_first = reader.clicked_at.is_none();
                reader.clicked_at.get_or_insert(act.at);
                if let Some(variant) = run.variant(reader.subscriber_id).filter(|_| is_first) {
                    self.variants.entry(variant).or_default().1 += 1;
                }
                (i64::from(is_first), i64::from(reader.add_link(act.link_no)))
            }
        };
        self.engaged.clicks += firsts;
        self.day(act.at).clicks += firsts;
        self.hours.entry(run.hour(act)).or_default().1 += firsts;
        let link = self.links.entry(act.link_no).or_default();
        link.all_clicks += act.times;
        link.clicks += first_of_link;
    }

    fn day(&mut self, at: i64) -> &mut DailyDeltas {
        self.days.entry(Timestamp(at).day()).or_default()
    }
}

// Locks in the order of the ledger: runs, what belongs to them, readers.
impl Figures {
    pub async fn write(&self, tx: &mut Tx, run: &Run) -> database::Result<()> {
        let e = &self.engaged;
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE campaign_runs SET opens = opens + $2, clicks = clicks + $3, all_opens = all_opens + $4, \
             all_clicks = all_clicks + $5, privacy_opens = privacy_opens + $6, robot_opens = robot_opens + $7, \
             robot_clicks = robot_clicks + $8 WHERE id = $1")
            .bind(run.id).bind(e.opens).bind(e.clicks).bind(e.all_opens).bind(e.all_clicks).bind(e.privacy_opens)
            .bind(e.robot_opens).bind(e.robot_clicks).execute(conn).await.map(drop))?;
        for (link_no, link) in &self.links {
            on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE run_links SET clicks = clicks + $4, all_clicks = all_clicks + $5, robot_clicks = robot_clicks + $6 \
                 WHERE newsletter_id = $1 AND run_id = $2 AND link_no = $3")
                .bind(run.newsletter_id).bind(run.id).bind(link_no).bind(link.clicks).bind(link.all_clicks)
                .bind(link.robot_clicks).execute(conn).await.map(drop))?;
        }
        for (hour, (opens, clicks)) in self.hours.iter().filter(|(_, counts)| **counts != (0, 0)) {
            on_engine!(&mut *tx, conn => sqlx::query(
                "INSERT INTO run_hours (newsletter_id, run_id, hour, opens, clicks) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (newsletter_id, run_id, hour) DO UPDATE SET opens = run_hours.opens + excluded.opens, \
                 clicks = run_hours.clicks + excluded.clicks")
                .bind(run.newsletter_id).bind(run.id).bind(hour).bind(opens).bind(clicks).execute(conn).await.map(drop))?;
        }
        for (variant, (opens, clicks)) in &self.variants {
            on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE run_variants SET opens = opens + $4, clicks = clicks + $5 \
                 WHERE newsletter_id = $1 AND run_id = $2 AND variant = $3")
                .bind(run.newsletter_id).bind(run.id).bind(i16::from(*variant)).bind(opens).bind(clicks)
                .execute(conn).await.map(drop))?;
        }
        for (day, deltas) in &self.days {
            newsletters::daily_add(tx, run.newsletter_id, *day, *deltas).await?;
        }
        Ok(())
    }
}
