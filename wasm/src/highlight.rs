//! Where in a text the matches of a query stand.
use crate::analyzer::{Analyzer, StemmerId, Word};
use crate::plan::Highlight;
use rustc_hash::FxHashSet;
use tantivy::tokenizer::{TokenStream, Tokenizer};

/// Byte ranges `[start, end)` of the text, ascending and disjoint.
pub fn ranges(text: &str, stemmer: StemmerId, highlight: &Highlight) -> Vec<(usize, usize)> {
    let terms: FxHashSet<&str> = highlight.terms.iter().map(String::as_str).collect();
    let mut words: Vec<Word> = Vec::new();
    let mut out = Vec::new();
    let mut analyzer = Analyzer::shared(stemmer);
    let mut stream = analyzer.token_stream(text);
    // Parts of words count as well: what they are part of is marked.
    while stream.advance() {
        if terms.contains(stream.token().text.as_str()) {
            out.push((stream.token().offset_from, stream.token().offset_to));
        }
    }
    if !highlight.phrases.is_empty() {
        analyzer.words(text, |word| words.push(word));
    }
    for phrase in highlight.phrases.iter().filter(|phrase| !phrase.is_empty()) {
        for run in words.windows(phrase.len()) {
            if run.iter().zip(phrase).all(|(word, term)| word.term == *term) {
                out.extend(run.iter().map(|word| (word.from, word.to)));
            }
        }
    }
    disjoint(out)
}

/// Sorted, with ranges that overlap made one (the pairs of unspaced letters do).
fn disjoint(mut ranges: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    ranges.sort_unstable();
    let mut out: Vec<(usize, usize)> = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        match out.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => out.push((start, end)),
        }
    }
    out
}
