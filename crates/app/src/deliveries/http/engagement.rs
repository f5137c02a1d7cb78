//! What readers did with a campaign: figures, links, the first hours, what is usual, and how an A/B test ended.

use axum::{Json, extract::State};
use database::Tx;
use serde::Serialize;

use super::send::find;
use crate::{
    CampaignId, Core, NewsletterId, Timestamp,
    accounts::Caller,
    campaigns::{
        self, Campaign, Status,
        ab::Metric,
        variants::{Plan, SIGNIFICANCE},
    },
    deliveries::{
        decide,
        store::{self, PastRow},
    },
    http::{ApiResult, Path, ProblemBody},
    newsletters::Tracking,
    percent::percent,
    runs::{self, HourRow, RunRow, VariantRow},
};

const HOURS: i64 = 24;
/// Campaigns that make up what is usual.
const PAST: i64 = 20;

/// What subscribers did with the emails of a campaign.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
pub struct Engagement {
    /// What this campaign counts.
    pub tracking: Tracking,
    /// Since when it is not known any more who opened and clicked; the figures stay, and count no further. Null while it is
    /// known.
    #[schema(required)]
    pub engagement_forgotten_at: Option<Timestamp>,
    /// Subscribers who opened it; with anonymous tracking how often it was opened.
    pub opens: i64,
    /// Subscribers who clicked a link.
    pub clicks: i64,
    /// How often people opened and clicked.
    pub all_opens: i64,
    pub all_clicks: i64,
    /// Opens by proxies that load every picture: nobody knows whether a person looked.
    pub privacy_opens: i64,
    /// Scanners, previews and scripts.
    pub robot_opens: i64,
    pub robot_clicks: i64,
    /// Subscribers who left through a link of this email.
    pub unsubscribed: i64,
    /// Percent of the emails that were sent; 0 where subscribers are not told apart.
    pub open_rate: f64,
    pub click_rate: f64,
    pub bounce_rate: f64,
    /// Medians of the newsletter's earlier campaigns; null before there are any.
    #[schema(required)]
    pub usual: Option<Usual>,
    /// First opens and first clicks in the 24 hours since the start.
    #[schema(min_items = 24, max_items = 24)]
    pub hours: Vec<Hour>,
    /// In the order of the email.
    pub links: Vec<LinkFigures>,
    /// Null without an A/B test.
    #[schema(required)]
    pub ab_test: Option<AbTestReport>,
}

/// Medians, in percent of the emails that were sent.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Usual {
    /// How many campaigns they are of, the latest 20 at most.
    pub campaigns: i64,
    pub open_rate: f64,
    pub click_rate: f64,
    pub bounce_rate: f64,
    pub unsubscribe_rate: f64,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Hour {
    /// Since the start, from 0.
    pub hour: i64,
    pub opens: i64,
    pub clicks: i64,
}

/// A link of an email.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct LinkFigures {
    pub no: i64,
    pub url: String,
    /// What subscribers see of it.
    pub label: String,
    /// Subscribers who clicked it.
    pub clicks: i64,
    /// How often people clicked it.
    pub all_clicks: i64,
    pub robot_clicks: i64,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AbState {
    /// The sample is out, the rest wait.
    Waiting,
    /// One variant did better by more than chance.
    Decided,
    /// The variants could not be told apart.
    Undecided,
}

/// How an A/B test stands.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AbTestReport {
    pub state: AbState,
    pub metric: Metric,
    pub decides_at: Timestamp,
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
    /// Name of the variant that did better.
    #[schema(required)]
    pub winner: Option<String>,
    /// Name of the variant that the rest of the subscribers got.
    #[schema(required)]
    pub sent_to_rest: Option<String>,
    /// How likely chance alone makes such a difference (Fisher's exact test, corrected for several variants).
    #[schema(required)]
    pub p_value: Option<f64>,
    /// The same in a sentence.
    pub explanation: String,
    pub variants: Vec<VariantFigures>,
}

/// How the sample of one variant fared.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct VariantFigures {
    pub name: String,
    pub subject: String,
    /// Subscribers of its sample.
    pub intended: i64,
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
    /// By the metric of the test, in percent.
    pub rate: f64,
}

/// Of a campaign that was sent; zeros before.
pub(super) async fn engagement(
    tx: &mut Tx,
    campaign: &Campaign,
    run: Option<&RunRow>,
    tracking: Tracking,
) -> ApiResult<Engagement> {
    let hours = |rows: &[HourRow]| {
        (0..HOURS)
            .map(|hour| {
                let row = rows.iter().find(|row| row.hour == hour).copied().unwrap_or_default();
                Hour { hour, opens: row.opens, clicks: row.clicks }
            })
            .collect()
    };
    let Some(run) = run else {
        return Ok(Engagement { tracking, hours: hours(&[]), ..Engagement::default() });
    };
    let (e, sent) = (run.engaged, run.counters.sent);
    Ok(Engagement {
        tracking: run.tracking,
        engagement_forgotten_at: run.forgotten_at,
        opens: e.opens,
        clicks: e.clicks,
        all_opens: e.all_opens,
        all_clicks: e.all_clicks,
        privacy_opens: e.privacy_opens,
        robot_opens: e.robot_opens,
        robot_clicks: e.robot_clicks,
        unsubscribed: run.unsubscribed,
        open_rate: run.tracking.rate(e.opens, sent),
        click_rate: run.tracking.rate(e.clicks, sent),
        bounce_rate: percent(run.bounced, sent),
        usual: usual(&store::past(tx, run, PAST).await?),
        hours: hours(&runs::hours(tx, run, HOURS).await?),
        links: links(tx, run).await?,
        ab_test: ab_test(tx, campaign, run).await?,
    })
}

fn usual(past: &[PastRow]) -> Option<Usual> {
    if past.is_empty() {
        return None;
    }
    let median = |part: fn(&PastRow) -> i64| {
        let mut rates: Vec<f64> = past.iter().map(|row| percent(part(row), row.sent)).collect();
        rates.sort_unstable_by(f64::total_cmp);
        let middle = rates.len() / 2;
        if rates.len() % 2 == 1 { rates[middle] } else { f64::midpoint(rates[middle - 1], rates[middle]) }
    };
    Some(Usual {
        campaigns: past.len() as i64,
        open_rate: median(|row| row.opens),
        click_rate: median(|row| row.clicks),
        bounce_rate: median(|row| row.bounced),
        unsubscribe_rate: median(|row| row.unsubscribed),
    })
}

async fn links(tx: &mut Tx, run: &RunRow) -> database::Result<Vec<LinkFigures>> {
    let rows = runs::links(tx, run).await?;
    Ok(rows
        .into_iter()
        .map(|row| LinkFigures {
            no: row.link_no,
            url: row.url,
            label: row.label,
            clicks: row.clicks,
            all_clicks: row.all_clicks,
            robot_clicks: row.robot_clicks,
        })
        .collect())
}

async fn ab_test(tx: &mut Tx, campaign: &Campaign, run: &RunRow) -> database::Result<Option<AbTestReport>> {
    let (Some(state), Some(test), Some(decides_at)) = (&run.ab_state, &campaign.ab_test, run.ab_decides_at)
    else {
        return Ok(None);
    };
    let is_given_up = state == "waiting" && campaign.status == Status::Cancelled;
    let state = match state.as_str() {
        "waiting" if !is_given_up => AbState::Waiting,
        "decided" => AbState::Decided,
        _ => AbState::Undecided,
    };
    let mut rows = runs::variants(tx, run).await?;
    if run.ab_decided_at.is_none() {
        let plan = Plan::of(campaign.id, test);
        for (row, sent) in rows.iter_mut().zip(decide::sent(tx, run, plan).await?) {
            row.sent = sent;
        }
    }
    let name = |no: i16| rows.get(usize::try_from(no).unwrap_or_default()).map(|row| row.name.clone());
    let better = run.ab_rest.and_then(name);
    let has_rest =
        test.sample_percent < 100 && rows.iter().map(|row| row.intended).sum::<i64>() < run.counters.intended;
    let rest = better.clone().filter(|_| has_rest);
    let explanation = if is_given_up {
        "The campaign was cancelled before the variants were compared.".to_owned()
    } else {
        explain(state, run, decides_at, (better.as_deref().unwrap_or("A"), rest.as_deref()))
    };
    let winner = better.filter(|_| matches!(state, AbState::Decided));
    Ok(Some(AbTestReport {
        state,
        metric: test.metric,
        decides_at,
        decided_at: run.ab_decided_at,
        winner,
        sent_to_rest: rest,
        p_value: run.ab_p_value,
        explanation,
        variants: rows.into_iter().map(|row| figures(row, test.metric)).collect(),
    }))
}

fn figures(row: VariantRow, metric: Metric) -> VariantFigures {
    let part = if metric == Metric::Opens { row.opens } else { row.clicks };
    VariantFigures {
        rate: percent(part, row.sent),
        name: row.name,
        subject: row.subject,
        intended: row.intended,
        sent: row.sent,
        opens: row.opens,
        clicks: row.clicks,
    }
}

/// `better` and, when there was anyone left, what the rest got.
fn explain(
    state: AbState,
    run: &RunRow,
    decides_at: Timestamp,
    (better, rest): (&str, Option<&str>),
) -> String {
    let told = rest.map(|rest| format!(" The other subscribers got variant {rest}.")).unwrap_or_default();
    let chance = run.ab_p_value.map_or(100.0, |p| p * 100.0);
    match state {
        AbState::Waiting => format!("The variants are compared at {decides_at}."),
        AbState::Decided => format!(
            "Variant {better} did better. Chance alone makes such a difference in {chance:.1} % of tests.{told}"
        ),
        AbState::Undecided if run.tracking != Tracking::Full => {
            format!("There's no winner, because this newsletter's tracking is anonymous.{told}")
        }
        AbState::Undecided => format!(
            "There is no winner: chance alone makes such a difference in {chance:.1} % of tests, and less than {:.0} % is \
             asked for.{told}",
            SIGNIFICANCE * 100.0
        ),
    }
}

/// An email and where in it was clicked.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LinkMap {
    /// The email as it is for nobody: as its author made it, unsafe to show without a sandbox.
    pub html: String,
    pub links: Vec<LinkFigures>,
}

/// Read the email with its links, for a map of the clicks
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/link-map", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, body = LinkMap), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub async fn get_link_map(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Json<LinkMap>> {
    let mut tx = core.db.read().await?;
    let (newsletter, campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    let links = match runs::latest(&mut tx, id).await? {
        Some(run) => links(&mut tx, &run).await?,
        None => Vec::new(),
    };
    drop(tx);
    Ok(Json(LinkMap { html: campaigns::issue_html(&core, &newsletter, &campaign)?, links }))
}
