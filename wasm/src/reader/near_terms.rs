//! Caches the nearest terms of words. The cache stays valid, because a reader's dictionaries never change.
use crate::memo::Memo;
use crate::schema::Scope;
use std::rc::Rc;

/// How many words' near terms a reader caches. The same words occur often.
const REMEMBERED_WORDS: usize = 2048;

/// The nearest terms, by scope, distance, term, typed form, and whether stop words are among them.
pub(crate) type NearTerms = Memo<(Scope, u8, String, String, bool), Near, REMEMBERED_WORDS>;

/// The terms near to a typed word.
#[derive(Debug, Clone, Default)]
pub(crate) struct Near {
    /// The nearest first, without the word's own term.
    pub(crate) others: Rc<[Expansion]>,
    /// The word's own term, if the documents do not have the word as typed and its stem alone may mislead (`dock` for `docke`).
    pub(crate) own: Option<Expansion>,
}

impl Near {
    /// Whether the typed word more likely stands for another term than for its own.
    pub(crate) fn is_likelier(&self) -> bool {
        let own = self.own.as_ref().map_or(0.0, |own| own.cost);
        self.others.first().is_some_and(|nearest| nearest.cost < own)
    }

    /// The near terms, with its own if that is only one of them.
    pub(crate) fn expansions(&self, with_own: bool) -> Rc<[Expansion]> {
        match &self.own {
            Some(own) if with_own => self.others.iter().chain([own]).cloned().collect(),
            _ => self.others.clone(),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expansion {
    pub(crate) term: String,
    /// What the edits cost that lead to the term, or to a word with that term.
    pub(crate) cost: f64,
    /// The number of live chunks (or of documents, in fields of the document), summed over the fields.
    pub(crate) frequency: u32,
}
