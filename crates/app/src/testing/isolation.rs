//! What one author has is not there for another: proved for every route of the OpenAPI document, so that a new route
//! is covered, or fails here by name until the tables below know how to make what it takes.

use database::Engine;
use serde_json::{Value, json};

use super::{TestAnswer, TestApp};
use crate::{AuthorId, notices};

/// In every text that the first author writes; nothing of theirs may show elsewhere.
pub(super) const MARK: &str = "zinnober";
/// An id that nothing has.
const NOTHING: i64 = 987_654_321;

/// Calls that take no bearer.
const PUBLIC: [&str; 12] = [
    "GET /.well-known/jwks.json",
    "GET /.well-known/openid-configuration",
    "GET /api/auth/config",
    "POST /api/auth/passkey",
    "POST /api/auth/passkey/options",
    "POST /api/auth/password-reset",
    "POST /api/auth/password-reset/confirm",
    "POST /api/auth/refresh",
    "POST /api/auth/sign-in",
    "POST /api/auth/sign-out",
    "POST /api/auth/sign-up",
    "POST /api/auth/verify-email",
];

/// Calls that are 404 for the owner of what [`Things`] makes as well: they act on what only a send makes.
const NEEDS_MORE: [&str; 1] = ["POST /api/newsletters/{}/campaigns/{}/deliveries/{}/resolve"];

/// Calls about the whole installation: for administrators, of whom the first author is one.
const ADMINISTRATORS: [&str; 8] = [
    "GET /api/bounces/unknown",
    "GET /api/bounces/unknown/{}",
    "DELETE /api/bounces/unknown/{}",
    "GET /api/doctor",
    "GET /api/suppressions",
    "POST /api/installation/confirm-sending",
    "POST /api/suppressions",
    "DELETE /api/suppressions/{}",
];

/// The calls that take a form with a file, and a file that they take.
const UPLOADS: [(&str, &[u8]); 3] = [
    ("POST /api/newsletters/{}/subscribers/import", b"email\nnew@example.com\n"),
    ("POST /api/newsletters/{}/campaigns/{}/attachments", b"words"),
    ("POST /api/media", GIF),
];

/// One white pixel.
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// What one author has.
#[derive(Clone, Debug)]
pub(super) struct Things {
    newsletter: i64,
    campaign: i64,
    attachment: i64,
    subscriber: i64,
    captured_mail: i64,
    api_key: i64,
    import: i64,
    template: i64,
    saved_block: i64,
    /// A revision of the template that no template of somebody else's, and no other one of the author's, has.
    version: i64,
    /// The same of the campaign.
    campaign_version: i64,
    media: i64,
    message: i64,
    domain: i64,
    notice: i64,
    passkey: i64,
    session: i64,
    suppression: i64,
    unknown_report: i64,
    webhook: i64,
    webhook_delivery: i64,
}

impl Things {
    pub(super) async fn make(t: &TestApp, token: &str, mark: &str) -> Self {
        let id = async |path: &str, body: Value| {
            t.call(Some(token), "POST", path, Some(body)).await.expect(201)["id"].as_i64().unwrap()
        };
        let body = json!({ "name": format!("{mark} news"), "from_name": mark, "from_prefix": mark });
        let newsletter = id("/api/newsletters", body).await;
        let below = format!("/api/newsletters/{newsletter}");
        let body = json!({ "email": format!("{mark}@example.com"), "first_name": mark });
        let subscriber = id(&format!("{below}/subscribers"), body).await;
        let body = json!({ "subject": format!("{mark} subject"), "html_content": format!("<p>{mark}</p>") });
        let campaign = id(&format!("{below}/campaigns"), body).await;
        let path = format!("{below}/campaigns/{campaign}/attachments");
        let attachment = t.upload(Some(token), &path, &[("file", mark.as_bytes())]).await.expect(201)["id"]
            .as_i64()
            .unwrap();
        let test = json!({ "to": [format!("{mark}@example.com")] });
        t.call(Some(token), "POST", &format!("{below}/campaigns/{campaign}/test"), Some(test))
            .await
            .expect(200);
        let mails = t.call(Some(token), "GET", "/api/captured-mail", None).await.expect(200);
        let captured_mail = mails[0]["id"].as_i64().unwrap();
        let api_key = id("/api/api-keys", json!({ "name": mark })).await;
        let csv = format!("email,first_name\n{mark}2@example.com,{mark}\n");
        let path = format!("{below}/subscribers/import");
        let import = t.upload(Some(token), &path, &[("file", csv.as_bytes())]).await.expect(202)["id"]
            .as_i64()
            .unwrap();
        let body = json!({ "name": mark, "blocks": [{ "type": "text", "content": mark }] });
        let template = id("/api/templates", body).await;
        let version = Self::version(t, token, mark, &format!("/api/templates/{template}")).await;
        let campaign_version = Self::version(t, token, mark, &format!("{below}/campaigns/{campaign}")).await;
        let body = json!({ "name": mark, "block": { "type": "text", "content": mark } });
        let saved_block = id("/api/saved-blocks", body).await;
        let media =
            t.upload(Some(token), "/api/media", &[("file", GIF)]).await.expect(201)["id"].as_i64().unwrap();
        t.call(Some(token), "PUT", &format!("/api/media/{media}"), Some(json!({ "name": mark })))
            .await
            .expect(200);
        let domain =
            id("/api/domains", json!({ "domain": Self::name(mark), "notes": mark, "domain_type": "user" }))
                .await;
        let body = json!({ "newsletter_id": newsletter, "to": format!("{mark}@example.com"), "subject": mark, "text_content": mark });
        let message = t.call(Some(token), "POST", "/api/messages", Some(body)).await.expect(202)["id"]
            .as_i64()
            .unwrap();
        let notice = Self::notice(t, token, mark).await;
        let webhook = Self::webhook(t, token, mark).await;
        let tested = t.call(Some(token), "POST", &format!("/api/webhooks/{webhook}/test"), None).await;
        let webhook_delivery = tested.expect(200)["id"].as_i64().unwrap();
        let (session, passkey) = Self::session(t, token, mark).await;
        let body = json!({ "email": format!("{}@example.com", Self::name(mark)) });
        let made = t.call(Some(token), "POST", "/api/suppressions", Some(body)).await;
        let suppression = made.json()["id"].as_i64().unwrap_or(NOTHING);
        Self {
            newsletter,
            campaign,
            attachment,
            subscriber,
            captured_mail,
            api_key,
            import,
            template,
            saved_block,
            version,
            campaign_version,
            media,
            message,
            domain,
            notice,
            passkey,
            session,
            suppression,
            unknown_report: crate::bounces::tests::unknown_report(t, mark).await,
            webhook,
            webhook_delivery,
        }
    }

    /// A domain name that was not used before.
    fn name(mark: &str) -> String {
        format!("{mark}-{}.example.org", crate::secrets::base32(crate::secrets::random_token(64).as_bytes()))
    }

    /// An author has 20 at most: the latest is as good as one more.
    async fn webhook(t: &TestApp, token: &str, mark: &str) -> i64 {
        // Nothing listens there, which is refused at once.
        let body = json!({ "url": format!("http://127.0.0.1:8/{mark}"), "description": mark });
        t.call(Some(token), "POST", "/api/webhooks", Some(body)).await;
        let webhooks = t.call(Some(token), "GET", "/api/webhooks", None).await.expect(200);
        webhooks[0]["id"].as_i64().unwrap()
    }

    /// Saves what is at the path until it has a revision that nothing else has.
    async fn version(t: &TestApp, token: &str, mark: &str, path: &str) -> i64 {
        let mut revision = NOTHING;
        for time in 0..if mark == MARK { 2 } else { 1 } {
            let body = json!({ "subject": format!("{mark} {time}") });
            revision =
                t.call(Some(token), "PUT", path, Some(body)).await.expect(200)["revision"].as_i64().unwrap();
        }
        revision
    }

    async fn notice(t: &TestApp, token: &str, mark: &str) -> i64 {
        let me = t.call(Some(token), "GET", "/api/me", None).await.expect(200);
        let mut tx = t.app.db.begin().await.unwrap();
        let (author, kind) = (AuthorId::new(me["id"].as_i64().unwrap()), notices::NoticeKind::DomainVerified);
        notices::add(&mut tx, author, kind, mark, Some(mark), None, t.app.now()).await.unwrap();
        tx.commit().await.unwrap();
        let notices = t.call(Some(token), "GET", "/api/notices", None).await.expect(200);
        notices[0]["id"].as_i64().unwrap()
    }

    async fn session(t: &TestApp, token: &str, mark: &str) -> (i64, i64) {
        let me = t.call(Some(token), "GET", "/api/me", None).await.expect(200);
        let mut tx = t.app.db.begin().await.unwrap();
        let origin = crate::accounts::Origin::own(&t.app);
        let author = AuthorId::new(me["id"].as_i64().unwrap());
        let session = crate::accounts::tests::make_session(&mut tx, author, &origin).await;
        let passkey = crate::accounts::tests::make_passkey(&mut tx, author, mark, origin.at).await;
        tx.commit().await.unwrap();
        (session, passkey)
    }

    /// The id of what a path or query names; `noun` is the path segment before the id.
    pub(super) fn id(&self, noun: &str, route: &Route) -> i64 {
        match noun {
            "newsletters" => self.newsletter,
            "campaigns" => self.campaign,
            "attachments" => self.attachment,
            "deliveries" if route.path.starts_with("/api/webhooks/") => self.webhook_delivery,
            "subscribers" | "deliveries" => self.subscriber,
            "captured-mail" => self.captured_mail,
            "api-keys" => self.api_key,
            "imports" => self.import,
            "templates" => self.template,
            "saved-blocks" => self.saved_block,
            "versions" if route.path.starts_with("/api/newsletters/") => self.campaign_version,
            "versions" => self.version,
            "media" => self.media,
            "messages" => self.message,
            "domains" => self.domain,
            "notices" => self.notice,
            "sessions" => self.session,
            "passkeys" => self.passkey,
            "suppressions" => self.suppression,
            "unknown" => self.unknown_report,
            "webhooks" => self.webhook,
            _ => panic!("{}: tell testing/isolation.rs how to make one of {noun:?}", route.name()),
        }
    }
}

/// A body that the route would accept from the owner.
pub(super) fn body(route: &Route) -> Option<Value> {
    Some(match route.name().as_str() {
        "POST /api/newsletters" => json!({ "name": "N", "from_name": "F", "from_prefix": "p" }),
        "PUT /api/newsletters/{}"
        | "PUT /api/me"
        | "POST /api/templates"
        | "PUT /api/templates/{}"
        | "PUT /api/saved-blocks/{}"
        | "PUT /api/media/{}"
        | "PUT /api/me/passkeys/{}" => json!({ "name": "N" }),
        "POST /api/newsletters/{}/subscribers" | "POST /api/suppressions" => {
            json!({ "email": "new@example.com" })
        }
        "POST /api/newsletters/{}/subscribers/batch" => {
            json!({ "subscribers": [{ "email": "new@example.com" }] })
        }
        "PUT /api/newsletters/{}/subscribers/{}" | "PUT /api/newsletters/{}/subscribers/by-email/{}" => {
            json!({ "first_name": "F" })
        }
        "POST /api/newsletters/{}/subscribers/bulk" => json!({ "action": "unsubscribe", "filter": {} }),
        "POST /api/newsletters/{}/campaigns" => json!({ "subject": "S", "html_content": "<p>x</p>" }),
        "PUT /api/newsletters/{}/campaigns/{}" => json!({ "subject": "S" }),
        "POST /api/newsletters/{}/campaigns/{}/test" | "POST /api/templates/{}/test" => {
            json!({ "to": ["new@example.com"] })
        }
        "POST /api/newsletters/{}/campaigns/{}/deliveries/{}/resolve" | "POST /api/messages/{}/resolve" => {
            json!({ "as": "sent" })
        }
        "POST /api/newsletters/{}/campaigns/{}/schedule" => json!({ "scheduled_at": "2027-01-01T09:00:00Z" }),
        "POST /api/newsletters/{}/campaigns/{}/resend" => json!({ "to": "not_sent" }),
        "POST /api/templates/{}/versions/{}/restore"
        | "POST /api/newsletters/{}/campaigns/{}/versions/{}/restore" => json!({}),
        "POST /api/messages" => {
            json!({ "newsletter_id": NOTHING, "to": "new@example.com", "subject": "S", "text_content": "x" })
        }
        "POST /api/saved-blocks" => json!({ "name": "N", "block": { "type": "divider" } }),
        "POST /api/domains" => json!({ "domain": "new.example.org", "domain_type": "user" }),
        "POST /api/domains/register" => json!({ "domain": "newer.example.org" }),
        "PUT /api/domains/{}" => json!({ "notes": "N" }),
        "POST /api/webhooks" => json!({ "url": "http://127.0.0.1:8/new" }),
        "PUT /api/webhooks/{}" => json!({ "description": "N" }),
        "POST /api/api-keys" | "PUT /api/api-keys/{}" => json!({ "name": "K" }),
        "PUT /api/overview/checklist" => json!({ "shown": false }),
        "PUT /api/settings" => json!({ "email": { "default_from_name": "F" } }),
        "POST /api/me/password" => json!({ "current_password": "x", "new_password": "another password" }),
        "POST /api/me/email" => json!({ "email": "new@example.com", "password": "x" }),
        "POST /api/me/passkeys" => json!({ "challenge_id": "x", "name": "N", "credential": {} }),
        "POST /api/me/totp" | "POST /api/me/totp/recovery-codes" | "DELETE /api/me/totp" => {
            json!({ "password": "x" })
        }
        "POST /api/me/totp/confirm" => json!({ "code": "000000" }),
        "POST /api/auth/password-reset" => json!({ "email": "new@example.com" }),
        "DELETE /api/me" => json!({ "confirm": "nobody@example.com" }),
        name if route.has_body => panic!("{name}: tell testing/isolation.rs a body that it takes"),
        _ => return None,
    })
}

/// Names nobody: what has this address is the newsletter's before it.
const ADDRESS: &str = "{email}";

/// One operation of the OpenAPI document.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) method: String,
    path: String,
    pub(super) is_public: bool,
    has_body: bool,
    /// Takes `If-Match`.
    pub(super) is_guarded: bool,
    /// Query parameters that name something by its id, as the nouns of [`Things::id`].
    id_queries: Vec<(String, String)>,
}

impl Route {
    pub(super) fn all() -> Vec<Self> {
        let document: Value = serde_json::from_str(&crate::server::document()).unwrap();
        let mut routes = Vec::new();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for (method, operation) in operations.as_object().unwrap() {
                routes.push(Self::new(method, path, operation));
            }
        }
        assert!(routes.len() > 20, "the document is not the whole one");
        routes
    }

    fn new(method: &str, path: &str, operation: &Value) -> Self {
        let is_public = operation["security"].as_array().is_some_and(|s| s.iter().all(|s| *s == json!({})));
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let queries = parameters.iter().filter(|p| p["in"] == "query").filter_map(|p| p["name"].as_str());
        let id_queries = queries
            .filter_map(|name| Some((name.to_owned(), format!("{}s", name.strip_suffix("_id")?))))
            .collect();
        let has_body = operation.get("requestBody").is_some();
        let is_guarded = parameters.iter().any(|parameter| parameter["name"] == "If-Match");
        let (method, path) = (method.to_uppercase(), path.to_owned());
        Self { method, path, is_public, has_body, is_guarded, id_queries }
    }

    /// Method and path with unnamed parameters: what the tables know a route by.
    pub(super) fn name(&self) -> String {
        let hidden =
            |segment: &str| if segment.starts_with('{') { "{}".to_owned() } else { segment.to_owned() };
        format!("{} {}", self.method, self.path.split('/').map(hidden).collect::<Vec<_>>().join("/"))
    }

    /// The nouns before the ids of the path.
    pub(super) fn nouns(&self) -> Vec<&str> {
        let segments: Vec<&str> = self.path.split('/').collect();
        segments
            .windows(2)
            .filter(|pair| pair[1].starts_with('{') && pair[1] != ADDRESS)
            .map(|pair| pair[0])
            .collect()
    }

    pub(super) fn with(&self, ids: &[i64]) -> String {
        let mut ids = ids.iter();
        let filled = |segment: &str| match segment {
            ADDRESS => "new@example.com".to_owned(),
            id if id.starts_with('{') => ids.next().unwrap().to_string(),
            other => other.to_owned(),
        };
        self.path.split('/').map(filled).collect::<Vec<_>>().join("/")
    }

    /// Every way to fill the path in which at least one id is another's: one flag per id.
    fn mixtures(&self) -> Vec<Vec<bool>> {
        let ids = self.nouns().len();
        (1..1u32 << ids).map(|bits| (0..ids).map(|at| bits & (1 << at) != 0).collect()).collect()
    }

    async fn call(&self, t: &TestApp, token: Option<&str>, path: &str) -> TestAnswer {
        if let Some((_, file)) = UPLOADS.iter().find(|(name, _)| *name == self.name()) {
            return t.upload(token, path, &[("file", *file)]).await;
        }
        t.call(token, &self.method, path, body(self)).await
    }
}

/// Two authors: the one who has things, and the one who tries to get at them.
pub(super) struct World {
    pub(super) t: TestApp,
    pub(super) owner: String,
    other: String,
    owners: Things,
    others: Things,
}

impl World {
    pub(super) async fn new(engine: Engine) -> Self {
        let t = TestApp::new(engine).await;
        let owner = t.author("owner@example.com").await;
        let other = t.author("other@example.com").await;
        let owners = Things::make(&t, &owner, MARK).await;
        let others = Things::make(&t, &other, "other").await;
        Self { t, owner, other, owners, others }
    }

    fn pick(&self, is_owners: bool) -> &Things {
        if is_owners { &self.owners } else { &self.others }
    }
}

database::both_engines!(what_another_author_has_is_not_there, engine => {
    let world = World::new(engine).await;
    for route in Route::all() {
        for mixture in route.mixtures() {
            let ids: Vec<i64> =
                route.nouns().iter().zip(&mixture).map(|(noun, is_owners)| world.pick(*is_owners).id(noun, &route)).collect();
            let path = route.with(&ids);
            let answer = route.call(&world.t, Some(&world.other), &path).await;
            let expected = if ADMINISTRATORS.contains(&route.name().as_str()) { 403 } else { 404 };
            assert_eq!(answer.status, expected, "{} as {path} (another's: {mixture:?}): {}", route.name(), answer.text());
            assert!(!answer.text().contains(MARK), "{}", route.name());
        }
    }
    // What was tried did nothing.
    let below = format!("/api/newsletters/{}", world.owners.newsletter);
    let subscribers = world.t.call(Some(&world.owner), "GET", &format!("{below}/subscribers"), None).await.expect(200);
    assert_eq!(subscribers.as_array().unwrap().len(), 1);
    assert_eq!(subscribers[0]["status"], "active");
    assert_eq!(subscribers[0]["first_name"], MARK);
    let campaigns = world.t.call(Some(&world.owner), "GET", &format!("{below}/campaigns"), None).await.expect(200);
    assert_eq!(campaigns.as_array().unwrap().len(), 1);
    assert_eq!(
        (&campaigns[0]["subject"], &campaigns[0]["revision"]),
        (&json!(format!("{MARK} 1")), &json!(world.owners.campaign_version))
    );
    assert_eq!(campaigns[0]["status"], "draft");
    let template = world.t.call(Some(&world.owner), "GET", &format!("/api/templates/{}", world.owners.template), None).await;
    let template = template.expect(200);
    assert_eq!((&template["name"], &template["revision"]), (&json!(MARK), &json!(world.owners.version)));
    let saved = world.t.call(Some(&world.owner), "GET", "/api/saved-blocks", None).await.expect(200);
    assert_eq!((saved.as_array().unwrap().len(), &saved[0]["name"]), (1, &json!(MARK)));
    let media = world.t.call(Some(&world.owner), "GET", "/api/media", None).await.expect(200);
    assert_eq!((media.as_array().unwrap().len(), &media[0]["name"]), (1, &json!(MARK)));
});

database::both_engines!(nothing_is_found_below_another_parent, engine => {
    let world = World::new(engine).await;
    let second = Things::make(&world.t, &world.owner, "second").await;
    for route in Route::all().into_iter().filter(|route| route.nouns().len() > 1) {
        let nouns = route.nouns();
        let mut ids: Vec<i64> = nouns.iter().map(|noun| world.owners.id(noun, &route)).collect();
        ids[0] = second.id(nouns[0], &route);
        let path = route.with(&ids);
        let answer = route.call(&world.t, Some(&world.owner), &path).await;
        assert_eq!(answer.status, 404, "{} as {path}: {}", route.name(), answer.text());
    }
});

// Without this a wrong path or a wrong id in the tables would prove isolation of nothing.
database::both_engines!(the_owner_finds_what_the_tests_ask_for, engine => {
    let world = World::new(engine).await;
    let routes = Route::all().into_iter().filter(|route| !route.nouns().is_empty());
    for route in routes.filter(|route| !NEEDS_MORE.contains(&route.name().as_str())) {
        // Fresh for each: some of these calls delete.
        let things = Things::make(&world.t, &world.owner, MARK).await;
        let ids: Vec<i64> = route.nouns().iter().map(|noun| things.id(noun, &route)).collect();
        let answer = route.call(&world.t, Some(&world.owner), &route.with(&ids)).await;
        let status = answer.status.as_u16();
        assert!(matches!(status, 200..=299 | 409), "{}: {status} {}", route.name(), answer.text());
    }
});

database::both_engines!(lists_hold_nothing_of_another_author, engine => {
    let world = World::new(engine).await;
    for route in Route::all().into_iter().filter(|route| route.method == "GET" && route.nouns().is_empty()) {
        let path = match route.path.as_str() {
            "/api/search" => format!("/api/search?q={MARK}"),
            "/api/schedule/resolve" => format!("{}?local_time=2027-01-01T09:00&time_zone=UTC", route.path),
            path => path.to_owned(),
        };
        let owners = world.t.call(Some(&world.owner), "GET", &path, None).await;
        let others = world.t.call(Some(&world.other), "GET", &path, None).await;
        let expected = if ADMINISTRATORS.contains(&route.name().as_str()) { 403 } else { 200 };
        assert_eq!((owners.status.as_u16(), others.status.as_u16()), (200, expected), "{path}");
        assert!(!others.text().contains(MARK), "{path}: {}", others.text());
    }
});

database::both_engines!(a_query_for_what_another_author_has_finds_what_no_id_finds, engine => {
    let world = World::new(engine).await;
    for route in Route::all() {
        let own: Vec<i64> = route.nouns().iter().map(|noun| world.others.id(noun, &route)).collect();
        for (name, noun) in &route.id_queries {
            let ask = async |id: i64| {
                let path = format!("{}?{name}={id}", route.with(&own));
                let answer = route.call(&world.t, Some(&world.other), &path).await;
                (answer.status, answer.text())
            };
            assert_eq!(ask(world.owners.id(noun, &route)).await, ask(NOTHING).await, "{} with {name}", route.name());
        }
    }
});

database::both_engines!(every_route_wants_a_bearer_but_the_public_ones, engine => {
    let t = TestApp::new(engine).await;
    let mut public = Vec::new();
    for route in Route::all() {
        if route.is_public {
            public.push(route.name());
            continue;
        }
        assert!(route.path.starts_with("/api/"), "{}", route.name());
        let path = route.with(&vec![1; route.nouns().len()]);
        for token in [None, Some("nonsense"), Some("lp_nonsense")] {
            let answer = route.call(&t, token, &path).await;
            assert_eq!(answer.status, 401, "{} with {token:?}: {}", route.name(), answer.text());
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{}", route.name());
            assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{}", route.name());
        }
    }
    public.sort_unstable();
    assert_eq!(public, PUBLIC);
});
