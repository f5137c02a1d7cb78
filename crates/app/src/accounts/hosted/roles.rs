//! Who is an administrator, as the provider tells.

use serde_json::Value;

use crate::settings::AdminClaim;

impl AdminClaim {
    /// Whether the claims name an administrator: the value itself, one of an array or of words with spaces between, or the
    /// name of an object's member that is an object itself.
    pub fn is_in(&self, claims: &Value) -> bool {
        found(claims, &self.path).any(|value| self.fits(value))
    }

    fn fits(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => *text == self.value || text.split(' ').any(|word| word == self.value),
            Value::Array(items) => items.iter().any(|item| item.as_str() == Some(&self.value)),
            Value::Bool(yes) => self.value.parse() == Ok(*yes),
            Value::Number(number) => number.as_i64().is_some_and(|number| self.value.parse() == Ok(number)),
            // Roles as members, each with the organisations that gave it.
            Value::Object(roles) => roles.get(&self.value).is_some_and(Value::is_object),
            Value::Null => false,
        }
    }
}

/// Everything that the path may mean: `a.b` is the member `a.b`, and the member `b` of the member `a`.
fn found<'a>(value: &'a Value, path: &'a str) -> Box<dyn Iterator<Item = &'a Value> + 'a> {
    let whole = value.get(path).into_iter();
    let deeper = path.match_indices('.').filter_map(move |(at, _)| {
        let (name, rest) = path.split_at(at);
        Some(found(value.get(name)?, &rest[1..]))
    });
    Box::new(whole.chain(deeper.flatten()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_claim_is_found_wherever_providers_put_it() {
        let is_in = |path: &str, claims: Value| {
            AdminClaim { path: path.into(), value: "admin".into() }.is_in(&claims)
        };
        assert!(is_in("role", json!({ "role": "admin" })));
        assert!(is_in("roles", json!({ "roles": ["user", "admin"] })));
        assert!(is_in("scope", json!({ "scope": "openid admin" })));
        assert!(is_in("realm_access.roles", json!({ "realm_access": { "roles": ["admin"] } })));
        assert!(is_in("https://news.example/roles", json!({ "https://news.example/roles": ["admin"] })));
        assert!(is_in(
            "resource_access.my.app.roles",
            json!({ "resource_access": { "my.app": { "roles": ["admin"] } } })
        ));
        assert!(is_in("urn:id:roles", json!({ "urn:id:roles": { "admin": { "17": "news.example" } } })));
        for claims in [
            json!({}),
            json!({ "role": null }),
            json!({ "role": "administrator" }),
            json!({ "role": ["admins"] }),
            json!({ "role": { "admin": true } }),
            json!([{ "role": "admin" }]),
        ] {
            assert!(!is_in("role", claims.clone()), "{claims}");
        }
        let yes = AdminClaim { path: "is_admin".into(), value: "true".into() };
        assert!(yes.is_in(&json!({ "is_admin": true })));
        assert!(!yes.is_in(&json!({ "is_admin": false })));
    }
}
