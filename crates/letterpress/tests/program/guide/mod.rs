//! The guide is true: whatever it has its readers type is typed, whatever it shows is compared with what there is.
//!
//! Every page with a fenced block has a line below. How a block is tried follows from its language; what a page
//! presupposes beside an installation with an author, her key and a newsletter is in [`presupposed`].

mod answers;
mod blocks;
mod calls;
mod commands;
mod elsewhere;
mod errors;
mod formats;
mod limits;
pub mod links;
mod page;
mod presupposed;
mod programs;
mod promises;
mod proxies;
mod receiver;
mod rights;
mod scopes;
mod shell;

macro_rules! pages {
    ($($test:ident: $page:literal,)*) => {
        const PAGES: &[&str] = &[$($page),*];
        $(
            #[tokio::test]
            async fn $test() {
                page::walk($page).await;
            }
        )*
    };
}

pages! {
    account: "docs/guide/account.md",
    amazon_ses: "docs/guide/amazon-ses.md",
    api: "docs/guide/api.md",
    backup: "docs/guide/backup.md",
    bounces: "docs/guide/bounces.md",
    command_line: "docs/guide/command-line.md",
    getting_started: "docs/guide/getting-started.md",
    importing: "docs/guide/importing.md",
    monitoring: "docs/guide/monitoring.md",
    python: "clients/python/README.md",
    readme: "README.md",
    scaling: "docs/guide/scaling.md",
    self_hosting: "docs/guide/self-hosting.md",
    sign_in_providers: "docs/guide/sign-in-providers.md",
    tracking: "docs/guide/tracking.md",
    typescript: "clients/typescript/README.md",
    upgrading: "docs/guide/upgrading.md",
    webhooks: "docs/guide/webhooks.md",
}

#[test]
fn every_page_with_a_block_is_walked() {
    let has_blocks = |page: &String| !blocks::blocks_of(page, &blocks::read(page)).is_empty();
    let mut found: Vec<String> = blocks::pages().into_iter().filter(has_blocks).collect();
    let mut walked = PAGES.to_vec();
    found.sort();
    walked.sort_unstable();
    assert_eq!(found, walked);
}
