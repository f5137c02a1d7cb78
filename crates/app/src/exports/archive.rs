//! A ZIP archive that is written while it is sent: what is in memory is a few chunks, however large the whole is.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::{Bytes, BytesMut};
use chrono::{Datelike as _, Timelike as _};
use futures::{Stream, stream};
use tokio::{sync::mpsc, task};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use crate::{Timestamp, holding::Item};

/// Bytes that leave together.
const CHUNK: usize = 64 << 10;
const WAITING: usize = 4;

/// Where the parts of an archive come from. An error cuts the archive off, so that nobody takes half of it for the
/// whole.
pub type Items = mpsc::Receiver<io::Result<Item>>;

/// The archive of what comes in, with `now` as the time of its files.
pub fn pack(items: Items, now: Timestamp) -> impl Stream<Item = io::Result<Bytes>> + Send + use<> {
    let (sender, receiver) = mpsc::channel(WAITING);
    // Compressing would hold up whatever else runs on this thread.
    task::spawn_blocking(move || {
        let is_cut = Arc::new(AtomicBool::new(false));
        let out =
            Out { sender: sender.clone(), chunk: BytesMut::with_capacity(CHUNK), is_cut: is_cut.clone() };
        if let Err(error) = write(items, out, now, &is_cut) {
            let _ = sender.blocking_send(Err(error));
        }
    });
    stream::unfold(receiver, |mut receiver| async { Some((receiver.recv().await?, receiver)) })
}

fn write(mut items: Items, out: Out, now: Timestamp, is_cut: &AtomicBool) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(4))
        .last_modified_time(time(now));
    let mut zip = ZipWriter::new_stream(out);
    while let Some(item) = items.blocking_recv() {
        let done = match item {
            Ok(Item::File(name)) => zip.start_file(name, options).map_err(io::Error::other),
            Ok(Item::Bytes(bytes)) => zip.write_all(&bytes),
            Err(error) => Err(error),
        };
        if done.is_err() {
            // The writer would end the archive properly when it is dropped.
            is_cut.store(true, Ordering::Relaxed);
            return done;
        }
    }
    zip.finish().map_err(io::Error::other)?.into_inner().flush()
}

fn time(now: Timestamp) -> DateTime {
    let at = chrono::DateTime::from_timestamp_millis(now.0).unwrap_or_default();
    let part = |n: u32| u8::try_from(n).unwrap_or(0);
    let year = u16::try_from(at.year()).unwrap_or(1980);
    let time = (part(at.hour()), part(at.minute()), part(at.second()));
    DateTime::from_date_and_time(year, part(at.month()), part(at.day()), time.0, time.1, time.2)
        .unwrap_or_default()
}

/// Collects chunks and hands them to the answer; fails when nobody reads it any more.
struct Out {
    sender: mpsc::Sender<io::Result<Bytes>>,
    chunk: BytesMut,
    is_cut: Arc<AtomicBool>,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.chunk.extend_from_slice(bytes);
        if self.chunk.len() >= CHUNK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_cut.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if self.chunk.is_empty() {
            return Ok(());
        }
        let chunk = self.chunk.split().freeze();
        self.sender.blocking_send(Ok(chunk)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use futures::StreamExt as _;

    use super::*;

    async fn packed(items: Vec<io::Result<Item>>) -> (Vec<u8>, bool) {
        let (sender, receiver) = mpsc::channel(1);
        let stream = pack(receiver, Timestamp(1_795_262_400_000));
        tokio::spawn(async move {
            for item in items {
                if sender.send(item).await.is_err() {
                    break;
                }
            }
        });
        let parts: Vec<io::Result<Bytes>> = stream.collect().await;
        let is_whole = parts.iter().all(Result::is_ok);
        (parts.into_iter().flatten().flat_map(|bytes| bytes.to_vec()).collect(), is_whole)
    }

    #[tokio::test]
    async fn what_goes_in_comes_out() {
        let large = Bytes::from((0..1_000_000_u32).flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
        let items = vec![
            Ok(Item::File("a.txt".into())),
            Ok(Item::Bytes(Bytes::from_static(b"one "))),
            Ok(Item::Bytes(Bytes::from_static(b"two"))),
            Ok(Item::File("ordner/grüße.bin".into())),
            Ok(Item::Bytes(large.clone())),
            Ok(Item::File("empty".into())),
        ];
        let (bytes, is_whole) = packed(items).await;
        assert!(is_whole);
        let mut archive = zip::ZipArchive::new(io::Cursor::new(bytes)).unwrap();
        let mut read = |name: &str| {
            let mut content = Vec::new();
            archive.by_name(name).unwrap().read_to_end(&mut content).unwrap();
            content
        };
        assert_eq!(read("a.txt"), b"one two");
        assert!(read("ordner/grüße.bin") == large);
        assert_eq!(read("empty"), b"");
        assert_eq!(archive.len(), 3);
    }

    #[tokio::test]
    async fn half_of_it_is_no_archive() {
        let items = vec![
            Ok(Item::File("a.txt".into())),
            Ok(Item::Bytes(Bytes::from_static(b"one"))),
            Err(io::Error::other("the database is away")),
        ];
        let (bytes, is_whole) = packed(items).await;
        assert!(!is_whole);
        assert!(zip::ZipArchive::new(io::Cursor::new(bytes)).is_err());
    }
}
