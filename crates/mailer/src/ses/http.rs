//! One signed request, one answer of bounded size.

use std::{error::Error as _, time::Duration};

use reqwest::{Method, header::HeaderValue};

use super::{Client, SesError, Timeouts, refusal::Refusal, sign::sign_request};

/// The longest answer that is read, in octets.
const ANSWER: usize = 1024 * 1024;

/// How long a connection waits for its next request: shorter than servers do, since a request written
/// while the server closes cannot be told from one that was taken.
const IDLE: Duration = Duration::from_secs(5);

pub(super) fn build(timeouts: Timeouts) -> Result<reqwest::Client, String> {
    reqwest::Client::builder()
        .connect_timeout(timeouts.connect)
        .timeout(timeouts.whole)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .no_proxy()
        .tcp_nodelay(true)
        .pool_idle_timeout(IDLE)
        .user_agent(concat!("letterpress/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| format!("no HTTPS client: {}", reason(&error)))
}

/// The answer of a server: at least the status line came.
pub(super) struct Answer {
    pub(super) status: u16,
    /// The header `x-amzn-errortype`.
    pub(super) error_type: Option<String>,
    /// Or why it could not be read.
    pub(super) body: Result<Vec<u8>, String>,
}

/// Why there is no answer.
pub(super) enum NoAnswer {
    /// There was never a connection: no octet of the request was written.
    Unsent(String),
    /// Some or all of the request may have arrived.
    Lost(String),
}

impl Client {
    /// A signed request. `path` begins with `/` and needs no escapes.
    pub(super) fn request(
        &self,
        method: Method,
        path: &str,
        body: Vec<u8>,
        now_ms: i64,
    ) -> Result<reqwest::Request, String> {
        let shared = &self.shared;
        let url = format!("{}{path}", shared.base);
        let url = reqwest::Url::parse(&url).map_err(|error| error.to_string())?;
        let mut request = reqwest::Request::new(method, url);
        if !body.is_empty() {
            request.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
        }
        sign_request(&mut request, &body, &shared.region, &shared.credentials, now_ms)?;
        *request.body_mut() = Some(body.into());
        Ok(request)
    }

    pub(super) async fn answer(&self, request: reqwest::Request) -> Result<Answer, NoAnswer> {
        let mut response = self.http.execute(request).await.map_err(|error| {
            let text = reason(&error);
            if error.is_connect() { NoAnswer::Unsent(text) } else { NoAnswer::Lost(text) }
        })?;
        let status = response.status().as_u16();
        let header = response.headers().get("x-amzn-errortype");
        let error_type = header.and_then(|value| value.to_str().ok()).map(str::to_owned);
        let body = read(&mut response).await;
        Ok(Answer { status, error_type, body })
    }

    /// One call about something other than a message; gives the body of a success.
    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Vec<u8>,
        now_ms: i64,
    ) -> Result<Vec<u8>, SesError> {
        let request = self.request(method, path, body, now_ms).map_err(SesError::Network)?;
        let answer = self.answer(request).await.map_err(|no_answer| match no_answer {
            NoAnswer::Unsent(reason) | NoAnswer::Lost(reason) => SesError::Network(reason),
        })?;
        if (200..300).contains(&answer.status) {
            return answer.body.map_err(SesError::Unreadable);
        }
        let refusal = self.refusal(&answer);
        Err(match (answer.status, refusal.from_aws) {
            (404, true) if refusal.code.starts_with("NotFound") => SesError::NotFound,
            (404 | 405 | 501, _) => SesError::Unsupported,
            (status, _) => SesError::Refused { status, code: refusal.code, message: refusal.message },
        })
    }

    pub(super) fn refusal(&self, answer: &Answer) -> Refusal {
        let body = answer.body.as_deref().unwrap_or_default();
        Refusal::read(answer.status, answer.error_type.as_deref(), body, &self.shared.credentials)
    }
}

async fn read(response: &mut reqwest::Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() > ANSWER => {
                return Err("it is longer than 1 MiB".to_owned());
            }
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Ok(None) => return Ok(body),
            Err(error) => return Err(reason(&error)),
        }
    }
}

/// The causes without the address, in one line: reqwest itself says only "error sending request".
fn reason(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return if error.is_connect() { "no connection in time" } else { "no complete answer in time" }
            .to_owned();
    }
    let mut deepest = None;
    let mut next = error.source();
    while let Some(error) = next {
        deepest = Some(error.to_string());
        next = error.source();
    }
    let text = deepest.unwrap_or_else(|| "the request failed".to_owned());
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}
