//! Which keys sign, and what their records have to be.

use database::both_engines;
use serde_json::{Value, json};

use super::World;
use crate::{
    clock::{HOUR, MINUTE},
    domains::background::look_at_due,
};

/// What can be wrong with the record of a key.
const FAULTS: [(&str, &str); 5] = [
    ("missing", "missing"),
    ("cut off", "wrong"),
    ("another key", "wrong"),
    ("revoked", "wrong"),
    ("SERVFAIL", "unknown"),
];

fn record<'a>(records: &'a Value, kind: &str) -> &'a Value {
    let is_meant = |r: &&Value| r["purpose"] == "dkim" && r["value"].as_str().unwrap().contains(kind);
    records.as_array().unwrap().iter().find(is_meant).unwrap()
}

/// Breaks a key's record, or mends it again.
fn set(w: &World, record: &Value, fault: &str) {
    let (name, value) = (record["name"].as_str().unwrap(), record["value"].as_str().unwrap());
    w.dns.fail_name(name, fault == "SERVFAIL");
    let (tags, key) = value.split_once("p=").unwrap();
    match fault {
        "missing" => w.dns.remove(name),
        "cut off" => w.dns.set("TXT", name, &[&value[..255.min(value.len() - 9)]]),
        "another key" => w.dns.set("TXT", name, &[&format!("{tags}p=AAAA{key}")]),
        "revoked" => w.dns.set("TXT", name, &[&format!("{tags}p=")]),
        _ => w.dns.set("TXT", name, &[value]),
    }
}

/// Whose keys sign, in the order of their making.
async fn selectors(w: &World, id: i64) -> Vec<String> {
    let mut tx = w.t.app.db.read().await.unwrap();
    let domain = crate::domains::find_any(&mut tx, id).await.unwrap().unwrap();
    let signers = crate::domains::signers(&w.t.app, &mut tx, &domain).await.unwrap();
    signers.into_iter().map(|s| s.selector).collect()
}

async fn background_look(w: &World, id: i64, wait: i64) -> Value {
    w.t.clock.advance(wait);
    assert_eq!(look_at_due(&w.t.app).await.unwrap(), 1);
    w.domain(id).await
}

both_engines!(without_its_rsa_key_a_domain_is_not_verified, engine => {
    let w = World::new(engine).await;
    for (n, (fault, status)) in FAULTS.into_iter().enumerate() {
        let (id, records) = w.shared(&format!("n{n}.example.org")).await;
        let rsa = record(&records, "k=rsa");
        assert_eq!((&rsa["required"], &record(&records, "k=ed25519")["required"]), (&json!(true), &json!(false)));
        w.dns.publish(&records);
        set(&w, rsa, fault);
        // Not when somebody asks, and not by itself either.
        let looked = w.verify(id).await;
        assert_eq!(record(&looked["dns_records"], "k=rsa")["status"], status, "{fault}");
        assert_eq!(record(&looked["dns_records"], "k=ed25519")["status"], "found", "{fault}");
        for domain in [looked["domain"].clone(), background_look(&w, id, 10 * MINUTE).await] {
            assert_eq!((&domain["verification_status"], &domain["ses_dkim_verified"]), (&json!("pending_dns"), &json!(false)), "{fault}: {domain}");
        }
        set(&w, rsa, "");
        assert_eq!(w.verify(id).await["domain"]["verification_status"], "verified", "{fault}");
        assert_eq!(selectors(&w, id).await.len(), 2, "{fault}");
        w.call(&w.admin, "DELETE", &format!("/api/domains/{id}"), None).await.expect(204);
    }
});

both_engines!(a_verified_domain_whose_rsa_key_breaks_goes_back, engine => {
    let w = World::new(engine).await;
    for (n, (fault, status)) in FAULTS.into_iter().enumerate() {
        let (id, records) = w.shared(&format!("n{n}.example.org")).await;
        w.dns.publish(&records);
        let rsa = record(&records, "k=rsa");
        assert_eq!(w.verify(id).await["domain"]["verification_status"], "verified");
        let both = selectors(&w, id).await;
        assert_eq!(both.len(), 2);
        set(&w, rsa, fault);
        assert_eq!(background_look(&w, id, 7 * HOUR).await["verification_status"], "verified", "{fault}: the second look counts");
        let domain = background_look(&w, id, 10 * MINUTE).await;
        // A name server in trouble changes nothing, however often.
        let is_known = status != "unknown";
        let (state, signed) = if is_known { ("pending_dns", false) } else { ("verified", false) };
        assert_eq!((&domain["verification_status"], &domain["ses_dkim_verified"]), (&json!(state), &json!(signed)), "{fault}: {domain}");
        assert_eq!(selectors(&w, id).await, both, "{fault}: never Ed25519 alone");
        let notices = w.call(&w.admin, "GET", "/api/notices", None).await.expect(200);
        assert_eq!(notices[0]["kind"], if is_known { "domain_broken" } else { "domain_verified" }, "{fault}");
        w.call(&w.admin, "DELETE", &format!("/api/domains/{id}"), None).await.expect(204);
    }
});

both_engines!(an_ed25519_key_signs_only_while_its_record_is_there, engine => {
    let w = World::new(engine).await;
    let (id, records) = w.shared("example.org").await;
    w.dns.publish(&records);
    let ed25519 = record(&records, "k=ed25519");
    set(&w, ed25519, "missing");
    assert_eq!(w.verify(id).await["domain"]["verification_status"], "verified", "it is extra");
    let rsa = selectors(&w, id).await;
    assert_eq!(rsa.len(), 1);
    assert!(record(&records, "k=rsa")["name"].as_str().unwrap().starts_with(&rsa[0]));
    set(&w, ed25519, "");
    assert_eq!(w.verify(id).await["domain"]["verification_status"], "verified");
    assert_eq!(selectors(&w, id).await.len(), 2);
    set(&w, ed25519, "SERVFAIL");
    w.verify(id).await;
    assert_eq!(selectors(&w, id).await.len(), 2, "nothing is known, so nothing changes");
    for fault in ["missing", "another key", "revoked"] {
        set(&w, ed25519, fault);
        let domain = &w.verify(id).await["domain"];
        assert_eq!((&domain["verification_status"], &domain["ses_dkim_verified"]), (&json!("verified"), &json!(true)), "{fault}");
        assert_eq!(selectors(&w, id).await, rsa, "{fault}");
    }
});

// What an earlier version left: Ed25519 alone had been found, and that was called verified.
both_engines!(a_domain_that_never_had_its_rsa_key_signs_with_both_and_goes_back, engine => {
    let w = World::new(engine).await;
    let (id, records) = w.shared("example.org").await;
    w.dns.publish(&records);
    w.verify(id).await;
    let rsa = record(&records, "k=rsa");
    set(&w, rsa, "missing");
    let mut tx = w.t.app.db.begin().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query("UPDATE domain_keys SET state = 'next' WHERE algorithm = 'rsa-sha256'")
        .execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    assert_eq!(selectors(&w, id).await.len(), 2);
    background_look(&w, id, 7 * HOUR).await;
    assert_eq!(background_look(&w, id, 10 * MINUTE).await["verification_status"], "pending_dns");
});

both_engines!(old_keys_sign_until_the_new_ones_are_found, engine => {
    let w = World::new(engine).await;
    let id = w.verified("example.org").await;
    let selectors = async || selectors(&w, id).await;
    let old = selectors().await;
    assert_eq!(old.len(), 2);
    let path = format!("/api/domains/{id}/rotate-keys");
    let rotated = w.call(&w.admin, "POST", &path, None).await.expect(200);
    let dkim: Vec<&Value> = rotated["dns_records"].as_array().unwrap().iter().filter(|r| r["purpose"] == "dkim").collect();
    assert_eq!(dkim.len(), 4, "the old records stay");
    assert_eq!(selectors().await, old);
    // New records that are not there yet hold nothing up.
    assert_eq!(w.verify(id).await["domain"]["verification_status"], "verified");
    assert_eq!(selectors().await, old);
    w.dns.publish(&rotated["dns_records"]);
    let looked = w.verify(id).await;
    assert_eq!(looked["domain"]["verification_status"], "verified");
    let new = selectors().await;
    assert!(new.len() == 2 && new.iter().all(|s| !old.contains(s)), "{old:?} {new:?}");
});

both_engines!(private_keys_are_not_readable_in_the_database, engine => {
    let w = World::new(engine).await;
    w.shared("example.org").await;
    let mut tx = w.t.app.db.read().await.unwrap();
    let keys: Vec<Vec<u8>> = database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT private_key FROM domain_keys").fetch_all(conn).await).unwrap();
    assert_eq!(keys.len(), 2);
    for sealed in keys {
        for algorithm in [mailer::dkim::Algorithm::RsaSha256, mailer::dkim::Algorithm::Ed25519Sha256] {
            assert!(mailer::dkim::PrivateKey::from_pkcs8(algorithm, &sealed).is_err());
        }
    }
});
