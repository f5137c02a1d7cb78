//! The release binary as a process, in a folder of its own, and calls to it.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, bail};
use reqwest::{Client, Method, Response, multipart};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Plan, machine, peers, running::Running};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    /// A server; each installation gets a database of its own on it.
    Postgres(String),
}

impl Engine {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }
}

const SECRET: &str = "5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a5e3a";

/// A folder and a database, and the server on them while it runs.
pub struct Site {
    program: PathBuf,
    folder: TempDir,
    variables: Vec<(&'static str, String)>,
    /// Where `psql` or `sqlite3` finds the data.
    pub database: String,
    on_one_core: bool,
    role: &'static str,
    process: Running,
    url: String,
    token: String,
    client: Client,
    pub newsletter: String,
}

impl Site {
    /// A new installation with an author and an empty newsletter, its server running.
    pub async fn new(plan: &Plan, engine: &Engine, smtp_port: Option<u16>) -> anyhow::Result<Self> {
        Self::with_role(plan, engine, smtp_port, "all").await
    }

    /// The same, of which only its workers send.
    pub async fn web(plan: &Plan, engine: &Engine, smtp_port: u16) -> anyhow::Result<Self> {
        Self::with_role(plan, engine, Some(smtp_port), "web").await
    }

    /// From the next start on, and all that it starts: on the first core.
    pub fn keep_on_one_core(&mut self) {
        self.on_one_core = true;
    }

    fn command(&self) -> Command {
        if self.on_one_core { machine::pinned(&self.program) } else { Command::new(&self.program) }
    }

    /// A node that sends, with this data folder.
    pub fn worker(&self, folder: &Path) -> anyhow::Result<Running> {
        let mut command = self.command();
        command.args(["serve", "--role", "worker"]).current_dir(folder);
        command.envs(self.variables.iter().map(|(key, value)| (*key, value.as_str())));
        command.env("LETTERPRESS_DATA_DIR", folder.join("data"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(folder.join("stderr.log"))?);
        Ok(Running::is(command.spawn()?))
    }

    async fn with_role(
        plan: &Plan,
        engine: &Engine,
        smtp_port: Option<u16>,
        role: &'static str,
    ) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut variables = vec![
            ("LETTERPRESS_DATA_DIR", folder.path().join("data").display().to_string()),
            ("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com".to_owned()),
            ("LETTERPRESS_PUBLIC_URL", "http://letterpress.example.com".to_owned()),
            ("LETTERPRESS_SIGN_UP", "open".to_owned()),
            // Nodes share it; otherwise it would lie in the data folder.
            ("LETTERPRESS_SECRET_KEY", SECRET.to_owned()),
            ("LETTERPRESS_RATE_LIMIT", "60000000".to_owned()),
            ("LETTERPRESS_SEND_CONCURRENCY", plan.connections.to_string()),
        ];
        if let Some(port) = smtp_port {
            variables.push(("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{port}?tls=none")));
        }
        let database = match engine {
            Engine::Sqlite => folder.path().join("letterpress.db").display().to_string(),
            Engine::Postgres(server) => new_database(server)?,
        };
        let url = if engine == &Engine::Sqlite { format!("sqlite:{database}") } else { database.clone() };
        variables.push(("LETTERPRESS_DATABASE_URL", url));
        let mut site = Self {
            program: plan.program("letterpress"),
            folder,
            variables,
            database,
            on_one_core: smtp_port.is_some() && role == "all",
            role,
            process: Running::default(),
            url: String::new(),
            token: String::new(),
            client: Client::new(),
            newsletter: String::new(),
        };
        site.start()?;
        site.furnish().await?;
        Ok(site)
    }

    async fn furnish(&mut self) -> anyhow::Result<()> {
        let author = json!({ "email": "author@example.com", "password": "correct horse battery", "name": "A. Author" });
        let session = self.post("/api/auth/sign-up", author).await?;
        self.token = text(&session, "access_token")?;
        // An access token is good for minutes only.
        let key = self.post("/api/api-keys", json!({ "name": "bench" })).await?;
        self.token = text(&key, "key")?;
        let newsletter = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
        let newsletter = self.post("/api/newsletters", newsletter).await?;
        self.newsletter = format!("/api/newsletters/{}", newsletter["id"]);
        Ok(())
    }

    /// Starts the server on a free port and waits until it listens.
    pub fn start(&mut self) -> anyhow::Result<()> {
        let log = self.folder.path().join("stderr.log");
        let mut process = self
            .command()
            .args(["serve", "--listen", "127.0.0.1:0", "--role", self.role])
            .current_dir(self.folder.path())
            .envs(self.variables.iter().map(|(key, value)| (*key, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?)
            .spawn()
            .with_context(|| format!("{} does not start", self.program.display()))?;
        let out = process.stdout.take().context("no standard output")?;
        self.process = Running::is(process);
        let told = BufReader::new(out)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.trim().strip_prefix("Listens").map(|at| at.trim().to_owned()));
        let Some(address) = told else {
            bail!("letterpress did not start: {}", std::fs::read_to_string(log)?)
        };
        self.url = format!("http://{address}");
        Ok(())
    }

    /// Waits until the server has nothing left to do: an import leaves the search's index to the background.
    pub async fn rest(&self) {
        machine::at_rest(|| machine::cpu(self.pid())).await;
    }

    /// So many connections to the mail server, from its next start on.
    pub fn connect(&mut self, connections: usize) {
        self.variables.push(("LETTERPRESS_SEND_CONCURRENCY", connections.to_string()));
    }

    /// Ends the server in good order; the data stays.
    pub fn stop(&mut self) -> anyhow::Result<()> {
        self.process.stop()
    }

    /// Ends the server as a power cut would, except that the system keeps what it was given to write.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.process.kill()
    }

    /// What the database answers, columns apart by `|`.
    pub fn sql(&self, engine: &Engine, sql: &str) -> anyhow::Result<String> {
        match engine {
            Engine::Sqlite => peers::sqlite3(&self.database, &[".timeout 20000", sql]),
            Engine::Postgres(_) => peers::query(&self.database, sql),
        }
    }

    /// Where it listens, without a scheme.
    pub fn address(&self) -> String {
        self.url.trim_start_matches("http://").to_owned()
    }

    /// An API key of the author, which may do everything.
    pub fn key(&self) -> &str {
        &self.token
    }

    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// CPU time of the server and of the database's processes.
    pub fn cpu(&self, engine: &Engine) -> f64 {
        let mut time = machine::cpu(self.pid());
        if matches!(engine, Engine::Postgres(_)) {
            let pids = peers::query(
                &self.database,
                "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
            );
            for pid in pids.unwrap_or_default().lines().filter_map(|line| line.trim().parse().ok()) {
                time += machine::cpu(pid);
            }
        }
        time.as_secs_f64()
    }

    /// One call that must succeed.
    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> anyhow::Result<Response> {
        let mut request = self.client.request(method, format!("{}{path}", self.url));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        checked(path, request.send().await?).await
    }

    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        Ok(self.call(Method::GET, path, None).await?.json().await?)
    }

    pub async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        Ok(self.call(Method::POST, path, Some(body)).await?.json().await?)
    }

    /// Imports a CSV file and answers when every row is in.
    pub async fn import(&self, csv: String) -> anyhow::Result<()> {
        let rows = csv.lines().count() - 1;
        let file = multipart::Part::text(csv).file_name("readers.csv");
        let path = format!("{}/subscribers/import", self.newsletter);
        let request = self.client.post(format!("{}{path}", self.url)).bearer_auth(&self.token);
        let answer = request.multipart(multipart::Form::new().part("file", file)).send().await?;
        let import: Value = checked(&path, answer).await?.json().await?;
        loop {
            let import = self.get(&format!("/api/imports/{}", import["id"])).await?;
            match import["status"].as_str() {
                Some("done") if import["created"] == rows => return Ok(()),
                Some("queued" | "running") => tokio::time::sleep(Duration::from_millis(10)).await,
                _ => bail!("the import went wrong: {import}"),
            }
        }
    }
}

pub async fn checked(path: &str, answer: Response) -> anyhow::Result<Response> {
    if answer.status().is_success() {
        return Ok(answer);
    }
    bail!("{path}: {} {}", answer.status(), answer.text().await?)
}

fn text(value: &Value, name: &str) -> anyhow::Result<String> {
    Ok(value[name].as_str().with_context(|| format!("no {name} in {value}"))?.to_owned())
}

/// Makes a database on the server and answers its URL.
pub fn new_database(server: &str) -> anyhow::Result<String> {
    #[expect(clippy::disallowed_methods, reason = "only to name something new")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let name = format!("bench_{now}");
    peers::query(server, &format!("CREATE DATABASE {name}"))?;
    let (base, _) = server.rsplit_once('/').context("no database in the URL")?;
    Ok(format!("{base}/{name}"))
}
