//! How its rows go with their author's account.

use crate::{
    newsletters::below,
    removal::{ROWS, Removal},
};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    of_newsletter: &[
        below!("delivery_events", "run_id, subscriber_id, kind", ROWS),
        below!("deliveries", "run_id, subscriber_id", ROWS),
        below!("delivery_marks", "run_id, chunk_no, lease_no", ROWS),
        below!("delivery_chunks", "run_id, chunk_no", ROWS),
    ],
    ..Removal::NONE
};
