//! How its rows go with their author's account.

use crate::{
    newsletters::below,
    removal::{LARGE, Removal},
};

/// See [`Removal`].
pub const REMOVAL: Removal =
    Removal { of_newsletter: &[below!("unknown_reports", "id", LARGE)], ..Removal::NONE };
