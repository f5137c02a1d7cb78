//! A campaign as the API shows it.

use std::collections::HashMap;

use database::Tx;
use serde::Serialize;

use super::{
    ab::AbTest,
    attachments::{self, Attachment},
    model::{OriginKind, Status, text_preview},
    store::{self, At, Campaign, Saved, Version},
};
use crate::{
    AuthorId, CampaignId, Language, NewsletterId, Timestamp,
    calendar::{Frequency, Repeat, ScheduleKind},
    http::Editable,
    newsletters::{InDoubtPolicy, Newsletter, Tracking},
    runs::{self, Ledger, Segment, Summary},
    templates::{Block, JsonText},
};

/// How the time of a scheduled campaign was chosen.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Schedule)]
pub struct ScheduleView {
    pub kind: ScheduleKind,
    /// Wall time in the zone, such as `2027-03-28T09:00`.
    #[schema(required)]
    pub local_time: Option<String>,
    #[schema(required)]
    pub time_zone: Option<String>,
    /// That this time does not exist that day, or comes twice.
    #[schema(required)]
    pub note: Option<String>,
}

/// The rule of a repeating campaign; each occurrence makes a campaign of its own.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Repeat)]
pub struct RepeatView {
    pub frequency: Frequency,
    /// Every so many days, weeks or months.
    pub interval: u32,
    /// ISO: 1 is Monday.
    pub weekdays: Vec<u32>,
    #[schema(required)]
    pub month_day: Option<u32>,
    /// An issue is made only when this feed has something new.
    #[schema(required)]
    pub feed_url: Option<String>,
    /// The last day.
    #[schema(required, value_type = Option<String>, format = Date)]
    pub until: Option<String>,
    /// Issues made so far.
    pub times: i64,
    #[schema(required)]
    #[schema(value_type = Option<i64>)]
    pub last_issue_id: Option<CampaignId>,
}

/// The campaign that one was made from.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Origin)]
pub struct OriginView {
    pub kind: OriginKind,
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
    /// Null when it was deleted.
    #[schema(required)]
    pub subject: Option<String>,
}

/// A campaign.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Campaign)]
pub struct CampaignView {
    #[schema(value_type = i64)]
    pub id: CampaignId,
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    pub newsletter_name: String,
    /// What a new design begins with.
    pub newsletter_language: Language,
    pub subject: String,
    #[schema(required)]
    pub preheader: Option<String>,
    /// Empty for none; null in the list across newsletters.
    #[schema(required)]
    pub html_content: Option<String>,
    /// Null in the list across newsletters.
    #[schema(required)]
    pub text_content: Option<String>,
    /// The first 200 characters of the plain text.
    #[schema(required)]
    pub text_preview: Option<String>,
    /// The block editor's document; null in the list across newsletters.
    #[schema(required, value_type = Option<Vec<Block>>)]
    pub blocks: Option<JsonText>,
    /// Null in the list across newsletters.
    #[schema(required, value_type = Option<BTreeMap<String, serde_json::Value>>)]
    pub theme: Option<JsonText>,
    /// Rises with every saved change.
    pub revision: i64,
    /// Who of the active subscribers gets it; null for all.
    #[schema(required)]
    pub segment: Option<Segment>,
    /// Null in the list across newsletters.
    #[schema(required)]
    pub ab_test: Option<AbTest>,
    /// Whether there is a test, also where the list leaves it out.
    pub has_ab_test: bool,
    pub attachments: Vec<Attachment>,
    #[schema(required)]
    pub schedule: Option<ScheduleView>,
    #[schema(required)]
    pub repeat: Option<RepeatView>,
    #[schema(required)]
    pub origin: Option<OriginView>,
    /// Of the newsletter: what is counted of opens and clicks.
    pub tracking: Tracking,
    /// Since when it is not known any more who opened and clicked; the figures stay. Null while it is known, and before
    /// there is anything to know.
    #[schema(required)]
    pub engagement_forgotten_at: Option<Timestamp>,
    pub status: Status,
    /// Why it was paused, or taken off the calendar, without its author.
    #[schema(required)]
    pub pause_reason: Option<String>,
    pub in_doubt_policy: InDoubtPolicy,
    /// Subscribers it is meant for; null before it is sent.
    #[schema(required)]
    pub recipients: Option<i64>,
    /// Where its subscribers stand; null before it is sent.
    #[schema(required)]
    pub ledger: Option<Ledger>,
    /// Subscribers who opened it; robots and privacy proxies are not counted.
    pub opens: i64,
    /// Subscribers who clicked a link.
    pub clicks: i64,
    #[schema(required)]
    pub scheduled_at: Option<Timestamp>,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A version of a campaign, without its texts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CampaignSave {
    /// The campaign's when the version was last saved.
    pub revision: i64,
    pub subject: String,
    /// The API key of the program that saved it; null for the author at the dashboard.
    #[schema(required)]
    pub api_key_id: Option<i64>,
    /// The first of the saves that it is made of.
    pub began_at: Timestamp,
    /// The last of them.
    pub saved_at: Timestamp,
}

/// A version of a campaign.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CampaignVersion {
    pub revision: i64,
    pub subject: String,
    #[schema(required)]
    pub api_key_id: Option<i64>,
    pub began_at: Timestamp,
    pub saved_at: Timestamp,
    #[schema(required)]
    pub preheader: Option<String>,
    /// Empty for none.
    pub html_content: String,
    #[schema(required)]
    pub text_content: Option<String>,
    #[schema(required, value_type = Option<Vec<Block>>)]
    pub blocks: Option<JsonText>,
    #[schema(required, value_type = Option<BTreeMap<String, serde_json::Value>>)]
    pub theme: Option<JsonText>,
    #[schema(required)]
    pub ab_test: Option<AbTest>,
}

impl From<Saved> for CampaignSave {
    fn from(Saved { subject, at: At { revision, api_key_id, began_at, saved_at } }: Saved) -> Self {
        Self { revision, subject, api_key_id, began_at, saved_at }
    }
}

impl From<Version> for CampaignVersion {
    fn from(Version { content, at }: Version) -> Self {
        Self {
            revision: at.revision,
            subject: content.subject,
            api_key_id: at.api_key_id,
            began_at: at.began_at,
            saved_at: at.saved_at,
            preheader: content.preheader,
            html_content: content.html_content,
            text_content: content.text_content,
            blocks: content.blocks.filter(JsonText::is_list),
            theme: content.theme,
            ab_test: content.ab_test.map(|test| test.0),
        }
    }
}

/// What a campaign is shown with of its newsletter.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Of {
    pub newsletter_name: String,
    #[sqlx(try_from = "String")]
    pub language: Language,
    #[sqlx(try_from = "String")]
    pub tracking: Tracking,
}

impl From<&Newsletter> for Of {
    fn from(newsletter: &Newsletter) -> Self {
        let Newsletter { name, language, tracking, .. } = newsletter;
        Self { newsletter_name: name.clone(), language: *language, tracking: *tracking }
    }
}

/// The whole entity.
pub async fn view(
    tx: &mut Tx,
    campaign: Campaign,
    newsletter: &Newsletter,
) -> database::Result<CampaignView> {
    let author_id = campaign.author_id;
    let views = views(tx, author_id, vec![(campaign, newsletter.into())]).await?;
    views.into_iter().next().ok_or(database::Error::RowNotFound)
}

/// The campaign that one was made from, if it was.
pub async fn origin(tx: &mut Tx, campaign: &Campaign) -> database::Result<Option<OriginView>> {
    let Some(id) = campaign.origin_id else { return Ok(None) };
    Ok(origin_view(campaign, &store::subjects(tx, campaign.author_id, &[id]).await?))
}

fn origin_view(campaign: &Campaign, subjects: &HashMap<CampaignId, String>) -> Option<OriginView> {
    let (kind, campaign_id) = campaign.origin_kind.zip(campaign.origin_id)?;
    Some(OriginView { kind, campaign_id, subject: subjects.get(&campaign_id).cloned() })
}

/// Whole entities with what they are shown with, in the same order; one statement for each kind of thing.
pub async fn views(
    tx: &mut Tx,
    author_id: AuthorId,
    rows: Vec<(Campaign, Of)>,
) -> database::Result<Vec<CampaignView>> {
    let ids: Vec<CampaignId> = rows.iter().map(|(campaign, _)| campaign.id).collect();
    let origins: Vec<CampaignId> = rows.iter().filter_map(|(campaign, _)| campaign.origin_id).collect();
    let mut summaries = runs::summaries(tx, &ids).await?;
    let mut attachments = attachments::of(tx, &ids).await?;
    let subjects = store::subjects(tx, author_id, &origins).await?;
    Ok(rows
        .into_iter()
        .map(|(campaign, of)| {
            let (summary, attachments) = (summaries.remove(&campaign.id), attachments.remove(&campaign.id));
            one(campaign, of, summary, attachments.unwrap_or_default(), &subjects)
        })
        .collect())
}

fn one(
    campaign: Campaign,
    of: Of,
    summary: Option<Summary>,
    attachments: Vec<Attachment>,
    subjects: &HashMap<CampaignId, String>,
) -> CampaignView {
    let ledger = summary.map(|s| s.ledger);
    let repeat = campaign.repeat.as_ref().map(|repeat| repeat_view(&campaign, repeat));
    let origin = origin_view(&campaign, subjects);
    CampaignView {
        id: campaign.id,
        newsletter_id: campaign.newsletter_id,
        newsletter_name: of.newsletter_name,
        newsletter_language: of.language,
        subject: campaign.subject,
        preheader: campaign.preheader,
        html_content: Some(campaign.html_content),
        text_preview: text_preview(campaign.text_content.as_deref()),
        text_content: campaign.text_content,
        // Before there was a block editor, any JSON was taken.
        blocks: campaign.blocks.filter(JsonText::is_list),
        theme: campaign.theme,
        revision: campaign.revision,
        segment: campaign.segment.map(|segment| segment.0),
        has_ab_test: campaign.ab_test.is_some(),
        ab_test: campaign.ab_test.map(|test| test.0),
        attachments,
        schedule: campaign.schedule.map(|schedule| ScheduleView {
            note: schedule.note(),
            kind: schedule.kind,
            local_time: schedule.0.local_time,
            time_zone: schedule.0.time_zone,
        }),
        repeat,
        origin,
        tracking: of.tracking,
        engagement_forgotten_at: summary.and_then(|s| s.forgotten_at),
        status: campaign.status,
        pause_reason: campaign.pause_reason,
        in_doubt_policy: campaign.in_doubt_policy,
        recipients: ledger.map(|l| l.intended),
        ledger,
        opens: summary.map_or(0, |s| s.opens),
        clicks: summary.map_or(0, |s| s.clicks),
        scheduled_at: campaign.scheduled_at,
        started_at: campaign.started_at,
        sent_at: campaign.sent_at,
        created_at: campaign.created_at,
        updated_at: campaign.updated_at,
    }
}

fn repeat_view(campaign: &Campaign, repeat: &Repeat) -> RepeatView {
    RepeatView {
        frequency: repeat.frequency,
        interval: repeat.interval,
        weekdays: repeat.weekdays.clone(),
        month_day: repeat.month_day,
        feed_url: repeat.feed_url.clone(),
        until: repeat.until.map(|day| day.to_string()),
        times: campaign.repeat_times,
        last_issue_id: campaign.last_issue_id,
    }
}

impl CampaignView {
    /// Without its contents, for the list across newsletters, which were not read.
    #[must_use]
    pub fn outline(self, has_ab_test: bool) -> Self {
        let bare =
            Self { html_content: None, text_content: None, blocks: None, theme: None, ab_test: None, ..self };
        Self { has_ab_test, ..bare }
    }
}

impl Editable for CampaignView {
    const TABLE: &str = "campaigns";

    fn edited(&self) -> impl Serialize {
        (self.revision, self.status, self.scheduled_at)
    }
}

impl Editable for Campaign {
    const TABLE: &str = CampaignView::TABLE;

    fn edited(&self) -> impl Serialize {
        (self.revision, self.status, self.scheduled_at)
    }
}
