//! Captured mail as rows.

use std::collections::HashMap;

use database::{Result, Tx, column, on_engine};
use sqlx::AssertSqlSafe;

use super::model::CapturedMailKind;
use crate::{AuthorId, CampaignId, NewsletterId, SubscriberId, Timestamp, http::Page};

/// A mail to keep.
#[derive(Clone, Debug)]
pub struct NewMail {
    pub author_id: AuthorId,
    pub newsletter_id: Option<NewsletterId>,
    pub campaign_id: Option<CampaignId>,
    /// Of a campaign's mail.
    pub subscriber_id: Option<SubscriberId>,
    pub kind: CapturedMailKind,
    /// Without angle brackets.
    pub message_id: String,
    pub sender: String,
    pub recipient: String,
    /// Decoded.
    pub subject: String,
    /// The whole message, CRLF line ends.
    pub raw: Vec<u8>,
}

/// A mail as lists show it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Mail {
    pub id: i64,
    #[sqlx(try_from = "String")]
    pub kind: CapturedMailKind,
    pub campaign_id: Option<CampaignId>,
    pub newsletter_id: Option<NewsletterId>,
    pub sender: String,
    pub recipient: String,
    pub subject: String,
    pub size_bytes: i64,
    pub message_id: String,
    pub captured_at: Timestamp,
}

/// The kind of a row. A mail to somebody who reads a newsletter, or wants to, is kept as one about an account; one that no
/// campaign sent as one of a campaign.
macro_rules! kind {
    () => {
        "CASE WHEN kind = 'account' AND newsletter_id IS NOT NULL THEN 'reader' \
         WHEN kind = 'campaign' AND campaign_id IS NULL THEN 'message' ELSE kind END AS kind"
    };
}

/// What the table calls this kind.
fn stored(kind: CapturedMailKind) -> &'static str {
    match kind {
        CapturedMailKind::Reader => CapturedMailKind::Account.as_str(),
        CapturedMailKind::Message => CapturedMailKind::Campaign.as_str(),
        kind => kind.as_str(),
    }
}

macro_rules! columns {
    () => {
        "author_id, newsletter_id, campaign_id, subscriber_id, kind, message_id, sender, recipient, recipient_key, subject, \
         size_bytes, raw, captured_at"
    };
}

/// Keeps the mails. One statement on PostgreSQL; one prepared statement a row on SQLite, where that is the fastest.
pub async fn insert(tx: &mut Tx, mails: &[NewMail], now: Timestamp) -> Result<()> {
    match tx {
        Tx::Sqlite(t) => {
            for mail in mails {
                sqlx::query(concat!(
                    "INSERT INTO captured_mail (",
                    columns!(),
                    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
                ))
                .bind(mail.author_id)
                .bind(mail.newsletter_id)
                .bind(mail.campaign_id)
                .bind(mail.subscriber_id)
                .bind(stored(mail.kind))
                .bind(&mail.message_id)
                .bind(&mail.sender)
                .bind(&mail.recipient)
                .bind(mail.recipient.to_lowercase())
                .bind(&mail.subject)
                .bind(mail.raw.len() as i64)
                .bind(&mail.raw[..])
                .bind(now)
                .execute(&mut **t)
                .await?;
            }
            Ok(())
        }
        Tx::Postgres(t) => insert_postgres(t, mails, now).await,
    }
}

async fn insert_postgres(conn: &mut sqlx::PgConnection, mails: &[NewMail], now: Timestamp) -> Result<()> {
    sqlx::query(concat!(
        "INSERT INTO captured_mail (",
        columns!(),
        ") SELECT *, $13 FROM UNNEST($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], \
         $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::bytea[])"
    ))
    .bind(column(mails, |m| m.author_id))
    .bind(column(mails, |m| m.newsletter_id))
    .bind(column(mails, |m| m.campaign_id))
    .bind(column(mails, |m| m.subscriber_id))
    .bind(column(mails, |m| stored(m.kind)))
    .bind(column(mails, |m| m.message_id.as_str()))
    .bind(column(mails, |m| m.sender.as_str()))
    .bind(column(mails, |m| m.recipient.as_str()))
    .bind(column(mails, |m| m.recipient.to_lowercase()))
    .bind(column(mails, |m| m.subject.as_str()))
    .bind(column(mails, |m| m.raw.len() as i64))
    .bind(column(mails, |m| &m.raw[..]))
    .bind(now)
    .execute(conn)
    .await
    .map(drop)
}

/// The latest mail of a campaign to each of the readers; readers without one are left out. One statement.
pub async fn ids_for(
    tx: &mut Tx,
    campaign_id: CampaignId,
    subscriber_ids: &[SubscriberId],
) -> Result<HashMap<SubscriberId, i64>> {
    let rows: Vec<(SubscriberId, i64)> = match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(
                "SELECT subscriber_id, MAX(id) FROM captured_mail WHERE campaign_id = $1 \
                 AND subscriber_id IN (SELECT value FROM json_each($2)) GROUP BY subscriber_id",
            )
            .bind(campaign_id)
            .bind(serde_json::to_string(subscriber_ids).unwrap_or_default())
            .fetch_all(&mut **t)
            .await?
        }
        Tx::Postgres(t) => {
            sqlx::query_as(
                "SELECT subscriber_id, MAX(id) FROM captured_mail WHERE campaign_id = $1 AND subscriber_id = ANY($2) \
                 GROUP BY subscriber_id",
            )
            .bind(campaign_id)
            .bind(subscriber_ids)
            .fetch_all(&mut **t)
            .await?
        }
    };
    Ok(rows.into_iter().collect())
}

/// Which mails a list shows.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub campaign_id: Option<CampaignId>,
    pub newsletter_id: Option<NewsletterId>,
    pub kind: Option<CapturedMailKind>,
    /// A part of the recipient or the subject.
    pub q: Option<String>,
}

impl Filter {
    fn pattern(&self) -> Option<String> {
        self.q.as_ref().map(|q| format!("%{}%", database::escape_like(q)))
    }

    /// What a list reads from. Conditions on campaign and kind are written as equalities, so that the indexes of a
    /// campaign's mail and of mail about accounts are used.
    fn source(&self) -> String {
        let campaign = self.campaign_id.map_or("CAST($2 AS BIGINT) IS NULL", |_| "campaign_id = $2");
        let of_whom = match self.kind {
            Some(CapturedMailKind::Account) => " AND newsletter_id IS NULL",
            Some(CapturedMailKind::Reader) => " AND newsletter_id IS NOT NULL",
            Some(CapturedMailKind::Campaign) => " AND campaign_id IS NOT NULL",
            Some(CapturedMailKind::Message) => " AND campaign_id IS NULL",
            _ => "",
        };
        let kind =
            self.kind.map(|kind| format!(" AND kind = '{}'{of_whom}", stored(kind))).unwrap_or_default();
        format!(
            " FROM captured_mail WHERE author_id = $1 AND {campaign}{kind} \
             AND (CAST($3 AS BIGINT) IS NULL OR newsletter_id = $3) AND (CAST($4 AS TEXT) IS NULL \
             OR recipient_key LIKE LOWER($4) ESCAPE '\\' OR LOWER(subject) LIKE LOWER($4) ESCAPE '\\')"
        )
    }
}

/// A page of the author's mail, newest first.
pub async fn list(tx: &mut Tx, author_id: AuthorId, filter: &Filter, page: &Page) -> Result<Vec<Mail>> {
    let sql = format!(
        "SELECT id, {}, campaign_id, newsletter_id, sender, recipient, subject, size_bytes, message_id, captured_at{} \
         AND id < $5 ORDER BY id DESC LIMIT $6",
        kind!(),
        filter.source()
    );
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(author_id).bind(filter.campaign_id).bind(filter.newsletter_id).bind(filter.pattern())
        .bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

/// How many mails the list has; counting stops at `cap`. Without a search, and of all mail or of one campaign's, it reads
/// an index and no row.
pub async fn count(tx: &mut Tx, author_id: AuthorId, filter: &Filter, cap: i64) -> Result<i64> {
    match (filter.campaign_id, filter.newsletter_id, filter.kind, filter.pattern()) {
        (None, None, None, None) => on_engine!(tx, conn => sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT 1 FROM captured_mail WHERE author_id = $1 LIMIT $2) AS found")
            .bind(author_id).bind(cap).fetch_one(conn).await),
        (Some(campaign_id), None, None, None) => on_engine!(tx, conn => sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT 1 FROM captured_mail WHERE campaign_id = $2 AND EXISTS \
             (SELECT 1 FROM campaigns WHERE id = $2 AND author_id = $1) LIMIT $3) AS found")
            .bind(author_id).bind(campaign_id).bind(cap).fetch_one(conn).await),
        (campaign_id, newsletter_id, _, pattern) => {
            let sql = format!("SELECT COUNT(*) FROM (SELECT 1{} LIMIT $5) AS found", filter.source());
            on_engine!(tx, conn => sqlx::query_scalar(AssertSqlSafe(sql))
                .bind(author_id).bind(campaign_id).bind(newsletter_id).bind(pattern).bind(cap).fetch_one(conn).await)
        }
    }
}

pub async fn find(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Mail>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT id, ", kind!(), ", campaign_id, newsletter_id, sender, recipient, \
        subject, size_bytes, message_id, captured_at FROM captured_mail WHERE author_id = $1 AND id = $2")).bind(author_id).bind(id).fetch_optional(conn).await)
}

/// The whole message.
pub async fn raw(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Vec<u8>>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT raw FROM captured_mail WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(id).fetch_optional(conn).await)
}
