//! Changing a campaign that is not on its way yet.

use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;

use super::{campaign, editable, fields, newsletter, refuse_frozen, save};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        ab::{self, AbTest},
        store::{Campaign, Sitting},
        view::{CampaignView, view},
    },
    http::{ApiResult, Fields, IfMatch, Json, Patch, Path, Problem, ProblemBody, Problems, Tagged},
    newsletters::InDoubtPolicy,
    runs::Segment,
    templates::{Block, JsonText},
};

/// Any subset of the fields; null clears an optional one.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct UpdateCampaign {
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 998)]
    subject: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false, max_length = 300)]
    preheader: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false)]
    html_content: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, required = false)]
    text_content: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<Block>>, required = false)]
    blocks: Patch<Value>,
    #[serde(default)]
    #[schema(value_type = Option<std::collections::BTreeMap<String, Value>>, required = false)]
    theme: Patch<Value>,
    #[serde(default)]
    #[schema(value_type = Option<Segment>, required = false)]
    segment: Patch<Value>,
    #[serde(default)]
    #[schema(value_type = Option<AbTest>, required = false)]
    ab_test: Patch<Value>,
    #[serde(default)]
    #[schema(value_type = InDoubtPolicy, required = false)]
    in_doubt_policy: Patch<InDoubtPolicy>,
    /// The revision that the author started from: any other than the present one is refused.
    revision: Option<i64>,
}

/// Change a campaign
///
/// Only while it is a draft or scheduled: after that its content is frozen. Every change raises `revision`.
#[utoipa::path(put, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}", tag = "campaigns",
    request_body = UpdateCampaign, params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 200, body = CampaignView),
        Problems<400, 401, 404, 412, 413, 415, 422>,
        (status = 409, description = "It is neither draft nor scheduled, or was changed since the given revision", body = ProblemBody)))]
pub async fn update_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    if_match: IfMatch,
    Json(body): Json<UpdateCampaign>,
) -> ApiResult<Tagged<CampaignView>> {
    refuse_frozen(&campaign(&mut core.db.read().await?, &caller, newsletter_id, id).await?)?;
    let (revision, change) = (body.revision, read(body)?);
    let mut tx = core.db.begin().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let mut campaign = editable(&mut tx, &caller, newsletter_id, id, revision).await?;
    if_match.check(&campaign)?;
    let before = campaign.clone();
    change.apply(&mut campaign);
    fields::check_origin(&mut tx, &newsletter, campaign.segment.as_ref().map(|segment| segment.0)).await?;
    save(&mut tx, &core, &caller, (&before, &mut campaign), Sitting::GoesOn).await?;
    let answer = view(&mut tx, campaign, &newsletter).await?;
    tx.commit().await?;
    Ok(Tagged(answer))
}

/// What stays as it is, is missing.
struct Change {
    subject: Option<String>,
    preheader: Patch<String>,
    html_content: Option<String>,
    text_content: Patch<String>,
    blocks: Patch<JsonText>,
    theme: Patch<JsonText>,
    segment: Patch<Segment>,
    ab_test: Patch<AbTest>,
    in_doubt_policy: Option<InDoubtPolicy>,
}

fn read(body: UpdateCampaign) -> Result<Change, Problem> {
    let mut checks = Fields::default();
    let change = Change {
        subject: body.subject.change().map(|v| fields::subject(&mut checks, v)),
        preheader: checked(body.preheader, |v| fields::preheader(&mut checks, v)),
        html_content: body.html_content.change().map(|v| fields::html_content(&mut checks, v)),
        text_content: checked(body.text_content, |v| fields::text_content(&mut checks, v)),
        blocks: checked(body.blocks, |v| fields::blocks(&mut checks, v)),
        theme: checked(body.theme, |v| fields::theme(&mut checks, v)),
        segment: checked(body.segment, |v| fields::segment(&mut checks, v)),
        ab_test: checked(body.ab_test, |v| ab::read(&mut checks, v)),
        in_doubt_policy: checks.patch_required("in_doubt_policy", body.in_doubt_policy),
    };
    checks.finish()?;
    Ok(change)
}

/// Checks a value that was given; a blank one clears.
fn checked<T, U>(patch: Patch<T>, check: impl FnOnce(Option<T>) -> Option<U>) -> Patch<U> {
    match patch {
        Patch::Value(value) => check(Some(value)).map_or(Patch::Null, Patch::Value),
        Patch::Null => Patch::Null,
        Patch::Missing => Patch::Missing,
    }
}

impl Change {
    fn apply(self, campaign: &mut Campaign) {
        if let Some(subject) = self.subject {
            campaign.subject = subject;
        }
        if let Some(preheader) = self.preheader.change() {
            campaign.preheader = preheader;
        }
        if let Some(html_content) = self.html_content {
            campaign.html_content = html_content;
        }
        if let Some(text_content) = self.text_content.change() {
            campaign.text_content = text_content;
        }
        if let Some(blocks) = self.blocks.change() {
            campaign.blocks = blocks;
        }
        if let Some(theme) = self.theme.change() {
            campaign.theme = theme;
        }
        if let Some(segment) = self.segment.change() {
            campaign.segment = segment.map(sqlx::types::Json);
        }
        if let Some(test) = self.ab_test.change() {
            campaign.ab_test = test.map(sqlx::types::Json);
        }
        if let Some(policy) = self.in_doubt_policy {
            campaign.in_doubt_policy = policy;
        }
    }
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::{Value, json};

    use crate::campaigns::{
        model::Status,
        testing::{World, author, newsletter},
    };

    both_engines!(any_subset_changes_and_null_clears, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({
            "subject": "A", "preheader": "B", "html_content": "<p>C</p>", "text_content": "D",
            "blocks": [{ "type": "text", "content": "E" }], "theme": { "f": 1 },
        })).await;
        let before = w.get(&w.path(id)).await;
        w.t.clock.advance(5_000);
        let after = w.call("PUT", &w.path(id), Some(json!({ "subject": "Z" }))).await.expect(200);
        let mut expected = before.clone();
        expected["subject"] = json!("Z");
        expected["updated_at"] = json!("2026-11-21T12:00:05.000Z");
        expected["revision"] = json!(2);
        assert_eq!(after, expected);
        w.t.clock.advance(5_000);
        let again = w.call("PUT", &w.path(id), Some(json!({ "subject": " Z ", "revision": 2 }))).await.expect(200);
        assert_eq!(again, expected, "nothing changed");
        let nothing = json!({ "preheader": null, "html_content": null, "text_content": null, "blocks": null, "theme": null, "segment": null });
        let cleared = w.call("PUT", &w.path(id), Some(nothing)).await.expect(200);
        assert_eq!(cleared["html_content"], "");
        assert_eq!(cleared["revision"], 3);
        for field in ["preheader", "text_content", "text_preview", "blocks", "theme"] {
            assert_eq!(cleared[field], Value::Null, "{field}");
        }
        assert!(cleared["updated_at"].as_str() > after["updated_at"].as_str(), "two changes differ though no time passed");
        let policy = json!({ "in_doubt_policy": "resend", "blocks": [{ "type": "divider" }], "theme": { "b": 1, "a": 2 } });
        w.call("PUT", &w.path(id), Some(policy)).await.expect(200);
        let whole = w.get(&w.path(id)).await;
        assert_eq!((&whole["in_doubt_policy"], &whole["revision"], &whole["subject"]), (&json!("resend"), &json!(4), &json!("Z")));
        let kept = (whole["blocks"].to_string(), whole["theme"].to_string());
        assert_eq!(kept, (r#"[{"type":"divider"}]"#.into(), r#"{"b":1,"a":2}"#.into()));
    });

    both_engines!(a_change_since_the_given_revision_is_not_overwritten, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "A" })).await;
        let save = async |body: Value| w.call("PUT", &w.path(id), Some(body)).await;
        assert_eq!(save(json!({ "subject": "B", "revision": 1 })).await.expect(200)["revision"], 2);
        let told = save(json!({ "subject": "C", "revision": 1 })).await.expect(409);
        assert_eq!(
            told["detail"],
            "This campaign was changed elsewhere since you opened it (revision 2; yours is 1). Nothing was overwritten."
        );
        assert_eq!(w.get(&w.path(id)).await["subject"], "B");
        assert_eq!(save(json!({ "subject": "D" })).await.expect(200)["revision"], 3);
        save(json!({ "revision": "3" })).await.expect(422);
    });

    // A version before the block editor took any JSON.
    both_engines!(what_is_no_list_of_blocks_is_not_shown, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "A" })).await;
        let mut tx = w.t.app.db.begin().await.unwrap();
        database::on_engine!(&mut tx, conn => sqlx::query("UPDATE campaigns SET blocks = '{\"a\": 1}'")
            .execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
        assert_eq!(w.get(&w.path(id)).await["blocks"], Value::Null);
        w.call("PUT", &w.path(id), Some(json!({ "subject": "B" }))).await.expect(200);
    });

    both_engines!(each_field_is_checked, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "A" })).await;
        for (body, field) in [
            (json!({ "subject": null }), "subject"),
            (json!({ "subject": "" }), "subject"),
            (json!({ "subject": "a\nb" }), "subject"),
            (json!({ "subject": "{{ x }}" }), "subject"),
            (json!({ "preheader": "{{ x }}" }), "preheader"),
            (json!({ "html_content": "{{ x }}" }), "html_content"),
            (json!({ "text_content": "{{ x }}" }), "text_content"),
            (json!({ "html_content": "\u{0}" }), "html_content"),
            (json!({ "blocks": ["\u{0}"] }), "blocks[0]"),
            (json!({ "blocks": [{ "type": "text", "content": "\u{0}" }] }), "blocks[0].content"),
            (json!({ "theme": "dark" }), "theme"),
            (json!({ "segment": "all" }), "segment"),
            (json!({ "in_doubt_policy": null }), "in_doubt_policy"),
            (json!({ "in_doubt_policy": "guess" }), "in_doubt_policy"),
        ] {
            let answer = w.call("PUT", &w.path(id), Some(body.clone())).await.expect(422);
            assert_eq!(answer["errors"][0]["field"], field, "{body}");
        }
        assert_eq!(w.get(&w.path(id)).await["subject"], "A");
    });

    both_engines!(only_drafts_and_scheduled_ones_change, engine => {
        let w = World::new(engine).await;
        for status in Status::ALL {
            let id = w.campaign_in(status).await;
            let answer = w.call("PUT", &w.path(id), Some(json!({ "subject": "New" }))).await;
            let (code, subject) =
                if matches!(status, Status::Draft | Status::Scheduled) { (200, "New") } else { (409, "Hello") };
            let body = answer.expect(code);
            assert_eq!(w.get(&w.path(id)).await["subject"], subject, "{status}");
            if code == 409 {
                assert!(body["detail"].as_str().unwrap().contains(status.as_str()), "{body}");
            }
        }
    });

    both_engines!(anothers_campaign_is_not_there, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "A" })).await;
        let (other, _) = author(&w.t, "other@example.com").await;
        w.t.call(Some(&other), "PUT", &w.path(id), Some(json!({ "subject": "B" }))).await.expect(404);
        w.t.call(None, "PUT", &w.path(id), Some(json!({ "subject": "B" }))).await.expect(401);
        let second = newsletter(&w.t, w.author_id, "Second").await;
        let path = format!("/api/newsletters/{second}/campaigns/{id}");
        w.call("PUT", &path, Some(json!({ "subject": "B" }))).await.expect(404);
        assert_eq!(w.get(&w.path(id)).await["subject"], "A");
    });
}
