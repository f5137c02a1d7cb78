//! A run's frozen content: compiled when the campaign was sent, spliced for each reader.

use std::sync::{
    PoisonError, RwLock,
    atomic::{AtomicU8, Ordering},
};

use content::{Compiled, Stamp};
use database::{Tx, on_engine};
use engine::ports::{Content, Job};
use mailer::{MailUrl, dkim};
use serde::{Deserialize, Serialize};

use crate::{
    CampaignId, Core, NewsletterId, RunId, SubscriberId,
    campaigns::variants::{Drawn, Plan},
    domains,
    links::{LinkMaker, Mailed, ReaderToken, Use, Verp},
    newsletters::Tracking,
    senders::Sender,
    subscribers::JsonAttributes,
    tracking::Tokens,
};

/// What is kept of a run beside its compiled content.
#[derive(Default, Serialize, Deserialize)]
pub struct Header {
    pub sender: String,
    pub newsletter_public_id: String,
    /// Base of the links, when it is the sending domain's own.
    #[serde(default)]
    pub links_base: Option<String>,
    #[serde(default)]
    pub tracking: Tracking,
    /// Of an A/B test.
    #[serde(default)]
    pub plan: Option<Plan>,
    /// Octets of each compiled variant but the last; written by [`freeze`].
    #[serde(default)]
    pub lengths: Vec<usize>,
}

impl Header {
    /// Of a run, read without the content behind it, which may have megabytes of attachments. That of content that cannot
    /// be read is empty.
    async fn of_run(tx: &mut Tx, run_id: RunId) -> database::Result<Self> {
        let length: Vec<u8> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
            "SELECT SUBSTR(content, 1, 4) FROM campaign_runs WHERE id = $1").bind(run_id).fetch_one(conn).await?);
        let length = length.first_chunk().and_then(|length| i32::try_from(u32::from_be_bytes(*length)).ok());
        let Some(length) = length else { return Ok(Self::default()) };
        let bytes: Vec<u8> = on_engine!(tx, conn => sqlx::query_scalar(
            "SELECT SUBSTR(content, 5, $2) FROM campaign_runs WHERE id = $1").bind(run_id).bind(length).fetch_one(conn).await?);
        Ok(serde_json::from_slice(&bytes).unwrap_or_default())
    }

    /// The domain that mails are sent from.
    fn domain(&self) -> &str {
        self.sender.rsplit_once('@').map_or("localhost", |(_, domain)| domain)
    }
}

/// The plan of a run's A/B test.
pub async fn plan_of(tx: &mut Tx, run_id: RunId) -> database::Result<Option<Plan>> {
    Ok(Header::of_run(tx, run_id).await?.plan)
}

/// What the mails of a run are called.
pub struct MessageIds {
    links: LinkMaker,
    run_id: RunId,
    domain: String,
}

impl MessageIds {
    pub async fn of_run(core: &Core, tx: &mut Tx, run_id: RunId) -> database::Result<Self> {
        let domain = Header::of_run(tx, run_id).await?.domain().to_owned();
        Ok(Self { links: LinkMaker::new(core), run_id, domain })
    }

    pub fn of(&self, subscriber_id: SubscriberId) -> String {
        self.links.message_id(self.run_id, subscriber_id, &self.domain)
    }
}

/// Where reports about a mail go.
enum ReturnPath {
    /// To the sender, as nothing of ours receives them.
    Sender,
    /// To our receiver, at this domain.
    Domain(String),
    /// To a mailbox that takes subaddresses; we may not be those who read it.
    Mailbox { address: String, is_read: bool },
}

impl ReturnPath {
    fn of(core: &Core, domain: Option<&str>) -> Self {
        let bounces = &core.settings.bounces;
        match (&core.settings.mail, &bounces.address) {
            // Amazon SES makes the return path itself.
            (MailUrl::Ses(_), _) => Self::Sender,
            _ if bounces.listen.is_some() => Self::Domain(
                domain
                    .and_then(|name| domains::return_path_domain(&core.settings, name))
                    .or_else(|| bounces.host.clone())
                    .unwrap_or_else(|| core.settings.public_host().to_owned()),
            ),
            (_, Some(address)) => {
                Self::Mailbox { address: address.clone(), is_read: bounces.mailbox.is_some() }
            }
            _ => Self::Sender,
        }
    }
}

impl ReturnPath {
    /// What unsubscribes the reader of a mail by mail: an address that we read ourselves. None is offered where nobody but the
    /// people behind the sender's address would see it.
    fn mailto(&self, verp: &Verp, mail: Mailed) -> Option<String> {
        let address = match self {
            Self::Domain(domain) => verp.address(Use::Unsubscribe, mail, domain),
            Self::Mailbox { address, is_read: true } => verp.subaddress(Use::Unsubscribe, mail, address),
            Self::Sender | Self::Mailbox { is_read: false, .. } => return None,
        };
        Some(format!("{address}?subject=unsubscribe"))
    }
}

/// Where reports about one mail go that no run sends; `None` where nothing of ours receives them.
pub fn return_address(core: &Core, domain: Option<&str>, (usage, mail): (Use, Mailed)) -> Option<String> {
    let verp = Verp::new(core);
    match ReturnPath::of(core, domain) {
        ReturnPath::Sender => None,
        ReturnPath::Domain(domain) => Some(verp.address(usage, mail, &domain)),
        ReturnPath::Mailbox { address, .. } => Some(verp.subaddress(usage, mail, &address)),
    }
}

/// The same in a preview or a test mail, where it unsubscribes nobody.
pub fn sample_mailto(core: &Core, sender: &Sender) -> Option<String> {
    let return_path = ReturnPath::of(core, sender.domain.as_ref().map(|domain| domain.domain.as_str()));
    return_path
        .mailto(&Verp::new(core), Mailed { run_id: RunId::new(0), subscriber_id: SubscriberId::new(0) })
}

/// What a run renders from.
pub struct Frozen {
    header: Header,
    domain: String,
    /// The content, or one for each variant of an A/B test.
    compiled: Result<Vec<Compiled>, String>,
    /// The variant that readers outside the sample get; raised once, by [`Frozen::decide`].
    rest: AtomicU8,
    /// Who is in the sample, as far as the audience is frozen; `None` in runs of earlier versions.
    drawn: RwLock<Option<Drawn>>,
    tokens: Tokens,
    links: LinkMaker,
    archive_url: String,
    verp: Verp,
    return_path: ReturnPath,
    /// Empty when somebody else signs.
    signers: Vec<dkim::Signer>,
    takes_long: bool,
    campaign_id: CampaignId,
    newsletter_id: NewsletterId,
}

/// Octets of a mail that is copied for longer than many are made.
const LARGE: usize = 256 * 1024;

/// The bytes kept with the run: a header (JSON, its length before it) and the compiled content.
pub fn freeze(mut header: Header, compiled: &[Compiled]) -> Vec<u8> {
    let compiled: Vec<Vec<u8>> = compiled.iter().map(Compiled::to_bytes).collect();
    header.lengths = compiled.iter().skip(1).zip(&compiled).map(|(_, earlier)| earlier.len()).collect();
    let header = serde_json::to_vec(&header).unwrap_or_default();
    let mut bytes = (header.len() as u32).to_be_bytes().to_vec();
    bytes.extend_from_slice(&header);
    bytes.extend(compiled.concat());
    bytes
}

impl Frozen {
    /// Content that cannot be read fails each of its readers with the reason, rather than the engine. The keys that sign
    /// are the domain's of now.
    pub async fn load(
        core: &Core,
        tx: &mut Tx,
        (campaign_id, newsletter_id, domain_id): (CampaignId, NewsletterId, Option<i64>),
        bytes: &[u8],
    ) -> database::Result<Self> {
        let (header, compiled) = read(bytes).unwrap_or_else(|reason| (Header::default(), Err(reason)));
        let domain = header.domain().to_owned();
        let registered = match domain_id {
            Some(id) => domains::find_any(tx, id).await?,
            None => None,
        };
        let signers = signers(core, tx, registered.as_ref(), &domain).await?;
        let mut links = LinkMaker::new(core);
        if let Some(base) = &header.links_base {
            links = links.with_base(base.clone());
        }
        let archive_url = links.archive_url(&header.newsletter_public_id, campaign_id);
        let return_path = ReturnPath::of(core, registered.as_ref().map(|domain| domain.domain.as_str()));
        let verp = Verp::new(core);
        let is_large = compiled.iter().flatten().any(|content| content.literal_length() > LARGE);
        let takes_long = !signers.is_empty() || is_large;
        let (tokens, rest, drawn) = (Tokens::new(core), AtomicU8::default(), RwLock::default());
        Ok(Self {
            header,
            domain,
            compiled,
            rest,
            drawn,
            tokens,
            links,
            archive_url,
            verp,
            return_path,
            signers,
            takes_long,
            campaign_id,
            newsletter_id,
        })
    }

    /// What readers outside the sample of an A/B test get from now on.
    pub fn decide(&self, variant: i16) {
        self.rest.store(u8::try_from(variant).unwrap_or_default(), Ordering::Relaxed);
    }

    /// Who is in the sample from now on.
    pub fn draw(&self, drawn: Option<Drawn>) {
        *self.drawn.write().unwrap_or_else(PoisonError::into_inner) = drawn;
    }

    pub fn is_test(&self) -> bool {
        self.header.plan.is_some()
    }

    /// Whether more was drawn than is known here, if a reader of the test has this id.
    pub fn lacks(&self, subscriber_id: i64) -> bool {
        let drawn = self.drawn.read().unwrap_or_else(PoisonError::into_inner);
        drawn.as_ref().is_none_or(|drawn| drawn.last() < subscriber_id)
    }

    /// The content that this reader gets.
    fn content(&self, subscriber_id: i64) -> Result<&Compiled, String> {
        let compiled = self.compiled.as_ref().map_err(Clone::clone)?;
        let variant = match &self.header.plan {
            Some(plan) => {
                let drawn = self.drawn.read().unwrap_or_else(PoisonError::into_inner);
                plan.variant(drawn.as_ref(), subscriber_id)
                    .unwrap_or_else(|| self.rest.load(Ordering::Relaxed))
            }
            None => 0,
        };
        compiled.get(usize::from(variant)).ok_or_else(|| "the content of this variant is missing".to_owned())
    }
}

/// What signs mail from `name`, which a newsletter chose or which is the operator's own.
pub async fn signers(
    core: &Core,
    tx: &mut Tx,
    registered: Option<&domains::Domain>,
    name: &str,
) -> database::Result<Vec<dkim::Signer>> {
    match registered {
        _ if matches!(core.settings.mail, MailUrl::Ses(_)) => Ok(Vec::new()),
        Some(domain) => domains::signers(core, tx, domain).await,
        None => domains::signers_of_name(core, tx, name).await,
    }
}

fn read(bytes: &[u8]) -> Result<(Header, Result<Vec<Compiled>, String>), String> {
    let broken = || "the frozen content is damaged".to_owned();
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(broken)?;
    let (header, mut compiled) =
        rest.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or_else(broken)?;
    let header: Header = serde_json::from_slice(header).map_err(|_| broken())?;
    let mut parts = Vec::with_capacity(header.lengths.len() + 1);
    for length in &header.lengths {
        let (part, rest) = compiled.split_at_checked(*length).ok_or_else(broken)?;
        parts.push(part);
        compiled = rest;
    }
    parts.push(compiled);
    let compiled = parts.into_iter().map(Compiled::from_bytes).collect::<Result<_, _>>();
    Ok((header, compiled.map_err(|e| format!("the frozen content cannot be read: {e}"))))
}

/// The engine's numbers as what they name.
fn mailed(job: &Job) -> Mailed {
    Mailed { run_id: RunId::new(job.run.id), subscriber_id: SubscriberId::new(job.reader.id) }
}

impl Content for Frozen {
    fn render(&self, job: &Job, out: &mut Vec<u8>) -> Result<(), String> {
        let compiled = self.content(job.reader.id)?;
        let mail = mailed(job);
        let token = ReaderToken {
            newsletter_id: self.newsletter_id,
            subscriber_id: mail.subscriber_id,
            campaign_id: self.campaign_id,
        };
        let (unsubscribe_url, preferences_url) = self.links.own_pages(token);
        let message_id = self.links.message_id(mail.run_id, mail.subscriber_id, &self.domain);
        let reader = content::Reader {
            email: &job.reader.email,
            first_name: job.reader.first_name.as_deref(),
            last_name: job.reader.last_name.as_deref(),
            attributes: &JsonAttributes(&job.reader.attributes),
        };
        let mailto = self.return_path.mailto(&self.verp, mail);
        let reader_token = match self.header.tracking {
            Tracking::Full => self.tokens.reader(self.campaign_id, mail.subscriber_id),
            Tracking::Anonymous => self.tokens.reader(self.campaign_id, SubscriberId::new(0)),
            Tracking::None => String::new(),
        };
        let start = out.len();
        compiled.render(
            &reader,
            &Stamp {
                message_id: &message_id,
                date_ms: job.dated_at,
                unsubscribe_url: &unsubscribe_url,
                unsubscribe_mailto: mailto.as_deref(),
                preferences_url: &preferences_url,
                archive_url: &self.archive_url,
                reader_token: &reader_token,
            },
            out,
        );
        if !self.signers.is_empty() {
            let mut fields = Vec::with_capacity(1024);
            dkim::sign(&self.signers, &out[start..], job.dated_at.div_euclid(1000), &mut fields);
            out.splice(start..start, fields);
        }
        Ok(())
    }

    fn takes_long(&self) -> bool {
        self.takes_long
    }

    fn sender(&self, job: &Job) -> String {
        let mail = mailed(job);
        match &self.return_path {
            ReturnPath::Sender => self.header.sender.clone(),
            ReturnPath::Domain(domain) => self.verp.address(Use::Bounce, mail, domain),
            ReturnPath::Mailbox { address, .. } => self.verp.subaddress(Use::Bounce, mail, address),
        }
    }

    fn token(&self, job: &Job) -> String {
        self.verp.token(Use::Bounce, mailed(job))
    }
}
