//! The parts of an answer beside its hits: full matches, words, what each filter removed, and documents.
use super::{Answered, BareWord, Clause, Found, Run};
use crate::error::Result;
use crate::fuzzy::expansions;
use crate::matches::{count, Matches};
use crate::plan::{Hit, WordReport};
use crate::reader::{document_of, Reader};
use crate::schema::Scope;
use crate::work::{spend, RECORD};

impl Run<'_> {
    /// Which required words of the queries each hit does not match. None where it answers a query without bare words.
    #[inline(never)]
    pub(super) fn missing(&self, parts: &[Answered], hits: &[Hit]) -> Result<Option<Vec<Vec<usize>>>> {
        let words = typed_words(parts);
        let wordless: Vec<&Answered> = match parts {
            [_] => Vec::new(),
            _ => parts.iter().filter(|part| part.clauses.iter().all(|clause| clause.word.is_none())).collect(),
        };
        let finds = |segments: &[Matches], hit: &Hit| {
            segments[hit.at.0 as usize].binary_search_by_key(&hit.at.1, |entry| entry.chunk).is_ok()
        };
        let lacks = |clause: &Clause, hit: &Hit| match &clause.found {
            Found::Scored(segments) => !finds(segments, hit),
            Found::Passing(_) => false,
        };
        let required = |clause: &Clause| clause.word.as_ref().is_some_and(|word| word.required);
        spend(hits.len() * (words.len() + wordless.len()))?;
        let of_hit = |hit: &Hit| -> Vec<usize> {
            if wordless.iter().any(|part| finds(&part.matches, hit)) {
                return Vec::new();
            }
            // A word of several parts is missing where all of them are.
            let is_missing = |parts: &[&Clause]| {
                let mut required = parts.iter().filter(|clause| required(clause)).peekable();
                required.peek().is_some() && required.all(|clause| lacks(clause, hit))
            };
            (0..words.len()).filter(|at| is_missing(&words[*at].1)).collect()
        };
        let missing: Vec<Vec<usize>> = hits.iter().map(of_hit).collect();
        Ok(missing.iter().any(|words| !words.is_empty()).then_some(missing))
    }

    #[inline(never)]
    pub(super) fn word_reports(&self, parts: &[Answered], nothing_found: bool) -> Result<Vec<WordReport>> {
        let mut out = Vec::new();
        for (query, clauses) in typed_words(parts) {
            let words: Vec<&BareWord> = clauses.iter().filter_map(|clause| clause.word.as_ref()).collect();
            let text = words.iter().map(|word| word.typed.as_str()).next().unwrap_or_default();
            let mut nearest = Vec::new();
            if nothing_found {
                for word in self.analyse(text).iter().flatten() {
                    let near = expansions(self.reader, Scope::All, word, 2)?;
                    nearest.extend(near.others.into_iter().take(3).map(|near| near.term[1..].to_owned()));
                }
                nearest.truncate(3);
            }
            out.push(WordReport {
                query,
                word: text.to_owned(),
                df: words.iter().map(|word| word.df).max().unwrap_or(0),
                stop: words.iter().all(|word| word.stop),
                required: words.iter().any(|word| word.required),
                nearest,
            });
        }
        Ok(out)
    }

    /// For each filter, how many of the chunks that match the queries without filters it removes.
    #[inline(never)]
    pub(super) fn removed(&self, parts: &[Answered], filters: &[Vec<Vec<bool>>]) -> Result<Vec<usize>> {
        let mut unfiltered = Vec::with_capacity(parts.len());
        for part in parts {
            unfiltered.push(self.combine(&part.clauses, &[], part.all)?.matches);
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

/// The bare words as typed, each with the number of its query and the clauses that it consists of.
fn typed_words(parts: &[Answered]) -> Vec<(usize, Vec<&Clause>)> {
    let mut out: Vec<(usize, Vec<&Clause>)> = Vec::new();
    for (query, part) in parts.iter().enumerate() {
        let words = part.clauses.iter().filter(|clause| clause.word.is_some());
        let place = |clause: &Clause| clause.word.as_ref().map(|word| word.place);
        for clause in words {
            match out.last_mut().filter(|(before, clauses)| *before == query && place(clauses[0]) == place(clause)) {
                Some((_, clauses)) => clauses.push(clause),
                None => out.push((query, vec![clause])),
            }
        }
    }
    out
}

/// The ids of the documents with a match, sorted.
#[inline(never)]
pub(super) fn documents_of(reader: &Reader, found: &[Matches]) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for (segment, matches) in reader.segments.iter().zip(found) {
        let documents = segment.documents()?;
        for entries in matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
            spend(entries.len() + RECORD)?;
            let root = segment.root_record(entries[0].chunk)?;
            out.push(document_of(&root)?.doc_id.clone());
        }
    }
    out.sort();
    Ok(out)
}

/// How many chunks hold every required word of a query that finds them, by its own term.
pub(super) fn full_matches(parts: &[Answered]) -> Result<usize> {
    let lists = |part: &Answered| part.full.iter().map(Vec::len).sum::<usize>();
    if let [only] = parts {
        return Ok(lists(only));
    }
    spend(parts.iter().map(lists).sum::<usize>() * 2)?;
    Ok(united_full(parts).iter().map(Vec::len).sum())
}

/// The chunks that hold every required word of any query, by segment.
pub(super) fn united_full(parts: &[Answered]) -> Vec<Vec<u32>> {
    let segments = parts.first().map_or(0, |part| part.full.len());
    let of_segment = |at: usize| {
        let mut full: Vec<u32> = parts.iter().flat_map(|part| &part.full[at]).copied().collect();
        full.sort_unstable();
        full.dedup();
        full
    };
    (0..segments).map(of_segment).collect()
}
