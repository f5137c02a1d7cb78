//! The fenced blocks of a page. Whatever a reader may copy is one, with the language that says how it is tried.

use std::{
    fs,
    path::{Path, PathBuf},
};

pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A fenced block as a reader copies it.
#[derive(Debug)]
pub struct Block {
    /// The line of the page on which its fence opens.
    pub line: usize,
    pub language: String,
    pub text: String,
}

impl Block {
    pub fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

pub fn at(path: &str) -> PathBuf {
    Path::new(ROOT).join(path)
}

#[track_caller]
pub fn read(path: &str) -> String {
    fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The Markdown files right in a folder of the sources, by their paths from its root.
pub fn pages_in(folder: &str) -> Vec<String> {
    let names = fs::read_dir(at(folder)).unwrap().map(|entry| entry.unwrap().file_name());
    let pages = names
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.rsplit_once('.').is_some_and(|(_, end)| end == "md"));
    let mut pages: Vec<String> = pages.map(|name| format!("{folder}/{name}")).collect();
    pages.sort();
    pages
}

/// Every page whose blocks are tried, those about errors apart: each of these has one answer and nothing to type.
pub fn pages() -> Vec<String> {
    let clients = ["python", "typescript"].map(|client| format!("clients/{client}/README.md"));
    let others = ["README.md", "docs/api-conventions.md"].map(str::to_owned);
    pages_in("docs/guide").into_iter().chain(clients).chain(others).collect()
}

/// The blocks of a page, in order. In a list they are indented as its text is.
#[track_caller]
pub fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    let mut is_after_blank = true;
    for (line, n) in text.lines().zip(1..) {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        match (&mut open, words.strip_prefix("```")) {
            (None, Some(language)) => {
                assert!(!language.is_empty(), "{page}:{n}: a block without a language is tried by nobody");
                open = Some((indent, Block { line: n, language: language.into(), text: String::new() }));
            }
            (Some(_), Some("")) => blocks.extend(open.take().map(|(_, block)| block)),
            (Some((indent, block)), _) => {
                block.text.push_str(line.get(*indent..).unwrap_or_default());
                block.text.push('\n');
            }
            (None, None) => {
                let is_code = is_after_blank && indent >= 4 && !words.is_empty();
                assert!(!is_code, "{page}:{n}: code without a fence is tried by nobody");
            }
        }
        is_after_blank = words.is_empty();
    }
    assert!(open.is_none(), "{page}: a block does not end");
    blocks
}

#[test]
fn code_is_found_wherever_it_stands() {
    let text = "# A\n\n```sh\na\n```\n\n1. b:\n\n   ```json\n   {\n     \"c\": 1 }\n   ```\n";
    let found = blocks_of("a page", text);
    let found: Vec<_> =
        found.iter().map(|block| (block.line, &*block.language, block.text.as_str())).collect();
    assert_eq!(found, [(3, "sh", "a\n"), (9, "json", "{\n  \"c\": 1 }\n")]);
    for hidden in ["a\n\n    code\n", "```\ncode\n```\n", "```sh\ncode\n"] {
        let found = std::panic::catch_unwind(|| blocks_of("a page", hidden));
        assert!(found.is_err(), "{hidden}");
    }
}
