//! AWS Signature Version 4.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sigv4::{
    http_request::{PayloadChecksumKind, SignableBody, SignableRequest, SigningSettings, sign},
    sign::v4,
};
use reqwest::header::{HeaderName, HeaderValue};

use super::Credentials;

/// Signs `request`, whose body is `body`, by adding headers. `now_ms` is in milliseconds since 1970.
pub(super) fn sign_request(
    request: &mut reqwest::Request,
    body: &[u8],
    region: &str,
    credentials: &Credentials,
    now_ms: i64,
) -> Result<(), String> {
    let identity = aws_credential_types::Credentials::new(
        &credentials.access_key_id,
        &credentials.secret_access_key,
        credentials.session_token.clone(),
        None,
        "settings",
    )
    .into();
    let mut settings = SigningSettings::default();
    // SES does not ask for the header, but other implementations check a GET only when it is there.
    settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
    let params = v4::SigningParams::builder()
        .identity(&identity)
        .region(region)
        .name("ses")
        .time(system_time(now_ms)?)
        .settings(settings)
        .build()
        .map_err(|error| error.to_string())?
        .into();
    let headers: Vec<(&str, &str)> = request
        .headers()
        .iter()
        .map(|(name, value)| value.to_str().map(|value| (name.as_str(), value)))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let signable = SignableRequest::new(
        request.method().as_str(),
        request.url().as_str(),
        headers.into_iter(),
        SignableBody::Bytes(body),
    )
    .map_err(|error| error.to_string())?;
    let (instructions, _) = sign(signable, &params).map_err(|error| error.to_string())?.into_parts();
    for (name, value) in instructions.headers() {
        let name = HeaderName::try_from(name).map_err(|error| error.to_string())?;
        let mut value = HeaderValue::try_from(value).map_err(|error| error.to_string())?;
        value.set_sensitive(matches!(name.as_str(), "authorization" | "x-amz-security-token"));
        request.headers_mut().insert(name, value);
    }
    Ok(())
}

fn system_time(now_ms: i64) -> Result<SystemTime, String> {
    let since = u64::try_from(now_ms).map_err(|_| "the clock stands before 1970".to_owned())?;
    UNIX_EPOCH.checked_add(Duration::from_millis(since)).ok_or_else(|| "the clock is out of range".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2025-11-21T09:00:00Z.
    const NOW: i64 = 1_763_715_600_000;

    fn signed(url: &str, token: Option<&str>) -> reqwest::Request {
        let credentials = Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: token.map(str::to_owned),
        };
        let mut request = reqwest::Request::new(reqwest::Method::POST, url.parse().unwrap());
        request.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
        sign_request(&mut request, b"{}", "eu-west-1", &credentials, NOW).unwrap();
        request
    }

    #[test]
    fn the_signature_covers_host_type_time_and_content() {
        let request = signed("https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails", None);
        let header = |name: &str| request.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("x-amz-date"), "20251121T090000Z");
        // SHA-256 of the two octets {}.
        let hash = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
        assert_eq!(header("x-amz-content-sha256"), hash);
        let authorization = header("authorization");
        let scope = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20251121/eu-west-1/ses/aws4_request, ";
        assert!(authorization.starts_with(scope), "{authorization}");
        let names = "SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, ";
        assert!(authorization.contains(names), "{authorization}");
        assert!(!format!("{:?}", request.headers()).contains("Signature="));
    }

    #[test]
    fn a_session_token_is_sent_and_signed() {
        let request = signed("https://email.eu-west-1.amazonaws.com/", Some("t0ken"));
        assert_eq!(request.headers()["x-amz-security-token"], "t0ken");
        assert!(
            request.headers()["authorization"].to_str().unwrap().contains("x-amz-date;x-amz-security-token")
        );
        assert!(!format!("{:?}", request.headers()).contains("t0ken"));
    }

    #[test]
    fn a_clock_before_1970_is_an_error() {
        assert!(system_time(-1).is_err() && system_time(0).is_ok());
    }
}
