//! How its rows go with their author's account.

use crate::{
    newsletters::below,
    removal::{ROWS, Removal},
};

/// See [`Removal`].
pub const REMOVAL: Removal =
    Removal { of_newsletter: &[below!("engagements", "run_id, subscriber_id", ROWS)], ..Removal::NONE };
