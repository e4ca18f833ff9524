//! The stemmers, with a cache of stems, because most words occur often.
use crate::memo::Memo;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// How many words' stems are cached.
const STEM_MEMORY: usize = 1 << 16;

/// The stemmers by name. The position + 1 is the first byte of a stemmer's terms, so the order is part of the schema.
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

/// A stemmer by number, which is the first byte of its terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StemmerId(u8);

impl StemmerId {
    pub(crate) fn by_name(name: &str) -> Option<StemmerId> {
        STEMMERS.iter().position(|(known, _)| *known == name).map(|at| StemmerId(at as u8 + 1))
    }
    pub(crate) fn by_byte(byte: u8) -> Option<StemmerId> {
        (1..=STEMMERS.len() as u8).contains(&byte).then_some(StemmerId(byte))
    }
    pub(crate) fn name(self) -> &'static str {
        STEMMERS[self.0 as usize - 1].0
    }
    /// The byte that starts every term of this stemmer.
    pub(crate) fn byte(self) -> u8 {
        self.0
    }
    fn algorithm(self) -> Option<Algorithm> {
        STEMMERS[self.0 as usize - 1].1
    }
}

/// The terms of a word: its stem without accents, and its stem with accents if that differs. Each starts with the
/// stemmer's byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) plain: String,
    pub(crate) accented: Option<String>,
}

/// Stems words and caches the results.
pub(crate) struct Stemming {
    id: StemmerId,
    stemmer: Option<Stemmer>,
}

impl Stemming {
    pub(crate) fn new(id: StemmerId) -> Self {
        Stemming { id, stemmer: id.algorithm().map(Stemmer::create) }
    }

    /// The terms of a lower-case word.
    pub(crate) fn terms(&self, word: &str) -> Terms {
        let stem = |word: &str| match &self.stemmer {
            Some(stemmer) => stemmer.stem(word).into_owned(),
            None => word.to_owned(),
        };
        if word.is_ascii() {
            return Terms { plain: self.with_byte(&stem(word)), accented: None };
        }
        let composed = composed(word);
        let unpointed = without_points(&composed);
        // English rules do not know accents, so the word is folded first.
        let is_english = self.id.algorithm() == Some(Algorithm::English);
        let plain = if is_english { stem(&fold(&unpointed)) } else { fold(&stem(&unpointed)) };
        let whole = Some(stem(&composed)).filter(|whole| *whole != plain);
        Terms { plain: self.with_byte(&plain), accented: whole.map(|whole| self.with_byte(&whole)) }
    }

    /// The lower-case word in the form in which typed words compare with it: composed, and without accents.
    pub(crate) fn form(word: &str) -> Cow<'_, str> {
        if word.is_ascii() {
            Cow::Borrowed(word)
        } else {
            Cow::Owned(fold(&without_points(&composed(word))))
        }
    }

    /// Whether the stemmer changes words.
    pub(crate) fn stems(&self) -> bool {
        self.stemmer.is_some()
    }

    fn with_byte(&self, stem: &str) -> String {
        let mut out = String::with_capacity(stem.len() + 1);
        out.push(char::from(self.id.byte()));
        out.push_str(stem);
        out
    }
}

pub(super) struct StemMemory {
    stemming: Stemming,
    known: Memo<String, Terms, STEM_MEMORY>,
}

impl StemMemory {
    pub(super) fn new(stemmer: StemmerId) -> Self {
        StemMemory { stemming: Stemming::new(stemmer), known: Memo::default() }
    }

    /// Writes the term of a name with signs into `out`.
    pub(super) fn unstemmed(&self, name: &str, out: &mut String) {
        out.clear();
        out.push(char::from(self.stemming.id.byte()));
        out.push_str(name);
    }

    /// Writes the term of a lower-case word into `out`. Returns the term with accents if it differs.
    pub(super) fn term(&mut self, word: &str, out: &mut String) -> Option<String> {
        out.clear();
        if let Some(terms) = self.known.get(word) {
            out.push_str(&terms.plain);
            return terms.accented.clone();
        }
        let terms = self.stemming.terms(word);
        out.push_str(&terms.plain);
        let accented = terms.accented.clone();
        self.known.insert(word.to_owned(), terms);
        accented
    }
}

/// One form for the letters that Unicode calls compatible: full width, ligatures, letters in circles.
fn composed(word: &str) -> String {
    word.nfkc().flat_map(char::to_lowercase).collect()
}

/// Without the marks that readers of a script do without, so that stemmers and queries do not see them: the points of Arabic and
/// Hebrew, stress marks on Cyrillic letters, and the dot below letters of Devanagari.
fn without_points(word: &str) -> Cow<'_, str> {
    if word.chars().all(|letter| letter < '\u{300}') {
        return Cow::Borrowed(word);
    }
    let mut base = ' ';
    let mut out = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            '\u{300}'..='\u{36F}' if matches!(base, '\u{400}'..='\u{52F}') => continue,
            '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}' => continue,
            '\u{640}' | '\u{64B}'..='\u{652}' | '\u{670}' | '\u{93C}' => continue,
            'ё' => out.push('е'),
            'ऩ' => out.push('न'),
            'ऱ' => out.push('र'),
            'ऴ' => out.push('ळ'),
            'ँ' => out.push('ं'),
            _ => out.push(letter),
        }
        base = letter;
    }
    Cow::Owned(out)
}

/// What people type for a letter that has no accent to remove.
fn plain_letters(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'ø' => "o",
        'æ' => "ae",
        'œ' => "oe",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ŧ' => "t",
        'ŋ' => "n",
        'أ' | 'إ' | 'آ' | 'ٱ' => "ا",
        'ى' | 'ی' => "ي",
        'ک' => "ك",
        'ة' => "ه",
        _ => return None,
    })
}

/// Removes the accents of Latin and Greek letters, and writes Arabic letters that people interchange alike. The marks of other
/// scripts distinguish words, so they stay.
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
    let unaccented: String = word.nfd().filter(keep).collect();
    let mut folded = String::with_capacity(word.len());
    for letter in unaccented.nfc() {
        match plain_letters(letter) {
            Some(plain) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    folded
}
