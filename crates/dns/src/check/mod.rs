//! Judging what DNS holds against what it should hold, with advice for the person who edits the zone.

mod advice;
mod dkim;
mod dmarc;
mod exact;
mod includes;
mod misplaced;
mod spf;
mod tags;

pub use advice::{Advice, Piece};

use crate::name::DomainName;
use crate::resolver::{Answer, RecordType, Resolver};

/// What a record is for; together with its type this decides the rules it is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Proves that the tenant controls the domain.
    Ownership,
    /// Publishes the key that signs mail (RFC 6376).
    Dkim,
    /// Names the servers that may use the domain as envelope sender (RFC 7208).
    Spf,
    /// Brings bounces back: the MX, and the SPF, of the envelope domain.
    ReturnPath,
    /// Publishes the policy for mail that fails (RFC 9989, formerly RFC 7489).
    Dmarc,
    /// Points the host of tracked links and images here.
    Tracking,
    /// Proves the domain to a mail provider.
    Verification,
}

/// A record that should exist. `value` is what a person pastes: the text of a TXT in one piece and without
/// quotes, `10 host` of an MX, the target of a CNAME.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub purpose: Purpose,
    pub record_type: RecordType,
    /// The whole name, with or without a final dot.
    pub name: String,
    pub value: String,
}

/// How a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// As it should be, or better.
    Found,
    /// Nothing of the kind is there.
    Missing,
    /// Something is there that does not do the work.
    Wrong,
    /// DNS did not answer, so nothing can be said and nothing should change.
    Unknown,
}

/// The verdict on one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub status: Status,
    /// The values that were judged; unrelated TXT records of the same name may be left out.
    pub found: Vec<String>,
    /// What to change, or what to know when it was found.
    pub advice: Option<Advice>,
}

impl Checked {
    fn found(values: Vec<String>) -> Self {
        Self { status: Status::Found, found: values, advice: None }
    }

    fn found_but(values: Vec<String>, advice: Option<Advice>) -> Self {
        Self { status: Status::Found, found: values, advice }
    }

    fn wrong(values: Vec<String>, advice: impl Into<Advice>) -> Self {
        Self { status: Status::Wrong, found: values, advice: Some(advice.into()) }
    }

    fn missing(expected: &Expected, values: Vec<String>) -> Self {
        Self { status: Status::Missing, found: values, advice: Some(advice_to_create(expected)) }
    }
}

/// Compares what should be there with what DNS said. Pure: the same input gives the same verdict.
pub fn judge(expected: &Expected, answer: &Answer) -> Checked {
    let values = match answer {
        Answer::Failed(why) => {
            let advice = format!("DNS did not answer ({why}): nothing is changed; try again later.");
            return Checked { status: Status::Unknown, found: Vec::new(), advice: Some(advice.into()) };
        }
        Answer::Absent => &[][..],
        Answer::Found(values) => values,
    };
    if values.is_empty() {
        return Checked::missing(expected, Vec::new());
    }
    match (expected.record_type, expected.purpose) {
        (RecordType::Cname, _) => exact::cname(expected, values),
        (RecordType::Mx, _) => exact::mx(expected, values),
        (RecordType::Txt, Purpose::Dkim) => dkim::judge(expected, values),
        (RecordType::Txt, Purpose::Dmarc) => dmarc::judge(expected, values),
        (RecordType::Txt, _) if spf::is_spf(&expected.value) => spf::judge(expected, values),
        (RecordType::Txt, _) => exact::txt(expected, values),
    }
}

impl Resolver {
    /// Looks a record up and judges it, together with what it leads to: what an SPF record includes, the host behind
    /// a CNAME or an MX. One that is not there is looked for at the names where mistakes put it. All that is asked besides
    /// the record itself takes no longer than twice a look-up.
    pub async fn check(&self, expected: &Expected) -> Checked {
        let answer = self.lookup(expected.record_type, &expected.name).await;
        let checked = judge(expected, &answer);
        match checked.status {
            Status::Found => self.follow(expected, checked).await,
            Status::Missing if expected.purpose == Purpose::Dmarc => {
                self.dmarc_above(expected, checked).await
            }
            Status::Missing | Status::Wrong => self.explain(expected, checked).await,
            Status::Unknown => checked,
        }
    }

    /// A DMARC record that the name itself lacks may stand at the organizational domain, whose policy covers its
    /// subdomains (RFC 9989 §4.10, RFC 7489 §6.6.3).
    async fn dmarc_above(&self, expected: &Expected, checked: Checked) -> Checked {
        let Some(name) = organizational_dmarc(&expected.name) else {
            return self.explain(expected, checked).await;
        };
        let above = judge(expected, &self.lookup(expected.record_type, &name).await);
        match (above.status, above.advice) {
            (Status::Missing, _) => self.explain(expected, checked).await,
            // What is to be changed does not stand where it was looked for.
            (Status::Wrong, Some(advice)) => {
                let advice = Advice::from(format!("At {name}:")).and(advice);
                Checked { advice: Some(advice), ..above }
            }
            (_, advice) => Checked { advice, ..above },
        }
    }

    /// Whether what a record leads to is there as well.
    async fn follow(&self, expected: &Expected, checked: Checked) -> Checked {
        match (expected.record_type, expected.purpose) {
            (RecordType::Txt, _) if spf::is_spf(&expected.value) => {
                let fault = match checked.found.first() {
                    Some(record) => self.included(record).await,
                    None => None,
                };
                match fault {
                    Some(advice) => Checked::wrong(checked.found, advice),
                    None => checked,
                }
            }
            (RecordType::Cname, Purpose::Tracking) => {
                let target = bare(&expected.value);
                if self.has_address(&target).await == Some(false) {
                    let advice = format!(
                        "The record is right, but {target}, where it leads, has no address: links that begin with \
                         {} lead nowhere until it has one.",
                        bare(&expected.name)
                    );
                    return Checked::wrong(checked.found, advice);
                }
                checked
            }
            (RecordType::Mx, _) => {
                let (_, host) = exact::parts(&expected.value);
                if self.has_address(&host).await == Some(false) {
                    let advice = format!(
                        "The record is right, but {host}, which it names, has no address: no bounce arrives until \
                         it has one."
                    );
                    return Checked::found_but(checked.found, Some(advice.into()));
                }
                checked
            }
            _ => checked,
        }
    }
}

/// `_dmarc.example.org` of `_dmarc.news.example.org`; nothing when they are the same.
fn organizational_dmarc(name: &str) -> Option<String> {
    let domain = DomainName::parse(name.strip_prefix("_dmarc.")?).ok()?;
    let above = domain.organizational();
    (above != domain).then(|| format!("_dmarc.{above}"))
}

/// For a record of which nothing was found.
fn advice_to_create(expected: &Expected) -> Advice {
    let name = bare(&expected.name);
    let kind = expected.record_type;
    let zone = crate::name::registrable(&name).unwrap_or(&name);
    let advice = Advice::from(format!(
        "Create a {kind} record at {name} with the value shown. Many DNS hosts append the domain themselves: "
    ));
    match below(&name, zone) {
        Some(host) => advice.text(format!("in the zone of {zone}, enter only ")).value(host).text("."),
        None => advice.text("leave the name empty there, or enter only ").value("@").text("."),
    }
}

/// `news` of `news.example.org` in the zone of `example.org`; nothing for the zone itself.
fn below<'a>(name: &'a str, zone: &str) -> Option<&'a str> {
    name.strip_suffix(zone)?.strip_suffix('.')
}

/// A name or host in the form it is compared in.
fn bare(name: &str) -> String {
    let name = name.trim();
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// A foreign value inside a sentence.
fn excerpt(value: &str) -> String {
    const LENGTH: usize = 80;
    match value.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("“{}…”", &value[..end]),
        None => format!("“{value}”"),
    }
}

/// The text inside quotation marks that became part of the record, straight or typographic.
fn unquoted(value: &str) -> Option<&str> {
    const QUOTES: [char; 7] = ['"', '\'', '`', '“', '”', '„', '’'];
    let text = value.trim();
    text.starts_with(QUOTES).then(|| text.trim_matches(QUOTES).trim())
}

/// A quotation mark that is part of the record, in front or between the pieces of a long value.
fn has_quotes(value: &str) -> bool {
    unquoted(value).is_some() || value.contains('"')
}

const QUOTED: &str = "The quotation marks have become part of the record: enter the value without them.";
const BACKSLASHES: &str = "The backslashes have become part of the record: enter the value without them.";

#[cfg(test)]
mod tests;
