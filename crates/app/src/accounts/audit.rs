//! The audit log: sensitive acts, told to the author whom they concern, and by mail where that is wanted.

use database::Tx;
use serde::Serialize;

use super::{
    Origin, alerts,
    origin::device,
    store::audit::{self, Entry},
};
use crate::{
    AuthorId, Timestamp,
    clock::{DAY, MINUTE},
};

/// How long a row is kept.
pub const KEPT: i64 = 365 * DAY;
/// Rows that one author keeps; older ones give way.
pub const MOST: i64 = 1000;
/// Failed sign-ins are noted this often at most.
const FAILED_EVERY: i64 = MINUTE;
const MAX_DETAIL: usize = 300;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditKind {
    SignedUp,
    SignedIn,
    SignInFailed,
    SignedOut,
    SessionEnded,
    PasswordChanged,
    PasswordReset,
    EmailChangeRequested,
    EmailChanged,
    EmailVerified,
    TotpEnabled,
    TotpDisabled,
    RecoveryCodesReplaced,
    RecoveryCodeUsed,
    PasskeyAdded,
    PasskeyRenamed,
    PasskeyRemoved,
    ApiKeyCreated,
    ApiKeyChanged,
    ApiKeyRegenerated,
    ApiKeyDeleted,
    WebhookCreated,
    WebhookChanged,
    WebhookSecretRotated,
    WebhookDeleted,
    SecurityAlertsOff,
    AccountExported,
    DomainDeleted,
    RoleChanged,
}

/// AuditKind, its name in the database and in JSON, and its title.
const KINDS: [(AuditKind, &str, &str); 29] = [
    (AuditKind::SignedUp, "signed_up", "Account created"),
    (AuditKind::SignedIn, "signed_in", "Signed in"),
    (AuditKind::SignInFailed, "sign_in_failed", "Sign-in failed"),
    (AuditKind::SignedOut, "signed_out", "Signed out"),
    (AuditKind::SessionEnded, "session_ended", "Session ended"),
    (AuditKind::PasswordChanged, "password_changed", "Password changed"),
    (AuditKind::PasswordReset, "password_reset", "Password reset"),
    (AuditKind::EmailChangeRequested, "email_change_requested", "Email change requested"),
    (AuditKind::EmailChanged, "email_changed", "Email address changed"),
    (AuditKind::EmailVerified, "email_verified", "Email address verified"),
    (AuditKind::TotpEnabled, "totp_enabled", "Two-factor authentication switched on"),
    (AuditKind::TotpDisabled, "totp_disabled", "Two-factor authentication switched off"),
    (AuditKind::RecoveryCodesReplaced, "recovery_codes_replaced", "Recovery codes replaced"),
    (AuditKind::RecoveryCodeUsed, "recovery_code_used", "Recovery code used"),
    (AuditKind::PasskeyAdded, "passkey_added", "Passkey added"),
    (AuditKind::PasskeyRenamed, "passkey_renamed", "Passkey renamed"),
    (AuditKind::PasskeyRemoved, "passkey_removed", "Passkey removed"),
    (AuditKind::ApiKeyCreated, "api_key_created", "API key created"),
    (AuditKind::ApiKeyChanged, "api_key_changed", "API key changed"),
    (AuditKind::ApiKeyRegenerated, "api_key_regenerated", "API key regenerated"),
    (AuditKind::ApiKeyDeleted, "api_key_deleted", "API key deleted"),
    (AuditKind::WebhookCreated, "webhook_created", "Webhook created"),
    (AuditKind::WebhookChanged, "webhook_changed", "Webhook changed"),
    (AuditKind::WebhookSecretRotated, "webhook_secret_rotated", "Webhook secret rotated"),
    (AuditKind::WebhookDeleted, "webhook_deleted", "Webhook deleted"),
    (AuditKind::SecurityAlertsOff, "security_alerts_off", "Security alerts switched off"),
    (AuditKind::AccountExported, "account_exported", "Account exported"),
    (AuditKind::DomainDeleted, "domain_deleted", "Domain deleted"),
    (AuditKind::RoleChanged, "role_changed", "Role changed"),
];

impl AuditKind {
    pub fn as_str(self) -> &'static str {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, name, _)| name)
    }

    /// What was done, as a person reads it.
    pub fn title(self) -> &'static str {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or("", |(.., title)| title)
    }
}

impl TryFrom<String> for AuditKind {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        KINDS.iter().find(|(_, known, _)| *known == name).map(|(kind, ..)| *kind).ok_or(name)
    }
}

/// One act as the API shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AuditEntry {
    pub id: i64,
    pub kind: AuditKind,
    /// What was done, as a sentence's beginning: "Signed in".
    pub title: String,
    /// With what, such as the name of a key.
    #[schema(required)]
    pub detail: Option<String>,
    /// Program and system, as far as they told: "Firefox on Linux".
    #[schema(required)]
    pub device: Option<String>,
    /// Address of the client; null for this machine, which may be a proxy.
    #[schema(required)]
    pub ip: Option<String>,
    pub at: Timestamp,
}

impl From<Entry> for AuditEntry {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id,
            kind: entry.kind,
            title: entry.kind.title().to_owned(),
            detail: entry.detail,
            device: device(entry.user_agent.as_deref()),
            ip: entry.ip,
            at: entry.at,
        }
    }
}

/// Notes an act in the log of the author it concerns, and queues a mail about it where that is wanted. Before a change
/// of the address, so that the mail goes to the old one.
pub async fn record(
    tx: &mut Tx,
    author_id: AuthorId,
    kind: AuditKind,
    detail: Option<&str>,
    origin: &Origin,
) -> database::Result<()> {
    if kind == AuditKind::SignInFailed
        && audit::any_since(tx, author_id, kind, origin.at.plus(-FAILED_EVERY)).await?
    {
        return Ok(());
    }
    let detail: Option<String> = detail.map(|text| text.chars().take(MAX_DETAIL).collect());
    alerts::queue_alert(tx, author_id, kind, detail.as_deref(), origin).await?;
    audit::insert(tx, author_id, kind, detail.as_deref(), origin).await?;
    audit::prune_author(tx, author_id, MOST).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_name_everywhere() {
        for (kind, name, title) in KINDS {
            assert_eq!(serde_json::to_value(kind).unwrap(), name);
            assert_eq!((kind.as_str(), kind.title()), (name, title));
            assert_eq!(AuditKind::try_from(name.to_owned()), Ok(kind));
        }
    }
}
