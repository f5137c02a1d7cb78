//! States of a delivery, and how reports group them.

/// Where one reader stands. A reader without a row is queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i16)]
pub enum State {
    /// Waits to be taken up again, with nothing known to be delivered or with the policy to resend.
    Queued = 1,
    /// A later attempt was taken up by a node; no dot was written.
    Claimed = 2,
    /// Durable intent of a first attempt: the dot may be written, its outcome is not recorded.
    Committing = 3,
    /// The same for a later attempt.
    CommittingAgain = 4,
    Sent = 5,
    Deferred = 6,
    Failed = 7,
    Skipped = 8,
    Suppressed = 9,
    Cancelled = 10,
    /// Nobody knows whether it arrived, and the policy has not been applied.
    InDoubt = 11,
    /// In doubt, and the policy leaves it to a person.
    Held = 12,
}

impl State {
    /// What a code stands for, if it is one.
    pub fn from_code(code: i16) -> Option<Self> {
        use State::{
            Cancelled, Claimed, Committing, CommittingAgain, Deferred, Failed, Held, InDoubt, Queued, Sent,
            Skipped, Suppressed,
        };
        [
            Queued,
            Claimed,
            Committing,
            CommittingAgain,
            Sent,
            Deferred,
            Failed,
            Skipped,
            Suppressed,
            Cancelled,
            InDoubt,
            Held,
        ]
        .into_iter()
        .find(|s| s.code() == code)
    }

    /// As rows keep it.
    pub fn code(self) -> i16 {
        self as i16
    }

    /// The ledger's group, as the API names it.
    pub fn group(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Claimed | Self::Committing | Self::CommittingAgain => "sending",
            Self::Sent => "sent",
            Self::Deferred => "deferred",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Suppressed => "suppressed",
            Self::Cancelled => "cancelled",
            Self::InDoubt | Self::Held => "in_doubt",
        }
    }

    /// The states behind a group; empty for a name that is none.
    pub fn of_group(group: &str) -> Vec<Self> {
        (1..=12).filter_map(Self::from_code).filter(|s| s.group() == group).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_belongs_to_one_group() {
        for code in 1..=12 {
            let state = State::from_code(code).unwrap();
            assert!(State::of_group(state.group()).contains(&state));
        }
        assert!(State::of_group("nonsense").is_empty());
    }
}
