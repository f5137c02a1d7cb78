//! What becomes of a file's rows.

mod running;

use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::{background::file_of, run_pending};
use crate::{
    NewsletterId,
    testing::{TestAnswer, TestApp},
};

struct World {
    t: TestApp,
    token: String,
    newsletter: NewsletterId,
}

impl World {
    async fn new(engine: database::Engine) -> Self {
        let t = TestApp::new(engine).await;
        let token = t.author("ann@authors.example").await;
        let newsletter = newsletter(&t, &token).await;
        Self { t, token, newsletter }
    }

    async fn get(&self, path: &str) -> TestAnswer {
        self.t.call(Some(&self.token), "GET", path, None).await
    }

    async fn add(&self, body: Value) -> i64 {
        let path = format!("/api/newsletters/{}/subscribers", self.newsletter);
        self.t.call(Some(&self.token), "POST", &path, Some(body)).await.expect(201)["id"].as_i64().unwrap()
    }

    async fn upload(&self, parts: &[(&str, &[u8])]) -> TestAnswer {
        upload(&self.t, &self.token, self.newsletter, parts).await
    }

    /// Uploads a file, runs it and answers the import.
    async fn import(&self, parts: &[(&str, &[u8])]) -> Value {
        let id = self.upload(parts).await.expect(202)["id"].clone();
        assert!(run_pending(&self.t.app).await.unwrap());
        self.get(&format!("/api/imports/{id}")).await.expect(200)
    }

    /// The readers' addresses, newest first.
    async fn emails(&self, query: &str) -> Vec<String> {
        let rows = self.get(&format!("/api/subscribers?limit=1000&{query}")).await.expect(200);
        rows.as_array().unwrap().iter().map(|r| r["email"].as_str().unwrap().to_owned()).collect()
    }

    async fn reader(&self, email: &str) -> Value {
        self.get(&format!("/api/subscribers?q={email}")).await.expect(200)[0].clone()
    }

    /// Every reader with where it stands, by address.
    async fn standing(&self) -> Vec<String> {
        let rows = self.get("/api/subscribers?limit=1000").await.expect(200);
        let standing =
            |row: &Value| format!("{} {}", row["email"].as_str().unwrap(), row["status"].as_str().unwrap());
        let mut all: Vec<String> = rows.as_array().unwrap().iter().map(standing).collect();
        all.sort_unstable();
        all
    }

    async fn stats(&self) -> Value {
        self.get("/api/subscribers/stats").await.expect(200)
    }

    async fn sql(&self, sql: &'static str, id: i64) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }
}

async fn newsletter(t: &TestApp, token: &str) -> NewsletterId {
    let body = json!({"name": "News", "from_name": "N", "from_prefix": "news"});
    let made = t.call(Some(token), "POST", "/api/newsletters", Some(body)).await.expect(201);
    NewsletterId::new(made["id"].as_i64().unwrap())
}

async fn upload(t: &TestApp, token: &str, newsletter: NewsletterId, parts: &[(&str, &[u8])]) -> TestAnswer {
    t.upload(Some(token), &format!("/api/newsletters/{newsletter}/subscribers/import"), parts).await
}

/// `[rows_read, created, updated, unchanged, protected, failed, duplicates]`
fn counts(import: &Value) -> [i64; 7] {
    ["rows_read", "created", "updated", "unchanged", "protected", "failed", "duplicates"]
        .map(|name| import[name].as_i64().unwrap())
}

/// `(line, field)` of each error.
fn places(import: &Value) -> Vec<(i64, String)> {
    let errors = import["errors"].as_array().unwrap();
    errors.iter().map(|e| (e["line"].as_i64().unwrap(), e["field"].as_str().unwrap().to_owned())).collect()
}

both_engines!(a_file_becomes_readers_who_are_found, engine => {
    let w = World::new(engine).await;
    let csv = "\u{FEFF}E-Mail;Vorname;Nachname;Tags;Wohn Ort\r\n\
        Ada@X.example;\"Ada \"\"A\"\"\";Lovelace;vip, early;Köln\r\n\
        \r\n\
        bob@x.example;;\"O;Neil\";;\r\n";
    let import = w.import(&[("file", csv.as_bytes())]).await;
    assert_eq!((&import["status"], &import["reason"]), (&json!("done"), &Value::Null), "{import}");
    assert_eq!(counts(&import), [2, 2, 0, 0, 0, 0, 0]);
    assert_eq!((&import["file_name"], &import["mode"]), (&json!("readers.csv"), &json!("update")));
    assert_eq!(import["bytes_read"], import["bytes_total"]);
    let ada = w.reader("lovelace").await;
    assert_eq!((&ada["email"], &ada["first_name"], &ada["status"]), (&json!("Ada@X.example"), &json!("Ada \"A\""), &json!("active")));
    assert_eq!((&ada["tags"], &ada["attributes"]), (&json!(["vip", "early"]), &json!({"wohn_ort": "Köln"})));
    let bob = w.reader("bo").await;
    assert_eq!((&bob["first_name"], &bob["last_name"], &bob["attributes"]), (&Value::Null, &json!("O;Neil"), &json!({})));
    assert_eq!((w.stats().await["active"].clone(), w.stats().await["this_week"].clone()), (json!(2), json!(2)));
    assert!(!file_of(&w.t.app, import["id"].as_i64().unwrap()).exists());
    assert!(!run_pending(&w.t.app).await.unwrap());

    let again = w.import(&[("file", csv.as_bytes())]).await;
    assert_eq!(counts(&again), [2, 0, 0, 2, 0, 0, 0]);
    let changed = "email,first_name,wohn_ort\nADA@x.example,Ida,\nbob@x.example,,Bonn\nnew@x.example,New,\n";
    let third = w.import(&[("file", changed.as_bytes())]).await;
    assert_eq!(counts(&third), [3, 1, 2, 0, 0, 0, 0]);
    let ida = w.reader("ida%20love").await;
    assert_eq!((&ada["id"], &ida["email"], &ida["attributes"]), (&ida["id"], &json!("Ada@X.example"), &json!({"wohn_ort": "Köln"})));
    assert!(w.emails("q=ada%20%22").await.is_empty());
    let added = w.import(&[("mode", b"add"), ("file", b"email,last name\nbob@x.example,Other\n")]).await;
    assert_eq!(counts(&added), [1, 0, 0, 1, 0, 0, 0]);
    assert_eq!(w.reader("bob").await["last_name"], "O;Neil");
    let list = w.get(&format!("/api/imports?newsletter_id={}&limit=1", w.newsletter)).await;
    assert_eq!(list.header("x-total-count"), Some("4"));
    assert_eq!((list.json()[0]["id"].clone(), list.json()[0]["newsletter_name"].clone()), (added["id"].clone(), json!("News")));
});

both_engines!(bad_rows_are_told_and_the_rest_is_imported, engine => {
    let w = World::new(engine).await;
    let mut csv = b"email,first name,city\n".to_vec();
    csv.extend_from_slice(b"good@x.example,G,\n");
    csv.extend_from_slice(b"umlaut@x.example,M\xFCller,\n");
    csv.extend_from_slice(b"few@x.example,F\n");
    csv.extend_from_slice(b"many@x.example,M,c,d\n");
    csv.extend_from_slice(b"nobody,N,\n");
    csv.extend_from_slice(b",N,\n");
    csv.extend_from_slice(format!("long@x.example,L,{}\n", "x".repeat(10_001)).as_bytes());
    csv.extend_from_slice(format!("large@x.example,\"{}\",c\n", "y\n".repeat(600_000)).as_bytes());
    csv.extend_from_slice(b"nul@x.example,a\0b,\n");
    csv.extend_from_slice(b"lines@x.example,\"a\nb\",\n");
    csv.extend_from_slice(format!("{}@x.example,A,\n", "a".repeat(65)).as_bytes());
    csv.extend_from_slice(format!("name@x.example,{},\n", "n".repeat(201)).as_bytes());
    csv.extend_from_slice(b"last@x.example,\"L\",\"multi\nline\"\n");
    csv.extend_from_slice(b"cut@x.example,\"C");
    let import = w.import(&[("file", &csv)]).await;
    assert_eq!(import["status"], "done", "{import}");
    assert_eq!(counts(&import), [14, 2, 0, 0, 0, 12, 0]);
    let after = 600_000;
    let expected = [(3, "first name"), (4, "row"), (5, "row"), (6, "email"), (7, "email"), (8, "city"), (9, "row"),
        (10 + after, "first name"), (11 + after, "first name"), (13 + after, "email"), (14 + after, "first name"), (17 + after, "row")];
    assert_eq!(places(&import), expected.map(|(line, field)| (line, field.to_owned())));
    assert!(import["errors"][0]["message"].as_str().unwrap().contains("UTF-8"));
    assert_eq!(import["errors"][3]["value"], "nobody");
    assert_eq!(w.emails("").await, ["last@x.example", "good@x.example"]);
    assert_eq!(w.reader("last").await["attributes"]["city"], "multi\nline");
    let errors = w.get(&format!("/api/imports/{}/errors.csv", import["id"])).await;
    assert_eq!(errors.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(errors.text().starts_with("line,field,value,message\n3,first name,"), "{}", errors.text());
    assert_eq!(errors.text().lines().count(), 13);
});

both_engines!(files_that_are_no_lists_fail_with_a_reason, engine => {
    let w = World::new(engine).await;
    for (csv, word) in [
        (b"name,city\nA,B\n".as_slice(), "email addresses"), (b"\n\n", "empty"), (b"\xC4dresse,email\n\xC3\xA4\xC3\xB6,a@x.example\n", "UTF-8"),
        (b"e\0m\0a\0i\0l\0\n\0", "UTF-16"), (b"\"email\na@x.example\n", "quotes"),
    ] {
        let import = w.import(&[("file", csv)]).await;
        assert_eq!(import["status"], "failed", "{import}");
        assert!(import["reason"].as_str().unwrap().contains(word), "{import}");
    }
    let bad = b"mapping";
    for parts in [vec![], vec![("file", b"".as_slice())], vec![("mode", b"all"), ("file", b"email\n")],
        vec![("mapping", bad), ("file", b"email\n")], vec![("mapping", br#"{"a":"b"}"#.as_slice()), ("file", b"email\n")]] {
        w.upload(&parts).await.expect(422);
    }
    let json = w.t.call(Some(&w.token), "POST", &format!("/api/newsletters/{}/subscribers/import", w.newsletter),
        Some(json!({}))).await;
    json.expect(415);
    let folder = std::fs::read_dir(w.t.data_dir.join("imports")).unwrap().count();
    assert_eq!(folder, 0, "nothing is left behind");
});

both_engines!(utf16_and_header_only_files_are_read, engine => {
    let w = World::new(engine).await;
    let text = "Correo\tNombre\nzoë@x.example\tZ\nuñit@x.example\tÑ\nok@x.example\tÑandú 😀\n";
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let import = w.import(&[("file", &utf16)]).await;
    assert_eq!(counts(&import), [3, 3, 0, 0, 0, 0, 0], "{import}");
    assert_eq!(w.reader("ok@").await["first_name"], "Ñandú 😀");
    assert_eq!(w.emails("q=%C3%B1and%C3%BA").await, ["ok@x.example"]);
    let empty = w.import(&[("file", b"email")]).await;
    assert_eq!((empty["status"].clone(), counts(&empty)), (json!("done"), [0; 7]));
});

both_engines!(the_last_of_repeated_addresses_counts, engine => {
    let w = World::new(engine).await;
    let csv = "email,first\na@x.example,One\nb@x.example,B\nA@X.example,Two\na@x.EXAMPLE,Three\n";
    let import = w.import(&[("file", csv.as_bytes())]).await;
    assert_eq!(counts(&import), [4, 2, 0, 0, 0, 0, 2]);
    assert_eq!(w.reader("a@x").await["first_name"], "Three");
    assert_eq!(w.stats().await["total"], 2);
});

both_engines!(who_left_is_left_alone, engine => {
    let w = World::new(engine).await;
    let mut before = Vec::new();
    for (name, sql) in [
        ("gone", "UPDATE subscribers SET status = 'unsubscribed' WHERE id = $1"),
        ("bounced", "UPDATE subscribers SET status = 'bounced' WHERE id = $1"),
        ("complained", "UPDATE subscribers SET status = 'complained' WHERE id = $1"),
        ("pending", "UPDATE subscribers SET status = 'pending' WHERE id = $1"),
    ] {
        let id = w.add(json!({"email": format!("{name}@x.example"), "first_name": name})).await;
        w.sql(sql, id).await;
        before.push(w.reader(&format!("{name}@")).await);
    }
    let csv = "email,first name,city,tags\ngone@x.example,X,Y,t\nBOUNCED@x.example,X,Y,t\ncomplained@x.example,X,Y,t\n\
        pending@x.example,X,Y,t\nnew@x.example,X,Y,t\n";
    let import = w.import(&[("file", csv.as_bytes())]).await;
    assert_eq!(counts(&import), [5, 1, 1, 0, 3, 0, 0]);
    for (at, name) in ["gone", "bounced", "complained"].iter().enumerate() {
        assert_eq!(w.reader(&format!("{name}@")).await, before[at]);
    }
    let pending = w.reader("pending@").await;
    assert_eq!((&pending["status"], &pending["first_name"]), (&json!("pending"), &json!("X")));
    // A file that says itself that somebody left does not bring them back.
    let export = "email,status\nleft@x.example,unsubscribed\nbad@x.example,bounced\nfine@x.example,active\n";
    let import = w.import(&[("file", export.as_bytes())]).await;
    assert_eq!((counts(&import), w.reader("fine").await["attributes"].clone()), ([3, 1, 0, 0, 0, 0, 0], json!({})));
    assert_eq!(import["departed"], 2);
    assert_eq!(w.standing().await, [
        "bad@x.example bounced", "bounced@x.example bounced", "complained@x.example complained", "fine@x.example active",
        "gone@x.example unsubscribed", "left@x.example unsubscribed", "new@x.example active", "pending@x.example pending",
    ]);
    w.sql("UPDATE newsletters SET double_opt_in = TRUE WHERE id = $1", w.newsletter.get()).await;
    w.import(&[("file", b"email\nwaits@x.example\n")]).await;
    assert_eq!(w.reader("waits").await["status"], "pending");
});

both_engines!(exports_of_other_tools_make_nobody_active_who_left, engine => {
    let w = World::new(engine).await;
    let beehiiv = "email,status,tier,subscribed_at,unsubscribed_at\nb1@x.example,active,free,2026-01-15T12:00:00Z,\n\
        b2@x.example,inactive,free,2026-01-15T12:00:00Z,2026-02-01T08:00:00Z\nb3@x.example,pending,free,2026-01-15T12:00:00Z,\n\
        b4@x.example,active,free,2026-01-15T12:00:00Z,2026-02-01T08:00:00Z\n";
    let substack = "email,active_subscription,expiry,plan,email_disabled,created_at\ns1@x.example,false,,other,false,2026-01-15T12:00:00.000Z\n\
        s2@x.example,true,,monthly,true,2026-01-15T12:00:00.000Z\n";
    let ghost = "id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,deleted_at,labels\n\
        1,g1@x.example,Ada Lovelace,,true,false,2026-01-15T12:00:00.000Z,,vip\n2,g2@x.example,,,false,false,2026-01-15T12:00:00.000Z,,\n";
    let listmonk = "uuid,email,name,attributes,status,created_at,updated_at\nu1,l1@x.example,L One,{},enabled,2026-01-15 12:00:00 +0000,\n\
        u2,l2@x.example,L Two,{},blocklisted,2026-01-15 12:00:00 +0000,\nu3,l3@x.example,L Three,{},disabled,2026-01-15 12:00:00 +0000,\n";
    let unsubscribed = "Email Address,First Name,OPTIN_TIME,UNSUB_TIME\nm1@x.example,M,2026-01-15 12:00:00,2026-02-01 08:00:00\n";
    let cleaned = "Email Address,First Name,OPTIN_TIME,CLEAN_TIME\nm2@x.example,M,2026-01-15 12:00:00,2026-02-01 08:00:00\n";
    let mut departed = 0;
    for (file, mapping) in [(beehiiv, ""), (substack, ""), (ghost, ""), (listmonk, r#"{"email": "email"}"#), (unsubscribed, ""), (cleaned, "")] {
        let import = w.import(&[("mapping", mapping.as_bytes()), ("file", file.as_bytes())]).await;
        assert_eq!((&import["status"], &import["failed"]), (&json!("done"), &json!(0)), "{import}");
        departed += import["departed"].as_i64().unwrap();
    }
    // A file whose name alone says it.
    let id = w.upload(&[("file", b"email\nm3@x.example\n")]).await.expect(202)["id"].as_i64().unwrap();
    w.sql("UPDATE imports SET file_name = 'cleaned_members_export.csv' WHERE id = $1", id).await;
    assert!(run_pending(&w.t.app).await.unwrap());
    assert_eq!(departed, 8, "b2, b4, s2, g2, l2, l3, m1, m2");
    assert_eq!(w.standing().await, [
        "b1@x.example active", "b2@x.example unsubscribed", "b3@x.example pending", "b4@x.example unsubscribed",
        "g1@x.example active", "g2@x.example unsubscribed", "l1@x.example active", "l2@x.example unsubscribed",
        "l3@x.example unsubscribed", "m1@x.example unsubscribed", "m2@x.example bounced", "m3@x.example bounced",
        "s1@x.example active", "s2@x.example unsubscribed",
    ]);
    // Dates and whole names are kept.
    let ada = w.reader("g1@").await;
    assert_eq!((&ada["first_name"], &ada["last_name"], &ada["subscribed_at"]), (&json!("Ada"), &json!("Lovelace"), &json!("2026-01-15T12:00:00.000Z")));
    let gone = w.reader("b2@").await;
    assert_eq!((&gone["subscribed_at"], &gone["unsubscribed_at"]), (&json!("2026-01-15T12:00:00.000Z"), &json!("2026-02-01T08:00:00.000Z")));
    assert_eq!(w.reader("l1@").await["subscribed_at"], "2026-01-15T12:00:00.000Z", "though nobody mapped it");
    let stats = w.stats().await;
    assert_eq!(["active", "unsubscribed", "bounced", "pending", "this_week"].map(|name| stats[name].as_i64().unwrap()), [4, 7, 2, 1, 1]);
    // No later file brings them back.
    let import = w.import(&[("file", b"email\nb2@x.example\nm2@x.example\nl2@x.example\n")]).await;
    assert_eq!(counts(&import), [3, 0, 0, 0, 3, 0, 0]);
});

both_engines!(who_left_elsewhere_leaves_here, engine => {
    let w = World::new(engine).await;
    for name in ["a", "b", "c", "d"] {
        w.add(json!({"email": format!("{name}@x.example")})).await;
    }
    let csv = "email,status\na@x.example,unsubscribed\nb@x.example,cleaned\nc@x.example,pending\nD@x.example,unsubscribed\nd@x.example,active\n";
    for expected in [[5, 0, 0, 1, 0, 0, 1], [5, 0, 0, 1, 3, 0, 1]] {
        let import = w.import(&[("mode", b"add"), ("file", csv.as_bytes())]).await;
        assert_eq!((counts(&import), import["departed"].as_i64().unwrap()), (expected, 3 - expected[4]), "{import}");
    }
    assert_eq!(w.standing().await, ["a@x.example unsubscribed", "b@x.example bounced", "c@x.example active", "d@x.example unsubscribed"]);
    let stats = w.stats().await;
    assert_eq!(["active", "unsubscribed", "bounced"].map(|name| stats[name].as_i64().unwrap()), [1, 2, 1]);
    let days = w.get("/api/overview").await.expect(200);
    assert_eq!(days["last_30_days"]["unsubscribed"], 2);
});

both_engines!(a_word_that_nobody_knows_is_asked_about_first, engine => {
    let w = World::new(engine).await;
    let csv = "email,Status\na@x.example,Trialing\nb@x.example,trialing\nc@x.example,cold lead\nd@x.example,active\n";
    let asked = w.upload(&[("file", csv.as_bytes())]).await.expect(422);
    let questions: Vec<(&str, &str)> = asked["errors"].as_array().unwrap().iter()
        .map(|e| (e["field"].as_str().unwrap(), e["message"].as_str().unwrap())).collect();
    assert_eq!(questions, [
        ("status_map.trialing", "2 rows say “trialing” in the column “Status”: say whether these subscribers get email."),
        ("status_map.cold lead", "1 row says “cold lead” in the column “Status”: say whether these subscribers get email."),
    ]);
    assert!(w.get("/api/imports").await.json().as_array().unwrap().is_empty() && !run_pending(&w.t.app).await.unwrap());
    assert_eq!(std::fs::read_dir(w.t.data_dir.join("imports")).unwrap().count(), 0, "the file is gone");
    let part = br#"{"trialing": "active"}"#.as_slice();
    assert_eq!(w.upload(&[("status_map", part), ("file", csv.as_bytes())]).await.expect(422)["errors"].as_array().unwrap().len(), 1);
    for bad in [br#"{"trialing": "yes"}"#.as_slice(), br#"{"unsubscribed": "active"}"#, b"[]"] {
        let refused = w.upload(&[("status_map", bad), ("file", csv.as_bytes())]).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], "status_map");
    }
    let answers = br#"{"Trialing": "active", "cold lead": "skip"}"#.as_slice();
    let import = w.import(&[("status_map", answers), ("file", csv.as_bytes())]).await;
    assert_eq!((counts(&import), &import["status_map"]), ([4, 3, 0, 0, 0, 1, 0], &json!({"trialing": "active", "cold lead": "skip"})));
    assert_eq!(places(&import), [(4, "Status".to_owned())]);
    assert_eq!(w.standing().await, ["a@x.example active", "b@x.example active", "d@x.example active"]);
});

both_engines!(a_file_without_a_header_loses_nobody, engine => {
    let w = World::new(engine).await;
    let import = w.import(&[("file", b"first@x.example\nsecond@x.example\n")]).await;
    assert_eq!(counts(&import), [2, 2, 0, 0, 0, 0, 0], "{import}");
    let csv = b"Ada;ada@x.example;unsubscribed\nBob;bob@x.example;\nEve;nobody;\n";
    let import = w.import(&[("file", csv)]).await;
    assert_eq!((counts(&import), &import["departed"]), ([3, 1, 0, 0, 0, 1, 0], &json!(1)), "{import}");
    assert_eq!(places(&import), [(3, "column 2".to_owned())]);
    assert_eq!(w.reader("bob@").await["attributes"], json!({"column_1": "Bob"}));
    // A mapping names the columns by what stands in the first line.
    let mapping = br#"{"ada@x.example": "email", "Ada": "first_name"}"#;
    let import = w.import(&[("mapping", mapping), ("file", b"Ada;ada@x.example\nZoe;zoe@x.example\n")]).await;
    assert_eq!(counts(&import), [2, 1, 0, 0, 1, 0, 0], "{import}");
    assert_eq!(w.reader("zoe@").await["first_name"], "Zoe");
    assert_eq!(w.standing().await, [
        "ada@x.example unsubscribed", "bob@x.example active", "first@x.example active", "second@x.example active", "zoe@x.example active",
    ]);
});

both_engines!(the_first_line_of_a_file_without_a_header_is_a_row_in_every_column, engine => {
    let w = World::new(engine).await;
    let answers = br#"{"gold": "active"}"#.as_slice();
    // What stands in the first row is no name of a column: neither of an address, nor of something that readers say.
    let csv = b"a@x.example,unsubscribed,Mail\nb@x.example,yes,Bob\n";
    let import = w.import(&[("file", csv)]).await;
    assert_eq!((counts(&import), &import["departed"]), ([2, 1, 0, 0, 0, 0, 0], &json!(1)), "{import}");
    assert_eq!(w.standing().await, ["a@x.example unsubscribed", "b@x.example active"]);
    // What the author calls a status is one, whatever its name.
    for (csv, mapping) in [
        ("c@x.example,silver\nd@x.example,gold\n", br#"{"c@x.example": "email", "silver": "status"}"#.as_slice()),
        ("email,Tier\nc@x.example,silver\nd@x.example,gold\n", br#"{"email": "email", "Tier": "status"}"#),
    ] {
        let parts = [("mapping", mapping), ("status_map", answers), ("file", csv.as_bytes())];
        let asked = w.upload(&parts).await.expect(422);
        assert_eq!(asked["errors"][0]["field"], "status_map.silver", "{asked}");
    }
});

both_engines!(a_row_of_another_width_says_both, engine => {
    let w = World::new(engine).await;
    let import = w.import(&[("file", b"email,name\na@x.example\nb@x.example,B,C\nc@x.example,C\n")]).await;
    let told: Vec<&str> = import["errors"].as_array().unwrap().iter().map(|error| error["message"].as_str().unwrap()).collect();
    assert_eq!(told, ["This row has 1 column, the header has 2 columns.", "This row has 3 columns, the header has 2 columns."]);
    assert_eq!(w.standing().await, ["c@x.example active"]);
});

both_engines!(what_a_row_says_of_the_wish_to_leave_comes_first, engine => {
    let w = World::new(engine).await;
    let csv = "email,status,subscribed\na@x.example,unsubscribed,yes\nb@x.example,active,yes\n";
    let import = w.import(&[("file", csv.as_bytes())]).await;
    assert_eq!(counts(&import), [2, 1, 0, 0, 0, 0, 0], "{import}");
    assert_eq!(w.standing().await, ["a@x.example unsubscribed", "b@x.example active"]);
    // Without a date it is as of today.
    let reader = w.reader("a@x").await;
    assert_eq!((&reader["unsubscribed_at"], &reader["subscribed_at"]), (&json!(w.t.app.now()), &json!(w.t.app.now())));
});

both_engines!(what_older_spreadsheets_write_is_read, engine => {
    let w = World::new(engine).await;
    let import = w.import(&[("file", b"E-Mail;Vorname;Stra\xDFe\r\na@x.example;J\xF6rg;M\xFChlgasse \x96 5\r\n")]).await;
    assert_eq!(counts(&import), [1, 1, 0, 0, 0, 0, 0], "{import}");
    let reader = w.reader("a@x").await;
    assert_eq!((&reader["first_name"], &reader["attributes"]), (&json!("Jörg"), &json!({"straße": "Mühlgasse – 5"})));
    assert_eq!(import["bytes_read"], import["bytes_total"]);
});

both_engines!(a_mapping_says_which_column_is_which, engine => {
    let w = World::new(engine).await;
    let csv = b"Kontakt,Ort,Vorname,x\na@x.example,Bonn,Ada,1\n";
    for mapping in [br#"{"Kontakt":"email","Ort":"attributes.city"}"#.as_slice(), br#"{"email":"Kontakt","attributes.city":"Ort"}"#] {
        let import = w.import(&[("mapping", mapping), ("file", csv)]).await;
        assert_eq!(import["mapping"], json!({"Kontakt": "email", "Ort": "attributes.city"}));
        let reader = w.reader("a@x").await;
        assert_eq!((&reader["first_name"], &reader["attributes"]), (&Value::Null, &json!({"city": "Bonn"})));
    }
    // A name is a name, whatever its column is called.
    let mapping = br#"{"email": "email", "Subscribed": "first_name"}"#;
    w.import(&[("mapping", mapping), ("file", b"email,Subscribed\nb@x.example,No\n")]).await;
    let reader = w.reader("b@x").await;
    assert_eq!((&reader["first_name"], &reader["status"]), (&json!("No"), &json!("active")));
});

both_engines!(an_export_can_be_imported_again, engine => {
    let w = World::new(engine).await;
    w.add(json!({"email": "+a@x.example", "first_name": "=1+1", "last_name": "Ö", "tags": ["a", "b"],
        "attributes": {"city": "-Köln", "zip": "012"}})).await;
    let csv = w.get(&format!("/api/newsletters/{}/subscribers/export.csv", w.newsletter)).await.bytes;
    let import = w.import(&[("file", &csv)]).await;
    assert_eq!(counts(&import), [1, 0, 0, 1, 0, 0, 0]);
    let other = newsletter(&w.t, &w.token).await;
    upload(&w.t, &w.token, other, &[("file", &csv)]).await.expect(202);
    assert!(run_pending(&w.t.app).await.unwrap());
    let copy = w.get(&format!("/api/newsletters/{other}/subscribers")).await.json()[0].clone();
    assert_eq!((&copy["email"], &copy["first_name"], &copy["tags"]), (&json!("+a@x.example"), &json!("=1+1"), &json!(["a", "b"])));
    assert_eq!(copy["attributes"], json!({"city": "-Köln", "zip": "012"}));
});

both_engines!(a_column_of_many_words_is_no_status, engine => {
    let w = World::new(engine).await;
    for (header, what) in [("Status", "a status"), ("Subscribed", "yes or no")] {
        let rows = (0..300).map(|n| format!("r{n}@x.example,word{n}\n")).collect::<Vec<_>>().concat();
        let import = w.import(&[("file", format!("email,{header}\n{rows}").as_bytes())]).await;
        let told = format!("The column “{header}” should say {what} of each reader, and has too many different words for that.");
        assert_eq!(import["status"], "failed");
        assert!(import["reason"].as_str().unwrap().starts_with(&told), "{import}");
        assert_eq!(w.stats().await["total"], 0);
    }
    // What is asked about at most, and a little more.
    for (words, length, is_asked) in [(30, 60, true), (31, 60, false), (30, 61, false)] {
        let rows = (0..words).map(|n| format!("r{n}@x.example,{n:x>length$}\n")).collect::<Vec<_>>().concat();
        // A row of another width is wrong whatever it says.
        let csv = format!("email,status\nwide@x.example,other,more\n{rows}");
        let answer = w.upload(&[("file", csv.as_bytes())]).await;
        if is_asked {
            let told = answer.expect(422).to_string();
            assert!(told.matches("1 row says").count() >= words && !told.contains("other"), "{told}");
        } else {
            assert!(run_pending(&w.t.app).await.unwrap());
            let import = w.get(&format!("/api/imports/{}", answer.expect(202)["id"])).await.expect(200);
            assert!(import["reason"].as_str().unwrap().contains("has too many different words"), "{import}");
        }
    }
});
