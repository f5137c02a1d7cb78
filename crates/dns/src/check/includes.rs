//! What an SPF record makes receivers read besides itself: all that it includes, and what that includes.

use std::collections::VecDeque;

use super::spf::{MAX_LOOKUPS, Policy, is_spf};
use super::{Advice, excerpt};
use crate::resolver::{Answer, RecordType, Resolver};

/// A policy that is read because of another one.
struct Read {
    name: String,
    /// The name in the first record that led here.
    from: String,
}

impl Resolver {
    /// What a receiver finds wrong in the policies behind a record; nothing when they are fine, or not known. Every
    /// policy that is read counts among the ten look-ups that a receiver makes (RFC 7208 §4.6.4), so no more than ten
    /// are, also when they include each other. All of it takes no longer than twice a look-up.
    pub(super) async fn included(&self, record: &str) -> Option<Advice> {
        let all = self.included_by(record);
        tokio::time::timeout(self.bound() * 2, all).await.unwrap_or(None)
    }

    async fn included_by(&self, record: &str) -> Option<Advice> {
        let policy = Policy::parse(record);
        let mut lookups = policy.lookups();
        let mut left: VecDeque<Read> =
            policy.others().into_iter().map(|name| Read { from: name.clone(), name }).collect();
        while let Some(read) = left.pop_front() {
            let policies = match self.lookup(RecordType::Txt, &read.name).await {
                // Nothing is known, and nothing said about it.
                Answer::Failed(_) => continue,
                Answer::Absent => Vec::new(),
                Answer::Found(values) => values.into_iter().filter(|value| is_spf(value)).collect(),
            };
            let [text] = policies.as_slice() else { return Some(not_one(&read, policies.len())) };
            let policy = Policy::parse(text);
            if let Some(term) = policy.unknown() {
                return Some(broken(&read, &format!("which has a mistake, {}", excerpt(term))));
            }
            lookups += policy.lookups();
            if lookups > MAX_LOOKUPS {
                return Some(
                    format!(
                        "With all that it includes, the record needs more than {MAX_LOOKUPS} DNS look-ups, and \
                         receivers then take it for broken: remove what no longer sends mail for the domain."
                    )
                    .into(),
                );
            }
            let from = &read.from;
            left.extend(policy.others().into_iter().map(|name| Read { from: from.clone(), name }));
        }
        None
    }
}

/// RFC 7208 §5.2: what is included has to have a policy, and one only.
fn not_one(read: &Read, policies: usize) -> Advice {
    match policies {
        0 => broken(read, "which has no SPF record"),
        many => broken(read, &format!("which has {many} SPF records instead of one")),
    }
}

fn broken(Read { name, from }: &Read, fault: &str) -> Advice {
    let advice = if name == from {
        format!("The record includes {name}, {fault}: receivers then take the whole record for broken.")
    } else {
        format!(
            "The record includes {from}, which includes {name}, {fault}: receivers then take the whole record for \
             broken."
        )
    };
    Advice::from(advice).text(format!(" Correct the name {from}, or remove it."))
}
