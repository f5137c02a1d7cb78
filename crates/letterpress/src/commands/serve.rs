//! `letterpress serve`: everything is wired here, and stopped here.

use std::{net::SocketAddr, process::ExitCode, time::Duration};

use anyhow::Context as _;
use app::{App, server::background};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    cli::Role,
    data_dir::{DataDir, Held},
    limits, node, place, say,
    server::{self, Patience},
    settings::{self, LogFormat, Settings},
};

/// Whatever hangs, the process is gone after this long: service managers kill soon after.
const DRAIN: Duration = Duration::from_secs(13);
/// The database's own closing.
const CLOSE: Duration = Duration::from_secs(1);
/// Over how long those that look for work start; the shortest of their rests.
const SPREAD: Duration = Duration::from_millis(500);

pub async fn run(settings: Settings, role: Role, open: bool) -> anyhow::Result<ExitCode> {
    place::accept(&settings).await?;
    let folder = DataDir::open(&settings.data_dir)?;
    let held = folder.hold()?;
    folder.close_to_others();
    let listener = listen(&settings, role).await?;
    let bound = match &listener {
        Some(listener) => listener.local_addr()?,
        None => settings.listen,
    };
    let app = node::app(&settings, &folder, bound).await?;
    // Reports are taken by the nodes that send.
    let reports = if role == Role::Web {
        None
    } else {
        app::bounces::listen(&app).await.context("cannot listen on LETTERPRESS_BOUNCE_LISTEN")?
    };
    let stop = CancellationToken::new();
    on_signal(stop.clone())?;
    app::imports::remove_unfinished(&app);
    let mut tasks = JoinSet::new();
    let listens = listener.is_some();
    if let Some(listener) = listener {
        tasks.spawn(answer(listener, app.clone(), role, stop.clone()));
    }
    let mut looking = Vec::new();
    if role != Role::Web {
        tasks.spawn(background::send(app.clone(), held.instance.clone(), stop.clone()));
        looking = background::where_sent(&app, &held.instance, reports, &stop);
    }
    looking.extend(background::everywhere(&app, &stop));
    spawn_apart(&mut tasks, looking, &stop);
    if !app.may_send().await.unwrap_or(true) {
        tracing::warn!(
            "{} Run `letterpress confirm-sending`, or confirm it in the dashboard.",
            app::instance::HELD
        );
    }
    announce(&settings, &app, role, listens.then_some(bound));
    ready();
    if open && role != Role::Worker {
        show(&app.settings.public_url);
    }
    let fault = until_stopped(&mut tasks, &stop).await;
    finish(&app, tasks, held).await;
    Ok(if fault { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Starts all that look for work from time to time, each some moments after the one before: those that look every second, or twice
/// a second, would keep the database from whoever waits for an answer, were they to look at once.
fn spawn_apart(tasks: &mut JoinSet<()>, looking: Vec<background::Task>, stop: &CancellationToken) {
    let count = looking.len() as u32;
    for (n, task) in (0..).zip(looking) {
        let stop = stop.clone();
        tasks.spawn(async move {
            if stop.run_until_cancelled(sleep(SPREAD * n / count)).await.is_some() {
                task.await;
            }
        });
    }
}

/// Waits for the signal. A part that ends before it has failed, and half a server is worse than none: the service
/// manager starts a whole one.
async fn until_stopped(tasks: &mut JoinSet<()>, stop: &CancellationToken) -> bool {
    tokio::select! {
        () = stop.cancelled() => return false,
        _ = tasks.join_next() => {}
    }
    if stop.is_cancelled() {
        return false;
    }
    tracing::error!("a part of the server failed; stopping the rest");
    stop.cancel();
    true
}

/// A worker listens only where it was told to: two nodes on one machine would want the same default port.
async fn listen(settings: &Settings, role: Role) -> anyhow::Result<Option<TcpListener>> {
    if role == Role::Worker && !settings.is_listen_given {
        return Ok(None);
    }
    let listener = TcpListener::bind(settings.listen).await.with_context(|| {
        format!("cannot listen on {}; give another address with --listen", settings.listen)
    })?;
    Ok(Some(listener))
}

async fn answer(listener: TcpListener, app: App, role: Role, stop: CancellationToken) {
    let connections = limits::connections();
    if role == Role::Worker {
        server::run(listener, app::server::health(app), connections, Patience::default(), stop).await;
    } else {
        // Opens and clicks are written until the last request is answered.
        let answered = CancellationToken::new();
        let intake = tokio::spawn(background::take_in(&app, answered.clone()));
        let service = app::server::build(app, dashboard::router());
        server::run(listener, service, connections, Patience::default(), stop).await;
        answered.cancel();
        let _ = intake.await;
    }
}

/// The first SIGTERM, SIGINT or SIGHUP (a terminal that was closed) stops; a second SIGTERM or SIGINT ends the process at
/// once. Whoever closes a terminal may hang up twice. SIGUSR1 and SIGUSR2, which would end it too, do nothing.
fn on_signal(stop: CancellationToken) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    // Caught for as long as the process lives.
    drop((signal(SignalKind::user_defined1())?, signal(SignalKind::user_defined2())?));
    tokio::spawn(async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {}, _ = hang_up.recv() => {} }
        stop.cancel();
        tracing::info!("stopping: requests and mails in flight are finished first");
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        std::process::exit(1);
    });
    Ok(())
}

async fn finish(app: &App, mut tasks: JoinSet<()>, held: Held) {
    if timeout(DRAIN, async { while tasks.join_next().await.is_some() {} }).await.is_err() {
        tracing::warn!("something was still running after {} seconds and was left", DRAIN.as_secs());
    }
    // Recovers at the next start if it is cut short.
    let _ = timeout(CLOSE, app.db.close()).await;
    drop(held);
    tracing::info!("stopped");
}

/// Tells the service manager, where there is one that waits for it.
fn ready() {
    if let Err(error) = sd_notify::notify(&[sd_notify::NotifyState::Ready]) {
        tracing::debug!(%error, "the service manager was not told");
    }
}

/// Opens the dashboard. Its address is told in any case.
fn show(url: &str) {
    if !settings::has_screen() {
        return;
    }
    if let Err(error) = open::that_detached(url) {
        tracing::warn!(%error, "no browser could be opened");
    }
}

/// What an operator wants to know first.
fn announce(settings: &Settings, app: &App, role: Role, bound: Option<SocketAddr>) {
    let url = &app.settings.public_url;
    let data = settings.data_dir.display();
    let mail = match &settings.mail {
        mailer::MailUrl::Capture => "kept in the built-in mailbox; nothing leaves this machine".to_owned(),
        other => format!("sent through {other}"),
    };
    if settings.log_format == LogFormat::Json {
        tracing::info!(%url, listen = bound.map(tracing::field::display), %data, database = %settings.database_shown, %mail, ?role, "ready");
    } else {
        let head = if role == Role::Worker { "Letterpress sends." } else { "Letterpress is ready." };
        let at = match bound {
            Some(bound) if role == Role::Worker => format!("    Listens   {bound}\n"),
            Some(bound) => format!("    Open      {url}\n    Listens   {bound}\n"),
            None => String::new(),
        };
        // Nobody has to read it: a closed standard output must not stop the server.
        let _ = say(&format!(
            "\n  {head}\n\n{at}    Data      {data}\n    Database  {}\n    Mail      {mail}\n",
            settings.database_shown
        ));
    }
    if !settings.strangers.is_empty() {
        tracing::warn!(
            names = settings.strangers.join(" "),
            "the environment has names that are no settings"
        );
    }
    if bound.is_some_and(|bound| bound.ip().is_unspecified()) && settings.public_url.is_none() {
        tracing::warn!("set LETTERPRESS_PUBLIC_URL: links in mails would point to {url}");
    }
    if role != Role::All && matches!(settings.database, database::Url::Sqlite(_)) {
        tracing::warn!(
            "one half of Letterpress on SQLite: the other half cannot join it; use PostgreSQL for several nodes"
        );
    }
}
