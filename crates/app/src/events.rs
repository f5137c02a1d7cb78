//! What happens, and all that follows from it: what an author reads on the Overview, is told by a notice or by mail, and
//! what a webhook sends.
//!
//! A feature [`record`]s an event in the transaction that makes it true. What follows stands here and nowhere else, in one
//! `match`, so that no consequence is forgotten where the same thing happens in two places. What is told of thousands of
//! subscribers at once to webhooks alone goes there in batches (`webhooks::emit_all`). Why it is no queue:
//! docs/decisions/events.md.

use database::{Result, Tx};
use serde_json::Value;

use crate::{
    AuthorId, CampaignId, NewsletterId, Timestamp,
    activities::{self, ActivityKind as Activity},
    notices::{self, NoticeKind as Notice},
    notification_queue,
    webhooks::{self, Fact},
};

const DISK_FULL: (&str, &str) = (
    "Your server's disk was full",
    "Changes were refused and sending waited until there was space. Nothing sent was lost; sending goes on by itself. Free some space, or move the data folder to a larger disk.",
);
const DISK_FAILING: (&str, &str) = (
    "Your server couldn't write to its disk",
    "Changes were refused and sending waited until it worked again. Nothing sent was lost; sending goes on by itself. Run letterpress doctor, and check the disk's health and free space.",
);

/// Something that happened to what an author has.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    NewsletterCreated {
        name: &'a str,
    },
    /// Of one campaign.
    Campaign(CampaignEvent<'a>),
    /// We stopped a campaign from a domain that this author uses as well.
    NeighbourPaused {
        domain: &'a str,
        reason: &'a str,
    },
    /// No mail has left for a while, and a campaign of the author's waits.
    SendingStuck {
        reason: &'a str,
    },
    /// `detail` tells what became of its rows.
    ImportFinished {
        file_name: &'a str,
        detail: &'a str,
    },
    /// One subscriber, added by hand or by confirming.
    SubscriberAdded {
        email: &'a str,
        newsletter: &'a str,
    },
    /// By a link or by mail.
    SubscriberLeft {
        email: &'a str,
        newsletter: &'a str,
    },
    DomainVerified {
        domain: &'a str,
        reason: Option<&'a str>,
    },
    /// It was verified and is not any more.
    DomainBroken {
        domain: &'a str,
        reason: Option<&'a str>,
    },
    /// It could not be verified in time.
    DomainFailed {
        domain: &'a str,
        reason: Option<&'a str>,
    },
    /// The database's disk had no space left.
    DiskFull,
    /// The database's disk could not be written.
    DiskFailing,
}

/// Something that happened to a campaign.
#[derive(Clone, Copy, Debug)]
pub enum CampaignEvent<'a> {
    Created {
        subject: &'a str,
        newsletter: &'a str,
    },
    /// Put onto the calendar, or moved there.
    Scheduled {
        subject: &'a str,
        newsletter: &'a str,
    },
    /// Its author took it off the calendar.
    Unscheduled {
        subject: &'a str,
        newsletter: &'a str,
    },
    /// Its audience is being frozen.
    Started {
        subject: &'a str,
        newsletter: &'a str,
    },
    /// It is being sent, for the first time or again; `data` is what webhooks are told.
    Sending {
        data: &'a Value,
    },
    /// By its author or by itself.
    Paused {
        data: &'a Value,
    },
    /// We stopped it, for this reason.
    PausedItself {
        campaign_id: CampaignId,
        newsletter_id: NewsletterId,
        subject: &'a str,
        reason: &'a str,
    },
    /// Everybody was sent it or is known not to get it.
    Sent {
        campaign_id: CampaignId,
        subject: &'a str,
        /// Some did not get it, or nobody knows.
        needs_author: bool,
        data: &'a Value,
    },
    /// It was not sent at its time.
    Missed {
        subject: &'a str,
        reason: &'a str,
    },
    Late {
        subject: &'a str,
        minutes: i64,
    },
}

impl<'a> From<CampaignEvent<'a>> for Event<'a> {
    fn from(event: CampaignEvent<'a>) -> Self {
        Self::Campaign(event)
    }
}

/// Does what follows from an event of the author's.
pub async fn record<'a>(
    tx: &mut Tx,
    author_id: AuthorId,
    event: impl Into<Event<'a>>,
    now: Timestamp,
) -> Result<()> {
    let mut author = Told { tx, author_id, now };
    match event.into() {
        Event::NewsletterCreated { name } => {
            author.activity(Activity::NewsletterCreated, name, None, "/newsletters").await
        }
        Event::Campaign(event) => author.campaign(event).await,
        Event::NeighbourPaused { domain, reason } => {
            author
                .notice(
                    Notice::CampaignPaused,
                    format!("A campaign from {domain} was paused"),
                    Some(reason),
                    "/domains",
                )
                .await
        }
        Event::SendingStuck { reason } => {
            author.notice(Notice::SendingStuck, "Your email isn't leaving", Some(reason), "/campaigns").await
        }
        Event::ImportFinished { file_name, detail } => {
            author.activity(Activity::ImportFinished, file_name, Some(detail), "/subscribers").await
        }
        Event::SubscriberAdded { email, newsletter } => {
            author.activity(Activity::SubscriberAdded, email, Some(newsletter), "/subscribers").await
        }
        Event::SubscriberLeft { email, newsletter } => {
            author.activity(Activity::SubscriberUnsubscribed, email, Some(newsletter), "/subscribers").await
        }
        Event::DomainVerified { domain, reason } => {
            author.notice(Notice::DomainVerified, format!("{domain} is verified"), reason, "/domains").await
        }
        Event::DomainBroken { domain, reason } => {
            author
                .notice(Notice::DomainBroken, format!("{domain} is no longer verified"), reason, "/domains")
                .await
        }
        Event::DomainFailed { domain, reason } => {
            author
                .notice(Notice::DomainBroken, format!("{domain} could not be verified"), reason, "/domains")
                .await
        }
        Event::DiskFull => author.notice(Notice::StorageFailed, DISK_FULL.0, Some(DISK_FULL.1), None).await,
        Event::DiskFailing => {
            author.notice(Notice::StorageFailed, DISK_FAILING.0, Some(DISK_FAILING.1), None).await
        }
    }
}

/// Mail leaves again: nobody has to be told any more that it does not.
pub async fn sending_flows(tx: &mut Tx) -> Result<()> {
    notices::clear(tx, Notice::SendingStuck).await
}

/// The author, at a time, in a transaction.
struct Told<'t> {
    tx: &'t mut Tx,
    author_id: AuthorId,
    now: Timestamp,
}

impl Told<'_> {
    async fn campaign(&mut self, event: CampaignEvent<'_>) -> Result<()> {
        match event {
            CampaignEvent::Created { subject, newsletter } => {
                self.activity(Activity::CampaignCreated, subject, Some(newsletter), "/campaigns").await
            }
            CampaignEvent::Scheduled { subject, newsletter } => {
                self.activity(Activity::CampaignScheduled, subject, Some(newsletter), "/campaigns").await
            }
            CampaignEvent::Unscheduled { subject, newsletter } => {
                self.activity(Activity::CampaignUnscheduled, subject, Some(newsletter), "/campaigns").await
            }
            CampaignEvent::Started { subject, newsletter } => {
                self.activity(Activity::CampaignSending, subject, Some(newsletter), "/campaigns").await
            }
            CampaignEvent::Sending { data } => self.webhook(webhooks::Event::CampaignSending, data).await,
            CampaignEvent::Paused { data } => self.webhook(webhooks::Event::CampaignPaused, data).await,
            CampaignEvent::PausedItself { campaign_id, newsletter_id, subject, reason } => {
                notification_queue::campaign_paused(self.tx, self.author_id, campaign_id, self.now).await?;
                let href = format!("/campaigns/{newsletter_id}/{campaign_id}/report");
                let title = format!("\"{subject}\" was paused");
                self.notice(Notice::CampaignPaused, title, Some(reason), &*href).await
            }
            CampaignEvent::Sent { campaign_id, subject, needs_author, data } => {
                let (author_id, now) = (self.author_id, self.now);
                notification_queue::campaign_ended(self.tx, author_id, campaign_id, needs_author, now)
                    .await?;
                self.webhook(webhooks::Event::CampaignSent, data).await?;
                self.activity(Activity::CampaignSent, subject, None, "/campaigns").await
            }
            CampaignEvent::Missed { subject, reason } => {
                let title = format!("“{subject}” was not sent at its time");
                self.notice(Notice::CampaignMissed, title, Some(reason), "/campaigns").await
            }
            CampaignEvent::Late { subject, minutes } => {
                let title = format!("“{subject}” left late");
                let why =
                    format!("It went out {minutes} minutes late, because nothing was sending at its time.");
                self.notice(Notice::CampaignLate, title, Some(&why), "/campaigns").await
            }
        }
    }

    async fn activity(
        &mut self,
        kind: Activity,
        title: &str,
        detail: Option<&str>,
        href: &str,
    ) -> Result<()> {
        activities::record(self.tx, self.author_id, kind, title, detail, Some(href), self.now).await
    }

    async fn notice<'a>(
        &mut self,
        kind: Notice,
        title: impl AsRef<str>,
        detail: Option<&str>,
        href: impl Into<Option<&'a str>>,
    ) -> Result<()> {
        notices::add(self.tx, self.author_id, kind, title.as_ref(), detail, href.into(), self.now).await
    }

    async fn webhook(&mut self, event: webhooks::Event, data: &Value) -> Result<()> {
        webhooks::emit(self.tx, self.author_id, event, Fact::new(data), self.now).await
    }
}
