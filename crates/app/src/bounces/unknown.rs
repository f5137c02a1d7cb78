//! What came back and was not understood: kept for administrators, who see what is missing, bounded whatever comes.

use std::sync::{Mutex, PoisonError};

use database::{Result, Tx, on_engine};
use serde::Serialize;

use crate::{
    CampaignId, Core, NewsletterId, SubscriberId, Timestamp, clock, http::Page, links::Mailed, runs,
    secrets::sha256,
};

/// Octets kept of a mail: its header and what a server has to say.
const MAX_TEXT: usize = 16 << 10;
/// Mails kept that are proved to be about one of ours.
pub const MOST_PROVEN: i64 = 1000;
/// Mails kept that are not; so that whoever writes to a public address displaces nothing of worth.
pub const MOST_UNPROVEN: i64 = 200;
/// How long anything is kept, in milliseconds.
pub const AGE: i64 = 30 * clock::DAY;
/// Mails that a process keeps in a minute, of each sort; the rest is counted alone.
const A_MINUTE: u32 = 60;

/// Why an email that came back is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UnknownReportReason)]
pub enum Reason {
    /// A mail of ours failed, for a reason that we do not know.
    Unclear,
    /// It came to the address of a mail of ours and is no report that we know.
    Unknown,
    /// Nothing in it shows that it is about a mail of ours.
    Unproven,
}

const REASONS: [(Reason, &str); 3] =
    [(Reason::Unclear, "unclear"), (Reason::Unknown, "unknown"), (Reason::Unproven, "unproven")];

impl Reason {
    /// The name in the database, in JSON and in the figures.
    pub fn as_str(self) -> &'static str {
        REASONS.iter().find(|(reason, _)| *reason == self).map_or("", |(_, name)| name)
    }

    pub fn parse(name: &str) -> Option<Self> {
        REASONS.iter().find(|(_, known)| *known == name).map(|(reason, _)| *reason)
    }
}

impl TryFrom<String> for Reason {
    type Error = String;

    fn try_from(name: String) -> std::result::Result<Self, String> {
        Self::parse(&name).ok_or(name)
    }
}

/// An email that came back and was not understood.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct UnknownReport {
    pub id: i64,
    #[sqlx(try_from = "String")]
    pub reason: Reason,
    /// Of the email that it came back for; null when it is unproven.
    #[schema(required)]
    #[schema(value_type = Option<i64>)]
    pub newsletter_id: Option<NewsletterId>,
    #[schema(required)]
    #[schema(value_type = Option<i64>)]
    pub campaign_id: Option<CampaignId>,
    #[schema(required)]
    #[schema(value_type = Option<i64>)]
    pub subscriber_id: Option<SubscriberId>,
    /// Who wrote it, as it says itself.
    #[schema(required)]
    pub sender: Option<String>,
    #[schema(required)]
    pub subject: Option<String>,
    /// Of the whole email.
    pub size_bytes: i64,
    pub received_at: Timestamp,
}

/// The same with what it says.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct UnknownReportText {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub report: UnknownReport,
    /// The first 16 KiB of the email as it came, header and all. Text of a stranger: show it as text.
    pub text: String,
}

/// How many were kept in this minute, of those that are proved and of those that are not.
#[derive(Debug, Default)]
pub struct Intake(Mutex<[(i64, u32); 2]>);

impl Intake {
    fn takes(&self, reason: Reason, now: Timestamp) -> bool {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (minute, count) = &mut counts[usize::from(reason == Reason::Unproven)];
        let this = now.0.div_euclid(clock::MINUTE);
        if *minute != this {
            (*minute, *count) = (this, 0);
        }
        *count += 1;
        *count <= A_MINUTE
    }
}

/// Keeps a mail, unless it is known or too many came within this minute.
pub async fn keep(
    core: &Core,
    intake: &Intake,
    reason: Reason,
    mail: Option<Mailed>,
    raw: &[u8],
) -> Result<()> {
    let now = core.now();
    if !intake.takes(reason, now) {
        return Ok(());
    }
    let heading = returns::report::heading(raw);
    let text = String::from_utf8_lossy(&raw[..raw.len().min(MAX_TEXT)]).replace('\0', "");
    let mut tx = core.db.begin().await?;
    let run = match mail {
        Some(mail) => runs::find(&mut tx, mail.run_id).await?,
        None => None,
    };
    let subscriber_id = run.and(mail).map(|mail| mail.subscriber_id);
    on_engine!(&mut tx, conn => sqlx::query(
        "INSERT INTO unknown_reports (reason, newsletter_id, campaign_id, subscriber_id, sender, subject, text, size_bytes, \
         digest, received_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING")
        .bind(reason.as_str()).bind(run.map(|run| run.newsletter_id)).bind(run.map(|run| run.campaign_id))
        .bind(subscriber_id).bind(heading.from).bind(heading.subject).bind(text).bind(raw.len() as i64)
        .bind(sha256(raw)).bind(now).execute(conn).await.map(drop))?;
    displace(&mut tx).await?;
    tx.commit().await
}

/// Takes away all but the newest.
async fn displace(tx: &mut Tx) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM unknown_reports WHERE (reason = 'unproven' AND id <= (SELECT id FROM unknown_reports \
         WHERE reason = 'unproven' ORDER BY id DESC LIMIT 1 OFFSET $1)) OR (reason <> 'unproven' AND id <= \
         (SELECT id FROM unknown_reports WHERE reason <> 'unproven' ORDER BY id DESC LIMIT 1 OFFSET $2))")
        .bind(MOST_UNPROVEN).bind(MOST_PROVEN).execute(conn).await.map(drop))
}

/// Takes away what is older than [`AGE`].
pub async fn forget_old(core: &Core) -> Result<()> {
    let mut tx = core.db.begin().await?;
    let before = Timestamp(core.now().0 - AGE);
    on_engine!(&mut tx, conn => sqlx::query("DELETE FROM unknown_reports WHERE received_at < $1")
        .bind(before).execute(conn).await.map(drop))?;
    tx.commit().await
}

macro_rules! columns {
    ($rest:literal) => {
        concat!(
            "SELECT id, reason, newsletter_id, campaign_id, subscriber_id, sender, subject, size_bytes, received_at",
            $rest
        )
    };
}

/// A page of them, newest first.
pub async fn list(tx: &mut Tx, reason: Option<Reason>, page: &Page) -> Result<Vec<UnknownReport>> {
    on_engine!(tx, conn => sqlx::query_as(columns!(
        " FROM unknown_reports WHERE (CAST($1 AS TEXT) IS NULL OR reason = $1) AND id < $2 ORDER BY id DESC LIMIT $3"))
        .bind(reason.map(Reason::as_str)).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

pub async fn count(tx: &mut Tx, reason: Option<Reason>) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM unknown_reports WHERE (CAST($1 AS TEXT) IS NULL OR reason = $1)")
        .bind(reason.map(Reason::as_str)).fetch_one(conn).await)
}

pub async fn find(tx: &mut Tx, id: i64) -> Result<Option<UnknownReportText>> {
    on_engine!(tx, conn => sqlx::query_as(columns!(", text FROM unknown_reports WHERE id = $1"))
        .bind(id).fetch_optional(conn).await)
}

/// Whether there was such a mail.
pub async fn delete(tx: &mut Tx, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM unknown_reports WHERE id = $1")
        .bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))
}
