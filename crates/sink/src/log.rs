//! The record of every message whose end arrived: one JSON object per line.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Write},
    path::Path,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

/// One end of a message that arrived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Counts the entries of one sink from 0.
    pub id: u64,
    /// Counts the connections of one sink from 0.
    pub connection: u64,
    /// The Message-ID field with its brackets, if there is one.
    pub message_id: Option<String>,
    /// Return path.
    pub sender: String,
    /// The last accepted recipient.
    pub recipient: String,
    /// When the end arrived: milliseconds since 1970.
    pub at_ms: u64,
    /// The code decided on: 250 is a delivered message, 0 one that was dropped undecided.
    pub code: u16,
    /// Whether the answer was handed to the network. False for hang and drop.
    pub answered: bool,
    /// Octets of the message, dots unstuffed.
    pub size: usize,
    /// Lower-case hexadecimal SHA-256 of the message, dots unstuffed.
    pub sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Entry(Entry),
    /// The answer of an earlier entry could not be written after all.
    Unanswered {
        unanswered: u64,
    },
}

/// Reads a log, also while it is being written (an unfinished last line is ignored).
pub fn read_log(path: impl AsRef<Path>) -> io::Result<Vec<Entry>> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut entries: Vec<Entry> = Vec::new();
    let mut places = HashMap::new();
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
        match serde_json::from_str(&line)? {
            Line::Entry(entry) => {
                places.insert(entry.id, entries.len());
                entries.push(entry);
            }
            Line::Unanswered { unanswered } => {
                if let Some(place) = places.get(&unanswered) {
                    entries[*place].answered = false;
                }
            }
        }
        line.clear();
    }
    Ok(entries)
}

type Waiting = (Vec<u8>, oneshot::Sender<()>);

/// Where entries go.
pub(crate) enum Log {
    Nowhere,
    /// One write per entry: the log survives the end of this process, not of the machine.
    Plain(Mutex<File>),
    /// A thread writes what has gathered, syncs once, and tells all who wait.
    Synced(Sender<Waiting>),
}

impl Log {
    pub(crate) fn open(path: Option<&Path>, fsync: bool) -> io::Result<Self> {
        let Some(path) = path else { return Ok(Self::Nowhere) };
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        if !fsync {
            return Ok(Self::Plain(Mutex::new(file)));
        }
        let (sender, receiver) = channel();
        std::thread::Builder::new().name("log".to_owned()).spawn(move || write_synced(file, &receiver))?;
        Ok(Self::Synced(sender))
    }

    /// Records an entry. The answer may go out when the returned signal, if any, has come; if it is
    /// cancelled, the disk failed.
    pub(crate) fn append(&self, entry: Entry) -> io::Result<Option<oneshot::Receiver<()>>> {
        self.write(&Line::Entry(entry))
    }

    pub(crate) fn unanswered(&self, id: u64) -> io::Result<()> {
        self.write(&Line::Unanswered { unanswered: id }).map(|_| ())
    }

    fn write(&self, line: &Line) -> io::Result<Option<oneshot::Receiver<()>>> {
        if matches!(self, Self::Nowhere) {
            return Ok(None);
        }
        let mut octets = serde_json::to_vec(line)?;
        octets.push(b'\n');
        match self {
            Self::Nowhere => Ok(None),
            Self::Plain(file) => {
                file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&octets)?;
                Ok(None)
            }
            Self::Synced(thread) => {
                let (done, wait) = oneshot::channel();
                thread.send((octets, done)).map_err(|_| io::ErrorKind::BrokenPipe)?;
                Ok(Some(wait))
            }
        }
    }
}

fn write_synced(mut file: File, receiver: &Receiver<Waiting>) {
    while let Ok((mut octets, first)) = receiver.recv() {
        let mut waiting = vec![first];
        for (more, done) in receiver.try_iter() {
            octets.extend_from_slice(&more);
            waiting.push(done);
        }
        // On failure the signals are dropped, and no answer goes out.
        if file.write_all(&octets).and_then(|()| file.sync_data()).is_err() {
            return;
        }
        for done in waiting {
            // The connection may be gone.
            let _ = done.send(());
        }
    }
}
