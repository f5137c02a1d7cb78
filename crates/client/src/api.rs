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
    Client, Method, RequestBuilder, Response, StatusCode, Url,
    header::{CONTENT_TYPE, LINK, LOCATION, RETRY_AFTER},
    multipart::{Form, Part},
    redirect::Policy,
};
use serde_json::Value;
use tokio::time::Instant;

use crate::show;

/// How long a call is made again after its first failure: a broken connection, 429, 502, 503 or 504.
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
    /// Of something that stands before the server.
    #[error("{0}")]
    Proxy(String),
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
    /// That it is waited for was said.
    was_told: AtomicBool,
}

/// What became of one attempt.
enum Tried<T> {
    Answered(T),
    /// For good.
    Refused(Failure),
    /// It may go through in a while, and then after so long if the server says so.
    Later(Failure, Option<Duration>),
}

impl Api {
    pub fn new(server: &str, key: &str) -> Result<Self, Failure> {
        let refuse = || {
            let server = show::clean(server);
            Failure::Usage(format!(
                "--server: \"{server}\" is not accepted; give a URL such as https://news.example.org, without a password"
            ))
        };
        let url = Url::parse(server).map_err(|_| refuse())?;
        let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        if !matches!(url.scheme(), "http" | "https")
            || url.host().is_none()
            || !is_plain
            || url.fragment().is_some()
        {
            return Err(refuse());
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
        let client = Client::builder()
            .user_agent(concat!("letterpress/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT)
            .read_timeout(SILENCE)
            // A redirect would make a GET of a POST, and may lead the key elsewhere: a wrong address is better told.
            .redirect(Policy::none());
        let client = if is_here(&url) {
            client.no_proxy()
        } else {
            if url.scheme() == "http" {
                show::note("note: http:// sends the API key in clear; use https://");
            }
            client
        };
        let http = client.build().map_err(|error| Failure::Usage(error.to_string()))?;
        let (is_known, was_told) = (AtomicBool::new(false), AtomicBool::new(false));
        Ok(Self { http, server: url, key: key.to_owned(), is_known, was_told })
    }

    /// The JSON that a call answers; null where it answers nothing.
    pub async fn json(&self, call: &Call) -> Result<Value, Failure> {
        self.make(call, async |answer| Ok(self.read(answer).await?.0)).await
    }

    /// The answer itself, for whoever reads it piece by piece.
    pub async fn stream(&self, call: &Call) -> Result<Response, Failure> {
        self.make(call, async |answer| Ok(answer)).await
    }

    /// The rows of a list, fetched as they are come to.
    pub fn list(
        &self,
        path: &str,
        filters: &[(&str, Option<String>)],
        most: &show::Most,
    ) -> impl Stream<Item = Result<Vec<Value>, Failure>> {
        let left = most.count();
        let first = left.map_or(PAGE, |left| left.min(PAGE));
        let given = filters.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        let filters: Vec<_> = given.map(|(name, value)| format!("&{name}={}", encoded(value))).collect();
        let url = format!("{path}?limit={first}{}", filters.concat());
        stream::try_unfold((Some(url), left), async move |(url, left)| {
            let Some(url) = url else { return Ok(None) };
            let (answer, next) = self.make(&Call::get(&url), async |answer| self.read(answer).await).await?;
            let Value::Array(mut rows) = answer else {
                return Err(self.stranger());
            };
            let left = left.map(|left| {
                rows.truncate(left);
                left - rows.len()
            });
            // A page that leads to itself would never end.
            let next = next.filter(|next| left != Some(0) && *next != url);
            Ok(Some((rows, (next, left))))
        })
    }

    async fn read(&self, answer: Response) -> Result<(Value, Option<String>), reqwest::Error> {
        if !answer.status().is_success() || answer.status() == StatusCode::NO_CONTENT {
            return Ok((Value::Null, None));
        }
        let next = next_page(&answer);
        Ok((answer.json().await?, next))
    }

    /// Makes a call until it is answered, and the answer read. A POST carries a key of its own, so that it counts once
    /// (`Idempotency-Key`). One with `If-Match` is made once: it would be refused the second time for what the first did.
    async fn make<T>(
        &self,
        call: &Call,
        read: impl AsyncFn(Response) -> Result<T, reqwest::Error>,
    ) -> Result<T, Failure> {
        let key = platform::secrets::random_token(128);
        let is_once = call.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("If-Match"));
        let (mut until, mut pause) = (None, FIRST_WAIT);
        loop {
            let (failure, asked) = match self.attempt(call, &key, until.is_some(), &read).await? {
                Tried::Answered(answer) => {
                    self.is_known.store(true, Ordering::Relaxed);
                    return Ok(answer);
                }
                Tried::Refused(failure) => return Err(failure),
                Tried::Later(failure, asked) => (failure, asked),
            };
            let until = *until.get_or_insert_with(|| Instant::now() + PATIENCE);
            let next = Instant::now().checked_add(asked.unwrap_or(pause));
            let Some(next) = next.filter(|next| !is_once && *next <= until) else { return Err(failure) };
            if !self.was_told.swap(true, Ordering::Relaxed) {
                show::note(&format!("note: {failure}; trying again for {} seconds", PATIENCE.as_secs()));
            }
            tokio::time::sleep_until(next).await;
            pause = (pause * 2).min(LONGEST_WAIT);
        }
    }

    async fn attempt<T>(
        &self,
        call: &Call,
        key: &str,
        is_again: bool,
        read: &impl AsyncFn(Response) -> Result<T, reqwest::Error>,
    ) -> Result<Tried<T>, Failure> {
        let answer = match self.request(call, key).await?.send().await {
            Ok(answer) => answer,
            Err(error) => return Ok(self.failed(&error)),
        };
        let status = answer.status();
        // Removed by the attempt whose answer was lost.
        let is_gone = is_again && call.method == Method::DELETE && status == StatusCode::NOT_FOUND;
        if status.is_success() || is_gone {
            return Ok(match read(answer).await {
                Ok(answer) => Tried::Answered(answer),
                Err(error) => self.failed(&error),
            });
        }
        let wait = retry_after(&answer);
        let is_problem = answer
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"application/problem+json"));
        let failure = if is_problem {
            match answer.json().await {
                Ok(problem) => {
                    self.is_known.store(true, Ordering::Relaxed);
                    Failure::Refused(Problem(problem))
                }
                Err(error) => return Ok(self.failed(&error)),
            }
        } else {
            self.strange(&answer)
        };
        Ok(match wait {
            Some(wait) => Tried::Later(failure, wait),
            None => Tried::Refused(failure),
        })
    }

    async fn request(&self, call: &Call, key: &str) -> Result<RequestBuilder, Failure> {
        let url = format!("{}{}", self.server.as_str().trim_end_matches('/'), call.path);
        let mut request = self.http.request(call.method.clone(), url).bearer_auth(&self.key);
        if call.method == Method::POST
            && !call.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("Idempotency-Key"))
        {
            request = request.header("Idempotency-Key", key);
        }
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        Ok(match &call.body {
            Body::None => request,
            Body::Json(body) => request.json(body),
            Body::Form(fields) => request.multipart(form(fields).await?),
        })
    }

    /// A request that never left is mended by nobody but who wrote it; a server that never answered is not there.
    fn failed<T>(&self, error: &reqwest::Error) -> Tried<T> {
        let failure = self.broken(error);
        let is_known = self.is_known.load(Ordering::Relaxed);
        if error.is_builder() || (!is_known && (error.is_connect() || error.is_decode())) {
            Tried::Refused(failure)
        } else {
            Tried::Later(failure, None)
        }
    }

    /// An answer of something that stands before the server, or in its place.
    fn strange(&self, answer: &Response) -> Failure {
        let (server, status) = (&self.server, answer.status());
        let text = match status.as_u16() {
            413 => {
                format!("a proxy before {server} refuses bodies of this size (413): let it take larger ones")
            }
            300..400 => {
                let to =
                    answer.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or("elsewhere");
                format!("{server} leads to {} ({status}); name that as the server", show::clean(to))
            }
            502..=504 => {
                format!("a proxy answers {status} at {server}: the server behind it does not answer")
            }
            _ => return Failure::Stranger(format!("{server} ({status})")),
        };
        Failure::Proxy(text)
    }

    /// What answers is no Letterpress, or none of today.
    pub fn stranger(&self) -> Failure {
        Failure::Stranger(self.server.to_string())
    }

    /// Why an answer did not come, or not as a whole.
    pub fn broken(&self, error: &reqwest::Error) -> Failure {
        let mut reason: &dyn std::error::Error = error;
        while let Some(source) = reason.source() {
            reason = source;
        }
        let (server, reason) = (self.server.to_string(), reason.to_string());
        if error.is_builder() {
            Failure::Usage(reason)
        } else if error.is_decode() {
            Failure::Stranger(server)
        } else {
            Failure::Unreachable { server, reason }
        }
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

/// How long to wait before the call is made again; none if it was answered for good. 409 with a time says that the same call is
/// still being answered.
fn retry_after(answer: &Response) -> Option<Option<Duration>> {
    let seconds = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    match answer.status().as_u16() {
        409 if seconds.is_none() => None,
        409 | 429 | 502 | 503 | 504 => Some(seconds.map(Duration::from_secs)),
        _ => None,
    }
}

/// The page after this one (RFC 8288 §3), from `/api` on: no other place is asked with the key.
fn next_page(answer: &Response) -> Option<String> {
    let links = answer.headers().get(LINK)?.to_str().ok()?;
    let mut links = links.split(", ").filter_map(|link| link.trim().strip_prefix('<')?.split_once('>'));
    let (target, _) = links.find(|(_, rest)| rest.contains("rel=\"next\""))?;
    target.starts_with("/api/").then(|| target.to_owned())
}

/// A value within a path or a query.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
