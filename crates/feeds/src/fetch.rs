//! Asking a server for a feed, and only for a new one.

use outbound::{Client, HeaderMap, HeaderName, HeaderValue, header};

use crate::{Feed, FeedError, parse};

/// Longer ones are not sent back.
const MAX_VALIDATOR: usize = 1024;

/// What a server told about the version it sent (RFC 9110 §8.8), to be given back with the next question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    /// As sent, with its quotes.
    pub etag: Option<String>,
    /// As sent.
    pub last_modified: Option<String>,
}

/// What the server answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetched {
    /// Still the version of the validators.
    NotModified,
    Feed {
        feed: Feed,
        validators: Validators,
        /// Where it was found after all redirects.
        url: String,
    },
}

/// Asks for the feed at `url`. With the validators of the last answer, an unchanged feed is not sent again.
pub async fn fetch(
    client: &Client,
    url: &str,
    validators: Option<&Validators>,
) -> Result<Fetched, FeedError> {
    let mut headers = HeaderMap::new();
    headers.insert(
        header::ACCEPT,
        HeaderValue::from_static(
            "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, \
             text/xml;q=0.9, */*;q=0.5",
        ),
    );
    let mut conditional = false;
    if let Some(Validators { etag, last_modified }) = validators {
        for (name, value) in [(header::IF_NONE_MATCH, etag), (header::IF_MODIFIED_SINCE, last_modified)] {
            if let Some(value) = value.as_ref().and_then(|value| HeaderValue::from_str(value).ok()) {
                conditional = true;
                headers.insert(name, value);
            }
        }
    }
    let answer = match client.get(url, headers).await {
        Err(outbound::Failure::TooLarge(_)) => return Err(FeedError::TooLarge),
        answer => answer?,
    };
    match answer.status {
        304 if conditional => return Ok(Fetched::NotModified),
        200 => {}
        status => return Err(FeedError::Status(status)),
    }
    let coding = answer.headers.get(header::CONTENT_ENCODING).filter(|coding| *coding != "identity");
    if coding.is_some() {
        return Err(FeedError::Broken("the server compresses it without being asked to".to_owned()));
    }
    let validator = |name: HeaderName| {
        let value = answer.headers.get(name)?.to_str().ok()?;
        (!value.is_empty() && value.len() <= MAX_VALIDATOR).then(|| value.to_owned())
    };
    let validators =
        Validators { etag: validator(header::ETAG), last_modified: validator(header::LAST_MODIFIED) };
    let (body, url) = (answer.body, answer.url);
    let work = tokio::task::spawn_blocking(move || parse(&body, &url).map(|feed| (feed, url)));
    let (feed, url) = work.await.map_err(|_| FeedError::Broken("reading it failed".to_owned()))??;
    Ok(Fetched::Feed { feed, validators, url })
}
