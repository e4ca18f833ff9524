//! What a chunk's own title adds: the share of the title that the query's words make up.
use super::{Clause, Run};
use crate::error::Result;
use crate::matches::Matches;
use crate::schema::{Scope, TextField};
use crate::terms::occurrences;
use rustc_hash::FxHashMap;

/// What a title holds of the query.
#[derive(Default, Clone, Copy)]
struct Held {
    words: u32,
    idf: f64,
}

impl Run<'_> {
    /// Adds `Σ idf · min(1, words / length)` over the required words in the chunk's title, where `length` is that of
    /// the title.
    #[inline(never)]
    pub(super) fn add_heading_share(&self, clauses: &[Clause], matches: &mut [Matches]) -> Result<()> {
        let fields = &self.reader.fields;
        for (segment, matches) in self.segments().iter().zip(matches.iter_mut()) {
            if matches.is_empty() {
                continue;
            }
            let mut held: FxHashMap<u32, Held> = FxHashMap::default();
            for word in clauses.iter().filter_map(|clause| clause.word.as_ref()).filter(|word| word.required) {
                // Under several stemmers a word counts once. A chunk has one stemmer.
                for terms in self.phrases(&word.text) {
                    let mut chunks: Option<Vec<u32>> = None;
                    for (_, term) in &terms {
                        let found = occurrences(segment, fields, &self.weights, Scope::Only(TextField::Title), term)?;
                        let found: Vec<u32> = found.iter().map(|entry| entry.chunk).collect();
                        chunks = Some(match chunks {
                            None => found,
                            Some(before) => {
                                before.into_iter().filter(|chunk| found.binary_search(chunk).is_ok()).collect()
                            }
                        });
                    }
                    for chunk in chunks.unwrap_or_default() {
                        let held = held.entry(chunk).or_default();
                        held.words += terms.len() as u32;
                        held.idf += word.idf;
                    }
                }
            }
            if held.is_empty() {
                continue;
            }
            let norms = segment.norms(fields, TextField::Title)?;
            for entry in matches.iter_mut() {
                if let Some(held) = held.get(&entry.chunk) {
                    let length = norms.fieldnorm(entry.chunk).max(1);
                    entry.score += held.idf * (f64::from(held.words) / f64::from(length)).min(1.0);
                }
            }
        }
        Ok(())
    }
}
