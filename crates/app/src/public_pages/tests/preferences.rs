use database::both_engines;
use serde_json::json;

use super::{NASTY, Scene, assert_inert};
use crate::public_pages::PageState;

both_engines!(a_reader_sees_and_corrects_its_names, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", NASTY).await;
    let path = format!("/p/{}", s.reader_token(id));
    let page = s.get(&path).await;
    assert_eq!(page.status, 200);
    assert_inert(&page);
    assert!(page.text().contains("i•••@e•••.com") && page.text().contains("You receive every issue."));
    assert!(!page.text().contains("ida@example.com"), "whoever the mail was forwarded to reads it");
    assert!(page.text().contains("value=\"&lt;script&gt;"));
    assert!(page.text().contains("21 November 2026"));

    let saved = s.post(&path, "first_name=%20%22%3E%3Cscript%3E&last_name=").await;
    assert_eq!(saved.status, 200);
    assert_inert(&saved);
    let own = s.own_path(&path, "data").await;
    let shown = s.get(&own).await;
    assert_eq!(shown.status, 200);
    assert_inert(&shown);
    assert!(shown.text().contains("Download as JSON"));
    let data = s.post(&own, "").await;
    assert_eq!(data.json()["email"], "ida@example.com");
    assert_eq!(data.json()["first_name"], "\"><script>");
    assert_eq!(data.json()["last_name"], serde_json::Value::Null);
    assert_eq!(data.json()["attributes"]["city"], NASTY);
    assert_eq!(data.header("content-type"), Some("application/json"));
    assert!(data.header("content-disposition").unwrap().starts_with("attachment"));
    assert_eq!(s.figures().await, [1, 0, 0, 1, 0]);
    let found = s.api("GET", "/api/subscribers?q=ida", None).await.expect(200);
    assert_eq!(found[0]["first_name"], "\"><script>");

    for form in ["first_name=%00", "first_name=a%0Ab", &format!("last_name={}", "x".repeat(201)), "first_name=a&first_name=b"] {
        let wrong = s.post(&path, form).await;
        assert_eq!(wrong.status, 422, "{form}");
        assert_inert(&wrong);
    }
});

both_engines!(leaving_is_offered_to_who_receives, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    let token = s.reader_token(id);
    let path = format!("/p/{token}");
    assert!(s.get(&path).await.text().contains(&format!("action=\"/u/{token}\"")));
    let left = s.post(&format!("/u/{token}"), "List-Unsubscribe=One-Click").await;
    assert_eq!(left.status, 200);
    assert_inert(&left);
    assert_eq!(s.figures().await, [0, 1, 0, 1, 1]);
    let events = s.api("GET", "/api/overview", None).await.text();
    assert_eq!(events.matches("subscriber_unsubscribed").count(), 1, "{events}");
    let page = s.get(&path).await.text();
    assert!(page.contains("You are unsubscribed.") && page.contains("Subscribe again"));
});

both_engines!(erasing_goes_through_the_address_and_leaves_nothing, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    let other = s.reader("other@example.com", "Other").await;
    // What a program sent them, as their newsletter, goes with them.
    let newsletter = json!({ "name": "Other", "from_name": "O", "from_prefix": "other" });
    let elsewhere = s.api("POST", "/api/newsletters", Some(newsletter)).await.expect(201)["id"].clone();
    for (newsletter_id, to) in [(json!(s.home.id), "ida@example.com"), (elsewhere, "ida@example.com"), (json!(s.home.id), "other@example.com")] {
        let message = json!({ "newsletter_id": newsletter_id, "to": to, "subject": "S", "text_content": "x" });
        s.api("POST", "/api/messages", Some(message)).await.expect(202);
    }
    let path = format!("/p/{}", s.reader_token(id));
    let own = s.own_path(&path, "erase").await;
    let mails = s.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0]["to"], "ida@example.com", "whoever asks");
    let asked = s.get(&own).await;
    assert!(asked.text().contains("Erase your data?") && asked.text().contains("<form method=\"post\">"));
    assert_inert(&asked);
    assert_eq!(s.statuses().await.len(), 2, "nothing was erased so far");
    let gone = s.post(&own, "").await;
    assert_eq!(gone.status, 200);
    assert_inert(&gone);
    assert_eq!(s.statuses().await, [("other@example.com".to_owned(), "active".to_owned())]);
    assert_eq!(s.figures().await[0], 1);
    assert!(!s.api("GET", "/api/overview", None).await.text().contains("ida@example.com"));
    let messages = s.api("GET", "/api/messages", None).await.expect(200);
    let to: Vec<&str> = messages.as_array().unwrap().iter().map(|message| message["to"].as_str().unwrap()).collect();
    assert_eq!(to, ["other@example.com", "ida@example.com"], "of another newsletter");
    for (method, path) in [
        ("GET", path.clone()), ("POST", format!("{path}/data")), ("POST", format!("{path}/erase")), ("POST", own.clone()), ("GET", own),
    ] {
        assert_eq!(s.t.call(None, method, &path, None).await.status, 404, "{method} {path}");
    }
    assert_eq!(s.get(&format!("/p/{}", s.reader_token(other))).await.status, 200);
});

both_engines!(the_link_of_a_forwarded_mail_neither_reads_nor_erases, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    let other = s.reader("other@example.com", "Other").await;
    let (path, others) = (format!("/p/{}", s.reader_token(id)), format!("/p/{}", s.reader_token(other)));
    for form in ["", "sure=yes"] {
        let asked = s.post(&format!("{path}/erase"), form).await;
        assert!(asked.text().contains("Check your inbox") && asked.text().contains("i•••@e•••.com"), "{form}");
        assert!(!asked.text().contains("ida@example.com"));
        assert_inert(&asked);
    }
    let erase = s.own_path(&path, "erase").await;
    let data = s.own_path(&path, "data").await;
    let (proof, no_proof) = (erase.rsplit_once('/').unwrap().1, path.rsplit_once('/').unwrap().1);
    let wrong = [
        format!("{path}/data/{proof}"), format!("{path}/erase/{no_proof}"), format!("{path}/erase/x"),
        format!("{others}/erase/{proof}"), format!("{path}/data/y"),
    ];
    for path in &wrong {
        for method in ["GET", "POST"] {
            let answer = s.t.call(None, method, path, None).await;
            assert!(matches!(answer.status.as_u16(), 404 | 405 | 410), "{method} {path}: {}", answer.text());
            assert!(!answer.text().contains("example.com"), "{}", answer.text());
        }
    }
    // One that was sent to an address that is not the reader's any more.
    let update = format!("/api/newsletters/{}/subscribers/{id}", s.home.id);
    s.api("PUT", &update, Some(json!({ "email": "ida.new@example.com" }))).await.expect(200);
    assert_eq!(s.post(&data, "").await.status, 410);
    s.api("PUT", &update, Some(json!({ "email": "ida@example.com" }))).await.expect(200);
    assert_eq!(s.post(&data, "").await.status, 200);
    s.t.clock.advance(crate::clock::DAY);
    assert_eq!(s.post(&data, "").await.status, 200);
    s.t.clock.advance(1);
    assert_eq!(s.post(&data, "").await.status, 410);
    assert_eq!(s.post(&erase, "").await.status, 410);
    assert_eq!(s.statuses().await.len(), 2);
});

both_engines!(nobody_is_flooded_with_links_to_their_data, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    let path = format!("/p/{}", s.reader_token(id));
    for _ in 0..5 {
        assert_eq!(s.post(&format!("{path}/data"), "").await.status, 200);
        assert_eq!(s.post(&format!("{path}/erase"), "").await.status, 200);
    }
    assert_eq!(s.mails().await.len(), 2, "one an hour for each wish");
    for hour in 0..5 {
        s.t.clock.advance(crate::clock::HOUR + hour);
        s.post(&format!("{path}/data"), "").await;
    }
    assert_eq!(s.mails().await.len(), 3, "three a day in all");
    let mut last = 200;
    for _ in 0..21 {
        last = s.post_from([203, 0, 113, 7], &format!("{path}/data"), "").await.status.as_u16();
    }
    assert_eq!(last, 429);
});

both_engines!(links_wait_in_a_queue_that_has_an_end, engine => {
    let s = Scene::new(engine).await;
    let public = s.t.app.with::<PageState>().own;
    let _turns = public.turns.acquire_many(public.turns.available_permits() as u32).await.unwrap();
    for _ in 1..crate::public_pages::WAITING {
        public.asked.spawn(std::future::pending::<()>());
    }
    for name in ["ada", "ida"] {
        let id = s.reader(&format!("{name}@example.com"), name).await;
        let path = format!("/p/{}/data", s.reader_token(id));
        assert_eq!(s.t.call(None, "POST", &path, None).await.status, 200, "whoever asks is told the same");
    }
    assert_eq!(public.asked.len(), crate::public_pages::WAITING);
});

both_engines!(who_cannot_be_mailed_is_told, engine => {
    let s = Scene::with(engine, |settings| settings.mail = "smtp://127.0.0.1:1".parse().unwrap()).await;
    let id = s.reader("ida@example.com", "Ida").await;
    let answer = s.post(&format!("/p/{}/data", s.reader_token(id)), "").await;
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("We cannot send email right now"));
    assert_inert(&answer);
});

both_engines!(a_sample_changes_nothing, engine => {
    let s = Scene::new(engine).await;
    s.reader("ida@example.com", "Ida").await;
    let before = s.state().await;
    let token = s.reader_token(0);
    for (path, form) in [
        (format!("/p/{token}"), "first_name=x"), (format!("/p/{token}/erase"), ""), (format!("/p/{token}/data"), ""),
        (format!("/p/{token}/erase/x"), ""), (format!("/u/{token}"), ""),
    ] {
        let answer = s.post(&path, form).await;
        assert_eq!(answer.status, 200);
        assert!(answer.text().contains("This is a sample"), "{path}");
    }
    for path in [format!("/p/{token}"), format!("/p/{token}/data/x"), format!("/u/{token}")] {
        assert!(s.get(&path).await.text().contains("This is a sample"), "{path}");
    }
    assert_eq!(s.state().await, before);
});
