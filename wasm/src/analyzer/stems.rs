//! The stemmers, and a memory of what they made of words, which come again and again.
use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization;

/// Entries of the memory of stems before it starts afresh; bounds memory on corpora without end.
const STEM_MEMORY: usize = 1 << 16;

/// The stemmers by name. The position + 1 is the byte that starts a term, so the order is part of the schema.
const STEMMERS: [(&str, Option<Algorithm>); 19] = [
    ("none", None),
    ("arabic", Some(Algorithm::Arabic)),
    ("danish", Some(Algorithm::Danish)),
    ("dutch", Some(Algorithm::Dutch)),
    ("english", Some(Algorithm::English)),
    ("finnish", Some(Algorithm::Finnish)),
    ("french", Some(Algorithm::French)),
    ("german", Some(Algorithm::German)),
    ("greek", Some(Algorithm::Greek)),
    ("hungarian", Some(Algorithm::Hungarian)),
    ("italian", Some(Algorithm::Italian)),
    ("norwegian", Some(Algorithm::Norwegian)),
    ("portuguese", Some(Algorithm::Portuguese)),
    ("romanian", Some(Algorithm::Romanian)),
    ("russian", Some(Algorithm::Russian)),
    ("spanish", Some(Algorithm::Spanish)),
    ("swedish", Some(Algorithm::Swedish)),
    ("tamil", Some(Algorithm::Tamil)),
    ("turkish", Some(Algorithm::Turkish)),
];

/// A stemmer by number: the byte that starts its terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StemmerId(u8);

impl StemmerId {
    pub fn by_name(name: &str) -> Option<StemmerId> {
        STEMMERS.iter().position(|(known, _)| *known == name).map(|at| StemmerId(at as u8 + 1))
    }
    pub fn by_byte(byte: u8) -> Option<StemmerId> {
        (1..=STEMMERS.len() as u8).contains(&byte).then_some(StemmerId(byte))
    }
    pub fn name(self) -> &'static str {
        STEMMERS[self.0 as usize - 1].0
    }
    /// The stemmer of a byte that [`StemmerId::byte`] gave.
    pub(super) fn of(byte: u8) -> StemmerId {
        StemmerId(byte)
    }
    /// The byte that starts every term of this stemmer.
    pub fn byte(self) -> u8 {
        self.0
    }
    fn algorithm(self) -> Option<Algorithm> {
        STEMMERS[self.0 as usize - 1].1
    }
}

/// A stem without accents, and with them where that differs.
type Stems = (String, Option<String>);

#[derive(Default)]
pub(super) struct StemMemory {
    stems: FxHashMap<String, Stems>,
    stemmer: Option<(StemmerId, Option<Stemmer>)>,
}

impl StemMemory {
    /// Writes the term of a lower-case word into `out`; its term with accents where they differ.
    pub(super) fn term(&mut self, stemmer: StemmerId, word: &str, out: &mut String) -> Option<String> {
        if self.stemmer.as_ref().map(|(id, _)| *id) != Some(stemmer) {
            self.stems.clear();
            self.stemmer = Some((stemmer, stemmer.algorithm().map(Stemmer::create)));
        }
        out.clear();
        out.push(char::from(stemmer.byte()));
        let Some((_, Some(algorithm))) = &self.stemmer else {
            if word.is_ascii() {
                out.push_str(word);
                return None;
            }
            let (folded, accented) = folded(word.nfc().collect());
            out.push_str(&folded);
            return accented.map(|accented| with_byte(stemmer, &accented));
        };
        if let Some((stem, accented)) = self.stems.get(word) {
            out.push_str(stem);
            return accented.as_ref().map(|accented| with_byte(stemmer, accented));
        }
        let stems = if word.is_ascii() {
            (algorithm.stem(word).into_owned(), None)
        } else {
            let composed: String = word.nfc().collect();
            let stem = algorithm.stem(&composed).into_owned();
            if stemmer.algorithm() == Some(Algorithm::English) {
                // English rules know no accents: the word is folded before them.
                let plain = fold(&composed);
                let accented = (plain != composed).then_some(stem);
                (algorithm.stem(&plain).into_owned(), accented)
            } else {
                folded(stem)
            }
        };
        out.push_str(&stems.0);
        let accented = stems.1.as_ref().map(|accented| with_byte(stemmer, accented));
        if self.stems.len() >= STEM_MEMORY {
            self.stems.clear();
        }
        self.stems.insert(word.to_owned(), stems);
        accented
    }
}

fn with_byte(stemmer: StemmerId, stem: &str) -> String {
    let mut out = String::with_capacity(stem.len() + 1);
    out.push(char::from(stemmer.byte()));
    out.push_str(stem);
    out
}

fn folded(stem: String) -> Stems {
    let folded = fold(&stem);
    let accented = (folded != stem).then_some(stem);
    (folded, accented)
}

/// The word without the accents of Latin and Greek letters; the marks of other scripts tell words apart and stay.
fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    let mut base = ' ';
    let keep = |char: &char| {
        if matches!(char, '\u{300}'..='\u{36F}') {
            return base >= '\u{400}';
        }
        base = *char;
        true
    };
    let folded: String = word.nfd().filter(keep).collect();
    folded.nfc().collect()
}
