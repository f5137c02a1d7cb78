//! Whether the links of a letter still lead somewhere.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::{Client, Failure, HeaderMap, target};

/// Links asked at once, unless the caller knows better.
pub const CONCURRENCY: usize = 10;
/// Links asked at once of one host, so that a letter full of links is no attack on it.
const PER_HOST: usize = 2;

/// What is known of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It leads somewhere; the status is below 400.
    Ok(u16),
    /// The server answers, but does not show this to a program (401, 403, 429, 999 and other refusals): a
    /// reader may well see it.
    Answers(u16),
    /// A reader would meet an error: 404, 410, 5xx, or no answer at all (then without a status).
    Broken(Option<u16>),
    /// Not asked: out of time, or no web address.
    Unknown,
}

/// One link, as given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkCheck {
    pub url: String,
    pub outcome: Outcome,
    /// A sentence for the author; `None` when all is well.
    pub detail: Option<String>,
}

type Found = (Outcome, Option<String>);

/// Asks for every link, in at most `limit`; one result per URL, in their order. Equal ones are asked for once.
///
/// HEAD first, and GET when the answer to HEAD may not be the server's last word. A link that was not asked in
/// time is [`Outcome::Unknown`].
pub async fn check(client: &Client, urls: &[String], concurrency: usize, limit: Duration) -> Vec<LinkCheck> {
    let deadline = Instant::now() + limit;
    let all = Arc::new(Semaphore::new(concurrency.max(1)));
    let mut hosts: HashMap<String, Arc<Semaphore>> = HashMap::new();
    let mut found: HashMap<String, Found> = HashMap::new();
    let mut tasks = JoinSet::new();
    for url in urls {
        let key = key(url);
        if found.contains_key(&key) {
            continue;
        }
        let first = match target::parse(url) {
            Ok(url) => {
                let host =
                    hosts.entry(target::host(&url)).or_insert_with(|| Arc::new(Semaphore::new(PER_HOST)));
                let (client, host, all, key) = (client.clone(), host.clone(), all.clone(), key.clone());
                tasks.spawn(async move {
                    // The host first: waiting for one must not keep others from being asked.
                    let _permits = (host.acquire_owned().await, all.acquire_owned().await);
                    let found = ask(&client, url.as_str()).await;
                    (key, found)
                });
                (Outcome::Unknown, Some("There was no time to ask for this link.".to_owned()))
            }
            Err(failure) => failed(&failure),
        };
        found.insert(key, first);
    }
    while let Ok(Some(done)) = timeout_at(deadline, tasks.join_next()).await {
        if let Ok((key, answer)) = done {
            found.insert(key, answer);
        }
    }
    let result = |url: &String| {
        let (outcome, detail) = found.get(&key(url)).cloned().unwrap_or((Outcome::Unknown, None));
        LinkCheck { url: url.clone(), outcome, detail }
    };
    urls.iter().map(result).collect()
}

/// Links that differ in their fragment only ask for the same.
fn key(url: &str) -> String {
    target::parse(url).map_or_else(|_| url.to_owned(), Url::into)
}

async fn ask(client: &Client, url: &str) -> Found {
    let answer = match client.head(url).await {
        Ok(answer) if !doubtful(answer.status) => Ok(answer),
        Ok(_) | Err(Failure::Protocol(_) | Failure::Closed(_)) => client.peek(url, HeaderMap::new()).await,
        Err(failure) => Err(failure),
    };
    match answer {
        Ok(answer) => judge(answer.status),
        Err(failure) => failed(&failure),
    }
}

/// Statuses that many servers answer to HEAD only.
fn doubtful(status: u16) -> bool {
    matches!(status, 400 | 403..=406 | 500..=599)
}

fn judge(status: u16) -> Found {
    let sentence = match status {
        ..=399 => return (Outcome::Ok(status), None),
        401 => "The page asks for a password.".to_owned(),
        403 => "The server refuses to show the page to a program; open it to be sure.".to_owned(),
        404 => "The page was not found (404).".to_owned(),
        410 => "The page is gone for good (410).".to_owned(),
        429 => "The server was asked too often; open the page to be sure.".to_owned(),
        500..=599 => format!("The server reports an error of its own ({status})."),
        status => format!("The server answers with {status}; open the page to be sure."),
    };
    let outcome = match status {
        404 | 410 | 500..=599 => Outcome::Broken(Some(status)),
        status => Outcome::Answers(status),
    };
    (outcome, Some(sentence))
}

fn failed(failure: &Failure) -> Found {
    let outcome = match failure {
        Failure::NotHttp | Failure::Setup(_) => Outcome::Unknown,
        _ => Outcome::Broken(None),
    };
    (outcome, Some(failure.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_judged_as_a_reader_would_meet_them() {
        for status in [200, 204, 304, 399] {
            assert_eq!(judge(status), (Outcome::Ok(status), None));
        }
        for status in [400, 401, 403, 429, 451, 999] {
            assert!(matches!(judge(status), (Outcome::Answers(s), Some(_)) if s == status));
        }
        for status in [404, 410, 500, 503, 599] {
            assert!(matches!(judge(status), (Outcome::Broken(Some(s)), Some(_)) if s == status));
        }
    }
}
