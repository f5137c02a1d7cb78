//! What is found in a database that servers work on.

use database::{both_engines, on_engine};
use tokio::{io::AsyncWriteExt as _, net::TcpListener};

use super::{Patient, examine, work};
use crate::{
    App,
    deliveries::{SqlLedger, tests::Scene},
};

/// A machine with that installation, asked from the command line.
pub fn patient(app: &App) -> Patient {
    Patient {
        settings: app.settings.clone(),
        db: Ok(Some(app.db.clone())),
        secret: Ok(None),
        clock: app.clock.clone(),
        unchosen: None,
        is_serving: false,
    }
}

async fn write(app: &App, sql: &'static str) {
    let mut tx = app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
}

both_engines!(who_sends_is_counted_and_what_keeps_them_from_it_is_told, engine => {
    let s = Scene::new(engine, 1).await;
    let (asked, serving) = (patient(&s.t.app), Patient { is_serving: true, ..patient(&s.t.app) });
    assert_eq!(work::workers(&asked).await.unwrap(), "no server sends at the moment");
    assert!(work::workers(&serving).await.unwrap_err().starts_with("no node sends"));
    for (name, words) in [("one", "one node sends"), ("two", "2 nodes send")] {
        SqlLedger::register(s.t.app.core(), name.into()).await.unwrap();
        assert_eq!(work::workers(&asked).await.unwrap(), words);
        assert_eq!(work::workers(&serving).await.unwrap(), words);
    }
    write(&s.t.app, "UPDATE nodes SET trouble_since = heartbeat_at, trouble_reason = 'connection refused', trouble_told = 'x'").await;
    let told = work::workers(&asked).await.unwrap_err();
    assert!(told.starts_with("no email has left since ") && told.ends_with(": connection refused"), "{told}");
    // A schema of before knows of no trouble.
    write(&s.t.app, "DELETE FROM _sqlx_migrations WHERE version >= 10").await;
    assert_eq!(work::workers(&asked).await.unwrap(), "2 nodes send");
    assert!(asked.database_since(9).await.unwrap().is_some());
    assert!(asked.database_since(10).await.unwrap().is_none());
});

both_engines!(campaigns_that_paused_themselves_are_named, engine => {
    let s = Scene::new(engine, 1).await;
    let asked = patient(&s.t.app);
    assert_eq!(work::campaigns(&asked).await.unwrap(), "none has paused itself");
    for _ in 0..5 {
        s.post("/duplicate").await.expect(201);
    }
    write(&s.t.app, "UPDATE campaigns SET status = 'paused', pause_reason = 'Too many came back.'").await;
    let told = work::campaigns(&asked).await.unwrap_err();
    assert!(told.starts_with("6 paused automatically"), "{told}");
    assert_eq!((told.matches("Too many came back.").count(), told.ends_with(" and 1 more")), (5, true), "{told}");
    write(&s.t.app, "UPDATE campaigns SET pause_reason = NULL WHERE id = (SELECT MIN(id) FROM campaigns)").await;
    let told = work::campaigns(&asked).await.unwrap_err();
    assert_eq!((told.matches("Too many came back.").count(), told.contains("more")), (5, false), "{told}");
});

both_engines!(what_receives_reports_is_greeted, engine => {
    let s = Scene::new(engine, 1).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let mut asked = patient(&s.t.app);
    asked.settings.bounces.listen = Some(at);
    let answering = tokio::spawn(async move {
        for greeting in ["220 here", "HTTP/1.1"] {
            listener.accept().await.unwrap().0.write_all(greeting.as_bytes()).await.unwrap();
        }
    });
    assert_eq!(work::bounces(&asked).await.unwrap(), format!("reports are received at {at}"));
    assert!(work::bounces(&asked).await.unwrap_err().starts_with("something else"));
    answering.await.unwrap();
    // Nothing listens any more, which is as it should be while nothing runs.
    let told = work::bounces(&asked).await.unwrap();
    assert!(told.ends_with("no server runs at the moment"), "{told}");
    let mut serving = patient(&s.t.app);
    (serving.is_serving, serving.settings.bounces.listen) = (true, Some(at));
    assert!(work::bounces(&serving).await.unwrap_err().starts_with("nothing receives"));
    SqlLedger::register(s.t.app.core(), "one".into()).await.unwrap();
    assert!(work::bounces(&asked).await.unwrap_err().starts_with("nothing receives"));
});

both_engines!(everything_is_looked_at, engine => {
    let s = Scene::new(engine, 1).await;
    let names: Vec<&str> = Box::pin(examine(&patient(&s.t.app))).await.iter().map(|check| check.name).collect();
    assert_eq!(names, ["data", "secret", "database", "clock", "mail", "DNS", "bounces", "workers", "campaigns", "backup",
        "sending", "public URL"]);
});
