//! Combines the clauses of a query: all of them, or any of its words when too few chunks hold all.
use super::{Clause, Found, Run};
use crate::error::Result;
use crate::matches::{add_scores, intersect, Match, Matches};
use crate::posting_union::unite;
use crate::reader::OpenSegment;
use crate::work::spend;
use rustc_hash::FxHashMap;

/// How strongly a relaxed score depends on the share of the words' weight that a chunk holds.
const COVERAGE: f64 = 0.4;
/// For a query with at least this many required words, a handful of chunks with all of them is too few.
const MANY_WORDS: usize = 5;
const FEW_CHUNKS: usize = 10;

impl Run<'_> {
    /// Requires all clauses except stop words, which only add to the score. Relaxes the query when too few chunks
    /// match. Also returns whether it was relaxed.
    #[inline(never)]
    pub(super) fn combine(
        &self,
        clauses: &[Clause],
        filters: &[Vec<Vec<bool>>],
        relax: bool,
    ) -> Result<(Vec<Matches>, bool)> {
        let words = |clause: &&Clause| clause.word.as_ref().is_some_and(|word| !word.stop);
        let required = clauses.iter().filter(words).count();
        let stops_optional = relax && clauses.iter().any(|clause| clause.word.as_ref().is_none_or(|word| !word.stop));
        let is_bonus = |clause: &Clause| stops_optional && clause.word.as_ref().is_some_and(|word| word.stop);
        let strict = self.conjunction(clauses, is_bonus, filters)?;
        let enough = if required < MANY_WORDS { 1 } else { FEW_CHUNKS };
        if !relax || required < 2 || self.has_exact(enough, clauses, is_bonus, &strict)? {
            return Ok((strict, false));
        }
        Ok((self.relaxed(clauses, filters)?, true))
    }

    pub(super) fn conjunction(
        &self,
        clauses: &[Clause],
        is_bonus: impl Fn(&Clause) -> bool,
        filters: &[Vec<Vec<bool>>],
    ) -> Result<Vec<Matches>> {
        let mut out = Vec::with_capacity(self.segments().len());
        clauses.iter().try_for_each(|clause| spend(clause.found.size()))?;
        for (index, segment) in self.segments().iter().enumerate() {
            let required = clauses.iter().filter(|clause| !is_bonus(clause)).filter_map(|clause| match &clause.found {
                Found::Scored(matches) => Some(&matches[index]),
                Found::Passing(_) => None,
            });
            let mut matches = match in_all(required) {
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

    /// Whether enough of the matching chunks hold the words themselves rather than near terms. Words that the index
    /// does not know do not count.
    fn has_exact(
        &self,
        enough: usize,
        clauses: &[Clause],
        is_bonus: impl Fn(&Clause) -> bool,
        strict: &[Matches],
    ) -> Result<bool> {
        let exact: Vec<&Vec<Matches>> = clauses
            .iter()
            .filter(|clause| !is_bonus(clause))
            .filter_map(|clause| clause.word.as_ref()?.exact.as_ref())
            .collect();
        let holds = |list: &Matches, chunk: u32| list.binary_search_by_key(&chunk, |entry| entry.chunk).is_ok();
        let all = |index: usize, chunk: u32| exact.iter().all(|segments| holds(&segments[index], chunk));
        let mut found = 0;
        for (index, matches) in strict.iter().enumerate() {
            for entry in matches {
                spend(exact.len())?;
                found += usize::from(all(index, entry.chunk));
                if found == enough {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The chunks with any of the words. Their score is the sum over their words, times a power of the share of the
    /// words' weight that they hold.
    fn relaxed(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>]) -> Result<Vec<Matches>> {
        let total: f64 = clauses.iter().filter_map(|clause| clause.word.as_ref()).map(|word| word.idf).sum();
        let mut shares = Shares::new(total);
        clauses.iter().try_for_each(|clause| spend(clause.found.size()))?;
        let mut out = Vec::with_capacity(self.segments().len());
        for index in 0..self.segments().len() {
            let (mut words, mut stops, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
            for clause in clauses {
                match (&clause.found, &clause.word) {
                    (Found::Scored(matches), Some(word)) if word.stop => {
                        stops.push((matches[index].as_slice(), word.idf))
                    }
                    (Found::Scored(matches), Some(word)) => words.push((matches[index].as_slice(), word.idf)),
                    (Found::Scored(matches), None) => fixed.push(&matches[index]),
                    (Found::Passing(_), _) => {}
                }
            }
            let any = any_of(&words, &stops, &mut shares);
            let mut matches = match in_all(fixed.into_iter()) {
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
            keep(&mut matches, filters, index);
            out.push(matches);
        }
        Ok(out)
    }

    /// All live chunks, without a score.
    pub(super) fn everything(&self, segment: &OpenSegment) -> Result<Matches> {
        spend(segment.size() as usize)?;
        let deleted = segment.deleted(&self.reader.fields)?;
        let live = |chunk: &u32| deleted.is_empty() || !deleted[*chunk as usize];
        Ok((0..segment.size()).filter(live).map(|chunk| Match { chunk, score: 0.0, own: true }).collect())
    }
}

/// Removes chunks that match only by titles above them, and chunks that a filter excludes.
fn keep(matches: &mut Matches, filters: &[Vec<Vec<bool>>], segment: usize) {
    matches.retain(|entry| entry.own && filters.iter().all(|passing| passing[segment][entry.chunk as usize]));
}

/// The chunks in all of the lists. None when there are no lists.
fn in_all<'m>(mut lists: impl Iterator<Item = &'m Matches>) -> Option<Matches> {
    let first = lists.next()?;
    Some(match lists.next() {
        None => first.clone(),
        Some(second) => lists.fold(intersect(first, second), |so_far, list| intersect(&so_far, list)),
    })
}

/// The sums of one chunk.
#[derive(Clone, Copy, Default)]
struct Sum {
    score: f64,
    /// The sum of the idfs of the words it holds.
    covered: f64,
    found: bool,
    own: bool,
}

/// The chunks that match any of the words, with the scores of words and stop words, weighted by the share that they
/// hold. Scores are added in the order of the words.
fn any_of(words: &[(&[Match], f64)], stops: &[(&[Match], f64)], shares: &mut Shares) -> Matches {
    let mut out = Vec::with_capacity(words.iter().map(|(list, _)| list.len()).max().unwrap_or(0));
    let both = || words.iter().chain(stops);
    let idfs: Vec<f64> = both().map(|(_, idf)| *idf).collect();
    let add = |sum: &mut Sum, number: usize, entry: &Match| {
        sum.score += entry.score;
        sum.covered += idfs[number];
        sum.found |= number < words.len();
        sum.own |= entry.own;
    };
    let each = |chunk: u32, sum: &Sum| {
        if sum.found {
            out.push(Match { chunk, score: sum.score * shares.of(sum.covered), own: sum.own });
        }
    };
    unite(both().map(|(list, _)| *list).collect(), Sum::default(), |entry| entry.chunk, add, each);
    out
}

/// Computes `(covered / total) ^ COVERAGE`. Powers are expensive and few values occur, so results are cached.
struct Shares {
    total: f64,
    known: FxHashMap<u64, f64>,
}

impl Shares {
    fn new(total: f64) -> Self {
        Shares { total: total.max(f64::MIN_POSITIVE), known: FxHashMap::default() }
    }
    fn of(&mut self, covered: f64) -> f64 {
        *self.known.entry(covered.to_bits()).or_insert_with(|| (covered / self.total).powf(COVERAGE))
    }
}
