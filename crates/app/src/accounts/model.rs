//! What an author is and the rules of accounts.

use std::str::FromStr as _;

use serde::Serialize;

use crate::{
    Settings, SignUp, Timestamp,
    http::{Fields, Scopes},
};

pub const MAX_NAME: usize = 200;
/// The zone of an author who has not chosen one.
pub const DEFAULT_TIME_ZONE: &str = "UTC";

const PASSWORD_CHARACTERS: std::ops::RangeInclusive<usize> = 10..=128;

/// What an author may do: `admin` may also write shared domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Author,
    Admin,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Admin => "admin",
        }
    }

    pub fn of(is_admin: bool) -> Self {
        if is_admin { Self::Admin } else { Self::Author }
    }
}

impl TryFrom<String> for Role {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "author" => Ok(Self::Author),
            "admin" => Ok(Self::Admin),
            _ => Err(name),
        }
    }
}

/// An author as the API shows one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Author {
    pub id: i64,
    pub email: String,
    pub name: String,
    pub company: Option<String>,
    /// A name of the IANA time zone database, such as `Europe/Vienna`.
    pub time_zone: String,
    pub role: Role,
    pub created_at: Timestamp,
}

/// An API key as a list shows it: not the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct ApiKey {
    pub id: i64,
    pub name: String,
    /// How the key begins.
    pub prefix: String,
    /// What it may do.
    #[sqlx(try_from = "String")]
    pub scopes: Scopes,
    pub created_at: Timestamp,
    /// To the minute.
    #[schema(required)]
    pub last_used_at: Option<Timestamp>,
    /// From then on it is refused; null: never.
    #[schema(required)]
    pub expires_at: Option<Timestamp>,
}

/// A key just made; it cannot be read again.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewApiKey {
    #[serde(flatten)]
    pub shown: ApiKey,
    pub key: String,
}

/// An author to be.
#[derive(Clone, Debug)]
pub struct NewAuthor {
    pub email: content::Address,
    pub name: String,
    pub role: Role,
    pub password_hash: Option<String>,
    /// Issuer and subject at a hosted provider.
    pub identity: Option<(String, String)>,
}

/// Whether somebody may sign up now.
pub fn may_sign_up(settings: &Settings, any_account: bool) -> bool {
    match settings.sign_up {
        SignUp::Open => true,
        SignUp::Closed => false,
        SignUp::Auto => !any_account || settings.is_loopback(),
    }
}

/// Whether the operator named this address an administrator's.
pub fn is_named_admin(settings: &Settings, email_key: &str) -> bool {
    settings.admins.iter().any(|admin| admin.trim().eq_ignore_ascii_case(email_key))
}

/// A password is taken as it is typed: not trimmed, any character, 10 to 128 of them.
pub fn check_password(fields: &mut Fields, password: &str) {
    let length = password.chars().count();
    if !PASSWORD_CHARACTERS.contains(&length) {
        fields.error("password", "Password must have 10 to 128 characters.");
    }
}

pub fn check_time_zone(fields: &mut Fields, field: &str, name: &str) {
    if chrono_tz::Tz::from_str(name).is_err() {
        fields.error(field, "Time zone must be a name such as Europe/Vienna or America/Los_Angeles.");
    }
}
