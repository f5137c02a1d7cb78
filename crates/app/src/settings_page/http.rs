//! The calls of settings.

use std::{fmt, marker::PhantomData};

use axum::extract::State;
use database::Tx;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::{
    Core,
    accounts::{self, Caller, Origin, audit},
    author_settings::{self, Change, Notifications, Settings},
    domains,
    http::{ApiResult, Editable, Fields, IfMatch, Json, Patch, Problem, Problems, Tagged},
    notification_queue,
};

const MAX_NAME: usize = 200;
const MAX_ADDRESS: usize = 320;

/// The settings of an author.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Settings)]
pub struct SettingsView {
    account: AccountView,
    email: EmailView,
    notifications: Notifications,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AccountSettings)]
pub struct AccountView {
    name: String,
    /// Changes by `POST /api/me/email`.
    email: String,
    #[schema(required)]
    company: Option<String>,
    /// A name of the IANA time zone database, such as `Europe/Vienna`.
    time_zone: String,
}

/// How mail leaves this installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// Kept in the built-in mailbox.
    Capture,
    Smtp,
    Ses,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = EmailSettings)]
pub struct EmailView {
    /// What a new newsletter's sender is called.
    #[schema(required)]
    default_from_name: Option<String>,
    /// Where a new newsletter's mail comes from.
    #[schema(required)]
    default_from_email: Option<String>,
    /// Where answers to a new newsletter go.
    #[schema(required)]
    reply_to: Option<String>,
    transport: Transport,
    /// Whether mail of this author can leave: from a verified domain or the operator's fallback domain. Never with the
    /// built-in mailbox, which keeps it.
    configured: bool,
    /// Domains that the author may send from now.
    verified_domains: Vec<String>,
}

/// Any subset of the fields.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateSettings {
    #[serde(default, deserialize_with = "object")]
    account: Option<accounts::Profile>,
    #[serde(default, deserialize_with = "object")]
    email: Option<UpdateEmail>,
    #[serde(default, deserialize_with = "object")]
    notifications: Option<UpdateNotifications>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = UpdateEmailSettings)]
pub struct UpdateEmail {
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    default_from_name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Email, max_length = 320)]
    default_from_email: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Email, max_length = 320)]
    reply_to: Patch<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct UpdateNotifications {
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    campaign_reports: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    security_alerts: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    weekly_summary: Patch<bool>,
}

/// Read the settings
#[utoipa::path(get, path = "/api/settings", tag = "settings",
    responses(
        (status = 200, body = SettingsView),
        Problems<401>))]
pub async fn get_settings(State(core): State<Core>, caller: Caller) -> ApiResult<Tagged<SettingsView>> {
    let mut tx = core.db.read().await?;
    let settings = author_settings::find(&mut tx, caller.author_id).await?;
    Ok(Tagged(view(&core, &mut tx, &caller, settings).await?))
}

/// Change the settings
///
/// Any subset of the fields, each in its part; what is left out stays. An error names its field with its part:
/// `email.reply_to`.
#[utoipa::path(put, path = "/api/settings", tag = "settings", request_body = UpdateSettings,
    responses(
        (status = 200, body = SettingsView),
        Problems<400, 401, 412, 413, 415, 422>))]
pub async fn update_settings(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    if_match: IfMatch,
    Json(body): Json<UpdateSettings>,
) -> ApiResult<Tagged<SettingsView>> {
    let mut fields = Fields::default();
    let profile = body.account.map(|account| account.read(&mut fields, "account."));
    let change = read(&mut fields, body.email, body.notifications);
    fields.finish()?;
    let (author_id, now) = (caller.author_id, core.now());
    let mut tx = core.db.begin().await?;
    accounts::hold(&mut tx, author_id).await?;
    let mut settings = author_settings::find(&mut tx, author_id).await?;
    if if_match.asks::<SettingsView>(&mut tx, author_id.get()).await? {
        if_match.check(&view(&core, &mut tx, &caller, settings.clone()).await?)?;
    }
    if let Some(profile) = profile {
        accounts::change_profile(&mut tx, author_id, profile, now).await?;
    }
    let before = settings.clone();
    change.apply(&mut settings);
    if settings != before {
        if before.notifications.security_alerts && !settings.notifications.security_alerts {
            // The last one: it may be an intruder who wants none.
            audit::record(&mut tx, author_id, audit::AuditKind::SecurityAlertsOff, None, &origin).await?;
        }
        author_settings::keep(&mut tx, author_id, &settings, now).await?;
        if settings.notifications.weekly_summary {
            notification_queue::weekly_wanted(&mut tx, author_id).await?;
        }
    }
    let shown = view(&core, &mut tx, &caller, settings).await?;
    tx.commit().await?;
    Ok(Tagged(shown))
}

async fn view(
    core: &Core,
    tx: &mut Tx,
    caller: &Caller,
    settings: Settings,
) -> Result<SettingsView, Problem> {
    let author = accounts::author(tx, caller.author_id).await?;
    // Deleted between the two reads.
    let author = author.ok_or_else(|| Problem::unauthorized("This account was deleted."))?;
    let verified_domains = domains::verified_names(tx, caller.author_id).await?;
    let transport = match core.settings.mail {
        mailer::MailUrl::Capture => Transport::Capture,
        mailer::MailUrl::Smtp(_) => Transport::Smtp,
        mailer::MailUrl::Ses(_) => Transport::Ses,
    };
    let has_sender = core.settings.fallback_domain.is_some() || !verified_domains.is_empty();
    Ok(SettingsView {
        account: AccountView {
            name: author.name,
            email: author.email,
            company: author.company,
            time_zone: author.time_zone,
        },
        email: EmailView {
            default_from_name: settings.default_from_name,
            default_from_email: settings.default_from_email,
            reply_to: settings.reply_to,
            transport,
            configured: transport != Transport::Capture && has_sender,
            verified_domains,
        },
        notifications: settings.notifications,
    })
}

fn read(
    fields: &mut Fields,
    email: Option<UpdateEmail>,
    notifications: Option<UpdateNotifications>,
) -> Change {
    let mut change = Change::default();
    if let Some(email) = email {
        change.default_from_name =
            fields.patch_line("email.default_from_name", email.default_from_name, MAX_NAME);
        change.default_from_email = address(fields, "email.default_from_email", email.default_from_email);
        change.reply_to = address(fields, "email.reply_to", email.reply_to);
    }
    if let Some(wants) = notifications {
        change.campaign_reports =
            fields.patch_required("notifications.campaign_reports", wants.campaign_reports);
        change.security_alerts =
            fields.patch_required("notifications.security_alerts", wants.security_alerts);
        change.weekly_summary = fields.patch_required("notifications.weekly_summary", wants.weekly_summary);
    }
    change
}

fn address(fields: &mut Fields, field: &str, value: Patch<String>) -> Option<Option<String>> {
    let line = fields.patch_line(field, value, MAX_ADDRESS)?;
    Some(line.and_then(|text| fields.ascii_email(field, &text)).map(|address| address.original))
}

/// An object or null: serde would read a list as the fields of a struct in their order.
fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_unit<E>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<T>, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map)).map(Some)
        }
    }

    deserializer.deserialize_any(Object(PhantomData))
}

impl Editable for SettingsView {
    const TABLE: &str = "authors";

    fn edited(&self) -> impl Serialize {
        let (account, email) = (&self.account, &self.email);
        (
            (&account.name, &account.company, &account.time_zone),
            (&email.default_from_name, &email.default_from_email, &email.reply_to),
            self.notifications,
        )
    }
}
