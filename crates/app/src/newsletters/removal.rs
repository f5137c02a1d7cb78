//! How what lies below a newsletter goes with its author's account.

use crate::removal::{ROWS, Removal};

/// Rows below a newsletter, `$3`, that carry its id.
macro_rules! below {
    ($table:literal, $key:literal, $limit:expr) => {
        $crate::removal::batch!(
            $table,
            $key,
            $limit,
            "newsletter_id = (SELECT id FROM newsletters WHERE id = $3 AND author_id = $1)",
            "newsletter_id = $3"
        )
    };
}
pub(crate) use below;

pub const REMOVAL: Removal = Removal {
    at_once: &["UPDATE newsletters SET is_active = FALSE, domain_id = NULL WHERE author_id = $1"],
    of_newsletter: &[below!("daily_stats", "day", ROWS)],
    ..Removal::NONE
};
