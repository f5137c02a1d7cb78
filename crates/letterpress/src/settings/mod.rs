//! Settings: flags over environment over the file over defaults, every bad value named with what is accepted.

mod file;
mod parse;
#[cfg(test)]
mod readme;
mod sources;
#[cfg(test)]
mod tests;

use std::{net::SocketAddr, path::PathBuf};

use app::{Auth, Bounces, Dns, Hidden, MailFrom, OidcClient, Operations, Proxies, Secret, SignUp};

use sources::Reader;
pub use sources::{Sources, for_client, has_screen};

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// Everything that was settled. What depends on the port that was really bound or on files in the data folder is
/// filled in later.
#[derive(Debug)]
pub struct Settings {
    pub listen: SocketAddr,
    /// Whether somebody chose the address: a worker listens only then.
    pub is_listen_given: bool,
    pub public_url: Option<String>,
    pub data_dir: PathBuf,
    /// Whether somebody chose the folder.
    pub is_data_dir_given: bool,
    pub database: database::Url,
    /// The database as given, without its password.
    pub database_shown: String,
    pub mail: mailer::MailUrl,
    pub mail_from: Option<MailFrom>,
    pub fallback_domain: Option<String>,
    pub auth: Auth,
    pub admins: Vec<String>,
    pub sign_up: SignUp,
    pub send_rate: Option<f64>,
    pub send_concurrency: usize,
    pub log: String,
    pub log_format: LogFormat,
    pub secret_key: Option<Secret>,
    pub dns: Dns,
    pub bounces: Bounces,
    pub spf: Option<String>,
    pub aws: Option<mailer::ses::Credentials>,
    pub sns_topics: Vec<String>,
    pub throttles: Vec<(String, f64)>,
    pub engagement_days: Option<u16>,
    pub rate_limit: u32,
    pub allow_private: bool,
    pub trusted_proxies: Proxies,
    pub metrics_token: Option<String>,
    pub social_links: Vec<String>,
    /// Names in the environment that begin like ours, as those that Kubernetes gives a service of our name.
    pub strangers: Vec<String>,
}

/// Every bad value, one line each.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("\n       "))]
pub struct Bad(pub Vec<String>);

/// Refuses names that are nearly a key's: whoever set them means something by it. The others are told only.
fn strangers(r: &mut Reader<'_>, sources: &Sources) -> Vec<String> {
    let mut others = Vec::new();
    for name in &sources.strangers {
        match sources::meant(name) {
            Some(key) => r.refuse(format!(
                "LETTERPRESS_{name}: there is no such setting; did you mean LETTERPRESS_{key}?"
            )),
            None => others.push(format!("LETTERPRESS_{name}")),
        }
    }
    others
}

/// Where a server listens that is asked on its own machine.
pub fn local_url(listen: SocketAddr) -> String {
    format!("http://{}", app::from_here(listen))
}

impl Settings {
    /// Reads every key, so that all mistakes are told at once.
    pub fn read(sources: &Sources) -> Result<Self, Bad> {
        let mut r = Reader::new(sources);
        let listen = listen(&mut r);
        let data_dir = r.or("DATA_DIR", |text| Ok(PathBuf::from(text)), "./data".into());
        let sqlite = database::Url::Sqlite(data_dir.join("letterpress.db"));
        let database_shown = sources.get("DATABASE_URL").map_or_else(
            || format!("sqlite:{}", data_dir.join("letterpress.db").display()),
            |found| mailer::MailUrl::mask(found.value),
        );
        let settings = Self {
            listen,
            is_listen_given: sources.get("LISTEN").is_some(),
            is_data_dir_given: sources.get("DATA_DIR").is_some(),
            public_url: r.optional("PUBLIC_URL", parse::url),
            database: r.or("DATABASE_URL", parse::database, sqlite),
            database_shown,
            mail: r.or("MAIL_URL", parse::mail, mailer::MailUrl::Capture),
            mail_from: r.optional("MAIL_FROM", parse::mail_from),
            fallback_domain: r.optional("FALLBACK_DOMAIN", parse::domain),
            auth: auth(&mut r),
            admins: r.or("ADMINS", parse::addresses, Vec::new()),
            sign_up: r.or("SIGN_UP", parse::sign_up, SignUp::Auto),
            send_rate: r.or("SEND_RATE", parse::rate, None),
            send_concurrency: r.or("SEND_CONCURRENCY", parse::concurrency, 8),
            log: r.or("LOG", parse::filter, "info".into()),
            log_format: r.or("LOG_FORMAT", parse::log_format, LogFormat::Text),
            secret_key: r.optional("SECRET_KEY", parse::secret),
            dns: r.or("DNS", parse::dns, Dns::System),
            bounces: bounces(&mut r),
            spf: r.optional("SPF", parse::spf),
            aws: r.aws(),
            sns_topics: r.or("SNS_TOPICS", parse::topics, Vec::new()),
            throttles: r.or("THROTTLES", parse::throttles, Vec::new()),
            engagement_days: r.optional("ENGAGEMENT_DAYS", parse::engagement_days),
            rate_limit: r.or("RATE_LIMIT", parse::rate_limit, 60_000),
            allow_private: r.or("ALLOW_PRIVATE_WEBHOOKS", parse::flag, false),
            trusted_proxies: r.or("TRUSTED_PROXIES", parse::proxies, Proxies::default()),
            metrics_token: r.optional("METRICS_TOKEN", parse::token),
            social_links: r.or("SOCIAL_LINKS", parse::social_links, Vec::new()),
            strangers: strangers(&mut r, sources),
            data_dir,
        };
        if matches!(settings.mail, mailer::MailUrl::Ses(_)) && settings.aws.is_none() {
            r.refuse(
                "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing, and LETTERPRESS_MAIL_URL is ses://",
            );
        }
        r.finish()?;
        Ok(settings)
    }

    /// What the product is told, once the port is bound and the secret is at hand.
    pub fn for_app(&self, bound: SocketAddr, secret: Secret) -> app::Settings {
        app::Settings {
            public_url: self.public_url_on(bound),
            data_dir: self.data_dir.clone(),
            secret,
            mail: self.mail.clone(),
            mail_from: self.mail_from.clone(),
            fallback_domain: self.fallback_domain.clone(),
            auth: self.auth.clone(),
            sign_up: self.sign_up,
            admins: self.admins.clone(),
            send_rate: self.send_rate,
            send_concurrency: self.send_concurrency,
            dns: self.dns,
            bounces: self.bounces.clone(),
            spf: self.spf.clone(),
            aws: self.aws.clone(),
            sns_topics: self.sns_topics.clone(),
            throttles: self.throttles.clone(),
            engagement_days: self.engagement_days,
            rate_limit: self.rate_limit,
            allow_private: self.allow_private,
            trusted_proxies: self.trusted_proxies.clone(),
            social_links: self.social_links.clone(),
            operations: self.operations(),
        }
    }

    fn operations(&self) -> Operations {
        Operations {
            metrics_token: self.metrics_token.clone(),
            database_shown: self.database_shown.clone(),
            database_file: match &self.database {
                database::Url::Sqlite(path) => Some(path.clone()),
                database::Url::Postgres(_) => None,
            },
            is_secret_given: self.secret_key.is_some(),
            strangers: self.strangers.clone(),
        }
    }

    pub fn public_url_on(&self, bound: SocketAddr) -> String {
        self.public_url.clone().unwrap_or_else(|| format!("http://{bound}"))
    }
}

fn listen(r: &mut Reader<'_>) -> SocketAddr {
    r.or("LISTEN", parse::listen, ([127, 0, 0, 1], 8080).into())
}

/// Where this machine's server listens, for whoever calls it and needs no other setting. What is wrong with those is told by
/// whoever needs them, but whoever is told another place than the server's would call somebody else.
pub fn local_server(sources: Result<&Sources, &Bad>) -> Result<String, String> {
    let sources = sources.map_err(Bad::to_string)?;
    let mut reader = Reader::new(sources);
    let listen = listen(&mut reader);
    reader.finish().map_err(|bad| bad.to_string())?;
    Ok(local_url(listen))
}

fn bounces(r: &mut Reader<'_>) -> Bounces {
    let bounces = Bounces {
        listen: r.optional("BOUNCE_LISTEN", parse::listen),
        host: r.optional("BOUNCE_HOST", parse::domain),
        mailbox: r.optional("BOUNCE_MAILBOX", parse::mailbox),
        address: r.optional("BOUNCE_ADDRESS", parse::address),
    };
    if bounces.mailbox.is_some() && bounces.address.is_none() && bounces.listen.is_none() {
        r.require("BOUNCE_ADDRESS", "LETTERPRESS_BOUNCE_MAILBOX is set: reports have to find the mailbox");
    }
    bounces
}

fn auth(r: &mut Reader<'_>) -> Auth {
    let is_hosted = r.or("AUTH", parse::is_hosted, false);
    let issuer = r.optional("OIDC_ISSUER", parse::url);
    let client_id = r.optional("OIDC_CLIENT_ID", |text| Ok(text.to_owned()));
    let audience = r.optional("OIDC_AUDIENCE", |text| Ok(text.to_owned()));
    let client_secret = r.optional("OIDC_CLIENT_SECRET", |text| Ok(Hidden(text.to_owned())));
    let scopes = r.or("OIDC_SCOPES", parse::scopes, "openid profile email offline_access".into());
    let admin_claim = r.optional("OIDC_ADMIN_CLAIM", parse::admin_claim);
    if !is_hosted {
        return Auth::Local;
    }
    for (key, missing) in [("OIDC_ISSUER", issuer.is_none()), ("OIDC_CLIENT_ID", client_id.is_none())] {
        if missing {
            r.require(key, "LETTERPRESS_AUTH is oidc");
        }
    }
    Auth::Oidc(OidcClient {
        issuer: issuer.unwrap_or_default(),
        client_id: client_id.unwrap_or_default(),
        client_secret,
        audience,
        scopes,
        admin_claim,
    })
}
