//! Sends N messages over C connections to a local port and tells messages per second and CPU seconds per
//! 10,000, to be run next to Postfix's `smtp-source`:
//! `blast PORT [CONNECTIONS] [MESSAGES] [SIZE]`.

use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use mailer::smtp::{Committed, Connection, Envelope, Settings, Staged};

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let port = numbers.next().ok_or("usage: blast PORT [CONNECTIONS] [MESSAGES] [SIZE]")??;
    let connections = numbers.next().unwrap_or(Ok(8))?;
    let messages = numbers.next().unwrap_or(Ok(10_000))?;
    let size = numbers.next().unwrap_or(Ok(20_000))?;
    let settings = Settings::new("127.0.0.1", u16::try_from(port)?);
    let line = "X".repeat(78) + "\r\n";
    let message = format!("Message-ID: <1@blast.example>\r\n\r\n{}", line.repeat(size / line.len()));
    let message: Arc<[u8]> = message.into_bytes().into();
    let left = Arc::new(AtomicUsize::new(messages));

    let start = Instant::now();
    let mut tasks = Vec::new();
    for _ in 0..connections {
        tasks.push(tokio::spawn(send(settings.clone(), message.clone(), left.clone())));
    }
    for task in tasks {
        task.await??;
    }
    let wall = start.elapsed().as_secs_f64();
    let cpu = cpu_seconds();
    writeln!(
        std::io::stdout(),
        "{connections} connections, {messages} messages of {size}: {:.0}/s, {:.3} CPU s per 10,000",
        messages as f64 / wall,
        cpu * 10_000.0 / messages as f64
    )?;
    Ok(())
}

/// User and system time of this process.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn envelope([from, to]: &[String; 2]) -> Envelope<'_> {
    Envelope { from, to }
}

async fn send(settings: Settings, message: Arc<[u8]>, left: Arc<AtomicUsize>) -> Result<(), Failure> {
    let take = || {
        let taken =
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).ok()?;
        Some([format!("b{taken}@blast.example"), format!("r{taken}@blast.example")])
    };
    let mut connection = Connection::open(&settings).await?;
    let (mut current, mut is_out) = (take(), false);
    while let Some(addresses) = current {
        let staged = if is_out {
            connection.stage_sent(&envelope(&addresses)).await
        } else {
            Some(connection.stage(&envelope(&addresses), &message).await)
        };
        match staged {
            Some(Staged::Ready) => {}
            other => return Err(format!("{other:?}").into()),
        }
        let next = take();
        is_out = connection.end(next.as_ref().map(envelope).as_ref(), next.as_ref().map(|_| &*message)).await;
        match connection.answer_to_end().await {
            Committed::Reply(reply) if reply.is_positive() => {}
            other => return Err(format!("{other:?}").into()),
        }
        current = next;
    }
    connection.quit().await;
    Ok(())
}
