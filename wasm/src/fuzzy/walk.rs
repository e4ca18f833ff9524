//! Finds the terms of one dictionary that are a few edits away from a word. It walks down the dictionary's automaton
//! and tries every edit in turn. When no edits are left, it follows only the rest of the typed word, so it reads little
//! of the dictionary.
use crate::error::Result;
use crate::work::spend;
use std::collections::BTreeMap;
use std::ops::{Deref, Range};
use tantivy_fst::raw::{Fst, Node};

struct Walk<'f, D> {
    dictionary: &'f Fst<D>,
    typed: &'f str,
    /// The letters of `typed` with the byte where each starts. The last entry is the end.
    letters: Vec<char>,
    starts: Vec<usize>,
    most: u8,
    /// The path so far, without the stemmer's byte.
    key: String,
    /// The found terms with their distances.
    found: BTreeMap<String, u8>,
    /// Why the walk has to end, if it has to.
    stopped: Result<()>,
}

/// The terms that start with these bytes and go on with 0 to `most` edits of `typed`. The bytes are left out. An
/// edit inserts, deletes or replaces a letter or swaps two neighbours. No letter is edited twice (optimal string
/// alignment).
pub(crate) fn near<D: Deref<Target = [u8]>>(
    dictionary: &Fst<D>,
    start: &[u8],
    typed: &str,
    most: u8,
) -> Result<BTreeMap<String, u8>> {
    let (mut starts, letters): (Vec<usize>, Vec<char>) = typed.char_indices().unzip();
    starts.push(typed.len());
    let (key, found) = (String::new(), BTreeMap::new());
    let mut walk = Walk { dictionary, typed, letters, starts, most, key, found, stopped: Ok(()) };
    if let Some(start) = walk.follow(dictionary.root(), start) {
        walk.step(start, 0, most);
    }
    walk.stopped.map(|()| walk.found)
}

impl<'f, D: Deref<Target = [u8]>> Walk<'f, D> {
    /// Continues from a node with the letters from `at` on and `left` edits.
    fn step(&mut self, node: Node<'f>, at: usize, left: u8) {
        let rest = &self.typed.as_bytes()[self.starts[at]..];
        if left == 0 {
            if self.follow(node, rest).is_some_and(|end| end.is_final()) {
                self.take(at, 0);
            }
            return;
        }
        if rest.is_empty() {
            if node.is_final() {
                self.take(at, left);
            }
        } else {
            self.below(node, at..at + 1, at + 1, left);
            self.step(node, at + 1, left - 1);
            if at + 1 < self.letters.len() && self.letters[at] != self.letters[at + 1] {
                if let Some(second) =
                    self.follow(node, &self.typed.as_bytes()[self.starts[at + 1]..self.starts[at + 2]])
                {
                    self.key.push(self.letters[at + 1]);
                    self.below(second, at..at + 1, at + 2, left - 1);
                    self.key.pop();
                }
            }
        }
        self.other_letters(node, &mut Vec::new(), at, left - 1);
    }

    /// Follows letters of the typed word.
    fn below(&mut self, node: Node<'f>, letters: Range<usize>, at: usize, left: u8) {
        let typed = &self.typed[self.starts[letters.start]..self.starts[letters.end]];
        if let Some(next) = self.follow(node, typed.as_bytes()) {
            let before = self.key.len();
            self.key.push_str(typed);
            self.step(next, at, left);
            self.key.truncate(before);
        }
    }

    /// Tries every letter of the dictionary here, inserted before the letter at `at` or in its place. `bytes` holds the
    /// bytes read so far of a letter with several bytes.
    fn other_letters(&mut self, node: Node<'f>, bytes: &mut Vec<u8>, at: usize, left: u8) {
        if self.stopped.is_err() {
            return;
        }
        self.stopped = spend(node.len());
        for index in 0..node.len() {
            let next = self.dictionary.node(node.transition_addr(index));
            bytes.push(node.transition(index).inp);
            match std::str::from_utf8(bytes) {
                Ok(letter) => {
                    let before = self.key.len();
                    self.key.push_str(letter);
                    let replaced = self.letters.get(at).is_some_and(|typed| !letter.starts_with(*typed));
                    self.step(next, at, left);
                    if replaced {
                        self.step(next, at + 1, left);
                    }
                    self.key.truncate(before);
                }
                Err(_) if bytes.len() < 4 => self.other_letters(next, bytes, at, left),
                Err(_) => {}
            }
            bytes.pop();
        }
    }

    /// Adds the key, followed by the letters from `at` on, if it is a term.
    fn take(&mut self, at: usize, left: u8) {
        let term = format!("{}{}", self.key, &self.typed[self.starts[at]..]);
        if term != self.typed {
            let away = self.most - left;
            self.found.entry(term).and_modify(|known| *known = (*known).min(away)).or_insert(away);
        }
    }

    fn follow(&self, node: Node<'f>, bytes: &[u8]) -> Option<Node<'f>> {
        bytes
            .iter()
            .try_fold(node, |node, byte| Some(self.dictionary.node(node.transition_addr(node.find_input(*byte)?))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::random;
    use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder};
    use tantivy_fst::MapBuilder;

    /// Gives the same result, by running a Levenshtein automaton on every term.
    fn by_automaton(terms: &[String], typed: &str, most: u8) -> BTreeMap<String, u8> {
        let dfa = LevenshteinAutomatonBuilder::new(most, true).build_dfa(typed);
        let distances = terms.iter().filter_map(|term| match dfa.eval(term) {
            Distance::Exact(away) if away > 0 && away <= most => Some((term.clone(), away)),
            _ => None,
        });
        distances.collect()
    }

    #[test]
    fn agrees_with_the_levenshtein_automaton_on_every_term() {
        let mut numbers = random(11);
        let mut random = |limit: u32| numbers(limit as usize) as u32;
        let alphabet: Vec<char> = "abcdeéж漢😀".chars().collect();
        let mut word = |longest: u32| -> String {
            (0..random(longest + 1)).map(|_| alphabet[random(9).min(random(9)) as usize]).collect()
        };
        for _ in 0..60 {
            let mut terms: Vec<String> = (0..300).map(|_| word(7)).collect();
            terms.sort();
            terms.dedup();
            let mut builder = MapBuilder::memory();
            for (term, ordinal) in terms.iter().zip(0..) {
                builder.insert(format!("e{term}"), ordinal).unwrap();
            }
            let dictionary = Fst::new(builder.into_inner().unwrap()).unwrap();
            for most in 1..=2 {
                let typed = word(6);
                assert_eq!(
                    near(&dictionary, b"e", &typed, most).unwrap(),
                    by_automaton(&terms, &typed, most),
                    "{typed} at {most}"
                );
            }
            assert!(near(&dictionary, b"x", "abc", 2).unwrap().is_empty());
        }
    }
}
