//! The binary and the mail server as processes of their own, in folders of their own, on free ports.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_letterpress");
/// For what has no bound of its own: generous, so that a slow machine only takes longer.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// One installation: a folder, and what its processes are told.
pub struct Home {
    pub folder: TempDir,
    pub variables: Vec<(&'static str, String)>,
}

impl Home {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), variables: Vec::new() }
    }

    pub fn with(mut self, key: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((key, value.into()));
        self
    }

    /// A command that knows nothing but what it was told.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command.args(arguments).current_dir(self.folder.path()).env_clear().stdin(Stdio::null());
        command.envs(self.variables.iter().map(|(key, value)| (*key, value)));
        command
    }

    pub fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that reads `input`, and answers what it printed.
    #[track_caller]
    pub fn answer(&self, arguments: &[&str], input: &str) -> String {
        let mut command = self.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Starts the server on a free port and waits until it is ready.
    pub fn serve(&self) -> Server {
        let log = fs::OpenOptions::new().create(true).append(true).open(self.log()).unwrap();
        self.serve_telling(log.into())
    }

    /// The same, with another standard error than the file of log lines.
    pub fn serve_telling(&self, log: Stdio) -> Server {
        self.begin(self.command(&["serve", "--listen", "127.0.0.1:0"]), log)
    }

    /// Starts `command`, and waits until it says where it listens.
    pub fn begin(&self, mut command: Command, log: Stdio) -> Server {
        let mut process = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let told = lines
            .find_map(|line| line.unwrap().trim().strip_prefix("Listens").map(|at| at.trim().to_owned()));
        let address =
            told.unwrap_or_else(|| panic!("it did not start: {}", fs::read_to_string(self.log()).unwrap()));
        Server { process, url: format!("http://{address}") }
    }

    pub fn log(&self) -> PathBuf {
        self.folder.path().join("stderr.log")
    }
}

pub fn send_signal(process: &Child, signal: &str) {
    let (signal, pid) = (format!("-{signal}"), process.id().to_string());
    assert!(Command::new("kill").args([signal, pid]).status().unwrap().success());
}

/// A running server; killed when dropped.
pub struct Server {
    process: Child,
    pub url: String,
}

impl Server {
    /// kill -9, and gone.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// SIGTERM; answers the exit code and how long it took.
    pub fn terminate(self) -> (Option<i32>, Duration) {
        self.end("TERM")
    }

    /// Ends it with a signal; answers the exit code, none when the signal killed it, and how long it took.
    pub fn end(mut self, signal: &str) -> (Option<i32>, Duration) {
        let began = Instant::now();
        self.signal(signal);
        (self.process.wait().unwrap().code(), began.elapsed())
    }

    pub fn signal(&self, signal: &str) {
        send_signal(&self.process, signal);
    }

    /// The most memory that the process ever had at once, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Calls the API of a server as one author.
pub struct Api {
    pub client: Client,
    pub url: String,
    pub token: String,
}

impl Api {
    /// Signs the first author up.
    pub async fn sign_up(server: &Server) -> Self {
        Self::sign_up_as(server, "author@example.com").await
    }

    pub async fn sign_up_as(server: &Server, email: &str) -> Self {
        let mut api = Self { client: Client::new(), url: server.url.clone(), token: String::new() };
        let author = json!({ "email": email, "password": "correct horse battery", "name": "A. Author" });
        let session = api.call(Method::POST, "/api/auth/sign-up", Some(author)).await;
        session["access_token"].as_str().unwrap().clone_into(&mut api.token);
        api
    }

    /// One call; answers its status and text.
    pub fn try_call(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> impl Future<Output = (u16, String)> {
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.url));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let what = format!("{method} {path}");
        async move {
            let answer = request.send().await.unwrap_or_else(|error| panic!("{what}: {error}"));
            (answer.status().as_u16(), answer.text().await.unwrap())
        }
    }

    /// One call that must succeed.
    #[track_caller]
    pub fn call(&self, method: Method, path: &str, body: Option<Value>) -> impl Future<Output = Value> {
        let what = format!("{method} {path}");
        let answer = self.try_call(method, path, body);
        async move {
            let (status, text) = answer.await;
            assert!((200..300).contains(&status), "{what}: {status} {text}");
            serde_json::from_str(&text).unwrap_or(Value::Null)
        }
    }

    pub async fn get(&self, path: &str) -> Value {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.call(Method::POST, path, Some(body)).await
    }

    /// What a path answers that is no JSON.
    pub async fn text(&self, path: &str) -> String {
        let (status, text) = self.try_call(Method::GET, path, None).await;
        assert_eq!(status, 200, "{path}: {text}");
        text
    }

    /// Imports readers, whose columns the first line names, and waits until all are there.
    pub async fn import(&self, newsletter: &str, csv: &str) {
        let import = self.upload(newsletter, csv).await;
        let path = format!("/api/imports/{}", import["id"]);
        let import = self.wait_for(&path, |import| import["status"] == "done").await;
        assert_eq!(import["created"], csv.lines().count() - 1, "{import}");
    }

    /// Gives a file to be imported; answers the import.
    pub async fn upload(&self, newsletter: &str, csv: &str) -> Value {
        let body = format!(
            "--limit\r\ncontent-disposition: form-data; name=\"file\"; filename=\"readers.csv\"\r\n\
             content-type: text/csv\r\n\r\n{csv}\r\n--limit--\r\n"
        );
        let request = self
            .client
            .post(format!("{}{newsletter}/subscribers/import", self.url))
            .bearer_auth(&self.token)
            .header("content-type", "multipart/form-data; boundary=limit");
        let answer = request.body(body).send().await.unwrap();
        assert_eq!(answer.status(), 202);
        answer.json().await.unwrap()
    }

    /// Sends a campaign to its end; answers its path.
    pub async fn send(&self, newsletter: &str, draft: Value) -> String {
        let campaign = self.post(&format!("{newsletter}/campaigns"), draft).await;
        let path = format!("{newsletter}/campaigns/{}", campaign["id"]);
        self.call(Method::POST, &format!("{path}/send"), None).await;
        self.wait_for(&format!("{path}/report"), |report| report["status"] == "sent").await;
        path
    }

    /// Asks until the answer is the one waited for.
    pub async fn wait_for(&self, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let answer = self.get(path).await;
            if is_there(&answer) {
                return answer;
            }
            assert!(began.elapsed() < PATIENCE, "still {answer}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

pub use peers::free_port;

/// A setting of the test run itself.
#[expect(clippy::disallowed_methods, reason = "which tools the machine has is no part of a test")]
pub fn setting(key: &str) -> Option<String> {
    std::env::var(key).ok().filter(|value| !value.is_empty())
}

/// The mail server of the tests: a process of its own, so that it outlives the one that is killed.
pub struct Sink {
    process: Child,
    pub port: u16,
    pub log: PathBuf,
    mails: PathBuf,
}

impl Sink {
    /// Answers each command `delay_ms` late, as a distant server does.
    pub fn start(folder: &Path, delay_ms: u32) -> Self {
        Self::with(folder, &["--delay-ms", &delay_ms.to_string()])
    }

    /// The same, and takes a message in chunks, so that the next one travels with the end of the one before (RFC 3030).
    pub fn chunking(folder: &Path, delay_ms: u32) -> Self {
        Self::with(folder, &["--chunking", "--delay-ms", &delay_ms.to_string()])
    }

    /// Keeps every mail; see [`Sink::mail`].
    pub fn keeping(folder: &Path) -> Self {
        let mails = folder.join("mails");
        fs::create_dir(&mails).unwrap();
        Self::with(folder, &["--store", mails.to_str().unwrap()])
    }

    /// At this port.
    pub fn at(folder: &Path, port: u16) -> Self {
        Self::with(folder, &["--listen", &format!("127.0.0.1:{port}")])
    }

    /// TLS from the first octet, with a certificate and its key in PEM files.
    pub fn encrypted(folder: &Path, certificate: &Path, key: &Path) -> Self {
        let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
        Self::with(folder, &["--implicit-tls", "--tls-cert", certificate, "--tls-key", key])
    }

    /// Asks for a sign-in, such as `user:password`.
    pub fn asking(folder: &Path, sign_in: &str) -> Self {
        Self::with(folder, &["--auth", sign_in])
    }

    fn with(folder: &Path, arguments: &[&str]) -> Self {
        let log = folder.join("sink.log");
        let mut process = Command::new(sink_binary())
            .arg("--log")
            .arg(&log)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap().parse().unwrap_or_else(|_| panic!("{line}"));
        Self { process, port, log, mails: folder.join("mails") }
    }

    pub fn entries(&self) -> Vec<sink::Entry> {
        sink::read_log(&self.log).unwrap()
    }

    /// The message of an entry as it came, if they are kept.
    pub fn mail(&self, entry: &sink::Entry) -> Vec<u8> {
        fs::read(self.mails.join(format!("{}.eml", entry.id))).unwrap()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Beside our own binary; Cargo builds only the binaries of the package under test.
fn sink_binary() -> PathBuf {
    let path = Path::new(BINARY).with_file_name("letterpress-sink");
    if !path.exists() {
        let built = Command::new(env!("CARGO")).args(["build", "-p", "sink"]).status().unwrap();
        assert!(built.success() && path.exists(), "{} is missing: cargo build -p sink", path.display());
    }
    path
}
