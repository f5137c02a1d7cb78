//! Accounts through the whole server, on both engines.

mod guessing;
mod hosted;
mod keys;
mod links;
mod me;
mod oidc;
mod second_factor;
mod sessions;
mod sign_up;
mod signed_in;
mod tokens;

use serde_json::{Value, json};

use super::{Keys, audit, store};
use crate::{
    AuthorId,
    testing::{TestAnswer, TestApp},
};

pub const PASSWORD: &str = "correct horse battery";

pub fn account(email: &str) -> Value {
    json!({ "email": email, "password": PASSWORD, "name": "Ada" })
}

pub async fn sign_up(t: &TestApp, email: &str) -> TestAnswer {
    t.call(None, "POST", "/api/auth/sign-up", Some(account(email))).await
}

pub async fn sign_in(t: &TestApp, email: &str, password: &str) -> TestAnswer {
    t.call(None, "POST", "/api/auth/sign-in", Some(json!({ "email": email, "password": password }))).await
}

pub fn token(session: &Value) -> String {
    session["access_token"].as_str().unwrap().to_owned()
}

/// What calls left to do after their answers is done.
pub async fn settled(t: &TestApp) {
    let later = &t.app.with::<Keys>().own.later;
    later.close();
    later.wait().await;
    later.reopen();
}

/// Recipient, subject and text of every mail that waits to leave, the oldest first.
pub async fn mails(t: &TestApp) -> Vec<(String, String, String)> {
    let mut tx = t.app.db.read().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query_as("SELECT recipient, subject, text_body FROM account_mails ORDER BY id")
        .fetch_all(conn).await.unwrap())
}

/// One more session of the author's, for tests of other rooms.
pub async fn make_session(tx: &mut database::Tx, author_id: AuthorId, origin: &super::Origin) -> i64 {
    let family = crate::secrets::random_token(128);
    store::sessions::insert(tx, &family, author_id, super::model::Method::Password, origin).await.unwrap();
    let rows = store::sessions::list(tx, author_id, crate::Timestamp(0)).await.unwrap();
    rows.iter().find(|row| row.family_id == family).unwrap().id
}

/// A passkey of the author's that no authenticator has.
pub async fn make_passkey(
    tx: &mut database::Tx,
    author_id: AuthorId,
    name: &str,
    now: crate::Timestamp,
) -> i64 {
    let made = super::passkey::NewPasskey {
        credential_id: crate::secrets::random_token(128).into_bytes(),
        public_key: Vec::new(),
        sign_count: 0,
        transports: Vec::new(),
    };
    store::passkeys::insert(tx, author_id, name, &made, now).await.unwrap().id
}

/// The value of the refresh cookie that an answer sets.
fn cookie(answer: &TestAnswer) -> String {
    let set = answer.header("set-cookie").unwrap();
    set.split(';').next().unwrap().strip_prefix("letterpress_refresh=").unwrap().to_owned()
}
