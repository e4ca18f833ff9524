//! The clauses of a query together: all of them, or, when that leaves too little, any of its words.
use super::{Clause, Found, Run};
use crate::error::Result;
use crate::matches::{add_scores, intersect, union, Match, Matches};
use crate::reader::OpenSegment;

/// How strongly a relaxed score depends on the share of the words' weight that a chunk holds.
const COVERAGE: f64 = 0.4;
/// From so many required words on, a handful of chunks with all of them is too few.
const MANY_WORDS: usize = 5;
const FEW_CHUNKS: usize = 10;

impl Run<'_> {
    /// All required clauses, stop words as a bonus; relaxed when that leaves too little. Says whether it was relaxed.
    pub(super) fn combine(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>], relax: bool) -> Result<(Vec<Matches>, bool)> {
        let words = |clause: &&Clause| clause.word.as_ref().is_some_and(|word| !word.stop);
        let required = clauses.iter().filter(words).count();
        let stops_optional = relax && clauses.iter().any(|clause| clause.word.as_ref().is_none_or(|word| !word.stop));
        let is_bonus = |clause: &Clause| stops_optional && clause.word.as_ref().is_some_and(|word| word.stop);
        let strict = self.conjunction(clauses, is_bonus, filters)?;
        let count = self.exact_count(clauses, is_bonus, &strict);
        let too_few = count == 0 || (required >= MANY_WORDS && count < FEW_CHUNKS);
        if !relax || required < 2 || !too_few {
            return Ok((strict, false));
        }
        Ok((self.relaxed(clauses, filters)?, true))
    }

    pub(super) fn conjunction(&self, clauses: &[Clause], is_bonus: impl Fn(&Clause) -> bool, filters: &[Vec<Vec<bool>>]) -> Result<Vec<Matches>> {
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut scored: Option<Matches> = None;
            for clause in clauses.iter().filter(|clause| !is_bonus(clause)) {
                if let Found::Scored(matches) = &clause.found {
                    scored = Some(match scored {
                        None => matches[index].clone(),
                        Some(so_far) => intersect(&so_far, &matches[index]),
                    });
                }
            }
            let mut matches = match scored {
                Some(matches) => matches,
                None => self.everything(segment)?,
            };
            for clause in clauses {
                match &clause.found {
                    Found::Passing(passing) => matches.retain(|entry| passing[index][entry.chunk as usize]),
                    Found::Scored(bonus) if is_bonus(clause) => add_scores(&mut matches, &bonus[index]),
                    Found::Scored(_) => {}
                }
            }
            keep(&mut matches, filters, index);
            out.push(matches);
        }
        Ok(out)
    }

    /// How many of the chunks that match hold the words themselves, so far as the index knows them, not their neighbours.
    fn exact_count(&self, clauses: &[Clause], is_bonus: impl Fn(&Clause) -> bool, strict: &[Matches]) -> usize {
        let exact: Vec<&Vec<Matches>> =
            clauses.iter().filter(|clause| !is_bonus(clause)).filter_map(|clause| clause.word.as_ref()?.exact.as_ref()).collect();
        let holds = |list: &Matches, chunk: u32| list.binary_search_by_key(&chunk, |entry| entry.chunk).is_ok();
        let all = |index: usize, chunk: u32| exact.iter().all(|segments| holds(&segments[index], chunk));
        let by_segment = strict.iter().enumerate();
        by_segment.map(|(index, matches)| matches.iter().filter(|entry| all(index, entry.chunk)).count()).sum()
    }

    /// Chunks with any of the words, scored by the sum over their words times a power of the share of the words' weight they hold.
    fn relaxed(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>]) -> Result<Vec<Matches>> {
        let total: f64 = clauses.iter().filter_map(|clause| clause.word.as_ref()).map(|word| word.idf).sum();
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut any: Matches = Vec::new();
            let mut covered: Matches = Vec::new();
            let mut stops: Vec<&Clause> = Vec::new();
            let mut fixed: Option<Matches> = None;
            for clause in clauses {
                match (&clause.found, &clause.word) {
                    (Found::Scored(_), Some(word)) if word.stop => stops.push(clause),
                    (Found::Scored(matches), Some(word)) => {
                        any = union(&any, &matches[index]);
                        covered = union(&covered, &weighing(&matches[index], word.idf));
                    }
                    (Found::Scored(matches), None) => {
                        fixed = Some(match fixed {
                            None => matches[index].clone(),
                            Some(so_far) => intersect(&so_far, &matches[index]),
                        });
                    }
                    (Found::Passing(_), _) => {}
                }
            }
            for clause in stops {
                if let (Found::Scored(matches), Some(word)) = (&clause.found, &clause.word) {
                    add_scores(&mut any, &matches[index]);
                    add_scores(&mut covered, &weighing(&matches[index], word.idf));
                }
            }
            for (entry, cover) in any.iter_mut().zip(&covered) {
                entry.score *= (cover.score / total.max(f64::MIN_POSITIVE)).powf(COVERAGE);
            }
            let mut matches = match fixed {
                Some(mut fixed) => {
                    add_scores(&mut fixed, &any);
                    fixed
                }
                None => any,
            };
            for clause in clauses {
                if let Found::Passing(passing) = &clause.found {
                    matches.retain(|entry| passing[index][entry.chunk as usize]);
                }
            }
            debug_assert!(matches.iter().all(|entry| entry.chunk < segment.size()));
            keep(&mut matches, filters, index);
            out.push(matches);
        }
        Ok(out)
    }

    /// All live chunks, without a score.
    pub(super) fn everything(&self, segment: &OpenSegment) -> Result<Matches> {
        let deleted = segment.deleted(&self.reader.fields)?;
        let live = |chunk: &u32| deleted.is_empty() || !deleted[*chunk as usize];
        Ok((0..segment.size()).filter(live).map(|chunk| Match { chunk, score: 0.0, own: true }).collect())
    }
}

/// Leaves out what only titles above match, and what a filter stops.
fn keep(matches: &mut Matches, filters: &[Vec<Vec<bool>>], segment: usize) {
    matches.retain(|entry| entry.own && filters.iter().all(|passing| passing[segment][entry.chunk as usize]));
}

fn weighing(matches: &Matches, weight: f64) -> Matches {
    matches.iter().map(|entry| Match { score: weight, ..*entry }).collect()
}
