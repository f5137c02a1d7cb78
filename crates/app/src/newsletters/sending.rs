//! The address that a newsletter's mail comes from.

use super::Newsletter;
use crate::{App, http::Problem};

/// The address as it is shown and previewed, whether or not mail can leave from it.
pub fn sending_address(app: &App, newsletter: &Newsletter) -> String {
    format!("{}@{}", newsletter.from_prefix, app.settings.fallback_or_example())
}

/// The address that mail leaves from now; 409 says what is missing.
pub fn sender(app: &App, newsletter: &Newsletter) -> Result<String, Problem> {
    let captured = matches!(app.settings.mail, mailer::MailUrl::Capture);
    if app.settings.fallback_domain.is_none() && !captured {
        return Err(Problem::conflict(
            "This newsletter has no sending domain, and the operator of this installation has set no fallback domain \
             (LETTERPRESS_FALLBACK_DOMAIN) to send from instead.",
        ));
    }
    Ok(sending_address(app, newsletter))
}
