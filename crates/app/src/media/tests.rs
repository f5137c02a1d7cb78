use axum::{
    body::Body,
    http::{Request, header},
};
use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::{
    fixtures::{bomb, gif, jpeg, png},
    model,
};
use crate::testing::{START, TestAnswer, TestApp};

struct World {
    t: TestApp,
    token: String,
}

impl World {
    async fn new(engine: database::Engine) -> Self {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        Self { t, token }
    }

    async fn call(&self, method: &str, path: &str, body: Option<Value>) -> TestAnswer {
        self.t.call(Some(&self.token), method, path, body).await
    }

    async fn upload(&self, bytes: &[u8]) -> TestAnswer {
        self.t.upload(Some(&self.token), "/api/media", &[("file", bytes)]).await
    }

    /// What everybody gets at an address.
    async fn fetch(&self, url: &Value) -> TestAnswer {
        let path = url.as_str().unwrap().strip_prefix("http://127.0.0.1:8080").unwrap();
        self.t.call(None, "GET", path, None).await
    }

    async fn files(&self) -> i64 {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM media_files").fetch_one(conn).await).unwrap()
    }
}

both_engines!(an_image_is_kept_and_served_to_everybody, engine => {
    let w = World::new(engine).await;
    let bytes = jpeg(1300, 30);
    let made = w.upload(&bytes).await.expect(201);
    let url = |of: &Value| of["url"].as_str().unwrap().to_owned();
    assert_eq!(made, json!({
        "id": made["id"], "name": "readers.csv", "content_type": "image/jpeg", "width": 1300, "height": 30,
        "bytes": bytes.len(), "url": url(&made), "animated": false, "created_at": START.to_string(),
        "variants": [
            { "width": 600, "height": 14, "bytes": made["variants"][0]["bytes"], "url": url(&made["variants"][0]) },
            { "width": 1200, "height": 28, "bytes": made["variants"][1]["bytes"], "url": url(&made["variants"][1]) },
        ],
    }));
    let name = model::address(&crate::secrets::sha256(&bytes), "image/jpeg");
    let hex = name.trim_end_matches(".jpg");
    assert_eq!(made["url"], format!("http://127.0.0.1:8080/media/{name}"));
    let file = w.fetch(&made["url"]).await;
    assert_eq!((file.status.as_u16(), &file.bytes), (200, &bytes));
    let tag = format!("\"{hex}\"");
    for (name, value) in [
        ("content-type", "image/jpeg"),
        ("content-length", bytes.len().to_string().as_str()),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("etag", tag.as_str()),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'none'; sandbox"),
        ("cross-origin-resource-policy", "cross-origin"),
    ] {
        assert_eq!(file.header(name), Some(value), "{name}");
    }
    let small = &made["variants"][0];
    assert_eq!(w.fetch(&small["url"]).await.bytes.len() as i64, small["bytes"].as_i64().unwrap());
    assert_eq!(w.call("GET", &format!("/api/media/{}", made["id"]), None).await.expect(200), made);
    assert_eq!(w.call("GET", "/api/media", None).await.expect(200), json!([made]));
});

// The editor shows images by the addresses that mails have, also when it was opened as http://localhost.
both_engines!(the_dashboard_may_show_images, engine => {
    let w = World::new(engine).await;
    let answer = w.call("GET", "/api/media", None).await;
    let policy = answer.header("content-security-policy").unwrap();
    let images = policy.split("; ").find(|rule| rule.starts_with("img-src ")).unwrap();
    assert_eq!(images, "img-src 'self' data: blob: https: http://127.0.0.1:8080/media/");
});

both_engines!(caches_ask_again_cheaply, engine => {
    let w = World::new(engine).await;
    let made = w.upload(&png(8, 8)).await.expect(201);
    let path = made["url"].as_str().unwrap().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned();
    let ask = async |method: &str, known: &str| {
        let request = Request::builder().method(method).uri(&path).header(header::IF_NONE_MATCH, known);
        w.t.send(request.body(Body::empty()).unwrap()).await
    };
    let tag = ask("GET", "\"x\"").await.header("etag").unwrap().to_owned();
    for known in [tag.clone(), format!("\"x\", W/{tag}"), "*".to_owned()] {
        let answer = ask("GET", &known).await;
        assert_eq!((answer.status.as_u16(), answer.bytes.len(), answer.header("etag")), (304, 0, Some(tag.as_str())));
        assert!(answer.header("cache-control").unwrap().contains("immutable"));
    }
    let head = ask("HEAD", "\"x\"").await;
    assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(made["bytes"].to_string().as_str()));
    w.t.call(None, "POST", &path, None).await.expect(405);
});

both_engines!(no_other_address_is_served, engine => {
    let w = World::new(engine).await;
    let made = w.upload(&png(8, 8)).await.expect(201);
    let path = made["url"].as_str().unwrap().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned();
    let (stem, _) = path.rsplit_once('.').unwrap();
    for path in [
        format!("{stem}.jpg"), format!("{stem}.svg"), stem.to_owned(), path.to_uppercase().replace("MEDIA", "media"),
        format!("/media/{}.png", "0".repeat(64)), "/media/x.png".into(), "/media/%2e%2e%2fsecret.key".into(),
        "/media/a/b".into(), "/media".into(), "/media/%00.png".into(),
    ] {
        let answer = w.t.call(None, "GET", &path, None).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert!(answer.header("cache-control").is_none_or(|value| !value.contains("immutable")), "{path}");
    }
});

both_engines!(the_same_picture_is_there_once, engine => {
    let w = World::new(engine).await;
    let bytes = png(700, 8);
    let made = w.upload(&bytes).await.expect(201);
    w.t.clock.advance(1_000);
    assert_eq!(w.upload(&bytes).await.expect(201), made);
    let other = jpeg(8, 8);
    let (one, two) = tokio::join!(w.upload(&other), w.upload(&other));
    assert_eq!(one.expect(201), two.expect(201));
    assert_eq!(w.call("GET", "/api/media", None).await.header("x-total-count"), Some("2"));
    assert_eq!(w.files().await, 3);
});

both_engines!(a_file_is_served_as_long_as_somebody_has_it, engine => {
    let w = World::new(engine).await;
    let bob = w.t.author("bob@example.com").await;
    let bytes = png(700, 8);
    let adas = w.upload(&bytes).await.expect(201);
    let bobs = w.t.upload(Some(&bob), "/api/media", &[("file", &bytes)]).await.expect(201);
    assert_ne!(adas["id"], bobs["id"]);
    assert_eq!((&adas["url"], w.files().await), (&bobs["url"], 2));
    let path = format!("/api/media/{}", adas["id"]);
    w.call("DELETE", &path, None).await.expect(204);
    w.call("DELETE", &path, None).await.expect(404);
    w.call("GET", &path, None).await.expect(404);
    assert_eq!(w.fetch(&adas["url"]).await.status.as_u16(), 200, "it is Bob's as well");
    w.t.call(Some(&bob), "DELETE", &format!("/api/media/{}", bobs["id"]), None).await.expect(204);
    for url in [&adas["url"], &adas["variants"][0]["url"]] {
        w.fetch(url).await.expect(404);
    }
    assert_eq!(w.files().await, 0);
    w.upload(&bytes).await.expect(201);
    assert_eq!(w.fetch(&adas["url"]).await.status.as_u16(), 200);
});

both_engines!(an_author_leaves_no_images_behind, engine => {
    let w = World::new(engine).await;
    let bob = w.t.author("bob@example.com").await;
    let shared = w.upload(&png(8, 8)).await.expect(201);
    let own = w.upload(&jpeg(8, 8)).await.expect(201);
    w.t.upload(Some(&bob), "/api/media", &[("file", &png(8, 8))]).await.expect(201);
    w.call("DELETE", "/api/me", Some(json!({ "confirm": "ada@example.com", "password": "correct horse battery" }))).await.expect(204);
    assert_eq!((w.fetch(&shared["url"]).await.status.as_u16(), w.fetch(&own["url"]).await.status.as_u16()), (200, 404));
    while crate::deletions::remove_some(&w.t.app).await.unwrap() {}
    assert_eq!(w.files().await, 1);
});

both_engines!(bad_uploads_are_refused, engine => {
    let w = World::new(engine).await;
    let photo = jpeg(64, 64);
    for (bytes, start) in [
        (b"Dear reader".to_vec(), "This isn't a"),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec(), "Email apps don't show SVG. "),
        (bomb(60_000, 60_000), "The image has 60000 × 60000 pixels."),
        (photo[..photo.len() / 2].to_vec(), "The image cannot be read to its end."),
        (Vec::new(), "The file is empty."),
    ] {
        let told = w.upload(&bytes).await.expect(422);
        assert_eq!(told["errors"][0]["field"], "file");
        assert!(told["detail"].as_str().unwrap().starts_with(start), "{told}");
    }
    for size in [20 << 20, (10 << 20) + 1] {
        let told = w.upload(&vec![0; size]).await.expect(413);
        assert!(told["detail"].as_str().unwrap().starts_with("This image is over 10 MB"), "{told}");
    }
    w.upload(&vec![0; 10 << 20]).await.expect(422);
    w.t.upload(Some(&w.token), "/api/media", &[("picture", b"x")]).await.expect(422);
    w.call("POST", "/api/media", Some(json!({ "file": "x" }))).await.expect(415);
    w.t.upload(None, "/api/media", &[("file", &photo)]).await.expect(401);
    assert_eq!(w.call("GET", "/api/media", None).await.expect(200), json!([]));
});

both_engines!(images_are_renamed_found_and_paged, engine => {
    let w = World::new(engine).await;
    for side in 1..=4 {
        let made = w.upload(&png(side, side)).await.expect(201);
        let body = json!({ "name": format!(" Logo {side}% ") });
        let named = w.call("PUT", &format!("/api/media/{}", made["id"]), Some(body)).await.expect(200);
        assert_eq!((&named["name"], &named["url"]), (&json!(format!("Logo {side}%")), &made["url"]));
    }
    w.upload(&gif(2)).await.expect(201);
    let (mut path, mut seen) = ("/api/media?limit=2&q=LOGO".to_owned(), Vec::new());
    loop {
        let answer = w.call("GET", &path, None).await;
        assert_eq!(answer.header("x-total-count"), Some("4"));
        seen.extend(answer.expect(200).as_array().unwrap().clone());
        let Some(link) = answer.header("link") else { break };
        path = link.trim_start_matches('<').split('>').next().unwrap().to_owned();
    }
    let names: Vec<&str> = seen.iter().map(|media| media["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Logo 4%", "Logo 3%", "Logo 2%", "Logo 1%"]);
    let all = w.call("GET", "/api/media", None).await.expect(200);
    assert_eq!((&all[0]["animated"], &all[0]["content_type"], &all[4]["width"]), (&json!(true), &json!("image/gif"), &json!(1)));
    assert_eq!(w.call("GET", "/api/media?q=3%25", None).await.expect(200)[0]["name"], "Logo 3%");
    for query in ["limit=0", "cursor=x", "q=%00"] {
        w.call("GET", &format!("/api/media?{query}"), None).await.expect(400);
    }
    let path = format!("/api/media/{}", all[0]["id"]);
    for name in [json!(" "), json!(null), json!("a\nb"), json!("x".repeat(201)), json!(5)] {
        w.call("PUT", &path, Some(json!({ "name": name }))).await.expect(422);
    }
    assert_eq!(w.call("PUT", &path, Some(json!({}))).await.expect(200), all[0]);
});
