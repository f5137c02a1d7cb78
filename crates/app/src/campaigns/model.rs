//! What a campaign is, and what may be done with it in which state.

use serde::{Deserialize, Serialize};

use crate::{
    http::{Problem, ProblemCode},
    newsletters::Newsletter,
};

/// Longest subject, in characters: the longest header line (RFC 5322 §2.1.1).
pub const MAX_SUBJECT: usize = 998;
/// Longest preheader, in characters; mail programs show about 100.
pub const MAX_PREHEADER: usize = 300;
/// How much of the plain text a list shows, in characters.
pub const TEXT_PREVIEW: usize = 200;

/// Sample data is never sent: 409 for its newsletter.
pub fn refuse_sample(newsletter: &Newsletter) -> Result<(), Problem> {
    if !newsletter.is_sample {
        return Ok(());
    }
    Err(Problem::conflict(
        ProblemCode::SampleNewsletter,
        "This newsletter is sample data, so nothing is sent to its subscribers. Create a newsletter of your own to send \
         campaigns, or send yourself a test email.",
    ))
}

/// Where a campaign stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CampaignStatus)]
pub enum Status {
    Draft,
    Scheduled,
    Sending,
    Paused,
    Sent,
    Cancelled,
}

impl Status {
    pub const ALL: [Self; 6] =
        [Self::Draft, Self::Scheduled, Self::Sending, Self::Paused, Self::Sent, Self::Cancelled];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Sending => "sending",
            Self::Paused => "paused",
            Self::Sent => "sent",
            Self::Cancelled => "cancelled",
        }
    }

    /// Its content is not frozen yet.
    pub fn may_be_edited(self) -> bool {
        matches!(self, Self::Draft | Self::Scheduled)
    }

    /// Nobody needs its ledger: nothing was sent, or its author stopped it for good.
    pub fn may_be_deleted(self) -> bool {
        matches!(self, Self::Draft | Self::Cancelled)
    }
}

impl std::str::FromStr for Status {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|s| s.as_str() == text).ok_or(UnknownName)
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a campaign was made from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OriginKind)]
pub enum OriginKind {
    /// For those who did not open it.
    NotOpened,
    /// For those who did not get it.
    NotSent,
    /// An issue of a repeating campaign.
    Repeat,
    Duplicate,
}

database::kept_by_name!(OriginKind);

/// A name that none of the values has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown name")]
pub struct UnknownName;

/// What an author may fill with merge tags, and what is wrong with a text there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentField {
    Subject,
    Preheader,
    Html,
    Text,
}

impl ContentField {
    /// As the API names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Subject => "subject",
            Self::Preheader => "preheader",
            Self::Html => "html_content",
            Self::Text => "text_content",
        }
    }

    /// Compiles the text alone, so that nothing is left to go wrong when the campaign is sent.
    pub fn check(self, text: &str) -> Result<(), content::TagError> {
        let mut source =
            content::Source { from_address: "sender@example.com".into(), ..content::Source::default() };
        match self {
            Self::Subject => text.clone_into(&mut source.subject),
            Self::Preheader => text.clone_into(&mut source.preheader),
            Self::Html => source.html = Some(text.to_owned()),
            Self::Text => source.text = Some(text.to_owned()),
        }
        content::compile(&source).map(drop).map_err(|e| e.error)
    }
}

/// The first characters of the plain text.
pub fn text_preview(text: Option<&str>) -> Option<String> {
    text.map(|text| text.chars().take(TEXT_PREVIEW).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_status_has_one_name() {
        for status in Status::ALL {
            assert_eq!(status.as_str().parse(), Ok(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
        assert_eq!("Draft".parse::<Status>(), Err(UnknownName));
    }

    #[test]
    fn a_preview_cuts_between_characters() {
        assert_eq!(text_preview(None), None);
        assert_eq!(text_preview(Some("ü")).as_deref(), Some("ü"));
        assert_eq!(text_preview(Some(&"ü".repeat(300))).unwrap().chars().count(), TEXT_PREVIEW);
    }
}
