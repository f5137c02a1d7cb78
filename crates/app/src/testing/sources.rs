//! The product's sources as the tests of the house read them: what is built without tests, token by token, from
//! `lib.rs` along its `mod` lines.

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path from the root of the crate: `["campaigns", "store", "Row"]`.
pub type Names = Vec<String>;

/// One file of the product.
pub struct Source {
    /// Below `src`.
    pub path: String,
    /// Its text, without its tests.
    pub code: String,
    /// What it names of this crate, with its `use` lines written out.
    pub named: Vec<Names>,
    /// Its string literals as they are written.
    pub texts: Vec<String>,
    /// Whether it names the whole `App`.
    pub takes_app: bool,
    module: Names,
    /// What its `use` lines call what.
    aliases: BTreeMap<String, Names>,
}

impl Source {
    /// The room it belongs to; nothing for `lib.rs`.
    pub fn room(&self) -> &str {
        self.module.first().map_or("", String::as_str)
    }

    /// The part of its room: `http`, `store`, `model` or something else.
    pub fn part(&self) -> &str {
        self.module.get(1).map_or("", String::as_str)
    }
}

/// The product's files.
pub struct Sources {
    files: Vec<Source>,
    by_module: BTreeMap<Names, usize>,
}

/// This crate, read once.
pub static SOURCES: LazyLock<Sources> = LazyLock::new(Sources::read);

impl Sources {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut found = Vec::new();
        let mut open = vec![("lib.rs".to_owned(), Names::new())];
        while let Some((path, module)) = open.pop() {
            let text = fs::read_to_string(root.join(&path)).unwrap();
            let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{path}: {e}"));
            // Tests may reach into anything, and stand last.
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
            let mut reader = Reader::of(&module);
            reader.read(tokens);
            reader.write_out();
            let folder = path.strip_suffix("mod.rs").or(path.strip_suffix("lib.rs"));
            let folder = folder.map_or_else(|| format!("{}/", path.trim_end_matches(".rs")), str::to_owned);
            for child in reader.children {
                let file = format!("{folder}{child}.rs");
                let file = if root.join(&file).is_file() { file } else { format!("{folder}{child}/mod.rs") };
                open.push((file, [&module[..], &[child]].concat()));
            }
            found.push(Source {
                path,
                code,
                named: reader.named,
                texts: reader.texts,
                takes_app: reader.takes_app,
                module,
                aliases: reader.aliases,
            });
        }
        assert!(found.len() > 50, "the sources were not found");
        found.sort_by(|a, b| a.path.cmp(&b.path));
        let by_module = found.iter().enumerate().map(|(at, source)| (source.module.clone(), at)).collect();
        Self { files: found, by_module }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.files.iter()
    }

    /// The rooms of the crate.
    pub fn rooms(&self) -> Vec<&str> {
        let mut rooms: Vec<_> = self.iter().map(Source::room).filter(|room| !room.is_empty()).collect();
        rooms.dedup();
        rooms
    }

    /// The file that holds what a path leads to, through what is handed on by `pub use`.
    pub fn home(&self, path: &[String]) -> &Source {
        self.follow(path, 0)
    }

    fn follow(&self, path: &[String], depth: usize) -> &Source {
        let held = (0..=path.len()).rev().find_map(|n| Some((n, self.at(&path[..n])?)));
        let (n, source) = held.expect("the root is always there");
        let handed_on = path.get(n).and_then(|name| source.aliases.get(name));
        match handed_on {
            Some(target) if depth < 8 => self.follow(&[target, &path[n + 1..]].concat(), depth + 1),
            _ => source,
        }
    }

    fn at(&self, module: &[String]) -> Option<&Source> {
        self.by_module.get(module).map(|at| &self.files[*at])
    }
}

/// Walks the tokens of a file.
struct Reader {
    file: Names,
    /// Where it stands: the file's module, or one written inside it.
    here: Names,
    children: Vec<String>,
    aliases: BTreeMap<String, Names>,
    /// Paths as they are written: where, and which.
    written: Vec<(Names, Names)>,
    named: Vec<Names>,
    texts: Vec<String>,
    takes_app: bool,
}

impl Reader {
    fn of(module: &Names) -> Self {
        Self {
            file: module.clone(),
            here: module.clone(),
            children: Vec::new(),
            aliases: BTreeMap::new(),
            written: Vec::new(),
            named: Vec::new(),
            texts: Vec::new(),
            takes_app: false,
        }
    }

    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at += match &tokens[at] {
                TokenTree::Punct(mark) if mark.as_char() == '#' => self.attribute(&tokens[at..]),
                TokenTree::Ident(word) if word == "use" => self.import(&tokens[at..]),
                TokenTree::Ident(word) if word == "mod" => self.module(&tokens[at..]),
                TokenTree::Ident(_) => self.path(&tokens[at..], at > 0 && is(&tokens[at - 1], '.')),
                TokenTree::Group(group) => {
                    self.read(group.stream());
                    1
                }
                TokenTree::Literal(literal) => {
                    self.texts.push(literal.to_string());
                    1
                }
                TokenTree::Punct(_) => 1,
            };
        }
    }

    /// Docs say nothing of the build, and what is built for tests alone is passed over.
    fn attribute(&mut self, tokens: &[TokenTree]) -> usize {
        let start = if tokens.get(1).is_some_and(|t| is(t, '!')) { 2 } else { 1 };
        let Some(TokenTree::Group(group)) = tokens.get(start) else { return 1 };
        let text: String = group.stream().to_string().split_whitespace().collect();
        if text == "cfg(test)" || text == "cfg(any(test,feature=\"testing\"))" {
            return start + 1 + item(&tokens[start + 1..]);
        }
        if !text.starts_with("doc=") {
            self.read(group.stream());
        }
        start + 1
    }

    fn module(&mut self, tokens: &[TokenTree]) -> usize {
        let [_, TokenTree::Ident(name), rest, ..] = tokens else { return 1 };
        match rest {
            TokenTree::Group(body) => {
                self.here.push(name.to_string());
                self.read(body.stream());
                self.here.pop();
            }
            _ => self.children.push(name.to_string()),
        }
        3
    }

    fn import(&mut self, tokens: &[TokenTree]) -> usize {
        let Some(end) = tokens.iter().position(|token| is(token, ';')) else { return 1 };
        self.tree(&Names::new(), &tokens[1..end]);
        end + 1
    }

    /// One branch of a `use`, below `stem`.
    fn tree(&mut self, stem: &[String], tokens: &[TokenTree]) {
        let mut path = stem.to_vec();
        let mut alias = None;
        for token in tokens {
            match token {
                TokenTree::Ident(word) if word == "as" => alias = Some(String::new()),
                TokenTree::Ident(word) if alias.is_some() => alias = Some(word.to_string()),
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(branches) if branches.delimiter() == Delimiter::Brace => {
                    let branches: Vec<_> = branches.stream().into_iter().collect();
                    for branch in branches.split(|token| is(token, ',')) {
                        self.tree(&path, branch);
                    }
                    return;
                }
                _ => {}
            }
        }
        if path.last().is_some_and(|name| name == "self") && path.len() > 1 {
            path.pop();
        }
        self.takes_app |= path.last().is_some_and(|name| name == "App");
        if let (Some(target), Some(name)) = (self.absolute(&self.here, &path), path.last()) {
            self.aliases.insert(alias.unwrap_or_else(|| name.clone()), target.clone());
            self.named.push(target);
        }
    }

    fn path(&mut self, tokens: &[TokenTree], is_member: bool) -> usize {
        let mut path = Names::new();
        let mut at = 0;
        while let Some(TokenTree::Ident(word)) = tokens.get(at) {
            path.push(word.to_string());
            self.takes_app |= word == "App";
            at += 1;
            match tokens.get(at..at + 2) {
                Some([a, b]) if is(a, ':') && is(b, ':') => at += 2,
                _ => break,
            }
        }
        if !is_member {
            self.written.push((self.here.clone(), path));
        }
        at
    }

    /// Writes out the paths of the text by the file's own `use` lines, once all of these are known.
    fn write_out(&mut self) {
        for (here, path) in std::mem::take(&mut self.written) {
            let known = self.absolute(&here, &path).or_else(|| {
                let target = self.aliases.get(&path[0])?;
                Some([target, &path[1..]].concat())
            });
            self.named.extend(known);
        }
        self.named.sort();
        self.named.dedup();
    }

    /// From the root of the crate, where the path begins at a place of the crate.
    fn absolute(&self, here: &[String], path: &[String]) -> Option<Names> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let base = match path.first()?.as_str() {
            "crate" => Some((Names::new(), 1)),
            "self" => Some((here.to_vec(), 1)),
            "super" => Some((here[..here.len().checked_sub(ups)?].to_vec(), ups)),
            child if here == self.file && self.children.iter().any(|name| name == child) => {
                Some((here.to_vec(), 0))
            }
            _ => None,
        };
        base.map(|(base, taken)| [&base, &path[taken..]].concat())
    }
}

/// How many tokens the item takes that follows an attribute.
fn item(tokens: &[TokenTree]) -> usize {
    let mut is_value = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) => {
                is_value |= ["use", "const", "static", "type"].iter().any(|kind| word == kind)
                    && !tokens
                        .get(at + 1)
                        .is_some_and(|next| matches!(next, TokenTree::Ident(f) if f == "fn"));
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !is_value => return at + 1,
            TokenTree::Punct(mark) if mark.as_char() == ';' || mark.as_char() == ',' && !is_value => {
                return at + 1;
            }
            _ => {}
        }
    }
    tokens.len()
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}
