//! What an author wants to be told about.

use database::Tx;

/// Whether mails about sign-ins and changed passwords are wanted.
#[expect(clippy::unused_async, reason = "answered from the database once settings are kept there")]
pub async fn wants_security_alerts(_tx: &mut Tx, _author_id: i64) -> database::Result<bool> {
    Ok(true)
}
