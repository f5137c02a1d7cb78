//! What an author is and the rules of accounts.

use std::str::FromStr as _;

use serde::Serialize;

use crate::{
    AuthorId, Settings, SignUp, Timestamp,
    accounts::Scopes,
    http::{FieldCode, Fields},
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

    pub fn title(self) -> &'static str {
        match self {
            Self::Author => "Author",
            Self::Admin => "Administrator",
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

/// How somebody signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    Password,
    Passkey,
    /// At a hosted provider.
    Hosted,
}

impl Method {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Passkey => "passkey",
            Self::Hosted => "hosted",
        }
    }
}

impl TryFrom<String> for Method {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        [Self::Password, Self::Passkey, Self::Hosted].into_iter().find(|m| m.as_str() == name).ok_or(name)
    }
}

/// An author as the API shows one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Author {
    #[schema(value_type = i64)]
    pub id: AuthorId,
    pub email: String,
    pub name: String,
    #[schema(required)]
    pub company: Option<String>,
    /// A name of the IANA time zone database, such as `Europe/Vienna`.
    pub time_zone: String,
    pub role: Role,
    /// Whether the author proved to read mail at the address.
    pub email_verified: bool,
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
    /// Whether somebody whom we believe has checked the address.
    pub email_verified: bool,
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

/// The name that passkeys are bound to (WebAuthn §5.1.2, "relying party identifier"): the host of the public URL, when it
/// is a name that browsers take, reached in a secure context.
pub fn relying_party(settings: &Settings) -> Option<&str> {
    let host = settings.public_host();
    let is_secure = settings.public_url.starts_with("https://") || host == "localhost";
    let is_name = !host.is_empty() && !host.contains(':') && host.parse::<std::net::IpAddr>().is_err();
    (is_secure && is_name).then_some(host)
}

/// The host of a URL, with its port.
pub fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

/// A password is taken as it is typed: not trimmed, any character, 10 to 128 of them.
pub fn check_password(fields: &mut Fields, field: &str, password: &str) {
    let length = password.chars().count();
    if !PASSWORD_CHARACTERS.contains(&length) {
        let code = if length > *PASSWORD_CHARACTERS.end() { FieldCode::TooLong } else { FieldCode::TooShort };
        fields.error(field, code, "Password must have 10 to 128 characters.");
    }
}

pub fn check_time_zone(fields: &mut Fields, field: &str, name: &str) {
    if chrono_tz::Tz::from_str(name).is_err() {
        fields.error(
            field,
            FieldCode::NotOneOf,
            "Time zone must be a name such as Europe/Vienna or America/Los_Angeles.",
        );
    }
}
