//! Why a record is not there: something else stands in its way, or it stands at a name that a mistake made of its own.

use super::{Advice, Checked, Expected, Status, bare, below, judge};
use crate::resolver::{Answer, RecordType, Resolver};

/// Other names that are looked at for one record.
const MAX_OTHERS: usize = 5;

/// A name at which a record may stand by mistake.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Other {
    pub name: String,
    pub mistake: Mistake,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// The DNS host appended this zone to a name that was whole.
    Appended(String),
    /// A part of the name was left out.
    LeftOut,
}

impl Resolver {
    /// Says more about a record that is missing or wrong. Takes no longer than twice a look-up; what is not found out
    /// in that time is not said.
    pub(super) async fn explain(&self, expected: &Expected, checked: Checked) -> Checked {
        let known = tokio::time::timeout(self.bound() * 2, self.reason(expected, &checked)).await;
        known.ok().flatten().unwrap_or(checked)
    }

    async fn reason(&self, expected: &Expected, checked: &Checked) -> Option<Checked> {
        if expected.record_type != RecordType::Cname
            && let Answer::Found(targets) = self.lookup(RecordType::Cname, &expected.name).await
        {
            return Some(behind_alias(expected, checked, &targets[0]));
        }
        if checked.status != Status::Missing {
            return None;
        }
        for other in others(&expected.name) {
            let there = judge(expected, &self.lookup(expected.record_type, &other.name).await);
            let is_it = match other.mistake {
                // Nobody has a record at such a name for anything else.
                Mistake::Appended(_) => matches!(there.status, Status::Found | Status::Wrong),
                Mistake::LeftOut => there.status == Status::Found,
            };
            if is_it {
                return Some(Checked { advice: Some(advice(expected, &other)), ..checked.clone() });
            }
        }
        None
    }
}

/// Beside a CNAME nothing else can stand (RFC 1034 §3.6.2): a resolver is led on to its target.
fn behind_alias(expected: &Expected, checked: &Checked, target: &str) -> Checked {
    let (name, kind) = (bare(&expected.name), expected.record_type);
    let there = if checked.status == Status::Missing {
        format!("where there is no such {kind} record")
    } else {
        format!("where the {kind} record is another one")
    };
    let advice = format!(
        "A CNAME record leads from {name} to {target}, {there}. Remove it, because nothing can stand beside a CNAME, \
         and create a {kind} record at {name} with the value shown."
    );
    let mut found = vec![format!("CNAME {target}")];
    found.extend(checked.found.iter().cloned());
    Checked::wrong(found, advice)
}

/// Names that come about by mistake, the commonest first.
pub(super) fn others(name: &str) -> Vec<Other> {
    let name = bare(name);
    // What stands in front of the domain's own name: `lp1._domainkey`, `_dmarc`.
    let labels: Vec<&str> = name.split('.').collect();
    let own = labels.iter().rposition(|label| label.starts_with('_')).map_or(0, |at| at + 1);
    let host = labels[own..].join(".");
    let zone = crate::name::registrable(&host).unwrap_or(&host).to_owned();
    let mut others: Vec<Other> = zones(&host, &zone)
        .map(|zone| Other { name: format!("{name}.{zone}"), mistake: Mistake::Appended(zone.to_owned()) })
        .collect();
    let mut left_out = |name: String| others.push(Other { name, mistake: Mistake::LeftOut });
    if own > 0 {
        if host != zone && labels[0] != "_dmarc" {
            left_out(format!("{}.{zone}", labels[..own].join(".")));
        }
        // Without the label that begins with an underscore.
        let mut rest = labels.clone();
        rest.remove(own - 1);
        left_out(rest.join("."));
    }
    others.truncate(MAX_OTHERS);
    others
}

/// The zones that a name may be kept in, the registered name first; no more than three.
fn zones<'a>(host: &'a str, zone: &str) -> impl Iterator<Item = &'a str> {
    let ends = host.match_indices('.').map(|(at, _)| at + 1);
    let mut zones: Vec<&str> = std::iter::once(0).chain(ends).map(|at| &host[at..]).collect();
    zones.retain(|candidate| candidate.len() >= zone.len());
    zones.into_iter().rev().take(3)
}

fn advice(expected: &Expected, other: &Other) -> Advice {
    let name = bare(&expected.name);
    let stands = format!("The record stands at {} instead of {name}", other.name);
    let zone = match &other.mistake {
        Mistake::Appended(zone) => zone.clone(),
        Mistake::LeftOut => crate::name::registrable(&name).unwrap_or(&name).to_owned(),
    };
    let advice = match other.mistake {
        Mistake::Appended(_) => {
            Advice::from(format!("{stands}, because the DNS host appended {zone} to the name: enter only "))
        }
        Mistake::LeftOut => Advice::from(format!("{stands}: in the zone of {zone}, enter ")),
    };
    match below(&name, &zone) {
        Some(host) => advice.value(host).text(" as its name."),
        None => advice.value("@").text(" as its name, or leave it empty."),
    }
}
