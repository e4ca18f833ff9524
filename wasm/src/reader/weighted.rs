//! The documents whose scores a glob changes, found once for each reader. A query then only looks up its own words, to
//! see which of these documents it asks for by name.
use super::{document_of, Reader};
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

pub(crate) struct Weighted {
    weights: Vec<PathWeight>,
    /// By segment, ascending.
    pub(crate) documents: Vec<Vec<WeightedDocument>>,
    /// The terms of file names and titles, with the documents as segment and place in `documents`.
    pub(crate) named: FxHashMap<String, Vec<(u32, u32)>>,
}

impl Reader {
    /// What these weights change. The last answer is kept, because a snapshot gets the same weights every time.
    pub(crate) fn weighted(&self, weights: &[PathWeight]) -> Result<Rc<Weighted>> {
        if let Some(known) = self.weighted.borrow().as_ref().filter(|known| known.weights == weights) {
            return Ok(known.clone());
        }
        let found = Rc::new(self.find_weighted(weights)?);
        *self.weighted.borrow_mut() = Some(found.clone());
        Ok(found)
    }

    fn find_weighted(&self, weights: &[PathWeight]) -> Result<Weighted> {
        let globs: Vec<(Glob, f64)> = weights.iter().map(|one| (Glob::new(&one.glob), one.weight)).collect();
        let mut documents = Vec::with_capacity(self.segments.len());
        let mut named: FxHashMap<String, Vec<(u32, u32)>> = FxHashMap::default();
        for (index, segment) in (0..).zip(&self.segments) {
            let mut found = Vec::new();
            for (id, root) in segment.document_ids(&self.fields)? {
                spend(LOOKUP)?;
                let path = LowerPath::new(id.split_once(':').map_or(id.as_str(), |(_, path)| path));
                let weight = globs.iter().find(|(glob, _)| glob.matches(&path)).map_or(1.0, |(_, weight)| *weight);
                if weight != 1.0 {
                    let chunks = segment.document_chunks(&self.fields, segment.document_of(&self.fields, root)?)?;
                    found.push(WeightedDocument { chunks, weight });
                }
            }
            found.sort_by_key(|document| document.chunks.start);
            for (place, document) in (0..).zip(&found) {
                spend(RECORD)?;
                let record = segment.record(document.chunks.start)?;
                let about = document_of(&record)?;
                let Some(stemmer) = StemmerId::by_byte(about.stemmer) else { continue };
                let name = path_components(&about.path).last().unwrap_or_default();
                for text in [name, record.title.as_str()] {
                    Analyzer::shared(stemmer).words(text, |word| {
                        for term in word.parts.into_iter().chain([word.term]) {
                            let documents = named.entry(term).or_default();
                            if documents.last() != Some(&(index, place)) {
                                documents.push((index, place));
                            }
                        }
                    });
                }
            }
            documents.push(found);
        }
        Ok(Weighted { weights: weights.to_vec(), documents, named })
    }
}
