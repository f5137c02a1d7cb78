//! A run's frozen content: compiled when the campaign was sent, spliced for each reader.

use std::borrow::Cow;

use content::{Attributes, Compiled, Stamp};
use database::{Tx, on_engine};
use serde::{Deserialize, Serialize};

use super::{
    engine::ports::{Content, Job},
    links::{LinkMaker, ReaderToken},
    store::RunRow,
};
use crate::App;

#[derive(Serialize, Deserialize)]
struct Header {
    sender: String,
    newsletter_public_id: String,
}

/// What a run renders from.
pub struct Frozen {
    header: Header,
    domain: String,
    compiled: Result<Compiled, String>,
    links: LinkMaker,
    campaign_id: i64,
    newsletter_id: i64,
}

/// The bytes kept with the run: a header (JSON, its length before it) and the compiled content.
pub fn freeze(sender: &str, newsletter_public_id: &str, compiled: &Compiled) -> Vec<u8> {
    let header = Header { sender: sender.to_owned(), newsletter_public_id: newsletter_public_id.to_owned() };
    let header = serde_json::to_vec(&header).unwrap_or_default();
    let mut bytes = (header.len() as u32).to_be_bytes().to_vec();
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(&compiled.to_bytes());
    bytes
}

impl Frozen {
    /// Content that cannot be read fails each of its readers with the reason, rather than the engine.
    pub fn from_bytes(app: &App, campaign_id: i64, newsletter_id: i64, bytes: &[u8]) -> Self {
        let (header, compiled) = read(bytes).unwrap_or_else(|reason| {
            (Header { sender: String::new(), newsletter_public_id: String::new() }, Err(reason))
        });
        let domain = header.sender.rsplit_once('@').map_or("localhost", |(_, domain)| domain).to_owned();
        Self { header, domain, compiled, links: LinkMaker::new(app), campaign_id, newsletter_id }
    }

    /// The content of a run, for what it says about a mail without rendering it.
    pub async fn of_run(app: &App, tx: &mut Tx, run: &RunRow) -> database::Result<Self> {
        let bytes: Vec<u8> = on_engine!(tx, conn => sqlx::query_scalar("SELECT content FROM campaign_runs WHERE id = $1")
            .bind(run.id).fetch_one(conn).await?);
        Ok(Self::from_bytes(app, run.campaign_id, run.newsletter_id, &bytes))
    }

    pub fn message_id(&self, run_id: i64, subscriber_id: i64) -> String {
        self.links.message_id(run_id, subscriber_id, &self.domain)
    }
}

fn read(bytes: &[u8]) -> Result<(Header, Result<Compiled, String>), String> {
    let broken = || "the frozen content is damaged".to_owned();
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(broken)?;
    let (header, compiled) =
        rest.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or_else(broken)?;
    let header = serde_json::from_slice(header).map_err(|_| broken())?;
    Ok((
        header,
        Compiled::from_bytes(compiled).map_err(|e| format!("the frozen content cannot be read: {e}")),
    ))
}

/// A reader's attributes as merge tags see them.
pub struct JsonAttributes<'a>(pub &'a serde_json::Map<String, serde_json::Value>);

impl Attributes for JsonAttributes<'_> {
    fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.0.get(name)? {
            serde_json::Value::String(text) => Some(Cow::Borrowed(text)),
            serde_json::Value::Number(number) => Some(Cow::Owned(number.to_string())),
            serde_json::Value::Bool(flag) => Some(Cow::Borrowed(if *flag { "true" } else { "false" })),
            _ => None,
        }
    }
}

impl Content for Frozen {
    fn render(&self, job: &Job, out: &mut Vec<u8>) -> Result<(), String> {
        let compiled = self.compiled.as_ref().map_err(Clone::clone)?;
        let token = ReaderToken {
            newsletter_id: self.newsletter_id,
            subscriber_id: job.reader.id,
            campaign_id: self.campaign_id,
        };
        let links = self.links.links(&self.header.newsletter_public_id, token);
        let message_id = self.message_id(job.run.id, job.reader.id);
        let reader = content::Reader {
            email: &job.reader.email,
            first_name: job.reader.first_name.as_deref(),
            last_name: job.reader.last_name.as_deref(),
            attributes: &JsonAttributes(&job.reader.attributes),
        };
        let mailto = format!("{}?subject=unsubscribe", self.header.sender);
        compiled.render(
            &reader,
            &Stamp {
                message_id: &message_id,
                date_ms: job.dated_at,
                unsubscribe_url: &links.unsubscribe_url,
                unsubscribe_mailto: Some(&mailto),
                preferences_url: &links.preferences_url,
                archive_url: &links.archive_url,
            },
            out,
        );
        Ok(())
    }

    fn sender(&self, _job: &Job) -> String {
        self.header.sender.clone()
    }
}
