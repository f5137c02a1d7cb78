//! Freezing audiences and handing out work.

use std::{
    collections::HashSet,
    sync::{Arc, PoisonError},
};

use database::{Tx, on_engine};
use engine::ports::{Claim, Lease, Reader, Run};
use sqlx::{Build as _, QueryBuilder, types::Json};

use super::{
    Deltas, SqlLedger,
    audience::{self, Groups, Rules, Test},
    context::unsendable,
    locking,
};
use crate::{
    AuthorId, CampaignId, Core, NewsletterId, RunId, SubscriberId,
    calendar::Schedule,
    campaigns::variants::Drawn,
    deliveries::sql::{code, is_rare},
    deliveries::{
        content::{Frozen, plan_of},
        marks::{self, Place},
        model::{decode_ids, encode_ids},
    },
    domains,
    runs::{self, Segment, State},
    subscribers,
};

/// Readers of one chunk.
pub const CHUNK: usize = 1_000;
/// Readers frozen in one transaction: about 10 ms, so that nobody waits long for the writer.
const FREEZE: usize = 20_000;

#[derive(sqlx::FromRow)]
struct Freezing {
    id: RunId,
    newsletter_id: NewsletterId,
    freeze_cursor: i64,
    freeze_upper: i64,
    next_chunk: i64,
    started_at: i64,
    is_ranked: bool,
    segment: Option<Json<Segment>>,
    local_time: Option<Json<Schedule>>,
    ab_state: Option<String>,
    sample: Option<Json<Drawn>>,
}

/// Freezes the next part of the oldest audience that is not complete; resumes at its cursor after any crash.
pub async fn freeze(core: &Core) -> database::Result<bool> {
    const OPEN: &str = "SELECT id, newsletter_id, freeze_cursor, freeze_upper, next_chunk, started_at, is_ranked, \
        segment, local_time, ab_state, sample FROM campaign_runs WHERE state = 'preparing' AND state <> 'done' ORDER BY id LIMIT 1";
    let mut tx = core.db.read_by_key().await?;
    let open: Option<Freezing> =
        on_engine!(&mut tx, conn => sqlx::query_as(OPEN).fetch_optional(conn).await?);
    drop(tx);
    if open.is_none() {
        return Ok(false);
    }
    let mut tx = core.db.begin().await?;
    let lock = locking(&tx, " FOR UPDATE SKIP LOCKED");
    let run: Option<Freezing> = on_engine!(&mut tx, conn => {
        QueryBuilder::new(OPEN).push(lock).build_as().fetch_optional(conn).await?
    });
    // Another node is at it.
    let Some(run) = run else { return Ok(false) };
    let ids = subscribers::audience_after(
        &mut tx,
        run.newsletter_id,
        run.freeze_cursor,
        run.freeze_upper,
        FREEZE as i64,
    )
    .await?;
    let (found, last) = (ids.len(), ids.last().copied());
    let segment = run.segment.as_ref().map(|segment| segment.0);
    let ids = audience::narrow(&mut tx, run.newsletter_id, segment, ids).await?;
    let rules = Rules {
        newsletter_id: run.newsletter_id,
        started_at: run.started_at,
        is_ranked: run.is_ranked,
        local_time: run.local_time.as_ref().map(|schedule| schedule.0.clone()),
        test: draw(&mut tx, &run, &ids, last).await?,
    };
    let groups = audience::group(&mut tx, &rules, &ids).await?;
    let chunks = insert_chunks(&mut tx, &run, &groups, last).await?;
    count_sample(&mut tx, &run, rules.test.as_ref(), &ids).await?;
    let state = if found < FREEZE { "sending" } else { "preparing" };
    let frozen = runs::Frozen {
        cursor: last.unwrap_or(run.freeze_cursor),
        chunks,
        readers: ids.len() as i64,
        state,
        sample: rules.test.and_then(|test| test.drawn),
    };
    runs::freeze(&mut tx, run.id, frozen).await?;
    tx.commit().await?;
    Ok(true)
}

/// Draws who of these readers, up to the id `last`, is in the sample of the run's test. A run that an earlier version began
/// to freeze goes on as it did.
async fn draw(tx: &mut Tx, run: &Freezing, ids: &[i64], last: Option<i64>) -> database::Result<Option<Test>> {
    if run.ab_state.is_none() {
        return Ok(None);
    }
    let Some(plan) = plan_of(tx, run.id).await? else { return Ok(None) };
    let so_far = run.sample.as_ref().map(|drawn| drawn.0.clone());
    let mut drawn = so_far.or_else(|| (run.next_chunk == 0).then(Drawn::default));
    let mut nobody = HashSet::new();
    if let (Some(drawn), Some(last)) = (&mut drawn, last) {
        let standings = subscribers::standings(tx, run.newsletter_id, &subscriber_ids(ids)).await?;
        let (some, none): (Vec<i64>, Vec<i64>) =
            ids.iter().partition(|id| unsendable(standings.get(&SubscriberId::new(**id)).copied()).is_none());
        drawn.draw(plan, &some, last);
        nobody = none.into_iter().collect();
    }
    Ok(Some(Test { plan, drawn, nobody }))
}

/// Chunks of one step may overlap; the step's `last` reader bounds them all. Answers how many there are now.
async fn insert_chunks(
    tx: &mut Tx,
    run: &Freezing,
    groups: &Groups,
    last: Option<i64>,
) -> database::Result<i64> {
    let chunks: Vec<(i64, i16, &[i64])> = audience::chunks(groups).collect();
    if chunks.is_empty() {
        return Ok(0);
    }
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("INSERT INTO delivery_chunks (newsletter_id, run_id, chunk_no, priority, not_before, \
            first_id, last_id, span_last_id, readers, ids, is_open, is_packed) ");
        query.push_values(chunks.iter().enumerate(), |mut row, (i, (at, rank, part))| {
            row.push_bind(run.newsletter_id).push_bind(run.id).push_bind(run.next_chunk + i as i64).push_bind(*rank)
                .push_bind(*at).push_bind(part[0]).push_bind(part[part.len() - 1]).push_bind(last)
                .push_bind(part.len() as i64).push_bind(encode_ids(part)).push_bind(true).push_bind(true);
        });
        query.build().execute(conn).await.map(drop)
    })?;
    Ok(chunks.len() as i64)
}

/// How many readers of the sample each variant gets.
async fn count_sample(tx: &mut Tx, run: &Freezing, test: Option<&Test>, ids: &[i64]) -> database::Result<()> {
    let Some(test) = test else { return Ok(()) };
    let mut counts = vec![0i64; usize::from(test.plan.variants)];
    for variant in ids.iter().filter_map(|id| test.variant(*id)) {
        counts[usize::from(variant)] += 1;
    }
    runs::count_samples(tx, run.newsletter_id, run.id, &counts).await
}

#[derive(sqlx::FromRow)]
struct SendingRun {
    id: i64,
    campaign_id: CampaignId,
    newsletter_id: NewsletterId,
    author_id: AuthorId,
    epoch: i64,
    domain_id: Option<i64>,
    ab_rest: Option<i16>,
    sample: Option<Json<Drawn>>,
}

/// The runs whose campaign is being sent. An audience is sent while the rest of it is still being frozen,
/// unless it is ranked. A run whose domain has sent all that it may today waits for tomorrow.
pub async fn runs(ledger: &SqlLedger) -> database::Result<Vec<Arc<Run>>> {
    let mut tx = ledger.core.db.read_by_key().await?;
    let rows: Vec<SendingRun> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT r.id, r.campaign_id, r.newsletter_id, c.author_id, c.epoch, r.domain_id, r.ab_rest, r.sample FROM campaign_runs r \
         JOIN campaigns c ON c.id = r.campaign_id WHERE r.state <> 'done' AND c.status = 'sending' \
         AND (r.state = 'sending' OR NOT r.is_ranked) ORDER BY r.id")
        .fetch_all(conn).await?);
    let domains: HashSet<i64> = rows.iter().filter_map(|row| row.domain_id).collect();
    let domains: Vec<i64> = domains.into_iter().collect();
    let left = domains::limits::left_now(&mut tx, &domains, ledger.now()).await?;
    let mut runs = Vec::with_capacity(rows.len());
    for row in rows.into_iter().filter(|row| row.domain_id.and_then(|id| left.get(&id)) != Some(&0)) {
        let content = if let Some(content) = ledger.cached(row.id) {
            content
        } else {
            let bytes: Vec<u8> = on_engine!(&mut tx, conn => sqlx::query_scalar(
                "SELECT content FROM campaign_runs WHERE id = $1").bind(row.id).fetch_one(conn).await?);
            let run = (row.campaign_id, row.newsletter_id, row.domain_id);
            let content = Arc::new(Frozen::load(&ledger.core, &mut tx, run, &bytes).await?);
            ledger.cache(row.id, content.clone());
            content
        };
        if let Some(variant) = row.ab_rest {
            content.decide(variant);
        }
        if row.sample.is_some() {
            content.draw(row.sample.map(|drawn| drawn.0));
        }
        runs.push(Arc::new(Run {
            id: row.id,
            campaign_id: row.campaign_id.get(),
            newsletter_id: row.newsletter_id.get(),
            author_id: row.author_id.get(),
            epoch: row.epoch,
            content,
        }));
    }
    ledger.forget_all_but(&runs);
    Ok(runs)
}

/// Reads on what was decided and drawn of an A/B test since the run was read, up to this reader: readers who were just leased or claimed may
/// have come free by that.
async fn know_test(ledger: &SqlLedger, tx: &mut Tx, run_id: i64, subscriber_id: i64) -> database::Result<()> {
    let Some(content) = ledger.cached(run_id).filter(|content| content.is_test()) else { return Ok(()) };
    let lacks = content.lacks(subscriber_id);
    let (rest, sample): (Option<i16>, Option<Json<Drawn>>) = on_engine!(tx, conn => sqlx::query_as(
        "SELECT ab_rest, CASE WHEN $2 THEN sample END FROM campaign_runs WHERE id = $1")
        .bind(run_id).bind(lacks).fetch_one(conn).await?);
    if let Some(variant) = rest {
        content.decide(variant);
    }
    if lacks {
        content.draw(sample.map(|drawn| drawn.0));
    }
    Ok(())
}

/// Whether the campaign is still sent in this epoch; held until the commit on PostgreSQL.
async fn is_current(tx: &mut Tx, run: &Run) -> database::Result<bool> {
    let lock = locking(tx, " FOR SHARE");
    let epoch: Option<i64> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT epoch FROM campaigns WHERE status = 'sending' AND id = ");
        query.push_bind(run.campaign_id).push(lock);
        query.build_scalar().fetch_optional(conn).await?
    });
    Ok(epoch == Some(run.epoch))
}

#[derive(sqlx::FromRow)]
struct Leased {
    chunk_no: i64,
    last_id: i64,
    ids: Vec<u8>,
    lease_no: i64,
}

/// Leases the next free chunk: its readers of whom nothing is written down are this node's to send.
pub async fn lease(ledger: &SqlLedger, run: &Run) -> database::Result<Option<Lease>> {
    const FREE: &str = "FROM delivery_chunks WHERE is_open AND node_id IS NULL AND run_id = ";
    let now = ledger.now();
    let mut tx = ledger.core.db.read_by_key().await?;
    let free: Option<i64> = on_engine!(&mut tx, conn => {
        QueryBuilder::new("SELECT chunk_no ").push(FREE).push_bind(run.id).push(" AND not_before <= ").push_bind(now)
            .push(" LIMIT 1")
            .build_scalar().fetch_optional(conn).await?
    });
    drop(tx);
    if free.is_none() {
        return Ok(None);
    }
    let mut tx = ledger.core.db.begin_by_key().await?;
    if !is_current(&mut tx, run).await? {
        return Ok(None);
    }
    let lock = locking(&tx, " FOR UPDATE SKIP LOCKED");
    let leased: Option<Leased> = on_engine!(&mut tx, conn => {
        let mut query = QueryBuilder::new("UPDATE delivery_chunks SET node_id = ");
        query.push_bind(ledger.node_id).push(", lease_no = lease_no + 1 WHERE newsletter_id = ").push_bind(run.newsletter_id)
            .push(" AND run_id = ").push_bind(run.id).push(" AND chunk_no = (SELECT chunk_no ").push(FREE)
            .push_bind(run.id).push(" AND not_before <= ").push_bind(now).push(" ORDER BY priority, chunk_no LIMIT 1").push(lock)
            .push(") RETURNING chunk_no, last_id, ids, lease_no");
        query.build_as().fetch_optional(conn).await?
    });
    let Some(leased) = leased else { return Ok(None) };
    let (newsletter_id, run_id) = (NewsletterId::new(run.newsletter_id), RunId::new(run.id));
    let ids = decode_ids(&leased.ids);
    let known = marks::known(&mut tx, newsletter_id, run_id, leased.chunk_no, &ids).await?;
    know_test(ledger, &mut tx, run.id, leased.last_id).await?;
    tx.commit().await?;
    let ids: Vec<i64> = known.left(&ids).collect();
    let mut lease =
        Lease { chunk_no: leased.chunk_no, readers: Vec::with_capacity(ids.len()), unsendable: Vec::new() };
    let mut tx = ledger.core.db.read_ahead().await?;
    // Before the readers, in the same snapshot.
    let horizon = subscribers::departures_horizon(&mut tx).await?;
    for (id, reader) in readers(&mut tx, newsletter_id, &ids).await? {
        match reader {
            Ok(reader) => lease.readers.push(reader),
            Err((state, reason)) => lease.unsendable.push((id, state, reason)),
        }
    }
    drop(tx);
    let place = Place {
        newsletter_id: run.newsletter_id,
        run_id: run.id,
        chunk_no: leased.chunk_no,
        lease_no: leased.lease_no,
    };
    let sendable = lease.readers.iter().map(|reader| reader.id).collect();
    ledger.readings.lock().unwrap_or_else(PoisonError::into_inner).remember(place, horizon, sendable);
    Ok(Some(lease))
}

/// The ledger calculates with numbers.
fn subscriber_ids(ids: &[i64]) -> Vec<SubscriberId> {
    ids.iter().copied().map(SubscriberId::new).collect()
}

type Sendable = Result<Reader, (State, &'static str)>;

/// The readers in the order of the ids, each with what it takes to send to it or why it cannot be.
async fn readers(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[i64],
) -> database::Result<Vec<(i64, Sendable)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = subscribers::readers_by_ids(tx, newsletter_id, &subscriber_ids(ids)).await?;
    let mut found: std::collections::HashMap<i64, _> =
        rows.into_iter().map(|row| (row.id.get(), row)).collect();
    Ok(ids
        .iter()
        .map(|id| {
            let row = found.remove(id);
            if let Some(why) = unsendable(row.as_ref().map(subscribers::ReaderRow::standing)) {
                return (*id, Err(why));
            }
            (*id, row.map(reader).ok_or((State::Skipped, "The subscriber was removed.")))
        })
        .collect())
}

fn reader(row: subscribers::ReaderRow) -> Reader {
    Reader {
        id: row.id.get(),
        email: row.email,
        first_name: row.first_name,
        last_name: row.last_name,
        attributes: row.attributes,
    }
}

/// Claims rows whose next attempt is due.
pub async fn claim(
    ledger: &SqlLedger,
    run: &Run,
    attempt_id: i64,
    limit: usize,
) -> database::Result<Vec<Claim>> {
    let now = ledger.now().0;
    let mut tx = ledger.core.db.read_by_key().await?;
    let is_due = is_due(&mut tx, run, now).await?;
    drop(tx);
    if !is_due {
        return Ok(Vec::new());
    }
    let mut tx = ledger.core.db.begin_by_key().await?;
    if !is_current(&mut tx, run).await? {
        return Ok(Vec::new());
    }
    let mut rows: Vec<(i64, i16, i64)> = Vec::new();
    let mut deltas = Deltas::default();
    for state in [State::Queued, State::Deferred] {
        let taken = take_due(&mut tx, ledger.node_id, run, state, attempt_id, now, limit as i64).await?;
        deltas.add(run.id, state, -(taken.len() as i64));
        deltas.add(run.id, State::Claimed, taken.len() as i64);
        rows.extend(taken);
    }
    deltas.write(&mut tx).await?;
    if let Some(last) = rows.iter().map(|(id, ..)| *id).max() {
        know_test(ledger, &mut tx, run.id, last).await?;
    }
    tx.commit().await?;
    let ids: Vec<i64> = rows.iter().map(|(id, ..)| *id).collect();
    let mut tx = ledger.core.db.read_ahead().await?;
    let readers = readers(&mut tx, NewsletterId::new(run.newsletter_id), &ids).await?;
    Ok(rows
        .into_iter()
        .zip(readers)
        .map(|((subscriber_id, attempts, dated_at), (_, reader))| Claim {
            reader,
            subscriber_id,
            attempt_id,
            attempts,
            dated_at,
        })
        .collect())
}

async fn is_due(tx: &mut Tx, run: &Run, now: i64) -> database::Result<bool> {
    macro_rules! due {
        ($state:ident) => {
            concat!(
                "SELECT subscriber_id FROM deliveries WHERE run_id = $1 AND state = ",
                code!($state),
                " AND not_before <= $2 AND ",
                is_rare!()
            )
        };
    }
    let row: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        concat!(due!(Queued), " UNION ALL ", due!(Deferred), " LIMIT 1"))
        .bind(run.id).bind(now).fetch_optional(conn).await?);
    Ok(row.is_some())
}

async fn take_due(
    tx: &mut Tx,
    node_id: i64,
    run: &Run,
    state: State,
    attempt_id: i64,
    now: i64,
    limit: i64,
) -> database::Result<Vec<(i64, i16, i64)>> {
    let lock = locking(tx, " FOR UPDATE SKIP LOCKED");
    on_engine!(tx, conn => {
        // Chosen before anything is claimed: PostgreSQL would look for more in the place of those that it has just claimed.
        let mut query = QueryBuilder::new("WITH due AS MATERIALIZED (SELECT subscriber_id FROM deliveries WHERE run_id = ");
        query.push_bind(run.id).push(" AND state = ").push_bind(state.code()).push(" AND not_before <= ").push_bind(now)
            .push(concat!(" AND ", is_rare!(), " ORDER BY not_before, subscriber_id LIMIT ")).push_bind(limit).push(lock)
            .push(concat!(") UPDATE deliveries SET state = ", code!(Claimed), ", attempt_id = ")).push_bind(attempt_id)
            .push(", node_id = ").push_bind(node_id).push(", updated_at = ").push_bind(now)
            .push(" WHERE newsletter_id = ").push_bind(run.newsletter_id).push(" AND run_id = ").push_bind(run.id)
            .push(" AND subscriber_id IN (SELECT subscriber_id FROM due) RETURNING subscriber_id, attempts, dated_at");
        query.build_as().fetch_all(conn).await
    })
}
