//! The campaigns of one newsletter.

use axum::{extract::State, http::Uri, response::Response};

use super::{newsletter, total};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        store::{self, Filter},
        view::{CampaignView, views},
    },
    http::{ApiResult, PageQuery, Path, Problems, Query, list},
};

/// List a newsletter's campaigns
///
/// Newest first, with their contents. A page ends before its limit where its contents pass 16 MiB; `Link` leads on.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns", tag = "campaigns",
    params(("newsletter_id" = i64, Path), PageQuery),
    responses(
        (status = 200, body = [CampaignView], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401, 404>))]
pub async fn list_campaigns(
    State(core): State<Core>,
    caller: Caller,
    Path(newsletter_id): Path<NewsletterId>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let mut page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let (rows, cut) =
        store::list_whole(&mut tx, caller.author_id, newsletter_id, &page, store::PAGE_BYTES).await?;
    if cut {
        // The last row read is the proof that there is more, as the one past the limit otherwise is.
        page.limit = rows.len() as i64 - 1;
    }
    let filter = Filter { newsletter_id: Some(newsletter_id), ..Filter::default() };
    let total = total(&mut tx, caller.author_id, &filter).await?;
    let rows = rows.into_iter().map(|campaign| (campaign, (&newsletter).into())).collect();
    let views = views(&mut tx, caller.author_id, rows).await?;
    Ok(list(&page, &uri, total, views, |c: &CampaignView| vec![c.id.get()]))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::{Value, json};

    use crate::{
        campaigns::{
            store,
            testing::{World, author},
        },
        http::PageQuery,
    };

    both_engines!(pages_follow_one_another_newest_first, engine => {
        let w = World::new(engine).await;
        for i in 1..=5 {
            w.campaign(json!({ "subject": format!("No. {i}"), "html_content": "<p>x</p>", "blocks": [{ "type": "text", "id": i.to_string() }] })).await;
        }
        let (mut path, mut seen) = (format!("{}?limit=2", w.campaigns()), Vec::new());
        loop {
            let answer = w.call("GET", &path, None).await;
            assert_eq!(answer.header("x-total-count"), Some("5"));
            seen.extend(answer.expect(200).as_array().unwrap().clone());
            let Some(link) = answer.header("link") else { break };
            path = link.trim_start_matches('<').split('>').next().unwrap().to_owned();
        }
        let subjects: Vec<&str> = seen.iter().map(|c| c["subject"].as_str().unwrap()).collect();
        assert_eq!(subjects, ["No. 5", "No. 4", "No. 3", "No. 2", "No. 1"]);
        assert_eq!(seen[0]["html_content"], "<p>x</p>");
        assert_eq!(seen[0]["blocks"], json!([{ "type": "text", "id": "5" }]));
        assert_eq!(seen[0]["ledger"], Value::Null);
    });

    both_engines!(bad_pages_and_other_authors_are_refused, engine => {
        let w = World::new(engine).await;
        for query in ["limit=0", "limit=1001", "limit=x", "cursor=nonsense"] {
            w.call("GET", &format!("{}?{query}", w.campaigns()), None).await.expect(400);
        }
        let (other, _) = author(&w.t, "other@example.com").await;
        w.t.call(Some(&other), "GET", &w.campaigns(), None).await.expect(404);
    });

    both_engines!(a_page_of_large_contents_ends_early, engine => {
        let w = World::new(engine).await;
        for i in 1..=5 {
            w.campaign(json!({ "subject": format!("No. {i}"), "html_content": "x".repeat(1000) })).await;
        }
        let page = PageQuery::default().page(1).unwrap();
        let mut tx = w.t.app.db.read().await.unwrap();
        let (rows, cut) = store::list_whole(&mut tx, w.author_id, w.newsletter_id, &page, 2_500).await.unwrap();
        assert_eq!((rows.len(), cut), (3, true));
        let (rows, cut) = store::list_whole(&mut tx, w.author_id, w.newsletter_id, &page, 1).await.unwrap();
        assert_eq!((rows.len(), cut), (2, true), "one to show and one to prove that there is more");
        let (rows, cut) = store::list_whole(&mut tx, w.author_id, w.newsletter_id, &page, 5_000).await.unwrap();
        assert_eq!((rows.len(), cut), (5, false));
    });
}
