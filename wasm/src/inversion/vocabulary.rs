//! Numbers the terms, and caches the terms of words, because most words occur often.
use crate::analyzer::{may_be_meant, Found, Scanner, Short, StemmerId, Stemming};
use crate::memo::Memo;
use crate::schema::key;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The terms of a word, by number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Forms {
    pub(crate) plain: u32,
    accented: u32,
    written: u32,
}

/// In the place of a number: there is no such term. It keeps the entries of the maps small.
const NONE: u32 = u32::MAX;

impl Forms {
    pub(crate) fn accented(&self) -> Option<u32> {
        (self.accented != NONE).then_some(self.accented)
    }

    /// The key of the word as it is written, if its term is another one.
    pub(crate) fn written(&self) -> Option<u32> {
        (self.written != NONE).then_some(self.written)
    }
}

#[derive(Default)]
pub(crate) struct Vocabulary {
    terms: Terms,
    by_stemmer: Vec<Known>,
}

/// Numbers start at 0, in the order of first use. The texts stand one after the other, because a large document has millions.
#[derive(Default)]
pub(crate) struct Terms {
    numbers: HashTable<u32>,
    texts: String,
    /// Where the text of each number ends.
    ends: Vec<usize>,
}

/// So many words of a kind are remembered. Then they are forgotten, and met anew: a batch of ordinary documents has fewer.
const MAX_KNOWN: usize = if cfg!(test) { 10 } else { 900_000 };

/// The words that one stemmer has seen.
struct Known {
    stemmer: StemmerId,
    stemming: Stemming,
    /// Words of up to 15 bytes. A lookup in this map follows no pointer.
    short: Memo<Short, Forms, MAX_KNOWN>,
    long: Memo<Box<str>, Forms, MAX_KNOWN>,
    /// The terms of the parts of words in camel case, by the word as it stands in the text.
    parts: Memo<Box<str>, Box<[u32]>, MAX_KNOWN>,
}

/// The words of one stemmer.
pub(crate) struct Words<'v> {
    terms: &'v mut Terms,
    known: &'v mut Known,
}

impl Vocabulary {
    /// The number of a term.
    pub(crate) fn term(&mut self, text: &str) -> u32 {
        self.terms.number(text)
    }

    pub(crate) fn words(&mut self, stemmer: StemmerId) -> Words<'_> {
        let at = self.by_stemmer.iter().position(|known| known.stemmer == stemmer).unwrap_or_else(|| {
            let known = Known {
                stemmer,
                stemming: Stemming::new(stemmer),
                short: Memo::default(),
                long: Memo::default(),
                parts: Memo::default(),
            };
            self.by_stemmer.push(known);
            self.by_stemmer.len() - 1
        });
        Words { terms: &mut self.terms, known: &mut self.by_stemmer[at] }
    }

    /// The numbers of all terms, in the byte order of the terms.
    #[inline(never)]
    pub(crate) fn sorted(&self) -> Vec<u32> {
        let rest = |number: u32| self.text(number).as_bytes();
        // Most terms differ in their first bytes, which are compared as one number.
        let mut order: Vec<(u64, u32)> =
            (0..self.terms.ends.len() as u32).map(|number| (first_bytes(rest(number)), number)).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| rest(a.1).cmp(rest(b.1))));
        order.into_iter().map(|(_, number)| number).collect()
    }

    pub(crate) fn text(&self, number: u32) -> &str {
        self.terms.text(number)
    }

    /// Frees what only finds the numbers of words. No more words can be added after this.
    pub(crate) fn forget_words(&mut self) {
        self.by_stemmer = Vec::new();
        self.terms.numbers = HashTable::new();
    }
}

impl Terms {
    #[inline(never)]
    fn number(&mut self, text: &str) -> u32 {
        let Terms { numbers, texts, ends } = self;
        let hash = |text: &str| FxBuildHasher.hash_one(text);
        if let Some(number) = numbers.find(hash(text), |number| text_at(texts, ends, *number) == text) {
            return *number;
        }
        let number = ends.len() as u32;
        texts.push_str(text);
        ends.push(texts.len());
        numbers.insert_unique(hash(text), number, |number| hash(text_at(texts, ends, *number)));
        number
    }

    fn text(&self, number: u32) -> &str {
        text_at(&self.texts, &self.ends, number)
    }
}

fn text_at<'t>(texts: &'t str, ends: &[usize], number: u32) -> &'t str {
    let start = (number as usize).checked_sub(1).map_or(0, |before| ends[before]);
    &texts[start..ends[number as usize]]
}

impl Known {
    fn keep(&mut self, key: Option<Short>, word: &str, forms: Forms) {
        match key {
            Some(key) => self.short.insert(key, forms),
            None => self.long.insert(word.into(), forms),
        }
    }
}

impl Words<'_> {
    /// The terms of the word that the scanner has found.
    pub(crate) fn forms_of(&mut self, scanner: &Scanner) -> Forms {
        self.look_up(scanner.short().copied(), || scanner.lower())
    }

    /// The terms of a lower-case word.
    pub(crate) fn forms(&mut self, word: &str) -> Forms {
        self.look_up(Short::new(word), || word)
    }

    /// A known short word is found by its key alone.
    #[inline(always)]
    fn look_up<'w>(&mut self, key: Option<Short>, word: impl Fn() -> &'w str) -> Forms {
        let known = match &key {
            Some(key) => self.known.short.get(key),
            None => self.known.long.get(word()),
        };
        match known {
            Some(forms) => *forms,
            None => self.first_forms(word(), key),
        }
    }

    /// The terms of a word that is met for the first time.
    #[inline(never)]
    fn first_forms(&mut self, word: &str, key: Option<Short>) -> Forms {
        let terms = self.known.stemming.terms(word);
        let plain = self.terms.number(&terms.plain);
        let accented = terms.accented.map_or(NONE, |accented| self.terms.number(&accented));
        let form = Stemming::form(word);
        let is_other = self.known.stemming.stems() && terms.plain[1..] != *form && may_be_meant(&form);
        let key_of_form = || key::form(self.known.stemmer.byte(), &form);
        let written = if is_other { self.terms.number(&key_of_form()) } else { NONE };
        let forms = Forms { plain, accented, written };
        self.known.keep(key, word, forms);
        forms
    }

    /// The terms of the parts of a word in camel case. Empty when the word has one part.
    #[inline(never)]
    pub(crate) fn parts_of(&mut self, scanner: &Scanner, found: &Found) -> &[u32] {
        let word = scanner.written(found);
        if self.known.parts.get(word).is_none() {
            let parts = scanner.parts(found).iter().map(|part| self.forms(part).plain).collect();
            self.known.parts.insert(word.into(), parts);
        }
        self.known.parts.get(word).map_or(&[], |parts| parts)
    }

    /// The term of a name with signs, which is never stemmed.
    pub(crate) fn unstemmed(&mut self, name: &str) -> u32 {
        self.terms.number(&format!("{}{name}", char::from(self.known.stemmer.byte())))
    }

    pub(crate) fn text(&self, number: u32) -> &str {
        self.terms.text(number)
    }
}

/// The first eight bytes as a number that sorts in the same order.
fn first_bytes(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
    u64::from_be_bytes(bytes)
}
