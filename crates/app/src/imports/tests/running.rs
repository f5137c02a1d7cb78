//! How an import runs: its file, its chunks, nodes that die and others that go on.

use std::io::Cursor;

use axum::{body::Body, http::Request};
use database::{both_engines, on_engine};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::{World, counts, places, upload};
use crate::{
    App,
    clock::{HOUR, MINUTE},
    imports::{
        Job, Mapping, Mode, Outcome, background,
        background::{ImportSignal, file_of, sweep},
        import_reader, recover, remove_unfinished,
        run::{Place, Progress, batch, import_in_chunks},
        run_pending,
        signs::StatusMap,
        store,
    },
    testing::eventually,
};

impl World {
    /// What the import of that number is to do, from its file's beginning.
    fn job(&self, import_id: i64) -> Job {
        Job {
            import_id,
            newsletter_id: self.newsletter,
            mode: Mode::Update,
            mapping: Mapping::new(),
            answers: StatusMap::new(),
            file_name: String::new(),
            progress: Progress::default(),
            place: Place::default(),
        }
    }
}

both_engines!(a_file_that_the_disk_has_no_room_for_is_refused_unread, engine => {
    let w = World::new(engine).await;
    let request = Request::post(format!("/api/newsletters/{}/subscribers/import", w.newsletter))
        .header("authorization", format!("Bearer {}", w.token))
        .header("content-type", "multipart/form-data; boundary=x")
        .header("content-length", (1_u64 << 60).to_string())
        .body(Body::empty());
    let refusal = w.t.send(request.unwrap()).await.expect(413)["detail"].to_string();
    assert!(refusal.contains("and this file needs 2199023256064 MiB"), "{refusal}");
});

both_engines!(imports_are_cancelled_and_refused, engine => {
    let w = World::new(engine).await;
    let csv: &[u8] = b"email\na@x.example\n";
    let id = w.upload(&[("file", csv)]).await.expect(202)["id"].as_i64().unwrap();
    let cancel = format!("/api/imports/{id}/cancel");
    let cancelled = w.t.call(Some(&w.token), "POST", &cancel, None).await.expect(200);
    assert_eq!((&cancelled["status"], cancelled["finished_at"].is_string()), (&json!("cancelled"), true));
    w.t.call(Some(&w.token), "POST", &cancel, None).await.expect(409);
    assert!(!run_pending(&w.t.app).await.unwrap() && !file_of(&w.t.app, id).exists());

    // Cancelled while it runs: the next batch is not written.
    let id = w.upload(&[("file", csv)]).await.expect(202)["id"].as_i64().unwrap();
    w.sql("UPDATE imports SET status = 'cancelled' WHERE id = $1", id).await;
    let job = w.job(id);
    let (app, stop) = (&w.t.app, CancellationToken::new());
    let end = import_reader(&app.db, &app.clock, &job, Cursor::new(csv), &stop).await.unwrap();
    assert_eq!((end, w.stats().await["total"].clone()), (Outcome::Cancelled, json!(0)));

    let bob = w.t.author("bob@authors.example").await;
    for (method, path) in [("GET", format!("/api/imports/{id}")), ("GET", format!("/api/imports/{id}/errors.csv")),
        ("POST", format!("/api/imports/{id}/cancel")), ("GET", format!("/api/imports?newsletter_id={}", w.newsletter))] {
        w.t.call(Some(&bob), method, &path, None).await.expect(404);
    }
    assert_eq!(w.t.call(Some(&bob), "GET", "/api/imports", None).await.json(), json!([]));
    upload(&w.t, &bob, w.newsletter, &[("file", csv)]).await.expect(404);
    w.sql("UPDATE newsletters SET is_active = FALSE WHERE id = $1", w.newsletter.get()).await;
    w.upload(&[("file", csv)]).await.expect(409);
});

both_engines!(an_import_of_a_dead_process_starts_again, engine => {
    let w = World::new(engine).await;
    let csv: &[u8] = b"email\na@x.example\nb@x.example\nbad\n";
    let id = w.upload(&[("file", csv)]).await.expect(202)["id"].as_i64().unwrap();
    let app = &w.t.app;
    // A process took it, wrote a part and died.
    let mut tx = app.db.begin().await.unwrap();
    assert!(store::claim(&mut tx, id, app.now(), app.now()).await.unwrap().is_some());
    tx.commit().await.unwrap();
    w.sql("UPDATE imports SET created = 5, failed = 7, rows_read = 12 WHERE id = $1", id).await;
    assert!(!run_pending(app).await.unwrap(), "its runner may still live");
    recover(app).await.unwrap();
    if engine == database::Engine::Postgres {
        w.t.clock.advance(2 * MINUTE);
    }
    assert!(run_pending(app).await.unwrap());
    let import = w.get(&format!("/api/imports/{id}")).await.expect(200);
    assert_eq!((&import["status"], counts(&import)), (&json!("done"), [3, 2, 0, 0, 0, 1, 0]));

    let id = w.upload(&[("file", csv)]).await.expect(202)["id"].as_i64().unwrap();
    std::fs::remove_file(file_of(app, id)).unwrap();
    w.t.clock.advance(10 * MINUTE);
    let is_sqlite = engine == database::Engine::Sqlite;
    assert_eq!(run_pending(app).await.unwrap(), is_sqlite, "another node may have the file");
    w.t.clock.advance(50 * MINUTE);
    assert!(!run_pending(app).await.unwrap());
    w.t.clock.advance(1);
    assert_eq!(run_pending(app).await.unwrap(), !is_sqlite, "after an hour nobody has it");
});

both_engines!(a_node_whose_clock_is_wrong_leaves_another_its_import, engine => {
    let w = World::new(engine).await;
    let id = w.upload(&[("file", b"email\na@x.example\n")]).await.expect(202)["id"].as_i64().unwrap();
    let app = &w.t.app;
    let wrong = |ahead| App::new(app.db.clone(), w.t.clock.off_by(ahead), app.settings.clone()).unwrap();
    let mut tx = app.db.begin().await.unwrap();
    assert!(store::claim(&mut tx, id, app.now(), app.now()).await.unwrap().is_some());
    tx.commit().await.unwrap();
    assert!(!run_pending(&wrong(20 * MINUTE)).await.unwrap(), "it is ahead, its runner lives");
    w.t.clock.advance(2 * MINUTE);
    assert!(run_pending(&wrong(-20 * MINUTE)).await.unwrap(), "it is behind, its runner is dead");
    assert_eq!(w.get(&format!("/api/imports/{id}")).await.expect(200)["status"], "done");
});

both_engines!(files_of_imports_that_ended_elsewhere_are_removed, engine => {
    let w = World::new(engine).await;
    let csv: &[u8] = b"email\na@x.example\n";
    let upload = async || w.upload(&[("file", csv)]).await.expect(202)["id"].as_i64().unwrap();
    let (cancelled, gone, waiting, running) = (upload().await, upload().await, upload().await, upload().await);
    let app = &w.t.app;
    // What another node writes into the database.
    w.sql("UPDATE imports SET status = 'cancelled' WHERE id = $1", cancelled).await;
    w.sql("DELETE FROM imports WHERE id = $1", gone).await;
    w.sql("UPDATE imports SET status = 'running' WHERE id = $1", running).await;
    let others = ["upload.part", "notes.csv"].map(|name| app.settings.data_dir.join("imports").join(name));
    for path in &others {
        std::fs::write(path, csv).unwrap();
    }
    sweep(app).await.unwrap();
    let kept = [cancelled, gone, waiting, running].map(|id| file_of(app, id).exists());
    assert_eq!(kept, [false, false, true, true]);
    assert!(others.iter().all(|path| path.exists()));
});

/// Until a transaction waits for another that writes imports; SQLite, which cannot tell, lets nobody pass anyway.
async fn somebody_waits(db: &database::Database) {
    if db.engine() == database::Engine::Sqlite {
        return;
    }
    loop {
        let waiting: i64 = on_engine!(&mut db.read().await.unwrap(), conn => sqlx::query_scalar(
            "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = to_regclass('imports')")
            .fetch_one(conn).await.unwrap());
        if waiting > 0 {
            return;
        }
    }
}

both_engines!(a_file_whose_import_is_just_being_written_stays, engine => {
    let w = World::new(engine).await;
    let app = w.t.app.clone();
    let id = w.upload(&[("file", b"email\na@x.example\n")]).await.expect(202)["id"].as_i64().unwrap();
    w.sql("UPDATE imports SET status = 'cancelled' WHERE id = $1", id).await;
    // The file lies there already, and its import can be seen when this ends.
    let mut tx = app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE imports SET status = 'queued' WHERE id = $1")
        .bind(id).execute(conn).await.map(drop)).unwrap();
    let sweeping = sweep(&app);
    tokio::pin!(sweeping);
    tokio::select! {
        _ = &mut sweeping => panic!("it did not wait"),
        () = somebody_waits(&app.db) => {}
    }
    tx.commit().await.unwrap();
    sweeping.await.unwrap();
    assert!(file_of(&app, id).exists());
});

both_engines!(the_loop_removes_files_at_its_start_and_every_hour, engine => {
    let w = World::new(engine).await;
    let (app, stop) = (&w.t.app, CancellationToken::new());
    let until_gone = async |id| {
        eventually("gone", async || {
            app.with::<ImportSignal>().own.call();
            !file_of(app, id).exists()
        })
        .await;
    };
    w.upload(&[("file", b"email\na@x.example\n")]).await.expect(202);
    std::fs::write(file_of(app, 4711), "email\n").unwrap();
    let part = app.settings.data_dir.join("imports/upload.part");
    std::fs::write(&part, "email\n").unwrap();
    let running = tokio::spawn(background(app.with(), stop.clone()));
    until_gone(4711).await;
    std::fs::write(file_of(app, 4712), "email\n").unwrap();
    w.t.clock.advance(HOUR);
    until_gone(4712).await;
    stop.cancel();
    running.await.unwrap();
    assert!(part.exists(), "somebody may be uploading it");
    remove_unfinished(app);
    assert!(!part.exists());
});

both_engines!(the_loop_wakes_for_an_upload_and_stops, engine => {
    let w = World::new(engine).await;
    let stop = CancellationToken::new();
    let running = tokio::spawn(background(w.t.app.with(), stop.clone()));
    let id = w.upload(&[("file", b"email\na@x.example\n")]).await.expect(202)["id"].clone();
    let path = format!("/api/imports/{id}");
    eventually("done", async || w.get(&path).await.expect(200)["status"] == "done").await;
    stop.cancel();
    running.await.unwrap();
});

both_engines!(a_large_file_is_counted_exactly, engine => {
    let w = World::new(engine).await;
    let line = |n: u64| format!("r{}@x.example,N{n}\n", n.wrapping_mul(7_919) % 23_000);
    let csv: String = std::iter::once("email,first name\n".to_owned()).chain((0..23_000).map(line)).collect();
    // Several chunks, several batches, and an address of the first chunk again in the last.
    let csv = format!("{csv}{}bad\n", line(3));
    let id = w.upload(&[("file", b"email\n")]).await.expect(202)["id"].as_i64().unwrap();
    w.sql("UPDATE imports SET status = 'running' WHERE id = $1", id).await;
    let job = w.job(id);
    let (app, stop) = (&w.t.app, CancellationToken::new());
    let end = import_in_chunks(&app.db, &app.clock, &job, Cursor::new(csv), &stop, 11_000).await.unwrap();
    assert!(matches!(end, Outcome::Done(_)), "{end:?}");
    let import = w.get(&format!("/api/imports/{id}")).await.expect(200);
    assert_eq!(counts(&import), [23_002, 23_000, 0, 0, 0, 1, 1]);
    assert_eq!(places(&import), [(23_003, "row".to_owned())]);
    let stats = w.stats().await;
    assert_eq!((&stats["active"], &stats["this_week"]), (&json!(23_000), &json!(23_000)));
    assert_eq!(w.emails("q=r22999@x").await, ["r22999@x.example"]);
    let mut path = format!("/api/newsletters/{}/subscribers?limit=1000", w.newsletter);
    let (mut last, mut seen) = (i64::MAX, 0);
    loop {
        let answer = w.get(&path).await;
        for row in answer.json().as_array().unwrap() {
            let id = row["id"].as_i64().unwrap();
            assert!(id < last);
            (last, seen) = (id, seen + 1);
        }
        let Some(link) = answer.header("link") else { break };
        link[1..].split('>').next().unwrap().clone_into(&mut path);
    }
    assert_eq!(seen, 23_000);
    let mut tx = app.db.begin().await.unwrap();
    store::tell_planner(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(w.get("/api/subscribers?q=x.exa").await.header("x-total-count-capped"), Some("true"));
});

both_engines!(an_import_that_is_killed_again_and_again_writes_every_row_once, engine => {
    let w = World::new(engine).await;
    let line = |n: u64| format!("r{}@x.example,N{n}\n", n.wrapping_mul(7_919) % 45_000);
    let csv: String = std::iter::once("email,first name\nworse\n".to_owned()).chain((0..45_000).map(line)).collect();
    // Several chunks of several batches, and an address of the first chunk again in the last.
    let csv = format!("{csv}{}bad\n", line(3));
    let id = w.upload(&[("file", b"email\n")]).await.expect(202)["id"].as_i64().unwrap();
    let app = &w.t.app;
    let path = format!("/api/imports/{id}");
    let told = async || w.get(&path).await.expect(200)["rows_read"].as_i64().unwrap();
    let (mut kills, mut runs) = (0, 0);
    let end = loop {
        runs += 1;
        assert!(runs < 100, "it gets nowhere");
        w.t.clock.advance(2 * MINUTE);
        let mut tx = app.db.begin().await.unwrap();
        let (progress, place) = store::claim(&mut tx, id, app.now().plus(-MINUTE), app.now()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let rows_read = told().await;
        assert_eq!(progress.rows_read, rows_read, "told by those who were killed");
        let job = Job { import_id: id, newsletter_id: w.newsletter, mode: Mode::Update, mapping: Mapping::new(), answers: StatusMap::new(), file_name: String::new(), progress, place };
        // A process of its own: its connections die with it.
        let (db, clock, csv) = (database::testing::again(&app.db).await, app.clock.clone(), csv.clone());
        let running = tokio::spawn(async move {
            import_in_chunks(&db, &clock, &job, Cursor::new(csv), &CancellationToken::new(), 6_000).await.unwrap()
        });
        // The last of them may live.
        if kills < 5 {
            while !running.is_finished() && told().await <= rows_read {}
            running.abort();
        }
        match running.await {
            Ok(end) => break end,
            Err(_) => kills += 1,
        }
    };
    assert!(matches!(end, Outcome::Done(_)), "{end:?}");
    assert!(kills >= 2, "{kills}");
    let import = w.get(&path).await.expect(200);
    assert_eq!(counts(&import), [45_003, 45_000, 0, 0, 0, 2, 1]);
    assert_eq!(places(&import), [(2, "row".to_owned()), (45_004, "row".to_owned())]);
    assert_eq!(w.stats().await["active"], json!(45_000));
});

both_engines!(an_import_that_is_killed_within_a_chunk_goes_on_behind_its_last_batch, engine => {
    let w = World::new(engine).await;
    let (app, stop, written) = (&w.t.app, CancellationToken::new(), batch(engine));
    let rows = 2 * written + 1_000;
    let lines = |n: usize| (0..n).map(|n| format!("r{n:06}@x.example\n")).collect::<Vec<_>>().concat();
    let csv = |rows: usize| format!("email\nworse\nr000007@x.example\n{}", lines(rows));
    let id = w.upload(&[("file", b"email\n")]).await.expect(202)["id"].as_i64().unwrap();
    w.sql("UPDATE imports SET status = 'running' WHERE id = $1", id).await;
    let job = w.job(id);
    // What the first batch of a chunk leaves behind: its readers, what was wrong in the chunk, and the place.
    let first = Cursor::new(csv(written));
    let Outcome::Done(progress) = import_in_chunks(&app.db, &app.clock, &job, first, &stop, rows).await.unwrap() else { panic!() };
    assert_eq!((progress.rows_read, progress.created, progress.failed, progress.duplicates), (written as i64 + 2, written as i64, 1, 1));
    let place = Place { rows_whole: 0, part_rows: rows as i64 + 2, part_written: written as i64 };
    let job = Job { progress, place, ..job };
    // Less of it is there than was read before.
    let end = import_in_chunks(&app.db, &app.clock, &job, Cursor::new(csv(rows - 1)), &stop, 6_000).await.unwrap();
    assert!(matches!(&end, Outcome::Failed(reason) if reason.contains("its file is not what it was")), "{end:?}");
    // Whatever fits into memory now, the chunk ends where it ended. What comes behind it is a chunk of its own.
    let csv = format!("{}s@x.example\nr000003@x.example\n", csv(rows));
    let end = import_in_chunks(&app.db, &app.clock, &job, Cursor::new(csv), &stop, 6_000).await.unwrap();
    assert!(matches!(end, Outcome::Done(_)), "{end:?}");
    let import = w.get(&format!("/api/imports/{id}")).await.expect(200);
    let all = rows as i64;
    assert_eq!(counts(&import), [all + 4, all + 1, 0, 0, 0, 1, 2]);
    assert_eq!(places(&import), [(2, "email".to_owned())]);
    assert_eq!(w.stats().await["active"], json!(all + 1));
});

both_engines!(an_import_goes_on_where_chunks_ended_before, engine => {
    let w = World::new(engine).await;
    let (app, stop) = (&w.t.app, CancellationToken::new());
    let csv = |readers: &[usize]| {
        Cursor::new(readers.iter().fold("email\n".to_owned(), |csv, n| format!("{csv}r{n}@x.example\n")))
    };
    let id = w.upload(&[("file", b"email\n")]).await.expect(202)["id"].as_i64().unwrap();
    w.sql("UPDATE imports SET status = 'running' WHERE id = $1", id).await;
    let job = w.job(id);
    let done = async |job: &Job, readers: &[usize], rows: usize| {
        match import_in_chunks(&app.db, &app.clock, job, csv(readers), &stop, rows).await.unwrap() {
            Outcome::Done(progress) => (progress.rows_read, progress.created, progress),
            end => panic!("{end:?}"),
        }
    };
    let (.., progress) = done(&job, &[0, 1, 2, 3, 4, 5, 6], 7).await;
    // Seven rows are written, however many fit into memory now.
    let place = Place { rows_whole: 7, ..Place::default() };
    let again = Job { progress, place, ..job.clone() };
    let (read, created, progress) = done(&again, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 5).await;
    assert_eq!((read, created), (10, 10));
    // Of a chunk with two new addresses and three that came before, three rows are written.
    let place = Place { rows_whole: 10, part_rows: 5, part_written: 3 };
    let again = Job { progress, place, ..job };
    let (read, created, _) = done(&again, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 10, 11], 10).await;
    assert_eq!((read, created), (12, 10));
});
