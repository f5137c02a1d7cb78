//! Where a request comes from, as far as it tells.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};

use crate::{Core, Timestamp, core::HasCore, http::Peer};

const MAX_USER_AGENT: usize = 300;

/// Who acts, when and from where: what sessions and the audit log keep.
#[derive(Clone, Debug)]
pub struct Origin {
    /// As the program calls itself.
    pub user_agent: Option<String>,
    /// `None` for this machine, which may be a proxy for everybody.
    pub ip: Option<String>,
    pub at: Timestamp,
    /// The installation's public URL, for mails about the act.
    pub site: String,
}

impl Origin {
    /// For what the installation does by itself.
    pub fn own(core: &Core) -> Self {
        Self { user_agent: None, ip: None, at: core.now(), site: core.settings.public_url.clone() }
    }
}

impl<S: HasCore> FromRequestParts<S> for Origin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let user_agent = parts.headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok());
        let user_agent = user_agent.map(|text| text.chars().take(MAX_USER_AGENT).collect());
        let peer = Peer::from_request_parts(parts, state).await?;
        let ip = peer.elsewhere().map(|ip| ip.to_string());
        Ok(Self { user_agent, ip, ..Self::own(state.core()) })
    }
}

/// Programs by what stands in their user agent; the first that is found counts, because most also claim to be others.
const BROWSERS: [(&str, &str); 12] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// "Firefox on Linux", as far as the user agent tells; `None` when it tells nothing we know.
pub fn device(user_agent: Option<&str>) -> Option<String> {
    let text = user_agent?;
    let known = |table: &[(&str, &'static str)]| {
        table.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name)
    };
    match (known(&BROWSERS), known(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} on {system}")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => {
            let product = text.split(['/', ' ', '(']).next().unwrap_or_default();
            let fine = product.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
            (fine && (1..=40).contains(&product.len())).then(|| product.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn programs_and_systems_are_told_apart() {
        for (text, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.10.1", "curl"),
            ("python-requests/2.32", "python-requests"),
        ] {
            assert_eq!(device(Some(text)).as_deref(), Some(expected));
        }
        assert_eq!(device(None), None);
        assert_eq!(device(Some("")), None);
        assert_eq!(device(Some("<script>")), None);
    }
}
