use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};

use super::*;

fn errors(block: Value) -> Vec<(String, String)> {
    let errors = check(&json!([block])).err().unwrap_or_default();
    errors.into_iter().map(|error| (error.field, error.message)).collect()
}

/// The path of the only error.
#[track_caller]
fn refused(block: Value) -> String {
    let shown = block.to_string();
    let errors = errors(block);
    assert_eq!(errors.len(), 1, "{shown}: {errors:?}");
    errors[0].0.clone()
}

/// One of each with every field.
fn everything() -> Vec<Value> {
    vec![
        json!({ "id": "a", "type": "heading", "content": "<b>x</b>", "level": 6,
            "style": { "textAlign": "justify", "color": "#fff", "x": 1.5, "y": null } }),
        json!({ "type": "text", "content": "{{ subscriber.first_name }}" }),
        json!({ "type": "image", "src": "https://a/b.png", "alt": "", "width": 2000, "height": null, "href": "#",
            "decorative": true }),
        json!({ "type": "button", "text": "Go", "href": "mailto:a@b", "variant": "outline", "width": 1200,
            "fullWidth": false }),
        json!({ "type": "divider", "thickness": 1.5 }),
        json!({ "type": "spacer", "height": 1000 }),
        json!({ "type": "columns", "columns": [[{ "type": "text" }], []], "widths": [33.3, 66.7], "gap": 0,
            "stack": true, "verticalAlign": "middle" }),
        json!({ "type": "social", "platforms": { "facebook": "https://f", "my own": "" }, "display": "both" }),
        json!({ "type": "hero", "title": "", "subtitle": "b", "description": "c", "buttonText": "d", "buttonHref": "/" }),
        json!({ "type": "hero-image", "title": "a", "subtitle": null, "description": "c", "buttonText": "d",
            "buttonHref": "{{ archive_url }}", "imageSrc": "cid:x", "imageAlt": "e", "imagePosition": "left" }),
    ]
}

#[test]
fn every_type_with_every_field_is_taken() {
    assert_eq!(check(&json!([])), Ok(0));
    let all = everything();
    assert_eq!(check(&Value::Array(all.clone())), Ok(all.len() + 1), "one of them is inside a column");
    for &(kind, fields) in BLOCKS {
        let mut block = serde_json::Map::from_iter([("type".to_owned(), json!(kind))]);
        for (field, _) in fields {
            block.insert((*field).to_owned(), Value::Null);
        }
        if kind == "columns" {
            block.insert("columns".to_owned(), json!([[]]));
        }
        assert_eq!(errors(Value::Object(block)), [], "null for every field of {kind}");
        assert!(all.iter().any(|block| block["type"] == kind), "{kind}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_path() {
    for (block, path) in [
        (json!(5), "blocks[0]"),
        (json!({}), "blocks[0].type"),
        (json!({ "type": null }), "blocks[0].type"),
        (json!({ "type": "Text" }), "blocks[0].type"),
        (json!({ "type": "text", "content": 5 }), "blocks[0].content"),
        (json!({ "type": "text", "content": "a\u{0}" }), "blocks[0].content"),
        (json!({ "type": "text", "content": "ü".repeat(200_001) }), "blocks[0].content"),
        (json!({ "type": "text", "level": 1 }), "blocks[0].level"),
        (json!({ "type": "text", "onclick": null }), "blocks[0].onclick"),
        (json!({ "type": "heading", "level": 0 }), "blocks[0].level"),
        (json!({ "type": "heading", "level": 7 }), "blocks[0].level"),
        (json!({ "type": "heading", "level": 1.5 }), "blocks[0].level"),
        (json!({ "type": "heading", "level": "1" }), "blocks[0].level"),
        (json!({ "type": "image", "src": "data:image/png,x" }), "blocks[0].src"),
        (json!({ "type": "image", "width": 2001 }), "blocks[0].width"),
        (json!({ "type": "image", "height": 0 }), "blocks[0].height"),
        (json!({ "type": "image", "decorative": "yes" }), "blocks[0].decorative"),
        (json!({ "type": "button", "href": "javascript:x" }), "blocks[0].href"),
        (json!({ "type": "button", "href": ["https://a"] }), "blocks[0].href"),
        (json!({ "type": "button", "variant": "large" }), "blocks[0].variant"),
        (json!({ "type": "divider", "thickness": 0.5 }), "blocks[0].thickness"),
        (json!({ "type": "spacer", "height": 1000.5 }), "blocks[0].height"),
        (json!({ "type": "columns" }), "blocks[0].columns"),
        (json!({ "type": "columns", "columns": null }), "blocks[0].columns"),
        (json!({ "type": "columns", "columns": [] }), "blocks[0].columns"),
        (json!({ "type": "columns", "columns": [[], [], [], [], []] }), "blocks[0].columns"),
        (json!({ "type": "columns", "columns": [[], {}] }), "blocks[0].columns[1]"),
        (
            json!({ "type": "columns", "columns": [[{ "type": "text" }, { "type": "hero", "buttonHref": "x:y" }]] }),
            "blocks[0].columns[0][1].buttonHref",
        ),
        (
            json!({ "type": "columns", "columns": [[{ "type": "columns", "columns": [[]] }]] }),
            "blocks[0].columns[0][0].type",
        ),
        (json!({ "type": "columns", "columns": [[]], "widths": [50, 50] }), "blocks[0].widths"),
        (json!({ "type": "columns", "columns": [[], []], "widths": [50, 101] }), "blocks[0].widths[1]"),
        (json!({ "type": "columns", "columns": [[]], "widths": 100 }), "blocks[0].widths"),
        (json!({ "type": "columns", "columns": [[]], "gap": 101 }), "blocks[0].gap"),
        (json!({ "type": "columns", "columns": [[]], "verticalAlign": "centre" }), "blocks[0].verticalAlign"),
        (json!({ "type": "social", "platforms": [] }), "blocks[0].platforms"),
        (
            json!({ "type": "social", "platforms": { "facebook": "javascript:x" } }),
            "blocks[0].platforms.facebook",
        ),
        (json!({ "type": "social", "platforms": { "facebook": null } }), "blocks[0].platforms.facebook"),
        (json!({ "type": "social", "platforms": { "": "https://a" } }), "blocks[0].platforms."),
        (json!({ "type": "social", "display": "icons" }), "blocks[0].display"),
        (json!({ "type": "hero-image", "imagePosition": "top" }), "blocks[0].imagePosition"),
        (json!({ "type": "text", "id": "" }), "blocks[0].id"),
        (json!({ "type": "text", "id": "x".repeat(101) }), "blocks[0].id"),
        (json!({ "type": "text", "id": "a\nb" }), "blocks[0].id"),
        (json!({ "type": "text", "style": "color:red" }), "blocks[0].style"),
        (json!({ "type": "text", "style": { "color": "x".repeat(301) } }), "blocks[0].style.color"),
        (json!({ "type": "text", "style": { "color": "a\nb" } }), "blocks[0].style.color"),
        (json!({ "type": "text", "style": { "color": true } }), "blocks[0].style.color"),
        (json!({ "type": "text", "style": { "textAlign": "start" } }), "blocks[0].style.textAlign"),
    ] {
        assert_eq!(
            refused(block.clone()),
            path,
            "{}",
            block.to_string().chars().take(100).collect::<String>()
        );
    }
    let style: serde_json::Map<_, _> = (0..41).map(|n| (format!("a{n}"), json!("b"))).collect();
    assert_eq!(refused(json!({ "type": "text", "style": style })), "blocks[0].style");
    let platforms: serde_json::Map<_, _> = (0..21).map(|n| (format!("a{n}"), json!("#"))).collect();
    assert_eq!(refused(json!({ "type": "social", "platforms": platforms })), "blocks[0].platforms");
    assert_eq!(check(&json!({})).unwrap_err()[0].field, "blocks");
}

#[test]
fn messages_are_sentences() {
    let told = |block| errors(block).remove(0).1;
    assert_eq!(told(json!({ "type": "heading", "level": 9 })), "Level must be a whole number from 1 to 6.");
    assert_eq!(told(json!({ "type": "hero", "buttonText": 1 })), "Button text must be a text.");
    assert_eq!(told(json!({ "type": "text", "href": "x" })), "A text block has no field href.");
    let nested = json!({ "type": "columns", "columns": [[{ "type": "columns" }]] });
    assert_eq!(told(nested), "Columns cannot hold columns.");
}

#[test]
fn a_document_has_at_most_500_blocks() {
    let in_columns = json!({ "type": "columns", "columns": [vec![json!({ "type": "text" }); 499]] });
    assert_eq!(check(&json!([in_columns])), Ok(500));
    for blocks in [json!([in_columns, { "type": "text" }]), json!(vec![json!(1); 100_000])] {
        let errors = check(&blocks).unwrap_err();
        assert_eq!((errors.len(), errors[0].field.as_str()), (1, "blocks"));
    }
}

#[test]
fn at_most_50_errors_are_told() {
    assert_eq!(check(&json!(vec![json!({}); 60])).unwrap_err().len(), 50);
}

fn any_json() -> impl Strategy<Value = Value> {
    let name = prop_oneof![
        proptest::sample::select(vec![
            "type",
            "id",
            "style",
            "content",
            "level",
            "src",
            "href",
            "columns",
            "widths",
            "platforms",
            "textAlign",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,8}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(types().collect::<Vec<_>>()).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((name.clone(), inner), 0..6).prop_map(|fields| fields.into_iter().collect::<Value>()),
        ]
    })
}

/// A block of a random type with some of the fields of [`everything`], in any order.
fn valid() -> impl Strategy<Value = Value> {
    let block = proptest::sample::select(everything());
    (block, any::<u32>(), any::<bool>()).prop_map(|(block, some, backwards)| {
        let fields: Vec<_> = block.as_object().unwrap().clone().into_iter().enumerate().collect();
        let needed = |name: &str| matches!(name, "type" | "columns");
        let mut kept: Vec<_> =
            fields.into_iter().filter(|(at, (name, _))| needed(name) || some & (1 << at) != 0).collect();
        if backwards {
            kept.reverse();
        }
        kept.into_iter().map(|(_, field)| field).collect()
    })
}

#[test]
fn rich_text_is_cleaned_and_nothing_else_is_touched() {
    for (kind, is_cleaned) in [("text", true), ("heading", true), ("button", false), ("nonsense", false)] {
        let mut block = json!({ "type": kind, "content": "a<script>b</script>" });
        clean_one(&mut block);
        assert_eq!(block["content"] == "a", is_cleaned, "{block}");
    }
}

proptest! {
    #[test]
    fn any_json_is_checked_without_panic(value in any_json()) {
        if let Err(errors) = check(&value) {
            prop_assert!((1..=50).contains(&errors.len()));
            prop_assert!(errors.iter().all(|error| error.field.starts_with("blocks") && !error.message.is_empty()));
        }
    }

    #[test]
    fn what_is_valid_is_kept_as_it_came(blocks in vec(valid(), 0..20)) {
        let value = Value::Array(blocks);
        let inside = value.as_array().unwrap().iter().filter(|block| block["type"] == "columns").count();
        prop_assert_eq!(check(&value), Ok(value.as_array().unwrap().len() + inside));
        let text = crate::templates::JsonText::new(&value).unwrap();
        prop_assert_eq!(text.as_str(), value.to_string());
        prop_assert_eq!(serde_json::from_str::<Value>(text.as_str()).unwrap(), value);
    }
}
