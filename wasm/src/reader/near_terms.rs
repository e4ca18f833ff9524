//! The nearest terms of words that were looked for: a reader remembers them, because its dictionaries never change.
use crate::schema::Scope;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Nearest terms by scope, distance, term, and whether stop words are among them.
pub(crate) type NearTerms = FxHashMap<(Scope, u8, String, bool), Rc<[Expansion]>>;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expansion {
    pub(crate) term: String,
    pub(crate) distance: u8,
    /// Live chunks, or documents in fields of the document, summed over fields: only orders expansions.
    pub(crate) frequency: u32,
}
