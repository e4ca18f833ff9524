//! Text analysis: split at everything that is neither letter nor digit, lower-case, drop words over 40 characters, stem, fold
//! accents. Runs of Chinese, Japanese and Korean letters give their pairs. A word in camel case is indexed whole; its parts stand
//! at the same position, as does the form with accents of a word that has some. Every term starts with one byte naming its stemmer, so that a form only matches documents of that stemmer.
mod letters;
mod stems;

pub use self::letters::is_unspaced;
pub use self::stems::StemmerId;

use self::letters::{camel_parts, is_mark};
use self::stems::StemMemory;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};

/// Longest word that is indexed, in characters.
pub const MAX_WORD_CHARS: usize = 40;

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
        Words { text, at: 0, analyzer: self, beside: Vec::new(), kind: Kind::Word, initials: None }
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
    initials: Option<Initials>,
}

/// With which ASCII letters and digits the terms start that somebody looks for.
pub struct Initials([bool; 128]);

impl Initials {
    pub fn of<'t>(terms: impl Iterator<Item = &'t str>) -> Self {
        let mut initials = [false; 128];
        // The first byte of a term is its stemmer's.
        for byte in terms.filter_map(|term| term.bytes().nth(1)) {
            initials.get_mut(usize::from(byte)).into_iter().for_each(|known| *known = true);
        }
        Initials(initials)
    }

    /// Stemmers change how words end: one that starts with an ASCII letter keeps it.
    fn rule_out(&self, word: &str) -> bool {
        word.bytes().next().and_then(|byte| self.0.get(usize::from(byte))).is_some_and(|known| !known)
    }
}

impl Words<'_> {
    /// Passes over words that cannot give any of the terms looked for, before they are stemmed and looked up.
    pub fn only(mut self, initials: Initials) -> Self {
        self.initials = Some(initials);
        self
    }

    /// Whether the current token is a word, rather than what stands beside one.
    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

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
            if byte.is_ascii_alphanumeric() {
                let rest = &bytes[self.at..];
                let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
                if chars == 0 {
                    from = self.at;
                }
                humps |= rest[usize::from(chars == 0)..length].iter().any(u8::is_ascii_uppercase);
                let before = word.len();
                word.push_str(&self.text[self.at..self.at + length]);
                word[before..].make_ascii_lowercase();
                chars += length;
                self.at += length;
                continue;
            }
            if byte < 128 {
                if chars > 0 {
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

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        let stemmer = StemmerId::of(self.analyzer.active.load(Ordering::Relaxed));
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
            let is_out = |initials: &Initials| self.beside.is_empty() && initials.rule_out(&self.analyzer.word);
            if chars > MAX_WORD_CHARS || self.initials.as_ref().is_some_and(is_out) {
                continue;
            }
            let token = &mut self.analyzer.token;
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
mod tests;
