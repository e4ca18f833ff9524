//! Finds the matches of a query in a text.
use crate::analyzer::{Analyzer, Initials, StemmerId};
use crate::error::Result;
use crate::plan::Highlight;
use crate::work::spend;
use rustc_hash::{FxHashMap, FxHashSet};

/// So many matches of a text are found. A huge document may have many millions.
const MAX_MATCHES: usize = 100_000;
/// So many words of phrases and near words are looked at.
const MAX_PLACES: usize = 1_000_000;

/// Byte ranges `[start, end)` of the text, ascending and disjoint.
pub(crate) fn ranges(text: &str, stemmer: StemmerId, highlight: &Highlight) -> Result<Vec<(usize, usize)>> {
    spend(text.len() + highlight.terms.len())?;
    let terms: FxHashSet<&str> = highlight.terms.iter().map(String::as_str).collect();
    let of_phrases: FxHashSet<&str> = highlight.phrases.iter().flatten().map(String::as_str).collect();
    // The words of phrases, with their places in the text.
    let mut words: Vec<(String, usize, usize, usize)> = Vec::new();
    let mut out = Vec::new();
    // For each near term, the words that it stands for.
    let mut near: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, marks) in highlight.near.iter().enumerate() {
        spend(marks.terms.len())?;
        marks.terms.iter().for_each(|term| near.entry(term).or_default().push(at));
    }
    let mut found: FxHashSet<String> = FxHashSet::default();
    let mut places_of_near: Vec<(&[usize], usize, usize)> = Vec::new();
    let analyzer = Analyzer::shared(stemmer);
    let wanted = terms.iter().chain(&of_phrases).copied().chain(near.keys().copied());
    let mut tokens = analyzer.tokens(text).only(Initials::of(wanted));
    while out.len() < MAX_MATCHES && words.len() + places_of_near.len() < MAX_PLACES && tokens.advance() {
        let token = tokens.token();
        // A part of a word matches too; the whole word is then marked.
        if terms.contains(token.term.as_str()) {
            out.push((token.from, token.to));
            if !near.is_empty() && !found.contains(&token.term) {
                found.insert(token.term.clone());
            }
        } else if let Some(words) = near.get(token.term.as_str()) {
            places_of_near.push((words, token.from, token.to));
        }
        if tokens.is_word() && of_phrases.contains(token.term.as_str()) {
            words.push((token.term.clone(), token.position, token.from, token.to));
        }
    }
    let is_absent = |word: &usize| highlight.near[*word].of.iter().all(|term| !found.contains(term));
    let near_places = places_of_near.iter().filter(|(words, _, _)| words.iter().any(is_absent));
    out.extend(near_places.map(|(_, from, to)| (*from, *to)));
    for phrase in highlight.phrases.iter().filter(|phrase| !phrase.is_empty()) {
        spend(words.len() * phrase.len())?;
        // A phrase of equal words matches again one word further. Each word is marked once.
        let mut marked = 0;
        for (first, run) in words.windows(phrase.len()).enumerate() {
            let is_next = |(at, (word, position, _, _)): (usize, &(String, usize, usize, usize))| {
                *word == phrase[at] && *position == run[0].1 + at
            };
            if run.iter().enumerate().all(is_next) {
                out.extend(run[marked.max(first) - first..].iter().map(|(_, _, from, to)| (*from, *to)));
                marked = first + phrase.len();
            }
        }
    }
    Ok(disjoint(out))
}

/// Sorts the ranges and merges those that overlap, as pairs of unspaced letters do.
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
