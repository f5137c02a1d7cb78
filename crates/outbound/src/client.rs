//! Requests and their answers, within the policy.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, header};
use http_body_util::{BodyExt, Full};
use hyper::{
    body::{Body, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs, pki_types::CertificateDer};
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use url::Url;

use crate::{
    Failure, Resolve, SystemResolver,
    connect::{self, connect},
    target,
};

/// The status line and all headers of an answer, in bytes.
const MAX_HEADERS: usize = 64 * 1024;
/// How long the start of a body is waited for, after the headers.
const START: Duration = Duration::from_secs(2);

/// What the client may do.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Ask addresses that are not public, too (see [`crate::is_public`]).
    pub allow_private: bool,
    /// Addresses that are asked although they are not public.
    pub allow_addresses: Vec<IpAddr>,
    /// The whole of one request: look-up, redirects, the last byte of the body.
    pub timeout: Duration,
    /// Bytes of a body; a longer one is an error, not cut.
    pub max_body: usize,
    /// Redirects that are followed. With 0, a redirect is an answer like any other.
    pub max_redirects: usize,
    pub user_agent: String,
    /// Trusted beside Mozilla's roots.
    pub extra_roots: Vec<CertificateDer<'static>>,
}

impl Default for Policy {
    /// Public servers only, 15 seconds, 5 MB, 5 redirects.
    fn default() -> Self {
        Self {
            allow_private: false,
            allow_addresses: Vec::new(),
            timeout: Duration::from_secs(15),
            max_body: 5 * 1024 * 1024,
            max_redirects: 5,
            user_agent: concat!("Letterpress/", env!("CARGO_PKG_VERSION")).to_owned(),
            extra_roots: Vec::new(),
        }
    }
}

/// What a server answered, whatever its status.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    /// Of the last request, after all redirects.
    pub url: String,
    pub headers: HeaderMap,
    /// Empty after [`Client::head`] and [`Client::peek`]. As sent: no compression is asked for.
    pub body: Vec<u8>,
}

/// Asks servers by HTTP/1.1, one connection per request. Clones share their settings.
///
/// Of the headers a caller gives, those that belong to the connection are left out, and so are `Cookie` and
/// `Referer`. A redirect to another origin takes only headers along that hold no secrets.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
}

struct Shared {
    policy: Policy,
    user_agent: HeaderValue,
    resolver: Box<dyn Resolve>,
    tls: TlsConnector,
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Client").field("policy", &self.shared.policy).finish_non_exhaustive()
    }
}

/// Whether the body is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Body,
    /// At most so many bytes of it, and no redirects.
    Start(usize),
    Headers,
}

/// One request, changed by redirects.
struct Ask {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Bytes,
}

enum Step {
    Done(Answer),
    Redirect(u16, HeaderValue),
}

impl Client {
    /// Fails with [`Failure::Setup`] on a user agent or roots that cannot be used.
    pub fn new(policy: Policy) -> Result<Self, Failure> {
        Self::with_resolver(policy, Box::new(SystemResolver))
    }

    /// Looks names up in another way; what is found is judged all the same.
    pub fn with_resolver(policy: Policy, resolver: Box<dyn Resolve>) -> Result<Self, Failure> {
        let user_agent = HeaderValue::from_str(&policy.user_agent)
            .map_err(|_| Failure::Setup("the user agent is no valid header".to_owned()))?;
        let tls = connector(&policy.extra_roots)
            .map_err(|error| Failure::Setup(format!("the roots cannot be used: {error}")))?;
        Ok(Self { shared: Arc::new(Shared { policy, user_agent, resolver, tls }) })
    }

    pub fn policy(&self) -> &Policy {
        &self.shared.policy
    }

    pub async fn get(&self, url: &str, headers: HeaderMap) -> Result<Answer, Failure> {
        self.ask(Method::GET, url, headers, Bytes::new(), Want::Body).await
    }

    /// GET, ended as soon as the headers are there.
    pub async fn peek(&self, url: &str, headers: HeaderMap) -> Result<Answer, Failure> {
        self.ask(Method::GET, url, headers, Bytes::new(), Want::Headers).await
    }

    pub async fn head(&self, url: &str) -> Result<Answer, Failure> {
        self.ask(Method::HEAD, url, HeaderMap::new(), Bytes::new(), Want::Headers).await
    }

    /// Redirects turn into GET as in browsers (301, 302, 303) or repeat the body (307, 308), and never go from
    /// https to http.
    pub async fn post(&self, url: &str, headers: HeaderMap, body: Vec<u8>) -> Result<Answer, Failure> {
        self.ask(Method::POST, url, headers, body.into(), Want::Body).await
    }

    /// One request, whose redirect is an answer like any other (status and `Location`), and of whose answer the first
    /// `keep` bytes are enough: the rest is left unread, and a body that does not come within two seconds is left
    /// out. For receivers of which only the status counts.
    pub async fn deliver(
        &self,
        url: &str,
        headers: HeaderMap,
        body: Vec<u8>,
        keep: usize,
    ) -> Result<Answer, Failure> {
        self.ask(Method::POST, url, headers, body.into(), Want::Start(keep)).await
    }

    /// Whether a server of this URL may be asked, without asking it: the URL is checked and its name looked up. Says
    /// nothing about later; every request judges anew.
    pub async fn check(&self, url: &str) -> Result<(), Failure> {
        let url = target::parse(url)?;
        let shared = &self.shared;
        let host = target::host(&url);
        let limit = shared.policy.timeout;
        tokio::time::timeout(limit, connect::allowed(&shared.policy, shared.resolver.as_ref(), &url, &host))
            .await
            .map_err(|_| Failure::LookupFailed(host.clone()))?
            .map(drop)
    }

    async fn ask(
        &self,
        method: Method,
        url: &str,
        headers: HeaderMap,
        body: Bytes,
        want: Want,
    ) -> Result<Answer, Failure> {
        let url = target::parse(url)?;
        // The host that is to blame when time is up.
        let asked = Mutex::new(target::host(&url));
        let ask = Ask { method, url, headers: own(headers), body };
        let limit = self.shared.policy.timeout;
        let late = |_| {
            let host = asked.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Failure::TimedOut { host, limit }
        };
        tokio::time::timeout(limit, self.follow(ask, want, &asked)).await.map_err(late)?
    }

    async fn follow(&self, mut ask: Ask, want: Want, asked: &Mutex<String>) -> Result<Answer, Failure> {
        let limit = if matches!(want, Want::Start(_)) { 0 } else { self.shared.policy.max_redirects };
        let strict = ask.method == Method::POST;
        for count in 0..=limit {
            *asked.lock().unwrap_or_else(PoisonError::into_inner) = target::host(&ask.url);
            let step = self.shared.step(&ask, want, limit > 0).await;
            let redirected = |failure| match failure {
                failure @ Failure::NotAllowed(_) if count > 0 => Failure::Redirect(Box::new(failure)),
                failure => failure,
            };
            match step.map_err(redirected)? {
                Step::Done(answer) => return Ok(answer),
                Step::Redirect(status, location) => ask.redirect(status, &location, strict)?,
            }
        }
        Err(Failure::TooManyRedirects(limit))
    }
}

impl Ask {
    fn redirect(&mut self, status: u16, location: &HeaderValue, strict: bool) -> Result<(), Failure> {
        let next = target::redirect(&self.url, location.as_bytes())?;
        if strict && self.url.scheme() == "https" && next.scheme() == "http" {
            return Err(Failure::Downgrade);
        }
        if self.method == Method::POST && !matches!(status, 307 | 308) {
            self.method = Method::GET;
            self.body = Bytes::new();
            self.headers.remove(header::CONTENT_TYPE);
        }
        if next.origin() != self.url.origin() {
            let harmless = [
                header::ACCEPT,
                header::ACCEPT_LANGUAGE,
                header::CONTENT_TYPE,
                header::IF_MODIFIED_SINCE,
                header::IF_NONE_MATCH,
            ];
            let secret: Vec<HeaderName> =
                self.headers.keys().filter(|name| !harmless.contains(name)).cloned().collect();
            for name in secret {
                self.headers.remove(name);
            }
        }
        self.url = next;
        Ok(())
    }

    fn request(&self, user_agent: &HeaderValue) -> Result<Request<Full<Bytes>>, Failure> {
        let bad = |_| Failure::BadUrl("it cannot be asked for by HTTP".to_owned());
        let mut host = target::host(&self.url);
        if let Some(port) = self.url.port() {
            host = format!("{host}:{port}");
        }
        let mut request = Request::builder()
            .method(&self.method)
            .uri(&self.url[url::Position::BeforePath..url::Position::AfterQuery])
            .header(header::HOST, host)
            .body(Full::new(self.body.clone()))
            .map_err(bad)?;
        let headers = request.headers_mut();
        headers.extend(self.headers.clone());
        headers.insert(header::USER_AGENT, user_agent.clone());
        // Without it any coding would do (RFC 9110 §12.5.3), and a small body could become a large one.
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        if !headers.contains_key(header::ACCEPT) {
            headers.insert(header::ACCEPT, HeaderValue::from_static("*/*"));
        }
        Ok(request)
    }
}

impl Shared {
    async fn step(&self, ask: &Ask, want: Want, follows: bool) -> Result<Step, Failure> {
        let host = target::host(&ask.url);
        let failed = |error: hyper::Error| Failure::http(&host, &error);
        let request = ask.request(&self.user_agent)?;
        let stream = connect(&self.policy, self.resolver.as_ref(), &self.tls, &ask.url).await?;
        let (mut sender, connection) = http1::Builder::new()
            .max_header_size(MAX_HEADERS)
            .max_buf_size(2 * MAX_HEADERS)
            .ignore_invalid_headers_in_responses(true)
            .allow_spaces_after_header_name_in_responses(true)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(failed)?;
        let _driver = Driver(tokio::spawn(async move {
            // Its error is the request's error, too.
            let _ = connection.await;
        }));
        let response = sender.send_request(request).await.map_err(failed)?;
        let status = response.status().as_u16();
        if follows
            && matches!(status, 301 | 302 | 303 | 307 | 308)
            && let Some(location) = response.headers().get(header::LOCATION)
        {
            return Ok(Step::Redirect(status, location.clone()));
        }
        let (head, body) = Response::into_parts(response);
        let body = match want {
            Want::Body => self.read(body, &host).await?,
            Want::Start(keep) => start(body, keep).await,
            Want::Headers => Vec::new(),
        };
        Ok(Step::Done(Answer { status, url: ask.url.to_string(), headers: head.headers, body }))
    }

    async fn read(&self, mut body: Incoming, host: &str) -> Result<Vec<u8>, Failure> {
        let limit = self.policy.max_body;
        if body.size_hint().lower() > limit as u64 {
            return Err(Failure::TooLarge(limit));
        }
        let mut whole = Vec::new();
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(|error| Failure::http(host, &error))?.into_data() else { continue };
            if data.len() > limit - whole.len() {
                return Err(Failure::TooLarge(limit));
            }
            whole.extend_from_slice(&data);
        }
        Ok(whole)
    }
}

/// What comes of a body within a moment, at most `keep` bytes.
async fn start(mut body: Incoming, keep: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    let read = async {
        while let Some(Ok(frame)) = body.frame().await {
            let Ok(data) = frame.into_data() else { continue };
            kept.extend_from_slice(&data[..data.len().min(keep - kept.len())]);
            if kept.len() == keep {
                break;
            }
        }
    };
    // What came until then is as good as any.
    let _ = tokio::time::timeout(START, read).await;
    kept
}

/// Drives a connection, and closes it when the request is over or given up.
struct Driver(JoinHandle<()>);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The caller's headers without those that are the client's business.
fn own(mut headers: HeaderMap) -> HeaderMap {
    for name in [
        header::ACCEPT_ENCODING,
        header::CONNECTION,
        header::CONTENT_LENGTH,
        header::COOKIE,
        header::EXPECT,
        header::HOST,
        header::REFERER,
        header::TE,
        header::TRAILER,
        header::TRANSFER_ENCODING,
        header::UPGRADE,
        header::USER_AGENT,
    ] {
        headers.remove(name);
    }
    headers
}

fn connector(extra_roots: &[CertificateDer<'static>]) -> Result<TlsConnector, rustls::Error> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for root in extra_roots {
        roots.add(root.clone())?;
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}
