//! `POST …/send`: from draft to sending, with content and audience bound frozen in one transaction.

use axum::{Json, extract::State, http::StatusCode};
use database::Tx;

use crate::{
    App, activities,
    campaigns::{self, Campaign, CampaignView, Status, Transition},
    deliveries::{content, store},
    http::{Answer, Caller, Path, Problem, ProblemBody},
    newsletters::{self, Newsletter, Sender},
    subscribers,
};

/// Starts sending a draft or scheduled campaign to every active reader.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{id}/send", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("id" = i64, Path)),
    responses(
        (status = 202, body = CampaignView, description = "The campaign is being sent"),
        (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "Its state, its newsletter or the lack of readers or of a sending domain forbids it"),
        (status = 422, body = ProblemBody, description = "It has no content, or its content cannot be used")))]
pub async fn send(
    State(app): State<App>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(i64, i64)>,
) -> Answer<(StatusCode, Json<CampaignView>)> {
    let mut tx = app.db.read().await?;
    let (newsletter, campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    check(&newsletter, &campaign)?;
    let sender = newsletters::sender(&app, &mut tx, &newsletter).await?;
    drop(tx);
    // Compiled before any lock: this is the expensive part, and it may fail.
    let compiled = campaigns::compile(&newsletter, &campaign, &sender.address)?;
    let base = sender.links_base(&app);
    let frozen = content::freeze(&sender.address, &newsletter.public_id, base, &compiled);
    let view = start(&app, &caller, &newsletter, campaign, (frozen, sender)).await?;
    app.sender.wake();
    Ok((StatusCode::ACCEPTED, Json(view)))
}

pub(super) async fn find(
    tx: &mut Tx,
    caller: &Caller,
    newsletter_id: i64,
    id: i64,
) -> Answer<(Newsletter, Campaign)> {
    let newsletter = newsletters::find(tx, caller.author_id, newsletter_id).await?;
    let campaign = campaigns::find(tx, caller.author_id, newsletter_id, id).await?;
    newsletter.zip(campaign).ok_or_else(|| Problem::not_found("campaign"))
}

fn check(newsletter: &Newsletter, campaign: &Campaign) -> Answer<()> {
    if !matches!(campaign.status, Status::Draft | Status::Scheduled) {
        return Err(Problem::conflict(format!(
            "This campaign is {}: only a draft or scheduled campaign can be sent.",
            campaign.status.as_str()
        )));
    }
    if !newsletter.is_active {
        return Err(Problem::conflict("This newsletter is inactive: activate it to send a campaign."));
    }
    let text = campaign.text_content.as_deref().unwrap_or_default();
    if campaign.html_content.trim().is_empty() && text.trim().is_empty() {
        return Err(Problem::field(
            "html_content",
            "The campaign has no content: write plain text or HTML before sending.",
        ));
    }
    Ok(())
}

async fn start(
    app: &App,
    caller: &Caller,
    newsletter: &Newsletter,
    campaign: Campaign,
    (frozen, sender): (Vec<u8>, Sender),
) -> Answer<CampaignView> {
    let now = app.now();
    let mut tx = app.db.begin().await?;
    let change = Transition {
        raise_epoch: true,
        started_at: Some(now),
        ..Transition::new(&[Status::Draft, Status::Scheduled], Status::Sending)
    };
    let unchanged = campaigns::find_locked(&mut tx, caller.author_id, newsletter.id, campaign.id)
        .await?
        .is_some_and(|locked| locked.updated_at == campaign.updated_at && locked.status == campaign.status);
    if !unchanged || !campaigns::set_status(&mut tx, campaign.id, &change, now).await? {
        return Err(Problem::conflict(
            "This campaign was changed or sent at the same moment. Look at it again before sending.",
        ));
    }
    if subscribers::first_active(&mut tx, newsletter.id).await?.is_none() {
        return Err(Problem::conflict(
            "This newsletter has no active subscribers, so there is nobody to send to.",
        ));
    }
    let upper = subscribers::max_id(&mut tx, newsletter.id).await?;
    let is_ranked = sender.domain.as_ref().is_some_and(|domain| domain.is_warming_up(now.day()));
    let from = (sender.domain.map(|domain| domain.id), is_ranked);
    store::open_run(&mut tx, campaign.id, newsletter.id, frozen, upper, from, now).await?;
    activities::record(
        &mut tx,
        caller.author_id,
        activities::Kind::CampaignSending,
        &campaign.subject,
        Some(&newsletter.name),
        Some("/campaigns"),
        now,
    )
    .await?;
    let view = view(&mut tx, caller, newsletter, campaign.id).await?;
    tx.commit().await?;
    Ok(view)
}

/// The campaign as it stands in this transaction.
pub(super) async fn view(
    tx: &mut Tx,
    caller: &Caller,
    newsletter: &Newsletter,
    id: i64,
) -> Answer<CampaignView> {
    let campaign = campaigns::find(tx, caller.author_id, newsletter.id, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))?;
    let summary = store::summaries(tx, &[id]).await?.remove(&id);
    Ok(campaigns::view(campaign, newsletter.name.clone(), summary))
}
