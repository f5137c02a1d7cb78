//! An example of every body. What one sends was thought of (`bodies` of `examples.json`); what comes back is put together
//! from values that go with the names of fields (`values`; `Schema.field` or `Schema` where one is an exception).

use serde_json::{Map, Value, json};

use super::{entries, operations};

const EXAMPLES: &str = include_str!("examples.json");

/// Deeper than any answer is nested but those that nest themselves.
const DEEPEST: usize = 8;

/// Adds an example to every JSON body that has none.
pub fn add(document: &mut Value) {
    let told: Value = serde_json::from_str(EXAMPLES).unwrap_or_else(|error| panic!("examples.json: {error}"));
    let examples = Examples { schemas: &document["components"]["schemas"].clone(), told: &told };
    for operation in operations(document) {
        if let Some(body) = operation.get_mut("requestBody") {
            examples.show(body);
        }
        for (_, answer) in entries(operation, "responses").filter(|(status, _)| status.starts_with('2')) {
            examples.show(answer);
        }
    }
}

struct Examples<'a> {
    schemas: &'a Value,
    told: &'a Value,
}

impl Examples<'_> {
    fn show(&self, body: &mut Value) {
        let Some(content) = body.get_mut("content").and_then(|it| it.get_mut("application/json")) else {
            return;
        };
        if content.get("example").is_some() {
            return;
        }
        let schema = content["schema"].clone();
        content["example"] = self.body(&schema).cloned().unwrap_or_else(|| self.of(&schema, ("", ""), 0));
    }

    /// What was thought of for a body of this schema.
    fn body(&self, schema: &Value) -> Option<&Value> {
        self.told["bodies"].get(body_name(schema)?)
    }

    /// An example of a schema that stands at a field.
    fn of(&self, schema: &Value, (owner, field): (&str, &str), depth: usize) -> Value {
        let values = &self.told["values"];
        if let Some(value) = values.get(format!("{owner}.{field}")) {
            return value.clone();
        }
        if let Some(value) = values.get(field).filter(|value| self.fits(schema, value)) {
            return value.clone();
        }
        if let Some(name) = named(schema) {
            return values
                .get(name)
                .cloned()
                .unwrap_or_else(|| self.of(&self.schemas[name], (name, field), depth));
        }
        if let Some(told) =
            schema.get("example").or_else(|| schema["examples"].get(0)).or_else(|| schema.get("const"))
        {
            return told.clone();
        }
        if let Some(word) =
            schema["enum"].as_array().and_then(|words| words.iter().find(|word| !word.is_null()))
        {
            return word.clone();
        }
        if depth > DEEPEST {
            return Value::Null;
        }
        let mut whole = Map::new();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            if let Value::Object(fields) = self.of(part, (owner, field), depth) {
                whole.extend(fields);
            }
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            whole.insert(name.clone(), self.of(property, (owner, name), depth + 1));
        }
        if !whole.is_empty() {
            return whole.into();
        }
        let choices = schema["oneOf"].as_array().or(schema["anyOf"].as_array()).into_iter().flatten();
        if let Some(choice) = choices.into_iter().find(|it| it["type"] != "null") {
            return self.of(choice, (owner, field), depth);
        }
        self.plain(schema, (owner, field), depth)
    }

    /// Whether a value that goes with a name is of the kind that the schema wants; a word of a list is not.
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let choices = || schema["oneOf"].as_array().or(schema["anyOf"].as_array()).into_iter().flatten();
        if let Some(name) = named(schema) {
            return self.fits(&self.schemas[name], value);
        }
        if choices().any(|choice| self.fits(choice, value)) {
            return true;
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_i64() && is(schema, "integer") => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        is(schema, kind) && (value.is_null() || schema.get("enum").is_none())
    }

    fn plain(&self, schema: &Value, (owner, field): (&str, &str), depth: usize) -> Value {
        let is = |kind| is(schema, kind);
        let format = schema["format"].as_str().unwrap_or_default();
        if is("array") {
            let item = self.of(&schema["items"], (owner, field), depth + 1);
            return vec![item; schema["minItems"].as_u64().unwrap_or(1).max(1) as usize].into();
        }
        if is("string") {
            return match format {
                "date-time" => "2026-11-21T12:00:00.000Z",
                "date" => "2026-11-21",
                "email" => "rea@example.com",
                "uri" => "https://example.com/",
                _ => "text",
            }
            .into();
        }
        if is("integer") {
            return schema["minimum"].as_i64().unwrap_or_default().max(1).into();
        }
        if is("number") {
            return 12.5.into();
        }
        if is("boolean") {
            return true.into();
        }
        json!({})
    }
}

/// Whether a schema takes values of a JSON type.
fn is(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|it| it == kind))
}

/// The name of a body's schema; one that may be missing has it beside `null`.
fn body_name(schema: &Value) -> Option<&str> {
    named(schema).or_else(|| schema["oneOf"].as_array()?.iter().find_map(named))
}

/// The name of the schema that is referred to.
fn named(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_has_an_example_that_somebody_thought_of_or_that_names_explain() {
        let document: Value = serde_json::from_str(&super::super::document()).unwrap();
        let told: Value = serde_json::from_str(EXAMPLES).unwrap();
        let (mut missing, mut thought_of) = (Vec::new(), Vec::new());
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let body = &operation["requestBody"]["content"]["application/json"];
                let schema = body_name(&body["schema"]);
                thought_of.extend(schema.map(str::to_owned));
                if !body.is_null()
                    && schema.is_none_or(|name| told["bodies"].get(name) != Some(&body["example"]))
                {
                    missing.push(format!("{method} {path}: the body"));
                }
                for (status, answer) in operation["responses"].as_object().unwrap() {
                    let answer = &answer["content"]["application/json"];
                    if !answer.is_null() && status.starts_with('2') && answer["example"].is_null() {
                        missing.push(format!("{method} {path}: {status}"));
                    }
                    if status.starts_with('2') && says_nothing(&answer["example"]) {
                        missing.push(format!("{method} {path}: {status} is filled with `text`"));
                    }
                }
            }
        }
        assert_eq!(missing, Vec::<String>::new(), "say in examples.json what they look like");
        let idle: Vec<&String> =
            told["bodies"].as_object().unwrap().keys().filter(|name| !thought_of.contains(name)).collect();
        assert_eq!(idle, Vec::<&String>::new(), "bodies of no call");
    }

    fn says_nothing(example: &Value) -> bool {
        match example {
            Value::String(text) => text == "text",
            Value::Array(all) => all.iter().any(says_nothing),
            Value::Object(all) => all.values().any(says_nothing),
            _ => false,
        }
    }
}
