//! What an answer means for the recipient, the campaign and the transport.

use crate::{Phase, Reply};

/// Why no message of the campaign can be accepted until somebody changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockReason {
    /// The server wants a sign-in, or refused ours (RFC 4954 §6).
    Credentials,
    /// The sender's address or domain was refused.
    Sender,
}

/// What to do after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The server took over the responsibility for the message.
    Delivered,
    /// Try this recipient again, see [`crate::retry_delay`]. Counts as an attempt.
    Deferred {
        /// The server complains about our rate or reputation (421, 4.7.x): go slower.
        throttled: bool,
    },
    /// Never try this recipient again in this run.
    Failed {
        /// The address does not exist.
        hard_bounce: bool,
        /// The mailbox is full: counts against the address over several runs.
        soft_bounce: bool,
        /// Do not mail this address again for this tenant.
        suppress: bool,
        /// About us or the content, not the recipient: above 5 % in a window of 50 the campaign blocks.
        policy: bool,
    },
    /// About the connection: leave the recipient as it is, slow down connecting.
    TransportBackoff {
        /// The server will not change its mind alone: block after several in a row.
        persistent: bool,
    },
    /// Stop the campaign and tell somebody once.
    CampaignBlocked {
        /// What has to be changed.
        reason: BlockReason,
    },
}

/// The meaning of `reply` when it came in answer to `phase`. Pure.
pub fn classify(phase: Phase, reply: &Reply) -> Verdict {
    if phase == Phase::Dot && reply.is_positive() {
        return Verdict::Delivered;
    }
    Verdict::TransportBackoff { persistent: false }
}
