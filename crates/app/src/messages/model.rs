//! A message as it is kept and shown.

use serde::{Deserialize, Serialize};

use crate::{NewsletterId, Timestamp};

/// How long what became of a message is kept, in milliseconds.
pub const KEPT: i64 = 90 * crate::clock::DAY;

/// How long a message is tried, in milliseconds: nobody waits longer for a ticket.
pub const GIVE_UP: i64 = crate::clock::DAY;

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageState)]
pub enum State {
    /// It leaves as soon as it can.
    Queued,
    /// It is on its way to the mail server.
    Sending,
    /// The mail server took it.
    Sent,
    /// It is tried again: `reason` says why.
    Deferred,
    /// It did not leave, and is not tried again: `reason` says why.
    Failed,
    /// Nothing is sent to this address: `reason` says why.
    Suppressed,
    /// It may have left: the connection or the server broke between its end and the answer. Somebody has to decide.
    InDoubt,
}

/// The names in lists and in the table. A message that is sent has two there.
const NAMES: [(State, &str, &[&str]); 7] = [
    (State::Queued, "queued", &["queued"]),
    (State::Sending, "sending", &["claimed", "committing"]),
    (State::Sent, "sent", &["sent"]),
    (State::Deferred, "deferred", &["deferred"]),
    (State::Failed, "failed", &["failed"]),
    (State::Suppressed, "suppressed", &["suppressed"]),
    (State::InDoubt, "in_doubt", &["in_doubt"]),
];

impl State {
    /// The name in JSON.
    pub fn parse(name: &str) -> Option<Self> {
        NAMES.iter().find(|it| it.1 == name).map(|it| it.0)
    }

    /// What the table calls it.
    pub fn stored(self) -> &'static [&'static str] {
        NAMES.iter().find(|it| it.0 == self).map_or(&[], |it| it.2)
    }
}

impl TryFrom<String> for State {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        NAMES.iter().find(|it| it.2.contains(&name.as_str())).map(|it| it.0).ok_or(name)
    }
}

/// What came back of a message that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageReturn)]
pub enum Returned {
    /// The receiver's server took it.
    Delivered,
    /// The mailbox is full or switched off, or could not be reached.
    SoftBounced,
    /// The mailbox does not exist: nothing more is sent there.
    Bounced,
    /// Its receiver called it spam: nothing more is sent there.
    Complained,
}

database::kept_by_name!(Returned);

/// The later ones say more than the earlier.
const RETURNS: [(Returned, &str); 4] = [
    (Returned::Delivered, "delivered"),
    (Returned::SoftBounced, "soft_bounced"),
    (Returned::Bounced, "bounced"),
    (Returned::Complained, "complained"),
];

impl Returned {
    /// The name in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        RETURNS.iter().find(|it| it.0 == self).map_or("", |it| it.1)
    }

    /// The names of what says less.
    pub fn lesser(self) -> impl Iterator<Item = &'static str> {
        RETURNS.iter().take_while(move |it| it.0 != self).map(|it| it.1)
    }
}

/// An email to one person, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Message {
    pub id: i64,
    /// The newsletter whose sender it comes from.
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    /// The template it was made from; null where the call brought the content.
    #[schema(required)]
    pub template_id: Option<i64>,
    /// Whom it is for.
    pub to: String,
    pub subject: String,
    #[sqlx(try_from = "String")]
    pub state: State,
    /// Why it is in this state, a sentence; null where that needs none.
    #[schema(required)]
    pub reason: Option<String>,
    /// How often it was tried.
    pub attempts: i64,
    /// It was in doubt and sent once more: its receiver may have two copies, with one Message-ID.
    pub is_repeated: bool,
    /// What came back after it was sent; null for nothing, which is the usual good end.
    #[schema(required)]
    pub returned: Option<Returned>,
    /// When it came back.
    #[schema(required)]
    pub returned_at: Option<Timestamp>,
    /// What the receiver's server said.
    #[schema(required)]
    pub returned_detail: Option<String>,
    pub created_at: Timestamp,
    /// When the mail server took it.
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
}
