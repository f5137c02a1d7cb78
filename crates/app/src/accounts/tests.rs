//! Accounts through the whole server, on both engines.

mod deletion;
mod keys;
mod me;
mod oidc;
mod sessions;
mod sign_up;
mod tokens;

use serde_json::{Value, json};

use crate::testing::{TestAnswer, TestApp};

const PASSWORD: &str = "correct horse battery";

fn account(email: &str) -> Value {
    json!({ "email": email, "password": PASSWORD, "name": "Ada" })
}

async fn sign_up(t: &TestApp, email: &str) -> TestAnswer {
    t.call(None, "POST", "/api/auth/sign-up", Some(account(email))).await
}

async fn sign_in(t: &TestApp, email: &str, password: &str) -> TestAnswer {
    t.call(None, "POST", "/api/auth/sign-in", Some(json!({ "email": email, "password": password }))).await
}

fn token(session: &Value) -> String {
    session["access_token"].as_str().unwrap().to_owned()
}

/// The value of the refresh cookie that an answer sets.
fn cookie(answer: &TestAnswer) -> String {
    let set = answer.header("set-cookie").unwrap();
    set.split(';').next().unwrap().strip_prefix("letterpress_refresh=").unwrap().to_owned()
}
