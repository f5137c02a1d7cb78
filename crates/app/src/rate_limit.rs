//! How often authors ask: every call with a good bearer is counted by the minute, told in the headers of
//! `draft-ietf-httpapi-ratelimit-headers`; what mails strangers is counted besides. In memory, per node.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::{
    AuthorId, Timestamp,
    accounts::{Accounts, bearer, identify},
    core::With,
    http::Problem,
    steady::Steady,
};

static POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
static LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Authors that ask at once seldom meet at one lock.
const SHARDS: usize = 16;
const MINUTE_SECONDS: i64 = 60;
const HOUR_SECONDS: i64 = 60 * MINUTE_SECONDS;
const NANOS_PER_MILLI: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;
/// Test emails of an author in an hour: whoever got hold of an account must not be able to mail the world with it.
const TEST_MAILS: u32 = 100;
/// A shard with this many authors, or twice as many as were busy at its last sweep, forgets those who are idle.
const SWEEP_AT: usize = 1024;

/// One author's standing after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// Requests that may follow at once.
    left: i64,
    /// Seconds until as many as ever may.
    full_in: i64,
    /// Seconds to wait, when this one was too many.
    retry_in: Option<i64>,
}

#[derive(Default)]
struct Shard {
    /// Author → when their bucket is full again, in nanoseconds of `time` (the theoretical arrival time of the
    /// generic cell rate algorithm). Who is not in it has a full one.
    full_at: HashMap<AuthorId, i64>,
    sweep_at: usize,
    time: Steady,
}

/// The authors' buckets of this node.
pub struct RateLimits {
    quota: i64,
    /// In nanoseconds.
    window: i64,
    policy: HeaderValue,
    shards: [Mutex<Shard>; SHARDS],
}

impl RateLimits {
    /// `per_minute` is at least 1.
    pub fn new(per_minute: u32) -> Self {
        Self::within(per_minute, MINUTE_SECONDS)
    }

    fn within(quota: u32, seconds: i64) -> Self {
        let quota = i64::from(quota.max(1));
        let policy = format!("\"author\";q={quota};w={seconds}");
        Self {
            quota,
            window: seconds * SECOND,
            policy: HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("\"author\"")),
            shards: std::array::from_fn(|_| Mutex::default()),
        }
    }

    fn take(&self, author_id: AuthorId, now: Timestamp) -> Standing {
        self.take_many(author_id, 1, now)
    }

    /// `count` is not more than the quota.
    fn take_many(&self, author_id: AuthorId, count: i64, now: Timestamp) -> Standing {
        let each = self.window / self.quota;
        let cost = each * count;
        let shard = &self.shards[author_id.get().rem_euclid(SHARDS as i64) as usize];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let now = shard.time.at(now).saturating_mul(NANOS_PER_MILLI);
        if shard.full_at.len() >= shard.sweep_at.max(SWEEP_AT) {
            shard.full_at.retain(|_, full_at| *full_at > now);
            shard.sweep_at = shard.full_at.len() * 2;
        }
        let before = shard.full_at.get(&author_id).copied().unwrap_or(now).max(now);
        let wait = before + cost - now - self.window;
        if wait > 0 {
            return Standing { left: 0, full_in: seconds(before - now), retry_in: Some(seconds(wait)) };
        }
        shard.full_at.insert(author_id, before + cost);
        let full_in = before + cost - now;
        Standing { left: (self.window - full_in) / each, full_in: seconds(full_in), retry_in: None }
    }

    fn write_headers(&self, standing: Standing, headers: &mut HeaderMap) {
        headers.insert(POLICY.clone(), self.policy.clone());
        let limit = format!("\"author\";r={};t={}", standing.left, standing.full_in);
        if let Ok(limit) = HeaderValue::from_str(&limit) {
            headers.insert(LIMIT.clone(), limit);
        }
    }
}

/// What the authors may send as tests of their campaigns.
pub struct TestMails(RateLimits);

impl Default for TestMails {
    fn default() -> Self {
        Self(RateLimits::within(TEST_MAILS, HOUR_SECONDS))
    }
}

impl TestMails {
    /// Counts so many test emails, or none of them and refuses.
    pub fn take(&self, author_id: AuthorId, count: usize, now: Timestamp) -> Result<(), Problem> {
        let Some(seconds) = self.0.take_many(author_id, count as i64, now).retry_in else { return Ok(()) };
        let minutes = seconds.unsigned_abs().div_ceil(MINUTE_SECONDS.unsigned_abs());
        let unit = if minutes == 1 { "minute" } else { "minutes" };
        Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            format!(
                "You can send {} test emails an hour. Nothing was sent; try again in {minutes} {unit}.",
                self.0.quota
            ),
        )
        .with_header(header::RETRY_AFTER, HeaderValue::from(seconds)))
    }
}

/// Whole seconds, never fewer than were meant.
fn seconds(nanos: i64) -> i64 {
    nanos.max(0).div_euclid(SECOND) + i64::from(nanos.rem_euclid(SECOND) > 0)
}

/// The middleware: counts every call with a good bearer. Whether the bearer may make the call is asked later.
pub async fn layer(
    State((accounts, limits)): State<(Accounts, With<RateLimits>)>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    if bearer(&parts).is_none() || !parts.uri.path().starts_with("/api/") {
        return next.run(Request::from_parts(parts, body)).await;
    }
    // A bad one is refused by the call, unless it is a public one that wants none.
    let Ok(caller) = identify(&mut parts, &accounts).await else {
        return next.run(Request::from_parts(parts, body)).await;
    };
    let standing = limits.own.take(caller.author_id, accounts.now());
    let mut response = match standing.retry_in {
        Some(seconds) => too_many(seconds).into_response(),
        None => next.run(Request::from_parts(parts, body)).await,
    };
    limits.own.write_headers(standing, response.headers_mut());
    response
}

fn too_many(seconds: i64) -> Problem {
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many requests. Please try again in {seconds} s."),
    )
    .with_header(header::RETRY_AFTER, HeaderValue::from(seconds))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        clock::{MINUTE, SECOND as MILLIS},
        testing::TestApp,
    };

    const NOW: Timestamp = Timestamp(1_795_262_400_000);

    #[test]
    fn a_full_bucket_is_spent_and_fills_again() {
        let limits = RateLimits::new(60);
        for left in (0..60).rev() {
            assert_eq!(
                limits.take(AuthorId::new(1), NOW),
                Standing { left, full_in: 60 - left, retry_in: None }
            );
        }
        assert_eq!(limits.take(AuthorId::new(1), NOW), Standing { left: 0, full_in: 60, retry_in: Some(1) });
        assert_eq!(limits.take(AuthorId::new(2), NOW).left, 59, "another author's");
        assert_eq!(limits.take(AuthorId::new(1), NOW.plus(999)).retry_in, Some(1));
        assert_eq!(limits.take(AuthorId::new(1), NOW.plus(1000)).retry_in, None);
        assert_eq!(limits.take(AuthorId::new(1), NOW.plus(1000)).retry_in, Some(1));
        assert_eq!(limits.take(AuthorId::new(1), NOW.plus(3 * MINUTE)).left, 59);
    }

    #[test]
    fn test_mails_come_back_over_an_hour() {
        let limits = TestMails::default();
        for _ in 0..10 {
            assert!(limits.take(AuthorId::new(1), 10, NOW).is_ok());
        }
        let refused = limits.take(AuthorId::new(1), 10, NOW).unwrap_err();
        assert_eq!(
            (refused.status, refused.headers[0].1.as_bytes()),
            (StatusCode::TOO_MANY_REQUESTS, &b"360"[..])
        );
        assert!(refused.detail.contains("100 test emails an hour") && refused.detail.contains("6 minutes"));
        assert!(limits.take(AuthorId::new(2), 10, NOW).is_ok(), "another author's");
        assert!(
            limits.take(AuthorId::new(1), 1, NOW.plus(36 * MILLIS)).is_ok(),
            "the refused ones cost nothing"
        );
        assert!(limits.take(AuthorId::new(1), 10, NOW.plus(6 * MINUTE)).is_err());
        assert!(limits.take(AuthorId::new(1), 10, NOW.plus(7 * MINUTE)).is_ok());
    }

    #[test]
    fn a_hundred_a_second_are_never_too_many() {
        let limits = RateLimits::new(60_000);
        for n in 0..200_000 {
            assert_eq!(limits.take(AuthorId::new(1), NOW.plus(n * 10)).retry_in, None);
        }
    }

    #[test]
    fn the_idle_are_forgotten() {
        let limits = RateLimits::new(60);
        for n in 0..100_000_i64 {
            limits.take(AuthorId::new(n), NOW.plus(n * 10));
        }
        let kept: usize = limits.shards.iter().map(|s| s.lock().unwrap().full_at.len()).sum();
        assert!(kept < SHARDS * (SWEEP_AT + 1), "{kept}");
    }

    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out() {
        let limits = RateLimits::new(60);
        limits.take(AuthorId::new(1), NOW);
        let back = NOW.plus(-MINUTE * 60);
        for left in (0..59).rev() {
            assert_eq!(
                limits.take(AuthorId::new(1), back).left,
                left,
                "what was used stays used, and nothing else"
            );
        }
        assert_eq!(limits.take(AuthorId::new(1), back).retry_in, Some(1));
        assert_eq!(limits.take(AuthorId::new(1), back.plus(1000)).retry_in, None);
    }

    database::both_engines!(every_signed_in_answer_tells_the_limit, engine => {
        let t = TestApp::with(engine, |settings| settings.rate_limit = 3).await;
        let (ada, bob) = (t.author("ada@example.com").await, t.author("bob@example.com").await);
        let ask = async |token: &str, path: &str| {
            let answer = t.call(Some(token), "GET", path, None).await;
            assert_eq!(answer.header("ratelimit-policy"), Some("\"author\";q=3;w=60"));
            (answer.status.as_u16(), answer.header("ratelimit").unwrap().to_owned(), answer)
        };
        let (status, limit, _) = ask(&ada, "/api/me").await;
        assert_eq!((status, limit.as_str()), (200, "\"author\";r=2;t=20"));
        // An answer that refuses is one, too.
        let (status, limit, _) = ask(&ada, "/api/newsletters/9").await;
        assert_eq!((status, limit.as_str()), (404, "\"author\";r=1;t=40"));
        let body = json!({ "name": "k", "scopes": ["read"] });
        let made = t.call(Some(&ada), "POST", "/api/api-keys", Some(body)).await;
        let key = made.expect(201)["key"].as_str().unwrap().to_owned();
        let (status, limit, answer) = ask(&key, "/api/newsletters").await;
        assert_eq!((status, limit.as_str(), answer.header("retry-after")), (429, "\"author\";r=0;t=60", Some("20")));
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        assert_eq!(ask(&bob, "/api/me").await.0, 200);
        t.clock.advance(20 * MILLIS);
        assert_eq!(ask(&key, "/api/settings").await.0, 403);
        assert_eq!(ask(&ada, "/api/me").await.0, 429);
        // Without a bearer nobody is counted, and a public call is not refused for one.
        for token in [None, Some("nonsense")] {
            let answer = t.call(token, "GET", "/api/auth/config", None).await;
            assert_eq!((answer.status.as_u16(), answer.header("ratelimit")), (200, None));
        }
        assert_eq!(t.call(None, "GET", "/api/me", None).await.header("ratelimit"), None);
    });
}
