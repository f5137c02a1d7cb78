//! Calls whose answer was lost in a crash, repeated with their `Idempotency-Key`: done once, and answered as the first
//! time would have been.

use std::{collections::BTreeMap, time::Instant};

use database::{Engine, both_engines};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    disk::Faulty,
    harness::{Api, Home, PATIENCE, Server},
};

const CALLS: usize = 60;
/// All of them together are fewer than a page holds.
const MOST: usize = 16;

async fn create(
    client: Client,
    url: String,
    token: String,
    name: String,
) -> reqwest::Result<(u16, bool, Value)> {
    let body = json!({ "name": name, "from_name": "Ada", "from_prefix": "ada" });
    let request = client.post(format!("{url}/api/newsletters")).bearer_auth(token).json(&body);
    let answer = request.header("idempotency-key", format!("key of {name}")).send().await?;
    let is_replayed = answer.headers().contains_key("idempotency-replayed");
    Ok((answer.status().as_u16(), is_replayed, answer.json().await?))
}

async fn again(api: &Api, name: &str) -> (u16, bool, Value) {
    create(api.client.clone(), api.url.clone(), api.token.clone(), name.to_owned()).await.unwrap()
}

/// Ids of the newsletters by name, each of which must be there once.
async fn newsletters(api: &Api) -> BTreeMap<String, Value> {
    let all = api.get("/api/newsletters?limit=1000").await;
    let all = all.as_array().unwrap();
    let ids: BTreeMap<_, _> =
        all.iter().map(|one| (one["name"].as_str().unwrap().to_owned(), one["id"].clone())).collect();
    assert_eq!(ids.len(), all.len(), "something was done twice");
    ids
}

fn restarted(home: &Home, server: Server, api: &mut Api) -> Server {
    server.kill();
    let server = home.serve();
    api.url.clone_from(&server.url);
    // Connections of the old one are not used again.
    api.client = Client::new();
    server
}

/// Killed after each of the commits that a call makes, when the disk has it and nobody else knows.
#[tokio::test]
async fn a_call_killed_after_any_commit_is_done_once() {
    let faulty = Faulty::new(Home::new());
    let mut server = faulty.home.serve();
    let mut api = Api::sign_up(&server).await;
    api.token =
        faulty.home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "t"], "");
    let mut unanswered = 0;
    for sync in 1..=4 {
        let name = format!("killed after sync {sync}");
        faulty.fail(&format!("KILL {sync}"));
        let first = create(api.client.clone(), api.url.clone(), api.token.clone(), name.clone()).await;
        faulty.mend();
        unanswered += usize::from(first.is_err());
        server = restarted(&faulty.home, server, &mut api);
        let (status, _, made) = again(&api, &name).await;
        assert_eq!(status, 201, "{made}");
        if let Ok((_, _, first)) = first {
            assert_eq!(made, first);
        }
        assert_eq!(newsletters(&api).await[&name], made["id"]);
        let (status, is_replayed, repeated) = again(&api, &name).await;
        assert_eq!((status, is_replayed, &repeated), (201, true, &made));
    }
    assert!(unanswered >= 2, "{unanswered} calls were killed before their answer");
    drop(server);
}

both_engines!(calls_killed_all_at_once_are_done_once, engine => {
    let home = match engine {
        Engine::Sqlite => Home::new(),
        Engine::Postgres => Home::new().with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await),
    };
    let server = home.serve();
    let mut api = Api::sign_up(&server).await;
    api.token = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "t"], "");
    let mut calls = JoinSet::new();
    // Each goes on until a call is not answered, so that the kill finds all of them at work.
    for n in 0..CALLS {
        let (client, url, token) = (Client::new(), api.url.clone(), api.token.clone());
        calls.spawn(async move {
            for m in 0..MOST {
                if create(client.clone(), url.clone(), token.clone(), format!("n{n} {m}")).await.is_err() {
                    return true;
                }
            }
            false
        });
    }
    let began = Instant::now();
    while newsletters(&api).await.is_empty() {
        assert!(began.elapsed() < PATIENCE);
    }
    let server = restarted(&home, server, &mut api);
    assert!(calls.join_all().await.contains(&true), "the kill came too late to prove anything");
    let done = newsletters(&api).await;
    for (name, id) in &done {
        let (status, is_replayed, made) = again(&api, name).await;
        assert_eq!((status, is_replayed, &made["id"]), (201, true, id), "{made}");
    }
    assert_eq!(newsletters(&api).await, done);
    drop(server);
});
