//! Against real servers on loopback: 127.0.0.1 is allowed and stands for the Internet, 127.0.0.2 is not and
//! stands for our own network.
#![allow(clippy::unwrap_used)]

mod client;
mod https;
mod links;
mod server;
