//! From the inbox into the figures.

mod engagement;
mod figures;
mod inbox;

use std::collections::{BTreeSet, HashMap};

use database::{Engine, Tx, on_engine, push_list};
use sqlx::{Build as _, QueryBuilder, types::Json};

pub use self::inbox::uncounted;
use self::{
    engagement::{Engagement, engagements, write_engagements},
    figures::Figures,
    inbox::Round,
};
use super::{
    agents::Agent,
    emit::{self, Of, Told},
    hits::Record,
    verdict::{Act, EngagementKind, WINDOW, judge},
};
use crate::{
    CampaignId, Core, NewsletterId, RunId, SubscriberId, Timestamp,
    campaigns::{
        ab::AbTest,
        variants::{Drawn, Plan},
    },
    clock::HOUR,
    webhooks,
};

/// How long a hit waits for what else comes in around it, in milliseconds.
pub const SETTLE: i64 = WINDOW + 500;
const ROWS: usize = 500;

impl Record {
    fn act(&self) -> Act {
        Act {
            kind: self.hit.kind,
            link_no: i64::from(self.hit.link_no),
            agent: self.hit.agent,
            times: i64::from(self.times),
            at: self.at,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Run {
    id: RunId,
    campaign_id: CampaignId,
    newsletter_id: NewsletterId,
    started_at: i64,
    forgotten_at: Option<Timestamp>,
    ab_test: Option<Json<AbTest>>,
    sample: Option<Json<Drawn>>,
}

impl Run {
    fn of(&self) -> Of {
        Of { run_id: self.id, campaign_id: self.campaign_id, newsletter_id: self.newsletter_id }
    }

    /// Of an A/B test, when the reader belongs to its sample.
    fn variant(&self, subscriber_id: SubscriberId) -> Option<u8> {
        let drawn = self.sample.as_ref().map(|drawn| &drawn.0);
        Plan::of(self.campaign_id, self.ab_test.as_ref()?).variant(drawn, subscriber_id.get())
    }

    /// Hours since the start.
    fn hour(&self, act: &Act) -> i64 {
        (act.at - self.started_at).max(0) / HOUR
    }
}

/// What one round did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub hits: usize,
    /// More had settled than one round takes.
    pub is_behind: bool,
}

/// One round.
pub async fn count(core: &Core) -> database::Result<Counted> {
    let settled = core.now().0 - SETTLE;
    let first = inbox::first(&mut core.db.read().await?).await?;
    if first.is_none_or(|at| at > settled) {
        return Ok(Counted::default());
    }
    let mut tx = core.db.begin_by_key().await?;
    if !is_our_turn(&mut tx).await? {
        return Ok(Counted::default());
    }
    let round = Round::read(&mut tx, settled).await?;
    let runs = runs(&mut tx, &round.records).await?;
    let newsletters = runs.values().map(|run| run.newsletter_id).collect();
    let listeners = webhooks::listeners(&mut tx, &newsletters, &emit::EVENTS).await?;
    for records in round.records.chunk_by(|a, b| a.hit.campaign_id == b.hit.campaign_id) {
        let Some(run) = records.first().and_then(|record| runs.get(&record.hit.campaign_id)) else {
            continue;
        };
        let counted = count_run(&mut tx, run, records, round.done).await?;
        if let Some(listener) = listeners.get(&run.newsletter_id) {
            emit::emit(&mut tx, *listener, run.of(), &counted, core.now()).await?;
        }
    }
    let counted = Counted { hits: round.count, is_behind: round.done < settled };
    round.take_out(&mut tx).await?;
    tx.commit().await?;
    Ok(counted)
}

/// One node counts at a time, so that no engagement is read twice before it is written.
async fn is_our_turn(tx: &mut Tx) -> database::Result<bool> {
    if tx.engine() == Engine::Sqlite {
        return Ok(true);
    }
    let turn: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM tracking_turn WHERE id = 1 FOR UPDATE SKIP LOCKED").fetch_optional(conn).await?);
    Ok(turn.is_some())
}

/// The latest run of each campaign; what was deleted has none, and what is forgotten is counted no more.
async fn runs(tx: &mut Tx, records: &[Record]) -> database::Result<HashMap<CampaignId, Run>> {
    let ids: BTreeSet<CampaignId> = records.iter().map(|record| record.hit.campaign_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let runs: Vec<Run> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "SELECT r.id, r.campaign_id, r.newsletter_id, r.started_at, r.forgotten_at, r.sample, c.ab_test FROM campaign_runs r \
             JOIN campaigns c ON c.id = r.campaign_id WHERE r.campaign_id IN ");
        push_list(&mut query, ids);
        query.push(" ORDER BY r.id");
        query.build_as().fetch_all(conn).await?
    });
    let mut latest: HashMap<CampaignId, Run> = runs.into_iter().map(|run| (run.campaign_id, run)).collect();
    latest.retain(|_, run| run.forgotten_at.is_none());
    Ok(latest)
}

/// Answers what people whose names are known did.
async fn count_run(tx: &mut Tx, run: &Run, records: &[Record], done: i64) -> database::Result<Vec<Told>> {
    let readers: Vec<&[Record]> =
        records.chunk_by(|a, b| a.hit.subscriber_id == b.hit.subscriber_id).collect();
    let ids: Vec<SubscriberId> =
        readers.iter().map(|records| records[0].hit.subscriber_id).filter(|id| id.get() != 0).collect();
    let mut known = engagements(tx, run, &ids).await?;
    let (mut figures, mut by_people) = (Figures::default(), Vec::new());
    for records in readers {
        let subscriber_id = records[0].hit.subscriber_id;
        let acts: Vec<Act> = records.iter().map(Record::act).collect();
        if subscriber_id.get() == 0 {
            for act in &acts {
                figures.add(run, act, anonymous(act), None);
            }
            continue;
        }
        let engagement = known.entry(subscriber_id).or_insert_with(|| Engagement::new(subscriber_id));
        let (verdicts, until) = judge(&acts, engagement.robot_until);
        engagement.robot_until = until;
        for (act, verdict) in acts.into_iter().zip(verdicts).filter(|(act, _)| act.at <= done) {
            figures.add(run, &act, verdict, Some(engagement));
            if verdict == Agent::Person {
                by_people.push(Told { subscriber_id, act });
            }
        }
    }
    // Held from here on: on PostgreSQL `engagements` refers to no run, and goes with it by a trigger.
    if !figures.write(tx, run).await? {
        return Ok(Vec::new());
    }
    write_engagements(tx, run, known.into_values().collect()).await?;
    Ok(by_people)
}

/// Of nobody in particular, nothing but the hit itself is known.
fn anonymous(act: &Act) -> Agent {
    if act.kind == EngagementKind::Trap { Agent::Robot } else { act.agent }
}
