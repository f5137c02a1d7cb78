//! One server: calls that are made again where that is safe, lists page by page, and refusals as they were told.

use std::{
    fmt, io,
    net::IpAddr,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use futures::{Stream, stream};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{
    Client, Method, Response, StatusCode, Url,
    header::{CONTENT_TYPE, LINK, RETRY_AFTER},
    multipart::{Form, Part},
    redirect::Policy,
};
use serde_json::Value;

use crate::show;

/// How long a call is made again after a broken connection, 429, 502, 503 or 504, all waits together.
const PATIENCE: Duration = Duration::from_secs(90);
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(8);
const CONNECT: Duration = Duration::from_secs(10);
/// From one piece of an answer to the next.
const SILENCE: Duration = Duration::from_secs(60);
/// Rows asked for at once.
const PAGE: usize = 100;

/// Why a command came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Usage(String),
    #[error("nothing answers at {server}: {reason}")]
    Unreachable { server: String, reason: String },
    #[error("{0}")]
    Refused(Problem),
    #[error("{0} does not answer as Letterpress does; is its address right?")]
    Stranger(String),
    #[error("{path}: {error}")]
    File { path: String, error: io::Error },
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl Failure {
    pub fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.display().to_string(), error }
    }
}

/// A refusal (RFC 9457), as it came.
#[derive(Debug)]
pub struct Problem(pub Value);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(problem) = self;
        let said = ["detail", "title"].into_iter().find_map(|key| problem[key].as_str());
        write!(f, "{}", show::clean(said.unwrap_or("the server refuses")))?;
        for error in problem["errors"].as_array().into_iter().flatten() {
            write!(f, "\n  {}: {}", show::text(&error["field"]), show::text(&error["message"]))?;
        }
        match problem["code"].as_str() {
            Some(code) => write!(f, "\n  code: {}", show::clean(code)),
            None => Ok(()),
        }
    }
}

/// What a call carries.
pub enum Body {
    None,
    Json(Value),
    Form(Vec<(String, Field)>),
}

/// A field of a form.
pub enum Field {
    Text(String),
    /// Read while it is sent, and again if the call is made again.
    File(PathBuf),
}

pub struct Call {
    pub method: Method,
    /// From `/api` on, with its query.
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Body,
}

impl Call {
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), headers: Vec::new(), body: Body::None }
    }

    pub fn post(path: impl Into<String>, body: Body) -> Self {
        Self { method: Method::POST, body, ..Self::get(path) }
    }
}

/// A server, and who asks.
pub struct Api {
    http: Client,
    server: Url,
    key: String,
    /// It answered once: from then on it is waited for, as while it starts anew.
    is_known: AtomicBool,
}

impl Api {
    pub fn new(server: &str, key: &str) -> Result<Self, Failure> {
        let refuse = |why: &str| {
            Failure::Usage(format!("--server: \"{}\" is not accepted; {why}", show::clean(server)))
        };
        let url = Url::parse(server).map_err(|_| refuse("give a URL such as https://news.example.org"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(refuse("give a URL such as https://news.example.org"));
        }
        if key.is_empty() {
            return Err(Failure::Usage(
                "an API key is missing: put it into LETTERPRESS_API_KEY, or name its file with --api-key-file; Settings → API \
                 Settings makes one, and so does `letterpress api-key create`"
                    .to_owned(),
            ));
        }
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Failure::Usage("the API key has characters that no API key has".to_owned()));
        }
        if url.scheme() == "http" && !is_here(&url) {
            show::note("note: http:// sends the API key in clear; use https://");
        }
        // A redirect would make a GET of a POST: a wrong address is better told.
        let http =
            Client::builder().connect_timeout(CONNECT).read_timeout(SILENCE).redirect(Policy::none()).build();
        let http = http.map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Self { http, server: url, key: key.to_owned(), is_known: AtomicBool::new(false) })
    }

    /// The JSON that a call answers; null where it answers nothing.
    pub async fn json(&self, call: &Call) -> Result<Value, Failure> {
        self.read(self.send(call).await?).await
    }

    /// The rows of a list, fetched as they are come to.
    pub fn list(
        &self,
        path: &str,
        filters: &[(&str, String)],
        some: &show::Some,
    ) -> impl Stream<Item = Result<Vec<Value>, Failure>> {
        let left = some.count();
        let first = left.map_or(PAGE, |left| left.min(PAGE));
        let filters: Vec<_> =
            filters.iter().map(|(name, value)| format!("&{name}={}", encoded(value))).collect();
        let url = format!("{path}?limit={first}{}", filters.concat());
        stream::try_unfold((Some(url), left), async move |(url, left)| {
            let Some(url) = url else { return Ok(None) };
            let answer = self.send(&Call::get(url)).await?;
            let next = next_page(&answer);
            let Value::Array(mut rows) = self.read(answer).await? else {
                return Err(Failure::Stranger(self.server.to_string()));
            };
            let left = left.map(|left| {
                rows.truncate(left);
                left - rows.len()
            });
            Ok(Some((rows, (next.filter(|_| left != Some(0)), left))))
        })
    }

    async fn read(&self, answer: Response) -> Result<Value, Failure> {
        if answer.status() == StatusCode::NO_CONTENT {
            return Ok(Value::Null);
        }
        answer.json().await.map_err(|error| self.broken(&error))
    }

    /// Makes a call until it is answered. A POST carries a key of its own, so that it counts once (`Idempotency-Key`).
    pub async fn send(&self, call: &Call) -> Result<Response, Failure> {
        let key = platform::secrets::random_token(128);
        let (mut waited, mut pause) = (Duration::ZERO, FIRST_WAIT);
        loop {
            let tried = self.attempt(call, &key).await?;
            let asked = match &tried {
                Ok(answer) => {
                    self.is_known.store(true, Ordering::Relaxed);
                    retry_after(answer)
                }
                Err(error) => self.may_pass(error).then_some(None),
            };
            let wait = asked.map(|wait| wait.unwrap_or(pause));
            match wait.filter(|wait| waited + *wait <= PATIENCE) {
                Some(wait) => {
                    tokio::time::sleep(wait).await;
                    waited += wait;
                    pause = (pause * 2).min(LONGEST_WAIT);
                }
                None => return self.judge(tried).await,
            }
        }
    }

    /// A request that never left is mended by nobody but who wrote it; a server that never answered is not there.
    fn may_pass(&self, error: &reqwest::Error) -> bool {
        !error.is_builder() && (self.is_known.load(Ordering::Relaxed) || !error.is_connect())
    }

    async fn attempt(&self, call: &Call, key: &str) -> Result<Result<Response, reqwest::Error>, Failure> {
        let url = format!("{}{}", self.server.as_str().trim_end_matches('/'), call.path);
        let mut request = self.http.request(call.method.clone(), url).bearer_auth(&self.key);
        if call.method == Method::POST && !call.headers.iter().any(|(name, _)| name == "Idempotency-Key") {
            request = request.header("Idempotency-Key", key);
        }
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        Ok(match &call.body {
            Body::None => request,
            Body::Json(body) => request.json(body),
            Body::Form(fields) => request.multipart(form(fields).await?),
        }
        .send()
        .await)
    }

    async fn judge(&self, tried: Result<Response, reqwest::Error>) -> Result<Response, Failure> {
        let answer = tried.map_err(|error| self.broken(&error))?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let is_problem = answer
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"application/problem+json"));
        if !is_problem {
            return Err(Failure::Stranger(format!("{} ({})", self.server, answer.status())));
        }
        Err(Failure::Refused(Problem(answer.json().await.map_err(|error| self.broken(&error))?)))
    }

    /// Why an answer did not come, or not as a whole.
    pub fn broken(&self, error: &reqwest::Error) -> Failure {
        if error.is_decode() {
            return Failure::Stranger(self.server.to_string());
        }
        let mut reason: &dyn std::error::Error = error;
        while let Some(source) = reason.source() {
            reason = source;
        }
        Failure::Unreachable { server: self.server.to_string(), reason: reason.to_string() }
    }
}

/// Whether it is this machine.
fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    address.map_or(host == "localhost", |address| address.is_loopback())
}

async fn form(fields: &[(String, Field)]) -> Result<Form, Failure> {
    let mut form = Form::new();
    for (name, field) in fields {
        form = match field {
            Field::Text(text) => form.text(name.clone(), text.clone()),
            Field::File(path) => {
                let part = Part::file(path).await.map_err(|error| Failure::file(path, error))?;
                form.part(name.clone(), part)
            }
        };
    }
    Ok(form)
}

/// How long to wait before the call is made again; none if it was answered for good.
fn retry_after(answer: &Response) -> Option<Option<Duration>> {
    if !matches!(answer.status().as_u16(), 429 | 502 | 503 | 504) {
        return None;
    }
    let seconds = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    Some(seconds.map(Duration::from_secs))
}

/// The page after this one (RFC 8288 §3), from `/api` on.
fn next_page(answer: &Response) -> Option<String> {
    let links = answer.headers().get(LINK)?.to_str().ok()?;
    let (target, _) = links
        .split(", ")
        .find_map(|link| link.split_once('>').filter(|(_, rest)| rest.contains("rel=\"next\"")))?;
    let target = target.trim().strip_prefix('<')?;
    let path = match target.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map(|(_, path)| format!("/{path}"))?,
        None => target.to_owned(),
    };
    Some(path)
}

/// A value within a path or a query.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
