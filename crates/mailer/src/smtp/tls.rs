//! Trust for TLS: Mozilla's roots and those of the settings.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};

use super::Settings;
use crate::TransportError;

impl Settings {
    /// One configuration for all connections, so that sessions are resumed.
    pub(super) fn client_config(&self) -> Result<Arc<ClientConfig>, TransportError> {
        if let Some(config) = self.tls_cache.0.get() {
            return Ok(config.clone());
        }
        let failed = |error: rustls::Error| TransportError::Tls(error.to_string());
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for root in &self.extra_roots {
            roots.add(root.clone()).map_err(failed)?;
        }
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(failed)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(self.tls_cache.0.get_or_init(|| Arc::new(config)).clone())
    }
}
