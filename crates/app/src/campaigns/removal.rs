//! How its rows go with their author's account.

use crate::{
    newsletters::below,
    removal::{Batch, LARGE, Removal},
};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    at_once: &[
        "UPDATE campaigns SET status = 'cancelled', scheduled_at = NULL WHERE author_id = $1 AND status = 'scheduled'",
    ],
    of_newsletter: &[
        Batch {
            table: "campaign_attachments",
            limit: LARGE,
            sql: "DELETE FROM campaign_attachments WHERE id IN (SELECT t.id FROM campaigns c \
                  JOIN campaign_attachments t ON t.campaign_id = c.id \
                  WHERE c.newsletter_id = $3 AND c.author_id = $1 ORDER BY t.id LIMIT $2)",
        },
        below!("campaign_versions", "campaign_id, revision", LARGE),
        below!("campaigns", "id", LARGE),
    ],
    ..Removal::NONE
};
