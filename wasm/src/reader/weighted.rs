//! The documents whose scores a glob changes, found once for each segment. A query then only looks up its own words, to
//! see which of these documents it asks for by name.
use super::{document_of, OpenSegment};
use crate::analyzer::{Analyzer, StemmerId};
use crate::error::Result;
use crate::globs::{Glob, LowerPath};
use crate::plan::PathWeight;
use crate::segment::path_components;
use crate::work::{spend, LOOKUP, RECORD};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// A document with a weight other than 1.
#[derive(Debug, Clone)]
pub(crate) struct WeightedDocument {
    pub(crate) chunks: Range<u32>,
    pub(crate) weight: f64,
}

/// The documents of a segment that have a weight other than 1.
pub(crate) struct WeightedSegment {
    /// Ascending.
    pub(crate) documents: Vec<WeightedDocument>,
    /// The terms of file names and titles, with places in `documents`.
    pub(crate) named: FxHashMap<String, Vec<u32>>,
}

impl OpenSegment {
    /// What these weights change in the segment. The last answer is kept, because a snapshot gets the same weights every time.
    pub(crate) fn weighted(&self, weights: &[PathWeight]) -> Result<Rc<WeightedSegment>> {
        if let Some((_, known)) = self.derived.weighted.borrow().as_ref().filter(|(known, _)| known == weights) {
            return Ok(known.clone());
        }
        let found = Rc::new(self.find_weighted(weights)?);
        *self.derived.weighted.borrow_mut() = Some((weights.to_vec(), found.clone()));
        Ok(found)
    }

    fn find_weighted(&self, weights: &[PathWeight]) -> Result<WeightedSegment> {
        let globs: Vec<(Glob, f64)> = weights.iter().map(|one| (Glob::new(&one.glob), one.weight)).collect();
        let weight_of = |id: &str| {
            let path = LowerPath::new(id.split_once(':').map_or(id, |(_, path)| path));
            globs
                .iter()
                .find(|(glob, _)| glob.matches(&path))
                .map(|(_, weight)| *weight)
                .filter(|weight| *weight != 1.0)
        };
        spend(LOOKUP * self.roots()?.len())?;
        let mut documents = Vec::new();
        for (weight, root) in self.picked_by_id(weight_of)? {
            let chunks = self.document_chunks(self.document_of(root)?)?;
            documents.push(WeightedDocument { chunks, weight });
        }
        documents.sort_by_key(|document| document.chunks.start);
        let mut named: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for (place, document) in (0..).zip(&documents) {
            spend(RECORD)?;
            let record = self.record(document.chunks.start)?;
            let about = document_of(&record)?;
            let Some(stemmer) = StemmerId::by_byte(about.stemmer) else { continue };
            let name = path_components(&about.path).last().unwrap_or_default();
            for text in [name, record.title.as_str()] {
                Analyzer::shared(stemmer).words(text, |word| {
                    for term in word.parts.into_iter().chain([word.term]) {
                        let documents = named.entry(term).or_default();
                        if documents.last() != Some(&place) {
                            documents.push(place);
                        }
                    }
                });
            }
        }
        Ok(WeightedSegment { documents, named })
    }
}
