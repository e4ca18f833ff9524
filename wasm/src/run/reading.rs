//! How words are looked for: where, whether near words count, and what of a term is read.
use crate::schema::{Scope, TextField};
use std::ops::Range;

/// Documents by segment, each given by all its chunks, ascending.
pub(super) type Documents = Vec<Vec<Range<u32>>>;

#[derive(Clone, Copy)]
pub(super) struct Look<'d> {
    pub(super) scope: Scope,
    /// Inside a negation, a word matches only itself, without near words or its parts.
    pub(super) literal: bool,
    pub(super) reading: Reading<'d>,
}

/// Which places of terms are read.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reading<'d> {
    All,
    /// All, and the reader remembers how many there are.
    Counted,
    /// None. Only their number counts.
    Counts,
    /// Those in these documents.
    Within(&'d Documents),
}

impl<'d> Look<'d> {
    /// In all fields.
    pub(super) fn new(reading: Reading<'d>) -> Self {
        Look { scope: Scope::All, literal: false, reading }
    }

    pub(super) fn in_field(self, field: TextField) -> Self {
        Look { scope: Scope::Only(field), ..self }
    }

    pub(super) fn literally(self) -> Self {
        Look { literal: true, ..self }
    }

    pub(super) fn counting(self) -> Self {
        Look { reading: Reading::Counts, ..self }
    }
}
