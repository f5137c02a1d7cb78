//! What is found in a database that servers work on.

use database::{both_engines, on_engine};
use tokio::{io::AsyncWriteExt as _, net::TcpListener};

use super::{Found, Level, Patient, Place, Trouble, backups, examine, outside, returns, schema, work};
use crate::{
    App,
    clock::DAY,
    deliveries::{SqlLedger, tests::Scene},
};

/// A machine with that installation, asked from the command line.
pub fn patient(app: &App) -> Patient {
    Patient {
        settings: app.settings.clone(),
        place: Place::default(),
        db: Ok(Some(app.db.clone())),
        secret: Ok(None),
        clock: app.clock.clone(),
        unchosen: None,
        is_serving: false,
    }
}

/// What a check failed for.
pub fn failed(found: Found) -> String {
    match found.unwrap_err() {
        Trouble::Fail(text) => text,
        Trouble::Note(text) => panic!("only a note: {text}"),
    }
}

/// What a check has to note.
pub fn noted(found: Found) -> String {
    match found.unwrap_err() {
        Trouble::Note(text) => text,
        Trouble::Fail(text) => panic!("it failed: {text}"),
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
    assert!(noted(work::workers(&asked).await).starts_with("no server runs at the moment: run"));
    assert!(failed(work::workers(&serving).await).starts_with("a server answers and no node sends"));
    s.post("/send").await.expect(202);
    crate::deliveries::freeze_for_tests(&s.t.app).await;
    let told = failed(work::workers(&asked).await);
    assert!(told.starts_with("no node sends, and emails wait (1): run"), "{told}");
    for (name, words) in [("one", "one node sends"), ("two", "2 nodes send")] {
        SqlLedger::register(s.t.app.core(), name.into()).await.unwrap();
        assert_eq!(work::workers(&asked).await.unwrap(), words);
        assert_eq!(work::workers(&serving).await.unwrap(), words);
    }
    write(&s.t.app, "UPDATE nodes SET trouble_since = heartbeat_at, trouble_reason = 'connection refused', trouble_told = 'x'").await;
    let told = failed(work::workers(&asked).await);
    assert!(told.starts_with("no email has left since ") && told.contains(": connection refused. The line"), "{told}");
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
    let told = failed(work::campaigns(&asked).await);
    assert!(told.starts_with("6 paused automatically"), "{told}");
    assert_eq!((told.matches("Too many came back.").count(), told.contains(" And 1 more. Mend")), (5, true), "{told}");
    write(&s.t.app, "UPDATE campaigns SET pause_reason = NULL WHERE id = (SELECT MIN(id) FROM campaigns)").await;
    let told = failed(work::campaigns(&asked).await);
    assert_eq!((told.matches("Too many came back.").count(), told.contains("more.")), (5, false), "{told}");
});

both_engines!(what_receives_reports_is_greeted, engine => {
    let s = Scene::new(engine, 1).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let mut asked = patient(&s.t.app);
    asked.settings.bounces.listen = Some(at);
    let answering = tokio::spawn(async move {
        for greeting in ["220 here ESMTP LMTP ready\r\n", "220 mail.example.net ESMTP Postfix\r\n", "HTTP/1.1"] {
            listener.accept().await.unwrap().0.write_all(greeting.as_bytes()).await.unwrap();
        }
    });
    assert_eq!(returns::bounces(&asked).await.unwrap(), format!("reports are received at {at}"));
    let told = failed(returns::bounces(&asked).await);
    assert!(told.starts_with("another mail server answers") && told.contains("mail.example.net ESMTP Postfix"), "{told}");
    assert!(failed(returns::bounces(&asked).await).starts_with("something other"));
    answering.await.unwrap();
    // Nothing listens any more, which is as it should be while nothing runs.
    let told = returns::bounces(&asked).await.unwrap();
    assert!(told.ends_with("no server runs at the moment"), "{told}");
    let mut serving = patient(&s.t.app);
    (serving.is_serving, serving.settings.bounces.listen) = (true, Some(at));
    assert!(failed(returns::bounces(&serving).await).starts_with("nothing receives"));
    SqlLedger::register(s.t.app.core(), "one".into()).await.unwrap();
    assert!(failed(returns::bounces(&asked).await).starts_with("nothing receives"));
});

both_engines!(an_old_backup_is_worth_a_word_and_another_programs_schema_more, engine => {
    let s = Scene::new(engine, 1).await;
    let asked = patient(&s.t.app);
    assert!(noted(backups::backup(&asked).await).starts_with("there is no backup yet: run"));
    crate::instance::claim(&s.t.app.db, &s.t.clock, &s.t.app.settings.secret).await.unwrap();
    let mut tx = s.t.app.db.begin().await.unwrap();
    crate::instance::record_backup(&mut tx, s.t.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    s.t.clock.advance(2 * DAY);
    assert_eq!(backups::backup(&asked).await.unwrap(), "the last backup was made 2 days ago");
    s.t.clock.advance(1);
    assert!(noted(backups::backup(&asked).await).starts_with("the last backup was made 2 days ago: run"));

    assert!(schema::database(&asked).await.unwrap().ends_with("which is this version's"));
    let change = match engine {
        database::Engine::Sqlite => "UPDATE _sqlx_migrations SET checksum = X'00' WHERE version = 7",
        database::Engine::Postgres => "UPDATE _sqlx_migrations SET checksum = '\\x00' WHERE version = 7",
    };
    write(&s.t.app, change).await;
    let told = failed(schema::database(&asked).await);
    assert!(told.contains("its schema 7 was made by another program"), "{told}");
});

both_engines!(what_is_kept_back_or_readable_on_the_way_is_noted, engine => {
    let s = Scene::new(engine, 1).await;
    let asked = |change: fn(&mut crate::Settings)| {
        let mut asked = patient(&s.t.app);
        change(&mut asked.settings);
        asked
    };
    assert_eq!(outside::mail(&asked(|_| {})).await.unwrap(), "capture: keeps every email in the built-in mailbox; nothing leaves");
    let public = asked(|settings| settings.public_url = "https://news.example.com".into());
    assert!(noted(outside::mail(&public).await).contains("set LETTERPRESS_MAIL_URL"));
    assert_eq!(returns::bounces(&asked(|_| {})).await.unwrap(), "nothing leaves, so nothing comes back");
    let smtp = asked(|settings| settings.mail = "smtp://mail.example.com".parse().unwrap());
    assert!(noted(returns::bounces(&smtp).await).contains("set LETTERPRESS_BOUNCE_LISTEN"));
    let ses = asked(|settings| settings.mail = "ses://eu-west-1".parse().unwrap());
    assert!(noted(returns::bounces(&ses).await).contains("set LETTERPRESS_SNS_TOPICS"));
});

both_engines!(everything_is_looked_at, engine => {
    let s = Scene::new(engine, 1).await;
    let checks = Box::pin(examine(&patient(&s.t.app))).await;
    assert!(checks.iter().all(|check| check.ok == (check.level != Level::Fail)));
    let names: Vec<&str> = checks.iter().map(|check| check.name).collect();
    assert_eq!(names, ["settings", "data", "secret", "database", "clock", "mail", "DNS", "bounces", "workers", "campaigns", "backup",
        "sending", "public URL"]);
});
