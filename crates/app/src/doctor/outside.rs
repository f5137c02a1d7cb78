//! Other machines: the mail server, name servers, and the way from the world to here.

use std::time::Duration;

use mailer::{MailUrl, Phase, TransportError, smtp::ConnectError};
use tokio::net::TcpListener;

use super::{Found, Patient, certificates, note};
use crate::{Dns, Settings, http::INSTALLATION};

const TIME_OUT: Duration = Duration::from_secs(10);

pub async fn mail(p: &Patient) -> Found {
    match &p.settings.mail {
        MailUrl::Capture if p.settings.public_name().is_some() => note(
            "capture: keeps every email in the built-in mailbox; nothing reaches subscribers: set LETTERPRESS_MAIL_URL to send",
        ),
        MailUrl::Capture => Ok("capture: keeps every email in the built-in mailbox; nothing leaves".into()),
        url @ MailUrl::Smtp(smtp) => match mailer::probe(&mailer::smtp::Settings::from(smtp)).await {
            Ok(line) if is_readable(smtp) => note(format!(
                "{line}; the password goes there in clear (tls=none): use ?tls=required or smtps:// if the server can"
            )),
            Ok(line) if p.settings.fallback_domain.is_none() => Ok(format!(
                "{line}; LETTERPRESS_FALLBACK_DOMAIN is not set, so every newsletter needs its own domain"
            )),
            Ok(line) => Ok(line),
            Err(error) => Err(format!("{url}: {}", unsent(&error)).into()),
        },
        url @ MailUrl::Ses(ses) => Ok(amazon(p, ses).await.map_err(|error| format!("{url}: {error}"))?),
    }
}

/// Why there is no session with the mail server, and what to do about it.
fn unsent(error: &ConnectError) -> String {
    let what = match error {
        ConnectError::Transport { error: TransportError::Tls(said), .. } => {
            let Some(reason) = certificates::in_words(said) else {
                return format!(
                    "{error}. See what the port speaks: smtps:// is for TLS from the start, smtp:// for STARTTLS"
                );
            };
            return format!(
                "its certificate is not accepted: {reason}. Put one there that is valid for this name, or correct the host in LETTERPRESS_MAIL_URL"
            );
        }
        ConnectError::Transport { error: TransportError::Name(_), .. } => {
            "Correct the host in LETTERPRESS_MAIL_URL"
        }
        ConnectError::Transport { .. } => {
            "See that a mail server listens there and no firewall is in between, or correct LETTERPRESS_MAIL_URL"
        }
        ConnectError::Refused { phase: Phase::Auth, .. } => {
            "Correct the user and the password in LETTERPRESS_MAIL_URL"
        }
        ConnectError::Refused { .. } => "Ask whoever runs it why",
        ConnectError::TlsNotOffered => "Correct the port, or use smtps:// if it speaks TLS from the start",
        ConnectError::AuthNotOffered => "Use its port for sign-in, often 587 or 465",
        // It says so itself.
        ConnectError::PasswordInClear => return error.to_string(),
    };
    format!("{error}. {what}")
}

/// Whether somebody between here and there can read the password.
fn is_readable(url: &mailer::SmtpUrl) -> bool {
    url.tls == mailer::TlsMode::Never && url.credentials.is_some() && !is_here(url)
}

/// Whether the mail server is on this machine.
fn is_here(url: &mailer::SmtpUrl) -> bool {
    url.host == "localhost" || url.host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

async fn amazon(p: &Patient, url: &mailer::ses::SesUrl) -> Result<String, String> {
    let key = p.settings.aws.clone().ok_or("no key")?;
    let client = mailer::ses::Client::new(url.clone(), key)?;
    match client.account(p.clock.now().0).await {
        Ok(quota) if !quota.sending_enabled => {
            Err("Amazon has stopped sending for this account: see its console, under Account dashboard"
                .into())
        }
        Ok(quota) => Ok(format!(
            "Amazon SES in {}: {} of {} emails sent in the last 24 hours, {} a second{}",
            url.region,
            quota.sent_last_24_hours,
            quota.max_24_hour_send,
            quota.max_send_rate,
            if quota.production_access { "" } else { "; in the sandbox: only to verified addresses" }
        )),
        Err(mailer::ses::SesError::Unsupported) => Ok(format!("Amazon SES in {} answers", url.region)),
        Err(error) => Err(format!("{error}. Correct the AWS keys or the region, or see what Amazon says")),
    }
}

fn stays_here(mail: &MailUrl) -> bool {
    match mail {
        MailUrl::Capture => true,
        MailUrl::Smtp(url) => is_here(url),
        MailUrl::Ses(_) => false,
    }
}

/// Any name will do: that there is none is an answer too.
pub async fn dns(p: &Patient) -> Found {
    let settings = &p.settings;
    let (resolver, shown) = match settings.dns {
        Dns::System => (dns::Resolver::system(), "the system's resolver".to_owned()),
        Dns::At(address) => (dns::Resolver::at(address), address.to_string()),
    };
    let resolver = resolver.map_err(|error| error.to_string())?;
    let name = settings.fallback_domain.as_deref().unwrap_or("example.com");
    match resolver.lookup(dns::RecordType::Txt, name).await {
        // Nothing leaves this machine, so nothing depends on names.
        dns::Answer::Failed(_) if settings.dns == Dns::System && stays_here(&settings.mail) => note(format!(
            "{shown} does not answer; it is needed to verify sending domains: set LETTERPRESS_DNS"
        )),
        dns::Answer::Failed(reason) => Err(format!(
            "{shown} does not answer: {reason}. Set LETTERPRESS_DNS to the address of a name server that does, such as 192.0.2.53:53"
        )
        .into()),
        _ => Ok(format!("{shown} answers")),
    }
}

/// Who answers at the public URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answerer {
    Ours,
    /// An installation with another secret.
    Another,
    Stranger,
}

/// Asks for the installation by the mark of its secret.
pub async fn answerer(p: &Patient) -> reqwest::Result<Answerer> {
    let client = reqwest::Client::builder().timeout(TIME_OUT).build()?;
    let answer = client.get(format!("{}/healthz", p.settings.public_url)).send().await?;
    let told = answer.headers().get(INSTALLATION).and_then(|told| told.to_str().ok()).map(str::to_owned);
    let is_well = answer.status().is_success();
    if !is_well || answer.text().await.is_ok_and(|text| text != "ok") {
        return Ok(Answerer::Stranger);
    }
    Ok(match (told, &p.secret) {
        (None, _) => Answerer::Stranger,
        (Some(told), Ok(Some(own))) if told == own.fingerprint() => Answerer::Ours,
        // Its own secret cannot be read: its line says so.
        (Some(_), Err(_)) => Answerer::Ours,
        (Some(_), Ok(_)) => Answerer::Another,
    })
}

pub async fn public_url(p: &Patient) -> Found {
    let url = &p.settings.public_url;
    reached_by_subscribers(&p.settings)?;
    let error = match answerer(p).await {
        Ok(Answerer::Ours) => {
            encrypted(&p.settings)?;
            return Ok(leads_here(&p.settings));
        }
        Ok(Answerer::Another) => {
            return Err(format!(
                "another installation of Letterpress answers at {url}: correct LETTERPRESS_PUBLIC_URL, or where that address leads"
            )
            .into());
        }
        Ok(Answerer::Stranger) => {
            return Err(format!(
                "something other than Letterpress answers at {url}: correct LETTERPRESS_PUBLIC_URL, or where the proxy there leads"
            )
            .into());
        }
        Err(error) => error,
    };
    // Before the first start nothing can answer; that the port is free is all there is to know.
    if let Some(address) = p.unchosen
        && TcpListener::bind(address).await.is_ok()
    {
        return Ok(format!("{url} is free. Nothing runs there yet"));
    }
    if let Some(reason) = certificate(&error) {
        return Err(format!(
            "{url}: its certificate is not accepted: {reason}. Put one that is valid for this name where https:// ends"
        )
        .into());
    }
    let reason = if error.is_timeout() { "no answer in time" } else { "nothing answers there" };
    Err(format!(
        "{url}: {reason}. Start the server, or correct LETTERPRESS_PUBLIC_URL or where that address leads"
    )
    .into())
}

/// What is wrong with the certificate, where that is what failed.
fn certificate(error: &reqwest::Error) -> Option<String> {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    causes.map(ToString::to_string).find_map(|said| certificates::in_words(&said))
}

fn leads_here(settings: &Settings) -> String {
    let url = &settings.public_url;
    let only_here = if leaves(settings) && !settings.is_known_outside() {
        "; only subscribers in this network can follow the links in emails"
    } else {
        ""
    };
    format!("{url} is a running Letterpress{only_here}")
}

/// Mail is sent to subscribers, and not kept in the built-in mailbox.
fn leaves(settings: &Settings) -> bool {
    !matches!(settings.mail, MailUrl::Capture)
}

/// Whether the links in mails that leave can work, whatever answers at the address now.
fn reached_by_subscribers(settings: &Settings) -> Result<(), String> {
    if !leaves(settings) {
        return Ok(());
    }
    if settings.is_loopback() {
        return Err(format!(
            "{} leads to this machine alone, and email leaves from here: subscribers can neither unsubscribe nor follow any \
             other link. Set LETTERPRESS_PUBLIC_URL to the https:// address that they reach this server by",
            settings.public_url
        ));
    }
    encrypted(settings)
}

/// Mail programs unsubscribe by themselves only over https (RFC 8058 §3.1), and passwords must not be read on the way.
fn encrypted(settings: &Settings) -> Result<(), String> {
    if settings.public_url.starts_with("https://") || settings.is_loopback() {
        return Ok(());
    }
    Err(format!(
        "{} is not encrypted: email apps unsubscribe with one click only over https://, and passwords can be read on \
         the way. Set LETTERPRESS_PUBLIC_URL to an https:// address, with a proxy or a certificate in front",
        settings.public_url
    ))
}

#[cfg(test)]
mod tests {
    use axum::{Router, routing::get};

    use super::{
        super::{Place, tests::failed},
        *,
    };
    use crate::{Secret, testing::TestApp};

    const SECRET: [u8; 32] = [7; 32];

    /// What the check says of this address when mail leaves that way.
    async fn check(mail: &str, url: &str) -> Found {
        let t = TestApp::new(database::Engine::Sqlite).await;
        let settings = Settings {
            mail: mail.parse().unwrap(),
            public_url: url.to_owned(),
            ..Settings::clone(&t.app.settings)
        };
        let (db, secret) = (Ok(None), Ok(Some(Secret::new(SECRET))));
        let patient = Patient {
            settings,
            place: Place::default(),
            db,
            secret,
            clock: t.clock.clone(),
            unchosen: None,
            is_serving: true,
        };
        public_url(&patient).await
    }

    #[test]
    fn a_password_can_be_read_in_clear_on_the_way_alone() {
        for (url, readable) in [
            ("smtp://me:pw@mail.example.net?tls=none", true),
            ("smtp://mail.example.net?tls=none", false),
            ("smtp://me:pw@mail.example.net", false),
            ("smtps://me:pw@mail.example.net", false),
            ("smtp://me:pw@127.0.0.1?tls=none", false),
            ("smtp://me:pw@localhost?tls=none", false),
        ] {
            let MailUrl::Smtp(smtp) = url.parse().unwrap() else { panic!("{url}") };
            assert_eq!(is_readable(&smtp), readable, "{url}");
        }
    }

    async fn letterpress() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let mark = Secret::new(SECRET).fingerprint();
        let app = Router::new().route("/healthz", get(async move || ([(INSTALLATION, mark)], "ok")));
        tokio::spawn(async move { axum::serve(listener, app).await });
        url
    }

    #[tokio::test]
    async fn an_address_that_subscribers_cannot_reach_is_a_fault_once_mail_leaves() {
        let url = letterpress().await;
        assert_eq!(check("capture:", &url).await, Ok(format!("{url} is a running Letterpress")));
        for mail in ["smtp://127.0.0.1:25", "smtp://mail.example.net", "ses://eu-west-1"] {
            for loopback in [url.as_str(), "http://localhost:8080", "https://[::1]", "https://127.0.0.1"] {
                let said = failed(check(mail, loopback).await);
                assert!(said.starts_with(&format!("{loopback} leads to this machine alone")), "{said}");
                assert!(said.contains("LETTERPRESS_PUBLIC_URL"), "{said}");
            }
            let said = failed(check(mail, "http://letters.example.net").await);
            assert!(said.contains("is not encrypted") && said.contains("LETTERPRESS_PUBLIC_URL"), "{said}");
        }
    }

    #[tokio::test]
    async fn a_name_that_only_a_network_knows_is_told_once_mail_leaves() {
        let t = TestApp::new(database::Engine::Sqlite).await;
        for (mail, url, only_here) in [
            ("smtp://127.0.0.1:25", "https://letters.lan", true),
            ("smtp://127.0.0.1:25", "https://10.0.0.7", true),
            ("smtp://127.0.0.1:25", "https://letters.example.net", false),
            ("capture:", "https://letters.lan", false),
        ] {
            let settings = Settings {
                mail: mail.parse().unwrap(),
                public_url: url.into(),
                ..Settings::clone(&t.app.settings)
            };
            let said = leads_here(&settings);
            assert!(said.starts_with(&format!("{url} is a running Letterpress")), "{said}");
            assert_eq!(said.contains("only subscribers in this network"), only_here, "{mail} {said}");
        }
    }
}
