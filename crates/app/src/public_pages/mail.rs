//! The mail that asks whether a subscription is meant. Nothing that the form's sender typed stands in it: who types a
//! stranger's address must not be able to write to that stranger.

use database::Tx;

use crate::{
    App, campaigns,
    deliveries::OneOff,
    mime::{Plain, one_line},
    newsletters::{self, Newsletter},
    secrets::random_token,
};

/// The mail to `recipient` with the link to confirm; the error is a sentence about what is missing to send it.
pub async fn confirmation(
    app: &App,
    tx: &mut Tx,
    newsletter: &Newsletter,
    recipient: &str,
    link: &str,
) -> Result<OneOff, String> {
    let sender = newsletters::sender(app, tx, newsletter).await.map_err(|problem| problem.detail)?.address;
    let message_id = format!("confirm.{}@{}", random_token(128), campaigns::domain_of(&sender));
    let subject = format!("Please confirm: {}", one_line(&newsletter.name));
    let body = format!(
        "Hello,\r\n\r\n\
         somebody, we hope you, asked for {} at this address.\r\n\
         To receive it, open this page and press the button there:\r\n\r\n\
         {link}\r\n\r\n\
         The link works for 7 days. If you did not ask for it, do nothing:\r\n\
         you will receive nothing.\r\n",
        one_line(&newsletter.name)
    );
    let raw = Plain {
        from_name: &newsletter.from_name,
        from: &sender,
        reply_to: newsletter.reply_to.as_deref(),
        to: recipient,
        subject: &subject,
        message_id: &message_id,
        text: &body,
        html: None,
        date: app.now(),
    }
    .message();
    Ok(OneOff {
        author_id: newsletter.author_id,
        newsletter_id: Some(newsletter.id),
        campaign_id: None,
        kind: "account",
        message_id,
        sender,
        recipient: recipient.to_owned(),
        subject,
        raw,
    })
}
