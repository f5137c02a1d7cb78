//! The product in a test: on either engine, with a clock that is moved, asked in process.

#[cfg(test)]
mod editing;
#[cfg(test)]
mod floors;
pub mod fuzz;
#[cfg(test)]
mod house;
#[cfg(test)]
mod isolation;
#[cfg(test)]
mod name_server;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod tables;
#[cfg(test)]
mod upgrade;

#[cfg(test)]
pub use name_server::NameServer;

use std::{path::PathBuf, sync::OnceLock};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
    response::Response,
};
use database::Engine;
use futures::StreamExt as _;
use serde_json::Value;
use tower::ServiceExt as _;
use tower_http::normalize_path::NormalizePath;

use crate::{App, Auth, Clock, Secret, Settings, SignUp, Timestamp};

/// 2026-11-21T12:00:00Z.
pub const START: Timestamp = Timestamp(1_795_262_400_000);

/// So often a test looks whether what it waits for is there: for three minutes, and longer where a look takes its time.
/// No promise is measured by it; it ends a test that waits for what never comes.
#[cfg(test)]
const LOOKS: usize = 9_000;

/// Waits until it is so.
#[cfg(test)]
pub async fn eventually(what: &str, is: impl AsyncFn() -> bool) {
    until(what, is, |is_so| *is_so).await;
}

/// Looks until what is seen is as it should be, and answers it.
#[cfg(test)]
pub async fn until<T: std::fmt::Debug>(
    what: &str,
    look: impl AsyncFn() -> T,
    is_so: impl Fn(&T) -> bool,
) -> T {
    for _ in 0..LOOKS {
        let seen = look().await;
        if is_so(&seen) {
            return seen;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("never {what}: {:?}", look().await);
}

/// A whole product over a fresh database.
pub struct TestApp {
    pub app: App,
    pub clock: Clock,
    pub data_dir: PathBuf,
    /// Made for the first call: describing every call takes longer than most calls.
    router: OnceLock<NormalizePath<Router>>,
    _folder: tempfile::TempDir,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct TestAnswer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl TestAnswer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Asserts the status and answers the JSON body (null when empty).
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|v| v.to_str().ok())
    }
}

impl TestApp {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    /// With settings changed before the start.
    pub async fn with(engine: Engine, change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
        let (sqlite, postgres) = (&crate::SQLITE_MIGRATIONS, &crate::POSTGRES_MIGRATIONS);
        let db = database::testing::migrated(engine, folder.path(), sqlite, postgres).await;
        let mut settings = Settings {
            public_url: "http://127.0.0.1:8080".into(),
            data_dir: folder.path().to_owned(),
            secret: Secret::new([7; 32]),
            mail: mailer::MailUrl::Capture,
            mail_from: None,
            fallback_domain: None,
            auth: Auth::Local,
            sign_up: SignUp::Auto,
            admins: Vec::new(),
            send_rate: None,
            send_concurrency: 4,
            // Nothing answers there: a test that looks names up brings a server.
            dns: crate::Dns::At(([127, 0, 0, 1], 1).into()),
            bounces: crate::Bounces::default(),
            spf: None,
            aws: None,
            sns_topics: Vec::new(),
            throttles: Vec::new(),
            engagement_days: None,
            // The clock stands still, so no bucket fills again; and a test that waits on a slow disk asks often.
            rate_limit: 1_000_000_000,
            allow_private: true,
            trusted_proxies: crate::Proxies::default(),
            social_links: Vec::new(),
            operations: crate::Operations::default(),
        };
        change(&mut settings);
        let clock = Clock::fixed(START);
        let app = App::new(db, clock.clone(), settings).unwrap_or_else(|e| panic!("{e}"));
        let data_dir = folder.path().to_owned();
        Self { app, clock, data_dir, router: OnceLock::new(), _folder: folder }
    }

    /// The same installation, started again with settings changed.
    pub fn restart(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.app.settings.clone();
        change(&mut settings);
        self.app =
            App::new(self.app.db.clone(), self.clock.clone(), settings).unwrap_or_else(|e| panic!("{e}"));
        self.router = OnceLock::new();
    }

    /// One request, answered in process by the real router.
    pub async fn send(&self, request: Request<Body>) -> TestAnswer {
        let (parts, body) = self.answer(request).await.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_else(|e| panic!("{e}")).to_vec();
        TestAnswer { status: parts.status, headers: parts.headers, bytes }
    }

    async fn answer(&self, request: Request<Body>) -> Response {
        let router = self.router.get_or_init(|| crate::server::build(self.app.clone(), Router::new()));
        router.clone().oneshot(request).await.unwrap_or_else(|e| match e {})
    }

    /// The beginning of an answer that may not end: its first piece.
    pub async fn first_of(&self, token: &str, path: &str) -> String {
        let request = Request::builder().uri(path).header(header::AUTHORIZATION, format!("Bearer {token}"));
        let response = self.answer(request.body(Body::empty()).unwrap_or_else(|e| panic!("{e}"))).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let piece = response.into_body().into_data_stream().next().await;
        let piece = piece.unwrap_or_else(|| panic!("nothing came")).unwrap_or_else(|e| panic!("{e}"));
        String::from_utf8_lossy(&piece).into_owned()
    }

    /// One call with an optional bearer and JSON body.
    pub async fn call(
        &self,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> TestAnswer {
        let mut request = Request::builder().method(method.parse::<Method>().unwrap_or_default()).uri(path);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = match body {
            Some(json) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(json.to_string())
            }
            None => Body::empty(),
        };
        self.send(request.body(body).unwrap_or_else(|e| panic!("{e}"))).await
    }

    /// One upload as a form: parts by name, of which `file` is a file.
    pub async fn upload(&self, token: Option<&str>, path: &str, parts: &[(&str, &[u8])]) -> TestAnswer {
        let mut body = Vec::new();
        for (name, bytes) in parts {
            let file = if *name == "file" { "; filename=\"C:\\lists\\readers.csv\"" } else { "" };
            let head = format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--x--\r\n");
        let mut request = Request::post(path).header(header::CONTENT_TYPE, "multipart/form-data; boundary=x");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.send(request.body(Body::from(body)).unwrap_or_else(|e| panic!("{e}"))).await
    }

    /// Signs a new author up and answers its access token.
    pub async fn author(&self, email: &str) -> String {
        let body =
            serde_json::json!({ "email": email, "password": "correct horse battery", "name": "A. Author" });
        let answer = self.call(None, "POST", "/api/auth/sign-up", Some(body)).await.expect(201);
        answer["access_token"].as_str().unwrap_or_else(|| panic!("no token")).to_owned()
    }
}
