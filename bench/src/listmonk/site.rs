//! listmonk as a process on a database of its own, and calls to it.

use std::{
    fmt::Write as _,
    fs::{self, File},
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, bail};
use reqwest::{Client, Method, multipart};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::letter::Letter;
use crate::{
    machine, peers,
    running::Running,
    server::{checked, new_database},
};

const USER: &str = "bench";

/// Its settings that decide how fast it sends.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Workers, and connections to the mail server.
    pub concurrency: usize,
    /// Messages of a worker after which it rests for a second; the queue of rendered messages is twice as long for each.
    pub message_rate: usize,
    /// Readers that are fetched at once.
    pub batch_size: usize,
}

pub struct Listmonk {
    sources: PathBuf,
    folder: TempDir,
    database: String,
    port: u16,
    token: String,
    client: Client,
    /// Its server.
    pub process: Running,
    list: i64,
    template: i64,
}

impl Listmonk {
    /// A new installation with an empty list, its server running.
    pub async fn install(
        sources: PathBuf,
        postgres: &str,
        smtp_port: u16,
        setting: Setting,
    ) -> anyhow::Result<Self> {
        let (folder, database, port) = (tempfile::tempdir()?, new_database(postgres)?, peers::free_port()?);
        fs::write(folder.path().join("config.toml"), config(&database, port)?)?;
        let mut site = Self {
            sources,
            folder,
            database,
            port,
            token: String::new(),
            client: Client::new(),
            process: Running::default(),
            list: 0,
            template: 0,
        };
        let out = site
            .command(Command::new(site.program()))
            .args(["--install", "--yes"])
            .env("LISTMONK_ADMIN_USER", "operator")
            .env("LISTMONK_ADMIN_PASSWORD", "correct horse battery")
            .env("LISTMONK_ADMIN_API_USER", USER)
            .output()?;
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        let token = told.split_once("LISTMONK_ADMIN_API_TOKEN=\"").and_then(|(_, rest)| rest.split_once('"'));
        site.token = token.with_context(|| format!("listmonk printed no token: {told}"))?.0.to_owned();
        let smtp = json!([{ "enabled": true, "host": "127.0.0.1", "port": smtp_port, "auth_protocol": "none",
            "hello_hostname": "", "max_conns": setting.concurrency, "idle_timeout": "15s", "wait_timeout": "5s",
            "max_msg_retries": 2, "tls_type": "none", "email_headers": [], "from_addresses": [] }]);
        let uploads = site.folder.path().join("uploads");
        fs::create_dir(&uploads)?;
        site.set("smtp", &smtp)?;
        site.set("upload.filesystem.upload_path", &json!(uploads))?;
        site.set("app.check_updates", &json!(false))?;
        site.set("app.root_url", &json!("http://listmonk.example.com"))?;
        // As ours, which know who clicked.
        site.set("privacy.individual_tracking", &json!(true))?;
        site.tune(setting)?;
        site.start().await?;
        let list = json!({ "name": "Letters", "type": "private", "optin": "single" });
        site.list = number(&site.post("/api/lists", list).await?)?;
        let template = json!({ "name": "Bare", "type": "campaign", "body": "{{ template \"content\" . }}" });
        site.template = number(&site.post("/api/templates", template).await?)?;
        Ok(site)
    }

    fn program(&self) -> PathBuf {
        self.sources.join("listmonk")
    }

    fn command(&self, mut command: Command) -> Command {
        // What is not in the program it looks for where it runs.
        command.current_dir(&self.sources).arg("--config").arg(self.folder.path().join("config.toml"));
        command.stdin(Stdio::null());
        command
    }

    fn set(&self, key: &str, value: &Value) -> anyhow::Result<()> {
        let sql = format!("UPDATE settings SET value = '{value}' WHERE key = '{key}' RETURNING key");
        if peers::query(&self.database, &sql)? != key {
            bail!("listmonk has no setting {key}");
        }
        Ok(())
    }

    /// From its next start on.
    pub fn tune(&self, setting: Setting) -> anyhow::Result<()> {
        self.set("app.concurrency", &json!(setting.concurrency))?;
        self.set("app.message_rate", &json!(setting.message_rate))?;
        self.set("app.batch_size", &json!(setting.batch_size))?;
        let sql = format!(
            "UPDATE settings SET value = jsonb_set(value, '{{0,max_conns}}', '{}') WHERE key = 'smtp'",
            setting.concurrency
        );
        peers::query(&self.database, &sql).map(drop)
    }

    /// Starts the server on the first core and waits until it answers.
    pub async fn start(&mut self) -> anyhow::Result<()> {
        let log = File::create(self.folder.path().join("log"))?;
        let process =
            self.command(machine::pinned(&self.program())).stdout(log.try_clone()?).stderr(log).spawn()?;
        self.process = Running::is(process);
        // The kept connections are to the one before.
        self.client = Client::new();
        peers::listens(self.port, "listmonk")?;
        self.get("/api/health").await.map(drop)
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> anyhow::Result<Value> {
        let mut request = self
            .client
            .request(method, format!("http://127.0.0.1:{}{path}", self.port))
            .header("Authorization", format!("token {USER}:{}", self.token));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let mut answer: Value = checked(path, request.send().await?).await?.json().await?;
        Ok(answer["data"].take())
    }

    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.call(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        self.call(Method::POST, path, Some(body)).await
    }

    /// Imports a file of ours and answers when every row is in.
    pub async fn import(&self, csv: &str) -> anyhow::Result<()> {
        let mut rows = String::from("email,name\n");
        for line in csv.lines().skip(1) {
            // first,last
            let (email, name) = line.split_once(',').context("a row is short")?;
            let _ = writeln!(rows, "{email},{}", name.replacen(',', " ", 1));
        }
        let count = csv.lines().count() - 1;
        let how = json!({ "mode": "subscribe", "subscription_status": "confirmed", "delim": ",", "lists": [self.list],
            "overwrite": true });
        let form = multipart::Form::new()
            .text("params", how.to_string())
            .part("file", multipart::Part::text(rows).file_name("readers.csv"));
        let path = "/api/import/subscribers";
        let request = self
            .client
            .post(format!("http://127.0.0.1:{}{path}", self.port))
            .header("Authorization", format!("token {USER}:{}", self.token))
            .multipart(form);
        checked(path, request.send().await?).await?;
        loop {
            let import = self.get(path).await?;
            match import["status"].as_str() {
                Some("finished") if import["imported"] == count => return Ok(()),
                Some("importing") => tokio::time::sleep(Duration::from_millis(10)).await,
                _ => bail!("the import went wrong: {import}"),
            }
        }
    }

    /// The first page of the list, or of those that a search finds.
    pub fn page(&self, search: Option<&str>) -> String {
        let search = search.map(|word| format!("&search={word}")).unwrap_or_default();
        format!("/api/subscribers?list_id={}&per_page=100{search}", self.list)
    }

    /// Begins to send; answers the campaign's path.
    pub async fn begin(&self, letter: &Letter) -> anyhow::Result<String> {
        let draft = json!({ "name": "Letter", "subject": letter.subject, "lists": [self.list], "type": "regular",
            "from_email": "Ada <ada@news.example.com>", "content_type": "html", "messenger": "email",
            "template_id": self.template, "body": letter.html });
        let path = format!("/api/campaigns/{}", number(&self.post("/api/campaigns", draft).await?)?);
        self.call(Method::PUT, &format!("{path}/status"), Some(json!({ "status": "running" }))).await?;
        Ok(path)
    }

    /// Sends to every reader; answers messages per second, from its `started_at` on.
    pub async fn send(&self, letter: &Letter, readers: usize) -> anyhow::Result<f64> {
        let path = self.begin(letter).await?;
        loop {
            let campaign = self.get(&format!("{path}?no_body=true")).await?;
            match campaign["status"].as_str() {
                Some("running") => tokio::time::sleep(Duration::from_millis(200)).await,
                // It forgets those that are sent while it writes the number down.
                Some("finished") if campaign["sent"].as_f64() > Some(0.99 * readers as f64) => break,
                _ => bail!("listmonk's campaign went wrong: {campaign}"),
            }
        }
        let id = path.rsplit('/').next().unwrap_or_default();
        let sql =
            format!("SELECT EXTRACT(EPOCH FROM updated_at - started_at) FROM campaigns WHERE id = {id}");
        let seconds: f64 = peers::query(&self.database, &sql)?.parse()?;
        Ok(readers as f64 / seconds)
    }
}

fn number(entity: &Value) -> anyhow::Result<i64> {
    entity["id"].as_i64().with_context(|| format!("no id in {entity}"))
}

/// For a database `postgres://USER@HOST:PORT/NAME`.
fn config(database: &str, port: u16) -> anyhow::Result<String> {
    let parts = database.strip_prefix("postgres://").and_then(|rest| {
        let (login, rest) = rest.split_once('@')?;
        let (user, password) = login.split_once(':').unwrap_or((login, "none"));
        let (host, name) = rest.split_once('/')?;
        let (host, db_port) = host.split_once(':').unwrap_or((host, "5432"));
        Some((user, password, host, db_port, name))
    });
    let (user, password, host, db_port, name) = parts.context("listmonk cannot be given this database")?;
    Ok(format!(
        "[app]\naddress = \"127.0.0.1:{port}\"\n[db]\nhost = \"{host}\"\nport = {db_port}\nuser = \"{user}\"\n\
         password = \"{password}\"\ndatabase = \"{name}\"\nssl_mode = \"disable\"\nmax_open = 25\nmax_idle = 25\n\
         max_lifetime = \"300s\"\nparams = \"\"\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_is_told_in_parts() {
        let told = config("postgres://ada:secret@db.example.com:6000/letters", 9000).unwrap();
        for line in [
            "address = \"127.0.0.1:9000\"",
            "host = \"db.example.com\"",
            "port = 6000",
            "user = \"ada\"",
            "password = \"secret\"",
            "database = \"letters\"",
        ] {
            assert!(told.lines().any(|told| told == line), "{line} in {told}");
        }
        assert!(config("sqlite:letters.db", 9000).is_err());
    }
}
