//! The matches of a word or phrase, and how each holds it: by its own term, or only by a near one.
use super::sought::Sought;
use crate::matches::{intersect_kinds, skip, Match, Matches};
use crate::posting_union::unite;
use std::rc::Rc;

/// The matches of a word or phrase, by segment.
pub(super) struct Leaf {
    pub(super) matches: Vec<Matches>,
    /// How matches hold it, by their kind. Kind 0 holds it as it is. Empty when all matches do.
    pub(super) held_as: Vec<HeldAs>,
    /// The number of live chunks that hold it as typed.
    pub(super) df: usize,
    pub(super) idf: f64,
    /// The terms that it stands for, if it is the beginning of words, and none if its own term is only near to it.
    pub(super) stands_for: Option<Rc<[String]>>,
    pub(super) sought: Sought,
}

/// A way in which chunks hold a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HeldAs {
    /// What it counts in the coverage.
    pub(super) counted: f64,
    /// Whether they hold the word by its own term.
    pub(super) typed: bool,
}

impl HeldAs {
    /// How chunks hold a word with this idf as it is.
    fn whole(idf: f64) -> Self {
        HeldAs { counted: idf, typed: true }
    }

    /// How matches of this kind hold a word with this idf.
    pub(super) fn of(kind: u16, idf: f64, held_as: &[HeldAs]) -> Self {
        held_as.get(usize::from(kind)).copied().unwrap_or(HeldAs::whole(idf))
    }
}

/// The kind of matches that hold a word so.
fn kind_of(held: HeldAs, held_as: &mut Vec<HeldAs>) -> u16 {
    let at = held_as.iter().position(|known| *known == held).unwrap_or_else(|| {
        held_as.push(held);
        held_as.len() - 1
    });
    at as u16
}

/// The way in which matches of kind 0 hold a word that is made of these two, if theirs are not all of kind 0.
fn first_of(idf: f64, parts: [&Leaf; 2]) -> Vec<HeldAs> {
    if parts.iter().all(|part| part.held_as.is_empty()) {
        return Vec::new();
    }
    vec![HeldAs::whole(idf)]
}

/// The matches of a word and those of its near terms. Where both match, the better score counts, and the chunk holds the
/// word as it is. Mostly there are few near ones, so all between them are copied at once.
fn with_near(own: &[Match], near: &[Match]) -> Matches {
    let mut out = Vec::with_capacity(own.len() + near.len());
    let mut rest = own;
    for entry in near {
        let (before, further) = rest.split_at(skip(rest, entry.chunk));
        out.extend_from_slice(before);
        rest = further;
        match further.split_first() {
            Some((same, further)) if same.chunk == entry.chunk => {
                out.push(Match::new(entry.chunk, same.score.max(entry.score), same.own || entry.own));
                rest = further;
            }
            _ => out.push(*entry),
        }
    }
    out.extend_from_slice(rest);
    out
}

impl Leaf {
    pub(super) fn empty(segments: usize) -> Self {
        Leaf {
            matches: vec![Vec::new(); segments],
            held_as: Vec::new(),
            df: 0,
            idf: 0.0,
            stands_for: None,
            sought: Sought::default(),
        }
    }

    fn held(&self, entry: &Match) -> HeldAs {
        HeldAs::of(entry.kind, self.idf, &self.held_as)
    }

    /// The chunks with both parts of a word. They count as much as the part that counts more, and they hold the word if they
    /// hold both parts.
    pub(super) fn and(self, next: Leaf) -> Leaf {
        let idf = self.idf.max(next.idf);
        let mut held_as = first_of(idf, [&self, &next]);
        let mut both = |left: &Match, right: &Match| {
            if left.kind == 0 && right.kind == 0 {
                return 0;
            }
            let (left, right) = (self.held(left), next.held(right));
            let counted = left.counted.max(right.counted);
            kind_of(HeldAs { counted, typed: left.typed && right.typed }, &mut held_as)
        };
        let lists = self.matches.iter().zip(&next.matches);
        let matches = lists.map(|(left, right)| intersect_kinds(left, right, &mut both)).collect();
        let mut sought = self.sought;
        sought.extend(next.sought);
        Leaf { matches, held_as, df: self.df.min(next.df), idf, stands_for: None, sought }
    }

    /// The chunks with a word or its synonym, whose scores are weighted already. The better score counts. A synonym is
    /// as good as the word itself.
    pub(super) fn or(self, synonym: Leaf, weight: f64) -> Leaf {
        #[derive(Clone)]
        struct Sum {
            score: f64,
            counted: f64,
            typed: bool,
            own: bool,
        }
        let empty = Sum { score: f64::NEG_INFINITY, counted: 0.0, typed: false, own: false };
        let idf = self.idf.max(synonym.idf * weight);
        let mut held_as = first_of(idf, [&self, &synonym]);
        let mut matches = Vec::with_capacity(self.matches.len());
        for (left, right) in self.matches.iter().zip(&synonym.matches) {
            let mut both = Vec::with_capacity(left.len() + right.len());
            let add = |sum: &mut Sum, list: usize, entry: &Match| {
                let (held, weight) = if list == 0 { (self.held(entry), 1.0) } else { (synonym.held(entry), weight) };
                sum.score = sum.score.max(entry.score);
                sum.counted = sum.counted.max(held.counted * weight);
                sum.typed |= held.typed;
                sum.own |= entry.own;
            };
            let out = |chunk: u32, sum: &Sum| {
                let held = HeldAs { counted: sum.counted, typed: false };
                let kind = if sum.typed { 0 } else { kind_of(held, &mut held_as) };
                both.push(Match { kind, ..Match::new(chunk, sum.score, sum.own) });
            };
            unite(vec![left.as_slice(), right.as_slice()], empty.clone(), |entry| entry.chunk, add, out);
            matches.push(both);
        }
        let mut sought = self.sought;
        sought.extend(synonym.sought);
        Leaf { matches, held_as, df: self.df, idf, stands_for: self.stands_for, sought }
    }

    /// Sets the matches to those of any of the lists. A chunk's best score counts. Each list has an idf, of which no more than
    /// the word's own counts. The last list has the chunks with the word itself. When the index does not know the word,
    /// the user can only mean one of the near terms, so each of them holds it.
    pub(super) fn set_best_of(&mut self, lists: &[(f64, Vec<Matches>)]) {
        #[derive(Clone)]
        struct Sum {
            score: f64,
            own: bool,
            kind: u16,
        }
        let (highest, any) = (self.idf, self.df == 0);
        let counted = |list: &(f64, Vec<Matches>)| list.0.min(highest);
        // Kinds ascend by what they count.
        let mut values: Vec<f64> = lists[..lists.len() - 1].iter().map(counted).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let place = |value: f64| values.partition_point(|other| *other < value) as u16 + 1;
        let kinds: Vec<u16> = lists.iter().map(|list| place(counted(list))).collect();
        let Some(((_, own), near)) = lists.split_last() else { return };
        self.matches = own
            .iter()
            .enumerate()
            .map(|(segment, own)| {
                let lists: Vec<&[Match]> = near.iter().map(|(_, list)| list[segment].as_slice()).collect();
                let mut of_near = Vec::with_capacity(lists.iter().map(|list| list.len()).max().unwrap_or(0));
                let add = |sum: &mut Sum, list: usize, entry: &Match| {
                    sum.score = sum.score.max(entry.score);
                    sum.own |= entry.own;
                    sum.kind = sum.kind.max(kinds[list]);
                };
                let each = |chunk: u32, sum: &Sum| {
                    of_near.push(Match { kind: sum.kind, ..Match::new(chunk, sum.score, sum.own) });
                };
                let empty = Sum { score: f64::NEG_INFINITY, own: false, kind: 0 };
                unite(lists, empty, |entry| entry.chunk, add, each);
                with_near(own, &of_near)
            })
            .collect();
        let near = values.into_iter().map(|counted| HeldAs { counted, typed: any });
        self.held_as = std::iter::once(HeldAs::whole(highest)).chain(near).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::random;
    use std::collections::BTreeMap;

    #[test]
    fn the_better_score_counts_where_a_word_and_a_near_one_match() {
        let mut numbers = random(3);
        for _ in 0..200 {
            let mut list = |kind: u16| -> Matches {
                let chunks: BTreeMap<u32, (f64, bool)> =
                    (0..numbers(30)).map(|_| (numbers(40) as u32, (numbers(9) as f64, numbers(2) == 0))).collect();
                let entry = |(chunk, (score, own))| Match { kind, ..Match::new(chunk, score, own) };
                chunks.into_iter().map(entry).collect()
            };
            let (own, near) = (list(0), list(2));
            let mut expected: BTreeMap<u32, Match> = near.iter().map(|entry| (entry.chunk, *entry)).collect();
            for entry in &own {
                let both = expected.get(&entry.chunk).copied().unwrap_or(*entry);
                let (score, is_own) = (both.score.max(entry.score), both.own || entry.own);
                expected.insert(entry.chunk, Match::new(entry.chunk, score, is_own));
            }
            assert_eq!(with_near(&own, &near), expected.into_values().collect::<Matches>());
        }
    }
}
