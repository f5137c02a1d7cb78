//! A campaign, or a template, to its author's own addresses.

use axum::extract::State;
use content::Compiled;
use futures::future::join_all;
use serde::{Deserialize, Serialize};

use super::preview::pick_reader;
use crate::{
    CampaignId, Core, NewsletterId, SubscriberId,
    accounts::Caller,
    campaigns::{
        access::{active_newsletter, campaign},
        attachments,
        message::{self, Extras, compile, compile_template},
    },
    captured_mail,
    core::With,
    deliveries::{OneOff, content::sample_mailto, send_one},
    http::{ApiResult, FieldCode, Fields, Json, Path, Problem, ProblemBody, ProblemCode, Problems},
    links::{self, ReaderToken},
    newsletters::{self, Newsletter},
    rate_limit::TestMails,
    secrets::random_token,
    senders::{self, Sender},
    subscribers::{JsonAttributes, ReaderRow},
    templates,
};

/// Most addresses of one test mail.
const MAX_TEST_ADDRESSES: usize = 10;

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct SendTest {
    /// Addresses, at most ten.
    #[schema(required, nullable = false, min_items = 1, max_items = 10)]
    to: Option<Vec<String>>,
}

/// What became of each address.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct SentTest {
    pub sent: Vec<String>,
    pub failed: Vec<FailedTest>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FailedTest {
    pub to: String,
    /// A sentence with the mail server's reply.
    pub reason: String,
}

/// Send a test email
///
/// The campaign with the values of the first active subscriber, or of a sample, to each of the addresses: 100 an hour.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/test", tag = "campaigns",
    request_body = SendTest,
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 200, body = SentTest),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "The newsletter is inactive or has no usable sender", body = ProblemBody)))]
pub async fn send_campaign_test(
    State(core): State<Core>,
    State(quota): State<With<TestMails>>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    Json(body): Json<SendTest>,
) -> ApiResult<axum::Json<SentTest>> {
    let mut tx = core.db.read().await?;
    let campaign = campaign(&mut tx, &caller, newsletter_id, id).await?;
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    let reader = pick_reader(&mut tx, newsletter_id, None).await?;
    let to = read(body.to)?;
    let sender = senders::sender(&core, &mut tx, &newsletter).await?;
    let extras = Extras { attachments: attachments::whole(&mut tx, id).await?, tracking: None };
    drop(tx);
    let compiled = compile(&newsletter, &campaign, &sender.address, extras)?;
    let mails = render(&core, (&newsletter, Some(id), &sender), &compiled, &reader, &to);
    Ok(axum::Json(deliver(&core, &quota, &caller, to, mails).await?))
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct SendTemplateTest {
    /// Addresses, at most ten.
    #[schema(required, nullable = false, min_items = 1, max_items = 10)]
    to: Option<Vec<String>>,
    /// The newsletter whose sender and first subscriber it is made with; without it the newest that is active.
    #[schema(value_type = Option<i64>)]
    newsletter_id: Option<NewsletterId>,
}

/// Send a test of a template
///
/// As a newsletter would send it, with the values of its first active subscriber, or of a sample, to each of the addresses: 100
/// an hour.
#[utoipa::path(post, path = "/api/templates/{template_id}/test", tag = "templates",
    request_body = SendTemplateTest,
    params(("template_id" = i64, Path)),
    responses(
        (status = 200, body = SentTest),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "No newsletter can send it, or its blocks have no HTML yet", body = ProblemBody)))]
pub async fn send_template_test(
    State(core): State<Core>,
    State(quota): State<With<TestMails>>,
    caller: Caller,
    Path(id): Path<i64>,
    Json(body): Json<SendTemplateTest>,
) -> ApiResult<axum::Json<SentTest>> {
    let mut tx = core.db.read().await?;
    let template = templates::find(&mut tx, caller.author_id, id).await?;
    let template = template.ok_or_else(|| Problem::not_found("template"))?;
    let newsletter_id = match body.newsletter_id {
        Some(id) => id,
        None => newsletters::newest_active(&mut tx, caller.author_id).await?.ok_or_else(|| {
            Problem::conflict(
                ProblemCode::NewsletterInactive,
                "A test needs a sender. Create a newsletter first, or activate one.",
            )
        })?,
    };
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    let to = read(body.to)?;
    template.content.rendered()?;
    let reader = pick_reader(&mut tx, newsletter_id, None).await?;
    let sender = senders::sender(&core, &mut tx, &newsletter).await?;
    drop(tx);
    let compiled = compile_template(&newsletter, &template.content, &sender.address)?;
    let mails = render(&core, (&newsletter, None, &sender), &compiled, &reader, &to);
    Ok(axum::Json(deliver(&core, &quota, &caller, to, mails).await?))
}

async fn deliver(
    core: &Core,
    quota: &With<TestMails>,
    caller: &Caller,
    to: Vec<String>,
    mails: Vec<OneOff>,
) -> ApiResult<SentTest> {
    quota.own.take(caller.author_id, mails.len(), core.now())?;
    core.db.begun().await?;
    let leaving = join_all(mails.into_iter().map(|mail| send_one(core, mail)));
    let outcomes = database::apart(leaving).await;
    let mut answer = SentTest::default();
    for (to, outcome) in to.into_iter().zip(outcomes) {
        match outcome {
            Ok(()) => answer.sent.push(to),
            Err(reason) => answer.failed.push(FailedTest { to, reason }),
        }
    }
    Ok(answer)
}

/// The addresses, each once.
fn read(given: Option<Vec<String>>) -> Result<Vec<String>, Problem> {
    let mut fields = Fields::default();
    let given = given.unwrap_or_default();
    if given.is_empty() {
        fields.error("to", FieldCode::Required, "Enter at least one address.");
    }
    if given.len() > MAX_TEST_ADDRESSES {
        return Err(Problem::field(
            "to",
            FieldCode::TooMany,
            format!("Send a test to at most {MAX_TEST_ADDRESSES} addresses."),
        ));
    }
    let (mut addresses, mut keys) = (Vec::new(), Vec::new());
    for (i, text) in given.iter().enumerate() {
        if let Some(address) = fields.email(&format!("to[{i}]"), text)
            && !keys.contains(&address.key)
        {
            keys.push(address.key);
            addresses.push(address.original);
        }
    }
    fields.finish()?;
    Ok(addresses)
}

fn render(
    core: &Core,
    (newsletter, campaign_id, sender): (&Newsletter, Option<CampaignId>, &Sender),
    compiled: &Compiled,
    reader: &ReaderRow,
    to: &[String],
) -> Vec<OneOff> {
    let address = &sender.address;
    // Not the reader's own links: whoever gets a test must not be able to unsubscribe a reader with it.
    let token = ReaderToken {
        newsletter_id: newsletter.id,
        subscriber_id: SubscriberId::new(0),
        campaign_id: campaign_id.unwrap_or(CampaignId::new(0)),
    };
    let links = links::links(core, sender.links_base(core), &newsletter.public_id, token);
    let mailto = sample_mailto(core, sender);
    let attributes = JsonAttributes(&reader.attributes);
    let mails = to.iter().map(|recipient| {
        let message_id = format!("test.{}@{}", random_token(128), content::domain_of(address));
        let stamp = message::stamp(&links, &message_id, mailto.as_deref(), core.now());
        let reader = content::Reader { email: recipient, ..message::reader(reader, &attributes) };
        OneOff {
            mailed: None,
            author_id: newsletter.author_id,
            newsletter_id: Some(newsletter.id),
            campaign_id,
            kind: captured_mail::CapturedMailKind::Test,
            subject: compiled.preview(&reader, &stamp).subject,
            raw: compiled.message(&reader, &stamp),
            message_id,
            sender: address.clone(),
            recipient: recipient.clone(),
        }
    });
    mails.collect()
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::{Value, json};

    use crate::{
        CampaignId,
        campaigns::testing::{World, author},
        testing::TestAnswer,
    };

    async fn send(w: &World, id: CampaignId, body: Value) -> TestAnswer {
        w.call("POST", &format!("{}/test", w.path(id)), Some(body)).await
    }

    both_engines!(addresses_are_checked_one_by_one, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        for (to, field) in [
            (json!(["a@example.com", "nonsense"]), "to[1]"),
            (json!(["a@example.com\r\nBcc: b@example.com"]), "to[0]"),
            (json!(["a@example.com", 5]), "to[1]"),
            (json!([]), "to"),
            (json!(null), "to"),
            (json!("a@example.com"), "to"),
            (json!((0..11).map(|i| format!("a{i}@example.com")).collect::<Vec<_>>()), "to"),
        ] {
            let answer = send(&w, id, json!({ "to": to })).await.expect(422);
            assert_eq!(answer["errors"][0]["field"], field, "{to}");
        }
        assert_eq!(send(&w, id, json!({})).await.expect(422)["errors"][0]["field"], "to");
    });

    both_engines!(each_address_gets_the_mail_of_the_first_reader, engine => {
        let w = World::new(engine).await;
        w.reader("ida@example.com", Some("Ida"), json!({}), "active").await;
        let id = w.campaign(json!({
            "subject": "Hi {{ subscriber.first_name }}", "html_content": "<p>To {{ subscriber.email }}</p>",
        })).await;
        let to = json!({ "to": [" a@example.com", "B@example.com", "A@EXAMPLE.com"] });
        let answer = send(&w, id, to).await.expect(200);
        assert_eq!(answer, json!({ "sent": ["a@example.com", "B@example.com"], "failed": [] }), "each once");
        let mails = w.get(&format!("/api/captured-mail?campaign_id={id}")).await;
        let mut addresses: Vec<&str> = mails.as_array().unwrap().iter().map(|m| m["to"].as_str().unwrap()).collect();
        addresses.sort_unstable();
        assert_eq!(addresses, ["B@example.com", "a@example.com"]);
        assert_ne!(mails[0]["message_id"], mails[1]["message_id"]);
        let mail = w.get(&format!("/api/captured-mail/{}", mails[0]["id"])).await;
        assert_eq!((&mail["kind"], &mail["subject"], &mail["from"]), (&json!("test"), &json!("Hi Ida"), &json!("news@example.com")));
        assert_eq!((&mail["newsletter_id"], &mail["campaign_id"]), (&json!(w.newsletter_id), &json!(id)));
        let address = mail["to"].as_str().unwrap();
        assert!(mail["html"].as_str().unwrap().contains(&format!("<p>To {address}</p>")), "{mail}");
        let header = |name: &str| {
            let lines = mail["headers"].as_array().unwrap();
            lines.iter().find(|h| h["name"] == name).unwrap()["value"].as_str().unwrap().to_owned()
        };
        assert!(header("To").contains(&format!("<{address}>")), "{mail}");
        assert_eq!(header("Message-ID"), format!("<{}>", mail["message_id"].as_str().unwrap()));
        assert_eq!(w.get(&w.path(id)).await["status"], "draft");
    });

    both_engines!(a_document_arrives_as_it_was_saved, engine => {
        let w = World::new(engine).await;
        w.reader("ida@example.com", Some("Ida"), json!({ "city": "Köln" }), "active").await;
        let row = "<!--[if mso]><v:roundrect href=\"https://example.com/?c={{ subscriber.attributes.city }}\" arcsize=\"9%\">\
             <w:anchorlock/></v:roundrect><![endif]-->\n<!--[if !mso]><!-->\n\
             <a href=\"https://example.com/?c={{ subscriber.attributes.city }}\">Grüße an {{ subscriber.first_name }}</a>\n\
             <!--<![endif]-->\n";
        let html = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><style>@media (max-width:600px){{a>b{{c:d}}}}</style>\n\
             </head>\n<body class=\"x\" style=\"margin:0\">\n{}<a href=\"{{{{ unsubscribe_url }}}}\">Leave</a>\n</body>\n</html>",
            row.repeat(320)
        );
        assert!(html.len() > 80_000);
        let id = w.campaign(json!({ "subject": "Hello", "html_content": html })).await;
        send(&w, id, json!({ "to": ["a@example.com"] })).await.expect(200);
        let mails = w.get(&format!("/api/captured-mail?campaign_id={id}")).await;
        let mail = w.get(&format!("/api/captured-mail/{}", mails[0]["id"])).await;
        let arrived = mail["html"].as_str().unwrap().replace("\r\n", "\n");
        let link = arrived.rsplit_once("<a href=\"").unwrap().1.split('"').next().unwrap();
        assert!(link.starts_with("http://127.0.0.1:8080/u/"), "{link}");
        let expected = html
            .replace("{{ subscriber.attributes.city }}", "K%C3%B6ln")
            .replace("{{ subscriber.first_name }}", "Ida")
            .replace("{{ unsubscribe_url }}", link);
        assert_eq!(arrived, expected);
    });

    both_engines!(what_the_mail_server_refuses_is_told, engine => {
        let w = World::with(engine, |s| {
            // Nothing listens there.
            s.mail = "smtp://127.0.0.1:1".parse().unwrap();
            s.fallback_domain = Some("mail.example.com".into());
        }).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        let answer = send(&w, id, json!({ "to": ["a@example.com"] })).await.expect(200);
        assert_eq!(answer["sent"], json!([]));
        assert_eq!(answer["failed"][0]["to"], "a@example.com");
        assert!(!answer["failed"][0]["reason"].as_str().unwrap().is_empty());
    });

    both_engines!(a_template_is_tried_as_a_newsletter_would_send_it, engine => {
        let w = World::new(engine).await;
        w.reader("ida@example.com", Some("Ida"), json!({}), "active").await;
        let body = json!({
            "name": "Monthly", "subject": "Hi {{ subscriber.first_name }}", "blocks": [], "html_content": "<p>To {{ subscriber.email }}</p>",
        });
        let template = w.call("POST", "/api/templates", Some(body)).await.expect(201);
        let path = format!("/api/templates/{}/test", template["id"]);
        let to = json!({ "to": ["a@example.com", "A@example.com"] });
        let answer = w.call("POST", &path, Some(to.clone())).await.expect(200);
        assert_eq!(answer, json!({ "sent": ["a@example.com"], "failed": [] }));
        let mails = w.get("/api/captured-mail").await;
        assert_eq!(mails.as_array().unwrap().len(), 1);
        let mail = w.get(&format!("/api/captured-mail/{}", mails[0]["id"])).await;
        assert_eq!((&mail["kind"], &mail["subject"], &mail["from"]), (&json!("test"), &json!("Hi Ida"), &json!("news@example.com")));
        assert_eq!((&mail["newsletter_id"], &mail["campaign_id"]), (&json!(w.newsletter_id), &json!(null)));
        assert!(mail["html"].as_str().unwrap().contains("<p>To a@example.com</p>"), "{mail}");

        // Without a subject it goes by its name.
        w.call("PUT", &format!("/api/templates/{}", template["id"]), Some(json!({ "subject": "", "html_content": "<p>x</p>" }))).await.expect(200);
        let chosen = json!({ "to": ["b@example.com"], "newsletter_id": w.newsletter_id });
        w.call("POST", &path, Some(chosen)).await.expect(200);
        assert_eq!(w.get("/api/captured-mail?q=b@example.com").await[0]["subject"], "Monthly");

        for (body, status) in [(json!({}), 422), (json!({ "to": ["x"] }), 422), (json!({ "to": ["a@example.com"], "newsletter_id": 999_999 }), 404)] {
            w.call("POST", &path, Some(body.clone())).await.expect(status);
        }
        w.deactivate().await;
        let refused = w.call("POST", &path, Some(to)).await.expect(409);
        assert_eq!(refused["code"], "newsletter_inactive");
    });

    both_engines!(a_template_without_html_is_not_tried, engine => {
        let w = World::new(engine).await;
        let body = json!({ "name": "By a program", "blocks": [{ "type": "text", "content": "x" }] });
        let template = w.call("POST", "/api/templates", Some(body)).await.expect(201);
        let path = format!("/api/templates/{}/test", template["id"]);
        let refused = w.call("POST", &path, Some(json!({ "to": ["a@example.com"] }))).await.expect(409);
        assert_eq!(refused["code"], "template_not_rendered");
        let (other, _) = author(&w.t, "other@example.com").await;
        w.t.call(Some(&other), "POST", &path, Some(json!({ "to": ["a@example.com"] }))).await.expect(404);
        assert_eq!(w.get("/api/captured-mail").await, json!([]));
    });

    both_engines!(an_author_sends_a_hundred_tests_an_hour, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        let to = json!({ "to": (0..10).map(|i| format!("a{i}@example.com")).collect::<Vec<_>>() });
        for _ in 0..10 {
            send(&w, id, to.clone()).await.expect(200);
        }
        let refused = send(&w, id, to.clone()).await;
        assert_eq!(refused.header("retry-after"), Some("360"));
        assert!(refused.expect(429)["detail"].as_str().unwrap().contains("Nothing was sent"));
        let mails = w.get(&format!("/api/captured-mail?campaign_id={id}&limit=1000")).await;
        assert_eq!(mails.as_array().unwrap().len(), 100);
        w.t.clock.advance(6 * crate::clock::MINUTE);
        send(&w, id, to).await.expect(200);
    });

    both_engines!(a_newsletter_that_may_not_send_is_refused, engine => {
        let w = World::with(engine, |s| s.mail = "smtp://127.0.0.1:1".parse().unwrap()).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        send(&w, id, json!({ "to": ["a@example.com"] })).await.expect(409);
        w.deactivate().await;
        send(&w, id, json!({ "to": ["a@example.com"] })).await.expect(409);
    });

    both_engines!(anothers_campaign_is_not_there, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        let path = format!("{}/test", w.path(id));
        let (other, _) = author(&w.t, "other@example.com").await;
        let to = json!({ "to": ["a@example.com"] });
        w.t.call(Some(&other), "POST", &path, Some(to.clone())).await.expect(404);
        w.t.call(None, "POST", &path, Some(to)).await.expect(401);
    });
}
