//! Clients made from the document do the main job.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::json;

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
    fs::write(&document, api.text("/api/openapi.json").await).unwrap();
    fs::write(&config, format!("{CONFIG}post_hooks: []\n")).unwrap();
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
    fs::write(folder.join("package.json"), r#"{ "type": "module" }"#).unwrap();
    npm(&["install", "--offline", "--no-audit", "--no-fund", package.trim()], folder);
    let job = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/clients/job.ts");
    fs::copy(job, folder.join("job.ts")).unwrap();
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

/// A script of this folder.
fn script(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/clients")).join(name)
}

fn python_client() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../clients/python"))
}

/// Python with what the client is packed and its types are checked by.
fn python(arguments: &[&str]) -> Option<Command> {
    let mut python = peers::python("python")?;
    peers::python("mypy")?;
    python.env("PYTHONDONTWRITEBYTECODE", "1").args(arguments);
    Some(python)
}

/// As a program of somebody else takes it: packed, installed beside it without a network, its types checked. The example that
/// its page begins with runs as it stands there.
#[tokio::test]
async fn a_packed_python_client_sends_a_campaign() {
    let (Some(mut pack), Some(mut pack_again), Some(mut venv), Some(mut mypy)) =
        (python(&[]), python(&[]), python(&["-m", "venv"]), python(&["-m", "mypy", "--strict"]))
    else {
        return peers::not_run("the packed Python client", "flit_core and mypy were not brought");
    };
    let home = Home::new();
    let server = home.serve();
    let _author = Api::sign_up(&server).await;
    let folder = home.folder.path();
    let (packed, again, installed) = (folder.join("packed"), folder.join("again"), folder.join("installed"));
    let told = run(pack.arg(python_client().join("tools/pack.py")).arg(&packed));
    run(pack_again.arg(python_client().join("tools/pack.py")).arg(&again));
    for name in told.lines() {
        assert!(
            fs::read(packed.join(name)).unwrap() == fs::read(again.join(name)).unwrap(),
            "{name} differs"
        );
    }
    let wheel =
        told.lines().find(|name| Path::new(name).extension().is_some_and(|end| end == "whl")).unwrap();
    run(venv.arg(&installed));
    let bin = installed.join("bin");
    run(Command::new(bin.join("pip")).args(["install", "--no-index"]).arg(packed.join(wheel)));

    let readme = fs::read_to_string(python_client().join("README.md")).unwrap();
    let example = readme.split("```").nth(1).unwrap().strip_prefix("python\n").unwrap();
    let first = folder.join("first.py");
    fs::write(&first, example.replace("https://news.example.org", &server.url)).unwrap();
    let types =
        mypy.arg("--cache-dir").arg(folder.join("types")).arg("--python-executable").arg(bin.join("python"));
    run(types.arg(&first).arg(script("packed.py")));
    let key = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "t"], "");
    let program = |file: &Path| {
        let mut command = Command::new(bin.join("python"));
        command.args(["-W", "error"]).arg(file).env("LETTERPRESS_API_KEY", key.trim());
        command.env("no_proxy", "127.0.0.1");
        command
    };
    let told = run(&mut program(&first));
    assert!(told.contains("'intended': 2") && told.contains("'sent': 2"), "{told}");
    let told = run(program(&script("packed.py")).arg(&server.url).arg(key.trim()));
    assert_eq!(told.trim(), "sent to 2");
}

/// It has tests of its own, against a server that behaves badly, and is what the document makes of it.
#[test]
fn the_python_client_passes_its_own_tests() {
    let (Some(mut tests), Some(mut mypy)) = (
        python(&["-W", "error", "-m", "unittest", "discover", "-t", ".", "-s", "tests"]),
        python(&["-m", "mypy", "--cache-dir", "/dev/null"]),
    ) else {
        return peers::not_run("the Python client's tests", "flit_core and mypy were not brought");
    };
    run(tests.current_dir(python_client()).env("PYTHONPATH", "src"));
    run(mypy.current_dir(python_client()));
}

#[tokio::test]
async fn a_language_model_reads_and_drafts() {
    let Some(mut python) = peers::python("python") else {
        return peers::not_run("the client of the Model Context Protocol", "it was not brought");
    };
    let home = Home::new();
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    let body = json!({ "name": "Slow Web", "from_name": "Ada", "from_prefix": "ada" });
    api.post("/api/newsletters", body).await;
    let key = api.post("/api/api-keys", json!({ "name": "m", "scopes": ["read", "campaigns:write"] })).await;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/clients/model.py");
    let told = run(python.arg(script).arg(&server.url).arg(key["key"].as_str().unwrap()));
    assert_eq!(told.trim(), "draft June");
}
