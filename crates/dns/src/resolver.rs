//! Asking DNS: bounded in time and in size, and never out of a cache of our own.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError, NoRecords};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{self, Name, RData};

use crate::name::DomainName;

/// The whole of one look-up, with its retries, its CNAMEs and TCP.
const BOUND: Duration = Duration::from_secs(5);
/// One question to one server; two of them fit into [`BOUND`].
const ATTEMPT: Duration = Duration::from_secs(2);
const RETRIES: usize = 1;
/// Values, bytes of one value and bytes of all values that an [`Answer`] holds at most.
const MAX_VALUES: usize = 50;
const MAX_VALUE: usize = 4096;
const MAX_TOTAL: usize = 64 * 1024;
/// CNAMEs followed from one name. Longer chains are a mistake, and loops never end.
const MAX_ALIASES: usize = 8;

/// The types of record that a sending domain needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordType {
    Txt,
    Mx,
    Cname,
}

impl RecordType {
    /// The mnemonic that people and master files use: `TXT`, `MX`, `CNAME`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Txt => "TXT",
            Self::Mx => "MX",
            Self::Cname => "CNAME",
        }
    }

    fn wire(self) -> rr::RecordType {
        match self {
            Self::Txt => rr::RecordType::TXT,
            Self::Mx => rr::RecordType::MX,
            Self::Cname => rr::RecordType::CNAME,
        }
    }
}

impl fmt::Display for RecordType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// What DNS said about one name and type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// At most 50 values of at most 4096 bytes each and 64 KiB together; what is beyond is cut off. TXT: the
    /// strings of a record joined (RFC 7208 §3.3, RFC 6376 §3.6.2.2), sorted. MX: `10 host`, by preference,
    /// lower case, no final dot (`0 .` for the null MX of RFC 7505). CNAME: the target, lower case, no final
    /// dot. Control characters are escaped and bytes that are not UTF-8 replaced, so values can be shown.
    Found(Vec<String>),
    /// The name does not exist, or has no record of this type.
    Absent,
    /// Nothing is known; a clause for people that says why, without a full stop.
    Failed(String),
}

/// Who receives the mail of a domain, which is how addresses are grouped for speed limits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MxGroup {
    /// The registrable domain of the mail server that is tried first, such as `google.com`.
    Group(String),
    /// The domain publishes a null MX: it takes no mail at all (RFC 7505).
    RefusesMail,
    /// DNS did not answer.
    Unknown,
}

/// The machine's DNS servers are not configured or cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the DNS servers of this machine could not be read: {0}")]
pub struct ResolverError(String);

/// Asks DNS servers. Cheap to clone; clones share their connections and no answers.
#[derive(Clone)]
pub struct Resolver {
    inner: TokioResolver,
    bound: Duration,
}

impl fmt::Debug for Resolver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Resolver").field("bound", &self.bound).finish_non_exhaustive()
    }
}

impl Resolver {
    /// Asks the DNS servers that the machine is configured with (`/etc/resolv.conf`). Its search list and
    /// `/etc/hosts` are not used: the names asked for are whole, and what counts is what others see.
    pub fn system() -> Result<Self, ResolverError> {
        let (config, _) = hickory_resolver::system_conf::read_system_conf()
            .map_err(|error| ResolverError(error.to_string()))?;
        Self::over(config.name_servers().to_vec())
    }

    /// Asks the one server at `address`, by UDP, and by TCP for what UDP truncates.
    pub fn at(address: SocketAddr) -> Result<Self, ResolverError> {
        let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()]
            .map(|mut connection| {
                connection.port = address.port();
                connection
            })
            .to_vec();
        Self::over(vec![NameServerConfig::new(address.ip(), true, connections)])
    }

    fn over(servers: Vec<NameServerConfig>) -> Result<Self, ResolverError> {
        let config = ResolverConfig::from_parts(None, Vec::new(), servers);
        let mut builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
        let options = builder.options_mut();
        // Who asks has just changed the record: an answer from before the change is of no use.
        options.cache_size = 0;
        options.timeout = ATTEMPT;
        options.attempts = RETRIES;
        options.edns0 = true;
        options.use_hosts_file = ResolveHosts::Never;
        options.preserve_intermediates = true;
        let inner = builder.build().map_err(|error| ResolverError(error.to_string()))?;
        Ok(Self { inner, bound: BOUND })
    }

    /// The same resolver with another bound for the whole of a look-up (5 seconds otherwise).
    #[must_use]
    pub fn bounded(mut self, bound: Duration) -> Self {
        self.bound = bound;
        self
    }

    /// How long a look-up takes at most.
    pub(crate) fn bound(&self) -> Duration {
        self.bound
    }

    /// Whether a host has an address of IPv4 or IPv6; nothing when DNS did not say.
    pub(crate) async fn has_address(&self, host: &str) -> Option<bool> {
        let mut name = Name::from_ascii(host).ok()?;
        name.set_fqdn(true);
        for kind in [rr::RecordType::A, rr::RecordType::AAAA] {
            let answer =
                tokio::time::timeout(self.bound, self.inner.lookup(name.clone(), kind)).await.ok()?;
            match answer {
                Ok(found) if found.answers().iter().any(|record| record.record_type() == kind) => {
                    return Some(true);
                }
                Ok(_) => {}
                Err(NetError::Dns(DnsError::NoRecordsFound(nothing)))
                    if absence(&nothing) == Answer::Absent => {}
                Err(_) => return None,
            }
        }
        Some(false)
    }

    /// Looks up the records of one type at `name`, which is taken as absolute. Never waits longer than the
    /// bound, and never fails otherwise than with [`Answer::Failed`].
    pub async fn lookup(&self, record_type: RecordType, name: &str) -> Answer {
        match tokio::time::timeout(self.bound, self.ask(record_type, name)).await {
            Ok(answer) => answer,
            Err(_) => Answer::Failed("no answer came in time".into()),
        }
    }

    async fn ask(&self, record_type: RecordType, name: &str) -> Answer {
        let Ok(mut name) = Name::from_ascii(name) else {
            return Answer::Failed("the name cannot be asked for".into());
        };
        name.set_fqdn(true);
        match self.inner.lookup(name.clone(), record_type.wire()).await {
            Ok(found) => {
                let data = found.answers().iter().filter(|record| {
                    // A CNAME was asked for at this name; one further down its chain is not the answer.
                    record_type != RecordType::Cname || record.name == name
                });
                collect(record_type, data.map(|record| &record.data))
            }
            Err(NetError::Dns(DnsError::NoRecordsFound(nothing))) => {
                let loops = record_type != RecordType::Cname
                    && nothing.response_code == ResponseCode::NoError
                    && self.too_many_aliases(name).await;
                if loops {
                    Answer::Failed("its CNAME records lead round in a circle, or on and on".into())
                } else {
                    absence(&nothing)
                }
            }
            Err(error) => Answer::Failed(reason(&error)),
        }
    }

    /// Whether a name that gave nothing has a CNAME chain without an end. The library follows a few CNAMEs and
    /// then reports that there is nothing, which would look like a record that is missing.
    async fn too_many_aliases(&self, mut name: Name) -> bool {
        for _ in 0..=MAX_ALIASES {
            let Ok(found) = self.inner.lookup(name.clone(), rr::RecordType::CNAME).await else {
                return false;
            };
            let target = found.answers().iter().find_map(|record| match &record.data {
                RData::CNAME(target) if record.name == name => Some(target.0.clone()),
                _ => None,
            });
            match target {
                Some(target) => name = target,
                None => return false,
            }
        }
        true
    }

    /// Who receives mail for `domain`: the registrable domain of its first mail server (of several with the
    /// same preference, the first by alphabet), or its own when it has no MX (RFC 5321 §5.1).
    pub async fn mx_group(&self, domain: &DomainName) -> MxGroup {
        match self.lookup(RecordType::Mx, domain.as_str()).await {
            Answer::Failed(_) => MxGroup::Unknown,
            Answer::Absent => MxGroup::Group(domain.organizational().to_string()),
            Answer::Found(values) => {
                // Beside a real server the null MX means nothing (RFC 7505 §3).
                match values.iter().filter_map(|value| value.split_once(' ')).find(|(_, host)| *host != ".") {
                    Some((_, host)) => {
                        MxGroup::Group(crate::name::registrable(host).unwrap_or(host).to_owned())
                    }
                    None => MxGroup::RefusesMail,
                }
            }
        }
    }
}

fn collect<'a>(record_type: RecordType, data: impl Iterator<Item = &'a RData>) -> Answer {
    let mut values: Vec<(u16, String)> = data
        .filter_map(|data| match (record_type, data) {
            (RecordType::Txt, RData::TXT(txt)) => {
                Some((0, shown(&String::from_utf8_lossy(&txt.txt_data.concat()))))
            }
            (RecordType::Mx, RData::MX(mx)) => {
                Some((mx.preference, format!("{} {}", mx.preference, host(&mx.exchange))))
            }
            (RecordType::Cname, RData::CNAME(target)) => Some((0, host(&target.0))),
            _ => None,
        })
        .collect();
    if values.is_empty() {
        return Answer::Absent;
    }
    // Servers rotate the order; people and comparisons want it to stay.
    values.sort();
    let mut left = MAX_TOTAL;
    let mut kept = Vec::new();
    for (_, value) in values.into_iter().take(MAX_VALUES) {
        let value = cut(value, MAX_VALUE.min(left));
        left -= value.len();
        kept.push(value);
        if left == 0 {
            break;
        }
    }
    Answer::Found(kept)
}

fn host(name: &Name) -> String {
    let text = name.to_lowercase().to_ascii();
    match text.strip_suffix('.') {
        Some(rest) if !rest.is_empty() => shown(rest),
        _ => shown(&text),
    }
}

/// Escapes what would move the cursor, hide text or turn its direction round.
fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        let turns =
            matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if character.is_control() || turns {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

fn cut(mut text: String, at_most: usize) -> String {
    text.truncate(text.floor_char_boundary(at_most));
    text
}

/// No records: NXDOMAIN and NODATA are an answer, a referral (RFC 2308 §2.2) and unknown codes are none.
fn absence(nothing: &NoRecords) -> Answer {
    match nothing.response_code {
        ResponseCode::NXDomain => Answer::Absent,
        ResponseCode::NoError if nothing.soa.is_some() || nothing.ns.is_none() => Answer::Absent,
        ResponseCode::NoError => {
            Answer::Failed("the server asked refers to others instead of answering".into())
        }
        code => Answer::Failed(format!("the server answered with the code {}", u16::from(code))),
    }
}

/// Why there was no answer, for people. What the library says is for its authors and may name addresses.
fn reason(error: &NetError) -> String {
    match error {
        NetError::Dns(DnsError::ResponseCode(ResponseCode::ServFail)) => {
            "the server reports SERVFAIL, a fault at the domain's own DNS servers or in its DNSSEC".into()
        }
        NetError::Dns(DnsError::ResponseCode(ResponseCode::Refused)) => {
            "the server refused the question, REFUSED".into()
        }
        NetError::Dns(DnsError::ResponseCode(code)) => {
            format!("the server answered with the code {}", u16::from(*code))
        }
        NetError::Timeout => "no answer came in time".into(),
        NetError::Truncated => "the answer came only in part".into(),
        NetError::Io(_) | NetError::NoConnections | NetError::Busy => "no DNS server could be reached".into(),
        _ => "the answer could not be read".into(),
    }
}
