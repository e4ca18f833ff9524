//! Where in a text the matches of a query stand.
use crate::analyzer::{Analyzer, StemmerId};
use crate::plan::Highlight;
use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::tokenizer::{TokenStream, Tokenizer};

/// Byte ranges `[start, end)` of the text, ascending and disjoint.
pub fn ranges(text: &str, stemmer: StemmerId, highlight: &Highlight) -> Vec<(usize, usize)> {
    let terms: FxHashSet<&str> = highlight.terms.iter().map(String::as_str).collect();
    // A number for each term of the phrases, and 0 for all others.
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    for term in highlight.phrases.iter().flatten() {
        let next = numbers.len() + 1;
        numbers.entry(term).or_insert(next);
    }
    let mut words: Vec<(usize, usize, usize)> = Vec::new();
    let mut out = Vec::new();
    let mut analyzer = Analyzer::shared(stemmer);
    let mut stream = analyzer.token_stream(text);
    while stream.advance() {
        let token = stream.token();
        let (from, to) = (token.offset_from, token.offset_to);
        // Parts of words count as well: what they are part of is marked.
        if terms.contains(token.text.as_str()) {
            out.push((from, to));
        }
        if !numbers.is_empty() && stream.is_word() {
            words.push((numbers.get(stream.token().text.as_str()).copied().unwrap_or(0), from, to));
        }
    }
    for phrase in highlight.phrases.iter().filter(|phrase| !phrase.is_empty()) {
        let wanted: Vec<usize> = phrase.iter().map(|term| numbers[term.as_str()]).collect();
        for run in words.windows(wanted.len()) {
            if run.iter().map(|(number, _, _)| number).eq(&wanted) {
                out.extend(run.iter().map(|(_, from, to)| (*from, *to)));
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
