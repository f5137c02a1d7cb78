//! What a file says about whether its readers want mail. Each tool says it in its own way: by a word (`status`), by a yes or
//! no (`subscribed_to_emails`, `email_disabled`), by the time when they left (`unsubscribed_at`, `CLEAN_TIME`), or by its name
//! (`cleaned.csv`). Whatever else the file says, one sign that a reader left is enough.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{dates::is_date, model::plain};
use crate::{
    http::{FieldCode, InvalidValue},
    subscribers::Status,
};

/// What a word of a file means here. The later one of two is the one that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportedStatus)]
pub enum Meaning {
    /// Gets mail.
    Active,
    /// Asked for it, and never confirmed.
    Pending,
    /// Is not imported.
    Skip,
    Unsubscribed,
    /// Mail to them comes back.
    Bounced,
    Complained,
}

impl Meaning {
    const ALL: [Self; 6] =
        [Self::Active, Self::Pending, Self::Skip, Self::Unsubscribed, Self::Bounced, Self::Complained];

    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Active => ACTIVE,
            Self::Pending => PENDING,
            Self::Skip => SKIP,
            Self::Unsubscribed => UNSUBSCRIBED,
            Self::Bounced => BOUNCED,
            Self::Complained => COMPLAINED,
        }
    }

    /// What a word means that everybody uses alike.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|meaning| meaning.words().contains(&word))
    }

    /// The status that a reader of this kind has here; `None` for one who gets mail or is not imported.
    pub fn status(self) -> Option<Status> {
        match self {
            Self::Active | Self::Skip => None,
            Self::Pending => Some(Status::Pending),
            Self::Unsubscribed => Some(Status::Unsubscribed),
            Self::Bounced => Some(Status::Bounced),
            Self::Complained => Some(Status::Complained),
        }
    }
}

/// The author's answers: a word of the file, as [`plain`] writes it, to its meaning.
pub type StatusMap = BTreeMap<String, Meaning>;

const ACTIVE: &[&str] = &[
    "active",
    "activated",
    "subscribed",
    "subscriber",
    "enabled",
    "confirmed",
    "opted in",
    "opt in",
    "optin",
    "aktiv",
    "abonniert",
    "bestätigt",
    "actif",
    "abonné",
    "confirmé",
    "activo",
    "suscrito",
    "attivo",
    "iscritto",
    "ativo",
    "inscrito",
    "actief",
];
const PENDING: &[&str] = &[
    "pending",
    "unconfirmed",
    "not confirmed",
    "unactivated",
    "not activated",
    "unverified",
    "validating",
    "waiting",
    "awaiting confirmation",
    "waiting for confirmation",
    "pending confirmation",
    "double opt in pending",
    "needs attention",
    "ausstehend",
    "unbestätigt",
    "en attente",
    "pendiente",
    "in attesa",
];
const SKIP: &[&str] = &[
    "nonsubscribed",
    "non subscribed",
    "not subscribed",
    "never subscribed",
    "no permissions set",
    "transactional",
    "archived",
];
const UNSUBSCRIBED: &[&str] = &[
    "unsubscribed",
    "unsubscribe",
    "unsubscribes",
    "disabled",
    "inactive",
    "deactivated",
    "opted out",
    "opt out",
    "optout",
    "cancelled",
    "canceled",
    "removed",
    "deleted",
    "blocklisted",
    "blocklist",
    "blacklisted",
    "blacklist",
    "blocked",
    "suppressed",
    "suppression",
    "suppressions",
    "inaktiv",
    "deaktiviert",
    "abgemeldet",
    "abbestellt",
    "désabonné",
    "désinscrit",
    "inactif",
    "inactivo",
    "baja",
    "dado de baja",
    "disiscritto",
    "inattivo",
    "inativo",
    "uitgeschreven",
];
const BOUNCED: &[&str] = &[
    "bounced",
    "bounce",
    "bounces",
    "hard bounced",
    "hard bounce",
    "soft bounced",
    "cleaned",
    "invalid",
    "invalid email",
    "undeliverable",
    "unreachable",
    "unzustellbar",
];
const COMPLAINED: &[&str] = &[
    "complained",
    "complaint",
    "complaints",
    "complainer",
    "spam",
    "marked as spam",
    "reported spam",
    "spam complaint",
    "spam complaints",
    "junk",
    "abuse",
];

/// These tell of a reader who left in whatever column they stand.
const ANYWHERE: &[(&str, Meaning)] = &[
    ("unsubscribed", Meaning::Unsubscribed),
    ("opted out", Meaning::Unsubscribed),
    ("blocklisted", Meaning::Unsubscribed),
    ("blacklisted", Meaning::Unsubscribed),
    ("bounced", Meaning::Bounced),
    ("hard bounced", Meaning::Bounced),
    ("undeliverable", Meaning::Bounced),
    ("complained", Meaning::Complained),
];

/// How a column tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// By a word.
    Word,
    /// Yes: gets mail.
    Yes,
    /// Yes, or when it was: that happened.
    No(Meaning),
    /// Whatever stands there is the time when that happened.
    Time(Meaning),
    /// Some other column, in which some words say it all the same.
    Other,
    /// An address, a name or tags.
    None,
}

const WORDS: &[&str] = &[
    "status",
    "subscriber status",
    "subscription status",
    "subscriber state",
    "subscription state",
    "email status",
    "contact status",
    "member status",
    "email marketing status",
    "marketing status",
    "email subscriber status",
    "email permission status",
    "email marketing consent",
    "opt in status",
    "optin status",
    "list status",
    "statut",
    "estado",
    "stato",
    "abonnementstatus",
];
const YES: &[&str] = &[
    "subscribed to emails",
    "subscribed",
    "is subscribed",
    "email subscribed",
    "opted in",
    "opt in",
    "optin",
    "email opt in",
    "email optin",
    "accepts marketing",
    "accepts email marketing",
    "receives emails",
    "is active",
    "active",
    "email enabled",
    "enabled",
];
const NO: &[(Meaning, &[&str])] = &[
    (
        Meaning::Unsubscribed,
        &[
            "email disabled",
            "disabled",
            "unsubscribed",
            "is unsubscribed",
            "globally unsubscribed",
            "unsubscribed from all email",
            "unsubscribed from all emails",
            "opted out",
            "opt out",
            "optout",
            "email opt out",
            "email optout",
            "email opted out",
            "blocklisted",
            "blacklisted",
            "email blocklisted",
            "email blacklisted",
            "blocked",
            "is blocked",
            "suppressed",
            "is suppressed",
            "do not email",
            "do not mail",
            "do not contact",
            "deleted",
            "is deleted",
        ],
    ),
    (Meaning::Bounced, &["bounced", "is bounced", "hard bounced", "cleaned", "undeliverable"]),
    (Meaning::Complained, &["complained", "marked as spam", "spam complaint", "is spam"]),
];
const TIMES: &[(Meaning, &[&str])] = &[
    (
        Meaning::Unsubscribed,
        &[
            "unsubscribed at",
            "unsubscribed on",
            "unsubscribed date",
            "unsubscribed time",
            "unsubscribe date",
            "unsubscribe time",
            "unsubscription date",
            "date unsubscribed",
            "unsub time",
            "unsub date",
            "opted out at",
            "opted out on",
            "opt out date",
            "opt out time",
            "optout date",
            "optout time",
            "blocklisted at",
            "blacklisted at",
            "deleted at",
            "abgemeldet am",
        ],
    ),
    (
        Meaning::Bounced,
        &["clean time", "cleaned at", "bounced at", "bounced on", "bounce date", "hard bounced at"],
    ),
    (Meaning::Complained, &["complained at", "complained on", "complaint date", "complaint time"]),
];

impl Sign {
    /// Of a column, by its header as [`plain`] writes it.
    pub fn of(header: &str) -> Self {
        let among = |table: &[(Meaning, &[&str])]| {
            table.iter().find(|(_, names)| names.contains(&header)).map(|(meaning, _)| *meaning)
        };
        if WORDS.contains(&header) {
            Self::Word
        } else if YES.contains(&header) {
            Self::Yes
        } else if let Some(meaning) = among(NO) {
            Self::No(meaning)
        } else if let Some(meaning) = among(TIMES) {
            Self::Time(meaning)
        } else {
            Self::Other
        }
    }
}

/// What a field says; `Err` with the word that nobody has explained.
pub fn said(sign: Sign, value: &str, answers: &StatusMap) -> Result<Option<Meaning>, String> {
    let value = value.trim();
    if value.is_empty() || sign == Sign::None {
        return Ok(None);
    }
    if sign == Sign::Other {
        // No case, no allocation: this looks at every field of every row.
        let found = ANYWHERE.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
        return Ok(found.map(|(_, meaning)| *meaning));
    }
    let word = plain(value);
    if is_nothing(value, &word) {
        return Ok(None);
    }
    match (sign, truth(&word)) {
        (Sign::Yes, Some(true)) => return Ok(Some(Meaning::Active)),
        (Sign::Yes, Some(false)) => return Ok(Some(Meaning::Unsubscribed)),
        (Sign::No(meaning), Some(is)) => return Ok(is.then_some(meaning)),
        (Sign::Time(_), Some(false)) => return Ok(None),
        (Sign::Time(_), None) if word == "never" => return Ok(None),
        (Sign::Time(meaning), _) => return Ok(Some(meaning)),
        _ => {}
    }
    if let Some(meaning) = answers.get(&word).copied().or_else(|| Meaning::of(&word)) {
        return Ok(Some(meaning));
    }
    match sign {
        // When they subscribed, or left.
        Sign::Yes if is_date(value) => Ok(None),
        Sign::No(meaning) if is_date(value) => Ok(Some(meaning)),
        _ => Err(word),
    }
}

/// How the tools write that there is nothing.
fn is_nothing(value: &str, word: &str) -> bool {
    matches!(word, "" | "null" | "none" | "nil" | "n a")
        || value == "\\N"
        || (word.len() > 1 && word.bytes().all(|b| matches!(b, b'0' | b' ')))
}

fn truth(word: &str) -> Option<bool> {
    match word {
        "true" | "yes" | "y" | "1" | "t" | "on" | "x" | "ja" | "oui" | "si" | "sí" | "wahr" | "vrai" => {
            Some(true)
        }
        "false" | "no" | "n" | "0" | "f" | "off" | "nein" | "non" | "falsch" | "faux" => Some(false),
        _ => None,
    }
}

/// What the name of a file says of everybody in it: `unsubscribed_members_export_1.csv`, `cleaned.csv`.
pub fn of_file(name: &str) -> Option<Meaning> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let plain = plain(stem);
    let first = plain.split(' ').next()?;
    let last = plain.rsplit(' ').next()?;
    let leaving = |word: &str| Meaning::of(word).filter(|meaning| *meaning >= Meaning::Skip);
    leaving(first).or_else(|| leaving(last))
}

/// The author's answers as they were sent. The error is a sentence.
pub fn read_answers(json: &str) -> Result<StatusMap, InvalidValue> {
    let Ok(given) = serde_json::from_str::<BTreeMap<String, Meaning>>(json) else {
        return Err(InvalidValue::new(
            FieldCode::WrongType,
            "The status map must be a JSON object: {\"word of the file\": \"active\"}, with active, pending, \
                    unsubscribed, bounced, complained or skip.",
        ));
    };
    if given.len() > 200 {
        return Err(InvalidValue::new(FieldCode::TooMany, "The status map has more than 200 entries."));
    }
    if given.keys().any(|word| word.len() > 400) {
        return Err(InvalidValue::new(
            FieldCode::TooLong,
            "The status map has a word of more than 400 bytes.",
        ));
    }
    if given.keys().any(|word| word.contains('\0')) {
        let message = "The status map must not contain the character U+0000.";
        return Err(InvalidValue::new(FieldCode::ForbiddenCharacters, message));
    }
    let mut answers = StatusMap::new();
    for (word, meaning) in given {
        let known = Meaning::of(&plain(&word));
        if meaning == Meaning::Active && known.is_some_and(|known| known != Meaning::Active) {
            let message = format!("“{word}” means that they get no email, so it can't mean active.");
            return Err(InvalidValue::new(FieldCode::NotAllowed, message));
        }
        answers.insert(plain(&word), meaning);
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(header: &str, value: &str) -> Result<Option<Meaning>, String> {
        said(Sign::of(&plain(header)), value, &StatusMap::new())
    }

    #[test]
    fn every_tool_says_it_in_its_own_way() {
        use Meaning::{Active, Bounced, Complained, Pending, Skip, Unsubscribed};
        for (header, value, meaning) in [
            // beehiiv
            ("status", "active", Some(Active)),
            ("status", "Inactive", Some(Unsubscribed)),
            ("status", "pending", Some(Pending)),
            ("status", "validating", Some(Pending)),
            ("unsubscribed_at", "2026-01-15 14:32:11 UTC", Some(Unsubscribed)),
            ("unsubscribed_at", "", None),
            ("unsubscribed_at", "false", None),
            ("unsubscribed_at", "never", None),
            // Substack
            ("email_disabled", "TRUE", Some(Unsubscribed)),
            ("email_disabled", "false", None),
            // Ghost
            ("subscribed_to_emails", "false", Some(Unsubscribed)),
            ("subscribed_to_emails", "true", Some(Active)),
            ("deleted_at", "2026-01-15T14:32:11.000Z", Some(Unsubscribed)),
            // listmonk
            ("status", "enabled", Some(Active)),
            ("status", "blocklisted", Some(Unsubscribed)),
            ("status", "disabled", Some(Unsubscribed)),
            // Mailchimp
            ("UNSUB_TIME", "2026-01-15 14:32:11", Some(Unsubscribed)),
            ("CLEAN_TIME", "2026-01-15 14:32:11", Some(Bounced)),
            ("Status", "Non-Subscribed", Some(Skip)),
            // MailerLite
            ("Subscribed", "2026-01-15 14:32:11", None),
            ("Unsubscribed", "2026-01-15 14:32:11", Some(Unsubscribed)),
            ("status", "junk", Some(Complained)),
            ("status", "unconfirmed", Some(Pending)),
            // Buttondown has it in a column of another name.
            ("type", "unsubscribed", Some(Unsubscribed)),
            ("type", "regular", None),
            ("Email Marketing Consent", "NEVER_SUBSCRIBED", Some(Skip)),
            ("EMAIL_BLACKLISTED", "1", Some(Unsubscribed)),
            ("unsubscribe date", "0000-00-00 00:00:00", None),
            ("unsubscribed at", "\\N", None),
            ("opted in", "N", Some(Unsubscribed)),
            ("complained at", "who knows when", Some(Complained)),
        ] {
            assert_eq!(says(header, value), Ok(meaning), "{header}: {value}");
        }
    }

    #[test]
    fn what_nobody_knows_is_asked_and_an_answer_holds() {
        assert_eq!(says("status", "Half-Asleep"), Err("half asleep".into()));
        assert_eq!(says("subscribed", "perhaps"), Err("perhaps".into()));
        assert_eq!(says("unsubscribed", "perhaps"), Err("perhaps".into()));
        let answers = read_answers(r#"{"HALF asleep": "skip", "gold": "active", "active": "skip"}"#).unwrap();
        assert_eq!(said(Sign::Word, "Half-Asleep", &answers), Ok(Some(Meaning::Skip)));
        assert_eq!(said(Sign::Word, "active", &answers), Ok(Some(Meaning::Skip)));
        for bad in ["", "[]", r#"{"a": "all"}"#, r#"{"Unsubscribed": "active"}"#, r#"{"pending": "active"}"#]
        {
            assert!(read_answers(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nothing_is_written_in_many_ways_and_a_zero_says_no() {
        for nothing in ["", "NULL", "none", "nil", "n/a", "\\N", "00", "0000-00-00", "0 0"] {
            assert!(is_nothing(nothing, &plain(nothing)), "{nothing}");
        }
        for something in ["0", "1", "10", "N", "no"] {
            assert!(!is_nothing(something, &plain(something)), "{something}");
        }
    }

    #[test]
    fn answers_have_an_end() {
        let answers = |words: &[String]| {
            let map: BTreeMap<&String, &str> = words.iter().map(|word| (word, "skip")).collect();
            read_answers(&serde_json::to_string(&map).unwrap()).is_ok()
        };
        let many: Vec<String> = (0..201).map(|n| format!("word{n}")).collect();
        assert!(answers(&many[..200]) && !answers(&many));
        assert!(answers(&["x".repeat(400)]) && !answers(&["x".repeat(401)]));
        assert!(!answers(&["a\0".to_owned()]));
    }

    #[test]
    fn a_file_is_called_what_is_in_it() {
        for (name, meaning) in [
            ("unsubscribed.csv", Some(Meaning::Unsubscribed)),
            ("cleaned_members_export_9f2.csv", Some(Meaning::Bounced)),
            ("nonsubscribed_email_audience_export_1.csv", Some(Meaning::Skip)),
            ("News - Unsubscribed.CSV", Some(Meaning::Unsubscribed)),
            ("subscribed_members_export_9f2.csv", None),
            ("readers.csv", None),
            ("", None),
        ] {
            assert_eq!(of_file(name), meaning, "{name}");
        }
    }
}
