//! What a returned message is and what it says: [`read`].

mod classify;
mod complaint;
mod delivery;
mod legacy;
mod mime;

use crate::text;
use mime::Entity;

/// What is read of a message, in octets: reports have what matters at their start.
const MAX_MESSAGE: usize = 1 << 20;
/// Recipients kept of one report; the further ones are not read.
pub const MAX_RECIPIENTS: usize = 100;

/// What a message that came back is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// What became of a mail (RFC 3464, and the forms older than it).
    Delivery(DeliveryReport),
    /// What a reader made of a mail (RFC 5965).
    Complaint(Complaint),
    /// A vacation note or another answer of a machine (RFC 3834). Says nothing about the address.
    AutoReply,
    /// Everything else, above all letters of people.
    Other,
}

/// A delivery status notification. Has at least one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryReport {
    /// At most [`MAX_RECIPIENTS`].
    pub recipients: Vec<RecipientStatus>,
    /// The Message-ID of the mail reported on, without angle brackets: from the returned part, else from
    /// In-Reply-To.
    pub original_message_id: Option<String>,
    /// The first address of To in the returned part.
    pub original_to: Option<String>,
}

/// What became of the mail for one recipient (RFC 3464 §2.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipientStatus {
    /// Original-Recipient, else Final-Recipient: the address alone, at most 320 octets. The two differ when
    /// the recipient forwards.
    pub recipient: Option<String>,
    /// What the reporter did.
    pub action: Action,
    /// A valid status of RFC 3463, as `5.1.1`, as the reporter gave it.
    pub status: Option<String>,
    /// What the refusing server said: one line, at most 300 characters, no control characters. Text of a
    /// stranger.
    pub diagnostic: Option<String>,
    /// What follows for the address.
    pub class: Class,
}

/// What the reporting server did with the mail for a recipient (RFC 3464 §2.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// It gave up.
    Failed,
    /// It still tries.
    Delayed,
    /// It delivered.
    Delivered,
    /// It gave the mail to a server that sends no reports.
    Relayed,
    /// It delivered, to several addresses.
    Expanded,
}

/// What a report means for the address it is about.
///
/// By the refusing server's own words and codes first, as [`refusals::meaning`] has them; then by what the text for
/// people quotes; then by the Status of the reporter; then by that text itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// The address does not exist: never mail it again.
    Hard,
    /// The mailbox is full or switched off: several in a row speak against the address.
    Soft,
    /// The way there does not work: says nothing about the mailbox.
    OnTheWay,
    /// About us or the content, not the recipient.
    Policy,
    /// A failure of which nothing else is understood.
    Unclear,
    /// No failure.
    None,
}

impl Class {
    /// One mail has one recipient: of several (a forward, a list) the one that weighs most is what the mail met.
    pub fn weight(self) -> u8 {
        match self {
            Self::Hard => 5,
            Self::Soft => 4,
            Self::OnTheWay => 3,
            Self::Policy => 2,
            Self::Unclear => 1,
            Self::None => 0,
        }
    }
}

/// Why a reader complained (RFC 5965 §7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeedbackType {
    /// Unwanted mail.
    Abuse,
    /// Fraud or phishing.
    Fraud,
    /// A virus.
    Virus,
    /// The reader wants out (in use, though not registered).
    OptOut,
    /// The reader found the mail among spam and took it out. The opposite of a complaint.
    NotSpam,
    /// A failed check of DKIM, SPF or DMARC (RFC 6591). No reader was involved.
    AuthFailure,
    /// The registered type "other".
    Other,
    /// No type at all or one nobody registered.
    Unknown,
}

/// A report of a feedback loop. Providers redact addresses (RFC 6590), so that fields may be absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Why.
    pub feedback_type: FeedbackType,
    /// The first Original-Rcpt-To, unless it is visibly redacted.
    pub original_recipient: Option<String>,
    /// The envelope sender of the mail. `None` also for the empty one.
    pub original_mail_from: Option<String>,
    /// The Message-ID of the mail, without angle brackets.
    pub original_message_id: Option<String>,
    /// The first https URL of the mail's List-Unsubscribe, else http, else mailto; at most 2,048 octets. Not
    /// to be fetched: compare it with our own.
    pub list_unsubscribe: Option<String>,
    /// The first Reported-Domain.
    pub reported_domain: Option<String>,
}

impl Complaint {
    /// Whether a reader does not want our mail.
    pub fn is_complaint(&self) -> bool {
        use FeedbackType::{Abuse, Fraud, OptOut, Other, Virus};
        matches!(self.feedback_type, Abuse | Fraud | OptOut | Virus | Other)
    }
}

/// Reads a message with its header. Takes any octets, never panics, needs time and memory linear in the
/// size, of which only the first MiB is looked at.
///
/// A report inside a forwarded message is not a report: somebody sent it on.
pub fn read(message: &[u8]) -> Report {
    let root = Entity::parse(&message[..message.len().min(MAX_MESSAGE)]);
    let marks = Marks::of(&root);
    let leaves = root.leaves();
    if let Some(complaint) = complaint::read(&marks, &leaves) {
        return Report::Complaint(complaint);
    }
    if let Some(report) = delivery::read(&marks, &leaves).or_else(|| legacy::read(&marks, &leaves)) {
        return Report::Delivery(report);
    }
    // After the reports, since many of those are marked as automatic too.
    if marks.automatic { Report::AutoReply } else { Report::Other }
}

/// Who wrote a message and about what, as it says itself: for people who look through what was not understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heading {
    /// From: one line, at most 200 characters.
    pub from: Option<String>,
    /// Subject, likewise.
    pub subject: Option<String>,
}

/// The heading of a message, with encoded words (RFC 2047) decoded.
pub fn heading(message: &[u8]) -> Heading {
    let root = Entity::parse(message);
    let line = |name: &str| text::one_line(&mime::decoded(&root.field(name)?), 200);
    Heading { from: line("from"), subject: line("subject") }
}

/// What the header of the whole message says.
struct Marks {
    report_type: String,
    subject: String,
    from: String,
    /// Where answers to it would go is nowhere (RFC 5321 §4.5.5), as a server noted.
    has_no_sender: bool,
    in_reply_to: Option<String>,
    failed_recipients: Vec<String>,
    automatic: bool,
}

impl Marks {
    fn of(root: &Entity<'_>) -> Self {
        let lower = |name: &str| root.field(name).unwrap_or_default().to_ascii_lowercase();
        // A value may have parameters (RFC 3834 §5).
        let submitted = lower("auto-submitted");
        let submitted = submitted.split([';', ' ', '(']).next().unwrap_or_default();
        let failed = root.fields("x-failed-recipients").flat_map(|value| value.split(','));
        let said = |name: &str| !matches!(lower(name).as_str(), "" | "no" | "false");
        Self {
            report_type: root.parameter("report-type").unwrap_or_default().to_ascii_lowercase(),
            subject: lower("subject"),
            from: lower("from"),
            has_no_sender: root
                .fields("return-path")
                .next()
                .is_some_and(|path| matches!(path.trim(), "" | "<>")),
            in_reply_to: root.field("in-reply-to").as_deref().and_then(text::message_id),
            failed_recipients: failed.filter_map(text::address).take(MAX_RECIPIENTS).collect(),
            automatic: !matches!(submitted, "" | "no")
                || said("x-autoreply")
                || said("x-autorespond")
                || lower("precedence") == "auto_reply",
        }
    }
}

/// Names under which mail systems write.
const DAEMONS: [&str; 12] = [
    "mailer-daemon",
    "mailerdaemon",
    "mdaemon",
    "postmaster",
    "post_master",
    "mail.delivery.system",
    "mail delivery",
    "delivery subsystem",
    "delivery system",
    "mail administrator",
    "mail system",
    "system administrator",
];

/// What they write about, at the start of the subject.
const ABOUT_DELIVERY: [&str; 16] = [
    "undeliver",
    "non-delivery",
    "non delivery",
    "nondeliverable",
    "delivery status",
    "delivery fail",
    "delivery notification",
    "delivery report",
    "failure notice",
    "failed mail",
    "mail delivery",
    "mail could not be delivered",
    "mail system error",
    "message delivery",
    "returned mail",
    "failed delivery",
];

impl Marks {
    /// Whether a mail system wrote it, not a person or a person's machine.
    fn is_daemon(&self) -> bool {
        let is_named =
            DAEMONS.iter().any(|name| self.from.contains(name)) || self.from.trim_end().ends_with("<>");
        // An answer of a machine comes from the person that it answers for.
        let has_mark = self.has_no_sender || self.automatic || self.from.is_empty();
        let is_told = has_mark && ABOUT_DELIVERY.iter().any(|words| self.subject.starts_with(words));
        is_named || is_told || !self.failed_recipients.is_empty()
    }
}

/// What the returned message, or its header, tells about the mail.
#[derive(Default)]
struct Original {
    message_id: Option<String>,
    to: Option<String>,
    list_unsubscribe: Option<String>,
}

impl Original {
    /// From the part that returns the mail or its header (RFC 3464 §2, RFC 6533 §4), if there is one.
    fn of(leaves: &[Entity<'_>]) -> Self {
        let returned = leaves.iter().find(|leaf| {
            leaf.is("message", &["rfc822", "global", "rfc822-headers", "global-headers"])
                || leaf.is("text", &["rfc822-headers", "rfc822"])
        });
        returned.map(|leaf| Self::parse(&leaf.content())).unwrap_or_default()
    }

    fn parse(message: &[u8]) -> Self {
        let message = Entity::parse(message.trim_ascii_start());
        Self {
            message_id: message.field("message-id").as_deref().and_then(text::message_id),
            to: message.first_address("to"),
            list_unsubscribe: message
                .field("list-unsubscribe")
                .as_deref()
                .and_then(complaint::unsubscribe_url),
        }
    }
}
