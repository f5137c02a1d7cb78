//! Amazon SES v2 as far as the product knows it, with its bad days: it throttles, and it hangs up after a request.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// CNAME records of each domain.
pub const TOKENS: [&str; 3] = ["tokenone", "tokentwo", "tokenthree"];
/// Every so many requests to send, one is throttled.
const THROTTLED: usize = 10;
/// After this many requests nothing goes wrong any more: those that were throttled come back.
const CALM: usize = 300;
/// The request to send after whose mail was taken the connection is closed without an answer.
const TAKEN_AND_GONE: usize = 55;
/// The same with a mail that is not taken.
const LOST_AND_GONE: usize = 77;

/// A mail that was taken.
pub struct Taken {
    pub from: String,
    pub to: String,
    pub tags: BTreeMap<String, String>,
    pub raw: String,
}

#[derive(Default)]
pub struct State {
    /// Domains, and the return path's domain of each.
    pub identities: BTreeMap<String, Option<String>>,
    /// Identities whose DKIM records SES has found.
    confirmed: BTreeSet<String>,
    pub taken: Vec<Taken>,
    pub throttled: BTreeSet<String>,
    /// Recipients of the requests that were not answered.
    pub unanswered: BTreeSet<String>,
    pub account_calls: usize,
    sends: usize,
}

/// Stops when dropped.
pub struct Service {
    pub port: u16,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

impl Drop for Service {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Service {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        let task = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(BufReader::new(socket), shared.clone()));
            }
        });
        Self { port, state, task }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Finds the DKIM records of a domain.
    pub fn confirm(&self, domain: &str) {
        self.state().confirmed.insert(domain.to_owned());
    }
}

struct Request {
    method: String,
    path: String,
    authorization: String,
    body: Value,
}

async fn serve(mut socket: BufReader<TcpStream>, state: Arc<Mutex<State>>) -> Option<()> {
    loop {
        let request = read(&mut socket).await?;
        // Without an answer the connection ends here.
        let (status, answer) = state.lock().unwrap().answer(&request)?;
        let kind =
            answer["__type"].as_str().map(|kind| format!("x-amzn-errortype: {kind}\r\n")).unwrap_or_default();
        let body = answer.to_string();
        let head = format!(
            "HTTP/1.1 {status} -\r\n{kind}content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        socket.write_all((head + &body).as_bytes()).await.ok()?;
    }
}

async fn read(socket: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut line = String::new();
    socket.read_line(&mut line).await.ok().filter(|n| *n > 0)?;
    let mut words = line.split(' ').map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let (mut length, mut authorization) = (0, String::new());
    loop {
        line.clear();
        socket.read_line(&mut line).await.ok().filter(|n| *n > 0)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => value.trim().clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    socket.read_exact(&mut body).await.ok()?;
    Some(Request { method, path, authorization, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
}

impl State {
    /// Status and JSON; `None` hangs up.
    fn answer(&mut self, request: &Request) -> Option<(u16, Value)> {
        if !request.authorization.starts_with("AWS4-HMAC-SHA256 Credential=testing/") {
            return Some(refusal(403, "UnrecognizedClientException"));
        }
        let path = request.path.strip_prefix("/v2/email/").unwrap_or_default();
        let domain = path.strip_prefix("identities/").unwrap_or_default();
        Some(match (request.method.as_str(), path) {
            ("GET", "account") => {
                self.account_calls += 1;
                let quota = json!({ "Max24HourSend": 50000.0, "MaxSendRate": 500.0, "SentLast24Hours": 0.0 });
                (200, json!({ "SendQuota": quota, "SendingEnabled": true, "ProductionAccessEnabled": true }))
            }
            ("POST", "outbound-emails") => return self.send(&request.body),
            ("POST", "identities") => {
                let domain = request.body["EmailIdentity"].as_str().unwrap();
                if self.identities.insert(domain.to_owned(), None).is_some() {
                    return Some(refusal(400, "AlreadyExistsException"));
                }
                (200, self.identity(domain))
            }
            ("PUT", _) if domain.ends_with("/mail-from") => {
                let return_path = self.identities.get_mut(domain.trim_end_matches("/mail-from"));
                let Some(return_path) = return_path else { return Some(refusal(404, "NotFoundException")) };
                *return_path = request.body["MailFromDomain"].as_str().map(str::to_owned);
                (200, json!({}))
            }
            (_, _) if !self.identities.contains_key(domain) => refusal(404, "NotFoundException"),
            ("GET", _) => (200, self.identity(domain)),
            ("DELETE", _) => {
                self.identities.remove(domain);
                (200, json!({}))
            }
            _ => refusal(400, "BadRequestException"),
        })
    }

    fn identity(&self, domain: &str) -> Value {
        let is_confirmed = self.confirmed.contains(domain);
        let status = if is_confirmed { "SUCCESS" } else { "PENDING" };
        json!({
            "IdentityType": "DOMAIN",
            "VerifiedForSendingStatus": is_confirmed,
            "VerificationStatus": status,
            "DkimAttributes": { "SigningEnabled": true, "Status": status, "Tokens": TOKENS },
        })
    }

    fn send(&mut self, body: &Value) -> Option<(u16, Value)> {
        self.sends += 1;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let from = text(&body["FromEmailAddress"]);
        let to = body["Destination"]["ToAddresses"].as_array().unwrap();
        assert_eq!(to.len(), 1);
        let to = text(&to[0]);
        let domain = from.rsplit_once('@').unwrap().1.trim_end_matches('>').to_owned();
        if !self.identities.contains_key(&domain) || !self.confirmed.contains(&domain) {
            return Some(refusal(400, "MailFromDomainNotVerifiedException"));
        }
        if self.sends <= CALM && self.sends.is_multiple_of(THROTTLED) {
            self.throttled.insert(to);
            return Some(refusal(400, "ThrottlingException"));
        }
        let is_gone = [TAKEN_AND_GONE, LOST_AND_GONE].contains(&self.sends);
        if is_gone {
            self.unanswered.insert(to.clone());
        }
        if self.sends != LOST_AND_GONE {
            let tags = body["EmailTags"].as_array().into_iter().flatten();
            let tags = tags.map(|tag| (text(&tag["Name"]), text(&tag["Value"]))).collect();
            let raw = BASE64_STANDARD.decode(body["Content"]["Raw"]["Data"].as_str().unwrap()).unwrap();
            self.taken.push(Taken { from, to, tags, raw: String::from_utf8(raw).unwrap() });
        }
        (!is_gone).then(|| (200, json!({ "MessageId": format!("0102-{}", self.sends) })))
    }
}

fn refusal(status: u16, kind: &str) -> (u16, Value) {
    (status, json!({ "__type": kind, "message": "No." }))
}
