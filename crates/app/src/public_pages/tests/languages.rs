//! What subscribers are told is in their newsletter's language, and all of it stands in the catalogues.

use std::collections::BTreeSet;

use database::{Engine, both_engines, on_engine};
use serde_json::{Value, json};

use super::Scene;
use crate::{
    Language,
    clock::{DAY, HOUR},
    links::{self, ConfirmToken},
    testing::TestAnswer,
};

/// A newsletter's name that is no word of any language.
const NAME: &str = "Qqxx";

/// What a page says, where people read or hear it.
fn visible(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let tag_end = open + rest[open..].find('>').expect("a tag ends");
        let tag = &rest[open..=tag_end];
        for name in ["title=\"", "aria-label=\"", "placeholder=\"", "alt=\""] {
            if let Some(value) = tag.split(name).nth(1) {
                text.push(' ');
                text.push_str(value.split('"').next().unwrap());
            }
        }
        text.push(' ');
        rest = &rest[tag_end + 1..];
        if tag.starts_with("<style") {
            rest = &rest[rest.find("</style>").expect("a style ends")..];
        }
    }
    (text + rest).replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The words of a text: no addresses, links or numbers.
fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace()
        .filter(|word| !word.contains("://") && !word.contains('@'))
        .flat_map(|word| word.split(|c: char| !c.is_alphabetic()))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn catalogue(language: Language) -> BTreeSet<String> {
    let said: Vec<String> = language.words().all().into_iter().map(|(_, text)| text).collect();
    let mut known = words(&said.join(" "));
    known.insert(NAME.to_lowercase());
    known
}

#[track_caller]
fn assert_says(language: Language, what: &str, text: &str) {
    let foreign: Vec<_> = words(text).difference(&catalogue(language)).cloned().collect();
    assert!(foreign.is_empty(), "{what} in {language:?} says {foreign:?}: {text}");
}

#[track_caller]
fn assert_page(language: Language, status: u16, answer: &TestAnswer) {
    let text = answer.text();
    assert_eq!(answer.status, status, "{text}");
    assert!(text.starts_with(&format!("<!doctype html><html lang=\"{}\">", language.tag())), "{text}");
    assert_says(language, "a page", &visible(&text));
}

async fn scene(engine: Engine, language: Language) -> Scene {
    let s = Scene::new(engine).await;
    speak(&s, language).await;
    s
}

async fn speak(s: &Scene, language: Language) {
    let path = format!("/api/newsletters/{}", s.home.id);
    let body = json!({ "name": NAME, "description": null, "language": language.tag() });
    s.api("PUT", &path, Some(body)).await.expect(200);
}

/// The newest mail.
async fn assert_mail(s: &Scene, language: Language) {
    let mails = s.mails().await;
    let mail = &mails[0];
    let tag = mail["headers"].as_array().unwrap().iter().find(|header| header["name"] == "Content-Language");
    assert_eq!(tag.unwrap()["value"], language.tag());
    for part in ["subject", "text"] {
        assert_says(language, part, mail[part].as_str().unwrap());
    }
    assert!(mail["subject"].as_str().unwrap().contains(NAME));
}

both_engines!(subscribing_speaks_the_newsletters_language, engine => {
    for language in Language::ALL {
        let s = scene(engine, language).await;
        let form = format!("{}/subscribe", s.path());
        assert_page(language, 200, &s.get(&s.path()).await);
        let shown = links::form_token(&s.t.app, s.home.id);
        s.t.clock.advance(5_000);
        for wrong in ["email=1", "email=", "email=1@example.com&first_name=1%0A2", "email=1&email=2",
            &format!("email=1@example.com&first_name={}", "1".repeat(201))] {
            assert_page(language, 422, &s.post(&form, &format!("{wrong}&shown={shown}")).await);
        }
        assert_page(language, 200, &s.subscribe("ida@example.com").await);
        assert_mail(&s, language).await;
        let path = s.confirm_path().await;
        assert_page(language, 200, &s.get(&path).await);
        assert_page(language, 200, &s.post(&path, "").await);
        s.t.clock.advance(8 * DAY);
        assert_page(language, 410, &s.get(&path).await);
        for _ in 0..20 {
            s.post_from([203, 0, 113, 7], &form, "email=1").await;
        }
        assert_page(language, 429, &s.post_from([203, 0, 113, 7], &form, "email=1").await);
        let id = s.reader("new@example.com", "1").await;
        s.set_status(id, "pending").await;
        let token = ConfirmToken::new(s.home.id, crate::SubscriberId::new(id), "new@example.com", s.t.app.now());
        s.deactivate().await;
        assert_page(language, 200, &s.get(&s.path()).await);
        assert_page(language, 409, &s.post(&form, "email=1").await);
        assert_page(language, 409, &s.get(&format!("/confirm/{}", token.text(&s.t.app))).await);
    }
});

both_engines!(what_a_subscriber_gets_is_told_in_it, engine => {
    for language in Language::ALL {
        let s = scene(engine, language).await;
        let id = s.reader("ida@example.com", "1").await;
        let token = s.reader_token(id);
        let path = format!("/p/{token}");
        for status in ["pending", "bounced", "complained", "unsubscribed", "active"] {
            s.set_status(id, status).await;
            assert_page(language, 200, &s.get(&path).await);
        }
        assert_page(language, 200, &s.post(&path, "first_name=1&last_name=2").await);
        for wrong in ["first_name=%00", "first_name=1&first_name=2", &format!("last_name={}", "1".repeat(201))] {
            assert_page(language, 422, &s.post(&path, wrong).await);
        }
        assert_page(language, 200, &s.get(&format!("/u/{token}")).await);
        assert_page(language, 200, &s.post(&format!("/u/{token}"), "").await);
        let sample = s.reader_token(0);
        assert_page(language, 200, &s.get(&format!("/p/{sample}")).await);
        assert_page(language, 200, &s.get(&format!("/u/{sample}")).await);

        for wish in ["data", "erase"] {
            s.t.clock.advance(HOUR);
            assert_page(language, 200, &s.post(&format!("{path}/{wish}"), "").await);
            assert_mail(&s, language).await;
            let mails = s.mails().await;
            let text = mails[0]["text"].as_str().unwrap();
            let own = text.split_whitespace().find(|word| word.contains(&path)).unwrap();
            let own = own.strip_prefix("http://127.0.0.1:8080").unwrap();
            assert_page(language, 200, &s.get(own).await);
            assert_page(language, 410, &s.get(&format!("{own}x")).await);
            let done = s.post(own, "").await;
            if wish == "erase" {
                assert_page(language, 200, &done);
            } else {
                let file = language.words().own_data.file_name;
                assert_eq!(done.header("content-disposition").unwrap(), format!("attachment; filename=\"{file}\""));
            }
        }
        assert_page(language, 404, &s.get(&path).await);
    }
});

both_engines!(who_cannot_be_mailed_is_told_in_it, engine => {
    for language in Language::ALL {
        let s = Scene::with(engine, |settings| settings.mail = "smtp://127.0.0.1:1".parse().unwrap()).await;
        speak(&s, language).await;
        let id = s.reader("ida@example.com", "1").await;
        let path = format!("/p/{}/data", s.reader_token(id));
        assert_page(language, 503, &s.post(&path, "").await);
        let reply = json!({ "reply_to": "desk@example.com" });
        s.api("PUT", &format!("/api/newsletters/{}", s.home.id), Some(reply)).await.expect(200);
        let answer = s.post(&path, "").await;
        assert_page(language, 503, &answer);
        assert!(answer.text().contains("desk@example.com"));
    }
});

both_engines!(the_archive_and_the_feed_speak_it, engine => {
    for language in Language::ALL {
        let s = scene(engine, language).await;
        let campaigns = format!("/api/newsletters/{}/campaigns", s.home.id);
        let mut id = Value::Null;
        for _ in 0..52 {
            let body = json!({ "subject": "{{ subscriber.first_name }}", "html_content": "<p>1</p>" });
            id = s.api("POST", &campaigns, Some(body)).await.expect(201)["id"].clone();
        }
        let mut tx = s.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET status = 'sent', started_at = $1")
            .bind(s.t.app.now()).execute(conn).await.map(drop).unwrap());
        tx.commit().await.unwrap();
        let page = s.get(&s.path()).await;
        assert_page(language, 200, &page);
        let day = ["21 November 2026", "21. November 2026", "21 de noviembre de 2026"][language as usize];
        let common = &language.words().common;
        assert!(page.text().contains(&format!("Z\">{day}</time>")) && page.text().contains(common.no_subject));
        assert_page(language, 200, &s.get(&format!("{}/{id}", s.path())).await);
        let body = s.get(&format!("{}/{id}/body", s.path())).await;
        assert_page(language, 200, &body);
        assert!(body.text().contains(language.words().campaign.unsubscribe));
        let feed = s.get(&format!("{}/feed.xml", s.path())).await.text();
        assert!(feed.contains(&format!("<language>{}</language>", language.tag())), "{feed}");
        assert!(feed.contains(&format!("<title>{}</title>", common.no_subject)), "{feed}");
    }
});

both_engines!(an_issue_is_in_the_language_of_its_design, engine => {
    let s = scene(engine, Language::De).await;
    for (theme, lang) in [(json!({ "lang": "fr-CH" }), "fr-CH"), (json!({ "lang": "fr\" x=\"y" }), "fr&quot; x=&quot;y"), (json!({ "lang": "\"><script>" }), "de"), (json!({}), "de")] {
        let body = json!({ "subject": "1", "html_content": "<p>1</p>", "blocks": [], "theme": theme });
        let id = s.api("POST", &format!("/api/newsletters/{}/campaigns", s.home.id), Some(body)).await.expect(201)["id"].clone();
        let mut tx = s.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET status = 'sent', started_at = 1").execute(conn).await.map(drop).unwrap());
        tx.commit().await.unwrap();
        let body = s.get(&format!("{}/{id}/body", s.path())).await.text();
        assert!(body.starts_with(&format!("<!doctype html><html lang=\"{lang}\">")), "{body}");
    }
});

both_engines!(a_campaign_carries_its_newsletters_language, engine => {
    for language in Language::ALL {
        let s = scene(engine, language).await;
        let body = json!({ "subject": "1", "html_content": "<p>1</p>" });
        let made = s.api("POST", &format!("/api/newsletters/{}/campaigns", s.home.id), Some(body)).await.expect(201);
        let path = format!("/api/newsletters/{}/campaigns/{}/test", s.home.id, made["id"]);
        s.api("POST", &path, Some(json!({ "to": ["ida@example.com"] }))).await.expect(200);
        let mail = &s.mails().await[0];
        let unsubscribe = language.words().campaign.unsubscribe;
        let html = mail["html"].as_str().unwrap();
        assert!(html.contains(&format!("<html lang=\"{}\">", language.tag())), "{html}");
        assert!(html.contains(&format!(">{unsubscribe}</a>")), "{html}");
        assert!(mail["text"].as_str().unwrap().contains(&format!("\n{unsubscribe}: http")), "{mail}");
    }
});

both_engines!(where_no_newsletter_is_known_it_is_english, engine => {
    let s = scene(engine, Language::De).await;
    for path in ["/n/unknown", "/p/x", "/u/x", "/confirm/x", "/t/c/x"] {
        assert_page(Language::En, 404, &s.get(path).await);
    }
    let id = s.reader("ida@example.com", "1").await;
    let token = s.reader_token(id);
    s.api("DELETE", &format!("/api/newsletters/{}", s.home.id), None).await.expect(204);
    assert_page(Language::En, 200, &s.get(&format!("/u/{token}")).await);
    assert_page(Language::En, 404, &s.get(&format!("/p/{token}")).await);
});
