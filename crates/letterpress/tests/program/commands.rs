//! Every command but `serve`.

use database::{Engine, both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, Home};

async fn on(engine: Engine) -> Home {
    match engine {
        Engine::Sqlite => Home::new(),
        Engine::Postgres => {
            Home::new().with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await)
        }
    }
}

both_engines!(an_operator_adds_authors_and_keys, engine => {
    let home = on(engine).await;
    let add = ["user", "add", "--email", "Ada@Example.com", "--name", "Ada", "--password-stdin"];
    home.answer(&add, "correct horse battery\n");
    let again = home.command(&["user", "add", "--email", "ada@example.com", "--name", "Ada"]).output().unwrap();
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("already"));

    let server = home.serve();
    let mut api = Api { client: reqwest::Client::new(), url: server.url.clone(), token: String::new() };
    let login = json!({ "email": "ada@example.com", "password": "correct horse battery" });
    let session = api.post("/api/auth/sign-in", login).await;
    assert_eq!(session["author"]["role"], "admin", "the first author is an administrator");

    // While the server runs, too.
    api.token = home.answer(&["api-key", "create", "--email", "ADA@example.com", "--name", "script"], "");
    assert_eq!(api.get("/api/me").await["email"], "Ada@Example.com");
    let made = home.answer(&["user", "add", "--email", "eve@example.com", "--name", "Eve"], "");
    let password = made.lines().find_map(|line| line.strip_prefix("Password: ")).unwrap();
    let session = api.post("/api/auth/sign-in", json!({ "email": "eve@example.com", "password": password })).await;
    assert_eq!(session["author"]["role"], "author");

    // Who forgot it, while mail does not leave.
    let forgotten = api.get("/api/me").await;
    let set = ["user", "set-password", "--email", "eve@example.com", "--only-password", "--password-stdin"];
    assert!(home.answer(&set, "another good password\n").contains("signed out everywhere"));
    let key = std::mem::replace(&mut api.token, session["access_token"].as_str().unwrap().to_owned());
    assert_eq!(api.try_call(Method::GET, "/api/me", None).await.0, 401, "her session ended");
    let old = json!({ "email": "eve@example.com", "password": password });
    assert_eq!(api.try_call(Method::POST, "/api/auth/sign-in", Some(old)).await.0, 401);
    api.post("/api/auth/sign-in", json!({ "email": "eve@example.com", "password": "another good password" })).await;
    api.token = key;
    assert_eq!(api.get("/api/me").await, forgotten, "nobody else's");
    for wrong in [["--email", "nobody@example.com"], ["--email", "eve"]] {
        let set = ["user", "set-password"].into_iter().chain(wrong).collect::<Vec<_>>();
        assert_eq!(home.command(&set).output().unwrap().status.code(), Some(1));
    }
});

both_engines!(an_operator_vouches_for_whom_they_named_an_administrator, engine => {
    let home = on(engine).await.with("LETTERPRESS_ADMINS", "Boss@example.com, added@example.com");
    let server = home.serve();
    Api::sign_up(&server).await;
    // Anybody can sign up with any address, and read in the built-in mailbox what goes there.
    let api = Api::sign_up_as(&server, "boss@example.com").await;
    let role = async || api.get("/api/me").await["role"].as_str().unwrap().to_owned();
    assert_eq!(role().await, "author");
    let told = home.answer(&["user", "verify", "--email", "boss@example.com"], "");
    assert_eq!(told, "The address of A. Author <boss@example.com> is verified. Role: Administrator.");
    assert_eq!(role().await, "admin", "at once");
    let add = ["user", "add", "--email", "added@example.com", "--name", "Added", "--password-stdin"];
    home.answer(&add, "correct horse battery\n");
    let login = json!({ "email": "added@example.com", "password": "correct horse battery" });
    assert_eq!(api.post("/api/auth/sign-in", login).await["author"]["role"], "admin", "vouched for by being added");
    let unknown = home.output(&["user", "verify", "--email", "nobody@example.com"]);
    assert_eq!((unknown.status.code(), String::from_utf8(unknown.stderr).unwrap().trim()), (Some(1), "error: There's no such author."));
});

#[test]
fn a_folder_without_an_installation_is_told_and_not_made() {
    let home = Home::new();
    for command in [
        &["confirm-sending"][..],
        &["api-key", "create", "--email", "ada@example.com", "--name", "x"],
        &["user", "set-password", "--email", "ada@example.com"],
        &["user", "verify", "--email", "ada@example.com"],
    ] {
        let output = home.output(command);
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("there is no installation"), "{command:?}");
    }
    assert!(!home.folder.path().join("data").exists());
}

#[cfg(unix)]
#[test]
fn the_database_is_its_owners_alone_in_any_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let data = home.folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    let _server = home.serve();
    for file in ["letterpress.db", "letterpress.db-wal", "letterpress.db-shm", "secret.key"] {
        assert_eq!(data.join(file).metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
}

both_engines!(migrate_can_be_run_twice, engine => {
    let home = on(engine).await;
    for _ in 0..2 {
        assert!(home.answer(&["migrate"], "").contains("this version's schema"));
    }
    home.serve();
});

#[test]
fn openapi_prints_the_committed_document() {
    let printed = Home::new().answer(&["openapi"], "");
    assert!(printed == include_str!("../../../../api/openapi.json").trim());
}

/// What describes a call is compiled for a test of the handlers alone, so that the program is asked where it answers.
#[tokio::test]
async fn the_program_has_every_documented_call_and_no_other_method_there() {
    let home = Home::new();
    let server = home.serve();
    let stranger = Api { client: reqwest::Client::new(), url: server.url.clone(), token: String::new() };
    let document: Value = serde_json::from_str(&stranger.text("/api/openapi.json").await).unwrap();
    for (path, calls) in document["paths"].as_object().unwrap() {
        for method in [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let is_documented = calls.get(method.as_str().to_lowercase()).is_some();
            let address = path.replace(['{', '}'], "");
            let (status, text) = stranger.try_call(method.clone(), &address, None).await;
            let is_there = status != 405 && !(status == 404 && text.contains("Nothing found at"));
            assert_eq!(is_there, is_documented, "{method} {path}: {status} {text}");
        }
    }
}

#[tokio::test]
async fn the_server_answers_pages_and_problems() {
    let home = Home::new();
    let server = home.serve();
    let api = Api { client: reqwest::Client::new(), url: server.url.clone(), token: String::new() };
    let ask = |method: Method, path: &str| {
        api.client.request(method, format!("{}{path}", api.url)).header("accept", "text/html").send()
    };
    let page = ask(Method::GET, "/newsletters/").await.unwrap();
    assert!(page.headers()["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    for (method, path, status) in [
        (Method::GET, "/api/nothing", 404),
        (Method::POST, "/api/nothing", 404),
        (Method::GET, "/u/a/b", 404),
        (Method::GET, "/hooks/nobody", 404),
        (Method::DELETE, "/newsletters", 405),
    ] {
        let answer = ask(method, path).await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["content-type"], "application/problem+json", "{path}");
    }
}
