//! What words of the query add where they stand side by side, or near each other.
use super::words::scored;
use super::{BareWord, Clause, Found, Run};
use crate::error::Result;
use crate::matches::{add_scores, Match, Matches};
use crate::pairs::{pair_occurrences, Pair};
use crate::schema::Scope;
use crate::terms::{phrase_occurrences, Occurrence, SATURATED};
use crate::work::spend;

/// Two words that follow each other in the query add this share of their weight where they stand as a phrase.
const PHRASE: f64 = 0.2;
/// They also add this share where they stand near each other, in any order.
const NEAR: f64 = 0.2;
/// Several words with so many terms or more also add their full idf where the whole query stands as a phrase: a command,
/// or the text of an error. It says as much in a long section as in a short one.
const MIN_TERMS: usize = 3;
/// So do the parts of a single word, such as `user_id`, if there are so many.
const MIN_PARTS: usize = 2;

/// The most that two words can add to a chunk under one stemmer.
pub(super) fn most_of_pair(first: &BareWord, second: &BareWord) -> f64 {
    (PHRASE + NEAR) * (first.idf + second.idf) * SATURATED
}

/// The most that a whole query can add under one stemmer.
pub(super) fn most_of_query(words: &[&BareWord]) -> f64 {
    words.iter().map(|word| word.idf / word.share).sum()
}

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
            let firsts = self.phrases(&pair[0].text);
            let both = self.phrases(&format!("{} {}", pair[0].text, pair[1].text));
            for (first, both) in firsts.iter().zip(&both) {
                let Some(pair) = Pair::new(both, first.len()) else { continue };
                for (segment, matches) in self.segments().iter().zip(matches.iter_mut()) {
                    if matches.is_empty() {
                        continue;
                    }
                    spend(matches.len())?;
                    let (phrases, near) = pair_occurrences(segment, &self.weights, &pair, matches)?;
                    add_scores(matches, &scored(phrases, PHRASE * weight));
                    add_scores(matches, &scored(near, NEAR * weight));
                }
            }
        }
        self.add_whole_query(clauses, matches)
    }

    fn add_whole_query(&self, clauses: &[Clause], matches: &mut [Matches]) -> Result<()> {
        let scoring: Vec<&Clause> = clauses.iter().filter(|clause| matches!(clause.found, Found::Scored(_))).collect();
        let words: Vec<&BareWord> = scoring.iter().filter_map(|clause| clause.word.as_ref()).collect();
        if words.is_empty() || words.len() < scoring.len() || words.iter().any(|word| word.df == 0) {
            return Ok(());
        }
        let weight: f64 = words.iter().map(|word| word.idf / word.share).sum();
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let least = if words.len() == 1 { MIN_PARTS } else { MIN_TERMS };
        for terms in self.phrases(&text.join(" ")).into_iter().filter(|terms| terms.len() >= least) {
            for (segment, matches) in self.segments().iter().zip(matches.iter_mut()) {
                if matches.is_empty() {
                    continue;
                }
                let found = phrase_occurrences(segment, &self.weights, Scope::All, &terms, Some(matches))?;
                spend(found.len())?;
                let gain = |entry: &Occurrence| Match::new(entry.chunk, weight, entry.own);
                add_scores(matches, &found.iter().map(gain).collect::<Matches>());
            }
        }
        Ok(())
    }
}
