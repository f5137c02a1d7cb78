//! What the engine needs from outside: a ledger, a transport, content, randomness. The product gives it a database and
//! SMTP; the simulator gives it models that fail on purpose.

use std::{future::Future, sync::Arc};

use crate::State;

/// A firing of a campaign that may be sent now.
pub struct Run {
    pub id: i64,
    pub campaign_id: i64,
    pub newsletter_id: i64,
    pub author_id: i64,
    /// The campaign's epoch when this was read; a commit point of an older epoch fails.
    pub epoch: i64,
    pub content: Arc<dyn Content>,
}

/// The frozen content of a run: renders one reader's message.
pub trait Content: Send + Sync + 'static {
    /// Writes the whole message, CRLF line ends, into `out`, the same bytes for the same job. The error is a
    /// sentence.
    fn render(&self, job: &Job, out: &mut Vec<u8>) -> Result<(), String>;

    /// Whether making a message takes longer than handing it to the system, as where each is signed.
    fn takes_long(&self) -> bool;

    /// The envelope's sender.
    fn sender(&self, job: &Job) -> String;

    /// Names the mail to a transport that carries tags beside it; not to be guessed.
    fn token(&self, _job: &Job) -> String {
        String::new()
    }
}

/// One reader as the frozen content sees it.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    pub id: i64,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub attributes: serde_json::Map<String, serde_json::Value>,
}

/// Why a reader's message is to be sent now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// First attempt: the reader stands in a leased chunk and has no row.
    Chunk(i64),
    /// A later attempt: the reader's row is claimed under this attempt.
    Row,
}

/// One message to be sent.
#[derive(Clone)]
pub struct Job {
    pub run: Arc<Run>,
    pub reader: Reader,
    pub origin: Origin,
    /// Random; an outcome is recorded only under the attempt that was granted.
    pub attempt_id: i64,
    /// This attempt's number, from 1.
    pub attempt: i16,
    /// Milliseconds; the Date header, the same on every attempt.
    pub dated_at: i64,
    /// Connections that broke under this job before its commit point.
    pub broken: u8,
}

/// A leased part of the audience: readers of the chunk who have no row yet.
#[derive(Debug)]
pub struct Lease {
    pub chunk_no: i64,
    pub readers: Vec<Reader>,
    /// Readers of the chunk who can no longer be sent to, with the state and reason to record.
    pub unsendable: Vec<(i64, State, &'static str)>,
}

/// A row claimed for another attempt.
#[derive(Debug)]
pub struct Claim {
    /// `None`: the reader was removed or is no longer active.
    pub reader: Result<Reader, (State, &'static str)>,
    pub subscriber_id: i64,
    pub attempt_id: i64,
    /// Attempts so far.
    pub attempts: i16,
    pub dated_at: i64,
}

/// Where an attempt left its reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    pub state: State,
    /// For [`State::Deferred`] and [`State::InDoubt`]: the earliest time of the next attempt, milliseconds.
    pub not_before: i64,
    pub code: Option<i16>,
    pub enhanced_code: Option<String>,
    pub reason: Option<String>,
    /// The mailbox does not exist: the reader is marked as bounced in the same transaction.
    pub hard_bounce: bool,
    /// The mailbox is full: counted against the reader over several campaigns.
    pub soft_bounce: bool,
    /// Refused for good, and not for the reader's sake: what we send or who we are. Too many stop the campaign.
    pub about_us: bool,
    /// The domain of the reader's address, lower case; empty where no mail was tried.
    pub receiver: String,
}

impl Settled {
    /// In that state for that reason, and nothing else known.
    pub fn because(state: State, reason: impl Into<String>) -> Self {
        Self {
            state,
            not_before: 0,
            code: None,
            enhanced_code: None,
            reason: Some(reason.into()),
            hard_bounce: false,
            soft_bounce: false,
            about_us: false,
            receiver: String::new(),
        }
    }
}

/// Names the row that a step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub newsletter_id: i64,
    pub run_id: i64,
    pub subscriber_id: i64,
}

/// One change of the ledger. Steps of one call are durable together.
#[derive(Clone, Debug)]
pub enum Step {
    /// "I may now write the dot." Granted only if the campaign is still being sent in this epoch, the reader is still
    /// active, and the chunk or the claim is still ours.
    Intent { key: Key, epoch: i64, origin: Origin, attempt_id: i64, attempt: i16, dated_at: i64 },
    /// What became of a dot that was written. Recorded only under the granted attempt. A reader in doubt is settled by the
    /// campaign's policy in the same transaction, and held when it was in doubt before.
    Outcome { key: Key, attempt_id: i64, settled: Settled },
    /// An attempt that ended before its dot.
    Settle { key: Key, origin: Origin, attempt_id: i64, attempt: i16, dated_at: i64, settled: Settled },
    /// Every reader of the chunk has a row: close it, if that is so.
    CloseChunk { newsletter_id: i64, run_id: i64, chunk_no: i64 },
    /// Give a leased chunk back.
    ReleaseChunk { newsletter_id: i64, run_id: i64, chunk_no: i64 },
    /// Give back everything of the run that this node leased or claimed, known or not: the answer to a lease or a claim
    /// was lost.
    ReleaseRun { newsletter_id: i64, run_id: i64 },
    /// Give a claimed row back.
    Unclaim { key: Key, attempt_id: i64 },
    /// Pause the campaign by itself, with a reason for its author.
    Block { campaign_id: i64, epoch: i64, reason: String },
}

/// The ledger's answer to a step; everything but an intent is answered with [`Verdict::Done`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Done,
    /// The dot may be written.
    Granted,
    /// The reader can no longer be sent to; its row says why. Or the row is another attempt's although the chunk is ours.
    Refused,
    /// It was granted, and by then the reader could no longer be sent to: the dot must not be written, and this is its outcome.
    Left(State, &'static str),
    /// The campaign is not sent in this epoch any more, or the row is somebody else's: forget the job.
    Gone,
    /// The sending domain's mails of today are used up: forget the job until tomorrow.
    Limited,
}

/// The ledger cannot be written or read just now; the call may or may not have taken effect.
#[derive(Debug)]
pub struct LedgerDown(pub String);

/// Whatever goes wrong below a ledger keeps it from answering.
impl<E: std::error::Error> From<E> for LedgerDown {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// What every call of a ledger answers.
pub type LedgerResult<T> = Result<T, LedgerDown>;

/// The durable side. [`Ledger::apply`] may be repeated after [`LedgerDown`] and then has the effect of one; a lease or
/// a claim that may have taken effect is given back with [`Step::ReleaseRun`].
pub trait Ledger: Send + Sync + 'static {
    /// Heartbeat; takes back what dead nodes left, by the same rule for readers in doubt as an outcome. Answers how many
    /// nodes are alive, this one included.
    fn recover(&self) -> impl Future<Output = LedgerResult<usize>> + Send;

    /// One bounded step of freezing an audience; true while there is more.
    fn freeze(&self) -> impl Future<Output = LedgerResult<bool>> + Send;

    /// The runs that may be sent now.
    fn runs(&self) -> impl Future<Output = LedgerResult<Vec<Arc<Run>>>> + Send;

    /// Leases the next free chunk of the run, if there is one.
    fn lease(&self, run: &Run) -> impl Future<Output = LedgerResult<Option<Lease>>> + Send;

    /// Claims rows whose next attempt is due, at most `limit`, under the given attempt.
    fn claim(
        &self,
        run: &Run,
        attempt_id: i64,
        limit: usize,
    ) -> impl Future<Output = LedgerResult<Vec<Claim>>> + Send;

    /// Applies the steps in one durable transaction: first what is about rows, then what is closed or given back.
    fn apply(&self, steps: &[Step]) -> impl Future<Output = LedgerResult<Vec<Verdict>>> + Send;

    /// Finishes runs without open readers, clears what a cancelled campaign left; true if anything changed.
    fn finish(&self) -> impl Future<Output = LedgerResult<bool>> + Send;
}

/// What a server said of a message, already classified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub kind: ReplyKind,
    pub code: Option<i16>,
    pub enhanced_code: Option<String>,
    pub text: String,
}

/// What a reply means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyKind {
    Accepted,
    /// 4xx for this reader: try again later.
    Later {
        /// The receiver asked to slow down.
        throttled: bool,
    },
    /// 5xx for this reader.
    Refused {
        hard_bounce: bool,
        soft_bounce: bool,
    },
    /// The transport is in trouble, not this reader.
    Trouble,
    /// The server refuses us: sender, authentication, policy. A person must act.
    Blocked,
}

/// From whom and to whom, as the server is told.
pub struct Envelope {
    pub from: String,
    pub to: String,
}

/// What the transport is given.
pub struct Mail<'a> {
    pub envelope: &'a Envelope,
    /// None: the connection has it, it went with the dot before.
    pub message: Option<&'a [u8]>,
    pub job: &'a Job,
}

/// The mail after this one, as far as it may travel with the dot.
pub struct Next<'a> {
    pub envelope: &'a Envelope,
    /// Only for a connection that carries it.
    pub message: Option<&'a [u8]>,
}

/// After the body, before the dot.
#[derive(Debug)]
pub enum Staged {
    Ready,
    /// Certain not delivered; the connection can go on.
    Refused(Reply),
    /// Certain not delivered; the connection is gone.
    Broken(String),
    /// Certain not delivered; what went with the dot before is to be given once more.
    Again,
}

/// After the dot.
#[derive(Debug)]
pub enum Committed {
    /// The connection can go on.
    Answered(Reply),
    /// The connection was gone before the dot: certain not delivered.
    Unsent(String),
    /// The connection is gone without an answer: in doubt.
    Lost(String),
}

/// Why no connection could be had.
#[derive(Debug)]
pub struct NoConnection {
    /// For the operator.
    pub reason: String,
    pub obstacle: Obstacle,
    /// A person must act (wrong password, untrusted certificate).
    pub blocked: bool,
}

/// What is between us and the mail server, as far as an author has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Nothing answers.
    Unreachable,
    /// What answers cannot be trusted, or does not encrypt.
    Insecure,
    /// It answers, and takes nothing.
    Refusing,
}

impl Obstacle {
    /// What an author is told; the operator's server is not named.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Unreachable => {
                "We can't reach the mail server. We keep trying, and sending goes on by itself as soon as it answers. \
                 If this lasts, ask whoever runs this installation."
            }
            Self::Insecure => {
                "We can't make a secure connection to the mail server: its certificate or its encryption isn't accepted. \
                 Ask whoever runs this installation to look at it. Sending goes on by itself then."
            }
            Self::Refusing => {
                "The mail server answers, but isn't taking any email. We keep trying, and sending goes on by itself. \
                 If this lasts, ask whoever runs this installation."
            }
        }
    }
}

/// The way out.
pub trait Transport: Send + Sync + 'static {
    type Connection: Connection;

    /// A connection that can take mail.
    fn connect(&self) -> impl Future<Output = Result<Self::Connection, NoConnection>> + Send;
}

/// A connection to a mail server; mails go over it one after the other.
pub trait Connection: Send + 'static {
    /// Envelope and body without the dot.
    fn stage(&mut self, mail: Mail<'_>) -> impl Future<Output = Staged> + Send;

    /// Whether the body of the next mail may travel with a dot, not only its envelope.
    fn carries_message(&self) -> bool {
        false
    }

    /// Writes the dot, which is answered by [`Connection::answer`]. `next` may travel with it; if so, what is staged next, if anything is, has this
    /// envelope and this message. True: the connection has all of the message. Without anything to carry, the dot may wait for `answer`.
    fn dot(&mut self, _next: Option<Next<'_>>) -> impl Future<Output = bool> + Send {
        std::future::ready(false)
    }

    /// What becomes of the mail.
    fn answer(&mut self) -> impl Future<Output = Committed> + Send;

    /// Closes; without `politely` the socket is dropped, so that a body without a dot is thrown away by the server.
    fn close(self, politely: bool) -> impl Future<Output = ()> + Send;
}

/// What a call of a trait object answers.
pub type Boxed<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A receiving provider that asked to slow down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pause {
    /// The domain of its mail hosts.
    pub group: String,
    /// Milliseconds.
    pub until: i64,
    /// Pauses in a row.
    pub pauses: u32,
}

/// Who takes the mail of an address domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Hosts of this domain.
    Group(String),
    /// Nobody: the domain says that it takes no mail (RFC 7505).
    Nobody,
    /// It cannot be known now.
    Unknown,
}

/// Receiving providers: which one a domain's mail goes to, and what they asked of this installation.
pub trait Groups: Send + Sync + 'static {
    /// Who receives for an address domain (lower case).
    fn receiver<'a>(&'a self, domain: &'a str) -> Boxed<'a, Receiver>;

    /// Whether readers at a domain that takes no mail are to be found before a mail goes out.
    fn finds_nobody(&self) -> bool {
        false
    }

    /// Pauses that are not over.
    fn load(&self) -> Boxed<'_, Vec<Pause>>;

    /// Keeps a pause for other nodes and the next start, with the provider's words.
    fn keep<'a>(&'a self, pause: Pause, reason: &'a str) -> Boxed<'a, ()>;
}

/// Randomness as a parameter.
pub trait Random: Send + Sync + 'static {
    /// The next 64 bits.
    fn next(&self) -> u64;

    /// Uniform in 0..1.
    fn unit(&self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A new attempt's id: positive, never zero.
    fn attempt_id(&self) -> i64 {
        ((self.next() >> 1) as i64).max(1)
    }
}
