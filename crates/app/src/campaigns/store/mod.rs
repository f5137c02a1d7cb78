//! Campaigns as rows.

use database::{Result, Tx, on_engine, push_list};
use futures::future::BoxFuture;
use sqlx::{Build as _, types::Json};

use super::{
    ab::AbTest,
    model::{OriginKind, Status},
};
use crate::{
    AuthorId, CampaignId, NewsletterId, Timestamp,
    calendar::{Repeat, Schedule},
    events::{self, CampaignEvent},
    newsletters::{self, InDoubtPolicy},
    redact,
    runs::Segment,
    templates::JsonText,
};

/// Everything that is kept of a campaign.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Campaign {
    pub id: CampaignId,
    pub author_id: AuthorId,
    pub newsletter_id: NewsletterId,
    pub subject: String,
    pub preheader: Option<String>,
    /// Empty for none.
    pub html_content: String,
    pub text_content: Option<String>,
    pub blocks: Option<JsonText>,
    pub theme: Option<JsonText>,
    /// Rises with every saved change.
    pub revision: i64,
    /// Who of the audience gets it; everyone when absent.
    pub segment: Option<Json<Segment>>,
    pub ab_test: Option<Json<AbTest>>,
    pub schedule: Option<Json<Schedule>>,
    pub repeat: Option<Json<Repeat>>,
    /// Issues that a repeating campaign has made, and the latest of them.
    pub repeat_times: i64,
    pub last_issue_id: Option<CampaignId>,
    pub origin_kind: Option<OriginKind>,
    pub origin_id: Option<CampaignId>,
    #[sqlx(try_from = "String")]
    pub status: Status,
    pub pause_reason: Option<String>,
    /// Rises on every pause, resume and cancel.
    pub epoch: i64,
    #[sqlx(try_from = "String")]
    pub in_doubt_policy: InDoubtPolicy,
    pub scheduled_at: Option<Timestamp>,
    pub started_at: Option<Timestamp>,
    pub sent_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl TryFrom<String> for Status {
    type Error = super::model::UnknownName;

    fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
        text.parse()
    }
}

macro_rules! columns {
    () => {
        "id, author_id, newsletter_id, subject, preheader, html_content, text_content, blocks, theme, revision, segment, ab_test, \
         schedule, repeat, repeat_times, last_issue_id, origin_kind, origin_id, status, pause_reason, epoch, in_doubt_policy, scheduled_at, started_at, sent_at, created_at, updated_at"
    };
}

// Behind the macro, which they use.
mod calendar;
mod lists;
mod versions;

pub use calendar::{advance, clear_schedule, due, feed, issued, outdated, schedule, set_feed, unschedule};
pub use lists::{Filter, PAGE_BYTES, count, count_in, list, list_whole};
pub use versions::{At, Saved, Sitting, Version, count_versions, keep, version, versions};
#[cfg(test)]
pub use versions::{KEPT_VERSIONS, SITTING_MS};

const FIND: &str =
    concat!("SELECT ", columns!(), " FROM campaigns WHERE id = $3 AND newsletter_id = $2 AND author_id = $1");
const FIND_LOCKED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM campaigns WHERE id = $3 AND newsletter_id = $2 AND author_id = $1 FOR UPDATE"
);

/// A campaign of one of the author's newsletters.
pub async fn find(
    tx: &mut Tx,
    author_id: AuthorId,
    newsletter_id: NewsletterId,
    id: CampaignId,
) -> Result<Option<Campaign>> {
    on_engine!(tx, conn => sqlx::query_as(FIND).bind(author_id).bind(newsletter_id).bind(id).fetch_optional(conn).await)
}

/// The same, and nobody changes it before this transaction ends. (On SQLite a writing transaction is alone anyway.)
pub async fn find_locked(
    tx: &mut Tx,
    author_id: AuthorId,
    newsletter_id: NewsletterId,
    id: CampaignId,
) -> Result<Option<Campaign>> {
    let sql = match tx.engine() {
        database::Engine::Sqlite => FIND,
        database::Engine::Postgres => FIND_LOCKED,
    };
    on_engine!(tx, conn => sqlx::query_as(sql).bind(author_id).bind(newsletter_id).bind(id).fetch_optional(conn).await)
}

/// A campaign whoever's it is: for what runs without a request.
pub async fn find_any(tx: &mut Tx, id: CampaignId) -> Result<Option<Campaign>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(), " FROM campaigns WHERE id = $1"))
        .bind(id).fetch_optional(conn).await)
}

impl Campaign {
    /// Whether there is anything to send.
    pub fn has_content(&self) -> bool {
        let text = self.text_content.as_deref().unwrap_or_default();
        !self.html_content.trim().is_empty() || !text.trim().is_empty()
    }

    /// Whether an author would see a difference in what may be edited.
    pub fn is_edited_as(&self, other: &Self) -> bool {
        self.says_the_same(other)
            && self.in_doubt_policy == other.in_doubt_policy
            && self.segment == other.segment
    }

    /// Whether all that a version keeps is the same.
    fn says_the_same(&self, other: &Self) -> bool {
        self.subject == other.subject
            && self.preheader == other.preheader
            && self.html_content == other.html_content
            && self.text_content == other.text_content
            && self.blocks == other.blocks
            && self.theme == other.theme
            && self.ab_test == other.ab_test
    }

    fn content_bytes(&self) -> usize {
        let json = |part: &Option<JsonText>| part.as_ref().map_or(0, |json| json.as_str().len());
        self.html_content.len()
            + json(&self.blocks)
            + json(&self.theme)
            + self.text_content.as_ref().map_or(0, String::len)
    }
}

/// What a new campaign starts with; the rest is a draft's.
#[derive(Clone, Debug)]
pub struct Draft {
    pub author_id: AuthorId,
    pub newsletter_id: NewsletterId,
    pub subject: String,
    pub preheader: Option<String>,
    pub html_content: String,
    pub text_content: Option<String>,
    pub blocks: Option<JsonText>,
    pub theme: Option<JsonText>,
    pub segment: Option<Segment>,
    pub ab_test: Option<AbTest>,
    pub in_doubt_policy: InDoubtPolicy,
    pub origin: Option<(OriginKind, CampaignId)>,
}

impl Draft {
    /// The same content once more; an A/B test is a matter of the campaign that it was made for.
    pub fn copy_of(campaign: &Campaign, kind: OriginKind) -> Self {
        Self {
            author_id: campaign.author_id,
            newsletter_id: campaign.newsletter_id,
            subject: campaign.subject.clone(),
            preheader: campaign.preheader.clone(),
            html_content: campaign.html_content.clone(),
            text_content: campaign.text_content.clone(),
            blocks: campaign.blocks.clone(),
            theme: campaign.theme.clone(),
            segment: campaign.segment.as_ref().map(|segment| segment.0),
            ab_test: campaign.ab_test.as_ref().map(|test| test.0.clone()),
            in_doubt_policy: campaign.in_doubt_policy,
            origin: Some((kind, campaign.id)),
        }
    }
}

pub async fn insert(tx: &mut Tx, draft: &Draft, now: Timestamp) -> Result<Campaign> {
    on_engine!(tx, conn => sqlx::query_as(concat!(
        "INSERT INTO campaigns (author_id, newsletter_id, subject, preheader, html_content, text_content, blocks, theme, \
         segment, status, in_doubt_policy, created_at, updated_at, ab_test, origin_kind, origin_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'draft', $10, $11, $11, $12, $13, $14) RETURNING ", columns!()))
        .bind(draft.author_id).bind(draft.newsletter_id).bind(&draft.subject).bind(&draft.preheader)
        .bind(&draft.html_content).bind(&draft.text_content).bind(&draft.blocks).bind(&draft.theme)
        .bind(draft.segment.map(Json)).bind(draft.in_doubt_policy.as_str()).bind(now)
        .bind(draft.ab_test.as_ref().map(Json)).bind(draft.origin.map(|(kind, _)| kind)).bind(draft.origin.map(|(_, id)| id))
        .fetch_one(conn).await)
}

/// Writes the fields that an author may change; `campaign` was read by [`find_locked`] in this transaction.
pub async fn update(tx: &mut Tx, campaign: &Campaign) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaigns SET subject = $2, preheader = $3, html_content = $4, text_content = $5, blocks = $6, theme = $7, \
         revision = $8, segment = $9, in_doubt_policy = $10, updated_at = $11, ab_test = $12 WHERE id = $1")
        .bind(campaign.id).bind(&campaign.subject).bind(&campaign.preheader).bind(&campaign.html_content)
        .bind(&campaign.text_content).bind(&campaign.blocks).bind(&campaign.theme).bind(campaign.revision).bind(campaign.segment)
        .bind(campaign.in_doubt_policy.as_str()).bind(campaign.updated_at).bind(&campaign.ab_test).execute(conn).await.map(drop))
}

/// Deletes it with its runs and its captured mail.
pub async fn delete(tx: &mut Tx, id: CampaignId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM campaigns WHERE id = $1").bind(id).execute(conn).await.map(drop))
}

/// A change of state and what goes with it.
#[derive(Clone, Copy, Debug)]
pub struct Transition<'a> {
    /// The states it may start from.
    pub from: &'a [Status],
    pub to: Status,
    /// Pause, resume and cancel: no commit point of the older epoch succeeds after this.
    pub raise_epoch: bool,
    /// Replaces the reason that is there.
    pub pause_reason: Option<&'a str>,
    /// Kept as it is when `None`.
    pub started_at: Option<Timestamp>,
    /// Kept as it is when `None`.
    pub sent_at: Option<Timestamp>,
    /// It must be in this epoch, if given.
    pub epoch: Option<i64>,
}

impl<'a> Transition<'a> {
    pub fn new(from: &'a [Status], to: Status) -> Self {
        Self {
            from,
            to,
            raise_epoch: false,
            pause_reason: None,
            started_at: None,
            sent_at: None,
            epoch: None,
        }
    }
}

/// One conditional update: of two concurrent changes one wins. False when the campaign is in none of the states.
pub async fn set_status(
    tx: &mut Tx,
    id: CampaignId,
    change: &Transition<'_>,
    now: Timestamp,
) -> Result<bool> {
    let Some(&last) = change.from.last() else { return Ok(false) };
    let from: Vec<&str> =
        (0..Status::ALL.len()).map(|i| change.from.get(i).copied().unwrap_or(last).as_str()).collect();
    let changed = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE campaigns SET status = $2, epoch = epoch + $3, pause_reason = $4, started_at = COALESCE($5, started_at), \
         sent_at = COALESCE($6, sent_at), updated_at = $7 WHERE id = $1 AND status IN ($8, $9, $10, $11, $12, $13) \
         AND (CAST($14 AS BIGINT) IS NULL OR epoch = $14)")
        .bind(id).bind(change.to.as_str()).bind(i64::from(change.raise_epoch)).bind(change.pause_reason)
        .bind(change.started_at).bind(change.sent_at).bind(now)
        .bind(from[0]).bind(from[1]).bind(from[2]).bind(from[3]).bind(from[4]).bind(from[5]).bind(change.epoch)
        .execute(conn).await.map(|done| done.rows_affected() == 1))?;
    if changed {
        super::state_events::record_state(tx, id, now).await?;
    }
    Ok(changed)
}

/// The subjects of campaigns that others were made from.
pub async fn subjects(
    tx: &mut Tx,
    author_id: AuthorId,
    ids: &[CampaignId],
) -> Result<std::collections::HashMap<CampaignId, String>> {
    if ids.is_empty() {
        return Ok(std::collections::HashMap::new());
    }
    let rows: Vec<(CampaignId, String)> = on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new("SELECT id, subject FROM campaigns WHERE author_id = ");
        query.push_bind(author_id).push(" AND id IN ");
        push_list(&mut query, ids.iter().copied());
        query.build_as().fetch_all(conn).await?
    });
    Ok(rows.into_iter().collect())
}

/// Pauses a campaign that is being sent (in this epoch, if one is given) and tells its author why: on the dashboard, by
/// mail and by webhook. The campaign, if it was. Whatever stops a campaign but a person does it by this.
pub async fn pause_by_itself(
    tx: &mut Tx,
    id: CampaignId,
    epoch: Option<i64>,
    reason: &str,
    now: Timestamp,
) -> Result<Option<Campaign>> {
    let change = Transition {
        raise_epoch: true,
        pause_reason: Some(reason),
        epoch,
        ..Transition::new(&[Status::Sending], Status::Paused)
    };
    if !set_status(tx, id, &change, now).await? {
        return Ok(None);
    }
    let campaign = find_any(tx, id).await?;
    if let Some(campaign) = &campaign {
        let event = CampaignEvent::PausedItself {
            campaign_id: id,
            newsletter_id: campaign.newsletter_id,
            subject: &campaign.subject,
            reason,
        };
        events::record(tx, campaign.author_id, event, now).await?;
        let (newsletter_id, author_id) = (campaign.newsletter_id.get(), campaign.author_id.get());
        let reason = redact::addresses(reason);
        tx.then(move || {
            tracing::warn!(
                campaign_id = id.get(),
                newsletter_id,
                author_id,
                reason,
                "a campaign paused itself"
            );
        });
    }
    Ok(campaign)
}

/// The latest campaigns that paused themselves, with their reasons, and how many there are.
pub async fn paused_by_themselves(tx: &mut Tx, limit: i64) -> Result<(Vec<(CampaignId, String)>, i64)> {
    let latest = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT id, pause_reason FROM campaigns WHERE status = 'paused' AND pause_reason IS NOT NULL \
         ORDER BY updated_at DESC, id DESC LIMIT $1").bind(limit).fetch_all(conn).await?);
    let all = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM campaigns WHERE status = 'paused' AND pause_reason IS NOT NULL").fetch_one(conn).await?);
    Ok((latest, all))
}

/// Authors of whom a campaign is being sent.
pub async fn authors_who_send(tx: &mut Tx) -> Result<Vec<AuthorId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT DISTINCT author_id FROM campaigns WHERE status = 'sending' ORDER BY author_id").fetch_all(conn).await)
}

/// Campaigns that are being sent, and campaigns whose time has come.
pub fn in_flight(tx: &mut Tx, now: Timestamp) -> BoxFuture<'_, database::Result<(i64, i64)>> {
    Box::pin(async move {
        on_engine!(tx, conn => sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM campaigns WHERE status = 'sending'), \
             (SELECT COUNT(*) FROM campaigns WHERE status = 'scheduled' AND scheduled_at <= $1)")
            .bind(now).fetch_one(conn).await)
    })
}

/// Stops what a request that was under way when its author was deleted may have started.
pub async fn stop_all(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaigns SET status = 'cancelled', epoch = epoch + 1, scheduled_at = NULL WHERE author_id = $1 \
         AND status IN ('scheduled', 'sending', 'paused')").bind(author_id).execute(conn).await.map(drop))
}

/// Makes a campaign that is being sent in this epoch a sent one; false when it is not, any more.
pub async fn complete(tx: &mut Tx, id: CampaignId, epoch: i64, now: Timestamp) -> Result<bool> {
    let changed = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE campaigns SET status = 'sent', sent_at = $3, updated_at = $3 \
         WHERE id = $1 AND epoch = $2 AND status = 'sending'")
        .bind(id).bind(epoch).bind(now).execute(conn).await?.rows_affected());
    if changed > 0 {
        versions::forget(tx, id).await?;
    }
    Ok(changed > 0)
}

/// Whether a campaign of the newsletter is being sent or paused; such a newsletter cannot be deleted.
pub async fn is_newsletter_busy(tx: &mut Tx, newsletter_id: NewsletterId) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>(
        "SELECT COUNT(*) FROM campaigns WHERE newsletter_id = $1 AND status IN ('sending', 'paused')")
        .bind(newsletter_id).fetch_one(conn).await)
    .map(|n| n > 0)
}

/// Whether a campaign of any of the author's newsletters is being sent or paused; such an account cannot be deleted.
pub async fn is_author_busy(tx: &mut Tx, author_id: AuthorId) -> Result<bool> {
    for id in newsletters::ids_of_author(tx, author_id).await? {
        if is_newsletter_busy(tx, id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::json;

    use super::*;
    use crate::{campaigns::testing::World, testing::START};

    both_engines!(a_state_changes_once_and_only_from_where_it_may, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        let mut tx = w.t.app.db.begin().await.unwrap();
        let start = Transition { started_at: Some(START), ..Transition::new(&[Status::Draft, Status::Scheduled], Status::Sending) };
        assert_eq!(authors_who_send(&mut tx).await.unwrap(), Vec::<AuthorId>::new());
        assert!(set_status(&mut tx, id, &start, START).await.unwrap());
        assert_eq!(authors_who_send(&mut tx).await.unwrap().len(), 1);
        assert!(!set_status(&mut tx, id, &start, START).await.unwrap(), "it is no draft any more");
        let pause = Transition {
            raise_epoch: true, pause_reason: Some("The server refuses the sender."),
            ..Transition::new(&[Status::Sending], Status::Paused)
        };
        assert!(set_status(&mut tx, id, &pause, START.plus(1)).await.unwrap());
        let paused = find_any(&mut tx, id).await.unwrap().unwrap();
        assert_eq!((paused.status, paused.epoch, paused.updated_at), (Status::Paused, 1, START.plus(1)));
        assert_eq!(paused.pause_reason.as_deref(), Some("The server refuses the sender."));
        let resume = Transition { raise_epoch: true, ..Transition::new(&[Status::Paused], Status::Sending) };
        assert!(set_status(&mut tx, id, &resume, START).await.unwrap());
        let done = Transition { sent_at: Some(START.plus(9)), ..Transition::new(&[Status::Sending], Status::Sent) };
        assert!(set_status(&mut tx, id, &done, START).await.unwrap());
        let sent = find_any(&mut tx, id).await.unwrap().unwrap();
        assert_eq!((sent.status, sent.epoch, sent.pause_reason), (Status::Sent, 2, None));
        assert_eq!((sent.started_at, sent.sent_at), (Some(START), Some(START.plus(9))));
        assert!(!set_status(&mut tx, id, &Transition::new(&[], Status::Draft), START).await.unwrap());
        assert!(find_any(&mut tx, CampaignId::new(id.get() + 1)).await.unwrap().is_none());
    });
}
