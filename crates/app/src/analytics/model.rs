//! Totals.

/// What happened to mails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub sends: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
}
