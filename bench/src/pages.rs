//! How long the subscriber list takes over HTTP.

use std::time::Instant;

use reqwest::{Method, header::LINK};

use crate::{
    Plan, send,
    server::Site,
    table::{Table, percent, quantile, say, whole},
};

const REQUESTS: usize = 300;
const DEEP: usize = 1000;

/// What is searched for: a name and the words of each request, as they stand in an address.
type Kind = (&'static str, fn(usize) -> String);

const SEARCHES: [Kind; 6] = [
    ("search", |n| format!("last{}", (n * 7919 + 101) % 100_000)),
    ("search for what all have", |_| "example.net".to_owned()),
    ("search for what one in a thousand has", |n| format!("first{}%20la", 10 + n % 87)),
    // Each three letters of it are common, all of it is rare.
    ("search for two names", |n| format!("first{}%20last{}", 10 + n % 87, 100 + n * 7 % 900)),
    ("search for what nobody has", |n| format!("last{}@mail", (n * 7919 + 101) % 100_000)),
    ("search for two letters", |_| "re".to_owned()),
];

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    for engine in plan.engines() {
        let site = Site::new(plan, &engine, None).await?;
        site.import(send::readers(plan.rows)).await?;
        say(&format!("list of {} rows on {}", plan.rows, engine.name()));
        let first = format!("{}/subscribers", site.newsletter);
        let (deep, depth) = deep(&site, &first).await?;
        let mut settings = vec![
            ("first page".to_owned(), requests(&site, |_| first.clone()).await?, String::new()),
            (
                format!("page {}", whole(depth as f64)),
                requests(&site, |_| deep.clone()).await?,
                String::new(),
            ),
        ];
        for (what, words) in SEARCHES {
            let path = |n: usize| format!("{first}?q={}", words(n));
            let found = counted(&site, &path(0)).await?;
            settings.push((what.to_owned(), requests(&site, path).await?, format!(", {found} found")));
        }
        let first = quantile(&settings[0].1, 0.5);
        for (what, times, found) in settings {
            table.row(
                format!("{what} of {} readers, {}", whole(plan.rows as f64), engine.name()),
                format!("p50 {:.1} ms", quantile(&times, 0.5)),
                format!("p99 {:.1} ms", quantile(&times, 0.99)),
                format!("{} of the first page{found}", percent(quantile(&times, 0.5) / first)),
                "p99 ≤ 10 ms, deep ≤ 3 × first",
            );
        }
    }
    Ok(())
}

/// The page that many steps of `Link: …; rel="next"` lead to, and its number.
async fn deep(site: &Site, first: &str) -> anyhow::Result<(String, usize)> {
    let mut path = first.to_owned();
    for page in 1..DEEP {
        let answer = site.call(Method::GET, &path, None).await?;
        let link = answer.headers().get(LINK).and_then(|link| link.to_str().ok()).unwrap_or_default();
        let next = link.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(url, _)| url);
        let Some(next) = next.and_then(|url| url.find("/api/").map(|at| url[at..].to_owned())) else {
            return Ok((path, page));
        };
        path = next;
    }
    Ok((path, DEEP))
}

/// How many readers a list says that it has.
async fn counted(site: &Site, path: &str) -> anyhow::Result<String> {
    let answer = site.call(Method::GET, path, None).await?;
    let header =
        |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let more = if header("x-total-count-capped") == "true" { "+" } else { "" };
    Ok(format!("{}{more}", header("x-total-count")))
}

/// Milliseconds of each request, one after the other, over one kept connection.
pub async fn requests(site: &Site, path: impl Fn(usize) -> String) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::with_capacity(REQUESTS);
    for n in 0..REQUESTS {
        let path = path(n);
        let began = Instant::now();
        site.call(Method::GET, &path, None).await?.bytes().await?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times)
}
