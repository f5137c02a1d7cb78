//! Where mail goes: the built-in mailbox, or a mail server.

mod capture;
mod smtp;

pub use capture::Capture;
pub use smtp::Smtp;

use super::OneOff;
use crate::App;

/// Sends one mail outside a run and waits for its answer; the error is a sentence with the transport's reply.
pub async fn send_one(app: &App, mail: OneOff) -> Result<(), String> {
    match &app.settings.mail {
        mailer::MailUrl::Capture => capture::keep(app, mail).await,
        mailer::MailUrl::Smtp(url) => smtp::send_one(url, &mail).await,
    }
}
