//! How its rows go with their author's account.

use crate::{
    newsletters::below,
    removal::{Batch, ROWS, Removal},
};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    of_newsletter: &[
        Batch {
            table: "import_errors",
            limit: ROWS,
            sql: "DELETE FROM import_errors WHERE (import_id, line, field) IN \
                  (SELECT t.import_id, t.line, t.field FROM imports i JOIN import_errors t ON t.import_id = i.id \
                  WHERE i.newsletter_id = $3 AND i.author_id = $1 LIMIT $2)",
        },
        below!("imports", "id", ROWS),
    ],
    ..Removal::NONE
};
