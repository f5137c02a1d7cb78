//! Making the samples, and taking exactly them away again.

use axum::{Json, extract::State, http::StatusCode};
use database::Tx;
use serde::Serialize;
use sqlx::types::Json as Column;

use super::{
    content::{self, DOMAIN},
    store::{self, Made},
};
use crate::{
    AuthorId, CampaignId, Core, Language, NewsletterId, SubscriberId, Timestamp,
    accounts::Caller,
    campaigns::{self, Draft, Status},
    http::{ApiResult, Fields, Problem, Problems},
    newsletters::{self, InDoubtPolicy, NewNewsletter, Newsletter, Tracking},
    subscribers::{self, Sample},
    templates,
};

/// The samples of an author.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SampleData {
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
    pub template_id: i64,
    pub subscribers: i64,
}

/// What stays because its author changed it or added to it. It is no sample any more.
#[derive(Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct RemovedSampleData {
    pub newsletter_kept: bool,
    pub campaign_kept: bool,
    pub template_kept: bool,
}

/// Make sample data
///
/// A newsletter with a few subscribers, a draft and a template. Nothing can be sent to these subscribers: their addresses end
/// in `.invalid`, and a newsletter with `is_sample` sends no campaign. Called again it makes nothing and answers what is there.
#[utoipa::path(post, path = "/api/me/sample-data", tag = "me",
    responses(
        (status = 201, body = SampleData),
        (status = 200, description = "It was there already", body = SampleData),
        Problems<401>))]
pub async fn make_sample_data(
    State(core): State<Core>,
    caller: Caller,
) -> ApiResult<(StatusCode, Json<SampleData>)> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    if !store::begin(&mut tx, caller.author_id, now).await? {
        let made = store::find(&mut tx, caller.author_id).await?;
        let made = made.ok_or_else(|| Problem::internal(&"sample data is neither there nor not"))?;
        return Ok((StatusCode::OK, Json(made.into())));
    }
    let made = make(&mut tx, caller.author_id, now).await?;
    store::keep(&mut tx, caller.author_id, &made).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Remove sample data
///
/// Exactly what was made goes. What its author changed or added stays, as the author's own.
#[utoipa::path(delete, path = "/api/me/sample-data", tag = "me",
    responses(
        (status = 200, body = RemovedSampleData),
        Problems<401>))]
pub async fn remove_sample_data(
    State(core): State<Core>,
    caller: Caller,
) -> ApiResult<Json<RemovedSampleData>> {
    let mut tx = core.db.begin().await?;
    let Some(made) = store::take(&mut tx, caller.author_id).await? else {
        return Ok(Json(RemovedSampleData::default()));
    };
    let mut kept = RemovedSampleData {
        template_kept: !remove_template(&mut tx, caller.author_id, &made).await?,
        ..RemovedSampleData::default()
    };
    if let Some(newsletter) = newsletters::find(&mut tx, caller.author_id, made.newsletter_id).await? {
        kept.campaign_kept = !remove_campaign(&mut tx, &newsletter, &made).await?;
        kept.newsletter_kept = !remove_newsletter(&mut tx, &newsletter, &made, core.now()).await?;
    }
    tx.commit().await?;
    Ok(Json(kept))
}

impl From<Made> for SampleData {
    fn from(made: Made) -> Self {
        Self {
            newsletter_id: made.newsletter_id,
            campaign_id: made.campaign_id,
            template_id: made.template_id,
            subscribers: made.subscriber_ids.len() as i64,
        }
    }
}

async fn make(tx: &mut Tx, author_id: AuthorId, now: Timestamp) -> ApiResult<Made> {
    let newsletter = NewNewsletter {
        name: content::NEWSLETTER.into(),
        description: Some(content::DESCRIPTION.into()),
        from_name: content::FROM_NAME.into(),
        from_prefix: content::FROM_PREFIX.into(),
        domain_id: None,
        reply_to: None,
        double_opt_in: false,
        in_doubt_policy: InDoubtPolicy::Resend,
        tracking: Tracking::Full,
        language: Language::En,
    };
    let newsletter_id = newsletters::insert(tx, author_id, &newsletter, now).await?;
    newsletters::set_sample(tx, newsletter_id, true).await?;
    let subscriber_ids = Column(make_subscribers(tx, newsletter_id, now).await?);
    let draft = Draft {
        author_id,
        newsletter_id,
        subject: content::SUBJECT.into(),
        preheader: Some(content::PREHEADER.into()),
        html_content: content::HTML.into(),
        text_content: None,
        blocks: None,
        theme: None,
        segment: None,
        ab_test: None,
        in_doubt_policy: InDoubtPolicy::Resend,
        origin: None,
    };
    let campaign = campaigns::insert(tx, &draft, now).await?;
    let template = make_template(tx, author_id, now).await?;
    Ok(Made {
        newsletter_id,
        campaign_id: campaign.id,
        campaign_revision: campaign.revision,
        template_id: template.id,
        template_revision: template.revision,
        subscriber_ids,
        made_at: now,
    })
}

async fn make_subscribers(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    now: Timestamp,
) -> ApiResult<Vec<SubscriberId>> {
    let mut ids = Vec::with_capacity(content::SUBSCRIBERS.len());
    for (number, (first_name, last_name, tag)) in content::SUBSCRIBERS.into_iter().enumerate() {
        let local = first_name.map_or_else(|| format!("subscriber{}", number + 1), str::to_lowercase);
        let address = content_address(&format!("{local}@{DOMAIN}"))?;
        let sample = Sample { address, first_name, last_name, tag };
        ids.extend(subscribers::insert_sample(tx, newsletter_id, sample, now).await?);
    }
    Ok(ids)
}

fn content_address(text: &str) -> ApiResult<::content::Address> {
    ::content::parse_address(text).map_err(|error| Problem::internal(&error))
}

async fn make_template(tx: &mut Tx, author_id: AuthorId, now: Timestamp) -> ApiResult<templates::Template> {
    let mut fields = Fields::default();
    let blocks = templates::check_blocks(&mut fields, &content::blocks());
    fields.finish()?;
    let blocks = blocks.ok_or_else(|| Problem::internal(&"blocks were neither taken nor refused"))?;
    let content = templates::Content {
        name: content::TEMPLATE.into(),
        subject: content::TEMPLATE_SUBJECT.into(),
        preheader: None,
        blocks: blocks.json,
        block_count: blocks.count,
        theme: None,
        html_content: None,
    };
    Ok(templates::insert(tx, author_id, &content, true, now).await?)
}

/// True when it is gone.
async fn remove_template(tx: &mut Tx, author_id: AuthorId, made: &Made) -> ApiResult<bool> {
    let Some(template) = templates::find_locked(tx, author_id, made.template_id).await? else {
        return Ok(true);
    };
    if template.revision != made.template_revision {
        return Ok(false);
    }
    templates::delete(tx, author_id, template.id).await?;
    Ok(true)
}

/// True when it is gone.
async fn remove_campaign(tx: &mut Tx, newsletter: &Newsletter, made: &Made) -> ApiResult<bool> {
    let found = campaigns::find_locked(tx, newsletter.author_id, newsletter.id, made.campaign_id).await?;
    let Some(campaign) = found else { return Ok(true) };
    let attached = campaigns::attachments::of(tx, &[campaign.id]).await?;
    let is_untouched = campaign.revision == made.campaign_revision && attached.is_empty();
    if !is_untouched || campaign.status != Status::Draft {
        return Ok(false);
    }
    campaigns::delete(tx, campaign.id).await?;
    Ok(true)
}

/// True when it is gone with its subscribers; else it is the author's own, without the samples among them.
async fn remove_newsletter(
    tx: &mut Tx,
    newsletter: &Newsletter,
    made: &Made,
    now: Timestamp,
) -> ApiResult<bool> {
    for id in &*made.subscriber_ids {
        let found = subscribers::find_reader(tx, newsletter, *id).await?;
        if found.is_some_and(|subscriber| subscriber.email.ends_with(&format!("@{DOMAIN}"))) {
            subscribers::remove(tx, newsletter, *id, now).await?;
        }
    }
    if newsletter.updated_at != made.made_at || store::has_something(tx, newsletter.id).await? {
        newsletters::set_sample(tx, newsletter.id, false).await?;
        return Ok(false);
    }
    newsletters::delete(tx, newsletter.author_id, newsletter.id).await?;
    Ok(true)
}
