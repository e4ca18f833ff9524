//! Caches the nearest terms of words. The cache stays valid, because a reader's dictionaries never change.
use crate::schema::Scope;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The nearest terms, by scope, distance, term, typed form, and whether stop words are among them.
pub(crate) type NearTerms = FxHashMap<(Scope, u8, String, String, bool), Rc<[Expansion]>>;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expansion {
    pub(crate) term: String,
    /// What the edits cost that lead to the term, or to a word with that term.
    pub(crate) cost: f64,
    /// The number of live chunks (or of documents, in fields of the document), summed over the fields.
    pub(crate) frequency: u32,
}
