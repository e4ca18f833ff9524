//! The parts of a score beside the words: proximity (words of the query side by side) and the document score (what the
//! rest of the document says about the words).
use super::words::scored;
use super::{BareWord, Clause, Found, Run};
use crate::error::Result;
use crate::matches::{add_scores, skip, Match, Matches};
use crate::schema::Scope;
use crate::terms::phrase_occurrences;
use crate::work::spend;

/// Two neighbouring words of the query add this share of their weight when they are neighbours in a chunk, in the same
/// order.
const PROXIMITY: f64 = 0.3;
/// Each word's best score within the document adds this share to all matching chunks of the document.
const DOCUMENT_SCORE: f64 = 0.15;

impl Run<'_> {
    /// Adds the proximity. Neighbouring words of the query, without stop words, raise the chunks in which they are
    /// neighbours too.
    #[inline(never)]
    pub(super) fn add_proximity(&self, clauses: &[Clause], matches: &mut [Matches]) -> Result<()> {
        let words: Vec<&BareWord> =
            clauses.iter().filter_map(|clause| clause.word.as_ref()).filter(|word| !word.stop).collect();
        for pair in words.windows(2) {
            if pair[0].df == 0 || pair[1].df == 0 || matches.iter().all(Vec::is_empty) {
                continue;
            }
            for terms in self.phrases(&format!("{} {}", pair[0].text, pair[1].text)) {
                for (segment, matches) in self.segments().iter().zip(matches.iter_mut()) {
                    spend(matches.len())?;
                    let found = phrase_occurrences(segment, &self.reader.fields, &self.weights, Scope::All, &terms)?;
                    add_scores(matches, &scored(&found, PROXIMITY * (pair[0].idf + pair[1].idf)));
                }
            }
        }
        Ok(())
    }

    /// Adds the document score. A document with the query's words in other sections is a better fit, so its matching
    /// sections score higher.
    #[inline(never)]
    pub(super) fn add_document_score<'c>(&self, clauses: &'c [Clause], matches: &mut [Matches]) -> Result<()> {
        for (index, (segment, matches)) in self.segments().iter().zip(matches.iter_mut()).enumerate() {
            if matches.is_empty() {
                continue;
            }
            let documents = segment.documents(&self.reader.fields)?;
            let of_clause = |clause: &'c Clause| match &clause.found {
                Found::Scored(found) => Some(found[index].as_slice()),
                Found::Passing(_) => None,
            };
            let mut rest: Vec<&[Match]> = clauses.iter().filter_map(of_clause).collect();
            for entries in matches.chunk_by_mut(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
                spend(entries.len() + rest.len())?;
                let document =
                    segment.document_chunks(&self.reader.fields, documents[entries[0].chunk as usize] as usize)?;
                let mut best = 0.0;
                for list in &mut rest {
                    *list = &list[skip(list, document.start)..];
                    best += list
                        .iter()
                        .take_while(|entry| entry.chunk < document.end)
                        .map(|entry| entry.score)
                        .fold(0.0, f64::max);
                }
                entries.iter_mut().for_each(|entry| entry.score += DOCUMENT_SCORE * best);
            }
        }
        Ok(())
    }
}
