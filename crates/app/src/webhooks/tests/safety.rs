//! Webhooks reach nobody inside our own network.

use std::{collections::HashMap, io, net::IpAddr};

use axum::http::header;
use database::both_engines;
use outbound::{Client, Policy, Resolve, Resolving};
use serde_json::json;

use super::*;
use crate::{App, Core};

/// A name server of which a test says what it answers. Only 127.0.0.1 counts as outside.
#[derive(Clone, Default)]
struct Names(Arc<Mutex<HashMap<String, Vec<IpAddr>>>>);

impl Names {
    fn set(&self, name: &str, addresses: &[&str]) {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        self.0.lock().unwrap().insert(name.to_owned(), addresses);
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        let found = self.0.lock().unwrap().get(host).cloned();
        Box::pin(async move { found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound)) })
    }
}

async fn guarded(engine: Engine) -> (World, Names) {
    let mut t = TestApp::with(engine, |settings| settings.allow_private = false).await;
    let names = Names::default();
    let policy = Policy { allow_addresses: vec!["127.0.0.1".parse().unwrap()], ..Policy::default() };
    let (db, clock, settings) = (t.app.db.clone(), t.clock.clone(), t.app.settings.clone());
    let outbound = Client::with_resolver(policy, Box::new(names.clone())).unwrap();
    t.app = App::over(Core::with_outbound(db, clock, settings, outbound).unwrap());
    (World::of(t).await, names)
}

both_engines!(addresses_of_our_own_network_are_refused_when_saving, engine => {
    let (w, names) = guarded(engine).await;
    names.set("inside.test", &["10.0.0.7"]);
    names.set("mixed.test", &["127.0.0.1", "192.168.0.1"]);
    names.set("fine.test", &["127.0.0.1"]);
    let fine = w.call("POST", "/api/webhooks", Some(json!({ "url": "https://fine.test/" })), 201).await;
    for url in [
        "http://inside.test/", "http://mixed.test:8080/", "http://10.1.2.3/", "http://127.0.0.2/", "http://2130706434/",
        "http://0x7f.0.0.2/", "http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest/meta-data",
        "http://[fd00::1]/", "http://100.64.0.1/", "http://0.0.0.0/", "http://127.0.0.2:80\\@fine.test/",
    ] {
        for (method, path) in [("POST", "/api/webhooks".to_owned()), ("PUT", format!("/api/webhooks/{}", fine["id"]))] {
            let problem = w.call(method, &path, Some(json!({ "url": url })), 422).await;
            assert_eq!(problem["errors"][0]["field"], "url", "{url}");
        }
    }
    assert_eq!(w.shown(fine["id"].as_i64().unwrap()).await["url"], "https://fine.test/");
    // What does not exist yet may come to exist; it is judged again when something is sent.
    w.call("POST", "/api/webhooks", Some(json!({ "url": "https://later.test/" })), 201).await;
});

both_engines!(a_name_that_turns_inside_is_refused_when_sending, engine => {
    let (w, names) = guarded(engine).await;
    let inside = Receiver::start_at("127.0.0.2").await;
    let port = w.receiver.url.rsplit(':').next().unwrap().to_owned();
    names.set("turning.test", &["127.0.0.1"]);
    let body = json!({ "url": format!("http://turning.test:{port}/hook"), "events": ["subscriber.created"] });
    let id = w.call("POST", "/api/webhooks", Some(body), 201).await["id"].as_i64().unwrap();
    w.add_reader("a@example.com").await;
    assert_eq!(w.work().await, 1);
    assert_eq!(w.receiver.take().len(), 1);

    names.set("turning.test", &["127.0.0.2"]);
    w.add_reader("b@example.com").await;
    assert_eq!(w.work().await, 1);
    let kept = w.deliveries(id).await.remove(0);
    assert_eq!((&kept["state"], &kept["status"]), (&json!("pending"), &Value::Null));
    assert_eq!(kept["error"], "turning.test isn't on the public Internet, so we don't call it.");
    let test = w.call("POST", &format!("/api/webhooks/{id}/test"), None, 200).await;
    assert_eq!(test["error"], kept["error"]);
    names.set("turning.test", &["127.0.0.1", "127.0.0.2"]);
    assert!(w.call("POST", &format!("/api/webhooks/{id}/test"), None, 200).await["error"].is_string());
    assert!(inside.got().is_empty() && w.receiver.got().is_empty());
});

both_engines!(redirects_are_failures_and_not_followed, engine => {
    let (w, _) = guarded(engine).await;
    let inside = Receiver::start_at("127.0.0.2").await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    let targets = [inside.url.clone(), format!("{}/elsewhere", w.receiver.url)];
    for status in [301_u16, 302, 303, 307, 308] {
        for target in targets.clone() {
            let to = target.clone();
            w.receiver.reply(move |_| {
                (StatusCode::from_u16(status).unwrap(), [(header::LOCATION, to.clone())]).into_response()
            });
            let test = w.call("POST", &format!("/api/webhooks/{id}/test"), None, 200).await;
            assert_eq!(test["status"], status);
            assert!(test["error"].as_str().unwrap().contains("redirects"), "{test}");
        }
    }
    assert!(w.receiver.got().iter().all(|got| got.path == "/hook"));
    assert!(inside.got().is_empty());
});
