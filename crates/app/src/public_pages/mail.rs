//! The mails that ask whether a wish is its reader's own. Nothing that the form's sender typed stands in them: who types a
//! stranger's address must not be able to write to that stranger.

use database::Tx;

use crate::{
    Core, captured_mail,
    deliveries::OneOff,
    links::Wish,
    mime::{Plain, one_line},
    newsletters::Newsletter,
    secrets::random_token,
    senders,
};

/// The mail to `recipient` with the link to confirm; the error is a sentence about what is missing to send it.
pub async fn confirmation(
    core: &Core,
    tx: &mut Tx,
    newsletter: &Newsletter,
    recipient: &str,
    link: &str,
) -> Result<OneOff, String> {
    let words = &newsletter.language.words().emails;
    let name = one_line(&newsletter.name);
    let body = letter(words.hello, &(words.confirm)(&name), link, words.confirm_ends);
    one_off(core, tx, newsletter, recipient, "confirm", (words.confirm_subject)(&name), &body).await
}

/// The mail to `recipient` with the link to take their data along or to erase it; the error as for [`confirmation`].
pub async fn own_data(
    core: &Core,
    tx: &mut Tx,
    newsletter: &Newsletter,
    recipient: &str,
    wish: Wish,
    link: &str,
) -> Result<OneOff, String> {
    let words = &newsletter.language.words().emails;
    let name = one_line(&newsletter.name);
    let (subject, text) = match wish {
        Wish::Export => (words.export_subject, words.export),
        Wish::Erase => (words.erase_subject, words.erase),
    };
    let body = letter(words.hello, &text(&name), link, words.own_data_ends);
    one_off(core, tx, newsletter, recipient, "own-data", subject(&name), &body).await
}

/// The link stands on a line of its own, so that mail programs find its end.
fn letter(hello: &str, text: &str, link: &str, end: &str) -> String {
    format!("{hello}\n\n{text}\n\n{link}\n\n{end}\n")
}

async fn one_off(
    core: &Core,
    tx: &mut Tx,
    newsletter: &Newsletter,
    recipient: &str,
    what: &str,
    subject: String,
    body: &str,
) -> Result<OneOff, String> {
    let sender = senders::sender(core, tx, newsletter).await.map_err(|problem| problem.detail)?.address;
    let message_id = format!("{what}.{}@{}", random_token(128), content::domain_of(&sender));
    let raw = Plain {
        from_name: &newsletter.from_name,
        from: &sender,
        reply_to: newsletter.reply_to.as_deref(),
        to: recipient,
        subject: &subject,
        message_id: &message_id,
        text: body,
        html: None,
        language: Some(newsletter.language),
        date: core.now(),
    }
    .message();
    Ok(OneOff {
        mailed: None,
        author_id: newsletter.author_id,
        newsletter_id: Some(newsletter.id),
        campaign_id: None,
        kind: captured_mail::CapturedMailKind::Reader,
        message_id,
        sender,
        recipient: recipient.to_owned(),
        subject,
        raw,
    })
}
