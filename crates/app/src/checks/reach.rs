//! Whether the links that every mail carries lead to this installation.

use content::Inspection;
use mailer::MailUrl;

use super::{
    content as written,
    model::{Check, Id},
};
use crate::{Core, senders::Sender};

const PUT_RIGHT: &str = "To fix this, set LETTERPRESS_PUBLIC_URL on the server to its public https address.";

/// The way out of the newsletter. A warning, because mail that only goes to a server for trying things out needs none that works;
/// `found` is the content, once there is any.
pub fn unsubscribe(core: &Core, sender: &Sender, found: Option<&Inspection>) -> Option<Check> {
    if let Some(found) = found.filter(|found| found.hidden_unsubscribe.is_some()) {
        return Some(written::unsubscribe(found));
    }
    let settings = &core.settings;
    let own = sender.links_base(core);
    let base = own.as_deref().unwrap_or(&settings.public_url);
    if matches!(settings.mail, MailUrl::Capture) {
        // No mail leaves.
    } else if own.is_none() && settings.is_loopback() {
        let detail = format!("Every link in it starts with {base}, which only works on the server itself.");
        return Some(warning("Nobody could unsubscribe from this email", detail));
    } else if !base.starts_with("https://") {
        let detail = format!(
            "Its links begin with {base}. Without https, mail programs show no unsubscribe button, and Gmail and Yahoo \
             require one."
        );
        return Some(warning("Nobody could unsubscribe with one click", detail));
    }
    found.map(written::unsubscribe)
}

fn warning(title: &str, detail: String) -> Check {
    Check::warning(Id::Unsubscribe, title, vec![detail, PUT_RIGHT.to_owned()])
}
