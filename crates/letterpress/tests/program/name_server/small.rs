//! Answers questions about one zone over UDP and TCP.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, RwLock},
};

use mail_auth::hickory_resolver::proto::{
    op::{Message, MessageType, ResponseCode},
    rr::{LowerName, Name, Record, RecordSet, RecordType, RrKey},
    serialize::txt::Parser,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UdpSocket},
    task::JoinHandle,
};

type Records = BTreeMap<RrKey, RecordSet>;

/// Stops when dropped.
pub struct Server {
    pub address: SocketAddr,
    records: Arc<RwLock<Records>>,
    tasks: [JoinHandle<()>; 2],
}

impl Drop for Server {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl Server {
    pub async fn start(zone: &str) -> Self {
        let (tcp, udp) = loop {
            let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
            if let Ok(udp) = UdpSocket::bind(tcp.local_addr().unwrap()).await {
                break (tcp, udp);
            }
        };
        let address = tcp.local_addr().unwrap();
        let records = Arc::new(RwLock::new(parse(zone)));
        let tasks =
            [tokio::spawn(datagrams(udp, records.clone())), tokio::spawn(streams(tcp, records.clone()))];
        Self { address, records, tasks }
    }

    pub fn publish(&self, zone: &str) {
        *self.records.write().unwrap() = parse(zone);
    }
}

fn zone() -> LowerName {
    LowerName::from(Name::from_ascii(format!("{}.", super::ZONE)).unwrap())
}

fn parse(zone: &str) -> Records {
    let origin = Name::from_ascii(super::ZONE).unwrap();
    Parser::new(zone, None, Some(origin)).parse().unwrap_or_else(|error| panic!("{error}: {zone}")).1
}

async fn datagrams(socket: UdpSocket, records: Arc<RwLock<Records>>) {
    let mut buffer = vec![0; 4096];
    loop {
        let Ok((length, from)) = socket.recv_from(&mut buffer).await else { continue };
        if let Some(answer) = answer(&records.read().unwrap(), &buffer[..length]) {
            let _ = socket.try_send_to(&answer, from);
        }
    }
}

async fn streams(listener: TcpListener, records: Arc<RwLock<Records>>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        tokio::spawn(stream_of_questions(stream, records.clone()));
    }
}

async fn stream_of_questions(mut stream: TcpStream, records: Arc<RwLock<Records>>) -> Option<()> {
    loop {
        let length = stream.read_u16().await.ok()?;
        let mut question = vec![0; usize::from(length)];
        stream.read_exact(&mut question).await.ok()?;
        let answer = answer(&records.read().unwrap(), &question)?;
        stream.write_u16(u16::try_from(answer.len()).ok()?).await.ok()?;
        stream.write_all(&answer).await.ok()?;
    }
}

/// Every answer fits into a datagram of this machine, so nothing is ever truncated.
fn answer(records: &Records, question: &[u8]) -> Option<Vec<u8>> {
    let question = Message::from_vec(question).ok()?;
    let query = question.queries.first()?.clone();
    let mut answer = Message::response(question.metadata.id, question.metadata.op_code);
    answer.metadata.message_type = MessageType::Response;
    answer.metadata.authoritative = true;
    answer.metadata.recursion_desired = question.metadata.recursion_desired;
    let name = LowerName::from(query.name());
    let of = |record_type| records.get(&RrKey::new(name.clone(), record_type));
    let found = of(query.query_type()).or_else(|| of(RecordType::CNAME));
    if let Some(set) = found {
        answer.add_answers(set.records_without_rrsigs().cloned());
    } else if !zone().zone_of(&name) {
        // As every name server does that is asked about what others keep.
        answer.metadata.response_code = ResponseCode::Refused;
    } else {
        if !records.keys().any(|key| key.name() == &name) {
            answer.metadata.response_code = ResponseCode::NXDomain;
        }
        let is_start = |set: &&RecordSet| set.record_type() == RecordType::SOA;
        let start = records.values().filter(is_start).flat_map(RecordSet::records_without_rrsigs);
        answer.add_authorities(start.cloned().collect::<Vec<Record>>());
    }
    answer.add_query(query);
    answer.to_vec().ok()
}
