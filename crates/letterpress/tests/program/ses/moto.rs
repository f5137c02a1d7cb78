//! Amazon SES as `moto_server` imitates it (Python package `moto`), brought by `tools/with-peers`. It has no DKIM
//! tokens, and confirms no domain.

use std::{
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::net::TcpStream;

use crate::harness::{PATIENCE, free_port};

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
    /// `None`, and a word about it, where it was not brought.
    pub async fn start() -> Option<Self> {
        let Some(mut command) = peers::python("moto_server") else {
            peers::not_run("letterpress/moto", "it was not brought by tools/with-peers");
            return None;
        };
        let port = free_port();
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut moto = Self { process: command.spawn().unwrap(), port };
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            let ended = moto.process.try_wait().unwrap();
            assert!(ended.is_none(), "moto does not start: {ended:?}");
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
