use serde_json::{Value, json};

use super::*;
use crate::{
    AuthorId,
    account_mails::{Letter, can_send, queue, sender},
    clock::{DAY, MINUTE},
    testing::TestApp,
};

fn letter(author_id: Option<AuthorId>, recipient: &str) -> Letter {
    Letter {
        author_id,
        kind: "test",
        recipient: recipient.into(),
        subject: "Grüße".into(),
        text: "A link".into(),
        html: None,
    }
}

async fn put(t: &TestApp, letter: Letter) {
    let mut tx = t.app.db.begin().await.unwrap();
    queue(&mut tx, letter, t.app.now()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn waiting(t: &TestApp) -> usize {
    let far = t.app.now().plus(365 * DAY);
    account_mails::due(&mut t.app.db.read().await.unwrap(), far, 100).await.unwrap().len()
}

async fn mailbox(t: &TestApp, token: &str) -> Vec<Value> {
    let mails = t.call(Some(token), "GET", "/api/captured-mail", None).await.expect(200);
    mails.as_array().unwrap().clone()
}

database::both_engines!(a_queued_mail_is_in_its_authors_mailbox_alone, engine => {
    let t = TestApp::new(engine).await;
    let (ada, eve) = (t.author("ada@example.com").await, t.author("eve@example.com").await);
    put(&t, letter(Some(AuthorId::new(1)), "ada@example.com")).await;
    put(&t, Letter { html: Some("<p>A link</p>".into()), ..letter(None, "ADA@example.com") }).await;
    put(&t, letter(None, "stranger@example.com")).await;
    assert_eq!(send_due_account_mails(&t.app).await.unwrap(), 3);
    assert_eq!(send_due_account_mails(&t.app).await.unwrap(), 0, "each once");
    assert_eq!(waiting(&t).await, 0, "nothing stays behind");
    let mails = mailbox(&t, &ada).await;
    let mut told: Vec<_> = mails.iter().map(|m| (m["to"].clone(), m["from"].clone(), m["kind"].clone(), m["subject"].clone())).collect();
    told.sort_by_key(|told| told.0.to_string());
    let expected = |to: &str| (json!(to), json!("no-reply@example.com"), json!("account"), json!("Grüße"));
    assert_eq!(told, [expected("ADA@example.com"), expected("ada@example.com")]);
    assert_eq!(mailbox(&t, &eve).await.len(), 0);
});

database::both_engines!(what_is_rolled_back_is_not_sent, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let mut tx = t.app.db.begin().await.unwrap();
    queue(&mut tx, letter(Some(AuthorId::new(1)), "ada@example.com"), t.app.now()).await.unwrap();
    drop(tx);
    assert_eq!(send_due_account_mails(&t.app).await.unwrap(), 0);
    assert_eq!(mailbox(&t, &ada).await.len(), 0);
});

database::both_engines!(a_mail_server_that_is_down_is_asked_ever_more_rarely_for_a_day, engine => {
    let t = TestApp::with(engine, |settings| {
        settings.mail = "smtp://127.0.0.1:1".parse().unwrap();
        settings.fallback_domain = Some("news.example".into());
    }).await;
    put(&t, letter(None, "ada@example.com")).await;
    let mut tries = Vec::new();
    for minute in 0..=25 * 60 {
        if send_due_account_mails(&t.app).await.unwrap() == 1 {
            tries.push(minute);
        }
        t.clock.advance(MINUTE);
    }
    assert_eq!(tries[..8], [0, 1, 3, 7, 15, 31, 63, 123]);
    assert!(*tries.last().unwrap() <= 24 * 60 && tries.len() > 25, "{tries:?}");
    assert_eq!(waiting(&t).await, 0);
});

database::both_engines!(a_node_that_died_is_replaced, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    put(&t, letter(Some(AuthorId::new(1)), "ada@example.com")).await;
    let mut tx = t.app.db.begin().await.unwrap();
    let due = account_mails::due(&mut tx, t.app.now(), 1).await.unwrap();
    assert!(account_mails::take(&mut tx, &due[0], t.app.now().plus(10 * MINUTE)).await.unwrap());
    assert!(!account_mails::take(&mut tx, &due[0], t.app.now().plus(10 * MINUTE)).await.unwrap(), "two nodes, one mail");
    tx.commit().await.unwrap();
    assert_eq!(send_due_account_mails(&t.app).await.unwrap(), 0);
    t.clock.advance(10 * MINUTE);
    assert_eq!(send_due_account_mails(&t.app).await.unwrap(), 1);
    assert_eq!(mailbox(&t, &ada).await.len(), 1);
});

database::both_engines!(without_an_address_to_write_from_nothing_leaves, engine => {
    let t = TestApp::with(engine, |settings| settings.mail = "smtp://127.0.0.1:1".parse().unwrap()).await;
    assert!(!can_send(&t.app.settings));
    put(&t, letter(None, "ada@example.com")).await;
    assert_eq!((send_due_account_mails(&t.app).await.unwrap(), waiting(&t).await), (0, 1));
});

#[tokio::test]
async fn the_operators_address_goes_before_the_fallback_domain() {
    let mut settings = TestApp::new(database::Engine::Sqlite).await.app.settings.clone();
    assert_eq!(sender(&settings).unwrap().address, "no-reply@example.com");
    settings.mail = "smtp://127.0.0.1:1".parse().unwrap();
    assert!(sender(&settings).is_none());
    settings.fallback_domain = Some("news.example".into());
    let from = sender(&settings).unwrap();
    assert_eq!((from.name.as_str(), from.address.as_str()), ("Letterpress", "no-reply@news.example"));
    let chosen = MailFrom { name: "News".into(), address: "desk@news.example".into() };
    settings.mail_from = Some(chosen.clone());
    assert_eq!(sender(&settings), Some(chosen));
}
