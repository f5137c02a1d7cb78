//! Programs in other languages, by the clients that come with a release.

use std::{fs, process::Command};

use super::{
    blocks::{Block, at},
    formats::output,
    page::Page,
};

/// What a page's programs presuppose: what stands before a block, what is done with it afterwards, and what it prints.
fn around(page: &Page, block: &Block) -> (&'static str, &'static str, &'static str) {
    let has = |words: &str| block.text.contains(words);
    match page.name.as_str() {
        "docs/guide/api.md" if block.language == "python" => ("", "", "bo@example.com\n"),
        "docs/guide/webhooks.md" => ("", WEBHOOK_PY, ""),
        "clients/python/README.md" if has("import os") => ("", "", "sent to 2 of 2\n"),
        "clients/python/README.md" if has("verify_webhook") => {
            (FLASK, FLASK_POSTS, "42 https://example.com/\n")
        }
        "clients/python/README.md" if has("ApiError") => (CLIENT_PY, "", "422 invalid_fields "),
        "clients/python/README.md" if has("page.total") => (CLIENT_PY, "", "\n1 of 1 None\n"),
        "clients/python/README.md" => (CLIENT_PY, "", ""),
        "clients/typescript/README.md" if has("verifyWebhook") => (EXPRESS, EXPRESS_POSTS, "test 42 {}\n"),
        "clients/typescript/README.md" if has("LetterpressError") => (CLIENT_TS, "", "422 "),
        "clients/typescript/README.md" if has("createClient") => ("", "", ""),
        "clients/typescript/README.md" => (CLIENT_TS, "", ""),
        _ => ("", "", ""),
    }
}

/// The request that was posted is ours, and an altered one is not.
const WEBHOOK_PY: &str = r#"
import json, os
headers = json.load(open("headers.json"))
body = open("body", "rb").read()
assert is_ours(os.environ["SECRET"], headers, body)
assert not is_ours(os.environ["SECRET"], headers, body + b" ")
"#;

const CLIENT_PY: &str = r#"
import base64, csv, os, types
from letterpress_client import Client
client = Client(os.environ["BASE"], os.environ["LETTERPRESS_API_KEY"])
order = types.SimpleNamespace(id=4711, email="cleo@example.com")
draft = {}
open("subscribers.csv", "w").write("Adresse\ndora@example.com\n")
data = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
"#;

const FLASK: &str = r#"
import os
from flask import Flask, abort, request
app = Flask(__name__)
os.environ["LETTERPRESS_WEBHOOK_SECRET"] = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
"#;

/// Signed as Standard Webhooks say, not as the client checks it.
const FLASK_POSTS: &str = r#"
import base64, hashlib, hmac, json, time
key = base64.b64decode(os.environ["LETTERPRESS_WEBHOOK_SECRET"].removeprefix("whsec_"))
data = {"newsletter_id": 1, "campaign_id": 1, "subscriber": {"id": 1, "email": "a@example.com"}, "link": "https://example.com/", "at": "2026-11-21T12:00:00.000Z"}
body = json.dumps({"type": "email.clicked", "timestamp": "2026-11-21T12:00:00.000Z", "sequence": 42, "data": data})
now = str(int(time.time()))
tag = base64.b64encode(hmac.new(key, f"evt_1.{now}.{body}".encode(), hashlib.sha256).digest()).decode()
headers = {"webhook-id": "evt_1", "webhook-timestamp": now, "webhook-signature": "v1," + tag}
post = app.test_client().post
assert post("/letterpress", data=body, headers=headers).status_code == 204
assert post("/letterpress", data=body + " ", headers=headers).status_code == 400
"#;

const CLIENT_TS: &str = r#"
import { createClient } from "@letterpress/client";
const letterpress = createClient({ baseUrl: process.env.BASE!, apiKey: process.env.LETTERPRESS_API_KEY });
const order = { id: 4711, email: "cleo@example.com" };
const path = "/api/newsletters/{newsletter_id}/subscribers";
console.error = console.log;
const draft = { name: "Letters", from_name: "Ada", from_prefix: "no prefix" };
"#;

/// Express, as far as the page uses it.
const EXPRESS: &str = r#"
type Request = { body: string; headers: Record<string, string> };
type Response = { sendStatus(status: number): void };
type Handler = (request: Request, response: Response) => Promise<void>;
let handler: Handler = async () => {};
const app = { post: (_path: string, _parser: unknown, given: Handler) => { handler = given; } };
const express = { text: (options: { type: string }) => options };
process.env.LETTERPRESS_WEBHOOK_SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
"#;

const EXPRESS_POSTS: &str = r#"
import { createHmac } from "node:crypto";
const key = Buffer.from(process.env.LETTERPRESS_WEBHOOK_SECRET!.replace("whsec_", ""), "base64");
const body = JSON.stringify({ type: "test", timestamp: "2026-11-21T12:00:00.000Z", sequence: 42, data: {} });
const now = String(Math.floor(Date.now() / 1000));
const tag = createHmac("sha256", key).update(`evt_1.${now}.${body}`).digest("base64");
const headers = { "webhook-id": "evt_1", "webhook-timestamp": now, "webhook-signature": `v1,${tag}` };
const answers: number[] = [];
const response = { sendStatus: (status: number) => { answers.push(status); } };
await handler({ body, headers }, response);
await handler({ body: `${body} `, headers }, response);
if (answers.join() !== "204,400") throw new Error(answers.join());
"#;

fn program(page: &Page, block: &Block) -> String {
    let (before, after, _) = around(page, block);
    format!("{before}\n{}\n{after}", page.fill(&block.text))
}

fn has_printed(page: &Page, block: &Block, printed: &str, place: &str) {
    let (.., wanted) = around(page, block);
    assert!(printed.contains(wanted), "{place}: {printed}");
}

/// What every program is told.
fn tell<'a>(page: &Page, command: &'a mut Command) -> &'a mut Command {
    let key = &page.api.token;
    command
        .current_dir(page.folder())
        .env("BASE", page.url())
        .env("KEY", key)
        .env("LETTERPRESS_API_KEY", key);
    command.env("SECRET", page.secret.as_deref().unwrap_or_default()).env("no_proxy", "127.0.0.1")
}

pub fn python(page: &Page, block: &Block, place: &str) {
    let Some(mut python) = peers::python("python") else {
        return peers::not_run("letterpress/the guide's Python", "Python was not brought");
    };
    python
        .args(["-W", "error", "-"])
        .env("PYTHONPATH", at("clients/python/src"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let printed = output(tell(page, &mut python), &program(page, block));
    has_printed(page, block, &printed, place);
}

/// Types are checked as strictly as they can be; then it runs.
pub fn typescript(page: &Page, block: &Block, place: &str) {
    let modules = at("web/node_modules");
    let tsc = |arguments: &[&str]| {
        let mut tsc = Command::new(modules.join(".bin/tsc"));
        tsc.args([
            "--strict",
            "--target",
            "es2022",
            "--module",
            "nodenext",
            "--lib",
            "es2022,dom,dom.iterable",
        ]);
        tsc.arg("--typeRoots").arg(modules.join("@types")).args(["--types", "node"]).args(arguments);
        output(tsc.current_dir(page.folder()), "");
    };
    let client = page.file("node_modules/@letterpress/client");
    if !client.exists() {
        // What lies among modules is not compiled.
        let source = page.file("client");
        fs::create_dir(&source).unwrap();
        fs::create_dir_all(&client).unwrap();
        for file in ["client.ts", "index.ts", "problem.ts", "types.ts", "webhook.ts"] {
            fs::copy(at(&format!("clients/typescript/src/{file}")), source.join(file)).unwrap();
        }
        fs::copy(at("web/src/api/schema.gen.ts"), source.join("schema.gen.ts")).unwrap();
        fs::copy(at("clients/typescript/package.json"), client.join("package.json")).unwrap();
        fs::write(page.file("package.json"), r#"{ "type": "module" }"#).unwrap();
        let (index, to) = (source.join("index.ts"), client.join("dist"));
        tsc(&[
            "--declaration",
            "--rootDir",
            source.to_str().unwrap(),
            "--outDir",
            to.to_str().unwrap(),
            index.to_str().unwrap(),
        ]);
    }
    let file = format!("line-{}", block.line);
    fs::write(page.file(&format!("{file}.ts")), format!("export {{}};\n{}", program(page, block))).unwrap();
    tsc(&[&format!("{file}.ts")]);
    let printed = output(tell(page, Command::new("node").arg(format!("{file}.js"))), "");
    has_printed(page, block, &printed, place);
}
