//! What follows from the set of words that a chunk holds. A query has few such sets, so each is looked at once.
use super::leaf::HeldAs;
use super::{BareWord, Clause};
use rustc_hash::FxHashMap;

/// How strongly the score of words depends on the share of their weight that a chunk holds.
const COVERAGE: f64 = 0.4;
/// What a chunk that holds every required word in its own form gains.
const ALL_WORDS: f64 = 1.3;
/// The kind of matches whose set has no number.
pub(super) const UNKNOWN_SET: u16 = u16::MAX;

/// How many of the sets are found without the map.
const RECENT: usize = 256;
/// Spreads bits over a hash (Knuth's multiplicative hashing, with the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a chunk's words make of it.
#[derive(Clone, Copy)]
pub(super) struct WordSet {
    /// The bits of the words that have some.
    pub(super) bits: u64,
    /// What its words count.
    pub(super) counted: f64,
    /// `(counted / total) ^ COVERAGE`
    pub(super) share: f64,
    /// Whether it holds all required words by their own terms.
    pub(super) is_full: bool,
    pub(super) has_required: bool,
    pub(super) has_must: bool,
}

impl WordSet {
    /// What its score is multiplied by beside the share.
    pub(super) fn gain(&self) -> f64 {
        if self.is_full {
            ALL_WORDS
        } else {
            1.0
        }
    }
}

/// The share of a query's words, of which a chunk has so much.
pub(super) fn share(counted: f64, total: f64) -> f64 {
    (counted / total).min(1.0).powf(COVERAGE)
}

pub(super) struct SetWord<'c> {
    /// The bit of its kind 0. The next ones are those of its other kinds. None when there are too many words.
    pub(super) bit: Option<u32>,
    pub(super) required: bool,
    word: &'c BareWord,
}

/// The words of a query. Each has a bit for every way in which a chunk may hold it.
pub(super) struct WordSets<'c> {
    pub(super) words: Vec<SetWord<'c>>,
    pub(super) must: usize,
    required: usize,
    total: f64,
    /// The sets seen so far, and their places by their bits.
    seen: Vec<WordSet>,
    places: FxHashMap<u64, u32>,
    /// The places looked up last, by a hash of the bits.
    recent: [u32; RECENT],
}

impl<'c> WordSets<'c> {
    pub(super) fn new(clauses: &'c [Clause]) -> Self {
        let words: Vec<&BareWord> = clauses.iter().filter_map(|clause| clause.word.as_ref()).collect();
        let total = words.iter().map(|word| word.idf).sum::<f64>().max(f64::MIN_POSITIVE);
        let required = words.iter().filter(|word| word.required).count();
        let must = words.iter().filter(|word| word.must).count();
        let mut next = 0;
        let with_bit = |word: &'c BareWord| {
            let end = next + word.held_as.len().max(1) as u32;
            let bit = (end <= u64::BITS).then(|| std::mem::replace(&mut next, end));
            SetWord { bit, required: word.required, word }
        };
        let words = words.into_iter().map(with_bit).collect();
        let mut sets = WordSets {
            words,
            must,
            required,
            total,
            seen: Vec::new(),
            places: FxHashMap::default(),
            recent: [0; RECENT],
        };
        sets.seen.push(sets.set(0, std::iter::empty()));
        sets.places.insert(0, 0);
        sets
    }

    /// The sets seen so far, by number.
    pub(super) fn seen(self) -> Vec<WordSet> {
        self.seen
    }

    /// The bits of a word, in whatever way a chunk holds it. All when it has none of its own.
    pub(super) fn bits_of(&self, word: usize) -> u64 {
        let SetWord { bit, word, .. } = &self.words[word];
        bit.map_or(u64::MAX, |bit| bits_of(word) << bit)
    }

    /// The set of words with these bits, and its number.
    pub(super) fn of(&mut self, bits: u64) -> (WordSet, u16) {
        let recent = (bits.wrapping_mul(SPREAD) >> (u64::BITS - RECENT.ilog2())) as usize;
        let mut place = self.recent[recent];
        if bits != self.seen[place as usize].bits {
            place = self.place_of(bits);
            self.recent[recent] = place;
        }
        (self.seen[place as usize], u16::try_from(place).unwrap_or(UNKNOWN_SET))
    }

    #[inline(never)]
    fn place_of(&mut self, bits: u64) -> u32 {
        if let Some(place) = self.places.get(&bits) {
            return *place;
        }
        let place = self.seen.len() as u32;
        self.seen.push(self.set(bits, std::iter::empty()));
        self.places.insert(bits, place);
        place
    }

    /// The set of words with these bits, and words without bits with how a chunk holds them. What they count is added in the
    /// order of the words, those first that all chunks hold as they are.
    pub(super) fn set(&self, bits: u64, beyond: impl Iterator<Item = (usize, u16)>) -> WordSet {
        let of_word = |SetWord { bit, word, .. }: &SetWord| {
            let own = (bits >> (*bit)?) & bits_of(word);
            (own != 0).then(|| HeldAs::of(own.trailing_zeros() as u16, word.idf, &word.held_as))
        };
        let mut held: Vec<Option<HeldAs>> = self.words.iter().map(of_word).collect();
        for (word, kind) in beyond {
            let BareWord { idf, held_as, .. } = self.words[word].word;
            held[word] = Some(HeldAs::of(kind, *idf, held_as));
        }
        let held = |plain: bool| {
            let words = self.words.iter().zip(&held).filter(move |(word, _)| word.word.held_as.is_empty() == plain);
            words.filter_map(|(word, held)| Some((word.word, (*held)?)))
        };
        let all = || held(true).chain(held(false));
        let counted = all().fold(0.0, |sum, (_, held)| sum + held.counted);
        let count = |is: fn(&BareWord, HeldAs) -> bool| all().filter(|(word, held)| is(word, *held)).count();
        WordSet {
            bits,
            counted,
            share: share(counted, self.total),
            is_full: count(|word, held| word.required && held.typed) == self.required,
            has_required: count(|word, _| word.required) == self.required,
            has_must: count(|word, _| word.must) == self.must,
        }
    }
}

/// A bit for every way of holding a word.
fn bits_of(word: &BareWord) -> u64 {
    u64::MAX >> (u64::BITS - word.held_as.len().max(1) as u32)
}
