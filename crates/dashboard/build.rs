//! Makes sure that there is a folder to embed. Node builds what goes into it (see the Makefile), so that `cargo check`
//! needs no Node.

use std::{env, fs, path::Path};

#[expect(clippy::disallowed_methods, reason = "how Cargo talks to a build script")]
fn main() {
    // A folder missing when the macro expands is never looked into again by a debug build.
    let dist = Path::new("../../web/dist");
    fs::create_dir_all(dist).unwrap_or_else(|error| panic!("{}: {error}", dist.display()));
    println!("cargo:rerun-if-changed=build.rs");
    // What reads the files at run time need not be built anew when they change, nor after them.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed={}", dist.display());
        assert!(
            dist.join("index.html").is_file(),
            "web/dist/index.html is missing: a release carries the dashboard, build it first with `make build`"
        );
    }
}
