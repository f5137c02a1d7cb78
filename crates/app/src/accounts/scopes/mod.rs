//! What an API key may do: scopes, and the one table that says which of them a call needs.
//!
//! [`Caller`](super::Caller) asks [`check`] for every call that has one, so that no handler has to. A call that the table does
//! not name needs `full`; a test fails for it by name.

use std::{collections::HashMap, sync::LazyLock};

use axum::http::Method;
use serde::{Deserialize, Serialize, Serializer};

use crate::http::Problem;

/// One thing an API key may do. A write scope includes reading its own area; `read` reads everything but the account, its
/// settings, keys, webhooks and captured mail, and what the operator looks at; those need `full`, but for `GET /api/me`, which any
/// key may ask. What protects the account (`/api/me/…`) takes a person who is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub enum Scope {
    #[serde(rename = "full")]
    Full,
    #[serde(rename = "read")]
    Read,
    #[serde(rename = "newsletters:write")]
    Newsletters,
    #[serde(rename = "subscribers:write")]
    Subscribers,
    #[serde(rename = "campaigns:write")]
    Campaigns,
    #[serde(rename = "campaigns:send")]
    Send,
    #[serde(rename = "templates:write")]
    Templates,
    #[serde(rename = "domains:write")]
    Domains,
    #[serde(rename = "messages:send")]
    Messages,
}

const NAMES: [(Scope, &str); 9] = [
    (Scope::Full, "full"),
    (Scope::Read, "read"),
    (Scope::Newsletters, "newsletters:write"),
    (Scope::Subscribers, "subscribers:write"),
    (Scope::Campaigns, "campaigns:write"),
    (Scope::Send, "campaigns:send"),
    (Scope::Templates, "templates:write"),
    (Scope::Domains, "domains:write"),
    (Scope::Messages, "messages:send"),
];

impl Scope {
    pub fn as_str(self) -> &'static str {
        NAMES.iter().find(|(scope, _)| *scope == self).map_or("", |(_, name)| name)
    }
}

/// A set of scopes; in the database their names with a space between them, in JSON a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u16);

impl Scopes {
    pub const FULL: Self = Self(1 << Scope::Full as u8);

    pub fn has(self, scope: Scope) -> bool {
        self.0 & (1 << scope as u8) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order in which they are documented.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        NAMES.into_iter().map(|(scope, _)| scope).filter(move |scope| self.has(*scope))
    }

    /// As the database keeps them.
    pub fn to_text(self) -> String {
        self.iter().map(Scope::as_str).collect::<Vec<_>>().join(" ")
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | 1 << scope as u8))
    }
}

impl From<String> for Scopes {
    /// A name that this version does not know allows nothing.
    fn from(text: String) -> Self {
        let known = |name: &str| NAMES.iter().find(|(_, known)| *known == name).map(|(scope, _)| *scope);
        text.split(' ').filter_map(known).collect()
    }
}

impl Serialize for Scopes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
impl utoipa::PartialSchema for Scopes {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        <Vec<Scope> as utoipa::PartialSchema>::schema()
    }
}

#[cfg(test)]
impl utoipa::ToSchema for Scopes {
    fn name() -> std::borrow::Cow<'static, str> {
        "Scopes".into()
    }

    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        schemas.push(("Scope".into(), <Scope as utoipa::PartialSchema>::schema()));
    }
}

/// What a call needs of an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// `read`, or a write scope of the area.
    Read(&'static [Scope]),
    Write(Scope),
    Full,
    /// Any key will do.
    Any,
    /// Somebody at a browser: no API key will do.
    Session,
}

const NEWSLETTERS: Need = Need::Read(&[Scope::Newsletters]);
const SUBSCRIBERS: Need = Need::Read(&[Scope::Subscribers]);
const CAMPAIGNS: Need = Need::Read(&[Scope::Campaigns, Scope::Send]);
const TEMPLATES: Need = Need::Read(&[Scope::Templates]);
const DOMAINS: Need = Need::Read(&[Scope::Domains]);
const MESSAGES: Need = Need::Read(&[Scope::Messages]);
const EVERYTHING: Need = Need::Read(&[]);

/// Method and path of every call that wants a bearer, the path's parameters without their names.
/// Captured mail holds the mails about the account, with their links: it is the account's.
#[rustfmt::skip]
const TABLE: &[(&str, Need)] = &[
    ("GET /api/analytics", EVERYTHING),
    ("GET /api/api-keys", Need::Full),
    ("POST /api/api-keys", Need::Full),
    ("PUT /api/api-keys/{}", Need::Full),
    ("DELETE /api/api-keys/{}", Need::Full),
    ("POST /api/api-keys/{}/regenerate", Need::Full),
    ("GET /api/campaigns", CAMPAIGNS),
    ("GET /api/bounces/unknown", EVERYTHING),
    ("GET /api/bounces/unknown/{}", Need::Full),
    ("DELETE /api/bounces/unknown/{}", Need::Full),
    ("GET /api/captured-mail", Need::Full),
    ("GET /api/captured-mail/{}", Need::Full),
    ("GET /api/captured-mail/{}/raw", Need::Full),
    ("GET /api/doctor", Need::Full),
    ("GET /api/domains", DOMAINS),
    ("POST /api/domains", Need::Write(Scope::Domains)),
    ("POST /api/domains/register", Need::Write(Scope::Domains)),
    ("GET /api/domains/{}", DOMAINS),
    ("PUT /api/domains/{}", Need::Write(Scope::Domains)),
    ("DELETE /api/domains/{}", Need::Write(Scope::Domains)),
    ("GET /api/domains/{}/dns-records", DOMAINS),
    ("GET /api/domains/{}/metrics", DOMAINS),
    ("POST /api/domains/{}/reset-metrics", Need::Write(Scope::Domains)),
    ("POST /api/domains/{}/rotate-keys", Need::Write(Scope::Domains)),
    ("GET /api/domains/{}/verification-status", DOMAINS),
    ("POST /api/domains/{}/verify", Need::Write(Scope::Domains)),
    ("GET /api/domains/{}/zone", DOMAINS),
    ("GET /api/imports", SUBSCRIBERS),
    ("GET /api/imports/{}", SUBSCRIBERS),
    ("POST /api/imports/{}/cancel", Need::Write(Scope::Subscribers)),
    ("GET /api/imports/{}/errors.csv", SUBSCRIBERS),
    ("GET /api/installation", Need::Full),
    ("POST /api/installation/confirm-sending", Need::Full),
    ("GET /api/me", Need::Any),
    ("PUT /api/me", Need::Full),
    ("DELETE /api/me", Need::Session),
    ("GET /api/me/audit", Need::Session),
    ("POST /api/me/email", Need::Session),
    ("GET /api/me/export", Need::Session),
    ("GET /api/me/holdings", Need::Session),
    ("POST /api/me/passkeys", Need::Session),
    ("POST /api/me/passkeys/options", Need::Session),
    ("PUT /api/me/passkeys/{}", Need::Session),
    ("DELETE /api/me/passkeys/{}", Need::Session),
    ("POST /api/me/password", Need::Session),
    ("POST /api/me/sample-data", Need::Session),
    ("DELETE /api/me/sample-data", Need::Session),
    ("GET /api/me/security", Need::Session),
    ("GET /api/me/sessions", Need::Session),
    ("DELETE /api/me/sessions", Need::Session),
    ("DELETE /api/me/sessions/{}", Need::Session),
    ("POST /api/me/totp", Need::Session),
    ("DELETE /api/me/totp", Need::Session),
    ("POST /api/me/totp/confirm", Need::Session),
    ("POST /api/me/totp/recovery-codes", Need::Session),
    ("POST /api/me/verify-email", Need::Session),
    ("GET /api/media", TEMPLATES),
    ("POST /api/media", Need::Write(Scope::Templates)),
    ("GET /api/media/{}", TEMPLATES),
    ("PUT /api/media/{}", Need::Write(Scope::Templates)),
    ("DELETE /api/media/{}", Need::Write(Scope::Templates)),
    ("GET /api/messages", MESSAGES),
    ("POST /api/messages", Need::Write(Scope::Messages)),
    ("GET /api/messages/{}", MESSAGES),
    ("POST /api/messages/{}/resolve", Need::Write(Scope::Messages)),
    ("GET /api/newsletters", NEWSLETTERS),
    ("POST /api/newsletters", Need::Write(Scope::Newsletters)),
    ("GET /api/newsletters/{}", NEWSLETTERS),
    ("PUT /api/newsletters/{}", Need::Write(Scope::Newsletters)),
    ("DELETE /api/newsletters/{}", Need::Write(Scope::Newsletters)),
    ("GET /api/newsletters/{}/analytics", NEWSLETTERS),
    ("GET /api/newsletters/{}/campaigns", CAMPAIGNS),
    ("POST /api/newsletters/{}/campaigns", Need::Write(Scope::Campaigns)),
    ("GET /api/newsletters/{}/campaigns/{}", CAMPAIGNS),
    ("PUT /api/newsletters/{}/campaigns/{}", Need::Write(Scope::Campaigns)),
    ("DELETE /api/newsletters/{}/campaigns/{}", Need::Write(Scope::Campaigns)),
    ("GET /api/newsletters/{}/campaigns/{}/analytics", CAMPAIGNS),
    ("POST /api/newsletters/{}/campaigns/{}/ab-test/decide", Need::Write(Scope::Send)),
    ("POST /api/newsletters/{}/campaigns/{}/attachments", Need::Write(Scope::Campaigns)),
    ("DELETE /api/newsletters/{}/campaigns/{}/attachments/{}", Need::Write(Scope::Campaigns)),
    ("POST /api/newsletters/{}/campaigns/{}/cancel", Need::Write(Scope::Send)),
    ("GET /api/newsletters/{}/campaigns/{}/checks", CAMPAIGNS),
    ("GET /api/newsletters/{}/campaigns/{}/deliveries", CAMPAIGNS),
    ("GET /api/newsletters/{}/campaigns/{}/deliveries.csv", CAMPAIGNS),
    ("POST /api/newsletters/{}/campaigns/{}/deliveries/{}/resolve", Need::Write(Scope::Send)),
    ("GET /api/newsletters/{}/campaigns/{}/dry-run", CAMPAIGNS),
    ("POST /api/newsletters/{}/campaigns/{}/duplicate", Need::Write(Scope::Campaigns)),
    ("GET /api/newsletters/{}/campaigns/{}/link-map", CAMPAIGNS),
    ("POST /api/newsletters/{}/campaigns/{}/pause", Need::Write(Scope::Send)),
    ("GET /api/newsletters/{}/campaigns/{}/preview", CAMPAIGNS),
    ("GET /api/newsletters/{}/campaigns/{}/progress", CAMPAIGNS),
    ("GET /api/newsletters/{}/campaigns/{}/report", CAMPAIGNS),
    ("POST /api/newsletters/{}/campaigns/{}/resend", Need::Write(Scope::Campaigns)),
    ("POST /api/newsletters/{}/campaigns/{}/resume", Need::Write(Scope::Send)),
    ("POST /api/newsletters/{}/campaigns/{}/schedule", Need::Write(Scope::Send)),
    ("POST /api/newsletters/{}/campaigns/{}/send", Need::Write(Scope::Send)),
    ("POST /api/newsletters/{}/campaigns/{}/test", Need::Write(Scope::Send)),
    ("GET /api/newsletters/{}/campaigns/{}/versions", CAMPAIGNS),
    ("GET /api/newsletters/{}/campaigns/{}/versions/{}", CAMPAIGNS),
    ("POST /api/newsletters/{}/campaigns/{}/versions/{}/restore", Need::Write(Scope::Campaigns)),
    ("GET /api/newsletters/{}/subscribers", SUBSCRIBERS),
    ("POST /api/newsletters/{}/subscribers", Need::Write(Scope::Subscribers)),
    ("POST /api/newsletters/{}/subscribers/batch", Need::Write(Scope::Subscribers)),
    ("PUT /api/newsletters/{}/subscribers/by-email/{}", Need::Write(Scope::Subscribers)),
    ("POST /api/newsletters/{}/subscribers/bulk", Need::Write(Scope::Subscribers)),
    ("GET /api/newsletters/{}/subscribers/export.csv", SUBSCRIBERS),
    ("POST /api/newsletters/{}/subscribers/import", Need::Write(Scope::Subscribers)),
    ("GET /api/newsletters/{}/subscribers/{}", SUBSCRIBERS),
    ("PUT /api/newsletters/{}/subscribers/{}", Need::Write(Scope::Subscribers)),
    ("DELETE /api/newsletters/{}/subscribers/{}", Need::Write(Scope::Subscribers)),
    ("GET /api/notices", EVERYTHING),
    ("DELETE /api/notices/{}", Need::Full),
    ("GET /api/overview", EVERYTHING),
    ("PUT /api/overview/checklist", Need::Full),
    ("GET /api/saved-blocks", TEMPLATES),
    ("POST /api/saved-blocks", Need::Write(Scope::Templates)),
    ("PUT /api/saved-blocks/{}", Need::Write(Scope::Templates)),
    ("DELETE /api/saved-blocks/{}", Need::Write(Scope::Templates)),
    ("GET /api/schedule/resolve", CAMPAIGNS),
    ("GET /api/schedule/zones", CAMPAIGNS),
    ("GET /api/search", EVERYTHING),
    ("GET /api/settings", Need::Full),
    ("PUT /api/settings", Need::Full),
    ("GET /api/subscribers", SUBSCRIBERS),
    ("GET /api/subscribers/stats", SUBSCRIBERS),
    ("GET /api/suppressions", EVERYTHING),
    ("POST /api/suppressions", Need::Full),
    ("DELETE /api/suppressions/{}", Need::Full),
    ("GET /api/templates", TEMPLATES),
    ("POST /api/templates", Need::Write(Scope::Templates)),
    ("GET /api/templates/{}", TEMPLATES),
    ("PUT /api/templates/{}", Need::Write(Scope::Templates)),
    ("DELETE /api/templates/{}", Need::Write(Scope::Templates)),
    ("POST /api/templates/{}/duplicate", Need::Write(Scope::Templates)),
    ("POST /api/templates/{}/test", Need::Write(Scope::Send)),
    ("GET /api/templates/{}/versions", TEMPLATES),
    ("GET /api/templates/{}/versions/{}", TEMPLATES),
    ("POST /api/templates/{}/versions/{}/restore", Need::Write(Scope::Templates)),
    ("GET /api/webhooks", Need::Full),
    ("POST /api/webhooks", Need::Full),
    ("GET /api/webhooks/{}", Need::Full),
    ("PUT /api/webhooks/{}", Need::Full),
    ("DELETE /api/webhooks/{}", Need::Full),
    ("GET /api/webhooks/{}/deliveries", Need::Full),
    ("POST /api/webhooks/{}/deliveries/{}/replay", Need::Full),
    ("POST /api/webhooks/{}/rotate-secret", Need::Full),
    ("POST /api/webhooks/{}/test", Need::Full),
];

static BY_NAME: LazyLock<HashMap<&'static str, Need>> = LazyLock::new(|| TABLE.iter().copied().collect());

/// Refuses an API key with these scopes the call of this method and route (as the router matched it).
pub fn check(scopes: Scopes, method: &Method, route: Option<&str>) -> Result<(), Problem> {
    let need = route.and_then(|route| BY_NAME.get(name(method, route).as_str())).copied();
    let lacking = match need.unwrap_or(Need::Full) {
        Need::Session => {
            return Err(Problem::forbidden("Sign in for this: an API key is not enough."));
        }
        Need::Any if !scopes.is_empty() => return Ok(()),
        _ if scopes.has(Scope::Full) => return Ok(()),
        Need::Read(areas) if scopes.has(Scope::Read) || areas.iter().any(|area| scopes.has(*area)) => {
            return Ok(());
        }
        Need::Write(scope) if scopes.has(scope) => return Ok(()),
        Need::Read(_) | Need::Any => Scope::Read,
        Need::Write(scope) => scope,
        Need::Full => Scope::Full,
    };
    Err(Problem::forbidden(format!("This API key lacks the scope \"{}\".", lacking.as_str())))
}

/// Who may make a call, for the OpenAPI document.
pub enum Allowed {
    /// A signed-in browser alone.
    Session,
    /// An API key that has one of these.
    AnyOf(Vec<Scope>),
}

/// Who may make the call of this method and route; `full` is always among the scopes.
pub fn allowed(method: &Method, route: &str) -> Allowed {
    let others = match BY_NAME.get(name(method, route).as_str()).copied().unwrap_or(Need::Full) {
        Need::Session => return Allowed::Session,
        Need::Read(areas) => [&[Scope::Read], areas].concat(),
        Need::Write(scope) => vec![scope],
        Need::Full => Vec::new(),
        Need::Any => return Allowed::AnyOf(NAMES.map(|(scope, _)| scope).to_vec()),
    };
    Allowed::AnyOf([others, vec![Scope::Full]].concat())
}

/// What the table knows a call by.
fn name(method: &Method, route: &str) -> String {
    // Whoever may read may ask whether there is something to read.
    let method = if method == Method::HEAD { "GET" } else { method.as_str() };
    let mut name = String::with_capacity(method.len() + 1 + route.len());
    name.push_str(method);
    name.push(' ');
    for (at, segment) in route.split('/').enumerate() {
        if at > 0 {
            name.push('/');
        }
        name.push_str(if segment.starts_with('{') { "{}" } else { segment });
    }
    name
}

#[cfg(test)]
mod tests;
