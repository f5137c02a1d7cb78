//! What a campaign said before.

use axum::{extract::State, http::Uri, response::Response};

use super::campaign;
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{store, view::CampaignSave},
    http::{ApiResult, PageQuery, Path, Problems, Query, Total, list},
};

/// List the versions of a campaign
///
/// Newest first; the first one is the present state. There are none before its content is changed for the first time, nor
/// once it was sent. Saves of one writer within five minutes are one version. The last 50 are kept.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/versions", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), PageQuery),
    responses(
        (status = 200, body = [CampaignSave], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401, 404>))]
pub async fn list_campaign_versions(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    campaign(&mut tx, &caller, newsletter_id, id).await?;
    let rows = store::versions(&mut tx, id, &page).await?;
    let total = store::count_versions(&mut tx, id).await?;
    let views: Vec<CampaignSave> = rows.into_iter().map(Into::into).collect();
    Ok(list(&page, &uri, Total::Exact(total), views, |view| vec![view.revision]))
}

#[cfg(test)]
mod tests {
    use database::{both_engines, on_engine};
    use serde_json::{Value, json};

    use crate::{
        CampaignId,
        campaigns::{
            self,
            model::Status,
            store::{KEPT_VERSIONS, SITTING_MS},
            testing::{World, author},
        },
        testing::START,
    };

    /// Revisions and subjects, newest first.
    async fn saves(w: &World, id: CampaignId) -> Vec<(i64, String)> {
        let rows = w.get(&format!("{}/versions?limit=100", w.path(id))).await;
        let row =
            |row: &Value| (row["revision"].as_i64().unwrap(), row["subject"].as_str().unwrap().to_owned());
        rows.as_array().unwrap().iter().map(row).collect()
    }

    async fn save(w: &World, id: CampaignId, body: Value) -> Value {
        w.call("PUT", &w.path(id), Some(body)).await.expect(200)
    }

    async fn key(w: &World) -> Value {
        w.call("POST", "/api/api-keys", Some(json!({ "name": "Program", "scopes": ["full"] })))
            .await
            .expect(201)
    }

    fn named(all: &[(i64, &str)]) -> Vec<(i64, String)> {
        all.iter().map(|(revision, subject)| (*revision, (*subject).to_owned())).collect()
    }

    both_engines!(saves_of_a_sitting_are_one_version, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "A", "html_content": "<p>long enough</p>" })).await;
        assert_eq!(saves(&w, id).await, []);
        save(&w, id, json!({ "in_doubt_policy": "resend" })).await;
        assert_eq!(saves(&w, id).await, [], "its content is as it was");
        w.t.clock.advance(10);
        save(&w, id, json!({ "subject": "B" })).await;
        assert_eq!(saves(&w, id).await, named(&[(3, "B"), (2, "A")]));
        w.t.clock.advance(SITTING_MS - 1);
        save(&w, id, json!({ "subject": "C" })).await;
        assert_eq!(saves(&w, id).await, named(&[(4, "C"), (2, "A")]), "what it was at first is never written over");
        w.t.clock.advance(1);
        save(&w, id, json!({ "subject": "D" })).await;
        assert_eq!(saves(&w, id).await, named(&[(5, "D"), (4, "C"), (2, "A")]));
        let rows = w.get(&format!("{}/versions", w.path(id))).await;
        assert_eq!(rows[1], json!({
            "revision": 4, "subject": "C", "api_key_id": null,
            "began_at": "2026-11-21T12:00:00.010Z", "saved_at": "2026-11-21T12:05:00.009Z",
        }));
    });

    both_engines!(what_takes_half_away_and_what_another_writer_saves_is_a_version_apart, engine => {
        let w = World::new(engine).await;
        let html = |times: usize| json!({ "html_content": "<p>0123</p>".repeat(times) });
        let id = w.campaign(json!({ "subject": "A" })).await;
        save(&w, id, html(10)).await;
        save(&w, id, html(5)).await;
        assert_eq!(saves(&w, id).await.len(), 2, "half is left");
        save(&w, id, html(2)).await;
        assert_eq!(saves(&w, id).await.len(), 3);
        save(&w, id, html(1)).await;
        assert_eq!(saves(&w, id).await.len(), 3);
        let key = key(&w).await;
        w.t.call(key["key"].as_str(), "PUT", &w.path(id), Some(json!({ "subject": "By a program" }))).await.expect(200);
        let newest = &w.get(&format!("{}/versions?limit=1", w.path(id))).await[0];
        assert_eq!(newest["subject"], "By a program");
        assert_eq!(newest["api_key_id"], key["id"]);
        save(&w, id, json!({ "subject": "By hand" })).await;
        assert_eq!(saves(&w, id).await.len(), 5);
    });

    both_engines!(a_version_is_read_and_restored_whole, engine => {
        let w = World::new(engine).await;
        let test = json!({ "sample_percent": 20, "wait_minutes": 60, "metric": "opens", "variants": [{ "name": "A" }, { "name": "B", "subject": "Other" }] });
        let first = json!({
            "subject": "A", "preheader": "P", "html_content": "<p>H</p>", "text_content": "T",
            "blocks": [{ "type": "divider" }], "theme": { "b": 1, "a": 2 },
        });
        let id = w.campaign(first.clone()).await;
        save(&w, id, json!({ "ab_test": test })).await;
        let before = w.get(&w.path(id)).await;
        w.t.clock.advance(SITTING_MS);
        let emptied = json!({
            "subject": "Z", "preheader": null, "html_content": null, "text_content": null, "blocks": null, "theme": null,
            "ab_test": null, "in_doubt_policy": "resend",
        });
        save(&w, id, emptied).await;
        let path = format!("{}/versions", w.path(id));
        let version = w.get(&format!("{path}/2")).await;
        for field in ["subject", "preheader", "html_content", "text_content", "blocks", "theme", "ab_test"] {
            assert_eq!(version[field].to_string(), before[field].to_string(), "{field}");
        }
        let stale = w.call("POST", &format!("{path}/2/restore"), Some(json!({ "revision": 2 }))).await.expect(409);
        assert_eq!(stale["code"], "newer_revision");
        w.t.clock.advance(1);
        let restored = w.call("POST", &format!("{path}/2/restore"), Some(json!({ "revision": 3 }))).await.expect(200);
        let mut expected = before.clone();
        expected["in_doubt_policy"] = json!("resend");
        expected["revision"] = json!(4);
        expected["updated_at"] = json!("2026-11-21T12:05:00.001Z");
        assert_eq!(restored, expected);
        assert_eq!(saves(&w, id).await, named(&[(4, "A"), (3, "Z"), (2, "A"), (1, "A")]), "it can be taken back");
        let again = w.call("POST", &format!("{path}/2/restore"), None).await.expect(200);
        assert_eq!(again["revision"], 4, "nothing changed");
        w.call("POST", &format!("{path}/9/restore"), None).await.expect(404);
        w.call("GET", &format!("{path}/9"), None).await.expect(404);
    });

    both_engines!(the_last_fifty_are_kept, engine => {
        let mut w = World::new(engine).await;
        // A session ends before fifty sittings are over.
        w.token = key(&w).await["key"].as_str().unwrap().to_owned();
        let id = w.campaign(json!({ "subject": "1" })).await;
        for n in 2..=KEPT_VERSIONS + 3 {
            w.t.clock.advance(SITTING_MS);
            save(&w, id, json!({ "subject": n.to_string() })).await;
        }
        let kept: Vec<i64> = saves(&w, id).await.into_iter().map(|(revision, _)| revision).collect();
        assert_eq!(kept, (4..=KEPT_VERSIONS + 3).rev().collect::<Vec<_>>());
        let page = w.call("GET", &format!("{}/versions?limit=2", w.path(id)), None).await;
        assert_eq!(page.header("x-total-count"), Some("50"));
        assert!(page.header("link").unwrap().contains("rel=\"next\""));
    });

    both_engines!(only_what_may_be_edited_goes_back, engine => {
        let w = World::new(engine).await;
        for status in Status::ALL {
            let id = w.campaign(json!({ "subject": "Old" })).await;
            save(&w, id, json!({ "subject": "New" })).await;
            let mut tx = w.t.app.db.begin().await.unwrap();
            on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET status = $2 WHERE id = $1")
                .bind(id).bind(status.as_str()).execute(conn).await.map(drop)).unwrap();
            tx.commit().await.unwrap();
            let answer = w.call("POST", &format!("{}/versions/1/restore", w.path(id)), None).await;
            answer.expect(if matches!(status, Status::Draft | Status::Scheduled) { 200 } else { 409 });
        }
    });

    both_engines!(once_it_is_sent_there_are_none, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "A" })).await;
        save(&w, id, json!({ "subject": "B" })).await;
        let other = w.campaign(json!({ "subject": "C" })).await;
        save(&w, other, json!({ "subject": "D" })).await;
        let mut tx = w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET status = 'sending', epoch = 3")
            .execute(conn).await.map(drop)).unwrap();
        assert!(!campaigns::complete(&mut tx, id, 2, START).await.unwrap(), "of an older epoch");
        tx.commit().await.unwrap();
        assert_eq!(saves(&w, id).await, named(&[(2, "B"), (1, "A")]));
        let mut tx = w.t.app.db.begin().await.unwrap();
        assert!(campaigns::complete(&mut tx, id, 3, START).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(saves(&w, id).await, []);
        assert_eq!(saves(&w, other).await.len(), 2);
    });

    both_engines!(anothers_versions_are_not_there, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "A" })).await;
        save(&w, id, json!({ "subject": "B" })).await;
        let (other, _) = author(&w.t, "other@example.com").await;
        let path = format!("{}/versions", w.path(id));
        for (method, path) in [("GET", path.clone()), ("GET", format!("{path}/1")), ("POST", format!("{path}/1/restore"))] {
            w.t.call(Some(&other), method, &path, None).await.expect(404);
            w.t.call(None, method, &path, None).await.expect(401);
        }
        assert_eq!(w.get(&w.path(id)).await["subject"], "B");
    });
}
