//! Stand-in until the real feature is merged.

use database::{Result, Tx, on_engine};
use serde::{Deserialize, Serialize};

use crate::{App, Timestamp, http::Problem};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InDoubtPolicy {
    Resend,
    Hold,
}

impl InDoubtPolicy {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Resend => "resend",
            Self::Hold => "hold",
        }
    }
}

impl TryFrom<String> for InDoubtPolicy {
    type Error = std::fmt::Error;
    fn try_from(text: String) -> std::result::Result<Self, std::fmt::Error> {
        match text.as_str() {
            "resend" => Ok(Self::Resend),
            "hold" => Ok(Self::Hold),
            _ => Err(std::fmt::Error),
        }
    }
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Newsletter {
    pub id: i64,
    pub author_id: i64,
    pub name: String,
    pub from_name: String,
    pub from_prefix: String,
    pub domain_id: Option<i64>,
    pub reply_to: Option<String>,
    pub is_active: bool,
    pub public_id: String,
    #[sqlx(try_from = "String")]
    pub in_doubt_policy: InDoubtPolicy,
    pub created_at: Timestamp,
}

pub async fn find(tx: &mut Tx, author_id: i64, id: i64) -> Result<Option<Newsletter>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, name, from_name, from_prefix, domain_id, reply_to, is_active, public_id, in_doubt_policy, created_at \
         FROM newsletters WHERE author_id = $1 AND id = $2").bind(author_id).bind(id).fetch_optional(conn).await)
}

pub fn sending_address(app: &App, newsletter: &Newsletter) -> String {
    format!("{}@{}", newsletter.from_prefix, app.settings.fallback_or_example())
}

pub fn sender(app: &App, newsletter: &Newsletter) -> std::result::Result<String, Problem> {
    if app.settings.fallback_domain.is_none() && !matches!(app.settings.mail, mailer::MailUrl::Capture) {
        return Err(Problem::conflict("This newsletter has no sending domain."));
    }
    Ok(sending_address(app, newsletter))
}

#[derive(Clone, Copy, Debug, Default)]
pub struct DailyDeltas {
    pub new_subscribers: i64,
    pub unsubscribed: i64,
    pub campaigns_sent: i64,
    pub emails_sent: i64,
}

pub async fn daily_add(_tx: &mut Tx, _newsletter_id: i64, _day: i64, _deltas: DailyDeltas) -> Result<()> {
    Ok(())
}

pub async fn find_any(tx: &mut Tx, id: i64) -> Result<Option<Newsletter>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, name, from_name, from_prefix, domain_id, reply_to, is_active, public_id, in_doubt_policy, created_at \
         FROM newsletters WHERE id = $1").bind(id).fetch_optional(conn).await)
}
