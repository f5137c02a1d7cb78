//! Reports that come as mail.

use returns::report::{self, Action, Class, Complaint, DeliveryReport, RecipientStatus, Report};

use super::unknown::{self, Intake, Reason};
use crate::{
    Core,
    deliveries::{
        self,
        events::{DeliveryEventKind, Event, record, record_passing},
    },
    links::{LinkMaker, Mailed, Use, Verp},
    messages, runs,
};

/// Mailboxes of feedback loops (RFC 6650), besides the addresses with a token; what comes there is believed only as far
/// as the mail that it returns proves itself ours.
const FEEDBACK: [&str; 3] = ["fbl", "abuse", "postmaster"];

/// Reads what came back.
pub struct Reader {
    core: Core,
    verp: Verp,
    links: LinkMaker,
    /// How much is kept of what is not understood.
    intake: Intake,
}

impl Reader {
    pub fn new(core: Core) -> Self {
        Self { verp: Verp::new(&core), links: LinkMaker::new(&core), intake: Intake::default(), core }
    }

    /// Whether mail to this address is taken at all.
    pub fn accepts(&self, recipient: &str) -> bool {
        let local = recipient.rsplit_once('@').map_or(recipient, |(local, _)| local);
        self.verp.read(recipient).is_some() || FEEDBACK.iter().any(|name| local.eq_ignore_ascii_case(name))
    }

    /// Acts on a message to one of our addresses. What is no report, or proves nothing, is kept for administrators and
    /// not answered: an answer could be answered.
    pub async fn receive(&self, recipient: &str, raw: &[u8]) -> database::Result<()> {
        self.act(self.verp.read(recipient), raw).await
    }

    /// Acts on a message from a mailbox, where the address is one of its header fields.
    pub async fn collected(&self, raw: &[u8]) -> database::Result<()> {
        self.act(addresses(raw).find_map(|address| self.verp.read(&address)), raw).await
    }

    async fn act(&self, named: Option<(Use, Mailed)>, raw: &[u8]) -> database::Result<()> {
        match named {
            Some((Use::Unsubscribe, mail)) => deliveries::unsubscribe(&self.core, mail).await,
            Some((Use::Bounce, mail)) => self.report(Some(mail), raw).await,
            Some((Use::Message, mail)) => self.of_message(mail.message_id(), raw).await,
            None => self.report(None, raw).await,
        }
    }

    async fn report(&self, named: Option<Mailed>, raw: &[u8]) -> database::Result<()> {
        match report::read(raw) {
            Report::Delivery(report) => self.delivery(named, &report, raw).await,
            Report::Complaint(complaint) if complaint.is_complaint() => {
                self.complaint(named, &complaint, raw).await
            }
            Report::AutoReply | Report::Complaint(_) => {
                self.core.metrics.returned("automatic");
                Ok(())
            }
            Report::Other => {
                let reason = if named.is_some() { Reason::Unknown } else { Reason::Unproven };
                self.keep(reason, named, raw).await
            }
        }
    }

    /// Of a mail that no campaign sent.
    async fn of_message(&self, id: i64, raw: &[u8]) -> database::Result<()> {
        let (meaning, kind, detail) = match report::read(raw) {
            Report::Delivery(report) => {
                let Some(worst) = worst(&report) else { return Ok(()) };
                let kind = match worst.class {
                    Class::Hard => Some(DeliveryEventKind::Bounced),
                    Class::Soft | Class::OnTheWay | Class::Unclear => Some(DeliveryEventKind::SoftBounced),
                    Class::None if worst.action == Action::Delivered => Some(DeliveryEventKind::Delivered),
                    // Refused for what we are or wrote, or only delayed.
                    Class::Policy | Class::None => None,
                };
                (meaning(worst), kind, worst.diagnostic.clone())
            }
            Report::Complaint(complaint) if complaint.is_complaint() => {
                ("complaint", Some(DeliveryEventKind::Complained), Some(said(&complaint)))
            }
            Report::AutoReply | Report::Complaint(_) => ("automatic", None, None),
            Report::Other => return self.keep(Reason::Unknown, None, raw).await,
        };
        self.core.metrics.returned(meaning);
        match kind {
            Some(kind) => messages::came_back(&self.core, id, kind, ("report", detail.as_deref())).await,
            None => Ok(()),
        }
    }

    /// Counts and keeps what is not understood.
    async fn keep(&self, reason: Reason, mail: Option<Mailed>, raw: &[u8]) -> database::Result<()> {
        self.core.metrics.returned(reason.as_str());
        unknown::keep(&self.core, &self.intake, reason, mail, raw).await
    }

    async fn delivery(
        &self,
        named: Option<Mailed>,
        report: &DeliveryReport,
        raw: &[u8],
    ) -> database::Result<()> {
        let Some(mail) = named.or_else(|| self.message(report.original_message_id.as_deref())) else {
            return self.keep(Reason::Unproven, None, raw).await;
        };
        let Some(worst) = worst(report) else { return Ok(()) };
        let event = |kind| Event {
            kind,
            source: "report",
            enhanced_code: worst.status.as_deref(),
            detail: worst.diagnostic.as_deref(),
        };
        self.core.metrics.returned(meaning(worst));
        match worst.class {
            Class::Hard => record(&self.core, mail, event(DeliveryEventKind::Bounced)).await.map(drop),
            Class::Soft => record(&self.core, mail, event(DeliveryEventKind::SoftBounced)).await.map(drop),
            Class::OnTheWay => {
                record_passing(&self.core, mail, event(DeliveryEventKind::SoftBounced)).await.map(drop)
            }
            Class::Unclear => {
                record_passing(&self.core, mail, event(DeliveryEventKind::SoftBounced)).await?;
                unknown::keep(&self.core, &self.intake, Reason::Unclear, Some(mail), raw).await
            }
            Class::Policy => {
                // Refused for what we are or wrote: nothing that may count against the reader.
                tracing::warn!(run = mail.run_id.get(), status = ?worst.status, "a mail came back for what it is");
                Ok(())
            }
            Class::None if worst.action == Action::Delivered => {
                record(&self.core, mail, event(DeliveryEventKind::Delivered)).await.map(drop)
            }
            Class::None => Ok(()),
        }
    }

    async fn complaint(
        &self,
        named: Option<Mailed>,
        complaint: &Complaint,
        raw: &[u8],
    ) -> database::Result<()> {
        let sender = complaint.original_mail_from.as_deref().and_then(|from| self.verp.read(from));
        if let (None, Some((Use::Message, mail))) = (named, sender) {
            return self.of_message(mail.message_id(), raw).await;
        }
        let by_sender = || sender.filter(|(usage, _)| *usage == Use::Bounce).map(|(_, mail)| mail);
        let by_id = || self.message(complaint.original_message_id.as_deref());
        let mail = match named.or_else(by_sender).or_else(by_id) {
            Some(mail) => Some(mail),
            // The recipient and the rest may be blotted out, the link to leave rarely is.
            None => self.by_link(complaint.list_unsubscribe.as_deref()).await?,
        };
        let Some(mail) = mail else { return self.keep(Reason::Unproven, None, raw).await };
        self.core.metrics.returned("complaint");
        let detail = said(complaint);
        let event = Event {
            kind: DeliveryEventKind::Complained,
            source: "report",
            enhanced_code: None,
            detail: Some(&detail),
        };
        record(&self.core, mail, event).await.map(drop)
    }

    fn message(&self, message_id: Option<&str>) -> Option<Mailed> {
        self.links.read_message_id(message_id?)
    }

    async fn by_link(&self, url: Option<&str>) -> database::Result<Option<Mailed>> {
        let token = url.and_then(|url| url.rsplit_once("/u/")).map(|(_, token)| token);
        let Some(token) = token.and_then(|token| self.links.read(token)) else { return Ok(None) };
        let mut tx = self.core.db.read().await?;
        let run_id = runs::latest_id(&mut tx, token.newsletter_id, token.campaign_id).await?;
        Ok(run_id.map(|run_id| Mailed { run_id, subscriber_id: token.subscriber_id }))
    }
}

/// One mail has one recipient: of several statuses (a forward, a list) the worst is its own.
fn worst(report: &DeliveryReport) -> Option<&RecipientStatus> {
    let delivered = |r: &&RecipientStatus| r.action == Action::Delivered;
    report.recipients.iter().max_by_key(|r| (r.class.weight(), delivered(r)))
}

fn said(complaint: &Complaint) -> String {
    format!("Reported as {:?}.", complaint.feedback_type).to_lowercase()
}

/// A report in the figures.
fn meaning(status: &RecipientStatus) -> &'static str {
    match status.class {
        Class::Hard => "hard",
        Class::Soft => "soft",
        Class::OnTheWay => "on_the_way",
        Class::Policy => "about_us",
        Class::Unclear => Reason::Unclear.as_str(),
        Class::None if status.action == Action::Delayed => "delayed",
        Class::None => "delivered",
    }
}

/// Addresses in the header of a message, in order. Those of list fields (RFC 2369) are left out: a mail of ours that somebody passes
/// on as it is must not unsubscribe its reader.
fn addresses(raw: &[u8]) -> impl Iterator<Item = String> {
    let end = raw.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(raw.len()).min(64 << 10);
    let head = String::from_utf8_lossy(&raw[..end]).replace("\r\n ", " ").replace("\r\n\t", " ");
    let is_list = |line: &str| line.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("list-"));
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | ',' | ';' | '"' | '(' | ')' | ':');
    head.lines()
        .filter(|line| !is_list(line))
        .flat_map(|line| line.split(is_end))
        .filter(|word| word.contains('+'))
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}
