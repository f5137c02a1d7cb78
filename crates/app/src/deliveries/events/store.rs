//! Events as rows.

use database::{Result, Tx, on_engine, push_list};
use sqlx::Build as _;

use super::{DeliveryEventKind, Event};
use crate::{
    NewsletterId, RunId, SubscriberId, Timestamp,
    deliveries::{
        marks::{self, Damaged},
        sql::code,
        store::is_known,
    },
    runs::{RunRef, State},
};

/// Characters of a server's words that are kept.
const MAX_DETAIL: usize = 500;

/// Something that happened to a mail, as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EventRow {
    pub subscriber_id: SubscriberId,
    pub kind: String,
    pub source: String,
    pub enhanced_code: Option<String>,
    pub detail: Option<String>,
    pub at: Timestamp,
}

/// False when this kind of thing is known of the mail already. `counts`: it speaks against the mailbox.
pub async fn insert(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: SubscriberId,
    event: Event<'_>,
    counts: bool,
    now: Timestamp,
) -> Result<bool> {
    if !is_known(tx, run, subscriber_id).await? {
        return Ok(false);
    }
    let detail: Option<String> =
        event.detail.map(|text| text.chars().filter(|c| *c != '\0').take(MAX_DETAIL).collect());
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO delivery_events (newsletter_id, run_id, subscriber_id, kind, source, enhanced_code, detail, at, \
         counts) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING")
        .bind(run.newsletter_id).bind(run.id).bind(subscriber_id).bind(event.kind.as_str()).bind(event.source)
        .bind(event.enhanced_code).bind(detail).bind(now).bind(counts)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// What happened to the mails of these readers in a run, oldest first.
pub async fn events_of(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    readers: &[SubscriberId],
) -> Result<Vec<EventRow>> {
    if readers.is_empty() {
        return Ok(Vec::new());
    }
    on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT subscriber_id, kind, source, enhanced_code, detail, at FROM delivery_events WHERE newsletter_id = ");
        query.push_bind(newsletter_id).push(" AND run_id = ").push_bind(run_id).push(" AND subscriber_id IN ");
        push_list(&mut query, readers.iter().copied());
        query.push(" ORDER BY at, kind");
        query.build_as().fetch_all(conn).await
    })
}

/// Readers of a run to whose mail this happened, ascending.
pub async fn readers_with(
    tx: &mut Tx,
    run_id: RunId,
    kind: DeliveryEventKind,
    after: i64,
    limit: i64,
) -> Result<Vec<SubscriberId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT subscriber_id FROM delivery_events WHERE run_id = $1 AND kind = $2 AND subscriber_id > $3 \
         ORDER BY subscriber_id LIMIT $4")
        .bind(run_id).bind(kind.as_str()).bind(after).bind(limit).fetch_all(conn).await)
}

/// The latest runs whose mail to the reader came back from a full or disabled mailbox, and when.
pub async fn soft_bounces(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
    most: usize,
) -> Result<Vec<(RunId, Timestamp)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT run_id, at FROM delivery_events WHERE newsletter_id = $1 AND subscriber_id = $2 AND counts \
         ORDER BY run_id DESC LIMIT $3")
        .bind(newsletter_id).bind(subscriber_id).bind(most as i64).fetch_all(conn).await)
}

/// Whether the reader has opened or clicked any mail for the first time since then.
pub async fn read_since(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
    since: Timestamp,
) -> Result<bool> {
    // A row of each run by its key: an answer that is one value is looked up like that, whatever the table looks like.
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM campaign_runs r WHERE r.newsletter_id = $1 AND r.forgotten_at IS NULL AND \
         (SELECT g.opened_at > $3 OR g.clicked_at > $3 FROM engagements g WHERE g.newsletter_id = $1 AND g.run_id = r.id \
          AND g.subscriber_id = $2))")
        .bind(newsletter_id).bind(subscriber_id).bind(since).fetch_one(conn).await)
}

/// Whether a mail of a later run reached the reader: its server said so, it was opened or clicked, or it was sent before
/// `settled` and nothing came back.
pub async fn arrived_after(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
    run_id: RunId,
    settled: Timestamp,
) -> Result<bool> {
    // Of each run that nothing came back of, one row by its key: whether it is known to have arrived by more than its mark.
    let later: Vec<(RunId, bool)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        concat!("SELECT r.id, EXISTS (SELECT 1 FROM deliveries d WHERE d.newsletter_id = $1 AND d.run_id = r.id \
                 AND d.subscriber_id = $2 AND d.state = ", code!(Sent), " AND d.updated_at <= $4) \
             OR EXISTS (SELECT 1 FROM delivery_events e WHERE e.newsletter_id = $1 AND e.run_id = r.id \
                 AND e.subscriber_id = $2 AND e.kind = 'delivered') \
             OR EXISTS (SELECT 1 FROM engagements g WHERE g.newsletter_id = $1 AND g.run_id = r.id \
                 AND g.subscriber_id = $2) \
         FROM campaign_runs r WHERE r.newsletter_id = $1 AND r.id > $3 \
         AND NOT EXISTS (SELECT 1 FROM delivery_events b WHERE b.newsletter_id = $1 AND b.run_id = r.id \
             AND b.subscriber_id = $2 AND b.kind IN ('bounced', 'soft_bounced')) ORDER BY r.id DESC"))
        .bind(newsletter_id).bind(subscriber_id).bind(run_id).bind(settled).fetch_all(conn).await?);
    if later.iter().any(|(_, arrived)| *arrived) {
        return Ok(true);
    }
    for (run_id, _) in later {
        let marks = marks::of_readers(tx, newsletter_id, run_id, &[subscriber_id]).await;
        // Nobody is suppressed for what cannot be read.
        let Ok(marks) = Damaged::apart(marks)? else { return Ok(true) };
        if marks.iter().any(|mark| mark.state == State::Sent && mark.at <= settled) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Forgets the hard bounces of a run that its mail server answered since then; whose they were, and when.
pub async fn forget_bounces(
    tx: &mut Tx,
    run: RunRef,
    since: Timestamp,
) -> Result<Vec<(SubscriberId, Timestamp)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "DELETE FROM delivery_events WHERE newsletter_id = $1 AND run_id = $2 AND kind = 'bounced' AND source = 'smtp' \
         AND at >= $3 RETURNING subscriber_id, at")
        .bind(run.newsletter_id).bind(run.id).bind(since).fetch_all(conn).await)
}

/// Forgets of so many mails of a run that their servers took them; of how many.
pub async fn forget_delivered(tx: &mut Tx, run: RunRef, most: i64) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM delivery_events WHERE newsletter_id = $1 AND run_id = $2 AND kind = 'delivered' AND subscriber_id IN \
         (SELECT subscriber_id FROM delivery_events WHERE run_id = $2 AND kind = 'delivered' ORDER BY subscriber_id LIMIT $3)")
        .bind(run.newsletter_id).bind(run.id).bind(most).execute(conn).await.map(|done| done.rows_affected()))
}

#[cfg(test)]
mod tests {
    use database::both_engines;

    use super::*;
    use crate::{deliveries::tests::Scene, runs};

    both_engines!(who_was_plainly_sent_to_a_while_ago_and_nothing_came_back_has_got_it, engine => {
        let s = Scene::new(engine, 2).await;
        let sender = s.start();
        s.post("/send").await.expect(202);
        s.until("sent").await;
        sender.stop().await;
        let mut tx = s.t.app.db.begin().await.unwrap();
        let run = runs::latest(&mut tx, s.campaign_id).await.unwrap().unwrap();
        let reader = s.everybody().await[0].subscriber_id;
        let now = s.t.clock.now();
        for (after, settled, arrived) in [(0, now.0, true), (0, now.0 - 1_000, false), (run.id.get(), now.0, false)] {
            let found = arrived_after(&mut tx, s.newsletter_id, reader, RunId::new(after), Timestamp(settled)).await.unwrap();
            assert_eq!(found, arrived, "after {after}, settled {settled}");
        }
        on_engine!(&mut tx, conn => sqlx::query("UPDATE delivery_marks SET in_flight = sent, sent = in_flight")
            .execute(conn).await.map(drop)).unwrap();
        assert!(!arrived_after(&mut tx, s.newsletter_id, reader, RunId::new(0), now).await.unwrap(), "in flight");
    });
}
