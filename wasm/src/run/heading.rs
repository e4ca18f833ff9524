//! What a chunk's own title adds: the share of the title that the query's words make up.
use super::{BareWord, Clause, Run};
use crate::error::Result;
use crate::matches::{skip, Match, Matches};
use crate::posting_union::unite;
use crate::reader::OpenSegment;
use crate::schema::{Scope, TextField};
use crate::terms::{occurrences, sum};
use crate::work::spend;

/// What a title holds of the query.
#[derive(Default, Clone, Copy)]
struct Held {
    words: u32,
    idf: f64,
}

/// The chunks of a segment whose title holds words, for each word and stemmer with how many words of the title that makes.
#[derive(Default)]
struct Titles {
    lists: Vec<Matches>,
    parts: Vec<u32>,
}

/// A required word, with its terms under each stemmer if it does not stand for others.
type Wanted<'w> = (&'w BareWord, Vec<Vec<(usize, String)>>);

impl Run<'_> {
    /// Adds `Σ idf · min(1, words / length)` over the required words in the chunk's title, where `length` is that of
    /// the title.
    #[inline(never)]
    pub(super) fn add_heading_share(&self, clauses: &[Clause], matches: &mut [Matches]) -> Result<()> {
        let words: Vec<Wanted> = clauses
            .iter()
            .filter_map(|clause| clause.word.as_ref())
            .filter(|word| word.required)
            .map(|word| (word, if word.stands_for.is_some() { Vec::new() } else { self.phrases(&word.text) }))
            .collect();
        for (segment, matches) in self.segments().iter().zip(matches.iter_mut()) {
            if matches.is_empty() {
                continue;
            }
            let titles = self.titles(segment, &words)?;
            if !titles.lists.iter().all(Vec::is_empty) {
                add_shares(segment, &titles, matches)?;
            }
        }
        Ok(())
    }

    /// Under several stemmers, a chunk holds only the terms of its own.
    #[inline(never)]
    fn titles(&self, segment: &OpenSegment, words: &[Wanted]) -> Result<Titles> {
        let title = |term: &String| occurrences(segment, &self.weights, Scope::Only(TextField::Title), term);
        let mut out = Titles::default();
        for (word, stemmers) in words {
            if let Some(begun) = &word.stands_for {
                let found = sum(begun.iter().map(title).collect::<Result<_>>()?);
                out.lists.push(found.iter().map(|entry| Match::new(entry.chunk, word.idf, true)).collect());
                out.parts.push(1);
            }
            for terms in stemmers {
                let mut chunks: Option<Matches> = None;
                for (_, term) in terms {
                    let found: Matches = title(term)?
                        .iter()
                        .map(|entry| Match::new(entry.chunk, word.idf, true))
                        .filter(|entry| chunks.as_ref().is_none_or(|before| holds(before, entry.chunk)))
                        .collect();
                    chunks = Some(found);
                }
                out.lists.extend(chunks);
                out.parts.push(terms.len() as u32);
            }
        }
        Ok(out)
    }
}

fn add_shares(segment: &OpenSegment, Titles { lists, parts }: &Titles, matches: &mut [Match]) -> Result<()> {
    spend(lists.iter().map(Vec::len).sum::<usize>() + matches.len())?;
    let norms = segment.norms(TextField::Title)?;
    let mut rest = matches;
    let add = |held: &mut Held, list: usize, entry: &Match| {
        held.words += parts[list];
        held.idf += entry.score;
    };
    let mut failed = None;
    let out = |chunk: u32, held: &Held| {
        let at = skip(rest, chunk);
        rest = &mut std::mem::take(&mut rest)[at..];
        if let Some(entry) = rest.first_mut().filter(|entry| entry.chunk == chunk) {
            match segment.title_words(chunk, norms.fieldnorm(chunk)) {
                Ok(length) => {
                    let share = f64::from(held.words) / f64::from(length.max(1));
                    entry.score += held.idf * share.min(1.0);
                }
                Err(error) => failed = Some(error),
            }
        }
    };
    unite(lists.iter().map(Vec::as_slice).collect(), Held::default(), |entry| entry.chunk, add, out);
    failed.map_or(Ok(()), Err)
}

fn holds(matches: &Matches, chunk: u32) -> bool {
    matches.binary_search_by_key(&chunk, |entry| entry.chunk).is_ok()
}
