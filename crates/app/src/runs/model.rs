//! Where the readers of a run stand, in numbers, and whom it is for.

use std::collections::BTreeMap;

use engine::State;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::openapi::{
    RefOr,
    schema::{ObjectBuilder, Schema, Type},
};

use crate::CampaignId;

/// Where the subscribers of a campaign stand; the groups always add up to `intended`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Ledger {
    pub intended: i64,
    pub queued: i64,
    pub sending: i64,
    pub sent: i64,
    pub deferred: i64,
    pub failed: i64,
    pub suppressed: i64,
    pub skipped: i64,
    pub cancelled: i64,
    pub in_doubt: i64,
}

/// The names of the ledger's groups, for the API's document.
#[cfg(test)]
pub struct DeliveryGroup;

#[cfg(test)]
impl utoipa::PartialSchema for DeliveryGroup {
    fn schema() -> RefOr<Schema> {
        let mut groups: Vec<&str> = (1..).map_while(State::from_code).map(State::group).collect();
        groups.dedup();
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What became of a subscriber's copy: a group of the ledger."))
            .enum_values(Some(groups))
            .into()
    }
}

#[cfg(test)]
impl utoipa::ToSchema for DeliveryGroup {}

impl Ledger {
    /// Readers whose story is over.
    pub fn settled(&self) -> i64 {
        self.sent + self.failed + self.suppressed + self.skipped + self.cancelled + self.in_doubt
    }
}

/// Counters of a run: every state that has rows. Queued is what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Counters {
    pub intended: i64,
    pub claimed: i64,
    pub committing: i64,
    pub sent: i64,
    pub deferred: i64,
    pub failed: i64,
    pub suppressed: i64,
    pub skipped: i64,
    pub cancelled: i64,
    pub in_doubt: i64,
    pub held: i64,
}

impl Counters {
    /// Moves `n` readers into a state (out of it when negative).
    pub fn add(&mut self, state: State, n: i64) {
        match state {
            State::Queued => {}
            State::Claimed => self.claimed += n,
            State::Committing | State::CommittingAgain => self.committing += n,
            State::Sent => self.sent += n,
            State::Deferred => self.deferred += n,
            State::Failed => self.failed += n,
            State::Skipped => self.skipped += n,
            State::Suppressed => self.suppressed += n,
            State::Cancelled => self.cancelled += n,
            State::InDoubt => self.in_doubt += n,
            State::Held => self.held += n,
        }
    }

    pub fn ledger(&self) -> Ledger {
        let mut ledger = Ledger {
            intended: self.intended,
            queued: 0,
            sending: self.claimed + self.committing,
            sent: self.sent,
            deferred: self.deferred,
            failed: self.failed,
            suppressed: self.suppressed,
            skipped: self.skipped,
            cancelled: self.cancelled,
            in_doubt: self.in_doubt + self.held,
        };
        ledger.queued = self.intended - ledger.sending - ledger.deferred - ledger.settled();
        ledger
    }
}

/// Mails that are in the counters of a node, and not yet in the figures of the domain that they left from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Waiting {
    /// Mails that were let go.
    pub dots: i64,
    /// Mails that were taken, by the domain of the readers' addresses.
    pub receivers: BTreeMap<String, i64>,
}

impl Waiting {
    pub fn add(&mut self, other: Self) {
        self.dots += other.dots;
        for (receiver, n) in other.receivers {
            *self.receivers.entry(receiver).or_default() += n;
        }
    }

    /// As the node's row has it. Figures that cannot be read are lost, and hold up no mails.
    pub fn parse(text: Option<&str>) -> Self {
        let parsed = text.map(serde_json::from_str).transpose();
        parsed
            .unwrap_or_else(|error| {
                tracing::error!(%error, text, "figures of a domain cannot be read, and are lost");
                None
            })
            .unwrap_or_default()
    }

    /// `None` where nothing waits.
    pub fn text(&self) -> Option<String> {
        (*self != Self::default()).then(|| serde_json::to_string(self).ok()).flatten()
    }
}

/// Who of a newsletter's audience a campaign is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = Segment)]
pub struct Segment {
    pub kind: SegmentKind,
    /// A campaign of the same newsletter.
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SegmentKind)]
pub enum SegmentKind {
    /// It was sent to them, and they are not known to have opened it.
    NotOpened,
    /// It was not sent to them.
    NotSent,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_groups_add_up_to_intended(numbers in proptest::collection::vec(0i64..1000, 10), queued in 0i64..1000) {
            let mut counters = Counters { intended: numbers.iter().sum::<i64>() + queued, ..Counters::default() };
            for (n, code) in numbers.iter().zip([2i16, 3, 5, 6, 7, 8, 9, 10, 11, 12]) {
                counters.add(State::from_code(code).unwrap(), *n);
            }
            let l = counters.ledger();
            prop_assert_eq!(l.queued, queued);
            let sum = l.queued + l.sending + l.sent + l.deferred + l.failed + l.suppressed + l.skipped + l.cancelled + l.in_doubt;
            prop_assert_eq!(sum, l.intended);
        }
    }
}
