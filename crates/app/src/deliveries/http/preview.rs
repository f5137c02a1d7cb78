//! A campaign as one reader would get it.

use axum::extract::State;
use database::Tx;
use serde::{Deserialize, Serialize};

use crate::{
    CampaignId, Core, NewsletterId, SubscriberId,
    accounts::Caller,
    campaigns::{
        Campaign,
        access::{campaign, newsletter},
        attachments,
        message::{self, Extras, compile},
    },
    captured_mail::HeaderLine,
    deliveries::content::sample_mailto,
    http::{ApiResult, Path, Problem, ProblemBody, Problems, Query},
    links::{self, ReaderToken},
    newsletters::Newsletter,
    senders,
    subscribers::{self, JsonAttributes, ReaderRow},
};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// Which subscriber; without it the first active one, or a sample.
    #[param(value_type = Option<i64>)]
    subscriber_id: Option<SubscriberId>,
    /// Which variant of an A/B test, from 0; without it the campaign as it is.
    variant: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PreviewView {
    /// `Name <address>`.
    pub from: String,
    /// The subscriber's address.
    pub to: String,
    #[schema(required)]
    pub reply_to: Option<String>,
    pub subject: String,
    #[schema(required)]
    pub preheader: Option<String>,
    pub html: String,
    pub text: String,
    pub headers: Vec<HeaderLine>,
    /// Of the whole message.
    pub size_bytes: usize,
}

/// Preview a campaign
///
/// Rendered by the code that renders the email itself, with the values of one subscriber.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/preview", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), PreviewQuery),
    responses(
        (status = 200, body = PreviewView),
        Problems<400, 401, 404, 422>,
        (status = 409, description = "The newsletter's sender cannot be used", body = ProblemBody)))]
pub async fn preview_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    Query(query): Query<PreviewQuery>,
) -> ApiResult<axum::Json<PreviewView>> {
    let mut tx = core.db.read().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let campaign = campaign(&mut tx, &caller, newsletter_id, id).await?;
    let reader = pick_reader(&mut tx, newsletter_id, query.subscriber_id).await?;
    let sender = senders::shown_sender(&core, &mut tx, &newsletter).await?;
    let extras = Extras { attachments: attachments::whole(&mut tx, id).await?, tracking: None };
    drop(tx);
    let (campaign, newsletter) = match query.variant {
        Some(variant) => as_variant(&campaign, &newsletter, variant)?,
        None => (campaign, newsletter),
    };
    let compiled = compile(&newsletter, &campaign, &sender.address, extras)?;
    let address = &sender.address;
    // Not the reader's own links: nothing seen here unsubscribes anybody.
    let token = ReaderToken { newsletter_id, subscriber_id: SubscriberId::new(0), campaign_id: id };
    let links = links::links(&core, sender.links_base(&core), &newsletter.public_id, token);
    let message_id = format!("preview.{id}.{}@{}", reader.id, content::domain_of(address));
    let mailto = sample_mailto(&core, &sender);
    let stamp = message::stamp(&links, &message_id, mailto.as_deref(), core.now());
    let attributes = JsonAttributes(&reader.attributes);
    let preview = compiled.preview(&message::reader(&reader, &attributes), &stamp);
    Ok(axum::Json(PreviewView {
        from: format!("{} <{address}>", newsletter.from_name),
        to: reader.email,
        reply_to: newsletter.reply_to,
        subject: preview.subject,
        preheader: Some(preview.preheader).filter(|p| !p.is_empty()),
        html: preview.html,
        text: preview.text,
        headers: preview.headers.into_iter().map(|(name, value)| HeaderLine { name, value }).collect(),
        size_bytes: preview.size_bytes,
    }))
}

fn as_variant(
    campaign: &Campaign,
    newsletter: &Newsletter,
    variant: usize,
) -> Result<(Campaign, Newsletter), Problem> {
    let test = campaign.ab_test.as_ref().map(|test| &test.variants);
    let variant =
        test.and_then(|variants| variants.get(variant)).ok_or_else(|| Problem::not_found("variant"))?;
    Ok(variant.apply(campaign, newsletter))
}

/// The reader asked for, or 404; else the first active one; else a sample, whose id is 0.
pub async fn pick_reader(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    id: Option<SubscriberId>,
) -> Result<ReaderRow, Problem> {
    if let Some(id) = id {
        let found = subscribers::find_any(tx, newsletter_id, id).await?;
        return found.ok_or_else(|| Problem::not_found("subscriber"));
    }
    Ok(subscribers::first_active(tx, newsletter_id).await?.unwrap_or_else(message::sample_reader))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::{Value, json};

    use crate::{
        CampaignId,
        campaigns::testing::{World, author, newsletter},
    };

    const TAGS: &str = "{{ subscriber.first_name | default(\"there\") }} {{ subscriber.attributes.city }} {{ subscriber.attributes.age }}";

    async fn world(engine: database::Engine) -> (World, CampaignId) {
        world_with(engine, |_| {}).await
    }

    async fn world_with(
        engine: database::Engine,
        change: impl FnOnce(&mut crate::Settings),
    ) -> (World, CampaignId) {
        let w = World::with(engine, change).await;
        let id = w.campaign(json!({
            "subject": format!("For {TAGS}"), "preheader": format!("Pre {TAGS}"), "html_content": format!("<p>Html {TAGS}</p>"),
            "text_content": format!("Text {TAGS}"),
        })).await;
        (w, id)
    }

    async fn preview(w: &World, id: CampaignId, query: &str) -> Value {
        w.get(&format!("{}/preview{query}", w.path(id))).await
    }

    both_engines!(values_of_the_reader_are_escaped_in_html_alone, engine => {
        let (w, id) = world(engine).await;
        let attributes = json!({ "city": "<b>Linz</b>", "age": 7 });
        let reader = w.reader("ida@example.com", Some("I & <i>a</i>"), attributes, "unsubscribed").await;
        let p = preview(&w, id, &format!("?subscriber_id={reader}")).await;
        assert_eq!(p["to"], "ida@example.com");
        assert_eq!(p["subject"], "For I & <i>a</i> <b>Linz</b> 7");
        assert_eq!(p["preheader"], "Pre I & <i>a</i> <b>Linz</b> 7");
        let html = p["html"].as_str().unwrap();
        assert!(html.contains("Html I &amp; &lt;i&gt;a&lt;/i&gt; &lt;b&gt;Linz&lt;/b&gt; 7"), "{html}");
        assert!(!html.contains("<b>Linz"), "{html}");
        assert!(p["text"].as_str().unwrap().contains("Text I & <i>a</i> <b>Linz</b> 7"), "{p}");
    });

    both_engines!(it_is_the_first_active_reader_or_a_sample, engine => {
        let (w, id) = world(engine).await;
        let sample = preview(&w, id, "").await;
        assert_eq!((&sample["to"], &sample["subject"]), (&json!("reader@example.com"), &json!("For Sample")));
        w.reader("gone@example.com", None, json!({}), "unsubscribed").await;
        w.reader("first@example.com", None, json!({ "city": "Graz" }), "active").await;
        w.reader("second@example.com", Some("Second"), json!({}), "active").await;
        let first = preview(&w, id, "").await;
        assert_eq!((&first["to"], &first["subject"]), (&json!("first@example.com"), &json!("For there Graz")));
    });

    both_engines!(the_headers_are_those_of_the_mail, engine => {
        let (w, id) = world_with(engine, |s| {
            s.public_url = "https://letters.example.com".into();
            s.bounces.listen = Some(([127, 0, 0, 1], 0).into());
        }).await;
        let p = preview(&w, id, "").await;
        assert_eq!(p["from"], "Büro & Co <news@example.com>");
        assert_eq!(p["reply_to"], "reply@example.com");
        let header = |name: &str| {
            let lines = p["headers"].as_array().unwrap();
            let line = lines.iter().find(|h| h["name"] == name).unwrap_or_else(|| panic!("{name}: {p}"));
            line["value"].as_str().unwrap().to_owned()
        };
        assert!(header("From").ends_with("<news@example.com>"));
        assert!(header("To").contains("reader@example.com"));
        assert_eq!(header("Reply-To"), "<reply@example.com>");
        assert!(header("List-Unsubscribe").starts_with("<https://letters.example.com/u/"));
        let receiver = "@letters.example.com?subject=unsubscribe>";
        assert!(header("List-Unsubscribe").contains("<mailto:u+") && header("List-Unsubscribe").ends_with(receiver));
        assert_eq!(header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        assert_eq!(header("List-Id"), format!("<pub{}-weekly.example.com>", w.author_id));
        assert_eq!(header("Feedback-ID"), format!("c{id}:n{}:a{}:letterpress", w.newsletter_id, w.author_id));
        assert_eq!(header("Precedence"), "bulk");
        assert_eq!(header("Date"), "Sat, 21 Nov 2026 12:00:00 +0000");
        assert!(p["size_bytes"].as_u64().unwrap() > 1_000);
        assert!(p["html"].as_str().unwrap().contains("https://letters.example.com/u/"), "a visible unsubscribe link");
    });

    both_engines!(what_nobody_reads_or_can_reach_is_not_offered, engine => {
        let (w, id) = world(engine).await;
        let p = preview(&w, id, "").await;
        let headers = p["headers"].as_array().unwrap();
        let found = headers.iter().find(|h| h["name"] == "List-Unsubscribe").unwrap();
        let value = found["value"].as_str().unwrap();
        assert!(value.starts_with("<http://127.0.0.1:8080/u/") && !value.contains("mailto:"), "{value}");
        assert!(!headers.iter().any(|h| h["name"] == "List-Unsubscribe-Post"), "not https: {p}");
    });

    both_engines!(an_empty_campaign_has_a_preview, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        let p = preview(&w, id, "").await;
        assert_eq!((&p["subject"], &p["preheader"]), (&json!("Hello"), &json!(null)));
    });

    both_engines!(without_a_sending_domain_it_still_shows, engine => {
        let w = World::with(engine, |s| s.mail = "smtp://127.0.0.1:1".parse().unwrap()).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        assert_eq!(preview(&w, id, "").await["from"], "Büro & Co <news@example.com>");
    });

    both_engines!(strangers_are_not_there, engine => {
        let (mut w, id) = world(engine).await;
        let path = format!("{}/preview", w.path(id));
        let first = w.newsletter_id;
        w.newsletter_id = newsletter(&w.t, w.author_id, "Second").await;
        let elsewhere = w.reader("x@example.com", None, json!({}), "active").await;
        w.newsletter_id = first;
        w.call("GET", &format!("{path}?subscriber_id={elsewhere}"), None).await.expect(404);
        w.call("GET", &format!("{path}?subscriber_id=0"), None).await.expect(404);
        w.call("GET", &format!("{path}?subscriber_id=x"), None).await.expect(400);
        let (other, _) = author(&w.t, "other@example.com").await;
        w.t.call(Some(&other), "GET", &path, None).await.expect(404);
        w.t.call(None, "GET", &path, None).await.expect(401);
    });
}
