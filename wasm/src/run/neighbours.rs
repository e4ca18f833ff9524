//! What words of the query add where they stand side by side, or near each other.
use super::words::scored;
use super::{BareWord, Clause, Run};
use crate::error::Result;
use crate::matches::{add_scores, Matches};
use crate::schema::Scope;
use crate::terms::{phrase_occurrences, window_occurrences};

/// Two words that follow each other in the query add this share of their weight where they stand as a phrase.
const PHRASE: f64 = 0.2;
/// They also add this share where they stand near each other, in any order.
const NEAR: f64 = 0.2;

impl Run<'_> {
    #[inline(never)]
    pub(super) fn add_neighbours(&self, clauses: &[Clause], matches: &mut [Matches]) -> Result<()> {
        let words: Vec<&BareWord> =
            clauses.iter().filter_map(|clause| clause.word.as_ref()).filter(|word| word.required).collect();
        for pair in words.windows(2) {
            if pair[0].df == 0 || pair[1].df == 0 || matches.iter().all(Vec::is_empty) {
                continue;
            }
            let weight = pair[0].idf + pair[1].idf;
            for terms in self.phrases(&format!("{} {}", pair[0].text, pair[1].text)) {
                for (segment, matches) in self.segments().iter().zip(matches.iter_mut()) {
                    let fields = &self.reader.fields;
                    let found = phrase_occurrences(segment, fields, &self.weights, Scope::All, &terms)?;
                    add_scores(matches, &scored(&found, PHRASE * weight));
                    if let [(_, first), (_, second)] = terms.as_slice() {
                        let found = window_occurrences(segment, fields, &self.weights, first, second)?;
                        add_scores(matches, &scored(&found, NEAR * weight));
                    }
                }
            }
        }
        Ok(())
    }
}
