//! From the inbox into the figures.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use database::{Engine, Tx, on_engine};
use sqlx::{QueryBuilder, types::Json};

use super::{
    agents::Agent,
    verdict::{Act, Kind, WINDOW, judge},
};
use crate::{
    App, Timestamp,
    campaigns::ab_test::AbTest,
    clock::HOUR,
    deliveries::{Engaged, Plan},
    newsletters::{self, DailyDeltas},
    subscribers,
};

/// How long a hit waits for what else comes in around it, in milliseconds.
pub const SETTLE: i64 = WINDOW + 500;
/// Rows of one round: few, so that what comes in does not wait long for the writer.
const BATCH: i64 = 1_000;
const ROWS: usize = 500;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    campaign_id: i64,
    subscriber_id: i64,
    kind: i16,
    link_no: i64,
    agent: i16,
    times: i64,
    at: i64,
}

impl Row {
    fn act(&self) -> Act {
        Act {
            kind: Kind::from_code(self.kind),
            link_no: self.link_no,
            agent: Agent::from_code(self.agent),
            times: self.times,
            at: self.at,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Run {
    id: i64,
    campaign_id: i64,
    newsletter_id: i64,
    started_at: i64,
    ab_test: Option<Json<AbTest>>,
}

impl Run {
    /// Of an A/B test, when the reader belongs to its sample.
    fn variant(&self, subscriber_id: i64) -> Option<u8> {
        let test = self.ab_test.as_ref()?;
        let plan = Plan {
            campaign_id: self.campaign_id,
            sample_percent: test.sample_percent,
            variants: test.variants.len() as u8,
        };
        plan.variant(subscriber_id)
    }

    /// Hours since the start.
    fn hour(&self, act: &Act) -> i64 {
        (act.at - self.started_at).max(0) / HOUR
    }
}

/// What one reader did with one mail.
#[derive(Clone, Default, sqlx::FromRow)]
struct Engagement {
    subscriber_id: i64,
    opened_at: Option<i64>,
    clicked_at: Option<i64>,
    opens: i64,
    clicks: i64,
    links: String,
    privacy_opens: i64,
    robot_opens: i64,
    robot_clicks: i64,
    robot_until: i64,
}

#[derive(Default)]
struct Link {
    clicks: i64,
    all_clicks: i64,
    robot_clicks: i64,
}

/// What one round adds to a run.
#[derive(Default)]
struct Figures {
    engaged: Engaged,
    links: BTreeMap<i64, Link>,
    /// Hour → first opens and first clicks.
    hours: BTreeMap<i64, (i64, i64)>,
    /// Variant → openers and clickers of the sample.
    variants: BTreeMap<u8, (i64, i64)>,
    days: BTreeMap<i64, DailyDeltas>,
    readers: BTreeSet<i64>,
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
pub async fn count(app: &App) -> database::Result<usize> {
    let settled = app.now().0 - SETTLE;
    let mut tx = app.db.read().await?;
    let first: Option<i64> = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT at FROM tracking_inbox ORDER BY at, id LIMIT 1").fetch_optional(conn).await?);
    drop(tx);
    if first.is_none_or(|at| at > settled) {
        return Ok(0);
    }
    let mut tx = app.db.begin().await?;
    if !is_our_turn(&mut tx).await? {
        return Ok(0);
    }
    let rows = settled_rows(&mut tx, settled).await?;
    // Up to here they are counted; what is read beyond it only says who did it.
    let done = rows.last().map_or(settled, |row| row.at);
    let rows = with_neighbours(&mut tx, rows, done + WINDOW).await?;
    let runs = runs(&mut tx, &rows).await?;
    let mut by_run: BTreeMap<i64, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| runs.contains_key(&row.campaign_id)) {
        by_run.entry(row.campaign_id).or_default().push(row);
    }
    for (campaign_id, rows) in by_run {
        count_run(&mut tx, &runs[&campaign_id], &rows, done, app.now()).await?;
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
    let mut readers: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.subscriber_id != 0) {
        readers.entry(row.campaign_id).or_default().insert(row.subscriber_id);
    }
    for (campaign_id, readers) in readers {
        let readers: Vec<i64> = readers.into_iter().collect();
        for part in readers.chunks(ROWS) {
            let found: Vec<Row> = on_engine!(&mut *tx, conn => {
                let mut query = QueryBuilder::new(COLUMNS);
                query.push("WHERE campaign_id = ").push_bind(campaign_id).push(" AND subscriber_id IN (");
                let mut list = query.separated(", ");
                for id in part {
                    list.push_bind(*id);
                }
                query.push(") AND at <= ").push_bind(until);
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
async fn runs(tx: &mut Tx, rows: &[Row]) -> database::Result<HashMap<i64, Run>> {
    let ids: BTreeSet<i64> = rows.iter().map(|row| row.campaign_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let runs: Vec<Run> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "SELECT r.id, r.campaign_id, r.newsletter_id, r.started_at, c.ab_test FROM campaign_runs r \
             JOIN campaigns c ON c.id = r.campaign_id WHERE r.campaign_id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(") ORDER BY r.id");
        query.build_query_as().fetch_all(conn).await?
    });
    Ok(runs.into_iter().map(|run| (run.campaign_id, run)).collect())
}

async fn count_run(tx: &mut Tx, run: &Run, rows: &[&Row], done: i64, now: Timestamp) -> database::Result<()> {
    let mut readers: BTreeMap<i64, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        readers.entry(row.subscriber_id).or_default().push(row);
    }
    readers.retain(|_, rows| rows.iter().any(|row| row.at <= done));
    let ids: Vec<i64> = readers.keys().copied().filter(|id| *id != 0).collect();
    let mut known = engagements(tx, run, &ids).await?;
    let (mut figures, mut events) = (Figures::default(), Vec::new());
    for (id, rows) in &readers {
        let verdicts = if *id == 0 {
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
    let readers: Vec<i64> = figures.readers.iter().copied().collect();
    subscribers::engaged(tx, run.newsletter_id, &readers, now).await?;
    write_engagements(tx, run, known.into_values().collect()).await?;
    write_events(tx, run, &events).await
}

/// Of nobody in particular, nothing but the hit itself is known.
fn anonymous(act: &Act) -> Agent {
    if act.kind == Kind::Trap { Agent::Robot } else { act.agent }
}

async fn engagements(tx: &mut Tx, run: &Run, ids: &[i64]) -> database::Result<HashMap<i64, Engagement>> {
    let mut found = HashMap::new();
    for part in ids.chunks(ROWS) {
        let rows: Vec<Engagement> = on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "SELECT subscriber_id, opened_at, clicked_at, opens, clicks, links, privacy_opens, robot_opens, robot_clicks, \
                 robot_until FROM engagements WHERE newsletter_id = ");
            query.push_bind(run.newsletter_id).push(" AND run_id = ").push_bind(run.id).push(" AND subscriber_id IN (");
            let mut list = query.separated(", ");
            for id in part {
                list.push_bind(*id);
            }
            query.push(")");
            query.build_query_as().fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|row| (row.subscriber_id, row)));
    }
    Ok(found)
}

impl Figures {
    fn add(&mut self, run: &Run, act: &Act, verdict: Agent, reader: Option<&mut Engagement>) {
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

impl Engagement {
    /// Whether the reader had not clicked it before.
    fn add_link(&mut self, link_no: i64) -> bool {
        let mut links: BTreeSet<i64> = serde_json::from_str(&self.links).unwrap_or_default();
        let is_new = links.insert(link_no);
        if is_new {
            self.links = serde_json::to_string(&links).unwrap_or_default();
        }
        is_new
    }
}

// Locks in the order of the ledger: runs, what belongs to them, readers.
impl Figures {
    async fn write(&self, tx: &mut Tx, run: &Run) -> database::Result<()> {
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

async fn write_engagements(tx: &mut Tx, run: &Run, mut rows: Vec<Engagement>) -> database::Result<()> {
    rows.sort_unstable_by_key(|row| row.subscriber_id);
    for part in rows.chunks(ROWS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, opened_at, clicked_at, opens, clicks, links, \
                 privacy_opens, robot_opens, robot_clicks, robot_until) ");
            query.push_values(part, |mut row, e| {
                row.push_bind(run.newsletter_id).push_bind(run.id).push_bind(e.subscriber_id).push_bind(e.opened_at)
                    .push_bind(e.clicked_at).push_bind(e.opens).push_bind(e.clicks).push_bind(&e.links)
                    .push_bind(e.privacy_opens).push_bind(e.robot_opens).push_bind(e.robot_clicks).push_bind(e.robot_until);
            });
            query.push(" ON CONFLICT (newsletter_id, run_id, subscriber_id) DO UPDATE SET opened_at = excluded.opened_at, \
                clicked_at = excluded.clicked_at, opens = excluded.opens, clicks = excluded.clicks, links = excluded.links, \
                privacy_opens = excluded.privacy_opens, robot_opens = excluded.robot_opens, \
                robot_clicks = excluded.robot_clicks, robot_until = excluded.robot_until");
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
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
            let mut query = QueryBuilder::new("DELETE FROM tracking_inbox WHERE id IN (");
            let mut list = query.separated(", ");
            for id in part {
                list.push_bind(*id);
            }
            query.push(")");
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}
