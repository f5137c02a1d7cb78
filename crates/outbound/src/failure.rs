//! What went wrong, in a sentence for an author.

use std::time::Duration;

use rustls::CertificateError;

/// Why there is no answer. `Display` is a whole sentence; it names no address, so that nobody learns from it
/// what is inside our network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error("This is no web address: only http and https can be asked.")]
    NotHttp,
    #[error("This is no valid web address: {0}.")]
    BadUrl(String),
    #[error("The address holds a user name or a password; leave them out.")]
    UserInfo,
    #[error("Port {0} belongs to another service than the web.")]
    Port(u16),
    #[error("Can't find {0}.")]
    NoSuchName(String),
    /// The name servers did not answer, or not to the point.
    #[error("Couldn't look up {0}.")]
    LookupFailed(String),
    /// Not public, see [`crate::is_public`].
    #[error("{0} isn't on the public Internet, so we don't call it.")]
    NotAllowed(String),
    #[error("Connection refused ({0}).")]
    Refused(String),
    #[error("Can't reach {0}.")]
    Unreachable(String),
    #[error("{host} did not answer completely within {limit:?}.")]
    TimedOut { host: String, limit: Duration },
    #[error("No secure connection to {host}: {reason}.")]
    Tls { host: String, reason: String },
    /// In bytes.
    #[error("The answer is larger than {0} bytes.")]
    TooLarge(usize),
    #[error("The answer has too many or too long headers.")]
    HeadersTooLarge,
    #[error("The address redirects more than {0} times.")]
    TooManyRedirects(usize),
    #[error("The address redirects to another one that cannot be asked: {0}")]
    Redirect(Box<Failure>),
    #[error("The address redirects from https to http, where the data would travel in the clear.")]
    Downgrade,
    #[error("{0} closed the connection before its answer was complete.")]
    Closed(String),
    #[error("{0} does not answer as a web server does.")]
    Protocol(String),
    /// The settings of this client cannot be used.
    #[error("The client cannot be set up: {0}.")]
    Setup(String),
}

impl Failure {
    pub(crate) fn tls(host: &str, error: &std::io::Error) -> Self {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
        let reason = match inner {
            Some(rustls::Error::InvalidCertificate(error)) => certificate(error),
            Some(rustls::Error::InvalidMessage(_)) => "it does not speak TLS".to_owned(),
            Some(rustls::Error::AlertReceived(alert)) => format!("it broke off with {alert:?}"),
            Some(error) => error.to_string(),
            None => "it closed the connection".to_owned(),
        };
        Self::Tls { host: host.to_owned(), reason }
    }

    pub(crate) fn http(host: &str, error: &hyper::Error) -> Self {
        // hyper has a method for it, but only in servers.
        if error.is_parse() && error.to_string().contains("too large") {
            Self::HeadersTooLarge
        } else if error.is_parse() {
            Self::Protocol(host.to_owned())
        } else {
            Self::Closed(host.to_owned())
        }
    }
}

fn certificate(error: &CertificateError) -> String {
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "its certificate has expired".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "its certificate is not valid yet".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is for another name".to_owned()
        }
        CertificateError::UnknownIssuer => "its certificate comes from nobody browsers trust".to_owned(),
        CertificateError::Revoked => "its certificate has been revoked".to_owned(),
        other => format!("its certificate is not valid ({other})"),
    }
}
