//! From the inbox into the figures.

mod engagement;
mod figures;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use database::{Engine, Tx, on_engine, push_list};
use sqlx::{QueryBuilder, types::Json};

use self::{
    engagement::{Engagement, engagements, write_engagements},
    figures::Figures,
};
use super::{
    agents::Agent,
    emit::{self, Counted, Of},
    verdict::{Act, EngagementKind, WINDOW, judge},
};
use crate::{
    CampaignId, Core, NewsletterId, RunId, SubscriberId, Timestamp,
    campaigns::{
        ab::AbTest,
        variants::{Drawn, Plan},
    },
    clock::HOUR,
    subscribers, webhooks,
};

/// How long a hit waits for what else comes in around it, in milliseconds.
pub const SETTLE: i64 = WINDOW + 500;
/// Rows of one round: few, so that what comes in does not wait long for the writer.
const BATCH: i64 = 1_000;
const ROWS: usize = 500;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    campaign_id: CampaignId,
    subscriber_id: SubscriberId,
    kind: i16,
    link_no: i64,
    agent: i16,
    times: i64,
    at: i64,
}

impl Row {
    fn act(&self) -> Act {
        Act {
            kind: EngagementKind::from_code(self.kind),
            link_no: self.link_no,
            agent: Agent::from_code(self.agent),
            times: self.times,
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

/// Beyond this many nobody counts what waits.
const MANY: i64 = 100_000;

/// How many opens and clicks wait in the inbox; of very many only that.
pub async fn uncounted(tx: &mut Tx) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM (SELECT 1 FROM tracking_inbox LIMIT $1) AS waiting")
        .bind(MANY + 1).fetch_one(conn).await)
}

/// One round; answers how many hits were counted.
pub async fn count(core: &Core) -> database::Result<usize> {
    let settled = core.now().0 - SETTLE;
    let mut tx = core.db.read().await?;
    let first: Option<i64> = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT at FROM tracking_inbox ORDER BY at, id LIMIT 1").fetch_optional(conn).await?);
    drop(tx);
    if first.is_none_or(|at| at > settled) {
        return Ok(0);
    }
    let mut tx = core.db.begin().await?;
    if !is_our_turn(&mut tx).await? {
        return Ok(0);
    }
    let rows = settled_rows(&mut tx, settled).await?;
    // Up to here they are counted; what is read beyond it only says who did it.
    let done = rows.last().map_or(settled, |row| row.at);
    let rows = with_neighbours(&mut tx, rows, done + WINDOW).await?;
    let runs = runs(&mut tx, &rows).await?;
    let mut by_run: BTreeMap<CampaignId, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| runs.contains_key(&row.campaign_id)) {
        by_run.entry(row.campaign_id).or_default().push(row);
    }
    let newsletters = runs.values().map(|run| run.newsletter_id).collect();
    let listeners = webhooks::listeners(&mut tx, &newsletters, &emit::EVENTS).await?;
    for (campaign_id, rows) in by_run {
        let run = &runs[&campaign_id];
        let counted = count_run(&mut tx, run, &rows, done, core.now()).await?;
        if let Some(listener) = listeners.get(&run.newsletter_id) {
            emit::emit(&mut tx, *listener, run.of(), &counted, core.now()).await?;
        }
    }
    let ids: Vec<i64> = rows.iter().filter(|row| row.at <= done).map(|row| row.id).collect();
    take_out(&mut tx, &ids).await?;
    tx.commit().await?;
    Ok(ids.len())
}

const COLUMNS: &str =
    "SELECT id, campaign_id, subscriber_id, kind, link_no, agent, times, at FROM tracking_inbox ";

/// The oldest that nothing later can say anything about.
async fn settled_rows(tx: &mut Tx, settled: i64) -> database::Result<Vec<Row>> {
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(COLUMNS);
        query.push("WHERE at <= ").push_bind(settled).push(" ORDER BY at, id LIMIT ").push_bind(BATCH);
        query.build_query_as().fetch_all(conn).await
    })
}

/// The same with what else their readers did with the same mails `until` then, settled or not: one by one, the first links
/// of a burst look like a person's.
async fn with_neighbours(tx: &mut Tx, mut rows: Vec<Row>, until: i64) -> database::Result<Vec<Row>> {
    let known: BTreeSet<i64> = rows.iter().map(|row| row.id).collect();
    let mut readers: BTreeMap<CampaignId, BTreeSet<SubscriberId>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.subscriber_id.get() != 0) {
        readers.entry(row.campaign_id).or_default().insert(row.subscriber_id);
    }
    for (campaign_id, readers) in readers {
        let readers: Vec<SubscriberId> = readers.into_iter().collect();
        for part in readers.chunks(ROWS) {
            let found: Vec<Row> = on_engine!(&mut *tx, conn => {
                let mut query = QueryBuilder::new(COLUMNS);
                query.push("WHERE campaign_id = ").push_bind(campaign_id).push(" AND subscriber_id IN ");
                push_list(&mut query, part.iter().copied());
                query.push(" AND at <= ").push_bind(until);
                query.build_query_as().fetch_all(conn).await?
            });
            rows.extend(found.into_iter().filter(|row| !known.contains(&row.id)));
        }
    }
    rows.sort_unstable_by_key(|row| (row.at, row.id));
    Ok(rows)
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

/// The latest run of each campaign; what was deleted has none.
async fn runs(tx: &mut Tx, rows: &[Row]) -> database::Result<HashMap<CampaignId, Run>> {
    let ids: BTreeSet<CampaignId> = rows.iter().map(|row| row.campaign_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let runs: Vec<Run> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "SELECT r.id, r.campaign_id, r.newsletter_id, r.started_at, r.sample, c.ab_test FROM campaign_runs r \
             JOIN campaigns c ON c.id = r.campaign_id WHERE r.campaign_id IN ");
        push_list(&mut query, ids);
        query.push(" ORDER BY r.id");
        query.build_query_as().fetch_all(conn).await?
    });
    Ok(runs.into_iter().map(|run| (run.campaign_id, run)).collect())
}

/// Answers what people whose names are known did.
async fn count_run(
    tx: &mut Tx,
    run: &Run,
    rows: &[&Row],
    done: i64,
    now: Timestamp,
) -> database::Result<Vec<Counted>> {
    let mut readers: BTreeMap<SubscriberId, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        readers.entry(row.subscriber_id).or_default().push(row);
    }
    readers.retain(|_, rows| rows.iter().any(|row| row.at <= done));
    let ids: Vec<SubscriberId> = readers.keys().copied().filter(|id| id.get() != 0).collect();
    let mut known = engagements(tx, run, &ids).await?;
    let (mut figures, mut events) = (Figures::default(), Vec::new());
    for (id, rows) in &readers {
        let verdicts = if id.get() == 0 {
            rows.iter().map(|row| anonymous(&row.act())).collect()
        } else {
            let engagement = known.entry(*id).or_insert_with(|| Engagement {
                subscriber_id: *id,
                links: "[]".into(),
                ..Engagement::default()
            });
            let acts: Vec<Act> = rows.iter().map(|row| row.act()).collect();
            let (verdicts, until) = judge(&acts, engagement.robot_until);
            engagement.robot_until = until;
            verdicts
        };
        for (row, verdict) in rows.iter().zip(verdicts).filter(|(row, _)| row.at <= done) {
            events.push((*row, verdict));
            figures.add(run, &row.act(), verdict, known.get_mut(id));
        }
    }
    figures.write(tx, run).await?;
    let readers: Vec<SubscriberId> = figures.readers.iter().copied().collect();
    subscribers::engaged(tx, run.newsletter_id, &readers, now).await?;
    write_engagements(tx, run, known.into_values().collect()).await?;
    write_events(tx, run, &events).await?;
    let by_people =
        events.iter().filter(|(row, verdict)| *verdict == Agent::Person && row.subscriber_id.get() != 0);
    Ok(by_people.map(|(row, _)| Counted { subscriber_id: row.subscriber_id, act: row.act() }).collect())
}

/// Of nobody in particular, nothing but the hit itself is known.
fn anonymous(act: &Act) -> Agent {
    if act.kind == EngagementKind::Trap { Agent::Robot } else { act.agent }
}

async fn write_events(tx: &mut Tx, run: &Run, events: &[(&Row, Agent)]) -> database::Result<()> {
    for part in events.chunks(ROWS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "INSERT INTO tracking_events (newsletter_id, run_id, subscriber_id, id, kind, link_no, agent, times, at) ");
            query.push_values(part, |mut row, (hit, verdict)| {
                row.push_bind(run.newsletter_id).push_bind(run.id).push_bind(hit.subscriber_id).push_bind(hit.id)
                    .push_bind(hit.kind).push_bind(hit.link_no).push_bind(*verdict as i16).push_bind(hit.times)
                    .push_bind(hit.at);
            });
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

async fn take_out(tx: &mut Tx, ids: &[i64]) -> database::Result<()> {
    for part in ids.chunks(ROWS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("DELETE FROM tracking_inbox WHERE id IN ");
            push_list(&mut query, part.iter().copied());
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}
