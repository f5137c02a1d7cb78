//! What a search finds and where it leads.

use serde::Serialize;

/// Hits of each kind.
pub const LIMIT: i64 = 5;
/// Nobody types more into a search box.
pub const MAX_QUERY: usize = 200;

#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct SearchResult {
    #[schema(max_items = 5)]
    pub newsletters: Vec<SearchHit>,
    #[schema(max_items = 5)]
    pub campaigns: Vec<SearchHit>,
    #[schema(max_items = 5)]
    pub subscribers: Vec<SearchHit>,
    #[schema(max_items = 5)]
    pub templates: Vec<SearchHit>,
    #[schema(max_items = 5)]
    pub domains: Vec<SearchHit>,
}

#[derive(Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SearchHit {
    pub id: i64,
    pub title: String,
    #[schema(required)]
    pub subtitle: Option<String>,
    /// A path of the dashboard.
    pub href: String,
}

/// `LIKE` patterns for text that holds the query, whatever its case. SQLite folds only ASCII letters: the query in
/// lower and in upper case finds the others in the two forms that people write.
pub fn patterns(query: &str) -> [String; 3] {
    [query.to_owned(), query.to_lowercase(), query.to_uppercase()]
        .map(|form| format!("%{}%", database::escape_like(&form)))
}

/// One value of a query string.
pub fn encode(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.extend([byte >> 4, byte & 15].map(|n| char::from(b"0123456789ABCDEF"[usize::from(n)])));
        }
    }
    out
}
