//! How its rows go with their author's account.

use crate::{
    newsletters::below,
    removal::{LARGE, Removal, own},
};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    of_newsletter: &[below!("messages", "id", LARGE)],
    of_author: &[own!("messages", "id", LARGE)],
    ..Removal::NONE
};
