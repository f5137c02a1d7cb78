//! The proxies of the guide in front of a server, as their own programs read its words: who asks is known, what streams streams,
//! what is large goes through, and figures stay inside.

use std::{
    fs,
    net::{IpAddr, TcpStream, UdpSocket},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use reqwest::{Client, Method};
use serde_json::json;

use super::blocks::{Block, read};
use crate::harness::{Api, Home, PATIENCE, free_port};

/// The name under which the world asks.
const NAME: &str = "news.example.com";
/// This machine's address for others: whoever connects to it comes from there, as a client elsewhere does. Nothing is sent.
fn elsewhere() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_loopback() && !address.is_unspecified())
}

struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program that reads the block, with as little around it as it needs to listen on `port`.
fn command(block: &Block, folder: &Path, port: u16, server: &str) -> Option<Command> {
    let text = block.text.replace("127.0.0.1:8080", server);
    let file = folder.join("proxy.conf");
    if block.language == "nginx" {
        let parts = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let place = |part: &str| format!("{part}_temp_path {};", folder.join(part).display());
        let parts = parts.map(place).join("\n");
        let around = format!(
            "daemon off;\nmaster_process off;\npid {0}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{parts}\
             server {{\nlisten {port};\n{text}\n}}\n}}\n",
            folder.display()
        );
        fs::write(&file, around).unwrap();
        let mut nginx = peers::program("nginx")?;
        nginx.arg("-e").arg("stderr").arg("-c").arg(&file).arg("-p").arg(folder);
        Some(nginx)
    } else {
        // Without a certificate, which nobody gives to this machine.
        let site = text.replacen(&format!("{NAME} {{"), &format!("http://{NAME}:{port} {{"), 1);
        assert!(site.starts_with("http://"), "{site}");
        fs::write(&file, format!("{{\n\tadmin off\n}}\n{site}")).unwrap();
        let mut caddy = peers::program("caddy")?;
        caddy.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file);
        caddy.env("HOME", folder).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
        Some(caddy)
    }
}

fn start(mut command: Command, log: &Path, port: u16) -> Proxy {
    let log_file = fs::File::create(log).unwrap();
    let mut proxy =
        Proxy(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log_file).spawn().unwrap());
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        let has_ended = proxy.0.try_wait().unwrap().is_some();
        assert!(!has_ended && began.elapsed() < PATIENCE, "{}", fs::read_to_string(log).unwrap());
        thread::sleep(Duration::from_millis(20));
    }
    proxy
}

pub async fn walk(block: &Block, place: &str) {
    // What the page sets beside either.
    let page = read("docs/guide/self-hosting.md");
    let proxies = page.split_once("`LETTERPRESS_TRUSTED_PROXIES=").unwrap().1.split('`').next().unwrap();
    let home = Home::new()
        .with("LETTERPRESS_TRUSTED_PROXIES", proxies)
        .with("LETTERPRESS_PUBLIC_URL", format!("https://{NAME}"))
        .with("LETTERPRESS_SEND_RATE", "1")
        .with("LETTERPRESS_SIGN_UP", "open");
    let server = home.serve();
    let port = free_port();
    let own = server.url.trim_start_matches("http://");
    let Some(command) = command(block, home.folder.path(), port, own) else {
        return peers::not_run(&format!("letterpress/{} in front", block.language), "it was not brought");
    };
    let _proxy = start(command, &home.folder.path().join("proxy.log"), port);
    let Some(address) = elsewhere() else {
        return peers::not_run("letterpress/a client of a proxy", "this machine has no address but its own");
    };
    let client = Client::builder().resolve(NAME, (address, port).into()).no_proxy().build().unwrap();
    let mut api = Api { client, url: format!("http://{NAME}:{port}"), token: String::new() };

    // Who asks is who connects to the proxy, whatever it says of itself.
    let author = json!({ "email": "ada@example.com", "password": "correct horse battery", "name": "Ada" });
    let sign_up = api.client.post(format!("{}/api/auth/sign-up", api.url)).json(&author);
    let answer = sign_up.header("x-forwarded-for", "203.0.113.9").send().await.unwrap();
    assert_eq!(answer.status(), 201, "{place}");
    let session: serde_json::Value = answer.json().await.unwrap();
    session["access_token"].as_str().unwrap().clone_into(&mut api.token);
    let audit = api.get("/api/me/audit").await;
    assert_eq!(audit[0]["ip"], address.to_string(), "{place}: {audit}");

    // Figures are for this machine, and not by way of the proxy.
    assert_eq!(api.try_call(Method::GET, "/metrics", None).await.0, 404, "{place}");
    assert_eq!(api.try_call(Method::GET, "/healthz", None).await.0, 200, "{place}");

    // More than proxies take by themselves.
    api.post("/api/newsletters", json!({ "name": "L", "from_name": "Ada", "from_prefix": "ada" })).await;
    let notes = "x".repeat(900);
    let csv =
        (0..3_000).fold("email,notes".to_owned(), |csv, n| csv + &format!("\nr{n}@example.com,{notes}"));
    api.import("/api/newsletters/1", &csv).await;

    // Events come while there are more to come: this campaign takes the better part of an hour.
    api.post("/api/newsletters/1/campaigns", json!({ "subject": "May", "html_content": "<p>Hello</p>" }))
        .await;
    let campaign = format!("{}/api/newsletters/1/campaigns/1", api.url);
    let send = api.client.post(format!("{campaign}/send")).bearer_auth(&api.token).send().await.unwrap();
    assert_eq!(send.status(), 202, "{place}");
    let mut stream =
        api.client.get(format!("{campaign}/progress")).bearer_auth(&api.token).send().await.unwrap();
    for n in 1..=2 {
        let event = tokio::time::timeout(PATIENCE, stream.chunk()).await;
        let event = event.unwrap_or_else(|_| panic!("{place}: event {n} is kept")).unwrap().unwrap();
        let event = String::from_utf8_lossy(&event).into_owned();
        // One, or the few of a slow machine; who keeps them has a buffer to fill.
        let events = event.matches("event: progress").count();
        assert!((1..5).contains(&events), "{place}: {events} events at once");
    }
}
