//! Domains and their records as rows.

use database::{Result, Tx, on_engine, push_list};
use sqlx::Build as _;

use super::{
    advice,
    model::{Domain, Status, Step},
    records::{Wanted, type_name},
};
use crate::removal::Removal;
use crate::{AuthorId, Timestamp, http::Page};

/// See [`Removal`].
pub const REMOVAL: Removal =
    Removal { at_once: &["DELETE FROM domains WHERE author_id = $1"], ..Removal::NONE };

macro_rules! columns {
    () => {
        "id, author_id, domain, notes, is_active, verification_status, status_reason, status_since, ses_verified, \
         ses_dkim_verified, has_ses_identity, ses_dkim_tokens, tracking_host, EXISTS (SELECT 1 FROM domain_records r \
         WHERE r.domain_id = domains.id AND r.purpose = 'tracking' AND r.status = 'found') AS is_tracking_found, \
         daily_send_limit, warm_up_from, metrics_since, metrics_sent, metrics_bounced, metrics_soft_bounced, metrics_complained, failures, checked_at, \
         next_check_at, verified_at, created_at, updated_at"
    };
}

/// A record as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Record {
    pub id: i64,
    pub purpose: String,
    pub record_type: String,
    pub name: String,
    pub value: String,
    pub ttl: Option<i64>,
    pub is_required: bool,
    pub status: String,
    /// JSON list.
    pub found: String,
    /// JSON list of its parts.
    pub advice: Option<String>,
    pub checked_at: Option<Timestamp>,
}

/// A change of state.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Change {
    pub status: String,
    pub reason: Option<String>,
    pub at: Timestamp,
}

/// Which of the domains that an author sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    pub shared: bool,
    pub own: bool,
    pub active_only: bool,
}

/// A shared domain, or one of the author's.
pub async fn find_visible(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Domain>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(),
        " FROM domains WHERE id = $1 AND (author_id IS NULL OR author_id = $2)"))
        .bind(id).bind(author_id).fetch_optional(conn).await)
}

/// Anybody's domain, for work that no author asked for.
pub async fn find_any(tx: &mut Tx, id: i64) -> Result<Option<Domain>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(), " FROM domains WHERE id = $1"))
        .bind(id).fetch_optional(conn).await)
}

/// Names of the domains that the author may send from now.
pub async fn verified_names(tx: &mut Tx, author_id: AuthorId) -> Result<Vec<String>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT DISTINCT domain FROM domains WHERE (author_id IS NULL OR author_id = $1) AND is_active \
         AND verification_status = 'verified' ORDER BY domain").bind(author_id).fetch_all(conn).await)
}

/// The shared domain of this name.
pub async fn find_shared(tx: &mut Tx, name: &str) -> Result<Option<Domain>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(),
        " FROM domains WHERE domain = $1 AND author_id IS NULL")).bind(name).fetch_optional(conn).await)
}

macro_rules! filtered {
    () => {
        " FROM domains WHERE ((author_id IS NULL AND $2) OR (author_id = $1 AND $3)) AND (is_active OR NOT $4)"
    };
}

/// A page of what the author sees, newest first.
pub async fn list(tx: &mut Tx, author_id: AuthorId, filter: Filter, page: &Page) -> Result<Vec<Domain>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(), filtered!(), " AND id < $5 ORDER BY id DESC LIMIT $6"))
        .bind(author_id).bind(filter.shared).bind(filter.own).bind(filter.active_only).bind(page.before_id())
        .bind(page.fetch()).fetch_all(conn).await)
}

pub async fn count(tx: &mut Tx, author_id: AuthorId, filter: Filter) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(concat!("SELECT COUNT(*)", filtered!()))
        .bind(author_id).bind(filter.shared).bind(filter.own).bind(filter.active_only).fetch_one(conn).await)
}

/// Domains that the author sees whose name has this text, for the search.
pub async fn named_like(
    tx: &mut Tx,
    author_id: AuthorId,
    pattern: &str,
    limit: i64,
) -> Result<Vec<(i64, String)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, domain FROM domains WHERE (author_id IS NULL OR author_id = $1) AND domain LIKE $2 ESCAPE '\\' \
         ORDER BY id DESC LIMIT $3")
        .bind(author_id).bind(pattern).bind(limit).fetch_all(conn).await)
}

/// Makes a domain whose records are still to be put into the DNS; answers its id.
pub async fn insert(
    tx: &mut Tx,
    owner: Option<AuthorId>,
    name: &str,
    notes: Option<&str>,
    daily_send_limit: i64,
    now: Timestamp,
) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO domains (author_id, domain, notes, is_active, verification_status, status_since, daily_send_limit, \
         metrics_since, next_check_at, created_at, updated_at) \
         VALUES ($1, $2, $3, TRUE, 'pending_dns', $5, $4, $5, $6, $5, $5) RETURNING id")
        .bind(owner).bind(name).bind(notes).bind(daily_send_limit).bind(now).bind(now.plus(crate::clock::MINUTE))
        .fetch_one(conn).await)
}

/// What an author changes; `None` stays.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    pub notes: Option<Option<String>>,
    pub is_active: Option<bool>,
    pub daily_send_limit: Option<i64>,
    /// The first day of the curve, or none.
    pub warm_up_from: Option<Option<i64>>,
    pub tracking_host: Option<Option<String>>,
}

pub async fn update(tx: &mut Tx, id: i64, edit: Edit, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE domains SET notes = CASE WHEN $2 THEN $3 ELSE notes END, is_active = COALESCE($4, is_active), \
         daily_send_limit = COALESCE($5, daily_send_limit), \
         warm_up_from = CASE WHEN $6 THEN $7 ELSE warm_up_from END, \
         tracking_host = CASE WHEN $8 THEN $9 ELSE tracking_host END, updated_at = $10 WHERE id = $1")
        .bind(id).bind(edit.notes.is_some()).bind(edit.notes.flatten()).bind(edit.is_active)
        .bind(edit.daily_send_limit).bind(edit.warm_up_from.is_some()).bind(edit.warm_up_from.flatten())
        .bind(edit.tracking_host.is_some()).bind(edit.tracking_host.flatten()).bind(now)
        .execute(conn).await.map(drop))
}

pub async fn delete(tx: &mut Tx, id: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM domains WHERE id = $1").bind(id).execute(conn).await.map(drop))
}

/// How many registrations there are of a name, of whomever.
pub async fn count_of_name(tx: &mut Tx, name: &str) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM domains WHERE domain = $1")
        .bind(name).fetch_one(conn).await)
}

/// Domains whose next look is due, the longest waiting first.
pub async fn due(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM domains WHERE next_check_at IS NOT NULL AND next_check_at <= $1 ORDER BY next_check_at LIMIT $2")
        .bind(now).bind(limit).fetch_all(conn).await)
}

/// Takes a due look for this node: false when another node has.
pub async fn take(tx: &mut Tx, id: i64, now: Timestamp, until: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE domains SET next_check_at = $3 WHERE id = $1 AND next_check_at IS NOT NULL AND next_check_at <= $2")
        .bind(id).bind(now).bind(until).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Writes where a look left the domain, and every state it went through.
pub async fn write_step(tx: &mut Tx, domain: &Domain, step: &Step, dkim: bool, now: Timestamp) -> Result<()> {
    let changed = !step.through.is_empty();
    let verified = changed && step.status.is_verified();
    on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE domains SET verification_status = $2, status_reason = $3, failures = $4, next_check_at = $5, \
         checked_at = $6, updated_at = $6, ses_dkim_verified = $7, \
         status_since = CASE WHEN $8 THEN $6 ELSE status_since END, \
         verified_at = CASE WHEN $9 THEN $6 ELSE verified_at END WHERE id = $1")
        .bind(domain.id).bind(step.status.as_str()).bind(&step.reason).bind(step.failures).bind(step.next_check_at)
        .bind(now).bind(dkim).bind(changed).bind(verified).execute(conn).await.map(drop))?;
    for status in &step.through {
        let reason = if *status == step.status { step.reason.as_deref() } else { None };
        history_add(tx, domain.id, *status, reason, now).await?;
    }
    Ok(())
}

pub async fn history_add(
    tx: &mut Tx,
    id: i64,
    status: Status,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO domain_history (domain_id, status, reason, at) VALUES ($1, $2, $3, $4)")
        .bind(id).bind(status.as_str()).bind(reason).bind(now).execute(conn).await.map(drop))
}

/// The latest changes of state, newest first.
pub async fn history(tx: &mut Tx, id: i64, limit: i64) -> Result<Vec<Change>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT status, reason, at FROM domain_history WHERE domain_id = $1 ORDER BY id DESC LIMIT $2")
        .bind(id).bind(limit).fetch_all(conn).await)
}

/// What Amazon SES says of the domain.
pub async fn set_ses(
    tx: &mut Tx,
    id: i64,
    (has_identity, verified): (bool, bool),
    tokens: &[String],
) -> Result<()> {
    let tokens = serde_json::to_string(tokens).unwrap_or_else(|_| "[]".into());
    on_engine!(tx, conn => sqlx::query(
        "UPDATE domains SET has_ses_identity = $2, ses_verified = $3, ses_dkim_tokens = $4 WHERE id = $1")
        .bind(id).bind(has_identity).bind(verified).bind(tokens).execute(conn).await.map(drop))
}

/// The domain's records, in the order in which they were asked for.
pub async fn records(tx: &mut Tx, id: i64) -> Result<Vec<Record>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, purpose, record_type, name, value, ttl, is_required, status, found, advice, checked_at \
         FROM domain_records WHERE domain_id = $1 ORDER BY id")
        .bind(id).fetch_all(conn).await)
}

/// Makes the kept records those that are wanted. One whose value changed has to be looked up again.
pub async fn sync_records(tx: &mut Tx, id: i64, wanted: &[Wanted]) -> Result<()> {
    let kept = records(tx, id).await?;
    for record in &kept {
        if !wanted.iter().any(|w| w.purpose == record.purpose && w.name == record.name) {
            on_engine!(&mut *tx, conn => sqlx::query("DELETE FROM domain_records WHERE id = $1")
                .bind(record.id).execute(conn).await.map(drop))?;
        }
    }
    for w in wanted {
        let known = kept.iter().any(|r| {
            (r.purpose.as_str(), r.name.as_str(), r.value.as_str())
                == (w.purpose, w.name.as_str(), w.value.as_str())
                && (r.record_type.as_str(), r.is_required) == (type_name(w.record_type), w.is_required)
        });
        if known {
            continue;
        }
        on_engine!(&mut *tx, conn => sqlx::query(
            "INSERT INTO domain_records (domain_id, purpose, record_type, name, value, ttl, is_required) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (domain_id, purpose, name) DO UPDATE SET \
             record_type = $3, value = $5, ttl = $6, is_required = $7, status = 'unchecked', found = '[]', advice = NULL")
            .bind(id).bind(w.purpose).bind(type_name(w.record_type)).bind(&w.name).bind(&w.value).bind(w.ttl)
            .bind(w.is_required).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// What a look-up found.
pub async fn set_record(tx: &mut Tx, record: &Record, checked: &dns::Checked, now: Timestamp) -> Result<()> {
    let status = match checked.status {
        dns::Status::Found => "found",
        dns::Status::Missing => "missing",
        dns::Status::Wrong => "wrong",
        dns::Status::Unknown => "unknown",
    };
    let found = serde_json::to_string(&checked.found).unwrap_or_else(|_| "[]".into()).replace("\\u0000", "");
    on_engine!(tx, conn => sqlx::query(
        "UPDATE domain_records SET status = $2, found = $3, advice = $4, checked_at = $5 WHERE id = $1 AND value = $6")
        .bind(record.id).bind(status).bind(found).bind(checked.advice.as_ref().map(advice::write)).bind(now).bind(&record.value)
        .execute(conn).await.map(drop))
}

/// Mails of the day that were written and not refused.
pub async fn sent_on(tx: &mut Tx, ids: &[i64], day: i64) -> Result<Vec<(i64, i64)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new("SELECT domain_id, sent FROM domain_days WHERE day = ");
        query.push_bind(day).push(" AND domain_id IN ");
        push_list(&mut query, ids.iter().copied());
        query.build_as().fetch_all(conn).await
    })
}
