//! Where a value comes from, and how a bad one is told.

use std::{collections::BTreeMap, fmt, path::Path};

use super::{Bad, file};
use crate::cli::Common;

/// Every key, without its `LETTERPRESS_` in the environment and in lower case in the file.
pub const KEYS: [&str; 35] = [
    "LISTEN",
    "PUBLIC_URL",
    "DATA_DIR",
    "DATABASE_URL",
    "MAIL_URL",
    "MAIL_FROM",
    "FALLBACK_DOMAIN",
    "AUTH",
    "OIDC_ISSUER",
    "OIDC_CLIENT_ID",
    "OIDC_AUDIENCE",
    "OIDC_CLIENT_SECRET",
    "OIDC_SCOPES",
    "OIDC_ADMIN_CLAIM",
    "ADMINS",
    "SIGN_UP",
    "SEND_RATE",
    "SEND_CONCURRENCY",
    "LOG",
    "LOG_FORMAT",
    "SECRET_KEY",
    "DNS",
    "BOUNCE_LISTEN",
    "BOUNCE_HOST",
    "BOUNCE_MAILBOX",
    "BOUNCE_ADDRESS",
    "SPF",
    "SNS_TOPICS",
    "THROTTLES",
    "ENGAGEMENT_DAYS",
    "RATE_LIMIT",
    "ALLOW_PRIVATE_WEBHOOKS",
    "TRUSTED_PROXIES",
    "METRICS_TOKEN",
    "SOCIAL_LINKS",
];

/// What the commands that call a server read, and no other.
const CLIENT_KEYS: [&str; 2] = ["SERVER", "API_KEY"];

/// What AWS's own programs read too: a key for Amazon SES.
pub const AWS_KEYS: [&str; 3] = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Flag,
    Environment,
    File,
}

/// A value and who gave it.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    pub value: &'a str,
    pub origin: Origin,
}

/// The layers, highest first.
#[derive(Debug, Default)]
pub struct Sources {
    pub flags: BTreeMap<&'static str, String>,
    pub environment: BTreeMap<&'static str, String>,
    pub file: BTreeMap<&'static str, String>,
    /// [`AWS_KEYS`], by their own names.
    pub aws: BTreeMap<&'static str, String>,
    /// What the environment has beside the keys, without `LETTERPRESS_`.
    pub strangers: Vec<String>,
}

impl Sources {
    /// Flags as given, the process's environment, and the file.
    pub fn of_process(common: &Common) -> Result<Self, Bad> {
        let mut sources = Self::without_file(common);
        let data = sources.flags.get("DATA_DIR").or(sources.environment.get("DATA_DIR"));
        let data = data.map_or("./data", String::as_str);
        sources.file = match &common.config {
            Some(path) => file::read(path)?,
            None => file::find(Path::new(""), Path::new(data))?,
        };
        Ok(sources)
    }

    /// The same without the file.
    fn without_file(common: &Common) -> Self {
        let flags = [
            ("LISTEN", &common.listen),
            ("PUBLIC_URL", &common.public_url),
            ("DATA_DIR", &common.data_dir),
            ("DATABASE_URL", &common.database_url),
            ("MAIL_URL", &common.mail_url),
        ];
        let given = |(key, value): (&'static str, &Option<String>)| Some((key, value.clone()?));
        Self {
            flags: flags.into_iter().filter_map(given).collect(),
            environment: environment("LETTERPRESS_", &KEYS),
            file: BTreeMap::new(),
            aws: environment("", &AWS_KEYS),
            strangers: strangers(),
        }
    }

    /// An empty value in the environment or the file is as good as none; on the command line it is a mistake.
    pub fn get(&self, key: &str) -> Option<Found<'_>> {
        let layers = [
            (&self.flags, Origin::Flag),
            (&self.environment, Origin::Environment),
            (&self.file, Origin::File),
        ];
        layers.into_iter().find_map(|(layer, origin)| {
            let value = layer.get(key)?.trim();
            (origin == Origin::Flag || !value.is_empty()).then_some(Found { value, origin })
        })
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn environment(prefix: &str, keys: &[&'static str]) -> BTreeMap<&'static str, String> {
    keys.iter().filter_map(|key| Some((*key, std::env::var(format!("{prefix}{key}")).ok()?))).collect()
}

/// Names that are told to us and are none of ours.
fn strangers() -> Vec<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let given = names.filter_map(|name| name.strip_prefix("LETTERPRESS_").map(str::to_owned));
    given.filter(|name| !KEYS.contains(&name.as_str()) && !CLIENT_KEYS.contains(&name.as_str())).collect()
}

/// What the environment says of the server to call and of the key to call it with.
pub fn for_client() -> [Option<String>; 2] {
    let told = environment("LETTERPRESS_", &CLIENT_KEYS);
    CLIENT_KEYS
        .map(|key| told.get(key).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()))
}

/// The key that was meant by a name that is nearly its own.
pub fn meant(name: &str) -> Option<&'static str> {
    let name = name.to_uppercase();
    let distance = |key: &&str| strsim::damerau_levenshtein(&name, key);
    // Two slips in a long name, one in a short one.
    KEYS.iter().copied().min_by_key(distance).filter(|key| distance(key) <= (key.len() / 4).clamp(1, 2))
}

/// Whether somebody looks at this machine. Elsewhere a browser that runs in a terminal would take the terminal.
pub fn has_screen() -> bool {
    let shown = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];
    !cfg!(target_os = "linux")
        || shown.iter().any(|key| std::env::var_os(key).is_some_and(|value| !value.is_empty()))
}

/// How a key is called where its value came from.
struct Called<'a>(&'a str, Origin);

impl fmt::Display for Called<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Origin::Flag => write!(f, "--{}", self.0.to_lowercase().replace('_', "-")),
            Origin::Environment => write!(f, "LETTERPRESS_{}", self.0),
            Origin::File => write!(f, "{} in the settings file", self.0.to_lowercase()),
        }
    }
}

/// Reads keys and gathers what is wrong with them.
pub struct Reader<'a> {
    sources: &'a Sources,
    bad: Vec<String>,
}

impl<'a> Reader<'a> {
    pub fn new(sources: &'a Sources) -> Self {
        Self { sources, bad: Vec::new() }
    }

    /// The key for Amazon SES; half of one is told.
    pub fn aws(&mut self) -> Option<mailer::ses::Credentials> {
        let value =
            |key: &str| self.sources.aws.get(key).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        match (value("AWS_ACCESS_KEY_ID"), value("AWS_SECRET_ACCESS_KEY")) {
            (Some(access_key_id), Some(secret_access_key)) => Some(mailer::ses::Credentials {
                access_key_id,
                secret_access_key,
                session_token: value("AWS_SESSION_TOKEN"),
            }),
            _ => None,
        }
    }

    /// A condition that no single key fails.
    pub fn refuse(&mut self, reason: impl Into<String>) {
        self.bad.push(reason.into());
    }

    pub fn optional<T>(&mut self, key: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        let found = self.sources.get(key)?;
        match parse(found.value) {
            Ok(value) => Some(value),
            Err(accepted) => {
                let called = Called(key, found.origin);
                self.bad
                    .push(format!("{called}: \"{}\" is not accepted; {accepted}", shown(key, found.value)));
                None
            }
        }
    }

    pub fn or<T>(&mut self, key: &str, parse: impl FnOnce(&str) -> Result<T, String>, default: T) -> T {
        self.optional(key, parse).unwrap_or(default)
    }

    /// A key that another one makes necessary. A bad value was told already.
    pub fn require(&mut self, key: &str, because: &str) {
        if self.sources.get(key).is_none() {
            self.bad.push(format!("LETTERPRESS_{key} is missing, and {because}"));
        }
    }

    pub fn finish(self) -> Result<(), Bad> {
        if self.bad.is_empty() { Ok(()) } else { Err(Bad(self.bad)) }
    }
}

/// The value as it may be printed.
fn shown(key: &str, value: &str) -> String {
    match key {
        "SECRET_KEY" | "OIDC_CLIENT_SECRET" | "METRICS_TOKEN" => "***".to_owned(),
        "MAIL_URL" | "DATABASE_URL" | "BOUNCE_MAILBOX" => mailer::MailUrl::mask(value),
        _ => value.to_owned(),
    }
}
