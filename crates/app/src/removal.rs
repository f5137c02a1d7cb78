//! How rows go when an account is deleted: each feature says it of its own tables, and [`deletions`](crate::deletions) does it.

/// What a feature keeps for an author, and how it goes.
#[derive(Clone, Copy)]
pub struct Removal {
    /// Statements that take effect with the deletion itself; `$1` is the author.
    pub at_once: &'static [&'static str],
    /// What lies below a newsletter; `$3` is the newsletter.
    pub of_newsletter: &'static [Batch],
    /// What hangs on the author alone.
    pub of_author: &'static [Batch],
}

impl Removal {
    /// Nothing; a feature names what it has.
    pub const NONE: Self = Self { at_once: &[], of_newsletter: &[], of_author: &[] };
}

/// What one transaction takes away of a table: `$1` is the author, `$2` how many rows. Each finds its rows along an index,
/// so that it costs nothing once they are gone, however many others have.
#[derive(Clone, Copy)]
pub struct Batch {
    pub table: &'static str,
    pub limit: i64,
    pub sql: &'static str,
}

/// Rows without anything large.
pub const ROWS: i64 = 1_000;
/// Rows that hold a mail, a page or a picture.
pub const LARGE: i64 = 50;

/// A batch of the rows that meet a condition, by their key; `$outer` may hold what `$inner` need not repeat.
macro_rules! batch {
    ($table:literal, $key:literal, $limit:expr, $outer:literal, $inner:literal) => {
        $crate::removal::Batch {
            table: $table,
            limit: $limit,
            sql: concat!(
                "DELETE FROM ",
                $table,
                " WHERE ",
                $outer,
                " AND (",
                $key,
                ") IN (SELECT ",
                $key,
                " FROM ",
                $table,
                " WHERE ",
                $inner,
                " ORDER BY ",
                $key,
                " LIMIT $2)"
            ),
        }
    };
}

/// Rows that carry their author.
macro_rules! own {
    ($table:literal, $key:literal, $limit:expr) => {
        $crate::removal::batch!($table, $key, $limit, "author_id = $1", "author_id = $1")
    };
}
pub(crate) use {batch, own};
