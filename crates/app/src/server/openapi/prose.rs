//! What the document says in words where the handlers say nothing: of statuses, which mean the same everywhere, and of
//! fields, which mean the same wherever they have the same name (`fields.json`; `Schema.field` where one is an exception,
//! `{name}` for a parameter).

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::{entries, operations};

const FIELDS: &str = include_str!("fields.json");

const TAGS: [(&str, &str); 21] = [
    ("newsletters", "What is published: a name, a sender and its rules."),
    ("subscribers", "Who reads a newsletter, with tags and fields of your own."),
    ("imports", "CSV files that become subscribers, in the background."),
    ("campaigns", "What is sent to a newsletter's subscribers, and the ledger of it."),
    ("messages", "Emails to one person each, for what this person did: an order, a ticket, a sign-in."),
    ("templates", "What campaigns begin with, with every version."),
    ("saved blocks", "Blocks that are kept for other templates and campaigns."),
    ("media", "Images that templates and campaigns show."),
    ("domains", "Sending domains: their DNS records, warm-up and figures."),
    ("suppressions", "Addresses that get no campaign, and reports that could not be attributed."),
    ("analytics", "Figures over time."),
    ("overview", "The first page of the dashboard."),
    ("search", "Finding things by a word."),
    ("notices", "What an author ought to know."),
    ("webhooks", "Servers that are told what happens, as it happens."),
    ("api keys", "Keys for programs, each with its scopes."),
    ("settings", "What an author has chosen."),
    ("me", "The author's account, its safety and its data."),
    ("auth", "Signing up, in and out."),
    ("captured mail", "Emails of an installation that captures instead of sending."),
    ("installation", "The installation itself, and what it lacks."),
];

/// Fills in what is missing.
pub fn complete(document: &mut Value) {
    document["servers"] =
        json!([{ "url": "/", "description": "The installation that serves this document" }]);
    document["tags"] =
        TAGS.iter().map(|(name, description)| json!({ "name": name, "description": description })).collect();
    let words = Words::read();
    for operation in operations(document) {
        describe_answers(operation);
        describe_parameters(operation, &words);
    }
    let schemas = document["components"]["schemas"].as_object_mut();
    let described: Vec<String> = schemas
        .iter()
        .flat_map(|schemas| schemas.iter())
        .filter(|(_, schema)| schema.get("description").is_some())
        .map(|(name, _)| name.clone())
        .collect();
    for (name, schema) in schemas.into_iter().flatten() {
        words.describe(name, schema, &described);
    }
}

fn describe_answers(operation: &mut Value) {
    for (status, answer) in entries(operation, "responses") {
        if answer["description"].as_str().is_none_or(str::is_empty) {
            answer["description"] = meaning(status).into();
        }
    }
}

fn meaning(status: &str) -> &'static str {
    match status {
        "200" => "Done; the answer is what there is now",
        "201" => "Created",
        "202" => "Begun; it goes on in the background",
        "204" => "Done",
        "304" => "As it was when it was asked for last",
        "400" => "The request cannot be read",
        "401" => "No or a bad bearer",
        "403" => "Not allowed",
        "404" => "Not there, or another author's",
        "405" => "The path does not take this method",
        "409" => "The present state does not allow it: `code` says why",
        "412" => "Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed",
        "413" => "More than the call takes",
        "415" => "Another media type than the call takes",
        "421" => "An installation for its own machine was asked for by a foreign name",
        "422" => "A field or a parameter is wrong or not known: `errors` says which and why",
        "429" => "Too often: `Retry-After` says how long to wait",
        "503" => "The database, its disk or a service does not answer: try again after `Retry-After`",
        "507" => "The disk of the database is full; nothing was changed",
        _ => "",
    }
}

fn describe_parameters(operation: &mut Value, words: &Words) {
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        if parameter.get("description").is_some() {
            continue;
        }
        let name = parameter["name"].as_str().unwrap_or_default();
        // A thing's id is the thing; what else a path or a query takes is told by itself.
        let said = match name.strip_suffix("_id") {
            Some(thing) => Some(format!("The {}.", thing.replace('_', " "))),
            None => words.0.get(&format!("{{{name}}}")).cloned(),
        };
        if let Some(said) = said {
            parameter["description"] = said.into();
        }
    }
}

struct Words(HashMap<String, String>);

impl Words {
    fn read() -> Self {
        Self(serde_json::from_str(FIELDS).unwrap_or_else(|error| panic!("fields.json: {error}")))
    }

    fn of(&self, schema: &str, field: &str) -> Option<&str> {
        self.0.get(&format!("{schema}.{field}")).or_else(|| self.0.get(field)).map(String::as_str)
    }

    /// Describes the fields of a schema. One that names a schema which says what it is needs no words of its own.
    fn describe(&self, name: &str, schema: &mut Value, described: &[String]) {
        for (field, property) in entries(schema, "properties") {
            self.describe(name, property, described);
            let Some(property) = property.as_object_mut() else { continue };
            lift(property);
            if !is_described(property, described)
                && let Some(said) = self.of(name, field)
            {
                property.insert("description".into(), said.into());
            }
        }
        for part in ["allOf", "oneOf", "anyOf"] {
            for inner in schema.get_mut(part).and_then(Value::as_array_mut).into_iter().flatten() {
                self.describe(name, inner, described);
            }
        }
        if let Some(items) = schema.get_mut("items") {
            self.describe(name, items, described);
        }
    }
}

/// What a field says of itself stands within it where it may be null.
fn lift(property: &mut Map<String, Value>) {
    if property.contains_key("description") {
        return;
    }
    let mut choices = property.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
    let said = choices.find_map(|choice| choice.as_object_mut()?.shift_remove("description"));
    if let Some(said) = said {
        property.insert("description".into(), said);
    }
}

fn is_described(property: &Map<String, Value>, described: &[String]) -> bool {
    let names =
        property.get("$ref").and_then(Value::as_str).and_then(|reference| reference.rsplit('/').next());
    property.contains_key("description") || names.is_some_and(|name| described.iter().any(|it| it == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        serde_json::from_str(&super::super::document()).unwrap()
    }

    /// Fields without words, as `Schema.field`.
    fn silent(name: &str, schema: &Value, described: &[String], found: &mut Vec<String>) {
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            if !is_described(property.as_object().unwrap(), described) {
                found.push(format!("{name}.{field}"));
            }
            silent(name, property, described, found);
        }
        for part in ["allOf", "oneOf", "anyOf"] {
            for inner in schema[part].as_array().into_iter().flatten() {
                silent(name, inner, described, found);
            }
        }
        if schema.get("items").is_some() {
            silent(name, &schema["items"], described, found);
        }
    }

    #[test]
    fn every_field_parameter_and_answer_is_described() {
        let document = document();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let described: Vec<String> = schemas
            .iter()
            .filter(|(_, it)| it.get("description").is_some())
            .map(|(name, _)| name.clone())
            .collect();
        let mut found = Vec::new();
        for (name, schema) in schemas {
            silent(name, schema, &described, &mut found);
        }
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let is_silent = |it: &Value| it["description"].as_str().is_none_or(str::is_empty);
                let call = format!("{method} {path}");
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                found.extend(
                    parameters.filter(|it| is_silent(it)).map(|it| format!("{call}: {}", it["name"])),
                );
                let answers = operation["responses"].as_object().unwrap();
                found.extend(
                    answers
                        .iter()
                        .filter(|(_, it)| is_silent(it))
                        .map(|(status, _)| format!("{call}: {status}")),
                );
            }
        }
        assert_eq!(found, Vec::<String>::new(), "describe them where they stand, or in fields.json");
    }

    /// What nothing has any more is not to be kept up.
    #[test]
    fn every_word_is_needed() {
        let document = super::super::document();
        let idle: Vec<String> = Words::read()
            .0
            .into_iter()
            .filter(|(_, said)| !document.contains(&serde_json::to_string(said).unwrap()))
            .map(|(field, _)| field)
            .collect();
        assert_eq!(idle, Vec::<String>::new());
    }

    #[test]
    fn every_tag_is_described_and_used() {
        let document = document();
        let mut used: Vec<&str> = Vec::new();
        for item in document["paths"].as_object().unwrap().values() {
            for operation in item.as_object().unwrap().values() {
                used.extend(operation["tags"].as_array().unwrap().iter().map(|tag| tag.as_str().unwrap()));
            }
        }
        used.sort_unstable();
        used.dedup();
        let mut told: Vec<&str> = TAGS.iter().map(|(name, _)| *name).collect();
        told.sort_unstable();
        assert_eq!(used, told);
    }
}
