//! Combines the clauses of a query: the chunks with any of its words, which hold everything else that it asks for.
use super::word_sets::{WordSet, WordSets, UNKNOWN_SET};
use super::{Clause, Found, Run};
use crate::error::Result;
use crate::matches::{add_scores, intersect, skip, Match, Matches};
use crate::posting_union::unite;
use crate::reader::OpenSegment;
use crate::work::spend;
use std::cell::RefCell;

/// What a query finds.
pub(super) struct Combined {
    pub(super) matches: Vec<Matches>,
    /// The matches that hold every required word by its own term.
    pub(super) full: Vec<Vec<u32>>,
    /// The sets of words that matches hold, by their kind. A match of another kind may hold all.
    pub(super) sets: Vec<WordSet>,
}

/// More than any number of words that have bits.
const HOLDS_ALL: f64 = 100.0;

impl Combined {
    /// The same with one place for each text.
    pub(super) fn folded(self, run: &Run) -> Result<Self> {
        let Combined { mut matches, mut full, sets } = self;
        let held = |segment: usize, entry: &Match| {
            if full[segment].binary_search(&entry.chunk).is_ok() {
                return HOLDS_ALL;
            }
            sets.get(usize::from(entry.kind)).map_or(0.0, |set| f64::from(set.bits.count_ones()))
        };
        run.fold(&mut matches, &held)?;
        full.iter_mut().zip(&matches).for_each(|(full, matches)| retain_found(full, matches));
        Ok(Combined { matches, full, sets })
    }
}

impl Run<'_> {
    /// The chunks that match any required word, or where other clauses score, all of those. With `all`, a chunk must
    /// hold every required word.
    #[inline(never)]
    pub(super) fn combine(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>], all: bool) -> Result<Combined> {
        if clauses.iter().all(|clause| clause.word.is_none()) {
            let matches = self.conjunction(clauses, filters)?;
            let full = matches.iter().map(|list| list.iter().map(|entry| entry.chunk).collect()).collect();
            return Ok(Combined { matches, full, sets: Vec::new() });
        }
        let mut sets = WordSets::new(clauses);
        let mut out = Vec::with_capacity(self.segments().len());
        let mut full = Vec::with_capacity(self.segments().len());
        clauses.iter().try_for_each(|clause| spend(2 * clause.found.size()))?;
        for index in 0..self.segments().len() {
            let (mut words, mut fixed) = (Vec::new(), Vec::new());
            for clause in clauses {
                match (&clause.found, &clause.word) {
                    (Found::Scored(matches), Some(_)) => words.push(matches[index].as_slice()),
                    (Found::Scored(matches), None) => fixed.push(&matches[index]),
                    (Found::Passing(_), _) => {}
                }
            }
            let mut any = any_of(words, all, fixed.is_empty(), &mut sets);
            let mut matches = match in_all(fixed.into_iter()) {
                Some(fixed) if all || sets.must > 0 => intersect(&fixed, &any.0),
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
        Ok(Combined { matches: out, full, sets: sets.seen() })
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
        let deleted = segment.deleted()?;
        let live = |chunk: &u32| deleted.is_empty() || !deleted[*chunk as usize];
        Ok((0..segment.size()).filter(live).map(|chunk| Match::new(chunk, 0.0, true)).collect())
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

/// What a chunk holds of the words, while their lists are read.
#[derive(Clone, Default)]
struct Sum {
    score: f64,
    /// The bits of the words that it holds.
    bits: u64,
    /// The last of its words without bits, as a place in [`Beyond`] plus 1.
    beyond: u32,
    /// Whether it itself holds a required word.
    found: bool,
}

/// Words without bits that chunks of one block hold.
#[derive(Default)]
struct Beyond {
    /// The one before of the same chunk, the word, and how the chunk holds it.
    held: Vec<(u32, usize, u16)>,
    /// Whether the block is done.
    is_read: bool,
}

impl Beyond {
    fn push(&mut self, before: u32, word: usize, kind: u16) -> u32 {
        if std::mem::take(&mut self.is_read) {
            self.held.clear();
        }
        self.held.push((before, word, kind));
        self.held.len() as u32
    }

    fn of(&self, last: u32) -> impl Iterator<Item = (usize, u16)> + '_ {
        let at = |place: u32| (place as usize).checked_sub(1).and_then(|place| self.held.get(place));
        std::iter::successors(at(last), move |(before, _, _)| at(*before)).map(|(_, word, kind)| (*word, *kind))
    }
}

/// The chunks that match any of the words: all of those for `only_own`, else those that themselves hold a required
/// word. Scores are added in the order of the words, and weighted by the share of the words' weight that a chunk holds.
/// Also returns the chunks that hold all required words by their own terms.
fn any_of(words: Vec<&[Match]>, all: bool, only_own: bool, sets: &mut WordSets) -> (Matches, Vec<u32>) {
    let mut out = Vec::with_capacity(words.iter().map(|list| list.len()).max().unwrap_or(0));
    let mut full = Vec::new();
    let ways: Vec<(Option<u32>, bool)> = sets.words.iter().map(|word| (word.bit, word.required)).collect();
    let beyond = RefCell::new(Beyond::default());
    let add = |sum: &mut Sum, number: usize, entry: &Match| {
        let (bit, required) = ways[number];
        sum.score += entry.score;
        sum.found |= required && entry.own;
        match bit {
            Some(bit) => sum.bits |= 1 << (bit + u32::from(entry.kind)),
            None => sum.beyond = beyond.borrow_mut().push(sum.beyond, number, entry.kind),
        }
    };
    let each = |chunk: u32, sum: &Sum| {
        let (set, kind) = if sum.beyond == 0 {
            sets.of(sum.bits)
        } else {
            let mut beyond = beyond.borrow_mut();
            beyond.is_read = true;
            (sets.set(sum.bits, beyond.of(sum.beyond)), UNKNOWN_SET)
        };
        if (sum.found || !only_own) && (!all || set.has_required) && set.has_must {
            if set.is_full {
                full.push(chunk);
            }
            out.push(Match { kind, ..Match::new(chunk, sum.score * set.share * set.gain(), sum.found) });
        }
    };
    unite(words, Sum::default(), |entry| entry.chunk, add, each);
    (out, full)
}
