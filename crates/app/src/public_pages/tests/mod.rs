//! The pages as a reader's browser, a link scanner and a robot meet them.

mod archive;
mod confirm;
mod languages;
mod preferences;
mod subscribe;

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, header},
};
use database::{Engine, on_engine};
use serde_json::{Value, json};

use crate::{
    CampaignId, NewsletterId, Settings, SubscriberId,
    links::{self, LinkMaker, ReaderToken},
    newsletters::{self, Newsletter},
    public_pages::PageState,
    testing::{TestAnswer, TestApp},
};

/// An author with a newsletter whose every text tries to be HTML.
pub struct Scene {
    pub t: TestApp,
    pub token: String,
    pub home: Newsletter,
}

pub const NASTY: &str = "<script>alert('n')</script>";

impl Scene {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub async fn with(engine: Engine, change: impl FnOnce(&mut Settings)) -> Self {
        let t = TestApp::with(engine, change).await;
        let token = t.author("author@example.com").await;
        // A key, because the clock moves further than an access token lives.
        let named = json!({ "name": "tests" });
        let made = t.call(Some(&token), "POST", "/api/api-keys", Some(named)).await.expect(201);
        let token = made["key"].as_str().unwrap().to_owned();
        let body = json!({ "name": NASTY, "description": NASTY, "from_name": NASTY, "from_prefix": "news" });
        let made = t.call(Some(&token), "POST", "/api/newsletters", Some(body)).await.expect(201);
        let mut tx = t.app.db.read().await.unwrap();
        let home = newsletters::find_any(&mut tx, NewsletterId::new(made["id"].as_i64().unwrap()))
            .await
            .unwrap()
            .unwrap();
        drop(tx);
        Self { t, token, home }
    }

    pub fn path(&self) -> String {
        format!("/n/{}", self.home.public_id)
    }

    pub async fn get(&self, path: &str) -> TestAnswer {
        self.t.call(None, "GET", path, None).await
    }

    pub async fn api(&self, method: &str, path: &str, body: Option<Value>) -> TestAnswer {
        self.t.call(Some(&self.token), method, path, body).await
    }

    /// A form post from this peer.
    pub async fn post_from(&self, peer: [u8; 4], path: &str, form: &str) -> TestAnswer {
        let mut request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(form.to_owned()))
            .unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((peer, 4711))));
        let answer = self.t.send(request).await;
        self.settle().await;
        answer
    }

    pub async fn post(&self, path: &str, form: &str) -> TestAnswer {
        self.post_from([127, 0, 0, 1], path, form).await
    }

    /// Posts the form as a person does: three seconds after it was shown.
    pub async fn subscribe(&self, email: &str) -> TestAnswer {
        let shown = links::form_token(&self.t.app, self.home.id);
        self.t.clock.advance(3_000);
        let form = format!("email={}&first_name=Ida&website=&shown={shown}", email.replace('+', "%2B"));
        self.post(&format!("{}/subscribe", self.path()), &form).await
    }

    /// Waits for what happens after an answer.
    async fn settle(&self) {
        let asked = &self.t.app.with::<PageState>().own.asked;
        asked.close();
        asked.wait().await;
        asked.reopen();
    }

    /// Everything that a request could have changed, as text.
    pub async fn state(&self) -> String {
        let mut tx = self.t.app.db.read().await.unwrap();
        let rows: Vec<(i64, String, String, Option<String>, i64)> = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT id, email, status, first_name, updated_at FROM subscribers ORDER BY id").fetch_all(conn).await.unwrap());
        let counters: (i64, i64, i64) = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT active, unsubscribed, pending FROM newsletter_counters").fetch_one(conn).await.unwrap());
        let numbers: (i64, i64, i64) = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM captured_mail), (SELECT COUNT(*) FROM activities), \
             (SELECT CAST(COALESCE(SUM(new_subscribers), 0) AS BIGINT) FROM daily_stats)").fetch_one(conn).await.unwrap());
        format!("{rows:?} {counters:?} {numbers:?}")
    }

    /// Status per address.
    pub async fn statuses(&self) -> Vec<(String, String)> {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as("SELECT email, status FROM subscribers ORDER BY id")
            .fetch_all(conn).await.unwrap())
    }

    /// Active, unsubscribed, pending; new and lost readers of all days.
    pub async fn figures(&self) -> [i64; 5] {
        let mut tx = self.t.app.db.read().await.unwrap();
        let (a, u, p, new, lost): (i64, i64, i64, i64, i64) = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT active, unsubscribed, pending, \
             (SELECT CAST(COALESCE(SUM(new_subscribers), 0) AS BIGINT) FROM daily_stats), \
             (SELECT CAST(COALESCE(SUM(unsubscribed), 0) AS BIGINT) FROM daily_stats) FROM newsletter_counters WHERE newsletter_id = $1")
            .bind(self.home.id).fetch_one(conn).await.unwrap());
        [a, u, p, new, lost]
    }

    /// The mails sent so far, newest first, whole.
    pub async fn mails(&self) -> Vec<Value> {
        let list = self.api("GET", "/api/captured-mail", None).await.expect(200);
        let mut mails = Vec::new();
        for mail in list.as_array().unwrap() {
            let path = format!("/api/captured-mail/{}?links=as_sent", mail["id"]);
            mails.push(self.api("GET", &path, None).await.expect(200));
        }
        mails
    }

    /// The path of the newest confirmation link.
    pub async fn confirm_path(&self) -> String {
        let mails = self.mails().await;
        let text = mails[0]["text"].as_str().unwrap();
        let link = text.split_whitespace().find(|word| word.contains("/confirm/")).unwrap();
        link.strip_prefix("http://127.0.0.1:8080").unwrap().to_owned()
    }

    /// Asks for a link to the reader's own data (`data` or `erase`) and answers the path of the one that came.
    pub async fn own_path(&self, path: &str, wish: &str) -> String {
        let asked = self.post(&format!("{path}/{wish}"), "").await;
        assert_eq!(asked.status, 200, "{}", asked.text());
        assert!(asked.text().contains("Check your inbox"), "{}", asked.text());
        let mails = self.mails().await;
        let text = mails[0]["text"].as_str().unwrap();
        let link = text.split_whitespace().find(|word| word.contains(&format!("/{wish}/"))).unwrap();
        link.strip_prefix("http://127.0.0.1:8080").unwrap().to_owned()
    }

    /// A reader through the API; answers its id.
    pub async fn reader(&self, email: &str, first_name: &str) -> i64 {
        let path = format!("/api/newsletters/{}/subscribers", self.home.id);
        let body = json!({ "email": email, "first_name": first_name, "attributes": { "city": NASTY } });
        self.api("POST", &path, Some(body)).await.expect(201)["id"].as_i64().unwrap()
    }

    pub async fn set_status(&self, id: i64, status: &str) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET status = $2 WHERE id = $1")
            .bind(id).bind(status).execute(conn).await.map(drop).unwrap());
        tx.commit().await.unwrap();
    }

    pub async fn deactivate(&self) {
        let path = format!("/api/newsletters/{}", self.home.id);
        self.api("PUT", &path, Some(json!({ "is_active": false }))).await.expect(200);
    }

    /// The token of a reader's links.
    pub fn reader_token(&self, subscriber_id: i64) -> String {
        let token = ReaderToken {
            newsletter_id: self.home.id,
            subscriber_id: SubscriberId::new(subscriber_id),
            campaign_id: CampaignId::new(1),
        };
        LinkMaker::new(&self.t.app).token(token)
    }
}

/// Nothing that somebody typed became HTML, and nothing may run.
#[track_caller]
pub fn assert_inert(answer: &TestAnswer) {
    let text = answer.text();
    assert!(!text.contains("<script"), "{text}");
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("script-src"), "{policy}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
}

database::both_engines!(requests_of_scanners_change_nothing, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", NASTY).await;
    s.subscribe("new@example.com").await;
    let confirm = s.confirm_path().await;
    let token = s.reader_token(id);
    let (data, erase) = {
        let path = format!("/p/{token}");
        (s.own_path(&path, "data").await, s.own_path(&path, "erase").await)
    };
    let before = s.state().await;
    let scanners = [
        ("GET", "Mozilla/5.0 (compatible; SafeLinks)"),
        ("HEAD", "BarracudaCentral"),
        ("GET", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130 Safari/537.36"),
        ("OPTIONS", "curl/8"),
        ("GET", ""),
    ];
    let paths = [
        s.path(), format!("{}/feed.xml", s.path()), format!("{}/subscribe", s.path()), confirm, format!("/p/{token}"),
        format!("/p/{token}/data"), format!("/p/{token}/erase"), data, erase, format!("/u/{token}"), format!("/u/{token}?sure=yes"),
    ];
    for path in &paths {
        for (method, agent) in scanners {
            let request = Request::builder().method(method).uri(path).header(header::USER_AGENT, agent);
            let answer = s.t.send(request.body(Body::empty()).unwrap()).await;
            assert!(!answer.status.is_server_error(), "{method} {path}: {answer:?}");
            s.settle().await;
        }
    }
    assert_eq!(s.state().await, before);
});

database::both_engines!(paths_that_are_not_there_answer_so, engine => {
    let s = Scene::new(engine).await;
    let n = s.path();
    for path in [
        "/n/unknown", "/n/%00", "/n/unknown/feed.xml", "/n/unknown/1", "/p/x", "/p/x/data/y", "/p/x/erase/y", "/u/x", "/confirm/x", "/n", "/p",
        &format!("{n}/1"), &format!("{n}/x/body"), &format!("{n}/9223372036854775808"), &format!("{n}?after=x"), &format!("{n}/1/2/3"),
    ] {
        assert_eq!(s.get(path).await.status, 404, "{path}");
    }
    for path in ["/n/unknown/subscribe", "/p/x", "/p/x/data", "/p/x/erase", "/p/x/data/y", "/p/x/erase/y", "/u/x", "/confirm/x"] {
        assert_eq!(s.post(path, "email=a@example.com").await.status, 404, "{path}");
    }
});
