//! The terms of one dictionary that are a few edits away from a word: a walk down its automaton that tries every edit in turn.
//! Once none is left only the typed rest is followed, so that little of the dictionary is touched.
use std::collections::BTreeMap;
use std::ops::Deref;
use tantivy_fst::raw::{Fst, Node};

struct Walk<'f, D> {
    dictionary: &'f Fst<D>,
    word: Vec<char>,
    typed: &'f str,
    most: u8,
    /// What was followed so far, without the stemmer's byte.
    key: String,
    /// Distances by term.
    found: BTreeMap<String, u8>,
}

/// The terms at 1 to `most` edits from `typed` that start with the stemmer's byte, without that byte. An edit inserts, deletes
/// or replaces a letter or swaps two neighbours, and none changes a letter twice (optimal string alignment).
pub fn near<D: Deref<Target = [u8]>>(dictionary: &Fst<D>, stemmer: u8, typed: &str, most: u8) -> BTreeMap<String, u8> {
    let mut walk = Walk { dictionary, word: typed.chars().collect(), typed, most, key: String::new(), found: BTreeMap::new() };
    if let Some(start) = walk.follow_byte(dictionary.root(), stemmer) {
        walk.step(start, 0, most);
    }
    walk.found
}

impl<'f, D: Deref<Target = [u8]>> Walk<'f, D> {
    fn step(&mut self, node: Node<'f>, at: usize, left: u8) {
        let Some(letter) = self.word.get(at).copied() else {
            self.take(node, left);
            if left > 0 {
                for (inserted, next) in self.children(node) {
                    self.below(inserted, next, at, left - 1);
                }
            }
            return;
        };
        if let Some(next) = self.follow(node, letter) {
            self.below(letter, next, at + 1, left);
        }
        if left == 0 {
            return;
        }
        self.step(node, at + 1, left - 1);
        for (other, next) in self.children(node) {
            self.below(other, next, at, left - 1);
            if other != letter {
                self.below(other, next, at + 1, left - 1);
            }
        }
        if let Some(second) = self.word.get(at + 1).copied().filter(|second| *second != letter) {
            if let Some(swapped) = self.follow(node, second) {
                if let Some(next) = self.follow(swapped, letter) {
                    self.key.push(second);
                    self.below(letter, next, at + 2, left - 1);
                    self.key.pop();
                }
            }
        }
    }

    fn below(&mut self, letter: char, next: Node<'f>, at: usize, left: u8) {
        self.key.push(letter);
        self.step(next, at, left);
        self.key.pop();
    }

    fn take(&mut self, node: Node<'f>, left: u8) {
        if node.is_final() && self.key != self.typed {
            let away = self.most - left;
            self.found.entry(self.key.clone()).and_modify(|known| *known = (*known).min(away)).or_insert(away);
        }
    }

    fn follow_byte(&self, node: Node<'f>, byte: u8) -> Option<Node<'f>> {
        Some(self.dictionary.node(node.transition_addr(node.find_input(byte)?)))
    }

    fn follow(&self, node: Node<'f>, letter: char) -> Option<Node<'f>> {
        let mut bytes = [0; 4];
        letter.encode_utf8(&mut bytes).bytes().try_fold(node, |node, byte| self.follow_byte(node, byte))
    }

    /// The letters that go on from here, each with its node.
    fn children(&self, node: Node<'f>) -> Vec<(char, Node<'f>)> {
        let mut out = Vec::with_capacity(node.len());
        let mut open: Vec<(Vec<u8>, Node<'f>)> = Vec::new();
        let mut push = |bytes: &[u8], next: Node<'f>, open: &mut Vec<(Vec<u8>, Node<'f>)>| match std::str::from_utf8(bytes) {
            Ok(letter) => out.extend(letter.chars().next().map(|letter| (letter, next))),
            Err(_) if bytes.len() < 4 => open.push((bytes.to_vec(), next)),
            Err(_) => {}
        };
        let next_of = |node: Node<'f>| {
            (0..node.len()).map(move |index| (node.transition(index).inp, self.dictionary.node(node.transition_addr(index))))
        };
        for (byte, next) in next_of(node) {
            push(&[byte], next, &mut open);
        }
        while let Some((bytes, node)) = open.pop() {
            for (byte, next) in next_of(node) {
                push(&[&bytes[..], &[byte]].concat(), next, &mut open);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder};
    use tantivy_fst::MapBuilder;

    /// The same from a Levenshtein automaton run on every term.
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
        let mut seed = 11u32;
        let mut random = |limit: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % limit
        };
        let alphabet: Vec<char> = "abcdeéж漢😀".chars().collect();
        let mut word = |longest: u32| -> String { (0..random(longest + 1)).map(|_| alphabet[random(9).min(random(9)) as usize]).collect() };
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
                assert_eq!(near(&dictionary, b'e', &typed, most), by_automaton(&terms, &typed, most), "{typed} at {most}");
            }
            assert!(near(&dictionary, b'x', "abc", 2).is_empty());
        }
    }
}
