//! From a campaign to the mail that readers get.

use content::{CompileError, Compiled, Source, Stamp};

use super::{model::ContentField, store::Campaign};
use crate::{
    SubscriberId, Timestamp,
    http::{FieldCode, Problem, ProblemCode, label},
    links::Links,
    newsletters::Newsletter,
    subscribers::{self, JsonAttributes, ReaderRow},
    templates,
};

/// What is put into a mail beside what its author wrote.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// Absent: links stay as they are, and opens are not counted.
    pub tracking: Option<content::Tracking>,
    pub attachments: Vec<content::Attachment>,
}

/// Compiles a campaign as it is sent from an address. 422 when the content cannot be used.
pub fn compile(
    newsletter: &Newsletter,
    campaign: &Campaign,
    from_address: &str,
    extras: Extras,
) -> Result<Compiled, Problem> {
    compile_source(&source(newsletter, campaign, from_address, extras))
}

/// Compiles a template as the newsletter would send it from an address. 422 when the content cannot be used.
pub fn compile_template(
    newsletter: &Newsletter,
    template: &templates::Content,
    from_address: &str,
) -> Result<Compiled, Problem> {
    let source = Source {
        subject: template.subject_line().to_owned(),
        preheader: template.preheader.clone().unwrap_or_default(),
        html: template.html_content.clone(),
        ..envelope(newsletter, from_address)
    };
    compile_source(&source)
}

/// What an email to one person says, that no list sends.
#[derive(Clone, Debug, Default)]
pub struct Personal {
    pub subject: String,
    pub preheader: String,
    pub html: Option<String>,
    pub text: Option<String>,
    /// Instead of the newsletter's.
    pub reply_to: Option<String>,
    pub attachments: Vec<content::Attachment>,
}

/// What such an email is compiled from, as it comes from the newsletter's sender.
pub fn personal_source(newsletter: &Newsletter, personal: Personal, from_address: &str) -> Source {
    let envelope = envelope(newsletter, from_address);
    Source {
        subject: personal.subject,
        preheader: personal.preheader,
        html: personal.html,
        text: personal.text,
        reply_to: personal.reply_to.or(envelope.reply_to),
        attachments: personal.attachments,
        list_id: None,
        unsubscribe: None,
        personal: true,
        ..envelope
    }
}

/// 422 when the content cannot be used.
pub fn compile_source(source: &Source) -> Result<Compiled, Problem> {
    content::compile(source).map_err(|error| problem(&error))
}

/// What a campaign is compiled from.
pub fn source(newsletter: &Newsletter, campaign: &Campaign, from_address: &str, extras: Extras) -> Source {
    Source {
        subject: campaign.subject.clone(),
        preheader: campaign.preheader.clone().unwrap_or_default(),
        html: Some(campaign.html_content.clone()),
        text: campaign.text_content.clone(),
        // Up to three identifiers, then the sender that the figures are collected for. Figures come for each by itself, so that
        // numbers alone would mix campaign 7 with author 7.
        feedback_id: Some(format!(
            "c{}:n{}:a{}:letterpress",
            campaign.id, campaign.newsletter_id, campaign.author_id
        )),
        tracking: extras.tracking,
        attachments: extras.attachments,
        ..envelope(newsletter, from_address)
    }
}

/// What all emails of a newsletter have, and nothing in them.
fn envelope(newsletter: &Newsletter, from_address: &str) -> Source {
    let domain = content::domain_of(from_address);
    Source {
        subject: String::new(),
        preheader: String::new(),
        html: None,
        text: None,
        newsletter_name: newsletter.name.clone(),
        from_name: newsletter.from_name.clone(),
        from_address: from_address.to_owned(),
        reply_to: newsletter.reply_to.clone(),
        list_id: Some(format!("{}.{domain}", newsletter.public_id.to_ascii_lowercase())),
        feedback_id: None,
        language: Some(newsletter.language.tag().to_owned()),
        unsubscribe: Some(newsletter.language.words().campaign.unsubscribe.to_owned()),
        tracking: None,
        attachments: Vec::new(),
        personal: false,
    }
}

/// What is wrong with a field of the content, with line and column.
pub(super) fn tag_message(field: &str, error: &content::TagError) -> String {
    format!("{}, {error}", label(field))
}

fn problem(error: &CompileError) -> Problem {
    let field = match error.field {
        "subject" => ContentField::Subject.name(),
        "preheader" => ContentField::Preheader.name(),
        "html" => ContentField::Html.name(),
        "text" => ContentField::Text.name(),
        // The newsletter's sender and reply address, which were checked when it was saved.
        other => {
            return Problem::conflict(
                ProblemCode::NewsletterUnusable,
                format!("The newsletter's {other} cannot be used: {}", error.error.message),
            );
        }
    };
    Problem::field(field, FieldCode::InvalidTag, tag_message(field, &error.error))
}

/// A subscriber as the content crate sees one.
pub fn reader<'a>(row: &'a ReaderRow, attributes: &'a JsonAttributes<'a>) -> content::Reader<'a> {
    content::Reader {
        email: &row.email,
        first_name: row.first_name.as_deref(),
        last_name: row.last_name.as_deref(),
        attributes,
    }
}

/// Who a preview is for when there is no reader yet; its links change nothing.
pub fn sample_reader() -> ReaderRow {
    ReaderRow {
        id: SubscriberId::new(0),
        email: "reader@example.com".into(),
        first_name: Some("Sample".into()),
        last_name: Some("Reader".into()),
        attributes: serde_json::Map::new(),
        status: subscribers::Status::Active,
        suppressed: None,
    }
}

/// What one preview or test mail has of its own.
pub fn stamp<'a>(
    links: &'a Links,
    message_id: &'a str,
    mailto: Option<&'a str>,
    now: Timestamp,
) -> Stamp<'a> {
    Stamp {
        message_id,
        date_ms: now.0,
        unsubscribe_url: &links.unsubscribe_url,
        unsubscribe_mailto: mailto,
        preferences_url: &links.preferences_url,
        archive_url: &links.archive_url,
        reader_token: "",
    }
}
