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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

#[cfg(feature = "sqlx")]
sqlx::transparent!(Timestamp, i64);

/// In milliseconds, as are the others.
pub const SECOND: i64 = 1_000;
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

impl Timestamp {
    /// So many milliseconds later.
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

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for Timestamp {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::DateTime)))
            .into()
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for Timestamp {
    fn name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }
}

/// Where the time comes from: the machine, or a test that moves it.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// A test's time; `None`: the machine's.
    fixed: Option<Arc<AtomicI64>>,
    /// Milliseconds that are added to it.
    shift: Arc<AtomicI64>,
}

/// The time on which all nodes of an installation agree, and how far a clock is from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    pub now: Timestamp,
    /// Milliseconds that the clock is ahead, negative when it is behind. What asking took is in its favour.
    pub ahead: i64,
}

/// A clock that is further off than this is wrong: machines that keep time by NTP agree within milliseconds.
pub const TOLERATED: i64 = 10 * SECOND;

impl Agreed {
    /// Whether the clock is wrong, and nothing may be judged by what this machine thinks of the time.
    pub fn is_off(&self) -> bool {
        self.ahead.abs() > TOLERATED
    }
}

/// "12 seconds behind", of a clock that is ahead by so many milliseconds.
pub fn in_words(ahead: i64) -> String {
    format!("{} seconds {}", ahead.abs() / SECOND, if ahead < 0 { "behind" } else { "ahead of" })
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that stands still until it is moved.
    pub fn fixed(now: Timestamp) -> Self {
        Self { fixed: Some(Arc::new(AtomicI64::new(now.0))), shift: Arc::default() }
    }

    /// The same clock, wrong by so many milliseconds.
    #[must_use]
    pub fn off_by(&self, millis: i64) -> Self {
        let shift = self.shift.load(Ordering::SeqCst).saturating_add(millis);
        Self { fixed: self.fixed.clone(), shift: Arc::new(AtomicI64::new(shift)) }
    }

    /// What it shows.
    pub fn now(&self) -> Timestamp {
        self.unshifted().plus(self.shift.load(Ordering::SeqCst))
    }

    #[allow(clippy::disallowed_methods)] // the one place that reads the machine's clock
    fn unshifted(&self) -> Timestamp {
        match &self.fixed {
            Some(fixed) => Timestamp(fixed.load(Ordering::SeqCst)),
            None => Timestamp(chrono::Utc::now().timestamp_millis()),
        }
    }

    /// Moves a fixed clock; the machine's clock is not ours to move.
    pub fn advance(&self, millis: i64) {
        if let Some(fixed) = &self.fixed {
            fixed.fetch_add(millis, Ordering::SeqCst);
        }
    }

    /// Asks for the time of whatever the nodes share, their database. Where it has no clock, which is where one node is
    /// all there is, the machine's is the one; a test's clock stands for both, and nothing is asked.
    pub async fn agreed<E>(&self, theirs: impl Future<Output = Result<Option<i64>, E>>) -> Result<Agreed, E> {
        if self.fixed.is_some() {
            return Ok(Agreed { now: self.unshifted(), ahead: self.shift.load(Ordering::SeqCst) });
        }
        let before = self.now();
        let Some(theirs) = theirs.await? else { return Ok(Agreed { now: before, ahead: 0 }) };
        Ok(Agreed { now: Timestamp(theirs), ahead: ahead(before.0, self.now().0, theirs) })
    }

    /// This clock as it should be by the one they share: what nodes judge one another by.
    pub async fn put_right<E>(
        &self,
        theirs: impl Future<Output = Result<Option<i64>, E>>,
    ) -> Result<Self, E> {
        let right = self.off_by(0);
        right.follow(self, self.agreed(theirs).await?.ahead);
        Ok(right)
    }

    /// Makes this clock show what the other would if it were not ahead by so much.
    pub fn follow(&self, other: &Self, ahead: i64) {
        self.shift.store(other.shift.load(Ordering::SeqCst).saturating_sub(ahead), Ordering::SeqCst);
    }
}

/// How far a clock is ahead that showed these times before and after another was asked.
fn ahead(before: i64, after: i64, theirs: i64) -> i64 {
    if theirs < before { before - theirs } else { (after - theirs).min(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asking_took_is_no_fault_of_the_clock() {
        for (before, after, theirs, expected) in
            [(10, 30, 20, 0), (10, 30, 10, 0), (10, 30, 30, 0), (10, 30, 4, 6), (10, 30, 37, -7)]
        {
            assert_eq!(ahead(before, after, theirs), expected);
        }
    }

    #[test]
    fn a_clock_that_follows_is_right_where_the_other_is_wrong() {
        let right = Clock::fixed(Timestamp(1_000));
        let wrong = right.off_by(-300);
        let followed = wrong.off_by(0);
        followed.follow(&wrong, -300);
        right.advance(50);
        assert_eq!((wrong.now(), followed.now()), (Timestamp(750), Timestamp(1_050)));
    }

    #[test]
    fn ten_seconds_are_no_wrong_clock() {
        let is_off = |ahead| Agreed { now: Timestamp(0), ahead }.is_off();
        assert_eq!(
            [-TOLERATED - 1, -TOLERATED, 0, TOLERATED, TOLERATED + 1].map(is_off),
            [true, false, false, false, true]
        );
    }
}
