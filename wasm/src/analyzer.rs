//! Text analysis. It splits at everything that is neither letter nor digit, converts to lower case, drops words over 40
//! characters, stems, and folds accents. Runs of Chinese, Japanese, Korean and Thai letters become pairs. A word
//! in camel case is indexed whole, with its parts at the same position. A name with signs, such as `C++` or `.NET`, is
//! indexed with them and without. A word with accents also has its accented form
//! there. A word that is broken at the end of a line is indexed whole, with its parts. Every term starts with one byte for its stemmer, so that it only matches documents of that stemmer.
mod letters;
mod scanner;
mod short;
mod stems;

pub(crate) use self::letters::{cluster_len, is_unspaced, may_be_meant};
pub(crate) use self::scanner::{Found, Scanner};
pub(crate) use self::short::Short;
pub(crate) use self::stems::{StemmerId, Stemming};

use self::stems::StemMemory;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// One analysed word: its term and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// The stemmer byte and the stem.
    pub(crate) term: String,
    /// The word in lower case, before stemming.
    pub(crate) word: String,
    /// Bytes of the text.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Counts all words, including dropped ones.
    pub(crate) position: usize,
    /// The term with its accents, if folding changed it.
    pub(crate) accented: Option<String>,
    /// The term with the signs of its name: `c++`.
    pub(crate) signed: Option<String>,
    /// The terms of the parts of a word in camel case.
    pub(crate) parts: Vec<String>,
}

/// A term of a text and its place.
#[derive(Debug, Default)]
pub(crate) struct Token {
    pub(crate) term: String,
    /// Bytes of the text.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Counts all words, including dropped ones.
    pub(crate) position: usize,
}

/// An additional term at the position of a word.
enum Beside {
    /// A part of a word in camel case.
    Part(String),
    /// The term with its accents.
    Accented(String),
    /// The word with the signs of its name, which is never stemmed.
    Signed(String),
    /// The last cluster of an unspaced run. With it, every cluster of the run starts a term.
    Last(String),
    /// The whole of a word that is broken at the end of a line.
    Joined(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Part,
    Accented,
    Signed,
    Last,
    Joined,
}

thread_local! {
    static SHARED: RefCell<FxHashMap<StemmerId, Analyzer>> = RefCell::default();
}

/// The analyzer of one stemmer. Clones share one cache of stems.
#[derive(Clone)]
pub(crate) struct Analyzer {
    memory: Rc<RefCell<StemMemory>>,
}

impl Analyzer {
    pub(crate) fn new(stemmer: StemmerId) -> Self {
        Analyzer { memory: Rc::new(RefCell::new(StemMemory::new(stemmer))) }
    }

    /// The analyzer of this thread. It keeps its cached stems from text to text.
    pub(crate) fn shared(stemmer: StemmerId) -> Self {
        SHARED.with_borrow_mut(|known| known.entry(stemmer).or_insert_with(|| Analyzer::new(stemmer)).clone())
    }

    /// The terms of the text, in order and as indexed.
    pub(crate) fn tokens<'a>(&'a self, text: &'a str) -> Tokens<'a> {
        Tokens {
            scanner: Scanner::new(text),
            analyzer: self,
            token: Token::default(),
            beside: Vec::new(),
            kind: Kind::Word,
            initials: None,
        }
    }

    /// Calls `visit` with each word of the text in order. Words in camel case are whole.
    pub(crate) fn words(&self, text: &str, mut visit: impl FnMut(Word)) {
        let mut tokens = self.tokens(text);
        let mut last: Option<Word> = None;
        while tokens.advance() {
            let token = &tokens.token;
            match (tokens.kind, &mut last) {
                (Kind::Part, Some(word)) => word.parts.push(token.term.clone()),
                (Kind::Accented, Some(word)) => word.accented = Some(token.term.clone()),
                (Kind::Signed, Some(word)) => word.signed = Some(token.term.clone()),
                (Kind::Word, _) => {
                    let word = Word {
                        term: token.term.clone(),
                        word: tokens.scanner.lower().to_owned(),
                        from: token.from,
                        to: token.to,
                        position: token.position,
                        accented: None,
                        signed: None,
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

pub(crate) struct Tokens<'a> {
    scanner: Scanner<'a>,
    analyzer: &'a Analyzer,
    token: Token,
    /// The remaining additional terms of the last word, with the last one first.
    beside: Vec<Beside>,
    /// The kind of the current token.
    kind: Kind,
    initials: Option<Initials>,
}

/// The first two ASCII letters or digits of the wanted terms. For each first one, it holds the set of second ones.
pub(crate) struct Initials([u128; 128]);

impl Initials {
    pub(crate) fn of<'t>(terms: impl Iterator<Item = &'t str>) -> Self {
        let mut initials = [0; 128];
        for term in terms {
            // The first byte of a term is the stemmer's.
            let mut bytes = term.bytes().skip(1);
            let Some(seconds) = bytes.next().and_then(|first| initials.get_mut(usize::from(first))) else { continue };
            let second = bytes.next().and_then(Self::bit);
            *seconds |= second.filter(|_| bytes.next().is_some()).unwrap_or(u128::MAX);
        }
        Initials(initials)
    }

    /// Whether the stem of this word cannot be one of the wanted terms. A stemmer keeps the first two ASCII letters of
    /// a word if the stem is longer than that. The only exception is `dying`, which becomes `die`.
    fn rule_out(&self, word: &str) -> bool {
        let mut bytes = word.bytes();
        let Some(seconds) = bytes.next().and_then(|first| self.0.get(usize::from(first))) else { return false };
        match bytes.next() {
            None => *seconds == 0,
            Some(second) => Self::bit(second).map_or(*seconds == 0, |bit| seconds & bit == 0),
        }
    }

    fn bit(byte: u8) -> Option<u128> {
        byte.is_ascii().then(|| 1 << if byte == b'y' { b'i' } else { byte })
    }
}

impl Tokens<'_> {
    /// Skips words that cannot give any of the wanted terms, before they are stemmed and looked up.
    pub(crate) fn only(mut self, initials: Initials) -> Self {
        self.initials = Some(initials);
        self
    }

    /// Whether the current token is a word and not an additional term.
    pub(crate) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub(crate) fn token(&self) -> &Token {
        &self.token
    }

    /// Moves to the next term; false at the end.
    pub(crate) fn advance(&mut self) -> bool {
        let mut memory = self.analyzer.memory.borrow_mut();
        let term = &mut self.token.term;
        if let Some(beside) = self.beside.pop() {
            self.kind = match beside {
                Beside::Part(part) => {
                    memory.term(&part, term);
                    Kind::Part
                }
                Beside::Last(cluster) => {
                    memory.term(&cluster, term);
                    Kind::Last
                }
                Beside::Joined(joined) => {
                    memory.term(&joined, term);
                    Kind::Joined
                }
                Beside::Signed(signed) => {
                    memory.unstemmed(&signed, term);
                    Kind::Signed
                }
                Beside::Accented(accented) => {
                    *term = accented;
                    Kind::Accented
                }
            };
            return true;
        }
        self.kind = Kind::Word;
        while let Some(found) = self.scanner.next() {
            let joined = self.scanner.hyphenated(&found);
            let is_plain = !found.humps && found.last.is_none() && found.signs.is_none() && joined.is_none();
            if is_plain && self.initials.as_ref().is_some_and(|initials| initials.rule_out(self.scanner.lower())) {
                continue;
            }
            if found.humps {
                self.beside.extend(self.scanner.parts(&found).into_iter().rev().map(Beside::Part));
            }
            self.beside.extend(joined.map(Beside::Joined));
            self.beside.extend(self.scanner.last_cluster(&found).map(Beside::Last));
            self.beside.extend(self.scanner.signed(&found).map(Beside::Signed));
            let accented = memory.term(self.scanner.lower(), term);
            self.beside.extend(accented.map(Beside::Accented));
            (self.token.from, self.token.to, self.token.position) = (found.from, found.to, found.position);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests;
