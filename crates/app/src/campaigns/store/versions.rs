//! What campaigns said before, as rows. Each statement is for a campaign that was found for its author.

use database::{Result, Tx, on_engine};
use sqlx::types::Json;

use super::Campaign;
use crate::{CampaignId, Timestamp, campaigns::ab::AbTest, http::Page, templates::JsonText};

/// How many versions of a campaign are kept, the present state included.
pub const KEPT_VERSIONS: i64 = 50;
/// Saves of one writer within this time are one version, in milliseconds: an editor saves every few seconds.
pub const SITTING_MS: i64 = 5 * 60 * 1000;

/// What a campaign says, whoever gets it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Content {
    pub subject: String,
    pub preheader: Option<String>,
    /// Empty for none.
    pub html_content: String,
    pub text_content: Option<String>,
    pub blocks: Option<JsonText>,
    pub theme: Option<JsonText>,
    pub ab_test: Option<Json<AbTest>>,
}

impl Content {
    pub fn put_into(self, campaign: &mut Campaign) {
        campaign.subject = self.subject;
        campaign.preheader = self.preheader;
        campaign.html_content = self.html_content;
        campaign.text_content = self.text_content;
        campaign.blocks = self.blocks;
        campaign.theme = self.theme;
        campaign.ab_test = self.ab_test;
    }
}

/// When a version was saved, and by whom.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct At {
    pub revision: i64,
    pub api_key_id: Option<i64>,
    /// The first of the saves that it is made of, and the last.
    pub began_at: Timestamp,
    pub saved_at: Timestamp,
}

impl At {
    fn of(campaign: &Campaign, api_key_id: Option<i64>) -> Self {
        let at = campaign.updated_at;
        Self { revision: campaign.revision, api_key_id, began_at: at, saved_at: at }
    }
}

/// A version without its texts.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Saved {
    pub subject: String,
    #[sqlx(flatten)]
    pub at: At,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Version {
    #[sqlx(flatten)]
    pub content: Content,
    #[sqlx(flatten)]
    pub at: At,
}

/// Whether a save may be the end of the version before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitting {
    GoesOn,
    Apart,
}

/// Keeps what `after` says. A version is begun anew when time has passed, when another writer saves, and by a save that takes
/// half of the text away: what is gone can be fetched back.
pub async fn keep(
    tx: &mut Tx,
    before: &Campaign,
    after: &Campaign,
    api_key_id: Option<i64>,
    sitting: Sitting,
) -> Result<()> {
    if before.says_the_same(after) {
        return Ok(());
    }
    let latest = latest_two(tx, before.id).await?;
    let now = At::of(after, api_key_id);
    match latest.as_slice() {
        // What it said before it was first changed is one too.
        [] => insert(tx, before, At::of(before, None)).await?,
        [newest, _]
            if sitting == Sitting::GoesOn
                && newest.api_key_id == api_key_id
                && after.updated_at.0 - newest.began_at.0 < SITTING_MS
                && 2 * after.content_bytes() >= before.content_bytes() =>
        {
            return replace(tx, newest.revision, after, At { began_at: newest.began_at, ..now }).await;
        }
        _ => {}
    }
    insert(tx, after, now).await
}

/// The newest, and the one before.
async fn latest_two(tx: &mut Tx, id: CampaignId) -> Result<Vec<At>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT revision, api_key_id, began_at, saved_at FROM campaign_versions WHERE campaign_id = $1 \
         ORDER BY revision DESC LIMIT 2").bind(id).fetch_all(conn).await)
}

/// Adds a version and lets the oldest go.
async fn insert(tx: &mut Tx, campaign: &Campaign, at: At) -> Result<()> {
    on_engine!(&mut *tx, conn => sqlx::query(
        "INSERT INTO campaign_versions (campaign_id, revision, newsletter_id, api_key_id, began_at, saved_at, subject, preheader, \
         html_content, text_content, blocks, theme, ab_test) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")
        .bind(campaign.id).bind(at.revision).bind(campaign.newsletter_id).bind(at.api_key_id).bind(at.began_at).bind(at.saved_at)
        .bind(&campaign.subject).bind(&campaign.preheader).bind(&campaign.html_content).bind(&campaign.text_content)
        .bind(&campaign.blocks).bind(&campaign.theme).bind(&campaign.ab_test).execute(conn).await.map(drop))?;
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM campaign_versions WHERE campaign_id = $1 AND revision <= (SELECT revision FROM campaign_versions \
         WHERE campaign_id = $1 ORDER BY revision DESC LIMIT 1 OFFSET $2)")
        .bind(campaign.id).bind(KEPT_VERSIONS).execute(conn).await.map(drop))
}

/// Makes `campaign` what the version says that ended with the revision `old`.
async fn replace(tx: &mut Tx, old: i64, campaign: &Campaign, at: At) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_versions SET revision = $3, saved_at = $4, subject = $5, preheader = $6, html_content = $7, \
         text_content = $8, blocks = $9, theme = $10, ab_test = $11 WHERE campaign_id = $1 AND revision = $2")
        .bind(campaign.id).bind(old).bind(at.revision).bind(at.saved_at).bind(&campaign.subject).bind(&campaign.preheader)
        .bind(&campaign.html_content).bind(&campaign.text_content).bind(&campaign.blocks).bind(&campaign.theme)
        .bind(&campaign.ab_test).execute(conn).await.map(drop))
}

/// A page of a campaign's versions, newest first.
pub async fn versions(tx: &mut Tx, id: CampaignId, page: &Page) -> Result<Vec<Saved>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT revision, api_key_id, began_at, saved_at, subject FROM campaign_versions \
         WHERE campaign_id = $1 AND revision < $2 ORDER BY revision DESC LIMIT $3")
        .bind(id).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

/// How many there are, at most [`KEPT_VERSIONS`].
pub async fn count_versions(tx: &mut Tx, id: CampaignId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM campaign_versions WHERE campaign_id = $1")
        .bind(id).fetch_one(conn).await)
}

pub async fn version(tx: &mut Tx, id: CampaignId, revision: i64) -> Result<Option<Version>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT revision, api_key_id, began_at, saved_at, subject, preheader, html_content, text_content, blocks, theme, ab_test \
         FROM campaign_versions WHERE campaign_id = $1 AND revision = $2")
        .bind(id).bind(revision).fetch_optional(conn).await)
}

/// Nobody goes back to what a sent campaign said before.
pub async fn forget(tx: &mut Tx, id: CampaignId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM campaign_versions WHERE campaign_id = $1")
        .bind(id).execute(conn).await.map(drop))
}
