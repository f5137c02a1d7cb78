//! Signing in with a code, and with a passkey.

use aws_lc_rs::{
    digest::{SHA256, digest},
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ciborium::Value as Cbor;

use super::*;
use crate::{
    accounts::totp,
    clock::{MINUTE, SECOND},
    secrets::from_base32,
};

async fn with_code(t: &TestApp, code: &str) -> TestAnswer {
    let body = json!({ "email": "ada@example.com", "password": PASSWORD, "code": code });
    t.call(None, "POST", "/api/auth/sign-in", Some(body)).await
}

/// Switches two-factor authentication on; answers the secret and the recovery codes.
async fn enable(t: &TestApp, token: &str) -> (Vec<u8>, Vec<String>) {
    let post = async |path: &str, body: Value| t.call(Some(token), "POST", path, Some(body)).await;
    let new = post("/api/me/totp", json!({ "password": PASSWORD })).await.expect(200);
    let secret = from_base32(new["secret"].as_str().unwrap()).unwrap();
    assert!(new["otpauth_url"].as_str().unwrap().contains(new["secret"].as_str().unwrap()));
    let wrong = post("/api/me/totp/confirm", json!({ "code": "000000" })).await;
    assert_eq!(wrong.expect(422)["errors"][0]["field"], "code");
    let body = json!({ "code": totp::code_at(&secret, t.app.now()) });
    let codes = post("/api/me/totp/confirm", body).await.expect(200);
    let codes: Vec<String> = serde_json::from_value(codes["recovery_codes"].clone()).unwrap();
    (secret, codes)
}

fn is_second_factor(answer: &TestAnswer, detail: &str) {
    let problem = answer.expect(401);
    assert_eq!(
        (&problem["type"], &problem["detail"]),
        (&json!("urn:letterpress:second-factor"), &json!(detail))
    );
}

const ASKED: &str = "Enter the code from your authenticator app.";
const WRONG: &str = "This code is wrong or already used.";

database::both_engines!(a_sign_in_needs_a_code_once_it_is_on, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let (secret, codes) = enable(&t, &token).await;
    assert_eq!(codes.len(), 10);
    is_second_factor(&sign_in(&t, "ada@example.com", PASSWORD).await, ASKED);
    sign_in(&t, "ada@example.com", "wrong horse battery").await.expect(401);
    let now = totp::code_at(&secret, t.app.now());
    is_second_factor(&with_code(&t, &now).await, WRONG);
    t.clock.advance(MINUTE);
    let next = totp::code_at(&secret, t.app.now());
    with_code(&t, &next).await.expect(200);
    is_second_factor(&with_code(&t, &next).await, WRONG);
    let security = t.call(Some(&token), "GET", "/api/me/security", None).await.expect(200);
    assert_eq!(security, json!({
        "provider": "local", "email_verified": false, "has_password": true, "passkeys": [],
        "totp": { "enabled_at": "2026-11-21T12:00:00.000Z", "recovery_codes_left": 10 },
    }));
    let kept: Vec<u8> = database::on_engine!(&mut t.app.db.read().await.unwrap(), conn =>
        sqlx::query_scalar("SELECT secret FROM totp").fetch_one(conn).await.unwrap());
    assert!(!kept.windows(secret.len()).any(|part| part == secret));
});

database::both_engines!(an_account_is_deleted_with_a_code_once_it_is_on, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let (secret, codes) = enable(&t, &token).await;
    let delete = async |code: Value| {
        let body = json!({ "confirm": "ada@example.com", "password": PASSWORD, "code": code });
        t.call(Some(&token), "DELETE", "/api/me", Some(body)).await
    };
    let used = totp::code_at(&secret, t.app.now());
    for (given, message) in [(Value::Null, ASKED), (json!(" "), ASKED), (json!("000000"), WRONG), (json!(used), WRONG)] {
        let problem = delete(given).await.expect(422);
        let code = if message == ASKED { "required" } else { "incorrect" };
        assert_eq!(problem["errors"], json!([{ "field": "code", "code": code, "message": message }]));
    }
    delete(json!(codes[0])).await.expect(204);
    t.call(Some(&token), "GET", "/api/me", None).await.expect(401);
});

database::both_engines!(a_recovery_code_is_good_once_and_until_it_is_replaced, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let (_, codes) = enable(&t, &token).await;
    with_code(&t, &codes[3].to_uppercase()).await.expect(200);
    is_second_factor(&with_code(&t, &codes[3]).await, WRONG);
    let body = json!({ "password": PASSWORD });
    let new = t.call(Some(&token), "POST", "/api/me/totp/recovery-codes", Some(body)).await.expect(200);
    is_second_factor(&with_code(&t, &codes[4]).await, WRONG);
    with_code(&t, new["recovery_codes"][0].as_str().unwrap()).await.expect(200);
});

database::both_engines!(codes_cannot_be_tried_out, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let (secret, _) = enable(&t, &token).await;
    let mut statuses = Vec::new();
    for _ in 0..12 {
        t.clock.advance(10 * SECOND);
        statuses.push(with_code(&t, "000000").await.status.as_u16());
        settled(&t).await;
    }
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 9, "one was wrong before");
    assert_eq!(with_code(&t, &totp::code_at(&secret, t.app.now())).await.status, 429);
});

database::both_engines!(it_is_switched_off_with_the_password, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    enable(&t, &token).await;
    let again = t.call(Some(&token), "POST", "/api/me/totp", Some(json!({ "password": PASSWORD }))).await;
    again.expect(409);
    let off = async |password: &str| {
        t.call(Some(&token), "DELETE", "/api/me/totp", Some(json!({ "password": password }))).await
    };
    off("wrong horse battery").await.expect(422);
    off(PASSWORD).await.expect(204);
    sign_in(&t, "ada@example.com", PASSWORD).await.expect(200);
    let body = json!({ "password": PASSWORD });
    t.call(Some(&token), "POST", "/api/me/totp/recovery-codes", Some(body)).await.expect(409);
    t.call(Some(&token), "POST", "/api/me/totp/confirm", Some(json!({ "code": "000000" }))).await.expect(409);
    let told: Vec<String> = mails(&t).await.into_iter().map(|mail| mail.1).collect();
    assert_eq!(told, ["Two-factor authentication was switched on", "Two-factor authentication was switched off"]);
});

/// An authenticator in memory.
struct Authenticator {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    handle: Option<String>,
    count: u32,
    flags: u8,
}

const ORIGIN: &str = "https://letters.example.com";

impl Authenticator {
    fn new() -> Self {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
        Self { key, id: crate::secrets::random_token(128).into_bytes(), handle: None, count: 0, flags: 0x05 }
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let party = digest(&SHA256, b"letters.example.com");
        [party.as_ref(), &[self.flags | flags], &self.count.to_be_bytes()].concat()
    }

    fn client(kind: &str, options: &Value) -> String {
        json!({ "type": kind, "challenge": options["challenge"], "origin": ORIGIN }).to_string()
    }

    fn create(&mut self, options: &Value) -> Value {
        self.handle = Some(options["user"]["id"].as_str().unwrap().to_owned());
        let point = self.key.public_key().as_ref();
        let number = |n: i64| Cbor::Integer(n.into());
        let key = Cbor::Map(vec![
            (number(1), number(2)),
            (number(3), number(-7)),
            (number(-1), number(1)),
            (number(-2), Cbor::Bytes(point[1..33].to_vec())),
            (number(-3), Cbor::Bytes(point[33..].to_vec())),
        ]);
        let mut data = self.data(0x40);
        data.extend_from_slice(&[0; 16]);
        data.extend_from_slice(&(self.id.len() as u16).to_be_bytes());
        data.extend_from_slice(&self.id);
        ciborium::into_writer(&key, &mut data).unwrap();
        let object = Cbor::Map(vec![
            (Cbor::Text("fmt".into()), Cbor::Text("none".into())),
            (Cbor::Text("attStmt".into()), Cbor::Map(Vec::new())),
            (Cbor::Text("authData".into()), Cbor::Bytes(data)),
        ]);
        let mut attestation = Vec::new();
        ciborium::into_writer(&object, &mut attestation).unwrap();
        let id = URL_SAFE_NO_PAD.encode(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {}, "response": {
            "clientDataJSON": URL_SAFE_NO_PAD.encode(Self::client("webauthn.create", options)),
            "attestationObject": URL_SAFE_NO_PAD.encode(attestation), "transports": ["internal"],
        } })
    }

    fn get(&mut self, options: &Value) -> Value {
        self.count += 1;
        let client = Self::client("webauthn.get", options);
        let data = self.data(0);
        let signed = [data.as_slice(), digest(&SHA256, client.as_bytes()).as_ref()].concat();
        let rng = aws_lc_rs::rand::SystemRandom::new();
        let id = URL_SAFE_NO_PAD.encode(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": {
            "clientDataJSON": URL_SAFE_NO_PAD.encode(&client), "authenticatorData": URL_SAFE_NO_PAD.encode(data),
            "signature": URL_SAFE_NO_PAD.encode(self.key.sign(&rng, &signed).unwrap()), "userHandle": self.handle,
        } })
    }
}

async fn house(engine: database::Engine) -> (TestApp, String) {
    let t = TestApp::with(engine, |settings| {
        settings.public_url = ORIGIN.into();
        settings.sign_up = crate::SignUp::Open;
    })
    .await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    (t, token)
}

async fn post(t: &TestApp, token: Option<&str>, path: &str, body: Option<Value>) -> TestAnswer {
    t.call(token, "POST", path, body).await
}

async fn add(t: &TestApp, token: &str, authenticator: &mut Authenticator) -> TestAnswer {
    let asked = post(t, Some(token), "/api/me/passkeys/options", None).await.expect(200);
    let credential = authenticator.create(&asked["options"]);
    let body = json!({ "challenge_id": asked["challenge_id"], "name": "Laptop", "credential": credential });
    post(t, Some(token), "/api/me/passkeys", Some(body)).await
}

async fn use_it(t: &TestApp, authenticator: &mut Authenticator) -> TestAnswer {
    let asked = post(t, None, "/api/auth/passkey/options", None).await.expect(200);
    let credential = authenticator.get(&asked["options"]);
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": credential });
    post(t, None, "/api/auth/passkey", Some(body)).await
}

database::both_engines!(a_passkey_is_added_used_renamed_and_removed, engine => {
    let (t, token) = house(engine).await;
    assert_eq!(t.call(None, "GET", "/api/auth/config", None).await.expect(200)["passkeys"], true);
    let mut authenticator = Authenticator::new();
    let asked = post(&t, Some(&token), "/api/me/passkeys/options", None).await.expect(200);
    let options = &asked["options"];
    assert_eq!((&options["rp"]["id"], &options["attestation"]), (&json!("letters.example.com"), &json!("none")));
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    let made = add(&t, &token, &mut authenticator).await.expect(201);
    assert_eq!((&made["name"], &made["last_used_at"]), (&json!("Laptop"), &Value::Null));
    add(&t, &token, &mut authenticator).await.expect(409);
    let session = use_it(&t, &mut authenticator).await;
    assert_eq!(session.expect(200)["author"]["email"], "ada@example.com");
    assert!(!cookie(&session).is_empty());
    let list = t.call(Some(&token), "GET", "/api/me/sessions", None).await.expect(200);
    assert!(list.as_array().unwrap().iter().any(|s| s["method"] == "passkey"));
    let path = format!("/api/me/passkeys/{}", made["id"]);
    let renamed = t.call(Some(&token), "PUT", &path, Some(json!({ "name": "Old laptop" }))).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["last_used_at"]), (&json!("Old laptop"), &json!("2026-11-21T12:00:00.000Z")));
    let security = t.call(Some(&token), "GET", "/api/me/security", None).await.expect(200);
    assert_eq!(security["passkeys"], json!([renamed]));
    t.call(Some(&token), "DELETE", &path, None).await.expect(204);
    use_it(&t, &mut authenticator).await.expect(401);
    let told: Vec<String> = mails(&t).await.into_iter().map(|mail| mail.1).collect();
    assert_eq!(told, ["A passkey was added to your account", "A passkey was removed from your account"]);
});

database::both_engines!(a_challenge_is_good_once_for_who_got_it_and_for_five_minutes, engine => {
    let (t, token) = house(engine).await;
    let mut authenticator = Authenticator::new();
    add(&t, &token, &mut authenticator).await.expect(201);
    let asked = post(&t, None, "/api/auth/passkey/options", None).await.expect(200);
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": authenticator.get(&asked["options"]) });
    post(&t, None, "/api/auth/passkey", Some(body.clone())).await.expect(200);
    post(&t, None, "/api/auth/passkey", Some(body)).await.expect(401);
    let asked = post(&t, None, "/api/auth/passkey/options", None).await.expect(200);
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": authenticator.get(&asked["options"]) });
    t.clock.advance(5 * MINUTE);
    post(&t, None, "/api/auth/passkey", Some(body)).await.expect(401);
    // A challenge to add one neither signs in nor adds for another.
    let eve = super::token(&sign_up(&t, "eve@example.com").await.expect(201));
    let asked = post(&t, Some(&eve), "/api/me/passkeys/options", None).await.expect(200);
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": authenticator.get(&asked["options"]) });
    post(&t, None, "/api/auth/passkey", Some(body)).await.expect(401);
    let asked = post(&t, Some(&eve), "/api/me/passkeys/options", None).await.expect(200);
    let credential = Authenticator::new().create(&asked["options"]);
    let body = json!({ "challenge_id": asked["challenge_id"], "name": "X", "credential": credential });
    post(&t, Some(&token), "/api/me/passkeys", Some(body)).await.expect(422);
});

database::both_engines!(a_copied_or_strange_passkey_signs_nobody_in, engine => {
    let (t, token) = house(engine).await;
    let mut authenticator = Authenticator::new();
    add(&t, &token, &mut authenticator).await.expect(201);
    authenticator.count = 10;
    use_it(&t, &mut authenticator).await.expect(200);
    authenticator.count = 5;
    use_it(&t, &mut authenticator).await.expect(401);
    authenticator.count = 20;
    let handle = authenticator.handle.replace(URL_SAFE_NO_PAD.encode([0; 32]));
    use_it(&t, &mut authenticator).await.expect(401);
    authenticator.handle = handle;
    use_it(&t, &mut authenticator).await.expect(200);
    use_it(&t, &mut Authenticator { id: authenticator.id.clone(), handle: None, count: 90, ..Authenticator::new() }).await.expect(401);
    use_it(&t, &mut Authenticator::new()).await.expect(401);
});

database::both_engines!(a_mere_touch_does_not_stand_for_two_factors, engine => {
    let (t, token) = house(engine).await;
    let mut authenticator = Authenticator::new();
    add(&t, &token, &mut authenticator).await.expect(201);
    authenticator.flags = 0x01;
    use_it(&t, &mut authenticator).await.expect(200);
    enable(&t, &token).await;
    use_it(&t, &mut authenticator).await.expect(401);
    authenticator.flags = 0x05;
    use_it(&t, &mut authenticator).await.expect(200);
});

database::both_engines!(passkeys_need_a_name_to_be_bound_to, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    assert_eq!(t.call(None, "GET", "/api/auth/config", None).await.expect(200)["passkeys"], false);
    post(&t, Some(&token), "/api/me/passkeys/options", None).await.expect(409);
    post(&t, None, "/api/auth/passkey/options", None).await.expect(409);
});
