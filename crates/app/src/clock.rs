//! The time, as a parameter. Milliseconds since the Unix epoch everywhere; RFC 3339 with `Z` in JSON.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use serde::{Deserialize, Serialize};

/// Milliseconds since the Unix epoch, UTC. Serialises as `2026-11-21T02:31:02.123Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type)]
#[sqlx(transparent)]
pub struct Timestamp(pub i64);

pub const SECOND: i64 = 1_000;
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

impl Timestamp {
    #[must_use]
    pub fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Days since the Unix epoch, UTC.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = chrono::DateTime::from_timestamp_millis(self.0).unwrap_or_default();
        f.write_str(&time.to_rfc3339_opts(chrono::SecondsFormat::Millis, true))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        chrono::DateTime::parse_from_rfc3339(&text)
            .map(|t| Self(t.timestamp_millis()))
            .map_err(|_| serde::de::Error::custom("expected a time such as 2026-11-21T09:30:00Z"))
    }
}

impl utoipa::PartialSchema for Timestamp {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::DateTime)))
            .into()
    }
}

impl utoipa::ToSchema for Timestamp {
    fn name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }
}

/// Where the time comes from: the machine, or a test that moves it.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(None)
    }

    /// A clock that stands still until it is moved.
    pub fn fixed(now: Timestamp) -> Self {
        Self(Some(Arc::new(AtomicI64::new(now.0))))
    }

    #[allow(clippy::disallowed_methods)] // the one place that reads the machine's clock
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Some(fixed) => Timestamp(fixed.load(Ordering::SeqCst)),
            None => Timestamp(chrono::Utc::now().timestamp_millis()),
        }
    }

    /// Moves a fixed clock; the machine's clock is not ours to move.
    pub fn advance(&self, millis: i64) {
        if let Some(fixed) = &self.0 {
            fixed.fetch_add(millis, Ordering::SeqCst);
        }
    }
}
