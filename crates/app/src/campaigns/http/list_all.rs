//! The campaigns of all newsletters of the author.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use super::total;
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        model::Status,
        store::{self, Filter},
        view::{CampaignView, views},
    },
    http::{ApiResult, PageQuery, Problem, Problems, Query, list},
};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CampaignFilter {
    /// Only those of this newsletter.
    #[param(value_type = Option<i64>)]
    newsletter_id: Option<NewsletterId>,
    /// Only those in this state.
    status: Option<Status>,
    /// A part of the subject.
    q: Option<String>,
}

/// List campaigns across newsletters
///
/// Newest first, without their contents: `html_content`, `text_content`, `blocks`, `theme` and `ab_test` are null.
#[utoipa::path(get, path = "/api/campaigns", tag = "campaigns", params(CampaignFilter, PageQuery),
    responses(
        (status = 200, body = [CampaignView], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("x-total-count-capped" = Option<bool>, description = "true when counting stopped at the total given"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401>))]
pub async fn list_all_campaigns(
    State(core): State<Core>,
    caller: Caller,
    Query(filter): Query<CampaignFilter>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let filter = read(filter)?;
    let mut tx = core.db.read().await?;
    let rows = store::list(&mut tx, caller.author_id, &filter, &page).await?;
    let total = total(&mut tx, caller.author_id, &filter).await?;
    let tested: Vec<bool> = rows.iter().map(|row| row.has_ab_test).collect();
    let rows = rows.into_iter().map(|row| (row.campaign, row.of)).collect();
    let views = views(&mut tx, caller.author_id, rows).await?;
    let views = views.into_iter().zip(tested).map(|(view, is_tested)| view.outline(is_tested)).collect();
    Ok(list(&page, &uri, total, views, |c: &CampaignView| vec![c.id.get()]))
}

fn read(filter: CampaignFilter) -> Result<Filter, Problem> {
    let q = filter.q.map(|q| q.trim().to_owned()).filter(|q| !q.is_empty());
    if q.as_ref().is_some_and(|q| q.contains('\0')) {
        return Err(Problem::bad_request("q must not contain the character U+0000."));
    }
    Ok(Filter { newsletter_id: filter.newsletter_id, status: filter.status, q })
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::{Value, json};

    use crate::campaigns::{
        model::Status,
        testing::{World, author, newsletter},
    };

    async fn subjects(w: &World, query: &str) -> Vec<String> {
        let answer = w.call("GET", &format!("/api/campaigns?{query}"), None).await;
        let rows = answer.expect(200);
        let subjects: Vec<String> =
            rows.as_array().unwrap().iter().map(|c| c["subject"].as_str().unwrap().to_owned()).collect();
        assert_eq!(answer.header("x-total-count"), Some(subjects.len().to_string().as_str()), "{query}");
        subjects
    }

    both_engines!(rows_come_without_their_contents, engine => {
        let w = World::new(engine).await;
        let body = json!({ "subject": "A", "html_content": "<p>x</p>", "text_content": "ü".repeat(500),
            "blocks": [{ "type": "text" }], "theme": {}, "ab_test": { "sample_percent": 20, "wait_minutes": 60,
            "metric": "opens", "variants": [{ "subject": "One" }, { "subject": "Two" }] } });
        w.campaign(json!({ "subject": "Untested" })).await;
        w.campaign(body).await;
        let rows = w.get("/api/campaigns").await;
        let row = &rows[0];
        for field in ["html_content", "text_content", "blocks", "theme", "ab_test"] {
            assert_eq!(row[field], Value::Null, "{field}");
        }
        assert_eq!((&row["has_ab_test"], &rows[1]["has_ab_test"]), (&json!(true), &json!(false)));
        assert_eq!(row["text_preview"].as_str().unwrap(), "ü".repeat(200));
        assert_eq!(row["newsletter_name"], "Weekly");
    });

    both_engines!(filters_narrow_the_list, engine => {
        let mut w = World::new(engine).await;
        w.campaign(json!({ "subject": "Spring 100% off" })).await;
        w.campaign_in(Status::Sent).await;
        let first = w.newsletter_id;
        w.newsletter_id = newsletter(&w.t, w.author_id, "Second").await;
        w.campaign(json!({ "subject": "Autumn" })).await;
        assert_eq!(subjects(&w, "").await, ["Autumn", "Hello", "Spring 100% off"]);
        assert_eq!(subjects(&w, &format!("newsletter_id={first}")).await, ["Hello", "Spring 100% off"]);
        assert_eq!(subjects(&w, "status=sent").await, ["Hello"]);
        assert_eq!(subjects(&w, "q=SPRING").await, ["Spring 100% off"]);
        assert_eq!(subjects(&w, "q=0%25").await, ["Spring 100% off"]);
        assert_eq!(subjects(&w, "q=%25").await, ["Spring 100% off"], "a percent sign is no wildcard");
        assert!(subjects(&w, "q=_pring").await.is_empty());
        assert!(subjects(&w, &format!("newsletter_id={first}&status=draft&q=autumn")).await.is_empty());
        w.call("GET", "/api/campaigns?status=lost", None).await.expect(400);
        w.call("GET", "/api/campaigns?q=%00", None).await.expect(400);
        w.t.call(None, "GET", "/api/campaigns", None).await.expect(401);
    });

    both_engines!(pages_keep_the_filter, engine => {
        let w = World::new(engine).await;
        for i in 1..=3 {
            w.campaign(json!({ "subject": format!("No. {i}") })).await;
        }
        w.campaign_in(Status::Sent).await;
        let answer = w.call("GET", "/api/campaigns?status=draft&limit=2", None).await;
        assert_eq!(answer.header("x-total-count"), Some("3"));
        let link = answer.header("link").unwrap().trim_start_matches('<').split('>').next().unwrap().to_owned();
        let rest = w.call("GET", &link, None).await;
        assert_eq!(rest.header("link"), None);
        assert_eq!(rest.expect(200)[0]["subject"], "No. 1");
    });

    both_engines!(anothers_campaigns_are_not_listed, engine => {
        let w = World::new(engine).await;
        w.campaign(json!({ "subject": "Hello" })).await;
        let (other, _) = author(&w.t, "other@example.com").await;
        for path in ["/api/campaigns".to_owned(), format!("/api/campaigns?newsletter_id={}", w.newsletter_id)] {
            assert_eq!(w.t.call(Some(&other), "GET", &path, None).await.expect(200), json!([]));
        }
    });
}
