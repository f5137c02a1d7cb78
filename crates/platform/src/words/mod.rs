//! What the product says to subscribers, on the public pages and in the emails that these send: one file per language. All
//! are plain text, for a page to escape. Another language is a file here and a line in [`Language`].

mod de;
mod en;
mod es;

use serde::{Deserialize, Serialize};

/// The languages a newsletter can speak to its subscribers in, as ISO 639 names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    De,
    Es,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::En, Self::De, Self::Es];

    /// The tag for `lang` attributes and headers (BCP 47).
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Es => "es",
        }
    }

    pub fn words(self) -> &'static Words {
        match self {
            Self::En => &en::WORDS,
            Self::De => &de::WORDS,
            Self::Es => &es::WORDS,
        }
    }
}

impl TryFrom<String> for Language {
    type Error = String;

    fn try_from(tag: String) -> Result<Self, String> {
        Self::ALL.into_iter().find(|language| language.tag() == tag).ok_or(tag)
    }
}

/// A text that never changes.
pub type Text = &'static str;
/// A text about something; its entry says what.
pub type About = fn(&str) -> String;
/// A day: year, month from 1, day of the month.
pub type Day = fn(i32, u32, u32) -> String;

/// Lets all texts of a language be read in one go.
trait Said {
    fn said(&self) -> String;
}

impl Said for Text {
    fn said(&self) -> String {
        (*self).to_owned()
    }
}

impl Said for About {
    fn said(&self) -> String {
        self("")
    }
}

impl Said for Day {
    fn said(&self) -> String {
        (1..=12).map(|month| self(2026, month, 1)).collect::<Vec<_>>().join(" ")
    }
}

macro_rules! words {
    ($($(#[$about:meta])* $room:ident: $Room:ident { $($(#[$note:meta])* $entry:ident: $kind:ty,)* })*) => {
        $($(#[$about])* #[derive(Debug)] pub struct $Room { $($(#[$note])* pub $entry: $kind,)* })*

        /// All of one language.
        #[derive(Debug)]
        pub struct Words { $($(#[$about])* pub $room: $Room,)* }

        impl Words {
            /// Every text with its name; what it is about is left empty.
            pub fn all(&self) -> Vec<(&'static str, String)> {
                vec![$($((concat!(stringify!($room), ".", stringify!($entry)), self.$room.$entry.said()),)*)*]
            }
        }
    };
}

words! {
    /// What several pages say, and pages about no newsletter.
    common: Common {
        day: Day,
        no_subject: Text,
        missing_title: Text,
        missing: Text,
        unknown_link_title: Text,
        unknown_link: Text,
        sample_title: Text,
        sample: Text,
        too_many_title: Text,
        too_many: Text,
        ended_title: Text,
        inbox_title: Text,
        spam: Text,
    }
    /// A newsletter's own page.
    newsletter: NewsletterPage {
        subscribe: Text,
        email: Text,
        first_name: Text,
        optional: Text,
        leave_empty: Text,
        closed: Text,
        archive: Text,
        nothing_sent: Text,
        older: Text,
        feed: Text,
    }
    /// What the form answers.
    subscribe: Subscribe {
        /// The newsletter.
        asked: About,
        /// The newsletter.
        back: About,
        unreadable: Text,
        wrong_email: Text,
        long_name: Text,
        wrong_name: Text,
        closed_title: Text,
        /// The newsletter.
        closed: About,
    }
    /// The link that confirms a subscription. All are about the newsletter.
    confirm: Confirm {
        title: About,
        question: About,
        button: Text,
        done_title: Text,
        done: About,
        earlier: Text,
        ended: Text,
        again: About,
    }
    /// What a subscriber gets, to see and to correct.
    preferences: Preferences {
        title: Text,
        saved: Text,
        newsletter: Text,
        email: Text,
        status: Text,
        since: Text,
        first_name: Text,
        last_name: Text,
        save: Text,
        leave: Text,
        unsubscribe: Text,
        come_back: Text,
        subscribe_again: Text,
        data: Text,
        download: Text,
        erase: Text,
        proof: Text,
        active: Text,
        pending: Text,
        unsubscribed: Text,
        bounced: Text,
        complained: Text,
        gone_title: Text,
        gone: Text,
    }
    unsubscribe: Unsubscribe {
        /// The newsletter.
        title: About,
        /// The newsletter.
        question: About,
        button: Text,
        done_title: Text,
        /// The newsletter.
        done: About,
        close: Text,
        gone: Text,
    }
    /// What is kept about a subscriber, to take along or to erase.
    own_data: OwnData {
        export_title: Text,
        /// The newsletter.
        export: About,
        export_button: Text,
        file_name: Text,
        erase_title: Text,
        /// The newsletter.
        erase: About,
        erase_button: Text,
        back: Text,
        /// The address, in part.
        sent: About,
        hourly: Text,
        cannot_title: Text,
        /// The newsletter.
        cannot: About,
        later: Text,
        /// The newsletter's reply address.
        later_or_write: About,
        ended: Text,
        again: Text,
        erased_title: Text,
        /// The newsletter.
        erased: About,
    }
    /// The emails that ask whether a wish is the subscriber's own. Lines stay below 78 characters.
    emails: Emails {
        hello: Text,
        /// The newsletter.
        confirm_subject: About,
        /// The newsletter.
        confirm: About,
        confirm_ends: Text,
        /// The newsletter.
        export_subject: About,
        /// The newsletter.
        export: About,
        /// The newsletter.
        erase_subject: About,
        /// The newsletter.
        erase: About,
        own_data_ends: Text,
    }
    /// What is put into campaigns.
    campaign: Campaign {
        unsubscribe: Text,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_text_is_there_names_what_it_is_about_and_is_translated() {
        let english: HashMap<_, _> = Language::En.words().all().into_iter().collect();
        // The same in both languages.
        let alike = ["preferences.newsletter", "preferences.status"];
        for language in Language::ALL {
            for (name, text) in language.words().all() {
                assert!(!text.trim().is_empty(), "{name} {language:?}");
                assert!(!text.contains("..."), "{name} {language:?}: {text}");
                assert!(!text.contains(['<', '&', '{']), "plain text, {name} {language:?}: {text}");
                if language != Language::En && !alike.contains(&name) {
                    assert_ne!(text, english[name], "{name} {language:?}");
                }
            }
            assert_eq!(Language::try_from(language.tag().to_owned()), Ok(language));
        }
        assert!(Language::try_from("EN".to_owned()).is_err());
    }

    #[test]
    fn texts_about_something_name_it() {
        for language in Language::ALL {
            let words = language.words();
            let Words { subscribe, confirm, unsubscribe, own_data, emails, .. } = words;
            for about in [
                subscribe.asked,
                subscribe.back,
                subscribe.closed,
                confirm.title,
                confirm.question,
                confirm.done,
                confirm.again,
                unsubscribe.title,
                unsubscribe.question,
                unsubscribe.done,
                own_data.export,
                own_data.erase,
                own_data.sent,
                own_data.cannot,
                own_data.later_or_write,
                own_data.erased,
                emails.confirm_subject,
                emails.confirm,
                emails.export_subject,
                emails.export,
                emails.erase_subject,
                emails.erase,
            ] {
                assert!(about("Qqq").contains("Qqq"), "{language:?}: {}", about("Qqq"));
            }
        }
    }

    #[test]
    fn a_day_is_written_as_the_language_writes_it() {
        let day = |language: Language| (language.words().common.day)(2026, 11, 1);
        assert_eq!(Language::ALL.map(day), ["1 November 2026", "1. November 2026", "1 de noviembre de 2026"]);
    }

    #[test]
    fn lines_of_emails_are_short_enough_to_be_quoted() {
        for language in Language::ALL {
            for (name, text) in
                language.words().all().into_iter().filter(|(name, _)| name.starts_with("emails."))
            {
                assert!(text.lines().all(|line| line.chars().count() <= 78), "{name} {language:?}: {text}");
            }
        }
    }
}
