//! Passwords and addresses that are changed by mail.

use super::*;
use crate::{
    accounts::Keys,
    clock::{DAY, HOUR, MINUTE},
};

const ANOTHER: &str = "another horse battery";

async fn ask(t: &TestApp, email: &str) {
    let body = json!({ "email": email });
    t.call(None, "POST", "/api/auth/password-reset", Some(body)).await.expect(202);
    settled(t).await;
}

async fn confirm(t: &TestApp, token: &str, password: &str) -> TestAnswer {
    let body = json!({ "token": token, "password": password });
    t.call(None, "POST", "/api/auth/password-reset/confirm", Some(body)).await
}

async fn verify(t: &TestApp, token: &str) -> TestAnswer {
    t.call(None, "POST", "/api/auth/verify-email", Some(json!({ "token": token }))).await
}

/// The token of the latest mail to the address with a link.
async fn link(t: &TestApp, to: &str, page: &str) -> String {
    let mails = mails(t).await;
    let prefix = format!("http://127.0.0.1:8080/{page}#token=");
    let text = mails.iter().rev().filter(|mail| mail.0 == to).find_map(|mail| mail.2.split_once(&prefix));
    text.unwrap().1.split_whitespace().next().unwrap().to_owned()
}

database::both_engines!(a_forgotten_password_is_replaced_by_mail, engine => {
    let t = TestApp::new(engine).await;
    let session = sign_up(&t, "Ada@example.com").await.expect(201);
    ask(&t, "ada@EXAMPLE.com").await;
    let link = link(&t, "Ada@example.com", "reset-password").await;
    assert_eq!(confirm(&t, &link, "short").await.expect(422)["errors"][0]["field"], "password");
    confirm(&t, &link, ANOTHER).await.expect(204);
    t.call(Some(&token(&session)), "GET", "/api/me", None).await.expect(401);
    sign_in(&t, "ada@example.com", PASSWORD).await.expect(401);
    let author = sign_in(&t, "ada@example.com", ANOTHER).await.expect(200)["author"].clone();
    assert_eq!(author["email_verified"], true, "who has the mail has the address");
    assert_eq!(confirm(&t, &link, PASSWORD).await.expect(422)["errors"][0]["field"], "token");
    let kept: i64 = database::on_engine!(&mut t.app.db.read().await.unwrap(), conn =>
        sqlx::query_scalar("SELECT COUNT(*) FROM mail_tokens").fetch_one(conn).await.unwrap());
    assert_eq!(kept, 0);
});

database::both_engines!(unknown_addresses_are_answered_alike_and_get_nothing, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    ask(&t, "eve@example.com").await;
    assert_eq!(mails(&t).await.len(), 0);
    for email in ["ada@example.com", "eve@example.com"] {
        let ask = async || t.call(None, "POST", "/api/auth/password-reset", Some(json!({ "email": email }))).await;
        let mut answers = Vec::new();
        for _ in 0..6 {
            answers.push(ask().await.status.as_u16());
        }
        let expected = if email == "ada@example.com" { [202, 202, 202, 202, 202, 429] } else { [202, 202, 202, 202, 429, 429] };
        assert_eq!(answers, expected, "{email}");
    }
    t.call(None, "POST", "/api/auth/password-reset", Some(json!({ "email": "nobody" }))).await.expect(422);
});

database::both_engines!(unknown_addresses_and_links_hold_nobody_up, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    // While somebody else writes and all turns at hashing are taken.
    let writing = t.app.db.begin().await.unwrap();
    let keys = t.app.with::<Keys>().own;
    let _hashing = keys.hashing.take_all().await;
    ask(&t, "eve@example.com").await;
    assert_eq!(confirm(&t, "nonsense", ANOTHER).await.expect(422)["errors"][0]["field"], "token");
    drop(writing);
});

database::both_engines!(links_end_after_their_time_and_with_what_they_were_for, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    ask(&t, "ada@example.com").await;
    let late = link(&t, "ada@example.com", "reset-password").await;
    t.clock.advance(HOUR);
    confirm(&t, &late, ANOTHER).await.expect(422);
    ask(&t, "ada@example.com").await;
    let reset = link(&t, "ada@example.com", "reset-password").await;
    verify(&t, &reset).await.expect(422);
    confirm(&t, "", ANOTHER).await.expect(422);
    confirm(&t, &reset, ANOTHER).await.expect(204);
    t.clock.advance(3 * DAY);
    crate::accounts::prune(&t.app).await.unwrap();
});

database::both_engines!(a_password_is_changed_by_who_knows_it, engine => {
    let t = TestApp::new(engine).await;
    let first = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let second = token(&sign_in(&t, "ada@example.com", PASSWORD).await.expect(200));
    let change = async |current: &str, new: &str| {
        let body = json!({ "current_password": current, "new_password": new });
        t.call(Some(&second), "POST", "/api/me/password", Some(body)).await
    };
    assert_eq!(change("wrong horse battery", ANOTHER).await.expect(422)["errors"][0]["field"], "current_password");
    assert_eq!(change(PASSWORD, "short").await.expect(422)["errors"][0]["field"], "new_password");
    change(PASSWORD, ANOTHER).await.expect(204);
    t.call(Some(&first), "GET", "/api/me", None).await.expect(401);
    t.call(Some(&second), "GET", "/api/me", None).await.expect(200);
    sign_in(&t, "ada@example.com", PASSWORD).await.expect(401);
    sign_in(&t, "ada@example.com", ANOTHER).await.expect(200);
    assert_eq!(mails(&t).await.last().unwrap().1, "Your password was changed");
    let mut tries = 0;
    while change("wrong horse battery", PASSWORD).await.status == 422 {
        tries += 1;
    }
    assert!(tries < 10, "an open browser is no place to try passwords out");
});

database::both_engines!(an_address_is_verified_by_the_link_sent_there, engine => {
    let t = TestApp::new(engine).await;
    let session = sign_up(&t, "ada@example.com").await.expect(201);
    assert_eq!(session["author"]["email_verified"], false);
    let token = token(&session);
    let send = async || t.call(Some(&token), "POST", "/api/me/verify-email", None).await.expect(202);
    send().await;
    let old = link(&t, "ada@example.com", "verify-email").await;
    send().await;
    let new = link(&t, "ada@example.com", "verify-email").await;
    verify(&t, &old).await.expect(422);
    assert_eq!(verify(&t, &new).await.expect(200), json!({ "email": "ada@example.com" }));
    verify(&t, &new).await.expect(422);
    assert_eq!(t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["email_verified"], true);
    let sent = mails(&t).await.len();
    send().await;
    assert_eq!(mails(&t).await.len(), sent, "there is nothing to verify any more");
});

database::both_engines!(another_address_counts_once_its_mail_was_read, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    sign_up(&t, "eve@example.com").await.expect(201);
    let change = async |email: &str, password: &str| {
        t.call(Some(&token), "POST", "/api/me/email", Some(json!({ "email": email, "password": password }))).await
    };
    assert_eq!(change("ada@new.example", "wrong horse battery").await.expect(422)["errors"][0]["field"], "password");
    assert_eq!(change("nobody", PASSWORD).await.expect(422)["errors"][0]["field"], "email");
    change("eve@example.com", PASSWORD).await.expect(409);
    ask(&t, "ada@example.com").await;
    let reset = link(&t, "ada@example.com", "reset-password").await;
    change("Ada@new.example", PASSWORD).await.expect(202);
    assert!(mails(&t).await.iter().any(|m| m.0 == "ada@example.com" && m.1.starts_with("A change of your")), "the old one is told");
    assert_eq!(t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["email"], "ada@example.com");
    let link = link(&t, "Ada@new.example", "verify-email").await;
    verify(&t, &link).await.expect(200);
    let me = t.call(Some(&token), "GET", "/api/me", None).await.expect(200);
    assert_eq!((&me["email"], &me["email_verified"]), (&json!("Ada@new.example"), &json!(true)));
    let last = mails(&t).await.pop().unwrap();
    assert_eq!((last.0.as_str(), last.1.as_str()), ("ada@example.com", "Your email address was changed"));
    confirm(&t, &reset, ANOTHER).await.expect(422);
    sign_in(&t, "ada@new.example", PASSWORD).await.expect(200);
});

database::both_engines!(a_new_password_ends_a_change_of_address_under_way, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let begin = async |password: &str| {
        let body = json!({ "email": "eve@example.com", "password": password });
        t.call(Some(&token), "POST", "/api/me/email", Some(body)).await.expect(202);
        link(&t, "eve@example.com", "verify-email").await
    };
    // Somebody who knew the password began it; its owner hears of it and does what the mail says.
    let first = begin(PASSWORD).await;
    let body = json!({ "current_password": PASSWORD, "new_password": ANOTHER });
    t.call(Some(&token), "POST", "/api/me/password", Some(body)).await.expect(204);
    verify(&t, &first).await.expect(422);
    let second = begin(ANOTHER).await;
    ask(&t, "ada@example.com").await;
    confirm(&t, &link(&t, "ada@example.com", "reset-password").await, PASSWORD).await.expect(204);
    verify(&t, &second).await.expect(422);
    sign_in(&t, "ada@example.com", PASSWORD).await.expect(200);
});

database::both_engines!(an_address_taken_meanwhile_stays_with_who_took_it, engine => {
    let t = TestApp::new(engine).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let body = json!({ "email": "new@example.com", "password": PASSWORD });
    t.call(Some(&token), "POST", "/api/me/email", Some(body)).await.expect(202);
    let link = link(&t, "new@example.com", "verify-email").await;
    sign_up(&t, "new@example.com").await.expect(201);
    verify(&t, &link).await.expect(409);
    assert_eq!(t.call(Some(&token), "GET", "/api/me", None).await.expect(200)["email"], "ada@example.com");
});

database::both_engines!(without_mail_nobody_is_promised_any, engine => {
    let t = TestApp::with(engine, |settings| settings.mail = "smtp://127.0.0.1:1".parse().unwrap()).await;
    let token = token(&sign_up(&t, "ada@example.com").await.expect(201));
    assert_eq!(t.call(None, "GET", "/api/auth/config", None).await.expect(200)["password_reset"], false);
    t.call(None, "POST", "/api/auth/password-reset", Some(json!({ "email": "ada@example.com" }))).await.expect(409);
    t.call(Some(&token), "POST", "/api/me/verify-email", None).await.expect(409);
    t.clock.advance(MINUTE);
    let body = json!({ "email": "new@example.com", "password": PASSWORD });
    t.call(Some(&token), "POST", "/api/me/email", Some(body)).await.expect(409);
});

database::both_engines!(who_signs_up_is_asked_to_verify_where_mail_leaves, engine => {
    let t = TestApp::with(engine, |settings| {
        settings.mail = "smtp://127.0.0.1:1".parse().unwrap();
        settings.fallback_domain = Some("news.example".into());
    }).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    let link = link(&t, "ada@example.com", "verify-email").await;
    verify(&t, &link).await.expect(200);
});

fn mail_leaves(settings: &mut crate::Settings) {
    settings.mail = "smtp://127.0.0.1:1".parse().unwrap();
    settings.fallback_domain = Some("news.example".into());
}

fn names_the_boss(settings: &mut crate::Settings) {
    settings.admins = vec!["Boss@example.com".into()];
}

async fn role(t: &TestApp, token: &str) -> Value {
    t.call(Some(token), "GET", "/api/me", None).await.expect(200)["role"].clone()
}

database::both_engines!(whom_the_operator_named_is_an_administrator_once_their_mail_was_read, engine => {
    let t = TestApp::with(engine, |settings| {
        mail_leaves(settings);
        names_the_boss(settings);
    }).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    let session = sign_up(&t, "boss@example.com").await.expect(201);
    assert_eq!(session["author"]["role"], "author");
    assert_eq!(sign_in(&t, "boss@example.com", PASSWORD).await.expect(200)["author"]["role"], "author");
    verify(&t, &link(&t, "boss@example.com", "verify-email").await).await.expect(200);
    assert_eq!(role(&t, &token(&session)).await, "admin", "at once");
    let log = t.call(Some(&token(&session)), "GET", "/api/me/audit", None).await.expect(200);
    assert_eq!((&log[0]["kind"], &log[1]["kind"]), (&json!("role_changed"), &json!("email_verified")));
});

// Every author reads there what went to any address of theirs.
database::both_engines!(what_the_built_in_mailbox_keeps_makes_nobody_an_administrator, engine => {
    let mut t = TestApp::with(engine, names_the_boss).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    let boss = token(&sign_up(&t, "boss@example.com").await.expect(201));
    let eve = token(&sign_up(&t, "eve@example.com").await.expect(201));
    let send = async |t: &TestApp| t.call(Some(&boss), "POST", "/api/me/verify-email", None).await.expect(202);
    send(&t).await;
    verify(&t, &link(&t, "boss@example.com", "verify-email").await).await.expect(200);
    assert_eq!(t.call(Some(&boss), "GET", "/api/me", None).await.expect(200)["email_verified"], true);
    let body = json!({ "email": "boss2@example.com", "password": PASSWORD });
    t.call(Some(&eve), "POST", "/api/me/email", Some(body)).await.expect(202);
    let kept = link(&t, "boss2@example.com", "verify-email").await;
    // From now on mail leaves, and another address counts.
    t.restart(|settings| {
        mail_leaves(settings);
        settings.admins.push("boss2@example.com".into());
    });
    verify(&t, &kept).await.expect(200);
    for (token, email) in [(&boss, "boss@example.com"), (&eve, "boss2@example.com")] {
        assert_eq!(role(&t, token).await, "author");
        assert_eq!(sign_in(&t, email, PASSWORD).await.expect(200)["author"]["role"], "author", "{email}");
    }
    send(&t).await;
    verify(&t, &link(&t, "boss@example.com", "verify-email").await).await.expect(200);
    assert_eq!(role(&t, &boss).await, "admin");
});
