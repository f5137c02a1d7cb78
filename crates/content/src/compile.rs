//! From what the author saved to what is frozen with the campaign.

use crate::merge::TagError;
use serde::{Deserialize, Serialize};

/// What happens to links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkPolicy {
    /// Links stay as the author wrote them.
    #[default]
    Keep,
}

/// The content of one campaign and what its headers need.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// May hold merge tags.
    pub subject: String,
    /// May hold merge tags; empty for none.
    pub preheader: String,
    /// A document or a fragment, with merge tags. `None` or blank: made from `text`.
    pub html: Option<String>,
    /// Plain text with merge tags. `None` or blank: made from `html`.
    pub text: Option<String>,
    pub newsletter_name: String,
    pub from_name: String,
    pub from_address: String,
    pub reply_to: Option<String>,
    /// `list.example.com`, without angle brackets (RFC 2919).
    pub list_id: Option<String>,
    /// `campaign:tenant:type:sender`.
    pub feedback_id: Option<String>,
    /// BCP 47 tag for a document made here; `en` when `None`.
    pub language: Option<String>,
    pub links: LinkPolicy,
}

/// Why content was refused: the field of [`Source`] and the place in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {error}")]
pub struct CompileError {
    /// `subject`, `preheader`, `html`, `text`, `from_address`, `from_name`, `reply_to`, `list_id` or `feedback_id`.
    pub field: &'static str,
    pub error: TagError,
}

/// Why stored bytes could not be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlobError {
    #[error("the compiled content has format {0}, which this version does not know")]
    Version(u8),
    #[error("the compiled content is damaged")]
    Damaged,
}

/// A campaign ready to be rendered. Stored frozen with the campaign as [`Compiled::to_bytes`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiled {}

impl Source {
    /// Checks only the merge tags of subject, preheader, html and text: enough to save a draft whose sender is not set up yet.
    pub fn check(&self) -> Result<(), CompileError> {
        unimplemented!()
    }
}

/// Compiles a campaign.
pub fn compile(source: &Source) -> Result<Compiled, CompileError> {
    let _ = source;
    unimplemented!()
}

impl Compiled {
    /// The form stored with the campaign: a format byte, then the content.
    pub fn to_bytes(&self) -> Vec<u8> {
        unimplemented!()
    }

    /// Reads [`Compiled::to_bytes`] back.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BlobError> {
        let _ = bytes;
        unimplemented!()
    }
}
