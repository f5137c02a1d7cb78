use database::both_engines;

use super::{NASTY, Scene, assert_inert};

both_engines!(a_reader_sees_and_corrects_its_names, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", NASTY).await;
    let path = format!("/p/{}", s.reader_token(id));
    let page = s.get(&path).await;
    assert_eq!(page.status, 200);
    assert_inert(&page);
    assert!(page.text().contains("ida@example.com") && page.text().contains("You receive every issue."));
    assert!(page.text().contains("value=\"&lt;script&gt;"));
    assert!(page.text().contains("21 November 2026"));

    let saved = s.post(&path, "first_name=%20%22%3E%3Cscript%3E&last_name=").await;
    assert_eq!(saved.status, 200);
    assert_inert(&saved);
    let data = s.get(&format!("{path}/data.json")).await;
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

both_engines!(erasing_asks_once_more_and_leaves_nothing, engine => {
    let s = Scene::new(engine).await;
    let id = s.reader("ida@example.com", "Ida").await;
    let other = s.reader("other@example.com", "Other").await;
    let path = format!("/p/{}", s.reader_token(id));
    let before = s.state().await;
    for form in ["", "sure=no", "sure", "sure=yes&sure=yes"] {
        let asked = s.post(&format!("{path}/erase"), form).await;
        assert_eq!(asked.status, 200);
        assert!(asked.text().contains("Erase your data?"), "{form}");
        assert_inert(&asked);
    }
    assert_eq!(s.state().await, before);
    let gone = s.post(&format!("{path}/erase"), "sure=yes").await;
    assert_eq!(gone.status, 200);
    assert_inert(&gone);
    assert_eq!(s.statuses().await, [("other@example.com".to_owned(), "active".to_owned())]);
    assert_eq!(s.figures().await[0], 1);
    assert!(!s.api("GET", "/api/overview", None).await.text().contains("ida@example.com"));
    for (method, path) in [("GET", path.clone()), ("GET", format!("{path}/data.json")), ("POST", format!("{path}/erase"))] {
        assert_eq!(s.t.call(None, method, &path, None).await.status, 404, "{method} {path}");
    }
    assert_eq!(s.get(&format!("/p/{}", s.reader_token(other))).await.status, 200);
});

both_engines!(a_sample_changes_nothing, engine => {
    let s = Scene::new(engine).await;
    s.reader("ida@example.com", "Ida").await;
    let before = s.state().await;
    let token = s.reader_token(0);
    for (path, form) in [
        (format!("/p/{token}"), "first_name=x"), (format!("/p/{token}/erase"), "sure=yes"), (format!("/u/{token}"), ""),
    ] {
        let answer = s.post(&path, form).await;
        assert_eq!(answer.status, 200);
        assert!(answer.text().contains("This is a sample"), "{path}");
    }
    for path in [format!("/p/{token}"), format!("/p/{token}/data.json"), format!("/u/{token}")] {
        assert!(s.get(&path).await.text().contains("This is a sample"), "{path}");
    }
    assert_eq!(s.state().await, before);
});
