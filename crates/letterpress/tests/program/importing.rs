//! An import whose server is killed goes on where it was, and its figures are true.

use std::{fmt::Write as _, time::Instant};

use database::{Engine, both_engines};
use serde_json::json;

use crate::harness::{Api, Home, PATIENCE};

const ROWS: usize = 100_000;

both_engines!(a_killed_import_goes_on_and_counts_truly, engine => {
    let home = match engine {
        Engine::Sqlite => Home::new(),
        Engine::Postgres => Home::new().with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await),
    };
    let server = home.serve();
    let mut api = Api::sign_up(&server).await;
    api.token = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "t"], "");
    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    let csv = (0..ROWS).fold("email,first name\nbad,x\n".to_owned(), |mut csv, n| {
        let _ = writeln!(csv, "r{n}@example.net,R{n}");
        csv
    });
    let import = format!("/api/imports/{}", api.upload(&newsletter, &csv).await["id"]);
    let began = Instant::now();
    let before = loop {
        let found = api.get(&import).await;
        if found["rows_read"].as_u64() > Some(0) {
            break found;
        }
        assert!(began.elapsed() < PATIENCE);
    };
    server.kill();
    assert_eq!(before["status"], "running", "the kill came too late to prove anything: {before}");

    let server = home.serve();
    api.url.clone_from(&server.url);
    let rows_read = before["rows_read"].as_u64();
    let import = api.wait_for(&import, |import| {
        assert!(import["rows_read"].as_u64() >= rows_read, "it began again: {import}");
        import["status"] == "done"
    }).await;
    let told = ["rows_read", "created", "updated", "unchanged", "failed", "duplicates"].map(|name| import[name].as_u64().unwrap());
    assert_eq!(told, [ROWS as u64 + 1, ROWS as u64, 0, 0, 1, 0], "{import}");
    assert_eq!(import["errors"].as_array().unwrap().len(), 1);
    assert_eq!(api.get("/api/subscribers/stats").await["total"], ROWS);
});
