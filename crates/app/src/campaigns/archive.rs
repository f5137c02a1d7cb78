//! Campaigns as everybody may read them: once they are on their way, and with nobody's values in them.

use content::{Piece, Reader, Syntax, Variable};
use database::{Result, Tx, on_engine};

use super::{
    message::{Extras, compile},
    store::{self, Campaign},
};
use crate::{CampaignId, Core, NewsletterId, Timestamp, http::Problem, newsletters::Newsletter};

/// One line of a newsletter's archive; the texts may hold merge tags.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Issue {
    pub id: CampaignId,
    pub subject: String,
    pub preheader: Option<String>,
    pub started_at: Timestamp,
}

/// Campaigns that are sent or being sent, newest first, strictly after the given (time, id); read along an index.
pub async fn issues(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    after: Option<(i64, CampaignId)>,
    limit: i64,
) -> Result<Vec<Issue>> {
    let (time, id) = after.unwrap_or((i64::MAX, CampaignId::new(i64::MAX)));
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, subject, preheader, started_at FROM campaigns WHERE newsletter_id = $1 \
         AND status IN ('sending', 'sent') AND (started_at, id) < ($2, $3) ORDER BY started_at DESC, id DESC LIMIT $4")
        .bind(newsletter_id).bind(time).bind(id).bind(limit).fetch_all(conn).await)
}

/// One of them.
pub async fn find_issue(tx: &mut Tx, newsletter: &Newsletter, id: CampaignId) -> Result<Option<Campaign>> {
    let campaign = store::find(tx, newsletter.author_id, newsletter.id, id).await?;
    Ok(campaign.filter(|c| matches!(c.status, super::Status::Sending | super::Status::Sent)))
}

/// A subject or preheader for nobody: a reader's values are their defaults, or nothing.
pub fn for_nobody(text: &str, newsletter: &Newsletter) -> String {
    let Ok(pieces) = content::parse(text, Syntax::Text) else { return text.to_owned() };
    let mut out = String::with_capacity(text.len());
    for piece in pieces {
        match piece {
            Piece::Literal(range) => out.push_str(&text[range]),
            Piece::Variable { variable: Variable::NewsletterName, .. } => out.push_str(&newsletter.name),
            Piece::Variable { default, .. } => out.push_str(default.as_deref().unwrap_or_default()),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The HTML of a mail to nobody: a whole document as the author made it, unsafe to show as it is. Links that belong to a
/// reader are empty.
pub fn issue_html(
    core: &Core,
    newsletter: &Newsletter,
    campaign: &Campaign,
) -> std::result::Result<String, Problem> {
    let campaign = Campaign { preheader: None, ..campaign.clone() };
    // The archive shows no sender.
    let address = format!("{}@{}", newsletter.from_prefix, core.settings.fallback_or_example());
    let compiled = compile(newsletter, &campaign, &address, Extras::default())?;
    let nobody = Reader { email: "", first_name: None, last_name: None, attributes: &() };
    let archive = format!("{}/n/{}/{}", core.settings.public_url, newsletter.public_id, campaign.id);
    let stamp = content::Stamp {
        message_id: "archive@localhost",
        date_ms: 0,
        unsubscribe_url: "",
        unsubscribe_mailto: None,
        preferences_url: "",
        archive_url: &archive,
        reader_token: "",
    };
    Ok(compiled.preview(&nobody, &stamp).html)
}
