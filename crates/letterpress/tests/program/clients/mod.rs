//! Clients made from the document do the main job.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::harness::{Api, Home};

/// What answers no JSON is a download, which the generator takes as bytes.
const CONFIG: &str =
    "content_type_overrides:\n  application/zip: application/octet-stream\n  message/rfc822: text/plain\n";

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let told =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{told}");
    told
}

#[tokio::test]
async fn a_python_client_made_from_the_document_sends_a_campaign() {
    let (Some(mut generator), Some(mut python)) =
        (peers::python("openapi-python-client"), peers::python("python"))
    else {
        return peers::not_run("a generated Python client", "openapi-python-client was not brought");
    };
    let home = Home::new();
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    let folder = home.folder.path();
    let (document, config) = (folder.join("openapi.json"), folder.join("config.yaml"));
    std::fs::write(&document, api.text("/api/openapi.json").await).unwrap();
    std::fs::write(&config, format!("{CONFIG}post_hooks: []\n")).unwrap();
    let told = run(generator
        .arg("generate")
        .arg("--fail-on-warning")
        .arg("--meta=none")
        .arg("--path")
        .arg(&document)
        .arg("--config")
        .arg(&config)
        .arg("--output-path")
        .arg(folder.join("letterpress_client")));
    assert!(!told.contains("WARNING"), "{told}");
    let key = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "t"], "");
    let job = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/clients/job.py");
    let told = run(python.arg(job).arg(&server.url).arg(key.trim()).env("PYTHONPATH", folder));
    assert_eq!(told.trim(), "sent to 2");
}

/// As a program of somebody else takes it: packed, installed beside it, its types checked.
#[tokio::test]
async fn the_packed_typescript_client_sends_a_campaign() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let home = Home::new();
    let server = home.serve();
    let _author = Api::sign_up(&server).await;
    let folder = home.folder.path();
    let npm = |arguments: &[&str], at: &Path| {
        run(Command::new("npm").arg("--silent").args(arguments).current_dir(at))
    };
    let package =
        npm(&["pack", "--pack-destination", folder.to_str().unwrap()], &root.join("clients/typescript"));
    std::fs::write(folder.join("package.json"), r#"{ "type": "module" }"#).unwrap();
    npm(&["install", "--offline", "--no-audit", "--no-fund", package.trim()], folder);
    let job = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/clients/job.ts");
    std::fs::copy(job, folder.join("job.ts")).unwrap();
    let modules = root.join("web/node_modules");
    run(Command::new(modules.join(".bin/tsc"))
        .args(["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"])
        .arg("--typeRoots")
        .arg(modules.join("@types"))
        .args(["--types", "node", "job.ts"])
        .current_dir(folder));
    let key = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "t"], "");
    let told = run(Command::new("node").args(["job.js", &server.url, key.trim()]).current_dir(folder));
    assert_eq!(told.trim(), "sent to 2");
}
