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
    let name = one_line(&newsletter.name);
    let body = format!(
        "Hello,\r\n\r\n\
         somebody, we hope you, asked for {name} at this address.\r\n\
         To receive it, open this page and press the button there:\r\n\r\n\
         {link}\r\n\r\n\
         The link works for 7 days. If you did not ask for it, do nothing:\r\n\
         you will receive nothing.\r\n"
    );
    one_off(core, tx, newsletter, recipient, "confirm", format!("Please confirm: {name}"), &body).await
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
    let name = one_line(&newsletter.name);
    let (subject, what) = match wish {
        Wish::Export => ("Your data", "for what it keeps about you"),
        Wish::Erase => ("Erase your data?", "to forget you"),
    };
    let body = format!(
        "Hello,\r\n\r\n\
         somebody, we hope you, asked {name} {what}.\r\n\
         To go on, open this page and press the button there:\r\n\r\n\
         {link}\r\n\r\n\
         The link works for a day. If you did not ask for it, do nothing:\r\n\
         nothing happens. Whoever asked has an email of yours, perhaps one that\r\n\
         you forwarded.\r\n"
    );
    one_off(core, tx, newsletter, recipient, "own-data", format!("{subject}: {name}"), &body).await
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
        date: core.now(),
    }
    .message();
    Ok(OneOff {
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
