//! The real binary, as an operator and a mail server see it.

mod commands;
mod harness;
mod kill_dash_nine;
mod refusals;
mod stopping;
