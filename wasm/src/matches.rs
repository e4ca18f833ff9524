//! Lists of matching chunks of one segment, and operations on them. Chunks ascend. Sums are added in the order of the
//! calls, so that scores depend neither on segments nor on the order of indexing.

use crate::posting_union::unite;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Match {
    pub(crate) chunk: u32,
    pub(crate) score: f64,
    /// Whether the chunk itself matches, and not only the titles above it.
    pub(crate) own: bool,
    /// What else the list says about the chunk, as a number: how it holds a word, or which words of a query it holds. 0 in
    /// lists that say nothing.
    pub(crate) kind: u16,
}

impl Match {
    pub(crate) fn new(chunk: u32, score: f64, own: bool) -> Self {
        Match { chunk, score, own, kind: 0 }
    }
}

pub(crate) type Matches = Vec<Match>;

/// How many matches lists of several segments hold.
pub(crate) fn count(segments: &[Matches]) -> usize {
    segments.iter().map(Vec::len).sum()
}

/// The chunks in both lists. Their scores are added.
pub(crate) fn intersect(left: &Matches, right: &Matches) -> Matches {
    intersect_kinds(left, right, |_, _| 0)
}

/// The same, where `kind` gives the kind of a chunk from its two matches.
pub(crate) fn intersect_kinds(left: &Matches, right: &Matches, mut kind: impl FnMut(&Match, &Match) -> u16) -> Matches {
    let mut out = Vec::with_capacity(left.len().min(right.len()));
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        let (a, b) = (left[i], right[j]);
        match a.chunk.cmp(&b.chunk) {
            std::cmp::Ordering::Less => i += skip(&left[i..], b.chunk),
            std::cmp::Ordering::Greater => j += skip(&right[j..], a.chunk),
            std::cmp::Ordering::Equal => {
                out.push(Match { kind: kind(&a, &b), ..Match::new(a.chunk, a.score + b.score, a.own || b.own) });
                i += 1;
                j += 1;
            }
        }
    }
    out
}

/// The chunks in these ranges, which ascend.
pub(crate) fn within(matches: &[Match], ranges: &[Range<u32>]) -> Matches {
    let mut rest = matches;
    let mut out = Vec::new();
    for range in ranges {
        rest = &rest[skip(rest, range.start)..];
        let (here, further) = rest.split_at(skip(rest, range.end));
        out.extend_from_slice(here);
        rest = further;
    }
    out
}

/// The distance to the first match at or after `chunk`. The steps double and then bisect, so a short list moves along a
/// long one quickly.
pub(crate) fn skip(matches: &[Match], chunk: u32) -> usize {
    let mut step = 1;
    while step < matches.len() && matches[step].chunk < chunk {
        step *= 2;
    }
    let from = step / 2;
    let to = matches.len().min(step + 1);
    from + matches[from..to].partition_point(|entry| entry.chunk < chunk)
}

/// The chunks in any of the lists. Their scores are added.
pub(crate) fn union(lists: Vec<&[Match]>) -> Matches {
    any_of(lists, 0.0, |sum, score| sum + score)
}

/// The chunks in any of the lists. The highest score counts.
pub(crate) fn best(lists: Vec<&[Match]>) -> Matches {
    any_of(lists, f64::NEG_INFINITY, f64::max)
}

fn any_of(lists: Vec<&[Match]>, empty: f64, combine: impl Fn(f64, f64) -> f64) -> Matches {
    if let [only] = lists.as_slice() {
        return only.to_vec();
    }
    let mut out = Vec::with_capacity(lists.iter().map(|list| list.len()).max().unwrap_or(0));
    let add = |sum: &mut (f64, bool), _, entry: &Match| *sum = (combine(sum.0, entry.score), sum.1 || entry.own);
    unite(
        lists,
        (empty, false),
        |entry| entry.chunk,
        add,
        |chunk, (score, own)| out.push(Match::new(chunk, *score, *own)),
    );
    out
}

/// Adds the scores of `bonus` to the chunks that are in `matches`.
pub(crate) fn add_scores(matches: &mut [Match], bonus: &[Match]) {
    let mut rest = matches;
    for other in bonus {
        let at = skip(rest, other.chunk);
        rest = &mut rest[at..];
        let Some(entry) = rest.first_mut() else { break };
        if entry.chunk == other.chunk {
            entry.score += other.score;
            entry.own |= other.own;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::random;

    fn of(entries: &[(u32, f64)]) -> Matches {
        entries.iter().map(|(chunk, score)| Match::new(*chunk, *score, true)).collect()
    }
    fn chunks(matches: &Matches) -> Vec<(u32, f64)> {
        matches.iter().map(|entry| (entry.chunk, entry.score)).collect()
    }

    #[test]
    fn algebra_agrees_with_sets() {
        let mut numbers = random(7);
        let mut random = |limit: u32| numbers(limit as usize) as u32;
        for _ in 0..200 {
            let mut list = |size: u32| {
                let mut chunks: Vec<u32> = (0..random(size)).map(|_| random(60)).collect();
                chunks.sort_unstable();
                chunks.dedup();
                of(&chunks.into_iter().map(|chunk| (chunk, f64::from(chunk % 5) + 1.0)).collect::<Vec<_>>())
            };
            let (a, b) = (list(40), list(8));
            let score = |m: &Matches, chunk| m.iter().find(|e| e.chunk == chunk).map(|e| e.score);
            let expect = |f: &dyn Fn(Option<f64>, Option<f64>) -> Option<f64>| -> Vec<(u32, f64)> {
                (0..60).filter_map(|chunk| f(score(&a, chunk), score(&b, chunk)).map(|s| (chunk, s))).collect()
            };
            assert_eq!(chunks(&intersect(&a, &b)), expect(&|x, y| Some(x? + y?)));
            assert_eq!(
                chunks(&union(vec![&a, &b])),
                expect(&|x, y| x.or(y).map(|_| x.unwrap_or(0.0) + y.unwrap_or(0.0)))
            );
            assert_eq!(
                chunks(&best(vec![&a, &b])),
                expect(&|x, y| x.or(y).map(|_| x.unwrap_or(0.0).max(y.unwrap_or(0.0))))
            );
            let mut c = a.clone();
            add_scores(&mut c, &b);
            assert_eq!(chunks(&c), expect(&|x, y| x.map(|x| x + y.unwrap_or(0.0))));
        }
    }
}
