//! English.

use super::{
    Campaign, Common, Confirm, Emails, NewsletterPage, OwnData, Preferences, Subscribe, Unsubscribe, Words,
};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub const WORDS: Words = Words {
    common: Common {
        day: |year, month, day| format!("{day} {} {year}", MONTHS[month as usize - 1]),
        no_subject: "(no subject)",
        missing_title: "Page not found",
        missing: "The address may be incomplete, or this page is no longer public.",
        unknown_link_title: "This link doesn't work",
        unknown_link: "It may have been cut off. Open it again from the email itself.",
        sample_title: "This is a sample",
        sample: "This link comes from a preview or a test email, so it changes nothing. In an email to a subscriber it opens \
            their own page.",
        too_many_title: "Too many attempts",
        too_many: "There were many attempts from your network. Try again in ten minutes.",
        ended_title: "This link no longer works",
        inbox_title: "Check your inbox",
        spam: "Nothing there after a few minutes? Check your spam folder.",
    },
    newsletter: NewsletterPage {
        subscribe: "Subscribe",
        email: "Email",
        first_name: "First name",
        optional: "(optional)",
        leave_empty: "Leave this empty",
        closed: "This newsletter takes no new subscribers.",
        archive: "Archive",
        nothing_sent: "Nothing sent yet.",
        older: "Older issues",
        feed: "RSS feed",
    },
    subscribe: Subscribe {
        asked: |name| {
            format!(
                "We have sent you an email, unless you already receive {name}. Open the link in it and press the \
            button there to subscribe."
            )
        },
        back: |name| format!("Back to {name}"),
        unreadable: "We could not read the form. Please fill it in again.",
        wrong_email: "This email address cannot be right. Check it and try again.",
        long_name: "A name can have up to 200 characters.",
        wrong_name: "A name has to be a single line of text.",
        closed_title: "No new subscribers",
        closed: |name| format!("{name} takes no new subscribers at the moment."),
    },
    confirm: Confirm {
        title: |name| format!("Subscribe to {name}?"),
        question: |name| format!("Press the button to receive {name} at this address."),
        button: "Confirm subscription",
        done_title: "You are subscribed",
        done: |name| format!("The next issue of {name} will come to your inbox."),
        earlier: "Read earlier issues",
        ended: "A confirmation link works for 7 days.",
        again: |name| format!("Subscribe to {name} again"),
    },
    preferences: Preferences {
        title: "Your subscription",
        saved: "Your name was saved.",
        newsletter: "Newsletter",
        email: "Email",
        status: "Status",
        since: "Since",
        first_name: "First name",
        last_name: "Last name",
        save: "Save",
        leave: "Leave",
        unsubscribe: "Unsubscribe",
        come_back: "Come back",
        subscribe_again: "Subscribe again",
        data: "Your data",
        download: "Download…",
        erase: "Erase…",
        proof: "We send a link to your address first, to be sure that it is you.",
        active: "You receive every issue.",
        pending: "You have not confirmed your address yet.",
        unsubscribed: "You are unsubscribed.",
        bounced: "An email to you bounced, so we no longer send any.",
        complained: "You reported an email as spam, so we no longer send any.",
        gone_title: "We keep nothing about you",
        gone: "The subscription this link belonged to no longer exists.",
    },
    unsubscribe: Unsubscribe {
        title: |name| format!("Unsubscribe from {name}?"),
        question: |name| format!("You will no longer receive {name} at this address."),
        button: "Unsubscribe",
        done_title: "You are unsubscribed",
        done: |name| format!("You will no longer receive {name}."),
        close: "You can close this page.",
        gone: "This newsletter no longer exists. You will not receive it again.",
    },
    own_data: OwnData {
        export_title: "Your data",
        export: |name| format!("This file has everything {name} keeps about you. Any text editor opens it."),
        export_button: "Download as JSON",
        file_name: "my-data.json",
        erase_title: "Erase your data?",
        erase: |name| {
            format!("{name} will forget you, and you will no longer receive it. This cannot be undone.")
        },
        erase_button: "Erase my data",
        back: "Back",
        sent: |address| {
            format!(
                "We have sent a link to {address}. It works for one day. This way nobody you forward an email to \
            can read or erase your data."
            )
        },
        hourly: "We send at most one such email an hour.",
        cannot_title: "We cannot send email right now",
        cannot: |name| format!("{name} cannot send you the link to your data right now."),
        later: "Please try again later.",
        later_or_write: |address| format!("Please try again later, or write to {address}."),
        ended: "It works for one day.",
        again: "Get a new one",
        erased_title: "Your data was erased",
        erased: |name| format!("{name} keeps nothing about you any more, and you will not receive it again."),
    },
    emails: Emails {
        hello: "Hello,",
        confirm_subject: |name| format!("Please confirm: {name}"),
        confirm: |name| {
            format!(
                "someone, hopefully you, wants to receive {name} at this address.\n\
            To subscribe, open this page and press the button there:"
            )
        },
        confirm_ends: "The link works for 7 days. If this was not you, do nothing: you will not\nreceive anything.",
        export_subject: |name| format!("Your data: {name}"),
        export: |name| {
            format!(
                "someone, hopefully you, asked what {name} keeps about you.\n\
            To get your data, open this page and press the button there:"
            )
        },
        erase_subject: |name| format!("Erase your data? {name}"),
        erase: |name| {
            format!(
                "someone, hopefully you, asked {name} to erase your data.\n\
            To erase it, open this page and press the button there:"
            )
        },
        own_data_ends: "The link works for one day. If this was not you, do nothing: nothing will\n\
            happen. Whoever asked has an email of yours, perhaps one you forwarded.",
    },
    campaign: Campaign { unsubscribe: "Unsubscribe" },
};
