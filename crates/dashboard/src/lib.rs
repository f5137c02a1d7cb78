//! dashboard
