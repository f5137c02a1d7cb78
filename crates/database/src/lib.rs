//! database
