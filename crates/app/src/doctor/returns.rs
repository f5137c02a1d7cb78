//! Whether reports about mails find their way back.

use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    net::{TcpStream, ToSocketAddrs},
    time::timeout,
};

use super::{Found, Patient, note, work};
use crate::settings::from_here;

/// How our own receiver greets, behind its name.
const GREETING: &str = "ESMTP LMTP ready";
/// A receiver on this machine greets at once.
const PATIENCE: Duration = Duration::from_secs(3);
/// More of a greeting is not read.
const LONGEST: u64 = 512;

/// Where they come in, and whether somebody takes them.
pub async fn bounces(p: &Patient) -> Found {
    let bounces = &p.settings.bounces;
    if let Some(at) = bounces.listen {
        return receiver(p, from_here(at)).await;
    }
    if let Some(mailbox) = &bounces.mailbox {
        let at = format!("{}:{}", mailbox.host, mailbox.port);
        return match reach(&at).await {
            Ok(()) => Ok(format!("reports are fetched from a mailbox at {at}, which answers")),
            Err(error) => Err(format!("the mailbox of reports at {at} does not answer: {error}. Correct LETTERPRESS_BOUNCE_MAILBOX, or start its server").into()),
        };
    }
    if matches!(p.settings.mail, mailer::MailUrl::Ses(_)) {
        return match p.settings.sns_topics.len() {
            0 => note(
                "bounces and complaints are not seen: set LETTERPRESS_SNS_TOPICS to the topics that Amazon SES reports to",
            ),
            topics => Ok(format!("Amazon SES reports through {topics} SNS topics")),
        };
    }
    if p.settings.mail == mailer::MailUrl::Capture {
        return Ok("nothing leaves, so nothing comes back".into());
    }
    note(
        "bounces that come later are not seen, only what servers answer at once: set LETTERPRESS_BOUNCE_LISTEN or LETTERPRESS_BOUNCE_MAILBOX",
    )
}

async fn receiver(p: &Patient, at: SocketAddr) -> Found {
    let taken = "set LETTERPRESS_BOUNCE_LISTEN to a free port, or stop what listens there";
    match timeout(PATIENCE, greeting(at)).await {
        Ok(Ok(line)) if line.ends_with(GREETING) => Ok(format!("reports are received at {at}")),
        Ok(Ok(line)) if line.starts_with("220") => {
            Err(format!("another mail server answers at {at} (\"{line}\"): {taken}").into())
        }
        Ok(Ok(_)) | Err(_) => Err(format!("something other than Letterpress answers at {at}: {taken}").into()),
        Ok(Err(_)) if !p.is_serving && work::living(p).await? == 0 => {
            Ok(format!("reports will be received at {at}; no server runs at the moment"))
        }
        Ok(Err(error)) => Err(format!(
            "nothing receives reports at {at}: {error}. Restart the nodes that send with LETTERPRESS_BOUNCE_LISTEN, and see what their logs say"
        )
        .into()),
    }
}

/// The first line of whoever listens there.
async fn greeting(at: SocketAddr) -> std::io::Result<String> {
    let stream = TcpStream::connect(at).await?;
    let mut line = Vec::new();
    BufReader::new(stream).take(LONGEST).read_until(b'\n', &mut line).await?;
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
}

async fn reach(at: impl ToSocketAddrs) -> std::io::Result<()> {
    TcpStream::connect(at).await.map(drop)
}
