//! What of a term a search reads.
use std::ops::Range;
use std::rc::Rc;

/// Documents by segment, each given by all its chunks, ascending.
pub(super) type Documents = Vec<Vec<Range<u32>>>;

/// Which places of terms are read.
pub(super) enum Reading {
    All,
    /// All, and the reader remembers how many there are.
    Counted,
    /// None. Only their number counts.
    Counts,
    /// Those in these documents.
    Within(Rc<Documents>),
}
