//! Files of readers: taken in, read in the background, told row by row what was wrong with them.
//!
//! Owns `imports` and `import_errors`, and the folder `imports` in the data folder. Rows become readers through
//! [`subscribers::upsert`](crate::subscribers::upsert), which never makes active who left, here or where the file comes from.

mod background;
mod dates;
mod decode;
mod http;
mod model;
mod records;
mod removal;
mod rows;
mod run;
mod signs;
mod store;
mod survey;
#[cfg(test)]
mod tests;

/// What fuzzing reads with.
#[cfg(any(test, feature = "testing"))]
pub(crate) mod testing {
    pub use super::{
        decode::utf8,
        model::read_mapping,
        records::{Records, Step},
    };
}

use axum::extract::DefaultBodyLimit;

pub use background::{ImportSignal, background, recover, remove_unfinished, run_pending};
pub use model::{Mapping, Mode};
pub use removal::REMOVAL;
pub use run::{Job, Outcome, Place, Progress, import_reader};
pub use store::{cancel_all, open_counts};

use crate::{
    Core,
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

/// Removes the uploaded files of imports that will not run.
pub async fn remove_files(core: &Core, ids: &[i64]) {
    for id in ids {
        let _ = tokio::fs::remove_file(background::file_of(core, *id)).await;
    }
}

pub fn routes<S: Has<Keys> + Has<ImportSignal>>() -> Routes<S> {
    let upload = Routes::new().merge(routes!(http::create::create_import)).layer(DefaultBodyLimit::disable());
    Routes::new()
        .merge(upload)
        .merge(routes!(http::list::list_imports))
        .merge(routes!(http::show::get_import))
        .merge(routes!(http::cancel::cancel_import))
        .merge(routes!(http::errors::export_import_errors))
}
