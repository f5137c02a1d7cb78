//! A DNS server on a loopback port whose records a test changes while it runs.

use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use hickory_resolver::proto::{
    op::{Message, MessageType, ResponseCode},
    rr::{
        Name, RData, Record,
        rdata::{CNAME, MX, SOA, TXT},
    },
};
use serde_json::Value;
use tokio::net::UdpSocket;

type Records = HashMap<(String, String), Vec<String>>;

/// Serves every name: what it does not know does not exist.
#[derive(Clone)]
pub struct NameServer {
    pub address: SocketAddr,
    records: Arc<Mutex<Records>>,
    failing: Arc<Mutex<bool>>,
    failing_names: Arc<Mutex<HashSet<String>>>,
}

impl NameServer {
    pub async fn start() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            address: socket.local_addr().unwrap(),
            records: Arc::default(),
            failing: Arc::default(),
            failing_names: Arc::default(),
        };
        let serving = server.clone();
        tokio::spawn(async move {
            let mut buffer = vec![0; 4096];
            while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
                let question = Message::from_vec(&buffer[..length]).unwrap();
                socket.send_to(&serving.answer(&question), from).await.unwrap();
            }
        });
        server
    }

    /// Replaces what a name has of a type.
    pub fn set(&self, record_type: &str, name: &str, values: &[&str]) {
        let key = (record_type.to_owned(), name.to_lowercase());
        self.records.lock().unwrap().insert(key, values.iter().map(ToString::to_string).collect());
    }

    pub fn remove(&self, name: &str) {
        self.records.lock().unwrap().retain(|(_, n), _| n != name);
    }

    /// Publishes what the API answered as `dns_records`.
    pub fn publish(&self, dns_records: &Value) {
        for record in dns_records.as_array().unwrap() {
            let text = |field: &str| record[field].as_str().unwrap();
            self.set(text("record_type"), text("name"), &[text("value")]);
        }
    }

    /// Whether every question is answered with SERVFAIL.
    pub fn fail(&self, failing: bool) {
        *self.failing.lock().unwrap() = failing;
    }

    /// Whether every question about one name is answered with SERVFAIL.
    pub fn fail_name(&self, name: &str, failing: bool) {
        let mut names = self.failing_names.lock().unwrap();
        if failing {
            names.insert(name.to_lowercase());
        } else {
            names.remove(&name.to_lowercase());
        }
    }

    fn answer(&self, question: &Message) -> Vec<u8> {
        let mut answer = question.clone();
        answer.metadata.message_type = MessageType::Response;
        answer.additionals.clear();
        let query = question.queries[0].clone();
        let asked = query.name().to_string().trim_end_matches('.').to_lowercase();
        let kind = query.query_type().to_string();
        let records = self.records.lock().unwrap();
        if *self.failing.lock().unwrap() || self.failing_names.lock().unwrap().contains(&asked) {
            answer.metadata.response_code = ResponseCode::ServFail;
            return answer.to_vec().unwrap();
        }
        let found = records.get(&(kind.clone(), asked.clone())).cloned().unwrap_or_default();
        answer.add_answers(
            found.iter().map(|value| Record::from_rdata(query.name().clone(), 60, data(&kind, value))),
        );
        if found.is_empty() {
            if !records.keys().any(|(_, name)| *name == asked) {
                answer.metadata.response_code = ResponseCode::NXDomain;
            }
            let soa = SOA::new(name("ns.test"), name("dns.test"), 1, 60, 60, 60, 60);
            answer.add_authorities([Record::from_rdata(name("test"), 60, RData::SOA(soa))]);
        }
        answer.to_vec().unwrap()
    }
}

fn name(text: &str) -> Name {
    Name::from_ascii(format!("{}.", text.trim_end_matches('.'))).unwrap()
}

fn data(kind: &str, value: &str) -> RData {
    match kind {
        "MX" => {
            let (preference, host) = value.split_once(' ').unwrap();
            RData::MX(MX::new(preference.parse().unwrap(), name(host)))
        }
        "CNAME" => RData::CNAME(CNAME(name(value))),
        _ => {
            let parts = value.as_bytes().chunks(255).collect::<Vec<_>>();
            RData::TXT(TXT::from_bytes(parts))
        }
    }
}
