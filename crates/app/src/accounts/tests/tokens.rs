use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, jwk::JwkSet};

use super::*;
use crate::{clock::MINUTE, testing::START};

async fn me(t: &TestApp, token: &str) -> u16 {
    t.call(Some(token), "GET", "/api/me", None).await.status.as_u16()
}

database::both_engines!(a_token_is_good_for_fifteen_minutes, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    t.clock.advance(15 * MINUTE);
    assert_eq!(me(&t, &token).await, 200, "within the leeway");
    t.clock.advance(30_000);
    let answer = t.call(Some(&token), "GET", "/api/me", None).await;
    answer.expect(401);
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
});

database::both_engines!(a_token_from_the_future_is_refused, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    t.clock.advance(-30_000);
    assert_eq!(me(&t, &token).await, 200);
    t.clock.advance(-1_000);
    assert_eq!(me(&t, &token).await, 401);
});

database::both_engines!(anybody_can_check_a_token_with_the_published_keys, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let found = t.call(None, "GET", "/.well-known/openid-configuration", None).await.expect(200);
    assert_eq!(found["issuer"], "http://127.0.0.1:8080");
    assert_eq!(found["jwks_uri"], "http://127.0.0.1:8080/.well-known/jwks.json");
    let set: JwkSet = serde_json::from_value(t.call(None, "GET", "/.well-known/jwks.json", None).await.expect(200)).unwrap();
    let header = jsonwebtoken::decode_header(&token).unwrap();
    assert_eq!(header.alg, Algorithm::EdDSA);
    let jwk = set.find(&header.kid.unwrap()).unwrap();
    let mut rules = Validation::new(Algorithm::EdDSA);
    rules.validate_exp = false;
    rules.set_issuer(&["http://127.0.0.1:8080"]);
    rules.set_audience(&["letterpress"]);
    let claims = jsonwebtoken::decode::<Value>(&token, &DecodingKey::from_jwk(jwk).unwrap(), &rules).unwrap().claims;
    let now = START.0 / 1000;
    assert_eq!(
        claims,
        json!({ "iss": "http://127.0.0.1:8080", "aud": "letterpress", "sub": "1", "email": "ada@example.com", "sid": claims["sid"],
                "iat": now, "nbf": now, "exp": now + 900 })
    );
});

// What a forger may try: our claims under other headers and keys, other claims under our key.
database::both_engines!(forged_tokens_are_refused, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    let mut tx = t.app.db.read().await.unwrap();
    let sid: String = database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT family_id FROM sessions")
        .fetch_one(conn).await.unwrap());
    drop(tx);
    let seed = t.app.settings.secret.derive("jwt-ed25519");
    let ours = Ed25519KeyPair::from_seed_unchecked(&seed).unwrap();
    let key = EncodingKey::from_ed_der(ours.to_pkcs8v1().unwrap().as_ref());
    let other = Ed25519KeyPair::generate().unwrap();
    let other = EncodingKey::from_ed_der(other.to_pkcs8v1().unwrap().as_ref());
    let set = t.call(None, "GET", "/.well-known/jwks.json", None).await.expect(200);
    let kid = set["keys"][0]["kid"].as_str().unwrap().to_owned();
    let now = START.0 / 1000;
    let good = json!({ "iss": "http://127.0.0.1:8080", "aud": "letterpress", "sub": "1", "exp": now + 900, "sid": sid });
    let with = |changes: Value| {
        let mut claims = good.clone();
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims
    };
    let header = |alg, kid: Option<&str>| Header { kid: kid.map(str::to_owned), ..Header::new(alg) };
    let sign = |claims: &Value, kid: Option<&str>, key| jsonwebtoken::encode(&header(Algorithm::EdDSA, kid), claims, key).unwrap();

    assert_eq!(me(&t, &sign(&good, Some(&kid), &key)).await, 200, "the control");
    assert_eq!(me(&t, &sign(&with(json!({ "aud": ["x", "letterpress"] })), Some(&kid), &key)).await, 200);
    assert_eq!(me(&t, &sign(&good, Some(&kid), &other)).await, 401, "another key");
    assert_eq!(me(&t, &sign(&good, None, &key)).await, 401, "no key id");
    assert_eq!(me(&t, &sign(&good, Some("other"), &key)).await, 401, "another key id");
    for changes in [
        json!({ "iss": "http://127.0.0.1:9999" }), json!({ "iss": null }), json!({ "aud": "other" }), json!({ "aud": [] }),
        json!({ "aud": null }), json!({ "exp": now - 31 }), json!({ "exp": null }), json!({ "exp": "never" }),
        json!({ "nbf": now + 31 }), json!({ "sub": "2" }), json!({ "sub": "x" }), json!({ "sub": null }),
        json!({ "sid": null }), json!({ "sid": "other" }),
    ] {
        assert_eq!(me(&t, &sign(&with(changes.clone()), Some(&kid), &key)).await, 401, "{changes}");
    }
    let hmac = EncodingKey::from_secret(ours.public_key().as_ref());
    let confused = jsonwebtoken::encode(&header(Algorithm::HS256, Some(&kid)), &good, &hmac).unwrap();
    assert_eq!(me(&t, &confused).await, 401, "the public key as an HMAC secret");
    let none = format!("{}.{}.", b64(&json!({ "alg": "none", "kid": kid })), b64(&good));
    assert_eq!(me(&t, &none).await, 401, "alg none");
    for text in ["x", "a.b.c", "..", &format!("{}.{}.AAAA", b64(&json!({ "alg": "EdDSA", "kid": kid })), b64(&good))] {
        assert_eq!(me(&t, text).await, 401, "{text}");
    }
});

fn b64(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}
