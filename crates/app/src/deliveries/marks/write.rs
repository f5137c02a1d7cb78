//! Writing the marks of one lease, whole.

use database::Statement;

use super::Marks;

/// One lease of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub newsletter_id: i64,
    pub run_id: i64,
    pub chunk_no: i64,
    pub lease_no: i64,
}

/// A chunk: its newsletter, run and number.
pub type Chunk = (i64, i64, i64);

impl Place {
    pub fn chunk(&self) -> Chunk {
        (self.newsletter_id, self.run_id, self.chunk_no)
    }
}

/// Writes marks for the first time, no row where the lease has some.
pub fn insert(place: Place, marks: &Marks) -> Statement {
    let statement = Statement::new(
        "INSERT INTO delivery_marks (newsletter_id, run_id, chunk_no, lease_no, version, dated_from, in_flight, sent, seconds, \
         code, enhanced_code, node_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING",
    );
    values(statement, place, marks).bind(marks.node_id)
}

/// Writes marks over those of the version before, no row where somebody else has written them since.
pub fn update(place: Place, marks: &Marks) -> Statement {
    let statement = Statement::new(
        "UPDATE delivery_marks SET version = version + 1, dated_from = $6, in_flight = $7, sent = $8, seconds = $9, code = $10, \
         enhanced_code = $11 WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3 AND lease_no = $4 AND version + 1 = $5",
    );
    values(statement, place, marks)
}

fn values(statement: Statement, place: Place, marks: &Marks) -> Statement {
    let (code, enhanced_code) = marks.answer();
    let statement =
        statement.bind(place.newsletter_id).bind(place.run_id).bind(place.chunk_no).bind(place.lease_no);
    let statement = statement.bind(marks.version).bind(marks.dated_from()).bind(marks.in_flight().bytes());
    statement.bind(marks.sent().bytes()).bind(marks.seconds()).bind(code).bind(enhanced_code)
}
