//! The parts of an answer beside its hits: full matches, words, what each filter removed, and documents.
use super::{Answered, Clause, Found, Run};
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
        let clauses = parts.iter().flat_map(|part| &part.clauses);
        let words: Vec<(usize, &Clause)> = clauses.filter(|clause| clause.word.is_some()).enumerate().collect();
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
            let lacking = words.iter().filter(|(_, clause)| required(clause) && lacks(clause, hit));
            lacking.map(|(at, _)| *at).collect()
        };
        let missing: Vec<Vec<usize>> = hits.iter().map(of_hit).collect();
        Ok(missing.iter().any(|words| !words.is_empty()).then_some(missing))
    }

    #[inline(never)]
    pub(super) fn word_reports(&self, parts: &[Answered], nothing_found: bool) -> Result<Vec<WordReport>> {
        let mut out = Vec::new();
        let clauses =
            parts.iter().enumerate().flat_map(|(at, part)| part.clauses.iter().map(move |clause| (at, clause)));
        for (query, word) in clauses.filter_map(|(at, clause)| clause.word.as_ref().map(|word| (at, word))) {
            let mut nearest = Vec::new();
            if nothing_found {
                for word in self.analyse(&word.text).iter().flatten() {
                    let near = expansions(self.reader, Scope::All, word, 2)?;
                    nearest.extend(near.into_iter().take(3).map(|near| near.term[1..].to_owned()));
                }
                nearest.truncate(3);
            }
            out.push(WordReport {
                query,
                word: word.text.clone(),
                df: word.df,
                stop: word.stop,
                required: word.required,
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

/// How many chunks hold every required word of a query that finds them, by its own term.
pub(super) fn full_matches(parts: &[Answered]) -> Result<usize> {
    let lists = |part: &Answered| part.full.iter().map(Vec::len).sum::<usize>();
    if let [only] = parts {
        return Ok(lists(only));
    }
    spend(parts.iter().map(lists).sum::<usize>() * 2)?;
    let segments = parts.first().map_or(0, |part| part.full.len());
    let of_segment = |at: usize| {
        let mut full: Vec<u32> = parts.iter().flat_map(|part| &part.full[at]).copied().collect();
        full.sort_unstable();
        full.dedup();
        full.len()
    };
    Ok((0..segments).map(of_segment).sum())
}
