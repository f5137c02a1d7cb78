//! Policies of SPF (RFC 7208): one record, all that is expected in it, and no more look-ups than receivers make.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::{Advice, Checked, Expected, QUOTED, bare, excerpt, has_quotes};

/// Terms that make a receiver ask DNS; after ten of them it gives up (RFC 7208 §4.6.4). Those inside of what is
/// included count as well, and are looked at when the record is otherwise right.
pub(super) const MAX_LOOKUPS: usize = 10;

/// The version stands alone or before a blank, in capitals or not (RFC 7208 §4.5).
pub(super) fn is_spf(value: &str) -> bool {
    value.split([' ', '\t']).next().is_some_and(|version| version.eq_ignore_ascii_case("v=spf1"))
}

pub(super) fn judge(expected: &Expected, values: &[String]) -> Checked {
    let records: Vec<String> = values.iter().filter(|value| is_spf(value)).cloned().collect();
    match records.as_slice() {
        [] => no_record(expected, values),
        [record] => match fault(&expected.value, record) {
            Some(advice) => Checked::wrong(records, advice),
            None => Checked::found(records),
        },
        _ => {
            // RFC 7208 §3.2 and §4.5: more than one is a permanent error.
            let advice = format!(
                "There are {} SPF records, and receivers then use none: merge them into one.",
                records.len()
            );
            Checked::wrong(records, advice)
        }
    }
}

fn no_record(expected: &Expected, values: &[String]) -> Checked {
    let looks = |value: &&String| value.to_ascii_lowercase().contains("spf1");
    let close: Vec<String> = values.iter().filter(looks).cloned().collect();
    let Some(first) = close.first() else { return Checked::missing(expected, Vec::new()) };
    let advice = if has_quotes(first) {
        QUOTED.to_owned()
    } else {
        format!(
            "The record must begin with exactly v=spf1 and a blank, but begins otherwise: {}.",
            excerpt(first)
        )
    };
    Checked::wrong(close, advice)
}

fn fault(expected: &str, record: &str) -> Option<Advice> {
    if has_quotes(record) {
        return Some(QUOTED.into());
    }
    let (want, found) = (Policy::parse(expected), Policy::parse(record));
    if let Some(term) = found.unknown() {
        return Some(
            format!(
                "SPF does not know {}, and receivers then ignore the record: correct or remove it.",
                excerpt(term)
            )
            .into(),
        );
    }
    let missing: Vec<&Term> = want.effective().filter(|term| !found.grants(term)).collect();
    let open = found.open();
    let merged = found.merged(&want, &missing);
    let many = Policy::parse(&merged).lookups();
    let limit = format!("needs {many} DNS look-ups, and receivers stop after {MAX_LOOKUPS}");
    let advice = match (open, missing.is_empty()) {
        (Some(open), _) => {
            format!("With {open} everyone may send in the name of the domain: change the record to ")
        }
        (None, true) if many > MAX_LOOKUPS => {
            return Some(
                format!("The record {limit}: remove what no longer sends mail for the domain.").into(),
            );
        }
        (None, true) => return None,
        (None, false) => {
            let terms: Vec<&str> = missing.iter().map(|term| term.text).collect();
            format!("The record lacks {}: change it to ", terms.join(" "))
        }
    };
    let advice = Advice::from(advice).value(merged).text(".");
    if many > MAX_LOOKUPS {
        return Some(advice.text(format!(" That {limit}, so also remove what no longer sends mail.")));
    }
    Some(advice)
}

/// The terms after the version.
pub(super) struct Policy<'a>(Vec<Term<'a>>);

struct Term<'a> {
    text: &'a str,
    /// `+`, `-`, `~` or `?`; `+` where none is written.
    qualifier: char,
    what: What,
}

#[derive(Clone, PartialEq)]
enum What {
    All,
    /// `include`, `a`, `mx`, `ptr`, `exists` with their argument, in one form.
    Asks(String),
    V4(u32, u8),
    V6(u128, u8),
    /// With the domain whose policy is taken instead.
    Redirect(String),
    /// `exp=` and modifiers yet to be invented, which have to be ignored (RFC 7208 §6).
    Modifier,
    /// A syntax error, for which a receiver drops the whole record (RFC 7208 §4.6).
    Unknown,
}

impl<'a> Policy<'a> {
    pub(super) fn parse(record: &'a str) -> Self {
        Self(record.split_whitespace().skip(1).map(Term::parse).collect())
    }

    /// The first syntax error.
    pub(super) fn unknown(&self) -> Option<&'a str> {
        self.0.iter().find(|term| term.what == What::Unknown).map(|term| term.text)
    }

    /// Domains whose policies are read for this one. A name that depends on the mail (RFC 7208 §7) cannot be known.
    pub(super) fn others(&self) -> Vec<String> {
        let included = self.effective().filter_map(|term| match &term.what {
            What::Asks(what) => what.strip_prefix("include:"),
            _ => None,
        });
        let instead = self.redirect();
        included.chain(instead).filter(|name| !name.contains('%')).map(str::to_owned).collect()
    }

    /// Followed only where there is no `all` (RFC 7208 §6.1).
    fn redirect(&self) -> Option<&str> {
        self.all().is_none().then(|| self.0.iter().find_map(Term::redirect)).flatten()
    }

    /// What lets everyone send: `+all`, or all addresses there are.
    fn open(&self) -> Option<&'a str> {
        let all = self.all().filter(|all| all.qualifier == '+');
        self.effective().find(|term| term.is_everyone()).or(all).map(|term| term.text)
    }

    fn all(&self) -> Option<&Term<'a>> {
        self.0.iter().find(|term| term.what == What::All)
    }

    /// Mechanisms before `all`; those behind it are never looked at (RFC 7208 §5.1).
    fn effective(&self) -> impl Iterator<Item = &Term<'a>> {
        self.0.iter().take_while(|term| term.what != What::All).filter(|term| term.is_mechanism())
    }

    /// Whether the first term that speaks about these hosts, and not about everyone, gives the wanted result.
    fn grants(&self, wanted: &Term<'_>) -> bool {
        self.effective()
            .find(|term| !term.is_everyone() && term.covers(wanted))
            .is_some_and(|term| term.qualifier == wanted.qualifier)
    }

    pub(super) fn lookups(&self) -> usize {
        let asks = self.effective().filter(|term| matches!(term.what, What::Asks(_))).count();
        asks + usize::from(self.redirect().is_some())
    }

    /// This record with what is missing put first, where no other term comes before it, and an end that lets not
    /// everyone send.
    fn merged(&self, want: &Self, missing: &[&Term<'a>]) -> String {
        let kept = |term: &&Term| !term.is_everyone() && !missing.iter().any(|other| other.what == term.what);
        let end = match self.all() {
            Some(all) if all.qualifier != '+' => Some(all.text),
            None if self.redirect().is_some() => None,
            _ => want.all().filter(|all| all.qualifier != '+').map(|all| all.text).or(Some("~all")),
        };
        let mut terms = vec!["v=spf1"];
        terms.extend(missing.iter().map(|term| term.text));
        terms.extend(self.effective().filter(kept).map(|term| term.text));
        terms.extend(end);
        let modifiers = self.0.iter().filter(|term| matches!(term.what, What::Redirect(_) | What::Modifier));
        terms.extend(modifiers.map(|term| term.text));
        terms.join(" ")
    }
}

impl<'a> Term<'a> {
    fn parse(text: &'a str) -> Self {
        let qualifier = text.chars().next().filter(|first| "+-~?".contains(*first));
        let rest = if qualifier.is_some() { &text[1..] } else { text };
        Self { text, qualifier: qualifier.unwrap_or('+'), what: what(rest, qualifier.is_some()) }
    }

    fn is_mechanism(&self) -> bool {
        matches!(self.what, What::Asks(_) | What::V4(..) | What::V6(..))
    }

    fn redirect(&self) -> Option<&str> {
        if let What::Redirect(name) = &self.what { Some(name) } else { None }
    }

    /// Lets every address there is send.
    fn is_everyone(&self) -> bool {
        self.qualifier == '+' && matches!(self.what, What::V4(_, 0) | What::V6(_, 0))
    }

    /// Whether this term speaks about all hosts of the other one.
    fn covers(&self, other: &Term<'_>) -> bool {
        match (&self.what, &other.what) {
            (What::V4(net, length), What::V4(host, longer)) => {
                length <= longer && mask(u128::from(net ^ host) << 96, *length) == 0
            }
            (What::V6(net, length), What::V6(host, longer)) => {
                length <= longer && mask(net ^ host, *length) == 0
            }
            (mine, theirs) => mine == theirs,
        }
    }
}

/// The leading bits.
fn mask(bits: u128, length: u8) -> u128 {
    bits & u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0)
}

fn what(term: &str, qualified: bool) -> What {
    let lower = term.to_ascii_lowercase();
    let end = lower.find([':', '/', '=']).unwrap_or(lower.len());
    let (name, argument) = lower.split_at(end);
    if let Some(target) = argument.strip_prefix('=') {
        return match name {
            _ if qualified || !name.starts_with(|first: char| first.is_ascii_lowercase()) => What::Unknown,
            "redirect" if !target.is_empty() => What::Redirect(bare(target)),
            // RFC 7208 §6 allows any name, but these are mechanisms with the wrong sign, or lead nowhere.
            "redirect" | "include" | "a" | "mx" | "ip4" | "ip6" | "exists" | "ptr" | "all" => What::Unknown,
            _ => What::Modifier,
        };
    }
    let value = argument.strip_prefix(':').unwrap_or_default();
    match name {
        "all" if argument.is_empty() => What::All,
        "include" | "exists" if !value.is_empty() => What::Asks(format!("{name}:{}", bare(value))),
        "a" | "mx" if argument != ":" => {
            let (domain, lengths) = value_and_lengths(argument);
            What::Asks(format!("{name}:{}{lengths}", bare(domain)))
        }
        "ptr" if !argument.starts_with('/') => What::Asks(format!("ptr:{}", bare(value))),
        "ip4" => network::<Ipv4Addr>(value, 32)
            .map_or(What::Unknown, |(address, length)| What::V4(address.to_bits(), length)),
        "ip6" => network::<Ipv6Addr>(value, 128)
            .map_or(What::Unknown, |(address, length)| What::V6(address.to_bits(), length)),
        _ => What::Unknown,
    }
}

/// `:example.org/24` in two; the name may be left out.
fn value_and_lengths(argument: &str) -> (&str, &str) {
    let (name, lengths) = argument.split_at(argument.find('/').unwrap_or(argument.len()));
    (name.strip_prefix(':').unwrap_or(name), lengths)
}

fn network<A: std::str::FromStr>(value: &str, bits: u8) -> Option<(A, u8)> {
    let (address, length) = match value.split_once('/') {
        Some((address, length)) => (address, length.parse().ok().filter(|length| *length <= bits)?),
        None => (value, bits),
    };
    Some((address.parse().ok()?, length))
}
