//! From a call to the message that leaves.

use std::borrow::Cow;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use content::{Address, Attributes as _, Compiled, Reader, Stamp};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    NewsletterId, Timestamp,
    campaigns::{
        MAX_PREHEADER, MAX_SUBJECT, attachments,
        message::{Personal, compile_source, personal_source},
    },
    http::{FieldCode, Fields, Problem},
    newsletters::Newsletter,
    subscribers::JsonAttributes,
    templates::{self, Template},
};

/// All files of a message together, in bytes.
const MAX_ATTACHED: usize = 5 << 19;
/// Most values of `data`, and the longest text of one, in characters.
const MAX_DATA: usize = 100;
const MAX_VALUE: usize = 10_000;
/// What the values may come to, in bytes, before they are encoded.
const MAX_FILLED: usize = 1 << 20;

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct CreateMessage {
    /// The newsletter whose sender, domain and language it has.
    #[schema(required, nullable = false, value_type = i64)]
    newsletter_id: Option<NewsletterId>,
    /// One address, whether or not it is a subscriber's.
    #[schema(required, nullable = false, max_length = 254)]
    to: Option<String>,
    /// A template that it is made from, in place of `html_content` and `text_content`.
    template_id: Option<i64>,
    /// Left out with a template, that of the template.
    #[schema(max_length = 998)]
    subject: Option<String>,
    #[schema(max_length = 300)]
    preheader: Option<String>,
    /// Left out, it is made from `text_content`.
    html_content: Option<String>,
    /// Left out, it is made from `html_content`.
    text_content: Option<String>,
    /// What the merge tags stand for: `first_name` and `last_name` for `{{ subscriber.first_name }}` and
    /// `{{ subscriber.last_name }}`, everything else for `{{ subscriber.attributes.… }}`. A tag without a value and without a
    /// default is refused. Texts, numbers and booleans.
    #[schema(value_type = Option<std::collections::BTreeMap<String, crate::subscribers::AttributeValue>>)]
    data: Option<Map<String, Value>>,
    /// Where answers go; left out, where those to the newsletter go.
    #[schema(format = Email)]
    reply_to: Option<String>,
    /// At most ten, 2.5 MiB together.
    #[schema(max_items = 10)]
    attachments: Option<Vec<AttachedFile>>,
}

/// A file that goes with a message.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct AttachedFile {
    #[schema(max_length = 120)]
    file_name: String,
    /// Left out, `application/octet-stream`.
    content_type: Option<String>,
    /// The file in base64 (RFC 4648 §4).
    content: String,
}

/// A call whose fields are fine by themselves.
#[derive(Debug)]
pub struct Draft {
    pub newsletter_id: NewsletterId,
    pub to: Address,
    pub template_id: Option<i64>,
    subject: Option<String>,
    preheader: Option<String>,
    html: Option<String>,
    text: Option<String>,
    data: Map<String, Value>,
    reply_to: Option<String>,
    attachments: Vec<content::Attachment>,
}

/// Checks what can be checked without the database.
pub fn read(body: CreateMessage) -> Result<Draft, Problem> {
    let mut fields = Fields::default();
    if body.newsletter_id.is_none() {
        fields.error("newsletter_id", FieldCode::Required, "Newsletter id is required.");
    }
    let to = fields.required_line("to", body.to, 254);
    let to = if to.is_empty() { None } else { fields.email("to", &to) };
    let has_template = body.template_id.is_some();
    let subject = fields.line("subject", body.subject, MAX_SUBJECT);
    if subject.is_none() && !has_template && fields.is_ok() {
        fields.error("subject", FieldCode::Required, "Subject is required.");
    }
    let html = templates::check_content(&mut fields, "html_content", body.html_content);
    let text = templates::check_content(&mut fields, "text_content", body.text_content);
    for (field, content) in [("html_content", &html), ("text_content", &text)] {
        if has_template && content.is_some() {
            fields.error(field, FieldCode::Conflicting, "Give a template or the content, not both.");
        }
    }
    if !has_template && html.is_none() && text.is_none() && fields.is_ok() {
        fields.error("html_content", FieldCode::Required, "Give html_content, text_content or a template.");
    }
    let draft = Draft {
        newsletter_id: body.newsletter_id.unwrap_or_default(),
        template_id: body.template_id,
        preheader: fields.line("preheader", body.preheader, MAX_PREHEADER),
        data: data(&mut fields, body.data.unwrap_or_default()),
        reply_to: body
            .reply_to
            .filter(|address| !address.trim().is_empty())
            .and_then(|address| fields.ascii_email("reply_to", &address))
            .map(|address| address.original),
        attachments: files(&mut fields, body.attachments.unwrap_or_default()),
        subject,
        html,
        text,
        to: to.unwrap_or_else(|| Address::kept(String::new())),
    };
    fields.finish()?;
    Ok(draft)
}

fn data(fields: &mut Fields, data: Map<String, Value>) -> Map<String, Value> {
    if data.len() > MAX_DATA {
        fields.error("data", FieldCode::TooMany, format!("Data has more than {MAX_DATA} values."));
    }
    for (name, value) in &data {
        let field = format!("data.{name}");
        match value {
            Value::Array(_) | Value::Object(_) => {
                fields.error(field, FieldCode::WrongType, "Data takes texts, numbers and booleans.");
            }
            Value::String(text) if text.chars().count() > MAX_VALUE => {
                fields.error(
                    field,
                    FieldCode::TooLong,
                    format!("A value has more than {MAX_VALUE} characters."),
                );
            }
            Value::String(text) if text.contains('\0') => {
                fields.error(
                    field,
                    FieldCode::ForbiddenCharacters,
                    "A value must not contain the character U+0000.",
                );
            }
            _ => {}
        }
    }
    data
}

fn files(fields: &mut Fields, given: Vec<AttachedFile>) -> Vec<content::Attachment> {
    if given.len() > attachments::MAX_COUNT {
        let most = attachments::MAX_COUNT;
        fields.error("attachments", FieldCode::TooMany, format!("An email takes at most {most} files."));
        return Vec::new();
    }
    let mut files = Vec::with_capacity(given.len());
    for (at, file) in given.into_iter().enumerate() {
        let file_name = attachments::file_name(&file.file_name);
        if let Some(refusal) = attachments::refusal(&file_name) {
            fields.error(format!("attachments[{at}].file_name"), FieldCode::NotAllowed, refusal);
        }
        match STANDARD.decode(file.content.trim()) {
            Ok(bytes) => files.push(content::Attachment {
                content_type: attachments::content_type(file.content_type.as_deref()),
                file_name,
                bytes,
            }),
            Err(_) => fields.error(
                format!("attachments[{at}].content"),
                FieldCode::Unreadable,
                "The file must be in base64.",
            ),
        }
    }
    if files.iter().map(|file| file.bytes.len()).sum::<usize>() > MAX_ATTACHED {
        fields.error("attachments", FieldCode::TooLong, "The files have more than 2.5 MiB together.");
    }
    files
}

/// A message that can be rendered.
pub struct Composed {
    compiled: Compiled,
    to: Address,
    data: Map<String, Value>,
}

impl Draft {
    /// With the template, if it is made from one. 422 where a tag has nothing to stand for, and where the content cannot be used.
    pub fn compose(
        self,
        newsletter: &Newsletter,
        template: Option<Template>,
        from_address: &str,
    ) -> Result<Composed, Problem> {
        let mut personal = Personal {
            subject: self.subject.unwrap_or_default(),
            preheader: self.preheader.unwrap_or_default(),
            html: self.html,
            text: self.text,
            reply_to: self.reply_to,
            attachments: self.attachments,
        };
        if let Some(template) = template {
            let content = template.content;
            content.rendered()?;
            if personal.subject.is_empty() {
                content.subject_line().clone_into(&mut personal.subject);
            }
            personal.html = content.html_content;
            if personal.preheader.is_empty() {
                personal.preheader = content.preheader.unwrap_or_default();
            }
        }
        let source = personal_source(newsletter, personal, from_address);
        bounded(&source, &self.data)?;
        let compiled = compile_source(&source).map_err(|problem| of_template(problem, self.template_id))?;
        let composed = Composed { compiled, to: self.to, data: self.data };
        composed.check(&source)?;
        Ok(composed)
    }
}

/// What is wrong with a template is no fault of a field that the call lacks.
fn of_template(mut problem: Problem, template_id: Option<i64>) -> Problem {
    if template_id.is_some() {
        for error in problem.errors.iter_mut().filter(|error| error.field != "subject") {
            error.field = "template_id".into();
        }
    }
    problem
}

/// What the values come to where tags stand for them.
fn bounded(source: &content::Source, data: &Map<String, Value>) -> Result<(), Problem> {
    let texts = [Some(&source.subject), Some(&source.preheader), source.html.as_ref(), source.text.as_ref()];
    let filled = |(name, value): (&String, &Value)| {
        let tags = [format!("subscriber.{name}"), format!("subscriber.attributes.{name}")];
        let tags: usize = texts
            .iter()
            .flatten()
            .flat_map(|text| tags.iter().map(|tag| text.matches(tag.as_str()).count()))
            .sum();
        tags * value.as_str().map_or(0, str::len)
    };
    if data.iter().map(filled).sum::<usize>() > MAX_FILLED {
        let said =
            "Filled with these values the email would be too large. Use shorter ones, or fewer merge tags.";
        return Err(Problem::field("data", FieldCode::TooLong, said));
    }
    Ok(())
}

impl Composed {
    fn name(&self, field: &str) -> Option<String> {
        JsonAttributes(&self.data).attribute(field).map(Cow::into_owned)
    }

    /// "Dear ," is a mistake of the program that sends, which nobody else would see.
    fn check(&self, source: &content::Source) -> Result<(), Problem> {
        let mut fields = Fields::default();
        for tag in content::inspect(source).tags.into_iter().filter(|tag| !tag.has_default) {
            let name = match tag.name.as_str() {
                "subscriber.email" => continue,
                name => name.trim_start_matches("subscriber.").trim_start_matches("attributes."),
            };
            let is_there = self.data.get(name).is_some_and(|value| match value {
                Value::String(text) => !text.trim().is_empty(),
                value => !value.is_null(),
            });
            if !is_there {
                let said =
                    format!("The email says {{{{ {} }}}}, which has no value and no default.", tag.name);
                fields.error(format!("data.{name}"), FieldCode::Required, said);
            }
        }
        fields.finish()
    }

    /// The message as it leaves but for its signature, and its subject.
    pub fn message(&self, message_id: &str, date: Timestamp) -> (Vec<u8>, String) {
        let (first_name, last_name) = (self.name("first_name"), self.name("last_name"));
        let reader = Reader {
            email: &self.to.original,
            first_name: first_name.as_deref(),
            last_name: last_name.as_deref(),
            attributes: &JsonAttributes(&self.data),
        };
        let stamp = Stamp {
            message_id,
            date_ms: date.0,
            unsubscribe_url: "",
            unsubscribe_mailto: None,
            preferences_url: "",
            archive_url: "",
            reader_token: "",
        };
        (self.compiled.message(&reader, &stamp), self.compiled.subject(&reader, &stamp))
    }

    pub fn to(&self) -> &Address {
        &self.to
    }
}
