//! The real binary, as an operator and a mail server see it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on panics, and tells its seed"
)]

mod alerts;
mod backup;
mod browser;
mod clients;
mod command_line;
mod commands;
mod crossing;
#[cfg(target_os = "linux")]
mod deploying;
mod disk;
mod doctor;
mod domains;
mod doubts;
mod engagement;
#[cfg(target_os = "linux")]
mod guide;
mod harness;
mod importing;
mod kill_dash_nine;
mod messages;
mod name_server;
mod operations;
mod pausing;
mod refusals;
mod repeating;
mod ses;
#[cfg(target_os = "linux")]
mod sign_ins;
mod stopping;
mod upgrading;
