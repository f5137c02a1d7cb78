//! What a check says.

use serde::Serialize;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CheckId)]
pub enum Id {
    Content,
    Leftovers,
    MergeTags,
    Links,
    Images,
    Size,
    Sender,
    Unsubscribe,
    Schedule,
    Audience,
    Tracking,
    AbTest,
    Attachments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CheckLevel)]
pub enum Level {
    /// Sending would be refused.
    Error,
    /// Sending is allowed; readers would notice.
    Warning,
    Ok,
}

/// Where a fix is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FixTarget)]
pub enum Target {
    Content,
    Subject,
    Newsletter,
    Domain,
    Schedule,
    Subscribers,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Fix {
    /// What the author does.
    pub label: String,
    pub target: Target,
    /// A path of the dashboard.
    #[schema(required)]
    pub href: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Check {
    pub id: Id,
    pub level: Level,
    pub title: String,
    pub details: Vec<String>,
    #[schema(required)]
    pub fix: Option<Fix>,
}

impl Check {
    pub fn ok(id: Id, title: impl Into<String>) -> Self {
        Self { id, level: Level::Ok, title: title.into(), details: Vec::new(), fix: None }
    }

    pub fn warning(id: Id, title: impl Into<String>, details: Vec<String>) -> Self {
        Self { level: Level::Warning, details, ..Self::ok(id, title) }
    }

    pub fn error(id: Id, title: impl Into<String>, details: Vec<String>) -> Self {
        Self { level: Level::Error, details, ..Self::ok(id, title) }
    }

    #[must_use]
    pub fn fixed_by(mut self, label: &str, target: Target) -> Self {
        self.fix = Some(Fix { label: label.to_owned(), target, href: None });
        self
    }

    #[must_use]
    pub fn at(mut self, href: String) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.href = Some(href);
        }
        self
    }
}
