//! stub
#[derive(Clone, Debug)]
pub enum MailUrl { Capture }
