//! A database of an earlier version is brought to this one with what is in it.

use database::on_engine;
use sqlx::migrate::Migrator;

use crate::{POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS, campaigns};

fn first_only(all: &Migrator) -> Migrator {
    Migrator::with_migrations(all.iter().take(1).cloned().collect())
}

database::both_engines!(campaigns_of_the_first_version_are_kept, engine => {
    let folder = tempfile::tempdir().unwrap();
    let db = database::testing::empty(engine, folder.path()).await;
    db.migrate(&first_only(&SQLITE_MIGRATIONS), &first_only(&POSTGRES_MIGRATIONS)).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    for sql in [
        "INSERT INTO authors (id, email, email_key, name, time_zone, role, created_at, updated_at) \
         VALUES (1, 'a@example.com', 'a@example.com', 'A', 'UTC', 'author', 0, 0)",
        "INSERT INTO newsletters (id, author_id, name, from_name, from_prefix, is_active, public_id, double_opt_in, \
         in_doubt_policy, created_at, updated_at) VALUES (1, 1, 'N', 'F', 'p', TRUE, 'x', FALSE, 'hold', 0, 0)",
        "INSERT INTO campaigns (id, author_id, newsletter_id, subject, html_content, blocks, status, in_doubt_policy, \
         created_at, updated_at) VALUES (1, 1, 1, 'S', '', '[{\"type\": \"text\"}]', 'draft', 'hold', 0, 0)",
    ] {
        on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
    }
    tx.commit().await.unwrap();
    crate::migrate(&db).await.unwrap();
    let campaign = campaigns::find(&mut db.read().await.unwrap(), 1, 1, 1).await.unwrap().unwrap();
    assert_eq!((campaign.revision, campaign.theme), (1, None));
    assert_eq!(campaign.blocks.unwrap().as_str(), r#"[{"type": "text"}]"#);
});
