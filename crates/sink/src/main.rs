//! `letterpress-sink`: see the library.

use std::{
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    time::Duration,
};

use clap::Parser;
use sink::{Config, ConnectionFault, Sink, tls_from_files};

/// Receives mail for tests and benchmarks. The local part of a recipient asks for faults: 550+x@…,
/// 451x3+x@…, hang-data+x@…, drop-after-dot-once+x@…
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent switch")]
struct Arguments {
    /// Address and port; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// One JSON line per message whose end arrived.
    #[arg(long)]
    log: Option<PathBuf>,
    /// Make each line durable before the answer.
    #[arg(long, requires = "log")]
    fsync: bool,
    /// Write the port here once it listens.
    #[arg(long)]
    port_file: Option<PathBuf>,
    /// Keep raw messages in this folder, which must exist.
    #[arg(long)]
    store: Option<PathBuf>,
    /// PEM file; offers STARTTLS.
    #[arg(long, requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// PEM file.
    #[arg(long, requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// TLS from the first octet.
    #[arg(long, requires = "tls_cert")]
    implicit_tls: bool,
    /// USER:PASSWORD to ask for.
    #[arg(long)]
    auth: Option<String>,
    #[arg(long)]
    no_pipelining: bool,
    #[arg(long)]
    chunking: bool,
    /// Take addresses that are not ASCII.
    #[arg(long)]
    smtputf8: bool,
    /// Refuse EHLO, so that clients fall back to HELO.
    #[arg(long)]
    no_ehlo: bool,
    /// Answer so many milliseconds after a command arrived, like a distant server.
    #[arg(long, default_value_t = 0)]
    delay_ms: u64,
    /// The first line, for example "554 no service".
    #[arg(long)]
    greeting: Option<String>,
    /// Close without a word after so many messages on a connection.
    #[arg(long)]
    close_after: Option<u64>,
    /// hang- or drop- with greeting, ehlo, starttls or auth.
    #[arg(long)]
    fault: Option<ConnectionFault>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let auth = arguments.auth.map(|auth| match auth.split_once(':') {
        Some((user, password)) => (user.to_owned(), password.to_owned()),
        None => (auth, String::new()),
    });
    let tls = match (&arguments.tls_cert, &arguments.tls_key) {
        (Some(certificates), Some(key)) => Some(tls_from_files(certificates, key)?),
        _ => None,
    };
    let config = Config {
        log: arguments.log,
        fsync: arguments.fsync,
        store: arguments.store,
        tls,
        implicit_tls: arguments.implicit_tls,
        auth,
        login_only: false,
        no_pipelining: arguments.no_pipelining,
        chunking: arguments.chunking,
        smtputf8: arguments.smtputf8,
        no_ehlo: arguments.no_ehlo,
        delay: Duration::from_millis(arguments.delay_ms),
        greeting: arguments.greeting,
        close_after: arguments.close_after,
        fault: arguments.fault,
    };
    let sink = Sink::start(arguments.listen, config).await?;
    let mut out = io::stdout();
    writeln!(out, "listening on {}", sink.address())?;
    out.flush()?;
    if let Some(file) = arguments.port_file {
        std::fs::write(file, format!("{}\n", sink.address().port()))?;
    }
    sink.wait().await;
    Ok(())
}
