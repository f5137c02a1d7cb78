//! Whether a reader sees the way out: asked of the tree that a browser makes of the HTML, whatever the HTML is.

use html2text::{Document, Element, Handle, RcDom};

use crate::html::{HIDING, hides};
use crate::marks;
use crate::merge::{Piece, Variable};

/// A node on the way down.
struct Step {
    node: Handle,
    /// Inside a link that leads out.
    in_link: bool,
}

/// Whether `html` shows an unsubscribe link with something in it to click on, or its address as text. Style sheets and what
/// only Outlook reads are not looked at.
pub(crate) fn shows_unsubscribe(html: &str, pieces: &[Piece]) -> bool {
    let hidden = marks::hide(html, pieces);
    let config = html2text::config::plain_no_decorate();
    let Ok(tree) = config.parse_html(hidden.as_bytes()) else { return false };
    let leads_out = |text: &str| {
        text.match_indices(marks::OPEN)
            .any(|(at, _)| matches!(marks::variable_at(&text[at..], pieces), Some(Variable::UnsubscribeUrl)))
    };
    // Not by recursion: elements of foreign names may be nested at any depth.
    let mut steps = vec![Step { node: tree.document.clone(), in_link: false }];
    while let Some(Step { node, mut in_link }) = steps.pop() {
        match &node.data {
            Document => {}
            Element { name, attrs, .. } => {
                let attrs = attrs.borrow();
                let tag = &*name.local;
                if HIDING.contains(&tag) || attrs.iter().any(|a| hides(&a.name.local, &a.value)) {
                    continue;
                }
                let mut hrefs = attrs.iter().filter(|a| &*a.name.local == "href");
                let is_out = matches!(tag, "a" | "area") && hrefs.any(|a| leads_out(&a.value));
                in_link |= is_out;
                if is_out && tag == "area" || in_link && tag == "img" {
                    return true;
                }
            }
            // Text; a comment has none.
            _ => {
                let text = RcDom::node_as_dom_string(&node);
                if in_link && !text.is_empty() || leads_out(&text) {
                    return true;
                }
            }
        }
        let children = node.children.borrow();
        steps.extend(children.iter().map(|child| Step { node: child.clone(), in_link }));
    }
    false
}
