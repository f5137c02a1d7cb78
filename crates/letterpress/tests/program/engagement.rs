//! A campaign to ten thousand readers, half of whom do something, and half of those are machines: the figures are
//! those of the simulation, however often the server is killed.

use std::fmt::Write as _;

use futures::{StreamExt as _, stream};
use reqwest::{Client, Method, redirect};
use serde_json::{Value, json};

use crate::harness::{Api, Home};

const READERS: usize = 10_000;
const LINKS: usize = 5;
const AT_ONCE: usize = 16;
const PERSON: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";

/// What a reader's side does with the mail.
#[derive(Clone, Copy)]
enum Does {
    Nothing,
    /// Opens, once or more.
    Opens(usize),
    /// Opens and clicks one link, or two.
    Clicks(usize),
    /// Loads the picture, read or not.
    Proxy,
    /// Says that it is a program, and opens and clicks.
    Script,
    /// Says nothing, and follows every link, the hidden one too.
    Scanner,
    /// The same without the hidden link.
    Burst,
}

impl Does {
    fn of(reader: usize) -> Self {
        match reader % 20 {
            0..=2 => Self::Opens(1),
            3 => Self::Opens(3),
            4 => Self::Clicks(1),
            5 => Self::Clicks(2),
            6 => Self::Proxy,
            7 | 8 => Self::Script,
            9 => Self::Scanner,
            10 => Self::Burst,
            _ => Self::Nothing,
        }
    }
}

/// The addresses in one mail: its picture, its links, and the link that nobody sees.
struct Mail {
    picture: String,
    links: Vec<String>,
    trap: String,
}

impl Mail {
    async fn read(api: &Api, id: &Value) -> Self {
        let html = api.get(&format!("/api/captured-mail/{id}?links=as_sent")).await["html"]
            .as_str()
            .unwrap()
            .to_owned();
        let all = |mark: &str| -> Vec<String> {
            let found = html.split('"').filter(|part| part.contains(mark));
            found.map(|part| part[part.find("/t/").unwrap()..].to_owned()).collect()
        };
        let mut links = all("/t/c/");
        assert_eq!(links.len(), LINKS + 1, "{html}");
        let trap = links.remove(0);
        Self { picture: all("/t/o/").remove(0), links, trap }
    }
}

async fn ask(client: &Client, url: &str, path: &str, agent: &str) {
    let answer = client.get(format!("{url}{path}")).header("user-agent", agent).send().await.unwrap();
    assert!(answer.status().as_u16() < 400, "{path}: {}", answer.status());
}

async fn act(client: &Client, url: &str, mail: &Mail, does: Does) {
    match does {
        Does::Nothing => {}
        Does::Opens(times) => {
            for _ in 0..times {
                ask(client, url, &mail.picture, PERSON).await;
            }
        }
        Does::Clicks(links) => {
            ask(client, url, &mail.picture, PERSON).await;
            for link in &mail.links[..links] {
                ask(client, url, link, PERSON).await;
            }
        }
        Does::Proxy => ask(client, url, &mail.picture, "Mozilla/5.0").await,
        Does::Script => {
            ask(client, url, &mail.picture, "python-requests/2.32").await;
            ask(client, url, &mail.links[0], "python-requests/2.32").await;
        }
        Does::Scanner => {
            ask(client, url, &mail.trap, PERSON).await;
            for link in &mail.links {
                ask(client, url, link, PERSON).await;
            }
        }
        // At the same moment, however slow the machine is.
        Does::Burst => {
            let all = mail.links.iter().map(|link| ask(client, url, link, PERSON));
            futures::future::join_all(all).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_figures_are_those_of_the_simulation() {
    let home = Home::new();
    let mut server = home.serve();
    let mut api = Api::sign_up(&server).await;
    api.token = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "test"], "");
    let body = json!({ "name": "News", "from_name": "Editor", "from_prefix": "news" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    let mut csv = String::from("email\n");
    for n in 0..READERS {
        writeln!(csv, "reader{n}@example.org").unwrap();
    }
    api.import(&newsletter, csv.trim_end()).await;
    let html: String = (1..=LINKS)
        .map(|n| format!("<p><a href=\"https://example.net/{n}\">Part {n}</a></p>"))
        .collect::<Vec<_>>()
        .concat();
    let path = api.send(&newsletter, json!({ "subject": "Hello", "html_content": html })).await;

    let client = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
    let mut page = format!("{path}/deliveries?limit=1000");
    let (mut acted, mut probes) = (0, 0);
    loop {
        let (rows, next) = listed(&api, &page).await;
        let some = rows[0]["captured_mail_id"].clone();
        stream::iter(rows)
            .for_each_concurrent(AT_ONCE, |row| {
                let (client, api) = (&client, &api);
                async move {
                    let email = row["email"].as_str().unwrap();
                    let reader = email["reader".len()..].split('@').next().unwrap().parse().unwrap();
                    let does = Does::of(reader);
                    if !matches!(does, Does::Nothing) {
                        let mail = Mail::read(api, &row["captured_mail_id"]).await;
                        act(client, &api.url, &mail, does).await;
                    }
                }
            })
            .await;
        acted += 1_000;
        if acted % 3_000 == 0 {
            let mail = Mail::read(&api, &some).await;
            // What was answered before the first of them was written with the second at the latest.
            for _ in 0..2 {
                written(&home, async || {
                    let request =
                        client.head(format!("{}{}", api.url, mail.picture)).header("user-agent", PERSON);
                    assert!(request.send().await.unwrap().status().is_success());
                })
                .await;
                probes += 1;
            }
            server.kill();
            server = home.serve();
            api.url.clone_from(&server.url);
        }
        let Some(next) = next else { break };
        page = next;
    }
    assert_eq!(acted, READERS);

    let each = READERS as i64 / 20;
    let links = LINKS as i64;
    let expected = json!({
        "opens": 6 * each, "clicks": 2 * each, "all_opens": (3 + 3 + 2) * each, "all_clicks": 3 * each,
        "privacy_opens": each, "robot_opens": 2 * each + probes, "robot_clicks": (2 + links + links) * each,
        "open_rate": 30.0, "click_rate": 10.0,
    });
    let figures = |report: &Value| -> Value {
        expected.as_object().unwrap().keys().map(|name| (name.clone(), report[name].clone())).collect()
    };
    let report = api.wait_for(&format!("{path}/report"), |report| figures(report) == expected).await;
    let clicked: Vec<i64> =
        report["links"].as_array().unwrap().iter().map(|l| l["clicks"].as_i64().unwrap()).collect();
    assert_eq!(clicked, [2 * each, each, 0, 0, 0]);
    let robots: i64 =
        report["links"].as_array().unwrap().iter().map(|l| l["robot_clicks"].as_i64().unwrap()).sum();
    assert_eq!(robots, (2 + 2 * links) * each);
    let all = api.get("/api/analytics?range=30d").await;
    assert_eq!((&all["totals"]["opens"], &all["totals"]["clicks"]), (&json!(6 * each), &json!(2 * each)));
    let (opened, _) = listed(&api, &format!("{path}/deliveries?state=not_opened&limit=10")).await;
    assert_eq!(opened.len(), 10);
    let proof = api.text(&format!("{path}/deliveries.csv")).await;
    assert_eq!(proof.lines().count(), READERS + 1);
    assert_eq!(proof.lines().filter(|line| line.contains(",sent,")).count(), READERS);
}

/// Acts, and waits until the journal of opens and clicks has become longer.
async fn written(home: &Home, act: impl AsyncFn()) {
    let length = || -> u64 {
        let files = std::fs::read_dir(home.folder.path().join("data/tracking")).into_iter().flatten();
        files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
    };
    let before = length();
    act().await;
    while length() <= before {
        tokio::task::yield_now().await;
    }
}

/// Rows of a page and the path of the next.
async fn listed(api: &Api, path: &str) -> (Vec<Value>, Option<String>) {
    let request = api.client.request(Method::GET, format!("{}{path}", api.url)).bearer_auth(&api.token);
    let answer = request.send().await.unwrap();
    let next = answer.headers().get("link").and_then(|link| {
        let link = link.to_str().unwrap();
        Some(link.split_once('<')?.1.split_once('>')?.0.to_owned())
    });
    (answer.json().await.unwrap(), next)
}
