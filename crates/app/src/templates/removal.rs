//! How its rows go with their author's account.

use crate::removal::{LARGE, Removal, own};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    of_author: &[own!("template_versions", "template_id, revision", LARGE), own!("templates", "id", LARGE)],
    ..Removal::NONE
};
