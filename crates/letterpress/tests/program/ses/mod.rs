//! A sending domain with Amazon SES as the transport: against an imitation of it that others use, and against one that
//! has bad days.

mod moto;
mod service;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Api, Home, Server},
    name_server::{DOMAIN, NameServer},
};
use moto::Moto;
use service::{Service, TOKENS};

const READERS: usize = 300;

/// An installation that sends with SES at a port of this machine.
struct Installation {
    names: NameServer,
    api: Api,
    _server: Server,
    _home: Home,
}

impl Installation {
    async fn start(port: u16, fallback: Option<&str>) -> Self {
        let names = NameServer::start().await;
        let mut home = Home::new()
            .with("LETTERPRESS_MAIL_URL", format!("ses://us-east-1?endpoint=http://127.0.0.1:{port}"))
            .with("AWS_ACCESS_KEY_ID", "testing")
            .with("AWS_SECRET_ACCESS_KEY", "testing")
            .with("LETTERPRESS_DNS", names.address.to_string())
            .with("LETTERPRESS_PUBLIC_URL", format!("https://letters.{DOMAIN}"))
            .with("LETTERPRESS_SIGN_UP", "open");
        if let Some(domain) = fallback {
            home = home.with("LETTERPRESS_FALLBACK_DOMAIN", domain);
        }
        let server = home.serve();
        let mut api = Api::sign_up(&server).await;
        // An access token is good for minutes; a test on a slow machine may take longer.
        api.token =
            home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "test"], "");
        Self { names, api, _server: server, _home: home }
    }

    /// Answers the domain's path, and the whole answer.
    async fn register(&self, name: &str) -> (String, Value) {
        let made = self.api.post("/api/domains/register", json!({ "domain": name })).await;
        (format!("/api/domains/{}", made["domain"]["id"]), made)
    }

    async fn verify(&self, domain: &str) -> Value {
        self.api.call(Method::POST, &format!("{domain}/verify"), None).await
    }

    async fn publish(&mut self, domain: &str) {
        let zone = self.api.text(&format!("{domain}/zone")).await;
        self.names.publish(&zone).await;
    }

    /// A newsletter with its readers; answers its path.
    async fn newsletter(&self, domain: &Value) -> String {
        let body =
            json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada", "domain_id": domain["id"] });
        let path = format!("/api/newsletters/{}", self.api.post("/api/newsletters", body).await["id"]);
        let mut csv = String::from("email,first_name\n");
        for n in 0..READERS {
            writeln!(csv, "reader{n}@example.net,Reader {n}").unwrap();
        }
        self.api.import(&path, &csv).await;
        path
    }

    /// The answer to sending a letter now.
    async fn try_to_send(&self, newsletter: &str) -> (u16, String) {
        let campaign = self.api.post(&format!("{newsletter}/campaigns"), letter()).await;
        let path = format!("{newsletter}/campaigns/{}/send", campaign["id"]);
        self.api.try_call(Method::POST, &path, None).await
    }

    async fn readers(&self, campaign: &str) -> BTreeMap<String, Value> {
        let rows = self.api.get(&format!("{campaign}/deliveries?limit=1000")).await;
        let email = |row: &Value| row["email"].as_str().unwrap().to_owned();
        rows.as_array().unwrap().iter().map(|row| (email(row), row.clone())).collect()
    }

    async fn delete(&self, domain: &str, remove_from_aws: bool) {
        let path = format!("{domain}?remove_from_aws={remove_from_aws}");
        assert_eq!(self.api.try_call(Method::DELETE, &path, None).await.0, 204);
    }
}

fn letter() -> Value {
    json!({
        "subject": "For {{ subscriber.first_name }}",
        "html_content": "<p>Dear {{ subscriber.first_name }}, this is a letter.</p>",
        "in_doubt_policy": "hold",
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_with_bad_days_gets_every_mail_once() {
    let ses = Service::start().await;
    let mut installation = Installation::start(ses.port, None).await;
    let domain = prove_the_domain(&ses, &mut installation).await;
    let newsletter = installation.newsletter(&domain["domain"]).await;
    let campaign = installation.api.send(&newsletter, letter()).await;

    let readers = installation.readers(&campaign).await;
    let report = installation.api.get(&format!("{campaign}/report")).await;
    let state = ses.state();
    assert_eq!((state.throttled.len(), state.unanswered.len()), (READERS / 10, 2), "it had bad days");
    let taken: BTreeSet<&str> = state.taken.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!(taken.len(), state.taken.len(), "nobody gets two");
    assert_eq!(
        (readers.len(), taken.len()),
        (READERS, READERS - 1),
        "and nobody is left out but the lost one"
    );
    for (email, row) in &readers {
        let is_in_doubt = state.unanswered.contains(email);
        assert_eq!(row["state"], if is_in_doubt { "in_doubt" } else { "sent" }, "{row}");
        assert!(is_in_doubt || taken.contains(email.as_str()), "{row}");
        assert!(state.throttled.contains(email) == (row["attempts"].as_i64() > Some(1)), "{row}");
    }
    let uncertain: BTreeSet<&str> =
        report["uncertain"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap()).collect();
    assert_eq!(uncertain, state.unanswered.iter().map(String::as_str).collect());
    assert_eq!(
        (&report["ledger"]["sent"], &report["ledger"]["in_doubt"]),
        (&json!(READERS - 2), &json!(2)),
        "{report}"
    );
    check_mails(&state, campaign.rsplit('/').next().unwrap());
}

/// Until SES has found its records too, nothing is sent from the domain.
async fn prove_the_domain(ses: &Service, installation: &mut Installation) -> Value {
    let (path, made) = installation.register(DOMAIN).await;
    assert_eq!(ses.state().identities[DOMAIN].as_deref(), Some(format!("bounces.{DOMAIN}").as_str()));
    let keys: Vec<(&str, &str)> = made["dns_records"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|record| record["record_type"] == "CNAME" && record["purpose"] == "dkim")
        .map(|record| (record["name"].as_str().unwrap(), record["value"].as_str().unwrap()))
        .collect();
    let expected =
        TOKENS.map(|token| (format!("{token}._domainkey.{DOMAIN}"), format!("{token}.dkim.amazonses.com")));
    assert_eq!(keys, expected.each_ref().map(|(name, value)| (name.as_str(), value.as_str())));
    assert_eq!(installation.verify(&path).await["domain"]["verification_status"], "pending_dns");

    installation.publish(&path).await;
    let looked = installation.verify(&path).await;
    assert_eq!(looked["domain"]["verification_status"], "verifying", "{looked}");
    assert_eq!(looked["domain"]["ses_verified"], false);
    let newsletter = installation.newsletter(&looked["domain"]).await;
    let (status, text) = installation.try_to_send(&newsletter).await;
    assert!(status == 409 && text.contains(DOMAIN), "{status} {text}");

    ses.confirm(DOMAIN);
    let looked = installation.verify(&path).await;
    let domain = &looked["domain"];
    // A newsletter uses it already.
    assert_eq!(domain["verification_status"], "active", "{looked}");
    assert_eq!((&domain["ses_verified"], &domain["ses_dkim_verified"]), (&json!(true), &json!(true)));
    looked
}

/// SES signs; what we say is who it is from and which mail it is.
fn check_mails(state: &service::State, campaign: &str) {
    for mail in &state.taken {
        let head = mail.raw.split("\r\n\r\n").next().unwrap();
        assert!(!head.to_ascii_lowercase().contains("dkim-signature"), "{head}");
        assert!(mail.from.contains(&format!("ada@{DOMAIN}")), "{}", mail.from);
        assert!(head.contains(&format!("To: <{}>", mail.to)), "{head}");
        assert_eq!(mail.tags.keys().collect::<Vec<_>>(), ["campaign", "delivery"]);
        assert_eq!(mail.tags["campaign"], campaign);
    }
    let tokens: BTreeSet<&str> = state.taken.iter().map(|mail| mail.tags["delivery"].as_str()).collect();
    assert_eq!(tokens.len(), state.taken.len(), "each mail has a token of its own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_identity_goes_with_its_domain_when_it_should() {
    let ses = Service::start().await;
    let installation = Installation::start(ses.port, None).await;
    let known = || ses.state().identities.keys().cloned().collect::<Vec<_>>();
    let (kept, _) = installation.register("kept.test").await;
    let (gone, _) = installation.register("gone.test").await;
    assert_eq!(known(), ["gone.test", "kept.test"]);
    installation.delete(&gone, true).await;
    assert_eq!(known(), ["kept.test"]);
    installation.delete(&kept, false).await;
    assert_eq!(known(), ["kept.test"]);
    // An identity that is there already is taken over.
    let (again, made) = installation.register("kept.test").await;
    let is_key = |record: &&Value| record["purpose"] == "dkim";
    assert_eq!(made["dns_records"].as_array().unwrap().iter().filter(is_key).count(), TOKENS.len());
    installation.delete(&again, true).await;
    assert!(known().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moto_gets_every_mail_once() {
    let Some(moto) = Moto::start().await else { return };
    let mut installation = Installation::start(moto.port, Some(DOMAIN)).await;
    assert!(!moto.knows(DOMAIN).await);
    let (domain, _) = installation.register(DOMAIN).await;
    assert!(moto.knows(DOMAIN).await);
    installation.publish(&domain).await;
    let looked = installation.verify(&domain).await;
    assert_eq!(looked["domain"]["verification_status"], "verifying", "{looked}");

    let newsletter = installation.newsletter(&Value::Null).await;
    let campaign = installation.api.send(&newsletter, letter()).await;
    let readers = installation.readers(&campaign).await;
    assert!(readers.len() == READERS && readers.values().all(|row| row["state"] == "sent"));
    let kept = moto.kept().await;
    let mails = kept["RawMessage"].as_array().unwrap_or_else(|| panic!("{kept}"));
    let mut copies: BTreeMap<&str, usize> = BTreeMap::new();
    for mail in mails {
        let raw = mail["raw_data"].as_str().unwrap();
        assert!(!raw.contains("DKIM-Signature"), "{raw}");
        let to = raw.lines().find_map(|line| line.strip_prefix("To: <")).unwrap().trim_end_matches('>');
        // What the author is told leaves the same way.
        if to != "author@example.com" {
            *copies.entry(to).or_default() += 1;
        }
    }
    assert!(copies.len() == READERS && copies.values().all(|count| *count == 1), "{copies:?}");

    installation.delete(&domain, true).await;
    assert!(!moto.knows(DOMAIN).await);
}
