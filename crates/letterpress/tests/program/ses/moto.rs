//! Amazon SES as `moto_server` imitates it (Python package `moto[server]`), found in PATH or named by
//! `LETTERPRESS_MOTO`. It has no DKIM tokens, and confirms no domain.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::net::TcpStream;

use crate::harness::{PATIENCE, free_port, not_run, setting};

pub struct Moto {
    process: Child,
    pub port: u16,
}

impl Drop for Moto {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Moto {
    /// `None`, and a word about it, when there is none on this machine.
    pub async fn start() -> Option<Self> {
        let named = setting("LETTERPRESS_MOTO").map(PathBuf::from);
        let path = setting("PATH").unwrap_or_default();
        let in_path = std::env::split_paths(&path).map(|folder| folder.join("moto_server"));
        let Some(program) = named.into_iter().chain(in_path).find(|program| program.is_file()) else {
            not_run("moto, because moto_server is neither in PATH nor named by LETTERPRESS_MOTO");
            return None;
        };
        let port = free_port();
        let mut command = Command::new(&program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut moto = Self { process: command.spawn().unwrap(), port };
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            if let Some(status) = moto.process.try_wait().unwrap() {
                not_run(&format!("moto, because {} does not start: {status}", program.display()));
                return None;
            }
            assert!(began.elapsed() < PATIENCE, "moto does not listen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Some(moto)
    }

    /// Everything that it keeps about SES.
    pub async fn kept(&self) -> Value {
        let url = format!("http://127.0.0.1:{}/moto-api/data.json", self.port);
        let all: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
        all["ses"].clone()
    }

    /// Whether it knows the identity.
    pub async fn knows(&self, domain: &str) -> bool {
        let url = format!("http://127.0.0.1:{}/v2/email/identities/{domain}", self.port);
        let scope = "AWS4-HMAC-SHA256 Credential=testing/20261121/us-east-1/ses/aws4_request, SignedHeaders=host, Signature=x";
        let request = reqwest::Client::new().get(url).header("authorization", scope);
        request.send().await.unwrap().status().is_success()
    }
}
