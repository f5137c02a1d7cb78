//! One page is one installation: its blocks are tried on it from the top to the bottom, as a reader would.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde_json::Value;

use super::{
    answers,
    blocks::{self, Block},
    elsewhere, formats, presupposed, programs, proxies,
    receiver::Receiver,
    shell::{self, Shell},
};
use crate::harness::{Api, Home, Server};

/// What a page's blocks are tried on.
pub struct Page {
    pub name: String,
    pub home: Home,
    pub api: Api,
    pub server: Option<Server>,
    pub shell: Shell,
    /// What stands in a block and is another thing here.
    pub words: Vec<(&'static str, String)>,
    /// What the last command line of the shell was answered.
    pub calls: Vec<shell::Call>,
    /// More servers that a block started.
    pub nodes: Vec<Server>,
    pub receiver: Option<Receiver>,
    /// Of a webhook that a block made.
    pub secret: Option<String>,
}

impl Page {
    pub fn folder(&self) -> &Path {
        self.home.folder.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// The block as it is run here.
    pub fn fill(&self, text: &str) -> String {
        self.words.iter().fold(text.to_owned(), |text, (word, meant)| text.replace(word, meant))
    }

    /// Starts the page's own server; a page may stop it to start another.
    pub fn serve(&mut self) {
        let server = self.home.serve();
        self.api.url.clone_from(&server.url);
        self.words.retain(|(word, _)| !word.starts_with("https://news.example."));
        for word in ["https://news.example.com", "https://news.example.org"] {
            self.words.push((word, server.url.clone()));
        }
        self.server = Some(server);
    }

    /// A word of the page that means something else here.
    pub fn say(&mut self, word: &'static str, meant: impl Into<String>) {
        self.words.push((word, meant.into()));
    }

    pub fn url(&self) -> &str {
        &self.api.url
    }
}

/// Tries every block of a page; each is run or named among those that cannot be.
pub async fn walk(name: &str) {
    let Some(shell) = Shell::new() else {
        return peers::not_run("letterpress/the guide's commands", "curl is not installed");
    };
    let text = blocks::read(name);
    let blocks = blocks::blocks_of(name, &text);
    let mut page = presupposed::installation(name, shell).await;
    let mut elsewhere = elsewhere::of(name);
    for (n, block) in blocks.iter().enumerate() {
        let place = format!("{name}:{}", block.line);
        if let Some(found) = elsewhere.iter().position(|first| *first == block.first_line()) {
            elsewhere.remove(found);
            continue;
        }
        presupposed::before(&mut page, block).await;
        let answer = blocks.get(n + 1).filter(|next| next.language == "json");
        try_block(&mut page, block, answer, &place).await;
    }
    assert!(
        elsewhere.is_empty(),
        "{name} no longer has {elsewhere:?}, which are said to run elsewhere alone"
    );
    for server in page.nodes.drain(..).chain(page.server.take()) {
        assert_eq!(server.terminate().0, Some(0), "{name}: it did not stop as it should");
    }
    presupposed::after(&page).await;
}

async fn try_block(page: &mut Page, block: &Block, answer: Option<&Block>, place: &str) {
    match block.language.as_str() {
        "sh" => shell::run(page, block, answer, place),
        "json" if formats::is_for_others(block) => formats::json(page, block, place).await,
        "json" => answers::compare(page, block, place),
        "toml" | "ini" => formats::settings(page, block, place),
        "yaml" => formats::scrape(page, block, place).await,
        "sql" => formats::sql(page, block).await,
        "http" => formats::post(page, block, place),
        "html" => formats::html(page, block, place).await,
        "caddy" | "nginx" => proxies::walk(block, place).await,
        "python" => programs::python(page, block, place),
        "ts" => programs::typescript(page, block, place),
        other => panic!("{place}: nobody tries {other}"),
    }
}

/// Starts a server that is told by `command` and stops it as an operator does: what it was told was understood.
pub fn starts_and_stops(page: &Page, mut command: std::process::Command, place: &str) {
    let log = fs::File::create(page.home.log()).unwrap();
    command.stdin(Stdio::null());
    let server = page.home.begin(command, log.into());
    assert_eq!(server.terminate().0, Some(0), "{place}");
}

/// What a call that must be JSON answered.
#[track_caller]
pub fn parsed(text: &str, place: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{place} is no JSON: {error}: {text}"))
}
