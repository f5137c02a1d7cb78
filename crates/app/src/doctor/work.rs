//! What servers do: sending, receiving reports, being backed up.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use database::Database;
use tokio::{
    io::AsyncReadExt as _,
    net::{TcpStream, ToSocketAddrs},
};

use super::{FIRST_SCHEMA, Found, Patient, note};
use crate::{
    Timestamp, campaigns,
    clock::{DAY, HOUR, MINUTE},
    deliveries, instance, runs,
};

/// The first schema that knows of restores and backups.
const KNOWS_RESTORES: i64 = 8;
/// The first schema that knows of trouble with the mail transport.
const KNOWS_TROUBLE: i64 = 10;
/// A backup that is older is worth a word.
const STALE: i64 = 2 * DAY;
/// Paused campaigns that are named.
const NAMED: i64 = 5;

/// Whether somebody sends.
pub async fn workers(p: &Patient) -> Found {
    let nodes = living(p).await?;
    if let Some((reason, since)) = trouble(p).await? {
        return Err(format!("no email has left since {since}: {reason}").into());
    }
    match nodes {
        0 if p.is_serving => Err("no node sends: run `letterpress serve` with the role worker or all".into()),
        0 => match waiting(p).await? {
            None => Ok("no server sends at the moment".into()),
            Some(0) => note("no server sends at the moment: run `letterpress serve`"),
            Some(waiting) => {
                Err(format!("no server sends, and emails wait ({waiting}): run `letterpress serve`").into())
            }
        },
        1 => Ok("one node sends".into()),
        nodes => Ok(format!("{nodes} nodes send")),
    }
}

/// Emails of campaigns that are under way; nothing before there is an installation.
async fn waiting(p: &Patient) -> Result<Option<i64>, String> {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok(None) };
    let found = async {
        let ledger = runs::open_totals(&mut db.read().await?).await?.ledger();
        Ok(Some(ledger.queued + ledger.sending + ledger.deferred))
    };
    found.await.map_err(|error: database::Error| error.to_string())
}

async fn trouble(p: &Patient) -> Result<Option<(String, Timestamp)>, String> {
    let Some(db) = p.database_since(KNOWS_TROUBLE).await? else { return Ok(None) };
    let mut tx = db.read().await.map_err(|error| error.to_string())?;
    deliveries::trouble::trouble_of_transport(&mut tx, p.clock.now()).await.map_err(|error| error.to_string())
}

/// Whether campaigns wait for a person because something went wrong with them.
pub async fn campaigns(p: &Patient) -> Found {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok("there are none yet".into()) };
    let mut tx = db.read().await.map_err(|error| error.to_string())?;
    let (latest, all) =
        campaigns::paused_by_themselves(&mut tx, NAMED).await.map_err(|error| error.to_string())?;
    if all == 0 {
        return Ok("none has paused itself".into());
    }
    let named: Vec<String> = latest.iter().map(|(id, reason)| format!("campaign {id}: {reason}")).collect();
    let rest = if all > NAMED { format!(" and {} more", all - NAMED) } else { String::new() };
    Err(format!("{all} paused automatically and waiting for you: {}{rest}", named.join(" ")).into())
}

/// How many nodes send.
async fn living(p: &Patient) -> Result<i64, String> {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok(0) };
    let found = async {
        let now = p.clock.agreed(db.clock()).await?.now;
        deliveries::living_nodes(&mut db.read().await?, now).await
    };
    found.await.map_err(|error: database::Error| error.to_string())
}

/// Whether reports about mails find their way back.
pub async fn bounces(p: &Patient) -> Found {
    let bounces = &p.settings.bounces;
    if let Some(mut at) = bounces.listen {
        match at.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => at.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => at.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        return receiver(p, at).await;
    }
    if let Some(mailbox) = &bounces.mailbox {
        let at = format!("{}:{}", mailbox.host, mailbox.port);
        return match reach(&at).await {
            Ok(()) => Ok(format!("reports are fetched from a mailbox at {at}, which answers")),
            Err(error) => Err(format!("the mailbox of reports at {at} does not answer: {error}").into()),
        };
    }
    if matches!(p.settings.mail, mailer::MailUrl::Ses(_)) {
        return match p.settings.sns_topics.len() {
            0 => note(
                "no SNS topic is believed: set LETTERPRESS_SNS_TOPICS, or bounces and complaints are not seen",
            ),
            topics => Ok(format!("Amazon SES reports through {topics} SNS topics")),
        };
    }
    if p.settings.mail == mailer::MailUrl::Capture {
        return Ok("nothing leaves, so nothing comes back".into());
    }
    note(
        "only what servers answer at once is known: for later reports set LETTERPRESS_BOUNCE_LISTEN or LETTERPRESS_BOUNCE_MAILBOX",
    )
}

async fn receiver(p: &Patient, at: SocketAddr) -> Found {
    let greeted = async {
        let mut stream = TcpStream::connect(at).await?;
        let mut greeting = [0; 3];
        stream.read_exact(&mut greeting).await?;
        std::io::Result::Ok(greeting)
    };
    match greeted.await {
        Ok(greeting) if greeting == *b"220" => Ok(format!("reports are received at {at}")),
        Ok(_) => Err(format!("something else than Letterpress answers at {at}").into()),
        Err(_) if !p.is_serving && living(p).await? == 0 => {
            Ok(format!("reports will be received at {at}; no server runs at the moment"))
        }
        Err(error) => Err(format!("nothing receives reports at {at}: {error}").into()),
    }
}

async fn reach(at: impl ToSocketAddrs) -> std::io::Result<()> {
    TcpStream::connect(at).await.map(drop)
}

/// When the last backup was made.
pub async fn backup(p: &Patient) -> Found {
    let Some(state) = state(p).await? else { return Ok("there is nothing to back up yet".into()) };
    let Some(at) = state.backed_up_at else {
        return note("there is no backup yet: run `letterpress backup FILE` each day");
    };
    let since = p.clock.now().0 - at.0;
    let told = format!("the last backup was made {} ago", age(since));
    if since > STALE { note(format!("{told}: run `letterpress backup FILE` each day")) } else { Ok(told) }
}

/// Whether this copy may send.
pub async fn sending(p: &Patient) -> Found {
    let state = state(p).await?.unwrap_or_default();
    match state.restored_at {
        Some(_) if state.is_held() => Err(format!(
            "{} Run `letterpress confirm-sending`, or confirm it in the dashboard.",
            instance::HELD
        )
        .into()),
        Some(at) => Ok(format!("this copy was restored at {at} and may send")),
        None => Ok("not held".into()),
    }
}

async fn state(p: &Patient) -> Result<Option<instance::State>, String> {
    let Some(db) = p.database_since(KNOWS_RESTORES).await? else { return Ok(None) };
    read_state(db).await.map(Some).map_err(|error| error.to_string())
}

async fn read_state(db: &Database) -> database::Result<instance::State> {
    instance::state(&mut db.read().await?).await
}

fn age(millis: i64) -> String {
    let (unit, name) = match millis {
        ..HOUR => (MINUTE, "minutes"),
        HOUR..DAY => (HOUR, "hours"),
        _ => (DAY, "days"),
    };
    format!("{} {name}", millis.max(0) / unit)
}
