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
    /// Which required words of the first query with bare words each hit does not hold.
    #[inline(never)]
    pub(super) fn missing(&self, parts: &[Answered], hits: &[Hit]) -> Result<Option<Vec<Vec<usize>>>> {
        let words: Vec<(usize, &Clause)> = parts
            .iter()
            .find(|part| part.clauses.iter().any(|clause| clause.word.is_some()))
            .map(|part| part.clauses.iter().filter(|clause| clause.word.is_some()).enumerate().collect())
            .unwrap_or_default();
        let lacks = |clause: &Clause, hit: &Hit| match &clause.found {
            Found::Scored(segments) => {
                segments[hit.at.0 as usize].binary_search_by_key(&hit.at.1, |entry| entry.chunk).is_err()
            }
            Found::Passing(_) => false,
        };
        let required = |clause: &Clause| clause.word.as_ref().is_some_and(|word| word.required);
        spend(hits.len() * words.len())?;
        let of_hit = |hit: &Hit| -> Vec<usize> {
            let lacking = words.iter().filter(|(_, clause)| required(clause) && lacks(clause, hit));
            lacking.map(|(at, _)| *at).collect()
        };
        let missing: Vec<Vec<usize>> = hits.iter().map(of_hit).collect();
        Ok(missing.iter().any(|words| !words.is_empty()).then_some(missing))
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
            out.push(WordReport {
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

/// How many of the chunks hold every required word of the first query with bare words by its own term.
pub(super) fn full_matches(parts: &[Answered], found: &[Matches]) -> Result<usize> {
    let of_query = match parts {
        [only] => return Ok(only.full.iter().map(Vec::len).sum()),
        _ => parts.iter().find(|part| part.clauses.iter().any(|clause| clause.word.is_some())),
    };
    let clauses = of_query.map_or(&[][..], |part| part.clauses.as_slice());
    let mut words = Vec::new();
    for clause in clauses {
        if let (Found::Scored(matches), Some(word)) = (&clause.found, &clause.word) {
            if word.required {
                words.push((word.held.is_some(), word.held.as_ref().unwrap_or(matches)));
            }
        }
    }
    spend(count(found) * words.len())?;
    let holds = |is_held: bool, matches: &Matches, chunk: u32| {
        let found = matches.binary_search_by_key(&chunk, |entry| entry.chunk);
        found.is_ok_and(|at| !is_held || matches[at].own)
    };
    let full = |segment: usize, chunk: u32| words.iter().all(|(is_held, word)| holds(*is_held, &word[segment], chunk));
    let of_segment = |(at, matches): (usize, &Matches)| matches.iter().filter(|entry| full(at, entry.chunk)).count();
    Ok(found.iter().enumerate().map(of_segment).sum())
}
