//! How its rows go with their author's account.

use crate::removal::Removal;

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    at_once: &[
        "DELETE FROM passkey_challenges WHERE author_id = $1",
        "DELETE FROM audit_log WHERE author_id = $1",
    ],
    ..Removal::NONE
};
