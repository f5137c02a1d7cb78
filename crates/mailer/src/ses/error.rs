//! Why a question to SES had no useful answer.

/// Why a call about identities or the account failed. `Display` is one sentence without secrets.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SesError {
    /// The argument cannot be meant; nothing was sent.
    #[error("{0}")]
    Invalid(&'static str),
    /// No connection, or it broke, or no answer came in time.
    #[error("Amazon SES could not be reached: {0}")]
    Network(String),
    /// The answer is too long, cut off or not what SES sends.
    #[error("the answer of Amazon SES could not be read: {0}")]
    Unreadable(String),
    /// There's no such identity.
    #[error("Amazon SES does not know this domain")]
    NotFound,
    /// This server does not have the function; only servers that imitate SES say so.
    #[error("this server does not offer the function")]
    Unsupported,
    /// SES said no.
    #[error("Amazon SES refused with {code}{}{message}", if message.is_empty() { "" } else { ": " })]
    Refused {
        /// HTTP status.
        status: u16,
        /// Name of the error, such as `AccessDeniedException`; `HTTP 502` if it has none.
        code: String,
        /// What SES says about it, one line of at most 300 characters.
        message: String,
    },
}
