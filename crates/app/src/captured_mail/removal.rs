//! How its rows go with their author's account.

use crate::{
    newsletters::below,
    removal::{LARGE, Removal, own},
};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    of_newsletter: &[below!("captured_mail", "id", LARGE)],
    of_author: &[own!("captured_mail", "id", LARGE)],
    ..Removal::NONE
};
