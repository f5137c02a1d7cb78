//! `letterpress call`: every call of the API by the name that the document gives it, its values checked by the document.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::{
    api::{self, Api, Body, Failure, Field, encoded},
    campaigns::text_of,
    show::{self, Out},
};

#[derive(Args)]
pub struct Call {
    /// The call's name, as in `letterpress openapi`; without it all calls are listed
    name: Option<String>,
    /// What it takes. NAME=@FILE reads a file, NAME:=JSON gives any JSON, such as null; what is no text is JSON anyway
    #[arg(value_name = "NAME=VALUE")]
    values: Vec<String>,
    /// File with the whole body as JSON; `-` is standard input
    #[arg(long, value_name = "FILE")]
    body: Option<PathBuf>,
}

impl Call {
    pub fn is_list(&self) -> bool {
        self.name.is_none()
    }
}

/// The OpenAPI document.
pub struct Document(Value);

struct Operation<'a> {
    method: Method,
    path: &'a str,
    said: &'a Value,
}

/// Where a value goes.
enum Place {
    Path,
    Query,
    Header,
    Body,
    Form,
}

impl Document {
    /// The text is the program's own.
    pub fn read(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap_or_default())
    }

    fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        let paths = self.0["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, calls)| {
            let calls = calls.as_object().into_iter().flatten();
            calls.filter_map(move |(method, said)| {
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).ok()?;
                said.get("operationId")?;
                Some(Operation { method, path, said })
            })
        })
    }

    /// Those that an API key may make.
    pub fn list(&self, out: &Out) -> Result<(), Failure> {
        let is_open = |operation: &Operation<'_>| {
            let ways = operation.said["security"].as_array();
            ways.is_none_or(|ways| ways.iter().any(|way| way.get("session").is_none()))
        };
        for operation in self.operations().filter(is_open) {
            let name = show::text(&operation.said["operationId"]);
            let takes = self.takes(&operation);
            let summary = operation.said["summary"].as_str().unwrap_or_default();
            show::line(&if out.json {
                let (method, path) = (operation.method.as_str(), operation.path);
                json!({ "name": name, "method": method, "path": path, "summary": summary, "takes": takes })
                    .to_string()
            } else {
                format!("{name:32}{summary}")
            })?;
        }
        Ok(())
    }

    /// A schema, followed to where it is written, and past the null that it may also be.
    fn schema<'a>(&'a self, mut schema: &'a Value) -> &'a Value {
        loop {
            if let Some(name) = schema["$ref"].as_str() {
                schema = self.0.pointer(name.trim_start_matches('#')).unwrap_or(&Value::Null);
            } else if let Some(one) =
                schema["oneOf"].as_array().filter(|all| all.len() == 2 && all[1]["type"] == "null")
            {
                schema = &one[0];
            } else {
                return schema;
            }
        }
    }

    fn body<'a>(&'a self, operation: &'a Operation<'_>) -> Option<(bool, &'a Value)> {
        let content = operation.said["requestBody"]["content"].as_object()?;
        let (kind, said) = content.iter().next()?;
        Some((kind.starts_with("multipart/"), self.schema(&said["schema"])))
    }

    /// The names that a call takes; those that it must have are marked.
    fn takes(&self, operation: &Operation<'_>) -> Vec<String> {
        let mark = |name: &str, is_needed: bool| {
            if is_needed { format!("{name} (needed)") } else { name.to_owned() }
        };
        let mut takes = Vec::new();
        for parameter in operation.said["parameters"].as_array().into_iter().flatten() {
            takes.push(mark(&show::text(&parameter["name"]), parameter["required"] == true));
        }
        if let Some((_, schema)) = self.body(operation) {
            let needed = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
            let names = schema["properties"].as_object().into_iter().flatten();
            takes.extend(names.map(|(name, _)| mark(name, needed.iter().any(|needed| needed == name))));
        }
        takes
    }

    /// Where a value goes, and what it may be.
    fn place<'a>(&'a self, operation: &'a Operation<'_>, name: &str) -> Option<(Place, &'a Value)> {
        let mut parameters = operation.said["parameters"].as_array().into_iter().flatten();
        if let Some(parameter) = parameters.find(|parameter| parameter["name"] == name) {
            let place = match parameter["in"].as_str()? {
                "path" => Place::Path,
                "header" => Place::Header,
                _ => Place::Query,
            };
            return Some((place, self.schema(&parameter["schema"])));
        }
        let (is_form, schema) = self.body(operation)?;
        let schema = self.schema(schema["properties"].get(name)?);
        Some((if is_form { Place::Form } else { Place::Body }, schema))
    }

    /// The call that was meant.
    pub fn understand(&self, call: Call) -> Result<Asked, Failure> {
        let name = call.name.unwrap_or_default();
        let operation = self.operations().find(|operation| operation.said["operationId"] == name.as_str());
        let operation = operation.ok_or_else(|| {
            let name = show::clean(&name);
            Failure::Usage(format!("there is no call \"{name}\"; `letterpress call` lists them"))
        })?;
        let refuse = |why: String| {
            Failure::Usage(format!("{why}; {name} takes {}", self.takes(&operation).join(", ")))
        };
        let (mut path, mut query) = (operation.path.to_owned(), Vec::new());
        let (mut headers, mut fields, mut form) = (Vec::new(), Map::new(), Vec::new());
        let mut seen = BTreeSet::new();
        for pair in &call.values {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| refuse(format!("\"{}\" is not NAME=VALUE", show::clean(pair))))?;
            let (key, is_json) = key.strip_suffix(':').map_or((key, false), |key| (key, true));
            let (place, schema) = self
                .place(&operation, key)
                .ok_or_else(|| refuse(format!("\"{}\" is none of its values", show::clean(key))))?;
            if !seen.insert(key) {
                return Err(refuse(format!("{key} is given twice")));
            }
            match place {
                Place::Path => {
                    let part = part(key, &given(value)?, schema)?;
                    path = path.replace(&format!("{{{key}}}"), &part);
                }
                Place::Query => query.push(format!("{key}={}", encoded(&given(value)?))),
                Place::Header => headers.push((key.to_owned(), given(value)?)),
                Place::Body => {
                    let schema = if is_json { &Value::Null } else { schema };
                    fields.insert(key.to_owned(), typed(key, &given(value)?, schema)?);
                }
                Place::Form => form.push((
                    key.to_owned(),
                    match value.strip_prefix('@') {
                        Some(file) if !file.starts_with('@') => Field::File(file.into()),
                        _ => Field::Text(given(value)?),
                    },
                )),
            }
        }
        if path.contains('{') {
            return Err(refuse("a part of its path is missing".to_owned()));
        }
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        let body = match call.body {
            Some(_) if self.body(&operation).is_none_or(|(is_form, _)| is_form) => {
                return Err(refuse("it takes no body as a whole".to_owned()));
            }
            Some(_) if !fields.is_empty() || !form.is_empty() => {
                return Err(refuse("give the body as a whole, or value by value".to_owned()));
            }
            Some(file) => Body::Json(
                serde_json::from_str(&text_of(&file)?)
                    .map_err(|error| Failure::Usage(format!("{}: not JSON: {error}", file.display())))?,
            ),
            None if !form.is_empty() => Body::Form(form),
            None if self.body(&operation).is_some() => Body::Json(Value::Object(fields)),
            None => Body::None,
        };
        Ok(Asked(api::Call { method: operation.method.clone(), path, headers, body }))
    }
}

/// A value of the command line, or of the file that it names: `@FILE`, and `@@` for a text that begins so itself.
fn given(value: &str) -> Result<String, Failure> {
    match value.strip_prefix('@') {
        Some(rest) if rest.starts_with('@') => Ok(rest.to_owned()),
        Some(file) => text_of(Path::new(file)),
        None => Ok(value.to_owned()),
    }
}

/// A part of a path. What would lead to another place is refused: an empty one comes of a variable that is not set.
fn part(key: &str, value: &str, schema: &Value) -> Result<String, Failure> {
    let is_number = schema["type"] == "integer";
    if matches!(value, "" | "." | "..") || (is_number && value.parse::<i64>().is_err()) {
        let wanted = if is_number { "; it is a number" } else { "" };
        return Err(Failure::Usage(format!("{key}: \"{}\" is not accepted{wanted}", show::clean(value))));
    }
    Ok(encoded(value))
}

/// A text as it is where a text is wanted, JSON elsewhere.
pub fn typed(key: &str, value: &str, schema: &Value) -> Result<Value, Failure> {
    let kind = &schema["type"];
    let is_text =
        kind == "string" || kind.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "string"));
    if is_text {
        return Ok(Value::String(value.to_owned()));
    }
    serde_json::from_str(value).map_err(|_| {
        let value = show::clean(value);
        Failure::Usage(format!("{key}: \"{value}\" is not accepted; write it as JSON"))
    })
}

/// A call that is ready to be made.
pub struct Asked(api::Call);

impl Asked {
    /// Prints what it answers as it comes.
    pub async fn make(&self, api: &Api) -> Result<ExitCode, Failure> {
        let answer = api.stream(&self.0).await?;
        if answer.status().is_success() {
            show::pour(api, answer).await?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
