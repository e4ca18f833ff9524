//! Text analysis: split at everything that is neither letter nor digit, lower-case, drop words over 40 characters, stem, fold
//! accents. Runs of Chinese, Japanese and Korean letters give their pairs. A word in camel case is indexed whole; its parts stand
//! at the same position, as does the form with accents of a word that has some. Every term starts with one byte naming its stemmer, so that a form only matches documents of that stemmer.
use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};
use unicode_normalization::UnicodeNormalization;

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
    /// The term with its accents, where folding changed it.
    pub accented: Option<String>,
    /// The terms of the parts of a word in camel case.
    pub parts: Vec<String>,
}

/// What stands at the position of a word beside its term.
enum Beside {
    /// A part of a word in camel case.
    Part(String),
    /// The term with its accents.
    Accented(String),
    /// The last letter of an unspaced run, so that every letter of it starts a term.
    Letter(char),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Part,
    Accented,
    Letter,
}

/// A stem without accents, and with them where that differs.
type Stems = (String, Option<String>);

#[derive(Default)]
struct StemMemory {
    stems: FxHashMap<String, Stems>,
    stemmer: Option<(StemmerId, Option<Stemmer>)>,
}

impl StemMemory {
    /// Writes the term of a lower-case word into `out`; its term with accents where they differ.
    fn term(&mut self, stemmer: StemmerId, word: &str, out: &mut String) -> Option<String> {
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

thread_local! {
    static SHARED: RefCell<FxHashMap<StemmerId, Analyzer>> = RefCell::default();
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

    /// The one of this thread for texts that are not indexed, so that stems are remembered from query to query.
    pub fn shared(stemmer: StemmerId) -> Self {
        SHARED.with_borrow_mut(|known| known.entry(stemmer).or_insert_with(|| Analyzer::new(stemmer)).clone())
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

    /// How many terms the text is indexed as, parts of words included.
    pub fn token_count(&mut self, text: &str) -> u32 {
        let mut stream = self.token_stream(text);
        let mut count = 0;
        while stream.advance() {
            count += 1;
        }
        count
    }

    /// Calls `visit` with each word of the text in order, those in camel case whole.
    pub fn words(&mut self, text: &str, mut visit: impl FnMut(Word)) {
        let mut stream = self.token_stream(text);
        let mut last: Option<Word> = None;
        while stream.advance() {
            let token = &stream.analyzer.token;
            match (stream.kind, &mut last) {
                (Kind::Part, Some(word)) => word.parts.push(token.text.clone()),
                (Kind::Accented, Some(word)) => word.accented = Some(token.text.clone()),
                (Kind::Word, _) => {
                    let word = Word {
                        term: token.text.clone(),
                        word: stream.analyzer.word.clone(),
                        from: token.offset_from,
                        to: token.offset_to,
                        position: token.position,
                        accented: None,
                        parts: Vec::new(),
                    };
                    last.replace(word).into_iter().for_each(&mut visit);
                }
                _ => {}
            }
        }
        last.into_iter().for_each(visit);
    }
}

impl Tokenizer for Analyzer {
    type TokenStream<'a> = Words<'a>;
    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        self.token.reset();
        Words { text, at: 0, analyzer: self, beside: Vec::new(), kind: Kind::Word }
    }
}

pub struct Words<'a> {
    text: &'a str,
    at: usize,
    analyzer: &'a mut Analyzer,
    /// What stands beside the last word and is still to come, last first.
    beside: Vec<Beside>,
    /// What the current token is.
    kind: Kind,
}

/// Letters of scripts that write without spaces between words.
pub fn is_unspaced(char: char) -> bool {
    matches!(u32::from(char),
        0x3041..=0x30FF | 0x3105..=0x312F | 0x31A0..=0x31BF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF | 0xFF66..=0xFF9D | 0x20000..=0x3134F)
}

/// The parts of a word in camel case, lower-cased: `getUserName` gives get, user, name, `HTTPServer` http, server. Empty when the
/// word has one part.
fn camel_parts(word: &str) -> Vec<String> {
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let mut cuts = vec![0];
    for at in 1..letters.len() {
        let (before, here) = (letters[at - 1].1, letters[at].1);
        let next_is_lower = letters.get(at + 1).is_some_and(|(_, next)| next.is_lowercase());
        if here.is_uppercase() && (!before.is_uppercase() || next_is_lower) {
            cuts.push(letters[at].0);
        }
    }
    if cuts.len() == 1 {
        return Vec::new();
    }
    cuts.push(word.len());
    cuts.windows(2).map(|cut| word[cut[0]..cut[1]].to_lowercase()).collect()
}

impl Words<'_> {
    /// Moves past the next word, lower-cased into `analyzer.word`: its bytes and characters; None at the end.
    fn next_word(&mut self) -> Option<(usize, usize, usize)> {
        let bytes = self.text.as_bytes();
        let word = &mut self.analyzer.word;
        word.clear();
        let mut chars = 0;
        let mut from = self.at;
        let mut humps = false;
        while self.at < bytes.len() {
            let byte = bytes[self.at];
            if byte < 128 {
                if byte.is_ascii_alphanumeric() {
                    if chars == 0 {
                        from = self.at;
                    }
                    humps |= chars > 0 && byte.is_ascii_uppercase();
                    word.push(char::from(byte.to_ascii_lowercase()));
                    chars += 1;
                } else if chars > 0 {
                    break;
                }
                self.at += 1;
                continue;
            }
            let Some(char) = self.text[self.at..].chars().next() else { break };
            if is_unspaced(char) {
                if chars > 0 {
                    break;
                }
                return Some(self.next_pair(char));
            }
            if char.is_alphanumeric() || (chars > 0 && is_mark(char)) {
                if chars == 0 {
                    from = self.at;
                }
                humps |= chars > 0 && char.is_uppercase();
                word.extend(char.to_lowercase());
                chars += 1;
            } else if chars > 0 {
                break;
            }
            self.at += char.len_utf8();
        }
        if humps && chars <= MAX_WORD_CHARS {
            self.beside.extend(camel_parts(&self.text[from..self.at]).into_iter().rev().map(Beside::Part));
        }
        (chars > 0).then_some((from, self.at, chars))
    }

    /// The pair of unspaced letters that starts here, or the letter alone when it stands alone; moves on by one letter.
    fn next_pair(&mut self, first: char) -> (usize, usize, usize) {
        let from = self.at;
        let after = from + first.len_utf8();
        let follows = |at: usize| self.text[at..].chars().next().filter(|char| is_unspaced(*char));
        let second = follows(after);
        let end = after + second.map_or(0, char::len_utf8);
        self.analyzer.word.push(first);
        self.analyzer.word.extend(second);
        // The last letter of a run is in the pair before it.
        let is_last = second.is_none_or(|_| follows(end).is_none());
        self.at = if is_last { end } else { after };
        if is_last {
            self.beside.extend(second.map(Beside::Letter));
        }
        (from, end, self.analyzer.word.chars().count())
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
        let stemmer = StemmerId(self.analyzer.active.load(Ordering::Relaxed));
        let memory = self.analyzer.memory.clone();
        let mut memory = memory.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(beside) = self.beside.pop() {
            let text = &mut self.analyzer.token.text;
            self.kind = match beside {
                Beside::Part(part) => {
                    memory.term(stemmer, &part, text);
                    Kind::Part
                }
                Beside::Letter(letter) => {
                    memory.term(stemmer, letter.encode_utf8(&mut [0; 4]), text);
                    Kind::Letter
                }
                Beside::Accented(term) => {
                    *text = term;
                    Kind::Accented
                }
            };
            return true;
        }
        self.kind = Kind::Word;
        loop {
            let Some((from, to, chars)) = self.next_word() else { return false };
            let token = &mut self.analyzer.token;
            token.position = token.position.wrapping_add(1);
            if chars > MAX_WORD_CHARS {
                continue;
            }
            token.offset_from = from;
            token.offset_to = to;
            let accented = memory.term(stemmer, &self.analyzer.word, &mut token.text);
            self.beside.extend(accented.map(Beside::Accented));
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
    fn camel_case_is_indexed_whole_and_in_parts_at_one_place() {
        let mut seen = Vec::new();
        let mut analyzer = Analyzer::new(StemmerId::by_name("none").unwrap());
        let mut stream = analyzer.token_stream("the getUserName of HTTPServer2 iPhone ABC x");
        while stream.advance() {
            seen.push((stream.token().text[1..].to_owned(), stream.token().position));
        }
        let expected = [
            ("the", 0), ("getusername", 1), ("get", 1), ("user", 1), ("name", 1), ("of", 2), ("httpserver2", 3), ("http", 3),
            ("server2", 3), ("iphone", 4), ("i", 4), ("phone", 4), ("abc", 5), ("x", 6),
        ];
        assert_eq!(seen, expected.map(|(term, position)| (term.to_owned(), position)));
        assert_eq!(terms("none", "getUserName"), ["getusername"]);
        let mut parts = Vec::new();
        Analyzer::new(StemmerId::by_name("none").unwrap()).words("a getUserName", |word| parts.push(word.parts));
        assert_eq!(parts, [vec![], ["\u{1}get", "\u{1}user", "\u{1}name"].map(str::to_owned).to_vec()]);
    }

    #[test]
    fn unspaced_scripts_give_pairs() {
        assert_eq!(terms("none", "日本語の検索 ok 猫"), ["日本", "本語", "語の", "の検", "検索", "ok", "猫"]);
        assert_eq!(terms("none", "Rust入門2"), ["rust", "入門", "2"]);
        assert_eq!(terms("english", "한국어"), ["한국", "국어"]);
    }

    #[test]
    fn accents_of_latin_and_greek_are_folded_and_others_kept() {
        assert_eq!(terms("none", "Café cafe\u{301} naïve ΆΛΦΑ йод"), ["cafe", "cafe", "naive", "αλφα", "йод"]);
        assert_eq!(terms("french", "élégante"), terms("french", "elegante"));
        assert_eq!(terms("english", "résumés"), terms("english", "resume"));
        let mut accented = Vec::new();
        Analyzer::new(StemmerId::by_name("none").unwrap()).words("Élégante cote cote\u{301} ete", |word| accented.push(word.accented));
        assert_eq!(accented, [Some("\u{1}élégante".to_owned()), None, Some("\u{1}coté".to_owned()), None]);
    }

    #[test]
    fn offsets_are_bytes_of_the_text() {
        let text = "  Ünïcode ÄÖ, x";
        let mut seen = Vec::new();
        Analyzer::new(StemmerId::by_name("none").unwrap()).words(text, |word| seen.push((&text[word.from..word.to], word.word)));
        assert_eq!(seen, [("Ünïcode", "ünïcode".to_owned()), ("ÄÖ", "äö".to_owned()), ("x", "x".to_owned())]);
    }
}
