//! What a role must be allowed on PostgreSQL, and that it needs no more.

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::{blocks::read, presupposed::remove};
use crate::harness::{Api, Home, setting};

async fn run(url: &str, statements: &[String]) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement.clone())).execute(&mut connection).await.unwrap();
    }
}

/// A database that allows nobody anything, and a role with these rights in it; answers how the role connects.
async fn database(server: &str, name: &str, rights: &[&str]) -> String {
    remove(server, name).await;
    run(server, &[format!("CREATE ROLE {name} LOGIN"), format!("CREATE DATABASE {name}")]).await;
    let address = server.split_once('@').unwrap().1.split('/').next().unwrap();
    let closed = ["DATABASE", "SCHEMA public"].map(|what| {
        let what = if what == "DATABASE" { format!("DATABASE {name}") } else { what.to_owned() };
        format!("REVOKE ALL ON {what} FROM PUBLIC")
    });
    let granted = rights
        .iter()
        .map(|right| format!("GRANT {} TO {name}", right.replace("DATABASE", &format!("DATABASE {name}"))));
    let statements: Vec<String> = closed.into_iter().chain(granted).collect();
    run(&format!("postgres://postgres@{address}/{name}"), &statements).await;
    format!("postgres://{name}@{address}/{name}")
}

#[tokio::test]
async fn a_role_with_the_rights_that_the_guide_names_is_enough() {
    let rights = ["CONNECT, CREATE ON DATABASE", "USAGE, CREATE ON SCHEMA public"];
    let page = read("docs/guide/scaling.md").replace('\n', " ");
    assert!(
        page.contains("`CONNECT` and `CREATE` on the database, `USAGE` and `CREATE` on its schema `public`"),
        "{page}"
    );
    let server = setting("LETTERPRESS_TEST_POSTGRES").expect("tools/with-postgres starts one");
    let name = format!("rights_{}", std::process::id());

    // One less, and there is no schema.
    for fewer in [
        ["CREATE ON DATABASE", rights[1]],
        ["CONNECT ON DATABASE", rights[1]],
        [rights[0], "USAGE ON SCHEMA public"],
        [rights[0], "CREATE ON SCHEMA public"],
    ] {
        let home = Home::new().with("LETTERPRESS_DATABASE_URL", database(&server, &name, &fewer).await);
        let output = home.output(&["migrate"]);
        assert_eq!(output.status.code(), Some(1), "{fewer:?}");
    }

    let home = Home::new().with("LETTERPRESS_DATABASE_URL", database(&server, &name, &rights).await);
    let running = home.serve();
    let api = Api::sign_up(&running).await;
    api.post("/api/newsletters", json!({ "name": "L", "from_name": "Ada", "from_prefix": "ada" })).await;
    api.import("/api/newsletters/1", "email\nrea@example.com\nbo@example.com\n").await;
    let draft = json!({ "subject": "May", "html_content": "<p>Hello</p>" });
    api.send("/api/newsletters/1", draft).await;
    assert_eq!(api.get("/api/subscribers?q=rea").await[0]["email"], "rea@example.com");
    let metrics = api.text("/metrics").await;
    assert!(metrics.contains("\nletterpress_database_bytes "), "{metrics}");
    home.answer(&["backup", "b.tar.gz"], "");
    let told = String::from_utf8(home.output(&["doctor"]).stdout).unwrap();
    assert!(told.lines().any(|line| line.starts_with("ok") && line.contains("atabase")), "{told}");
    drop(running);
    remove(&server, &name).await;
}
