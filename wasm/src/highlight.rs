//! Where in a text the matches of a query stand.
use crate::analyzer::{Analyzer, StemmerId, Word};
use crate::plan::Highlight;
use std::collections::HashSet;

/// Byte ranges `[start, end)` of the text, ascending and disjoint.
pub fn ranges(text: &str, stemmer: StemmerId, highlight: &Highlight) -> Vec<(usize, usize)> {
    let terms: HashSet<&str> = highlight.terms.iter().map(String::as_str).collect();
    let mut words: Vec<Word> = Vec::new();
    let mut out = Vec::new();
    let phrases = !highlight.phrases.is_empty();
    Analyzer::new(stemmer).words(text, |word| {
        if terms.contains(word.term.as_str()) {
            out.push((word.from, word.to));
        }
        if phrases {
            words.push(word);
        }
    });
    for phrase in highlight.phrases.iter().filter(|phrase| !phrase.is_empty()) {
        for run in words.windows(phrase.len()) {
            if run.iter().zip(phrase).all(|(word, term)| word.term == *term) {
                out.extend(run.iter().map(|word| (word.from, word.to)));
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
