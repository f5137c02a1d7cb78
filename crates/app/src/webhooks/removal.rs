//! How its rows go with their author's account.

use crate::removal::{Batch, ROWS, Removal};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    of_author: &[Batch {
        table: "webhook_deliveries",
        limit: ROWS,
        sql: "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = \
              (SELECT w.id FROM webhooks w WHERE w.author_id = $1 \
              AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id) ORDER BY w.id LIMIT 1) \
              ORDER BY id LIMIT $2)",
    }],
    ..Removal::NONE
};
