//! Accounts through the whole server, on both engines.
