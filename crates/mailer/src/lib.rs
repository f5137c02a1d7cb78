//! mailer
