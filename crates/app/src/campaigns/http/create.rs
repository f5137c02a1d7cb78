//! Writing a new campaign.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::Value;

use super::{active_newsletter, fields, record_created};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        ab::{self, AbTest},
        store::{self, Draft},
        view::{CampaignView, view},
    },
    http::{ApiResult, Fields, Json, Path, Problem, ProblemBody, Problems},
    newsletters::{InDoubtPolicy, Newsletter},
    runs::Segment,
    templates::Block,
};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct NewCampaign {
    /// One line; may hold merge tags.
    #[schema(required, nullable = false, min_length = 1, max_length = 998)]
    subject: Option<String>,
    /// What mail programs show after the subject; one line; may hold merge tags.
    #[schema(max_length = 300)]
    preheader: Option<String>,
    /// A document or a fragment with merge tags; at most 1 MiB.
    html_content: Option<String>,
    /// Made from the HTML when absent; at most 1 MiB.
    text_content: Option<String>,
    /// The block editor's document beside the HTML that it made, by the rules of templates.
    #[schema(value_type = Option<Vec<Block>>)]
    blocks: Option<Value>,
    /// At most 64 KiB of JSON. Kept as it is sent.
    #[schema(value_type = Option<std::collections::BTreeMap<String, Value>>)]
    theme: Option<Value>,
    /// Who of the active subscribers gets it; null for all.
    #[schema(value_type = Option<Segment>)]
    segment: Option<Value>,
    /// Null for none.
    #[schema(value_type = Option<AbTest>)]
    ab_test: Option<Value>,
    /// The newsletter's when absent.
    in_doubt_policy: Option<InDoubtPolicy>,
}

/// Create a campaign
///
/// It starts as a draft. Merge tags are checked; a bad one is refused with its line and column.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns", tag = "campaigns", request_body = NewCampaign,
    params(("newsletter_id" = i64, Path)),
    responses(
        (status = 201, body = CampaignView),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "The newsletter is inactive", body = ProblemBody)))]
pub async fn create_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path(newsletter_id): Path<NewsletterId>,
    Json(body): Json<NewCampaign>,
) -> ApiResult<(StatusCode, axum::Json<CampaignView>)> {
    let newsletter = active_newsletter(&mut core.db.read().await?, &caller, newsletter_id).await?;
    let draft = read(body, &newsletter)?;
    let mut tx = core.db.begin().await?;
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    fields::check_origin(&mut tx, &newsletter, draft.segment).await?;
    let campaign = store::insert(&mut tx, &draft, core.now()).await?;
    record_created(&mut tx, &campaign, &newsletter).await?;
    let view = view(&mut tx, campaign, &newsletter).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(view)))
}

fn read(body: NewCampaign, newsletter: &Newsletter) -> Result<Draft, Problem> {
    let mut checks = Fields::default();
    let draft = Draft {
        author_id: newsletter.author_id,
        newsletter_id: newsletter.id,
        subject: fields::subject(&mut checks, body.subject),
        preheader: fields::preheader(&mut checks, body.preheader),
        html_content: fields::html_content(&mut checks, body.html_content),
        text_content: fields::text_content(&mut checks, body.text_content),
        blocks: fields::blocks(&mut checks, body.blocks),
        theme: fields::theme(&mut checks, body.theme),
        segment: fields::segment(&mut checks, body.segment),
        ab_test: ab::read(&mut checks, body.ab_test),
        in_doubt_policy: body.in_doubt_policy.unwrap_or(newsletter.in_doubt_policy),
        origin: None,
    };
    checks.finish()?;
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, http::Request};
    use database::both_engines;
    use serde_json::{Value, json};

    use crate::{
        CampaignId, activities,
        campaigns::testing::{World, author},
        testing::{START, TestAnswer},
    };

    async fn create(w: &World, body: Value) -> TestAnswer {
        w.call("POST", &w.campaigns(), Some(body)).await
    }

    /// The field and the message of the only error.
    async fn refused(w: &World, body: Value) -> (String, String) {
        let answer = create(w, body).await.expect(422);
        let errors = answer["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1, "{answer}");
        assert_eq!(answer["detail"], errors[0]["message"]);
        (errors[0]["field"].as_str().unwrap().to_owned(), errors[0]["message"].as_str().unwrap().to_owned())
    }

    both_engines!(a_new_campaign_is_a_draft_with_every_field, engine => {
        let w = World::new(engine).await;
        let made = create(&w, json!({
            "subject": "  Hello {{ subscriber.first_name }}  ", "preheader": "Soon", "html_content": "<p>Hi</p>\n",
            "text_content": "Hi\n", "blocks": [{ "type": "text", "content": "Hi" }],
            "theme": { "z": 1, "a": 2.0 }, "segment": null, "in_doubt_policy": "resend",
        })).await.expect(201);
        assert_eq!(made, json!({
            "id": made["id"], "newsletter_id": w.newsletter_id, "newsletter_name": "Weekly", "newsletter_language": "en",
            "subject": "Hello {{ subscriber.first_name }}", "preheader": "Soon", "html_content": "<p>Hi</p>\n",
            "text_content": "Hi\n", "text_preview": "Hi\n", "blocks": [{ "type": "text", "content": "Hi" }],
            "theme": { "z": 1, "a": 2.0 }, "revision": 1, "segment": null, "ab_test": null, "has_ab_test": false, "attachments": [],
            "schedule": null, "repeat": null, "origin": null, "tracking": "full", "engagement_forgotten_at": null, "status": "draft", "pause_reason": null, "in_doubt_policy": "resend", "recipients": null, "ledger": null,
            "opens": 0, "clicks": 0, "scheduled_at": null, "started_at": null, "sent_at": null,
            "created_at": START.to_string(), "updated_at": START.to_string(),
        }));
        assert_eq!(w.get(&w.path(CampaignId::new(made["id"].as_i64().unwrap()))).await, made);
        let events = activities::recent(&mut w.t.app.db.read().await.unwrap(), w.author_id, 10).await.unwrap();
        let event = events.iter().find(|e| e.kind == activities::ActivityKind::CampaignCreated).unwrap();
        assert_eq!((event.title.as_str(), event.detail.as_deref()), ("Hello {{ subscriber.first_name }}", Some("Weekly")));
    });

    both_engines!(a_subject_is_enough, engine => {
        let w = World::new(engine).await;
        let made = create(&w, json!({ "subject": "Hello", "text_content": " \n", "preheader": "" })).await.expect(201);
        assert_eq!(made["html_content"], "");
        for field in ["preheader", "text_content", "text_preview", "blocks", "theme"] {
            assert_eq!(made[field], Value::Null, "{field}");
        }
        assert_eq!(made["in_doubt_policy"], "hold", "the newsletter's");
    });

    both_engines!(each_field_is_checked, engine => {
        let w = World::new(engine).await;
        for (body, field, message) in [
            (json!({}), "subject", "Subject is required."),
            (json!({ "subject": null }), "subject", "Subject is required."),
            (json!({ "subject": " " }), "subject", "Subject is required."),
            (json!({ "subject": "a\r\nBcc: b@example.com" }), "subject", "Subject must be one line without control characters."),
            (json!({ "subject": "a\u{2028}b" }), "subject", "Subject must be one line without control characters."),
            (json!({ "subject": "a".repeat(999) }), "subject", "Subject has more than 998 characters."),
            (json!({ "subject": "a", "preheader": "a\nb" }), "preheader", "Preheader must be one line without control characters."),
            (json!({ "subject": "a", "preheader": "ü".repeat(301) }), "preheader", "Preheader has more than 300 characters."),
            (json!({ "subject": "a", "html_content": "a\u{0}" }), "html_content", "Html content must not contain the character U+0000."),
            (json!({ "subject": "a", "text_content": "a\u{0}" }), "text_content", "Text content must not contain the character U+0000."),
            (json!({ "subject": "a", "blocks": { "a": 1 } }), "blocks", "Blocks must be a list."),
            (json!({ "subject": "a", "blocks": [{ "type": "columns", "columns": [[{ "type": "button", "href": "javascript:x" }]] }] }),
                "blocks[0].columns[0][0].href",
                "Href must be a link with http, https, ftp, ftps, mailto, tel, callto, sms, cid, xmpp; javascript is not allowed."),
            (json!({ "subject": "a", "theme": [] }), "theme", "Theme must be an object."),
            (json!({ "subject": "a", "theme": { "a": ["\u{0}"] } }), "theme", "Theme must not contain the character U+0000."),
            (json!({ "subject": "a", "segment": {} }), "segment", "Segment must be null, or the kind not_opened or not_sent with a campaign_id."),
        ] {
            assert_eq!(refused(&w, body.clone()).await, (field.to_owned(), message.to_owned()), "{body}");
        }
        for (body, field) in [
            (json!({ "subject": 1 }), "subject"),
            (json!({ "subject": "a", "html_content": [] }), "html_content"),
            (json!({ "subject": "a", "in_doubt_policy": "guess" }), "in_doubt_policy"),
        ] {
            assert_eq!(refused(&w, body).await.0, field);
        }
        assert_eq!(w.call("GET", &w.campaigns(), None).await.header("x-total-count"), Some("0"));
    });

    both_engines!(the_longest_subject_and_preheader_are_taken, engine => {
        let w = World::new(engine).await;
        let body = json!({ "subject": "ü".repeat(998), "preheader": "ü".repeat(300) });
        create(&w, body).await.expect(201);
    });

    both_engines!(a_bad_tag_is_refused_with_its_place, engine => {
        let w = World::new(engine).await;
        for (body, field, place) in [
            (json!({ "subject": "Hi {{ name }}" }), "subject", "Subject, line 1, column 7: "),
            (json!({ "subject": "a", "preheader": "Für {{ subscriber." }), "preheader", "Preheader, line 1, column 5: "),
            (json!({ "subject": "a", "html_content": "<p>\n  {{ subscriber.nope }}</p>" }), "html_content", "Html content, line 2, column 6: "),
            (json!({ "subject": "a", "text_content": "\n\n {{ x }}" }), "text_content", "Text content, line 3, column 5: "),
        ] {
            let (found, message) = refused(&w, body).await;
            assert_eq!(found, field);
            assert!(message.starts_with(place), "{message}");
        }
        let all = create(&w, json!({ "subject": "{{ a }}", "preheader": "{{ a }}", "html_content": "{{ a }}", "text_content": "{{ a }}" }));
        assert_eq!(all.await.expect(422)["errors"].as_array().unwrap().len(), 4, "every field is told at once");
    });

    both_engines!(an_inactive_newsletter_takes_no_campaign, engine => {
        let w = World::new(engine).await;
        w.deactivate().await;
        create(&w, json!({ "subject": "Hello" })).await.expect(409);
    });

    both_engines!(anothers_newsletter_is_not_there, engine => {
        let w = World::new(engine).await;
        let (other, _) = author(&w.t, "other@example.com").await;
        let body = json!({ "subject": "Hello" });
        w.t.call(Some(&other), "POST", &w.campaigns(), Some(body.clone())).await.expect(404);
        w.t.call(None, "POST", &w.campaigns(), Some(body.clone())).await.expect(401);
        w.call("POST", "/api/newsletters/999999/campaigns", Some(body)).await.expect(404);
    });

    both_engines!(a_body_over_the_limit_is_too_large, engine => {
        let w = World::new(engine).await;
        create(&w, json!({ "subject": "a", "html_content": "x".repeat(4 << 20) })).await.expect(413);
        for field in ["html_content", "text_content"] {
            let answer = create(&w, json!({ "subject": "a", field: "x".repeat((1 << 20) + 1) })).await.expect(422);
            assert_eq!(answer["errors"][0]["field"], field);
            create(&w, json!({ "subject": "a", field: "x".repeat(1 << 20) })).await.expect(201);
        }
    });

    both_engines!(a_repeated_key_makes_one_campaign, engine => {
        let w = World::new(engine).await;
        let post = |key: &'static str, body: Value| {
            let request = Request::post(w.campaigns())
                .header("authorization", format!("Bearer {}", w.token))
                .header("content-type", "application/json")
                .header("idempotency-key", key)
                .body(Body::from(body.to_string()))
                .unwrap();
            w.t.send(request)
        };
        let first = post("k1", json!({ "subject": "Hello" })).await;
        assert_eq!(first.header("idempotency-replayed"), None);
        let first = first.expect(201);
        let again = post("k1", json!({ "subject": "Hello" })).await;
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        assert_eq!(again.expect(201), first);
        post("k1", json!({ "subject": "Other" })).await.expect(422);
        assert_ne!(post("k2", json!({ "subject": "Hello" })).await.expect(201)["id"], first["id"]);
        assert_eq!(w.call("GET", &w.campaigns(), None).await.header("x-total-count"), Some("2"));
    });
}
