//! `smtp:` and `smtps:` over our own client.

use engine::ports::{
    Committed, Connection, Envelope, Mail, Next, NoConnection, Obstacle, Reply, ReplyKind, Staged, Transport,
};
use mailer::{
    Phase, SmtpUrl, TransportError, Verdict, classify,
    smtp::{self, ConnectError, Settings},
};

use super::{Handed, OneOff};

/// A mail server as a transport.
pub struct Smtp {
    settings: Settings,
}

impl Smtp {
    pub fn new(url: &SmtpUrl) -> Self {
        Self { settings: Settings::from(url) }
    }
}

impl Transport for Smtp {
    type Connection = SmtpConnection;

    async fn connect(&self) -> Result<SmtpConnection, NoConnection> {
        match smtp::Connection::open(&self.settings).await {
            Ok(connection) => Ok(SmtpConnection(connection)),
            Err(error) => Err(no_connection(&error)),
        }
    }
}

fn no_connection(error: &ConnectError) -> NoConnection {
    let blocked = matches!(error.verdict(), Verdict::CampaignBlocked { .. });
    NoConnection { reason: error.to_string(), obstacle: obstacle(error), blocked }
}

fn obstacle(error: &ConnectError) -> Obstacle {
    match error {
        ConnectError::Transport { phase: Phase::Tls, .. }
        | ConnectError::Transport { error: TransportError::Tls(_), .. }
        | ConnectError::Refused { phase: Phase::Tls, .. }
        | ConnectError::TlsNotOffered
        | ConnectError::PasswordInClear => Obstacle::Insecure,
        ConnectError::Transport { phase: Phase::Connect, .. } => Obstacle::Unreachable,
        _ => Obstacle::Refusing,
    }
}

pub struct SmtpConnection(smtp::Connection);

impl Connection for SmtpConnection {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        let envelope = envelope(mail.envelope);
        let staged = match mail.message {
            Some(message) => Some(self.0.stage(&envelope, message).await),
            None => self.0.stage_sent(&envelope).await,
        };
        let Some(staged) = staged else { return Staged::Again };
        match staged {
            smtp::Staged::Ready => Staged::Ready,
            smtp::Staged::Refused(reply, phase) => Staged::Refused(judged(phase, reply)),
            smtp::Staged::Broken(error) => Staged::Broken(error.to_string()),
        }
    }

    fn carries_message(&self) -> bool {
        self.0.carries_message()
    }

    async fn dot(&mut self, next: Option<Next<'_>>) -> bool {
        let message = next.as_ref().and_then(|next| next.message);
        self.0.end(next.map(|next| envelope(next.envelope)).as_ref(), message).await
    }

    async fn answer(&mut self) -> Committed {
        match self.0.answer_to_end().await {
            smtp::Committed::Reply(reply) => Committed::Answered(judged(Phase::Dot, reply)),
            smtp::Committed::Unsent(error) => Committed::Unsent(error.to_string()),
            smtp::Committed::Lost(error) => Committed::Lost(error.to_string()),
        }
    }

    async fn close(self, politely: bool) {
        if politely { self.0.quit().await } else { self.0.abandon() }
    }
}

fn envelope(envelope: &Envelope) -> smtp::Envelope<'_> {
    smtp::Envelope { from: &envelope.from, to: &envelope.to }
}

/// What of a server's words is kept, in octets.
const WORDS: usize = 300;

fn judged(phase: Phase, reply: mailer::Reply) -> Reply {
    let kind = match classify(phase, &reply) {
        Verdict::Delivered => ReplyKind::Accepted,
        Verdict::Deferred { throttled } => ReplyKind::Later { throttled },
        Verdict::Failed { suppress, soft_bounce, .. } => {
            ReplyKind::Refused { hard_bounce: suppress, soft_bounce }
        }
        Verdict::TransportBackoff { .. } => ReplyKind::Trouble,
        Verdict::CampaignBlocked { .. } => ReplyKind::Blocked,
    };
    let (code, enhanced_code) = (i16::try_from(reply.code).ok(), reply.enhanced.map(|code| code.to_string()));
    let mut text = reply.text;
    text.truncate(text.floor_char_boundary(WORDS));
    Reply { kind, code, enhanced_code, text }
}

pub async fn send_one(
    url: &SmtpUrl,
    mail: &OneOff,
    sender: &str,
    commit: impl Future<Output = bool>,
) -> Handed {
    let mut connection = match smtp::Connection::open(&Settings::from(url)).await {
        Ok(connection) => connection,
        Err(error) => return Handed::Unsent(error.to_string()),
    };
    let envelope = smtp::Envelope { from: sender, to: &mail.recipient };
    let (phase, reply) = match connection.stage(&envelope, &mail.raw).await {
        smtp::Staged::Ready => {
            if !commit.await {
                connection.abandon();
                return super::not_committed();
            }
            match connection.commit(None).await {
                smtp::Committed::Reply(reply) => (Phase::Dot, reply),
                smtp::Committed::Unsent(error) => return Handed::Unsent(error.to_string()),
                smtp::Committed::Lost(error) => return Handed::Unknown(error.to_string()),
            }
        }
        smtp::Staged::Refused(reply, phase) => (phase, reply),
        smtp::Staged::Broken(error) => return Handed::Unsent(error.to_string()),
    };
    // Nobody waits for a farewell to write down what became of it.
    tokio::spawn(connection.quit());
    let words = format!("The mail server answered: {reply}");
    super::answered(judged(phase, reply).kind, words)
}

#[cfg(test)]
mod tests {
    use mailer::TlsMode;
    use tokio::{
        io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
        net::TcpListener,
    };

    use super::*;

    #[test]
    fn what_is_in_the_way_is_told_apart() {
        let transport = |phase, error| ConnectError::Transport { phase, error };
        let refused = |phase, code| ConnectError::Refused { phase, reply: mailer::Reply::new(code, "no") };
        let closed = TransportError::Io(std::io::ErrorKind::ConnectionRefused);
        for (error, expected) in [
            (transport(Phase::Connect, closed), Obstacle::Unreachable),
            (transport(Phase::Connect, TransportError::Name("mx".into())), Obstacle::Unreachable),
            (transport(Phase::Tls, TransportError::Closed), Obstacle::Insecure),
            (transport(Phase::Connect, TransportError::Tls("UnknownIssuer".into())), Obstacle::Insecure),
            (refused(Phase::Tls, 454), Obstacle::Insecure),
            (refused(Phase::Greeting, 554), Obstacle::Refusing),
            (transport(Phase::Greeting, TransportError::Timeout(Phase::Greeting)), Obstacle::Refusing),
        ] {
            assert_eq!(obstacle(&error), expected, "{error}");
        }
    }
    /// What a server hears from the greeting to the end of the connection.
    async fn heard(politely: bool) -> Vec<String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = async {
            let (reading, mut writing) = listener.accept().await.unwrap().0.into_split();
            let (mut lines, mut heard) = (BufReader::new(reading).lines(), Vec::new());
            writing.write_all(b"220 mx\r\n").await.unwrap();
            while let Ok(Some(line)) = lines.next_line().await {
                heard.push(line);
                writing.write_all(b"250 ok\r\n").await.unwrap();
            }
            heard
        };
        let client = async {
            let url = SmtpUrl { host: "127.0.0.1".into(), port, tls: TlsMode::Never, credentials: None };
            Smtp::new(&url).connect().await.ok().unwrap().close(politely).await;
        };
        tokio::join!(server, client).0
    }

    #[tokio::test]
    async fn a_connection_says_farewell_where_nothing_is_half_said() {
        let verbs = async |politely| {
            let heard = heard(politely).await;
            heard.iter().map(|line| line[..4].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(verbs(true).await, ["EHLO", "QUIT"]);
        assert_eq!(verbs(false).await, ["EHLO"]);
    }
}
