use database::{both_engines, on_engine};

use super::{NASTY, Scene, assert_inert};
use crate::{
    NewsletterId,
    clock::{DAY, HOUR, MINUTE},
    links,
};

both_engines!(a_new_reader_is_pending_and_asked_by_mail, engine => {
    let s = Scene::new(engine).await;
    let answer = s.subscribe("Ida@Example.com").await;
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("Check your inbox"));
    assert_inert(&answer);
    assert_eq!(s.statuses().await, [("Ida@Example.com".to_owned(), "pending".to_owned())]);
    assert_eq!(s.figures().await, [0, 0, 1, 0, 0]);
    let mails = s.mails().await;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!((mail["kind"].as_str(), mail["to"].as_str()), (Some("reader"), Some("Ida@Example.com")));
    assert_eq!(mail["from"], "news@example.com");
    assert_eq!(mail["subject"], format!("Please confirm: {NASTY}"));
    let header = |name: &str| {
        let lines = mail["headers"].as_array().unwrap();
        lines.iter().find(|h| h["name"] == name).and_then(|h| h["value"].as_str()).map(str::to_owned)
    };
    assert_eq!(header("Auto-Submitted").as_deref(), Some("auto-generated"));
    assert_eq!(header("List-Unsubscribe"), None);
    assert_eq!(header("Date").as_deref(), Some("Sat, 21 Nov 2026 12:00:03 +0000"));
    assert!(header("From").unwrap().ends_with("<news@example.com>"));
    let text = mail["text"].as_str().unwrap();
    assert!(text.contains("http://127.0.0.1:8080/confirm/"), "{text}");
    assert!(!text.contains("Ida\r\n") && !text.contains("Hello Ida"), "nothing of the sender's own: {text}");
});

both_engines!(the_answer_does_not_tell_who_is_known, engine => {
    let s = Scene::new(engine).await;
    let first = s.subscribe("new@example.com").await;
    for status in ["active", "unsubscribed", "bounced", "complained", "pending"] {
        let email = format!("{status}@example.com");
        let id = s.reader(&email, "X").await;
        s.set_status(id, status).await;
        let before = s.state().await;
        let mails = s.mails().await.len();
        let answer = s.subscribe(&email.to_uppercase()).await;
        assert_eq!((answer.status, &answer.bytes), (first.status, &first.bytes), "{status}");
        let asked = s.mails().await.len() - mails;
        assert_eq!(asked, usize::from(matches!(status, "unsubscribed" | "pending")), "{status}");
        if asked == 0 {
            assert_eq!(s.state().await, before, "{status}");
        }
        assert!(s.statuses().await.contains(&(email.clone(), status.to_owned())), "{status}");
    }
});

both_engines!(robots_get_the_same_answer_and_nothing_happens, engine => {
    let s = Scene::new(engine).await;
    let path = format!("{}/subscribe", s.path());
    let person = s.subscribe("person@example.com").await;
    let before = s.state().await;
    let shown = links::form_token(&s.t.app, s.home.id);
    let post = |form: String| { let (s, path) = (&s, &path); async move { s.post(path, &form).await } };
    s.t.clock.advance(1_999);
    let mut answers = vec![post(format!("email=a@example.com&shown={shown}")).await];
    s.t.clock.advance(2_000);
    answers.push(post(format!("email=a@example.com&shown={shown}&website=http://x.example")).await);
    answers.push(post("email=a@example.com".into()).await);
    answers.push(post(format!("email=a@example.com&shown=A{shown}")).await);
    answers.push(post(format!("email=a@example.com&shown={}", links::form_token(&s.t.app, NewsletterId::new(s.home.id.get() + 1)))).await);
    s.t.clock.advance(DAY);
    answers.push(post(format!("email=a@example.com&shown={shown}")).await);
    for answer in answers {
        assert_eq!((answer.status, &answer.bytes), (person.status, &person.bytes));
    }
    assert_eq!(s.state().await, before);
    let shown = links::form_token(&s.t.app, s.home.id);
    s.t.clock.advance(DAY);
    post(format!("email=a@example.com&shown={shown}")).await;
    assert_eq!(s.statuses().await.len(), 2, "a day is not too long");
});

both_engines!(what_was_typed_wrong_is_told, engine => {
    let s = Scene::new(engine).await;
    let path = format!("{}/subscribe", s.path());
    let shown = links::form_token(&s.t.app, s.home.id);
    s.t.clock.advance(5_000);
    for form in [
        "email=nonsense", "email=%3Cscript%3E@x", "email=", "email=a@example.com%0D%0ABcc:b@example.com", "email=a%00@example.com",
        "email=a@example.com&first_name=%00", "email=a@example.com&first_name=a%0Ab", "email=a@example.com&email=b@example.com",
        &format!("email=a@example.com&first_name={}", "x".repeat(201)),
    ] {
        let answer = s.post(&path, &format!("{form}&shown={shown}")).await;
        assert_eq!(answer.status, 422, "{form}");
        assert!(answer.text().contains("role=\"alert\"") && answer.text().contains("<form"), "{form}");
        assert_inert(&answer);
    }
    let answer = s.post(&path, &format!("email=%22%3E%3Cscript%3E&first_name=%22%3E%3Cscript%3E&shown={shown}")).await;
    assert_eq!(answer.text().matches("value=\"&quot;&gt;&lt;script&gt;\"").count(), 2, "kept: {}", answer.text());
    assert_inert(&answer);
    assert!(s.statuses().await.is_empty());
});

both_engines!(a_pending_reader_is_asked_again_once_an_hour_and_thrice_a_day, engine => {
    let s = Scene::new(engine).await;
    let mut after = Vec::new();
    for _ in 0..4 {
        s.subscribe("ida@example.com").await;
        s.subscribe("ida@example.com").await;
        after.push(s.mails().await.len());
        s.t.clock.advance(HOUR);
    }
    assert_eq!(after, [1, 2, 3, 3]);
    s.t.clock.advance(DAY);
    s.subscribe("ida@example.com").await;
    assert_eq!(s.mails().await.len(), 4);
    assert_eq!(s.figures().await, [0, 0, 1, 0, 0]);
});

both_engines!(a_peer_that_posts_too_often_is_held_up, engine => {
    let s = Scene::new(engine).await;
    let path = format!("{}/subscribe", s.path());
    s.reader("known@example.com", "X").await;
    let (one, other) = ([203, 0, 113, 7], [203, 0, 113, 8]);
    for _ in 0..20 {
        assert_eq!(s.post_from(one, &path, "email=known@example.com").await.status, 200);
    }
    let known = s.post_from(one, &path, "email=known@example.com").await;
    let unknown = s.post_from(one, &path, "email=unknown@example.com").await;
    assert_eq!((known.status.as_u16(), known.header("retry-after")), (429, Some("600")));
    assert_eq!(known.bytes, unknown.bytes);
    assert_eq!(s.post_from(other, &path, "email=known@example.com").await.status, 200);
    s.t.clock.advance(10 * MINUTE);
    assert_eq!(s.post_from(one, &path, "email=known@example.com").await.status, 200);
});

both_engines!(an_inactive_newsletter_takes_nobody, engine => {
    let s = Scene::new(engine).await;
    s.subscribe("early@example.com").await;
    let confirm = s.confirm_path().await;
    s.deactivate().await;
    let page = s.get(&s.path()).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("takes no new subscribers") && !page.text().contains("<form"));
    assert_eq!(s.subscribe("late@example.com").await.status, 409);
    assert_eq!(s.get(&confirm).await.status, 409);
    assert_eq!(s.post(&confirm, "").await.status, 409);
    assert_eq!(s.statuses().await, [("early@example.com".to_owned(), "pending".to_owned())]);
});

both_engines!(when_no_mail_can_be_sent_the_answer_is_the_same, engine => {
    let s = Scene::with(engine, |settings| {
        // Nothing listens there.
        settings.mail = "smtp://127.0.0.1:1".parse().unwrap();
        settings.fallback_domain = Some("mail.example.com".into());
    }).await;
    let answer = s.subscribe("ida@example.com").await;
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("Check your inbox"));
    assert_eq!(s.statuses().await.len(), 1);
    let mut tx = s.t.app.db.read().await.unwrap();
    let mails: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM captured_mail").fetch_one(conn).await.unwrap());
    assert_eq!(mails, 0);
});
