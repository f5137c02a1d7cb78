//! What an upload says, whatever boundary its client drew for it: two uploads of the same parts differ in nothing else.

use sha2::{Digest as _, Sha256};

/// Reads a form (RFC 7578) as it comes.
pub struct Tally {
    /// What stands before each part and, with two more dashes, behind the last (RFC 2046 §5.1.1).
    delimiter: Vec<u8>,
    hasher: Sha256,
    /// The end of what came: a delimiter may begin in it.
    rest: Vec<u8>,
    is_whole: bool,
}

impl Tally {
    /// None where the content type names no boundary.
    pub fn of(content_type: &str) -> Option<Self> {
        let boundary = multer::parse_boundary(content_type).ok()?;
        let delimiter = format!("--{boundary}").into_bytes();
        Some(Self { delimiter, hasher: Sha256::new(), rest: Vec::new(), is_whole: false })
    }

    pub fn read(&mut self, piece: &[u8]) {
        if self.is_whole {
            return;
        }
        self.rest.extend_from_slice(piece);
        let mut from = 0;
        while let Some(at) = memchr::memmem::find(&self.rest[from..], &self.delimiter).map(|at| from + at) {
            let behind = at + self.delimiter.len();
            let Some(next) = self.rest.get(behind..behind + 2) else {
                // Whether it was the last is not known yet.
                self.take(from, at);
                return;
            };
            self.is_whole = next == b"--";
            self.hasher.update(&self.rest[from..at]);
            // Where a part ends is said, so that no two forms read alike.
            self.hasher.update(b"\0part\0");
            from = behind;
            if self.is_whole {
                self.rest = Vec::new();
                return;
            }
        }
        let sure = self.rest.len().saturating_sub(self.delimiter.len() - 1).max(from);
        self.take(from, sure);
    }

    /// What stands from one place to another is read; what stands before was.
    fn take(&mut self, from: usize, to: usize) {
        self.hasher.update(&self.rest[from..to]);
        self.rest.drain(..to);
    }

    /// Of the whole form; none before its end came.
    pub fn sum(&self) -> Option<Vec<u8>> {
        self.is_whole.then(|| self.hasher.clone().finalize().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn form(boundary: &str, parts: &[&[u8]]) -> Vec<u8> {
        let mut form = Vec::new();
        for part in parts {
            form.extend_from_slice(
                format!("--{boundary}\r\nContent-Disposition: form-data\r\n\r\n").as_bytes(),
            );
            form.extend_from_slice(part);
            form.extend_from_slice(b"\r\n");
        }
        form.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
        form
    }

    fn sum(boundary: &str, form: &[u8], pieces: usize) -> Option<Vec<u8>> {
        let mut tally = Tally::of(&format!("multipart/form-data; boundary=\"{boundary}\"")).unwrap();
        form.chunks(pieces).for_each(|piece| tally.read(piece));
        tally.sum()
    }

    #[test]
    fn what_is_no_whole_form_has_no_sum() {
        let whole = form("x", &[b"words"]);
        assert!(sum("x", &whole, 7).is_some());
        assert_eq!(sum("x", &whole[..whole.len() - 3], 7), None);
        assert_eq!(sum("y", &whole, 7), None);
        assert!(Tally::of("multipart/form-data").is_none());
        assert_ne!(sum("x", &form("x", &[b"a", b"b"]), 9), sum("x", &form("x", &[b"ab"]), 9));
        assert_ne!(sum("x", &form("x", &[b"a", b""]), 9), sum("x", &form("x", &[b"", b"a"]), 9));
    }

    proptest! {
        #[test]
        fn neither_the_boundary_nor_how_it_comes_matters(
            parts in proptest::collection::vec(proptest::collection::vec(prop_oneof![Just(b'-'), Just(b'x'), any::<u8>()], 0..40), 1..4),
            pieces in (1usize..60, 1usize..60),
            more in any::<u8>(),
        ) {
            let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
            let (one, other) = ("xX-boundary-1", "another.boundary.of.another.length");
            prop_assume!(parts.iter().all(|part| !part.windows(10).any(|w| one.as_bytes().starts_with(w) || other.as_bytes().starts_with(w))));
            let first = sum(one, &form(one, &parts), pieces.0);
            prop_assert!(first.is_some());
            prop_assert_eq!(&first, &sum(other, &form(other, &parts), pieces.1));
            let mut changed = parts[0].to_vec();
            changed.push(more);
            let changed: Vec<&[u8]> = std::iter::once(changed.as_slice()).chain(parts[1..].iter().copied()).collect();
            prop_assert_ne!(first, sum(one, &form(one, &changed), pieces.0));
        }
    }
}
