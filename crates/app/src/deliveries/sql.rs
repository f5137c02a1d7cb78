//! What the SQL of the ledger has in common, as text: states by their codes, and conditions that indexes ask for.

/// The code of a [`State`](crate::runs::State) in a statement's text.
macro_rules! code {
    (Queued) => {
        "1"
    };
    (Claimed) => {
        "2"
    };
    (Committing) => {
        "3"
    };
    (CommittingAgain) => {
        "4"
    };
    (Sent) => {
        "5"
    };
    (Deferred) => {
        "6"
    };
    (InDoubt) => {
        "11"
    };
    (Held) => {
        "12"
    };
}

/// The condition of the partial index on rows that did not take the plain path, from intent to sent. SQLite uses a partial
/// index only where its condition stands in the statement, though the rest of it says as much
/// (<https://www.sqlite.org/partialindex.html> §2).
macro_rules! is_rare {
    () => {
        "state NOT IN (3, 5)"
    };
}

pub(super) use {code, is_rare};

#[cfg(test)]
mod tests {
    use crate::runs::State;

    #[test]
    fn codes_in_texts_are_those_of_the_states() {
        for (text, state) in [
            (code!(Queued), State::Queued),
            (code!(Claimed), State::Claimed),
            (code!(Committing), State::Committing),
            (code!(CommittingAgain), State::CommittingAgain),
            (code!(Sent), State::Sent),
            (code!(Deferred), State::Deferred),
            (code!(InDoubt), State::InDoubt),
            (code!(Held), State::Held),
        ] {
            assert_eq!(text, state.code().to_string());
        }
        let usual = [State::Committing, State::Sent].map(|state| state.code().to_string()).join(", ");
        assert_eq!(is_rare!(), format!("state NOT IN ({usual})"));
    }
}
