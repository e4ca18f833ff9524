//! The parts of an answer beside its hits: relaxation, words, what each filter removed, and documents.
use super::{Answered, Clause, Found, Run};
use crate::error::Result;
use crate::fuzzy::expansions;
use crate::matches::{count, Matches};
use crate::plan::{Hit, Relaxation, WordReport};
use crate::reader::{document_of, Reader};
use crate::schema::Scope;
use crate::work::{spend, RECORD};

impl Run<'_> {
    /// Whether any query was relaxed, and which of its words the best hit does not hold.
    #[inline(never)]
    pub(super) fn relaxation(&self, parts: &[Answered], hits: &[Hit]) -> Option<Relaxation> {
        let at = hits.first()?.at;
        let relaxed: Vec<&Answered> = parts.iter().filter(|part| part.relaxed).collect();
        if relaxed.is_empty() {
            return None;
        }
        let misses = |clause: &&Clause| match &clause.found {
            Found::Scored(segments) => {
                segments[at.0 as usize].binary_search_by_key(&at.1, |entry| entry.chunk).is_err()
            }
            Found::Passing(_) => false,
        };
        let clauses = relaxed.into_iter().flat_map(|part| &part.clauses);
        let words = clauses.filter(misses).filter_map(|clause| clause.word.as_ref());
        let dropped = words.filter(|word| !word.stop).map(|word| word.text.clone()).collect();
        Some(Relaxation { stage: "any", dropped })
    }

    #[inline(never)]
    pub(super) fn word_reports(&self, parts: &[Answered], nothing_found: bool) -> Result<Vec<WordReport>> {
        let mut out = Vec::new();
        for word in parts.iter().flat_map(|part| &part.clauses).filter_map(|clause| clause.word.as_ref()) {
            let mut nearest = Vec::new();
            if nothing_found {
                for word in self.analyse(&word.text).iter().flatten() {
                    let near = expansions(self.reader, Scope::All, &word.term, 2)?;
                    nearest.extend(near.into_iter().take(3).map(|near| near.term[1..].to_owned()));
                }
                nearest.truncate(3);
            }
            out.push(WordReport { word: word.text.clone(), df: word.df, stop: word.stop, nearest });
        }
        Ok(out)
    }

    /// For each filter, how many of the chunks that match the queries without filters it removes.
    #[inline(never)]
    pub(super) fn removed(&self, parts: &[Answered], filters: &[Vec<Vec<bool>>]) -> Result<Vec<usize>> {
        let mut unfiltered = Vec::with_capacity(parts.len());
        for part in parts {
            unfiltered.push(self.combine(&part.clauses, &[], true)?.0);
        }
        let found = self.unite(&unfiltered.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        spend(count(&found) * filters.len())?;
        let fails = |filter: &Vec<Vec<bool>>| {
            let by_segment = found.iter().zip(filter);
            by_segment
                .map(|(matches, passing)| matches.iter().filter(|entry| !passing[entry.chunk as usize]).count())
                .sum()
        };
        Ok(filters.iter().map(fails).collect())
    }
}

/// The ids of the documents with a match, sorted.
#[inline(never)]
pub(super) fn documents_of(reader: &Reader, found: &[Matches]) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for (segment, matches) in reader.segments.iter().zip(found) {
        let documents = segment.documents(&reader.fields)?;
        for entries in matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
            spend(entries.len() + RECORD)?;
            let root = segment.root_record(&reader.fields, entries[0].chunk)?;
            out.push(document_of(&root)?.doc_id.clone());
        }
    }
    out.sort();
    Ok(out)
}
