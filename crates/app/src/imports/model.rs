//! What an import is, and which column of a file is what.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::signs::{Sign, StatusMap};
use crate::{
    NewsletterId, Timestamp,
    http::{FieldCode, InvalidValue},
    subscribers::{Known, check_attribute_name},
};

/// What becomes of subscribers that the newsletter has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportMode)]
pub enum Mode {
    /// Names and attributes of known readers are filled in.
    Update,
    /// Known readers stay as they are.
    Add,
}

impl Mode {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::Add => "add",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Update, Self::Add].into_iter().find(|m| m.as_str() == text)
    }

    pub fn known(self) -> Known {
        match self {
            Self::Update => Known::Update,
            Self::Add => Known::Leave,
        }
    }
}

impl TryFrom<String> for Mode {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or(text)
    }
}

/// Where an import stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportStatus)]
pub enum Status {
    Queued,
    Running,
    Done,
    Failed,
    Cancelled,
}

impl TryFrom<String> for Status {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Ok(match text.as_str() {
            "queued" => Self::Queued,
            "running" => Self::Running,
            "done" => Self::Done,
            "failed" => Self::Failed,
            "cancelled" => Self::Cancelled,
            _ => return Err(text),
        })
    }
}

/// An import as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Import {
    pub id: i64,
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    pub newsletter_name: String,
    pub file_name: String,
    #[sqlx(try_from = "String")]
    pub mode: Mode,
    /// CSV header to field; empty when the headers are recognised by name.
    #[sqlx(json)]
    #[schema(value_type = BTreeMap<String, Option<String>>)]
    pub mapping: Mapping,
    /// What words of the file mean that are not known by themselves.
    #[sqlx(json)]
    #[schema(value_type = BTreeMap<String, super::signs::Meaning>)]
    pub status_map: StatusMap,
    #[sqlx(try_from = "String")]
    pub status: Status,
    /// Why it failed.
    #[schema(required)]
    pub reason: Option<String>,
    pub bytes_total: i64,
    pub bytes_read: i64,
    /// Rows below the header: always `created + updated + unchanged + protected + departed + failed + duplicates`.
    pub rows_read: i64,
    pub created: i64,
    pub updated: i64,
    pub unchanged: i64,
    /// Known but unsubscribed, bounced or complained: left alone.
    pub protected: i64,
    /// Those of whom the file says that they left, or that email to them comes back: kept as such, so that they never get
    /// mail. Who was active here is not any more.
    pub departed: i64,
    pub failed: i64,
    /// Rows whose address comes again in the file: the last one counts, or the last that says that the subscriber left.
    pub duplicates: i64,
    /// The first 100; empty in a list of imports.
    #[sqlx(skip)]
    pub errors: Vec<RowError>,
    pub created_at: Timestamp,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
}

/// Why a row was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct RowError {
    /// The line of the file on which the row starts, from 1.
    pub line: i64,
    /// The column's header, or `row`.
    pub field: String,
    /// What stands there, at most 100 characters.
    pub value: String,
    pub message: String,
}

/// Which column goes where: header to field, `None` for a column that is left out.
pub type Mapping = BTreeMap<String, Option<String>>;

/// Where a column goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Email,
    FirstName,
    LastName,
    /// Both in one.
    Name,
    Tags,
    SubscribedAt,
    /// What tells whether the reader gets mail, and nothing else; many more columns do so ([`super::signs`]).
    Status,
    Attribute(String),
    Ignored,
}

/// A field by its name in a mapping.
fn target(field: &str) -> Option<Target> {
    Some(match field {
        "email" => Target::Email,
        "first_name" => Target::FirstName,
        "last_name" => Target::LastName,
        "name" => Target::Name,
        "subscribed_at" => Target::SubscribedAt,
        "tags" => Target::Tags,
        "status" => Target::Status,
        _ => {
            let name = field.strip_prefix("attributes.")?;
            check_attribute_name(name).ok()?;
            Target::Attribute(name.to_owned())
        }
    })
}

/// Reads a mapping: header to field, or the other way round when the keys are fields and the values are not.
pub fn read_mapping(json: &str) -> Result<Mapping, InvalidValue> {
    let Ok(given) = serde_json::from_str::<BTreeMap<String, Option<String>>>(json) else {
        let message = "The mapping must be a JSON object of texts: {\"CSV header\": \"email\"}.";
        return Err(InvalidValue::new(FieldCode::WrongType, message));
    };
    if given.len() > 200 {
        return Err(InvalidValue::new(FieldCode::TooMany, "The mapping has more than 200 entries."));
    }
    if given.iter().any(|(k, v)| k.contains('\0') || v.as_ref().is_some_and(|v| v.contains('\0'))) {
        let message = "The mapping must not contain the character U+0000.";
        return Err(InvalidValue::new(FieldCode::ForbiddenCharacters, message));
    }
    let unknown = given.values().flatten().find(|field| target(field).is_none());
    let Some(unknown) = unknown else { return Ok(given) };
    if given.keys().all(|key| target(key).is_some()) {
        return Ok(given.into_iter().filter_map(|(field, header)| Some((header?, Some(field)))).collect());
    }
    Err(InvalidValue::new(
        FieldCode::NotOneOf,
        format!(
            "{unknown:?} is not a field: take email, first_name, last_name, name, tags, subscribed_at, status or attributes.NAME."
        ),
    ))
}

/// Names of columns as they are met in the wild, as [`plain`] writes them.
const EMAIL: &[&str] = &[
    "email",
    "e mail",
    "mail",
    "email address",
    "e mail address",
    "mail address",
    "emailaddress",
    "email adresse",
    "e mail adresse",
    "emailadresse",
    "mailadresse",
    "mail adresse",
    "adresse e mail",
    "adresse email",
    "adresse mail",
    "courriel",
    "adresse courriel",
    "correo",
    "correo electrónico",
    "correo electronico",
    "e post",
    "epost",
    "e mailadres",
    "emailadres",
    "indirizzo email",
    "indirizzo e mail",
    "endereço de email",
    "e mailová adresa",
    "adres e mail",
    "subscriber email",
];
const FIRST_NAME: &[&str] = &[
    "first name",
    "firstname",
    "first",
    "given name",
    "givenname",
    "forename",
    "fname",
    "vorname",
    "prénom",
    "prenom",
    "nombre",
    "nome",
    "voornaam",
    "fornavn",
    "förnamn",
    "etunimi",
    "imię",
    "jméno",
    "имя",
];
const LAST_NAME: &[&str] = &[
    "last name",
    "lastname",
    "last",
    "surname",
    "family name",
    "familyname",
    "lname",
    "nachname",
    "familienname",
    "nom",
    "nom de famille",
    "apellido",
    "apellidos",
    "cognome",
    "sobrenome",
    "apelido",
    "achternaam",
    "etternavn",
    "efternavn",
    "efternamn",
    "sukunimi",
    "nazwisko",
    "příjmení",
    "фамилия",
];
const TAGS: &[&str] = &["tags", "tag", "labels", "schlagworte", "étiquettes", "etiquetas", "etichette"];
const NAME: &[&str] = &[
    "name",
    "full name",
    "fullname",
    "your name",
    "display name",
    "subscriber name",
    "vollständiger name",
    "nom complet",
    "nombre completo",
    "nome completo",
    "volledige naam",
    "naam",
    "navn",
    "namn",
    "имя и фамилия",
];
/// When they subscribed, the surest first.
const SUBSCRIBED_AT: &[&str] = &[
    "subscribed at",
    "subscribed on",
    "subscribed date",
    "subscription date",
    "date subscribed",
    "subscribe date",
    "confirmed at",
    "confirm time",
    "optin time",
    "opt in time",
    "opt in date",
    "optin date",
    "opted in at",
    "signup date",
    "sign up date",
    "signed up at",
    "joined at",
    "join date",
    "date joined",
    "date added",
    "added on",
    "added at",
    "created at",
    "created on",
    "created",
    "date created",
    "creation date",
    "subscribed",
    "anmeldedatum",
];

/// A header without case, signs and doubled spaces: `E-Mail_Address ` is `e mail address`.
pub fn plain(header: &str) -> String {
    let lower = header.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}

fn recognised(header: &str) -> Target {
    if let Some(name) = header.trim().strip_prefix("attributes.").filter(|n| check_attribute_name(n).is_ok())
    {
        return Target::Attribute(name.to_owned());
    }
    let plain = plain(header);
    let is = |names: &[&str]| names.contains(&plain.as_str());
    if is(EMAIL) {
        Target::Email
    } else if is(FIRST_NAME) {
        Target::FirstName
    } else if is(LAST_NAME) {
        Target::LastName
    } else if is(NAME) {
        Target::Name
    } else if is(TAGS) {
        Target::Tags
    } else if Sign::of(&plain) != Sign::Other && plain != "subscribed" {
        Target::Status
    } else if is(SUBSCRIBED_AT) {
        Target::SubscribedAt
    } else {
        Target::Attribute(attribute_name(&plain))
    }
}

/// A name that a merge tag can have: letters, digits and underscores, at most 64.
fn attribute_name(plain: &str) -> String {
    plain.replace(' ', "_").chars().take(64).collect()
}

/// Where each column goes. The error says why nothing of the file can be imported.
pub fn targets(headers: &[String], mapping: &Mapping) -> Result<Vec<Target>, String> {
    let by_plain: BTreeMap<String, &Option<String>> =
        mapping.iter().map(|(header, field)| (plain(header), field)).collect();
    let mut targets: Vec<Target> = headers
        .iter()
        .map(|header| match by_plain.get(&plain(header)) {
            Some(field) => field.as_deref().and_then(target).unwrap_or(Target::Ignored),
            None if mapping.is_empty() => recognised(header),
            None => Target::Ignored,
        })
        .collect();
    if !targets.contains(&Target::Email) {
        let found = headers.iter().position(|header| recognised(header) == Target::Email);
        let found = found.filter(|at| !by_plain.contains_key(&plain(&headers[*at])));
        let at =
            found.ok_or("No column has email addresses. Name one “email”, or choose which one it is.")?;
        targets[at] = Target::Email;
    }
    settle_subscribed_at(&mut targets, headers, &by_plain);
    if targets.contains(&Target::FirstName) || targets.contains(&Target::LastName) {
        for target in targets.iter_mut().filter(|target| **target == Target::Name) {
            *target = Target::Attribute("name".into());
        }
    }
    settle_repetitions(&mut targets);
    let attributes = targets.iter().filter(|t| matches!(t, Target::Attribute(_))).count();
    if attributes > 50 {
        return Err(format!(
            "The file has {attributes} columns for attributes. A subscriber can have up to 50."
        ));
    }
    Ok(targets)
}

/// Of several columns of times the surest has it; where none was named, the surest is looked for.
fn settle_subscribed_at(
    targets: &mut [Target],
    headers: &[String],
    mapped: &BTreeMap<String, &Option<String>>,
) {
    let rank = |at: &usize| SUBSCRIBED_AT.iter().position(|name| *name == plain(&headers[*at]));
    if mapped.is_empty() {
        let times: Vec<usize> =
            (0..targets.len()).filter(|at| targets[*at] == Target::SubscribedAt).collect();
        let best = times.iter().min_by_key(|at| rank(at)).copied();
        for at in times.into_iter().filter(|at| Some(*at) != best) {
            targets[at] = Target::Attribute(attribute_name(&plain(&headers[at])));
        }
    } else if !targets.contains(&Target::SubscribedAt) {
        let is_free = |at: &usize| {
            targets[*at] == Target::Ignored
                && rank(at).is_some()
                && !mapped.contains_key(&plain(&headers[*at]))
        };
        let free = (0..targets.len()).filter(is_free);
        if let Some(best) = free.min_by_key(rank) {
            targets[best] = Target::SubscribedAt;
        }
    }
}

/// The first of two columns for one field has it; a second attribute of one name gets a number.
fn settle_repetitions(targets: &mut [Target]) {
    for at in 0..targets.len() {
        if let Target::Attribute(name) = targets[at].clone() {
            let base = if name.is_empty() { format!("column_{}", at + 1) } else { name };
            let mut unique = base.clone();
            let mut number = 2;
            while targets[..at].contains(&Target::Attribute(unique.clone())) {
                unique = format!("{}_{number}", base.chars().take(60).collect::<String>());
                number += 1;
            }
            targets[at] = Target::Attribute(unique);
        } else if !matches!(targets[at], Target::Ignored | Target::Status)
            && targets[..at].contains(&targets[at])
        {
            targets[at] = Target::Ignored;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(headers: &[&str]) -> Result<Vec<Target>, String> {
        mapped(headers, "{}")
    }

    fn mapped(headers: &[&str], mapping: &str) -> Result<Vec<Target>, String> {
        targets(&headers.iter().map(|h| (*h).to_owned()).collect::<Vec<_>>(), &read_mapping(mapping).unwrap())
    }

    fn attribute(name: &str) -> Target {
        Target::Attribute(name.into())
    }

    #[test]
    fn headers_are_recognised_in_many_languages() {
        use Target::{Email, FirstName, LastName, Tags};
        for email in
            ["email", "E-Mail", " MAIL ", "Correo", "Adresse e-mail", "E-Mail-Adresse", "email_address"]
        {
            assert_eq!(auto(&[email]).unwrap(), [Email], "{email}");
        }
        assert_eq!(auto(&["Vorname", "NACHNAME", "e-mail"]).unwrap(), [FirstName, LastName, Email]);
        assert_eq!(auto(&["Prénom", "Nom", "Courriel", "Tags"]).unwrap(), [FirstName, LastName, Email, Tags]);
        assert_eq!(auto(&["First Name", "apellidos", "mail"]).unwrap(), [FirstName, LastName, Email]);
        let rest = [
            "Mail",
            "Favourite Colour!",
            "email",
            "",
            "favourite_colour",
            "attributes.A-b",
            "status",
            "Subscribed At",
        ];
        assert_eq!(
            auto(&rest).unwrap(),
            [
                Email,
                attribute("favourite_colour"),
                Target::Ignored,
                attribute("column_4"),
                attribute("favourite_colour_2"),
                attribute("A-b"),
                Target::Status,
                Target::SubscribedAt
            ]
        );
        assert_eq!(auto(&["email", "name"]).unwrap(), [Email, Target::Name]);
        assert_eq!(auto(&["email", "name", "vorname"]).unwrap(), [Email, attribute("name"), FirstName]);
        assert_eq!(
            auto(&["created_at", "email", "OPTIN_TIME", "UNSUB_TIME", "subscribed"]).unwrap(),
            [attribute("created_at"), Email, Target::SubscribedAt, Target::Status, attribute("subscribed")]
        );
        assert!(auto(&["name", "city"]).unwrap_err().contains("email"));
        assert_eq!(
            mapped(&["A", "B", "C"], r#"{"A": "name", "B": "email", "C": "subscribed_at"}"#).unwrap(),
            [Target::Name, Email, Target::SubscribedAt]
        );
        let many: Vec<String> =
            (0..52).map(|n| if n == 0 { "email".into() } else { format!("c{n}") }).collect();
        assert!(targets(&many, &Mapping::new()).unwrap_err().contains("51"));
    }

    #[test]
    fn a_mapping_decides_and_goes_either_way() {
        let headers = ["Kontakt", "Ort", "Vorname", "x"];
        let expected = [Target::Email, attribute("city"), Target::Ignored, Target::Ignored];
        let there = r#"{"kontakt": "email", "Ort": "attributes.city", "x": null}"#;
        assert_eq!(mapped(&headers, there).unwrap(), expected);
        let back = r#"{"email": "Kontakt", "attributes.city": "Ort", "tags": null}"#;
        assert_eq!(mapped(&headers, back).unwrap(), expected);
        assert_eq!(
            mapped(&["email", "n"], r#"{"n": "first_name"}"#).unwrap(),
            [Target::Email, Target::FirstName]
        );
        assert!(mapped(&["email", "n"], r#"{"email": null, "n": "first_name"}"#).is_err());
        for bad in [
            "",
            "[]",
            r#"{"a": 1}"#,
            r#"{"a": "nonsense"}"#,
            r#"{"a": "attributes."}"#,
            r#"{"a\u0000": null}"#,
        ] {
            assert!(read_mapping(bad).is_err(), "{bad}");
        }
    }
}
