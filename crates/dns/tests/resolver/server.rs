//! A DNS server that does what a test tells it to, by UDP and TCP.

use std::net::SocketAddr;
use std::sync::Arc;

use dns::Resolver;
use hickory_resolver::proto::op::{Message, MessageType, ResponseCode};
use hickory_resolver::proto::rr::rdata::{NS, SOA, TXT};
use hickory_resolver::proto::rr::{Name, RData, Record};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UdpSocket};

#[derive(Clone, Copy, PartialEq)]
pub enum Transport {
    Udp,
    Tcp,
}

/// Gives the octets of an answer to a question, or silence.
pub type Script = Arc<dyn Fn(Message, Transport) -> Option<Vec<u8>> + Send + Sync>;

pub async fn serve(script: Script) -> Resolver {
    let (tcp, udp) = loop {
        let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // Another process may have the UDP port of the same number.
        if let Ok(udp) = UdpSocket::bind(tcp.local_addr().unwrap()).await {
            break (tcp, udp);
        }
    };
    let address = tcp.local_addr().unwrap();
    let for_tcp = script.clone();
    tokio::spawn(async move {
        loop {
            let (stream, _) = tcp.accept().await.unwrap();
            tokio::spawn(serve_tcp(stream, for_tcp.clone()));
        }
    });
    tokio::spawn(async move {
        let mut buffer = vec![0; 4096];
        loop {
            let (length, from) = udp.recv_from(&mut buffer).await.unwrap();
            let question = Message::from_vec(&buffer[..length]).unwrap();
            if let Some(answer) = script(question, Transport::Udp) {
                udp.send_to(&answer, from).await.unwrap();
            }
        }
    });
    resolver(address)
}

async fn serve_tcp(mut stream: TcpStream, script: Script) {
    while let Ok(length) = stream.read_u16().await {
        let mut question = vec![0; usize::from(length)];
        stream.read_exact(&mut question).await.unwrap();
        let Some(answer) = script(Message::from_vec(&question).unwrap(), Transport::Tcp) else { continue };
        stream.write_u16(u16::try_from(answer.len()).unwrap()).await.unwrap();
        stream.write_all(&answer).await.unwrap();
    }
}

pub fn resolver(address: SocketAddr) -> Resolver {
    Resolver::at(address).unwrap()
}

pub fn reply(question: &Message) -> Message {
    let mut answer = question.clone();
    answer.metadata.message_type = MessageType::Response;
    answer.metadata.recursion_available = true;
    answer.additionals.clear();
    answer
}

pub fn coded(question: &Message, code: ResponseCode) -> Vec<u8> {
    let mut answer = reply(question);
    answer.metadata.response_code = code;
    answer.to_vec().unwrap()
}

/// Somebody else is to be asked (RFC 2308 §2.2).
pub fn referral(question: &Message) -> Vec<u8> {
    let mut answer = reply(question);
    answer.add_authorities([record("test.", RData::NS(NS(name("ns.test."))))]);
    answer.to_vec().unwrap()
}

pub fn name(text: &str) -> Name {
    Name::from_ascii(text).unwrap()
}

pub fn record(owner: &str, data: RData) -> Record {
    Record::from_rdata(name(owner), 3600, data)
}

pub fn txt(strings: &[&[u8]]) -> RData {
    RData::TXT(TXT::from_bytes(strings.to_vec()))
}

pub fn soa() -> Record {
    record(
        "example.test.",
        RData::SOA(SOA::new(name("ns.example.test."), name("dns.example.test."), 1, 60, 60, 60, 3600)),
    )
}

pub async fn serve_records(records: Vec<Record>) -> Resolver {
    serve(Arc::new(move |question, _| {
        let mut answer = reply(&question);
        let query = question.queries[0].clone();
        let suits = |record: &&Record| {
            record.name == *query.name()
                && (record.record_type() == query.query_type() || matches!(record.data, RData::CNAME(_)))
        };
        answer.add_answers(records.iter().filter(suits).cloned());
        if answer.answers.is_empty() {
            answer.add_authorities([soa()]);
        }
        Some(answer.to_vec().unwrap())
    }))
    .await
}
