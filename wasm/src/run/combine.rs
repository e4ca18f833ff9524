//! Combines the clauses of a query: the chunks with any of its words, which hold everything else that it asks for.
use super::{Clause, Found, Run};
use crate::error::Result;
use crate::matches::{add_scores, intersect, skip, Match, Matches};
use crate::posting_union::unite;
use crate::reader::OpenSegment;
use crate::work::spend;
use rustc_hash::FxHashMap;

/// How strongly the score of words depends on the share of their weight that a chunk holds.
const COVERAGE: f64 = 0.4;
/// What a chunk that holds every required word in its own form gains.
const ALL_WORDS: f64 = 1.3;

/// What a query finds.
pub(super) struct Combined {
    pub(super) matches: Vec<Matches>,
    /// The matches that hold every required word by its own term.
    pub(super) full: Vec<Vec<u32>>,
}

impl Run<'_> {
    /// The chunks that match any required word, or where other clauses score, all of those. With `all`, a chunk must
    /// hold every required word.
    #[inline(never)]
    pub(super) fn combine(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>], all: bool) -> Result<Combined> {
        if clauses.iter().all(|clause| clause.word.is_none()) {
            let matches = self.conjunction(clauses, filters)?;
            let full = matches.iter().map(|list| list.iter().map(|entry| entry.chunk).collect()).collect();
            return Ok(Combined { matches, full });
        }
        let total: f64 = clauses.iter().filter_map(|clause| clause.word.as_ref()).map(|word| word.idf).sum();
        let mut shares = Shares::new(total);
        let mut out = Vec::with_capacity(self.segments().len());
        let mut full = Vec::with_capacity(self.segments().len());
        clauses.iter().try_for_each(|clause| spend(2 * clause.found.size()))?;
        for index in 0..self.segments().len() {
            let (mut words, mut fixed) = (Vec::new(), Vec::new());
            for clause in clauses {
                match (&clause.found, &clause.word) {
                    (Found::Scored(matches), Some(word)) => {
                        words.push(WordList {
                            matches: matches[index].as_slice(),
                            held: word.held.as_ref().map(|held| held[index].as_slice()),
                            idf: word.idf,
                            required: word.required,
                            must: word.must,
                        });
                    }
                    (Found::Scored(matches), None) => fixed.push(&matches[index]),
                    (Found::Passing(_), _) => {}
                }
            }
            let mut any = any_of(&words, all, fixed.is_empty(), &mut shares);
            let mut matches = match in_all(fixed.into_iter()) {
                Some(fixed) if all || words.iter().any(|word| word.must) => intersect(&fixed, &any.0),
                Some(mut fixed) => {
                    add_scores(&mut fixed, &any.0);
                    fixed
                }
                None => std::mem::take(&mut any.0),
            };
            for clause in clauses {
                if let Found::Passing(passing) = &clause.found {
                    matches.retain(|entry| passing[index][entry.chunk as usize]);
                }
            }
            keep(&mut matches, filters, index);
            retain_found(&mut any.1, &matches);
            full.push(any.1);
            out.push(matches);
        }
        Ok(Combined { matches: out, full })
    }

    pub(super) fn conjunction(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>]) -> Result<Vec<Matches>> {
        let mut out = Vec::with_capacity(self.segments().len());
        clauses.iter().try_for_each(|clause| spend(clause.found.size()))?;
        for (index, segment) in self.segments().iter().enumerate() {
            let required = clauses.iter().filter_map(|clause| match &clause.found {
                Found::Scored(matches) => Some(&matches[index]),
                Found::Passing(_) => None,
            });
            let mut matches = match in_all(required) {
                Some(matches) => matches,
                None => self.everything(segment)?,
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

/// Keeps the chunks, ascending, that are among the matches.
fn retain_found(chunks: &mut Vec<u32>, matches: &[Match]) {
    let mut rest = matches;
    chunks.retain(|chunk| {
        rest = &rest[skip(rest, *chunk)..];
        rest.first().is_some_and(|entry| entry.chunk == *chunk)
    });
}

/// The chunks in all of the lists. None when there are no lists.
fn in_all<'m>(mut lists: impl Iterator<Item = &'m Matches>) -> Option<Matches> {
    let first = lists.next()?;
    Some(match lists.next() {
        None => first.clone(),
        Some(second) => lists.fold(intersect(first, second), |so_far, list| intersect(&so_far, list)),
    })
}

/// A word's matches in one segment.
struct WordList<'m> {
    matches: &'m [Match],
    /// What the matches count in the coverage, where they differ.
    held: Option<&'m [Match]>,
    idf: f64,
    required: bool,
    must: bool,
}

/// The sums of one chunk.
#[derive(Clone, Copy, Default)]
struct Sum {
    score: f64,
    /// The sum of the idfs of the words it holds.
    covered: f64,
    /// How many required words it holds, and how many of them in their own form.
    required: u32,
    exact: u32,
    must: u32,
    /// Whether it itself holds a required word.
    found: bool,
}

/// The chunks that match any of the words: all of those for `only_own`, else those that themselves hold a required
/// word. Scores are added in the order of the words, and weighted by the share of the words' weight that a chunk holds.
/// Also returns the chunks that hold all required words by their own terms.
fn any_of(words: &[WordList], all: bool, only_own: bool, shares: &mut Shares) -> (Matches, Vec<u32>) {
    let mut out = Vec::with_capacity(words.iter().map(|word| word.matches.len()).max().unwrap_or(0));
    let required = words.iter().filter(|word| word.required).count() as u32;
    let must = words.iter().filter(|word| word.must).count() as u32;
    let held: Vec<(&[Match], bool)> = words.iter().filter_map(|word| Some((word.held?, word.required))).collect();
    let add = |sum: &mut Sum, number: usize, entry: &Match| {
        let Some(word) = words.get(number) else {
            sum.covered += entry.score;
            sum.exact += u32::from(held[number - words.len()].1 && entry.own);
            return;
        };
        sum.score += entry.score;
        if word.held.is_none() {
            sum.covered += word.idf;
            sum.exact += u32::from(word.required);
        }
        sum.must += u32::from(word.must);
        if word.required {
            sum.found |= entry.own;
            sum.required += 1;
        }
    };
    let mut full = Vec::new();
    let each = |chunk: u32, sum: &Sum| {
        if (sum.found || !only_own) && (!all || sum.required == required) && sum.must == must {
            let is_full = sum.exact == required;
            let gain = if is_full { ALL_WORDS } else { 1.0 };
            if is_full {
                full.push(chunk);
            }
            out.push(Match { chunk, score: sum.score * shares.of(sum.covered) * gain, own: sum.found });
        }
    };
    let lists = words.iter().map(|word| word.matches).chain(held.iter().map(|(list, _)| *list)).collect();
    unite(lists, Sum::default(), |entry| entry.chunk, add, each);
    (out, full)
}

/// Computes `(covered / total) ^ COVERAGE`. Powers are expensive and few values occur, so results are cached. Mostly the
/// value is that of the chunk before.
struct Shares {
    total: f64,
    last: (f64, f64),
    known: FxHashMap<u64, f64>,
}

impl Shares {
    fn new(total: f64) -> Self {
        Shares { total: total.max(f64::MIN_POSITIVE), last: (0.0, 0.0), known: FxHashMap::default() }
    }
    fn of(&mut self, covered: f64) -> f64 {
        if covered != self.last.0 {
            let share = || (covered / self.total).min(1.0).powf(COVERAGE);
            self.last = (covered, *self.known.entry(covered.to_bits()).or_insert_with(share));
        }
        self.last.1
    }
}
