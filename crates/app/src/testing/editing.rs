//! What was edited since it was read is not overwritten for whoever says what they read: for every route that takes
//! `If-Match`.

use axum::{
    body::Body,
    http::{Request, header},
};

use futures::future::join_all;

use super::{
    TestAnswer,
    isolation::{MARK, Route, Things, World, body},
};

/// The calls that change something with an address of its own; every other `PUT` and `DELETE` acts on what is only in a list.
const GUARDED: [&str; 16] = [
    "DELETE /api/domains/{}",
    "DELETE /api/media/{}",
    "DELETE /api/newsletters/{}",
    "DELETE /api/newsletters/{}/campaigns/{}",
    "DELETE /api/newsletters/{}/subscribers/{}",
    "DELETE /api/templates/{}",
    "DELETE /api/webhooks/{}",
    "PUT /api/domains/{}",
    "PUT /api/me",
    "PUT /api/media/{}",
    "PUT /api/newsletters/{}",
    "PUT /api/newsletters/{}/campaigns/{}",
    "PUT /api/newsletters/{}/subscribers/{}",
    "PUT /api/settings",
    "PUT /api/templates/{}",
    "PUT /api/webhooks/{}",
];

impl World {
    /// The call as the owner makes it who holds a tag.
    async fn change(&self, route: &Route, path: &str, tag: &str) -> TestAnswer {
        let request = Request::builder()
            .method(route.method.as_str())
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.owner))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::IF_MATCH, tag);
        let body = body(route).map_or_else(Body::empty, |json| Body::from(json.to_string()));
        self.t.send(request.body(body).unwrap()).await
    }

    async fn read(&self, path: &str) -> TestAnswer {
        self.t.call(Some(&self.owner), "GET", path, None).await
    }
}

fn tag(answer: &TestAnswer) -> String {
    answer.header("etag").unwrap_or_else(|| panic!("no tag: {}", answer.text())).to_owned()
}

database::both_engines!(what_was_edited_since_it_was_read_is_not_overwritten, engine => {
    let world = World::new(engine).await;
    let guarded: Vec<Route> = Route::all().into_iter().filter(|route| route.is_guarded).collect();
    let mut names: Vec<String> = guarded.iter().map(Route::name).collect();
    names.sort_unstable();
    assert_eq!(names, GUARDED);
    for route in guarded {
        // Fresh for each: some of these calls delete.
        let things = Things::make(&world.t, &world.owner, MARK).await;
        let ids: Vec<i64> = route.nouns().iter().map(|noun| things.id(noun, &route)).collect();
        let (name, path) = (route.name(), route.with(&ids));
        let read = world.read(&path).await;
        let first = tag(&read);
        for other in ["\"0123456789abcdef0123456789abcdef\"", "nonsense"] {
            let refused = world.change(&route, &path, other).await.expect(412);
            assert_eq!(refused["code"], "changed_since_read", "{name}");
        }
        assert_eq!(world.read(&path).await.text(), read.text(), "{name}");
        let changed = world.change(&route, &path, &format!("\"other\", {first}")).await;
        if route.method == "DELETE" {
            changed.expect(204);
            world.read(&path).await.expect(404);
            continue;
        }
        assert_eq!(changed.status, 200, "{name}: {}", changed.text());
        let second = tag(&changed);
        assert_ne!(second, first, "{name}");
        assert_eq!(tag(&world.read(&path).await), second, "{name}");
        let late = world.change(&route, &path, &first).await;
        assert_eq!(late.status, 412, "{name}: {}", late.text());
        world.change(&route, &path, "*").await.expect(200);
    }
});

database::both_engines!(of_several_who_read_the_same_one_is_first, engine => {
    let world = World::new(engine).await;
    for route in Route::all().into_iter().filter(|route| route.is_guarded && route.method == "PUT") {
        let things = Things::make(&world.t, &world.owner, MARK).await;
        let ids: Vec<i64> = route.nouns().iter().map(|noun| things.id(noun, &route)).collect();
        let path = route.with(&ids);
        let tag = tag(&world.read(&path).await);
        let answers = join_all((0..8).map(|_| world.change(&route, &path, &tag))).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412, 412, 412, 412, 412, 412, 412], "{}", route.name());
    }
});

// Whoever sends it relies on it.
database::both_engines!(a_call_that_does_not_look_at_it_refuses_it, engine => {
    let world = World::new(engine).await;
    let things = Things::make(&world.t, &world.owner, MARK).await;
    let mut refused = 0;
    for route in Route::all().into_iter().filter(|route| !route.is_guarded && !route.is_public && route.method != "GET") {
        let ids: Vec<i64> = route.nouns().iter().map(|noun| things.id(noun, &route)).collect();
        let request = Request::builder()
            .method(route.method.as_str())
            .uri(route.with(&ids))
            .header(header::AUTHORIZATION, format!("Bearer {}", world.owner))
            .header(header::IF_MATCH, "\"x\"");
        let answer = world.t.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, 400, "{}: {}", route.name(), answer.text());
        refused += 1;
    }
    assert!(refused > 50, "{refused}");
});

database::both_engines!(figures_beside_what_is_edited_change_no_tag, engine => {
    let world = World::new(engine).await;
    let things = Things::make(&world.t, &world.owner, MARK).await;
    let Some(route) = Route::all().into_iter().find(|route| route.name() == "PUT /api/newsletters/{}") else {
        panic!("no such route");
    };
    let path = route.with(&[things.id("newsletters", &route)]);
    let before = world.read(&path).await;
    let body = serde_json::json!({ "email": "another@example.com" });
    world.t.call(Some(&world.owner), "POST", &format!("{path}/subscribers"), Some(body)).await.expect(201);
    let after = world.read(&path).await;
    assert_ne!(after.text(), before.text());
    assert_eq!(tag(&after), tag(&before));
});
