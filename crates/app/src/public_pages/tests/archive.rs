use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::{NASTY, Scene, assert_inert};
use crate::testing::START;

const TAGS: &str =
    "{{ subscriber.first_name | default(\"friend\") }}{{ subscriber.attributes.city }}{{ subscriber.email }}";

impl Scene {
    async fn campaign(&self, body: Value) -> i64 {
        let path = format!("/api/newsletters/{}/campaigns", self.home.id);
        self.api("POST", &path, Some(body)).await.expect(201)["id"].as_i64().unwrap()
    }

    /// Puts a campaign where sending leads to, `at` milliseconds after the start.
    async fn put(&self, id: i64, status: &str, at: i64) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET status = $2, started_at = $3 WHERE id = $1")
            .bind(id).bind(status).bind(START.0 + at).execute(conn).await.map(drop).unwrap());
        tx.commit().await.unwrap();
    }

    async fn sent(&self, subject: &str, at: i64) -> i64 {
        let id = self.campaign(json!({ "subject": subject, "html_content": "<p>Hello</p>" })).await;
        self.put(id, "sent", at).await;
        id
    }
}

both_engines!(the_page_has_a_form_and_what_was_sent, engine => {
    let s = Scene::new(engine).await;
    assert!(s.get(&s.path()).await.text().contains("Nothing sent yet."));
    s.sent("Second", 2).await;
    let first = s.sent(&format!("To {TAGS}, {{{{ newsletter.name }}}}"), 1).await;
    for status in ["draft", "scheduled", "paused", "cancelled"] {
        let id = s.sent(&format!("Secret {status}"), 9).await;
        s.put(id, status, 9).await;
    }
    let id = s.sent("Now", 3).await;
    s.put(id, "sending", 3).await;
    let page = s.get(&s.path()).await;
    assert_eq!(page.status, 200);
    assert_inert(&page);
    let text = page.text();
    assert!(!text.contains("Secret"), "{text}");
    assert!(text.contains("To friend, &lt;script&gt;"), "{text}");
    let places: Vec<_> = ["Now</a>", "Second</a>", "To friend"].iter().map(|w| text.find(w).unwrap()).collect();
    assert!(places.is_sorted(), "newest first: {text}");
    for part in ["<label for=\"email\"", "<main>", "<h1>", "lang=\"en\"", "name=\"shown\"", "application/rss+xml", &format!("/{first}\"")] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("noindex"));
});

both_engines!(the_archive_comes_in_pages, engine => {
    let s = Scene::new(engine).await;
    for n in 0..60 {
        // Ten share each time: the id decides.
        s.sent(&format!("Issue {n}."), n / 10).await;
    }
    let subjects = |text: &str| text.matches("<li>").count();
    let first = s.get(&s.path()).await.text();
    assert_eq!(subjects(&first), 50);
    assert!(first.contains("Issue 59.") && first.contains("Issue 10.") && !first.contains("Issue 9."));
    let at = first.find("?after=").unwrap();
    let next = first[at..].split('"').next().unwrap();
    let second = s.get(&format!("{}{next}", s.path())).await.text();
    assert_eq!(subjects(&second), 10);
    assert!(second.contains("Issue 9.") && second.contains("Issue 0.") && !second.contains("?after="));
});

both_engines!(the_feed_is_valid_xml, engine => {
    let s = Scene::new(engine).await;
    for n in 0..25 {
        s.sent(&format!("Issue {n} <b>&</b> {TAGS}"), n).await;
    }
    let feed = s.get(&format!("{}/feed.xml", s.path())).await;
    assert_eq!(feed.status, 200);
    assert_eq!(feed.header("content-type"), Some("application/rss+xml; charset=utf-8"));
    let text = feed.text();
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
    assert_eq!(text.matches("<item>").count(), 20);
    assert!(text.contains("<title>Issue 24 &lt;b&gt;&amp;&lt;/b&gt; friend</title>"), "{text}");
    assert!(text.contains("<pubDate>Sat, 21 Nov 2026 12:00:00 +0000</pubDate>"));
    assert!(text.contains(&format!("<link>http://127.0.0.1:8080/n/{}/25</link>", s.home.public_id)), "{text}");
    assert!(!text.contains("<script") && !text.contains("<b>"));
    assert_eq!(text.matches('<').count(), text.matches('>').count());
});

both_engines!(an_issue_is_shown_for_nobody_and_cannot_act, engine => {
    let s = Scene::new(engine).await;
    s.reader("ida@example.com", "Ida").await;
    let id = s.campaign(json!({
        "subject": format!("{NASTY} {TAGS}"), "preheader": "Hidden words",
        "html_content": format!("<p style=\"color:red\">Dear {TAGS}</p><script>alert(1)</script><img src=x onerror=alert(1)>\
            <a href=\"{{{{ unsubscribe_url }}}}\">leave</a><a href=\"{{{{ preferences_url }}}}\">prefs</a>\
            <a href=\"{{{{ archive_url }}}}\">online</a><a href=\"https://e.example/\">out</a><form action=\"/u/x\"></form>"),
    })).await;
    let path = format!("{}/{id}", s.path());
    assert_eq!(s.get(&path).await.status, 404, "a draft");
    assert_eq!(s.get(&format!("{path}/body")).await.status, 404, "a draft");
    s.put(id, "sent", 1).await;

    let page = s.get(&path).await;
    assert_eq!(page.status, 200);
    assert_inert(&page);
    assert!(page.text().contains(&format!("src=\"{path}/body\"")) && page.text().contains("<iframe sandbox=\""));
    assert!(!page.text().contains("allow-scripts") && !page.text().contains("allow-same-origin"));
    assert_eq!(page.header("x-frame-options"), Some("DENY"));

    let body = s.get(&format!("{path}/body")).await;
    assert_eq!(body.status, 200);
    assert_inert(&body);
    let policy = body.header("content-security-policy").unwrap();
    assert!(policy.starts_with("sandbox") && !policy.contains("allow-scripts") && !policy.contains("allow-same-origin"), "{policy}");
    assert_eq!(body.header("x-frame-options"), Some("SAMEORIGIN"));
    let text = body.text();
    for kept in ["style=\"color:red\">Dear friend</p>", "https://e.example/", &format!("http://127.0.0.1:8080{path}")] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    for gone in ["/u/", "/p/", "onerror", "alert(1)", "<form", "ida@example.com", "Hidden words", "{{"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
});

both_engines!(anothers_issue_is_not_there, engine => {
    let s = Scene::new(engine).await;
    let id = s.sent("Mine", 1).await;
    let body = json!({ "name": "Second", "from_name": "S", "from_prefix": "s" });
    let second = s.api("POST", "/api/newsletters", Some(body)).await.expect(201);
    let second = second["public_id"].as_str().unwrap();
    assert_eq!(s.get(&format!("{}/{id}", s.path())).await.status, 200);
    assert_eq!(s.get(&format!("/n/{second}/{id}")).await.status, 404);
    assert_eq!(s.get(&format!("/n/{second}/{id}/body")).await.status, 404);
});
