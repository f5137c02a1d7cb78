//! What records are proposed, and what is advised about those that are not there.

use database::{both_engines, on_engine};
use dns::RecordType;
use serde_json::{Value, json};

use super::World;
use crate::{
    Settings,
    domains::{records::Wanted, store},
};

fn record<'a>(records: &'a Value, purpose: &str) -> &'a Value {
    records.as_array().unwrap().iter().find(|r| r["purpose"] == purpose).unwrap()
}

/// What the advice about a record gives to be entered.
fn values(record: &Value) -> Vec<&str> {
    let parts = record["advice_parts"].as_array().unwrap();
    parts.iter().filter(|part| part["kind"] == "value").map(|part| part["text"].as_str().unwrap()).collect()
}

both_engines!(advice_sets_apart_what_is_entered, engine => {
    let w = World::new(engine).await;
    let (id, records) = w.shared("news.example.org").await;
    assert!(records.as_array().unwrap().iter().all(|r| r["advice"].is_null() && r["advice_parts"] == json!([])));
    w.dns.publish(&records);
    w.dns.set("TXT", "news.example.org", &["v=spf1 mx -all"]);
    let name = record(&records, "dkim")["name"].as_str().unwrap();
    w.dns.remove(name);
    w.dns.set("TXT", &format!("{name}.example.org"), &[record(&records, "dkim")["value"].as_str().unwrap()]);
    w.verify(id).await;
    let records = w.call(&w.admin, "GET", &format!("/api/domains/{id}/dns-records"), None).await.expect(200)["dns_records"].clone();
    assert_eq!(values(record(&records, "spf")), ["v=spf1 a:mail.letters.example mx -all"]);
    assert_eq!(record(&records, "spf")["advice"],
        "The record lacks a:mail.letters.example: change it to “v=spf1 a:mail.letters.example mx -all”.");
    assert_eq!(values(record(&records, "dkim")), [name.strip_suffix(".example.org").unwrap()]);
    for record in records.as_array().unwrap() {
        let parts = record["advice_parts"].as_array().unwrap();
        assert_eq!(parts.is_empty(), record["advice"].is_null());
        assert!(parts.iter().all(|part| !part["text"].as_str().unwrap().contains('`')), "{record}");
    }
});

/// An installation that only its own machine can reach.
fn hidden(settings: &mut Settings) {
    settings.public_url = "http://127.0.0.1:8080".into();
    settings.bounces.listen = Some(([127, 0, 0, 1], 2525).into());
}

both_engines!(what_only_this_network_knows_is_never_proposed, engine => {
    let w = World::with(engine, |s| {
        hidden(s);
        s.mail = "smtp://127.0.0.1:1".parse().unwrap();
    }).await;
    let (id, records) = w.shared("example.org").await;
    let path = format!("/api/domains/{id}");
    w.call(&w.admin, "PUT", &path, Some(json!({ "tracking_host": "links.example.org" }))).await.expect(200);
    let zone = w.call(&w.admin, "GET", &format!("{path}/zone"), None).await.text();
    assert!(zone.contains("_letterpress.example.org") && zone.contains("_dmarc.example.org"), "one more, and those there were: {zone}");
    for (purpose, setting) in [("spf", "LETTERPRESS_SPF"), ("return_path", "LETTERPRESS_BOUNCE_HOST")] {
        let record = record(&records, purpose);
        assert_eq!((&record["value"], &record["required"], &record["status"]), (&json!(""), &json!(true), &json!("unchecked")));
        assert!(record["advice"].as_str().unwrap().contains(setting), "{record}");
    }
    w.dns.publish(&Value::Array(records.as_array().unwrap().iter().filter(|r| r["value"] != "").cloned().collect()));
    let looked = w.verify(id).await;
    assert_eq!(looked["domain"]["status_reason"], "2 records are missing or wrong.");
    let tracking = record(&looked["dns_records"], "tracking");
    assert_eq!((&tracking["value"], &tracking["status"], &tracking["required"]), (&json!(""), &json!("missing"), &json!(false)));
    assert!(tracking["advice"].as_str().unwrap().contains("LETTERPRESS_PUBLIC_URL"));
    assert!(!looked.to_string().contains("127.0.0.1"), "{looked}");
    let zone = w.call(&w.admin, "GET", &format!("{path}/zone"), None).await.text();
    assert!(!zone.contains("127.0.0.1") && !zone.contains("spf1") && !zone.contains(" MX ") && !zone.contains(" CNAME "), "{zone}");
    // Whom an SPF record names cannot be judged, only that it is one.
    w.dns.set("TXT", "bounces.example.org", &["v=spf1 ip4:198.51.100.7 -all"]);
    let spf = record(&w.verify(id).await["dns_records"], "spf").clone();
    assert_eq!((&spf["status"], spf["advice"].as_str().unwrap().contains("LETTERPRESS_SPF")), (&json!("found"), true));
    w.dns.set("TXT", "bounces.example.org", &["v=spf1 ip4:198.51.100.777 -all"]);
    let spf = record(&w.verify(id).await["dns_records"], "spf").clone();
    assert_eq!((&spf["status"], spf["advice"].as_str().unwrap().contains("does not know")), (&json!("wrong"), true));
});

both_engines!(where_nothing_leaves_unknown_records_hold_nothing_up, engine => {
    let w = World::with(engine, hidden).await;
    let (id, records) = w.shared("example.org").await;
    assert!(["spf", "return_path"].iter().all(|purpose| record(&records, purpose)["required"] == false));
    w.dns.publish(&Value::Array(records.as_array().unwrap().iter().filter(|r| r["value"] != "").cloned().collect()));
    assert_eq!(w.verify(id).await["domain"]["verification_status"], "verified");
});

#[tokio::test]
async fn an_spf_record_names_what_others_know() {
    let app = crate::testing::TestApp::new(database::Engine::Sqlite).await.app;
    let mechanism = |mail: &str, url: &str| {
        let settings = Settings {
            mail: mail.parse().unwrap(),
            public_url: url.into(),
            ..Settings::clone(&app.settings)
        };
        settings.spf_mechanism()
    };
    let known = |text: &str| Some(text.to_owned());
    for hidden in [
        "http://127.0.0.1:8080",
        "http://localhost",
        "http://[::1]:8080",
        "https://10.1.2.3",
        "https://192.168.1.5",
        "http://0.0.0.0",
        "https://[fd00::1]",
        "https://169.254.1.1",
        "http://letters",
        "https://letters.local",
        "https://letters.lan",
        "http://a.localhost",
    ] {
        assert_eq!(mechanism("smtp://127.0.0.1:25", hidden), None, "{hidden}");
        assert_eq!(mechanism("smtp://postfix:25", hidden), None, "{hidden}");
        assert_eq!(
            mechanism("smtp://relay.example.net:25", hidden),
            known("a:relay.example.net"),
            "{hidden}"
        );
    }
    let url = "https://letters.example.net";
    for near in ["127.0.0.1", "localhost", "10.1.2.3", "postfix", "mail.lan"] {
        assert_eq!(mechanism(&format!("smtp://{near}:25"), url), known("a:letters.example.net"), "{near}");
    }
    assert_eq!(mechanism("ses://eu-west-1", url), known("include:amazonses.com"));
    assert_eq!(mechanism("smtp://9.9.9.9:25", url), known("ip4:9.9.9.9"));
    assert_eq!(mechanism("smtp://localhost:25", "https://[2620:fe::fe]"), known("ip6:2620:fe::fe"));
}

both_engines!(what_was_found_stays_until_something_else_is_wanted, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.shared("example.org").await;
    let wanted = |purpose: &'static str, value: &str, is_required| Wanted {
        purpose, record_type: RecordType::Txt, name: format!("_{purpose}.example.net"), value: value.to_owned(), ttl: 3600, is_required,
    };
    let (first, policy) = (wanted("ownership", "a", true), wanted("dmarc", "v=DMARC1; p=none", true));
    let stricter = wanted("dmarc", "v=DMARC1; p=reject", true);
    let optional = wanted("dmarc", "v=DMARC1; p=reject", false);
    for (all, statuses) in [
        ([&first, &policy], ["unchecked", "unchecked"]),
        ([&first, &policy], ["found", "found"]),
        ([&first, &stricter], ["found", "unchecked"]),
        ([&first, &optional], ["found", "unchecked"]),
    ] {
        let mut tx = w.t.app.db.begin().await.unwrap();
        let all: Vec<Wanted> = all.into_iter().cloned().collect();
        store::sync_records(&mut tx, id, &all).await.unwrap();
        let kept = store::records(&mut tx, id).await.unwrap();
        let shown: Vec<(&str, &str, bool)> = kept.iter().map(|r| (r.value.as_str(), r.status.as_str(), r.is_required)).collect();
        let expected: Vec<_> = all.iter().zip(statuses).map(|(w, status)| (w.value.as_str(), status, w.is_required)).collect();
        assert_eq!(shown, expected);
        on_engine!(&mut tx, conn => sqlx::query("UPDATE domain_records SET status = 'found' WHERE domain_id = $1")
            .bind(id).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }
});
