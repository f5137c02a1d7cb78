//! What webhooks are sent, as the document's `webhooks`.

use serde_json::{Value, json};

use crate::webhooks::Event;

/// Adds a webhook for each event.
pub fn add(document: &mut Value) {
    for event in Event::all() {
        document["webhooks"][event.as_str()] = json!({ "post": described(event) });
    }
}

fn described(event: Event) -> Value {
    let name = event.as_str();
    let (about, data) = match event {
        Event::EmailOpened => ("A person opened an email", "EmailOpened"),
        Event::EmailClicked => ("A person followed a link of an email", "EmailClicked"),
        Event::EmailBounced => ("An email came back", "EmailReturned"),
        Event::EmailComplained => ("A subscriber called an email spam", "EmailReturned"),
        Event::SubscriberCreated => ("There is a new subscriber", "Subscriber"),
        Event::SubscriberConfirmed => {
            ("A subscriber confirmed the address, or came back by doing so", "Subscriber")
        }
        Event::SubscriberUpdated => ("A subscriber was changed", "Subscriber"),
        Event::SubscriberUnsubscribed => ("A subscriber left", "Subscriber"),
        Event::SubscriberDeleted => ("A subscriber was removed", "Subscriber"),
        Event::CampaignSending => ("A campaign is being sent, or goes on after a pause", "CampaignChanged"),
        Event::CampaignSent => ("A campaign is sent", "CampaignChanged"),
        Event::CampaignPaused => ("A campaign was paused, by its author or by itself", "CampaignChanged"),
    };
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } });
    json!({
        "tags": ["webhooks"],
        "summary": about,
        "description": "Posted to every active webhook that wants it, at least once, until it is taken \
            (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.",
        "operationId": format!("receive_{}", name.replace('.', "_")),
        "security": [],
        "parameters": [
            header("webhook-id", "The event's name: the same for every attempt and replay"),
            header("webhook-timestamp", "When it was posted, in seconds since 1970; refuse what is more than five minutes away"),
            header("webhook-signature", "`v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation"),
        ],
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": {
                "type": "object",
                "required": ["type", "timestamp", "sequence", "data"],
                "properties": {
                    "type": { "type": "string", "const": name, "description": "The event." },
                    "timestamp": { "$ref": "#/components/schemas/Timestamp", "description": "When it happened." },
                    "sequence": {
                        "type": "integer",
                        "format": "int64",
                        "minimum": 1,
                        "description": "Counts the events of this webhook without gaps, from 1."
                    },
                    "data": { "$ref": format!("#/components/schemas/{data}"), "description": "What happened." }
                }
            } } }
        },
        "responses": {
            "2XX": { "description": "Taken; what the answer holds is not looked at" },
            "410": { "description": "Gone: the webhook is disabled" }
        }
    })
}
