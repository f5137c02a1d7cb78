//! Totals.

/// What happened to mails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub sends: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
    /// Of the campaigns that count per reader: mails, openers and clickers. Rates are made of these.
    pub tracked: i64,
    pub openers: i64,
    pub clickers: i64,
}
