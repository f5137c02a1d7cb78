//! Links and addresses that a mail carries: each is signed, so that nobody can make one for somebody else.

mod reader;
mod signed;
mod verp;

pub use reader::{LinkMaker, Links, ReaderToken, links};
pub use signed::{ConfirmToken, OwnToken, Wish, form_token, is_human};
pub use verp::{Mailed, Use, Verp};
