//! Text analysis: split at everything that is neither letter nor digit, lower-case, drop words over 40 characters, stem.
//! Every term starts with one byte naming its stemmer, so that a form only matches documents of that stemmer.
use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};

/// Longest word that is indexed, in characters.
pub const MAX_WORD_CHARS: usize = 40;

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
    /// The byte that starts every term of this stemmer.
    pub fn byte(self) -> u8 {
        self.0
    }
    fn algorithm(self) -> Option<Algorithm> {
        STEMMERS[self.0 as usize - 1].1
    }
}

/// One analysed word: its term and where it stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Stemmer byte and stem.
    pub term: String,
    /// Lower-cased word before stemming.
    pub word: String,
    /// Bytes of the text.
    pub from: usize,
    pub to: usize,
    /// Counts words, dropped ones included.
    pub position: usize,
}

#[derive(Default)]
struct StemMemory {
    stems: FxHashMap<String, String>,
    stemmer: Option<(StemmerId, Option<Stemmer>)>,
}

impl StemMemory {
    /// Writes the term of a lower-case word into `out`.
    fn term(&mut self, stemmer: StemmerId, word: &str, out: &mut String) {
        if self.stemmer.as_ref().map(|(id, _)| *id) != Some(stemmer) {
            self.stems.clear();
            self.stemmer = Some((stemmer, stemmer.algorithm().map(Stemmer::create)));
        }
        out.clear();
        out.push(char::from(stemmer.byte()));
        let Some((_, Some(algorithm))) = &self.stemmer else {
            out.push_str(word);
            return;
        };
        if let Some(stem) = self.stems.get(word) {
            out.push_str(stem);
            return;
        }
        let stem = algorithm.stem(word);
        out.push_str(&stem);
        if self.stems.len() >= STEM_MEMORY {
            self.stems.clear();
        }
        self.stems.insert(word.to_owned(), stem.into_owned());
    }
}

/// The analyzer. Clones share one memory of stems and one active stemmer.
#[derive(Clone)]
pub struct Analyzer {
    active: Arc<AtomicU8>,
    memory: Arc<Mutex<StemMemory>>,
    token: Token,
    word: String,
}

impl Analyzer {
    pub fn new(stemmer: StemmerId) -> Self {
        Analyzer {
            active: Arc::new(AtomicU8::new(stemmer.byte())),
            memory: Arc::default(),
            token: Token::default(),
            word: String::new(),
        }
    }

    /// Switches the stemmer of this analyzer and all its clones.
    pub fn use_stemmer(&self, stemmer: StemmerId) {
        self.active.store(stemmer.byte(), Ordering::Relaxed);
    }

    /// A registry under which tantivy finds this analyzer (`raw` comes with it).
    pub fn registry(&self) -> TokenizerManager {
        let registry = TokenizerManager::default();
        registry.register(crate::schema::ANALYZER, TextAnalyzer::from(self.clone()));
        registry
    }

    /// Calls `visit` with each word of the text in order.
    pub fn words(&mut self, text: &str, mut visit: impl FnMut(Word)) {
        let mut stream = self.token_stream(text);
        while stream.advance() {
            visit(Word {
                term: stream.analyzer.token.text.clone(),
                word: stream.analyzer.word.clone(),
                from: stream.analyzer.token.offset_from,
                to: stream.analyzer.token.offset_to,
                position: stream.analyzer.token.position,
            });
        }
    }
}

impl Tokenizer for Analyzer {
    type TokenStream<'a> = Words<'a>;
    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        self.token.reset();
        Words { text, at: 0, analyzer: self }
    }
}

pub struct Words<'a> {
    text: &'a str,
    at: usize,
    analyzer: &'a mut Analyzer,
}

impl Words<'_> {
    /// Moves past the next word, lower-cased into `analyzer.word`: its bytes and characters; None at the end.
    fn next_word(&mut self) -> Option<(usize, usize, usize)> {
        let bytes = self.text.as_bytes();
        let word = &mut self.analyzer.word;
        word.clear();
        let mut chars = 0;
        let mut from = self.at;
        while self.at < bytes.len() {
            let byte = bytes[self.at];
            if byte < 128 {
                if byte.is_ascii_alphanumeric() {
                    if chars == 0 {
                        from = self.at;
                    }
                    word.push(char::from(byte.to_ascii_lowercase()));
                    chars += 1;
                } else if chars > 0 {
                    return Some((from, self.at, chars));
                }
                self.at += 1;
                continue;
            }
            let Some(char) = self.text[self.at..].chars().next() else { break };
            if char.is_alphanumeric() || (chars > 0 && is_mark(char)) {
                if chars == 0 {
                    from = self.at;
                }
                word.extend(char.to_lowercase());
                chars += 1;
            } else if chars > 0 {
                return Some((from, self.at, chars));
            }
            self.at += char.len_utf8();
        }
        (chars > 0).then_some((from, self.at, chars))
    }
}

/// Combining marks continue a word (decomposed accents, Indic vowel signs, Arabic and Hebrew points).
fn is_mark(char: char) -> bool {
    matches!(u32::from(char),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x0591..=0x05C7 | 0x0610..=0x061A | 0x064B..=0x065F | 0x0670
        | 0x06D6..=0x06ED | 0x0900..=0x0903 | 0x093A..=0x094F | 0x0951..=0x0957 | 0x0981..=0x0983 | 0x09BC..=0x09CD
        | 0x0A01..=0x0A4D | 0x0B82..=0x0BCD | 0x0C00..=0x0C4D | 0x0D00..=0x0D4D | 0x0E31..=0x0E4E | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF | 0x3099..=0x309A | 0xFE20..=0xFE2F)
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        loop {
            let Some((from, to, chars)) = self.next_word() else { return false };
            let stemmer = StemmerId(self.analyzer.active.load(Ordering::Relaxed));
            let token = &mut self.analyzer.token;
            token.position = token.position.wrapping_add(1);
            if chars > MAX_WORD_CHARS {
                continue;
            }
            token.offset_from = from;
            token.offset_to = to;
            let mut memory = self.analyzer.memory.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            memory.term(stemmer, &self.analyzer.word, &mut token.text);
            return true;
        }
    }
    fn token(&self) -> &Token {
        &self.analyzer.token
    }
    fn token_mut(&mut self) -> &mut Token {
        &mut self.analyzer.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(stemmer: &str, text: &str) -> Vec<String> {
        let mut out = Vec::new();
        Analyzer::new(StemmerId::by_name(stemmer).unwrap()).words(text, |word| out.push(word.term[1..].to_owned()));
        out
    }

    #[test]
    fn seed_002_example() {
        assert_eq!(terms("english", "Error-Handling in Rust"), ["error", "handl", "in", "rust"]);
    }

    #[test]
    fn long_words_are_dropped_but_keep_their_position() {
        let long = "a".repeat(41);
        let kept = "é".repeat(40);
        let mut seen = Vec::new();
        Analyzer::new(StemmerId::by_name("none").unwrap())
            .words(&format!("one {long} two {kept}"), |word| seen.push((word.word, word.position)));
        assert_eq!(seen, [("one".to_owned(), 0), ("two".to_owned(), 2), (kept, 3)]);
    }

    #[test]
    fn terms_of_different_stemmers_differ() {
        let analyzer = Analyzer::new(StemmerId::by_name("english").unwrap());
        let mut out = Vec::new();
        analyzer.clone().words("running", |word| out.push(word.term));
        analyzer.use_stemmer(StemmerId::by_name("german").unwrap());
        analyzer.clone().words("running", |word| out.push(word.term));
        assert_eq!(out, ["\u{5}run", "\u{8}running"]);
    }

    #[test]
    fn offsets_are_bytes_of_the_text() {
        let text = "  Ünïcode ÄÖ, x";
        let mut seen = Vec::new();
        Analyzer::new(StemmerId::by_name("none").unwrap()).words(text, |word| seen.push((&text[word.from..word.to], word.word)));
        assert_eq!(seen, [("Ünïcode", "ünïcode".to_owned()), ("ÄÖ", "äö".to_owned()), ("x", "x".to_owned())]);
    }
}
