//! The words that a query does not require: stop words of the stemmer's language, English question words, and English
//! words of requests.
mod unspaced;

pub(crate) use self::unspaced::stop_word_at;

use self::unspaced::is_unspaced_stop_word;
use crate::analyzer::is_unspaced;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tantivy::tokenizer::{Language, RawTokenizer, StopWordFilter, TextAnalyzer, TokenStream};

/// Question words that tantivy's English list (Lucene's) leaves out.
const QUESTION_WORDS: [&str; 57] = [
    "about", "am", "any", "been", "best", "can", "could", "did", "do", "does", "doing", "done", "from", "get", "got",
    "had", "has", "have", "having", "he", "her", "his", "how", "i", "its", "me", "might", "must", "my", "need", "our",
    "shall", "she", "should", "so", "some", "than", "them", "those", "us", "want", "way", "we", "were", "what",
    "whats", "when", "where", "which", "who", "whom", "whose", "why", "would", "you", "your", "yours",
];

/// Words of requests that name what to do with an answer rather than what it is about.
const TASK_WORDS: [&str; 24] = [
    "article",
    "articles",
    "describe",
    "description",
    "documentation",
    "example",
    "examples",
    "explain",
    "explanation",
    "find",
    "give",
    "guide",
    "information",
    "list",
    "paper",
    "papers",
    "show",
    "tell",
    "tutorial",
    "use",
    "used",
    "uses",
    "using",
    "work",
];

/// Short forms at the end of English words, which add nothing to what a word is about.
const CLITICS: [&str; 6] = ["s", "re", "ve", "ll", "d", "m"];

/// The word without a clitic at its end: `parcel` for `parcel's`. None when it has none.
pub(crate) fn without_clitic(word: &str) -> Option<&str> {
    let (base, end) = word.rsplit_once(['\'', '’'])?;
    let is_clitic = CLITICS.iter().any(|clitic| end.eq_ignore_ascii_case(clitic));
    (is_clitic && base.ends_with(char::is_alphanumeric)).then_some(base)
}

/// Whether this lower-case word is a negated verb, such as `don't`.
fn is_negation(word: &str) -> bool {
    word.strip_suffix("n't").or_else(|| word.strip_suffix("n’t")).is_some_and(|verb| !verb.is_empty())
}

/// Whether this lower-case word is a task word in the stemmer's language.
pub(crate) fn is_task_word(stemmer: &str, word: &str) -> bool {
    matches!(stemmer, "english" | "none") && TASK_WORDS.binary_search(&word).is_ok()
}

fn language(stemmer: &str) -> Option<Language> {
    Some(match stemmer {
        "danish" => Language::Danish,
        "dutch" => Language::Dutch,
        "english" => Language::English,
        "finnish" => Language::Finnish,
        "french" => Language::French,
        "german" => Language::German,
        "hungarian" => Language::Hungarian,
        "italian" => Language::Italian,
        "norwegian" => Language::Norwegian,
        "portuguese" => Language::Portuguese,
        "russian" => Language::Russian,
        "spanish" => Language::Spanish,
        "swedish" => Language::Swedish,
        _ => return None,
    })
}

thread_local! {
    /// Filters by stemmer. They are hash sets, so they are expensive to make.
    static FILTERS: RefCell<FxHashMap<String, Option<TextAnalyzer>>> = RefCell::default();
}

/// Whether this lower-case word is a stop word or question word in the stemmer's language.
pub(crate) fn is_stop_word(stemmer: &str, word: &str) -> bool {
    if word.starts_with(is_unspaced) {
        return is_unspaced_stop_word(word);
    }
    if matches!(stemmer, "english" | "none") {
        if QUESTION_WORDS.binary_search(&word).is_ok() || is_negation(word) {
            return true;
        }
        if let Some(base) = without_clitic(word) {
            return is_stop_word(stemmer, base);
        }
    }
    FILTERS.with_borrow_mut(|filters| {
        if !filters.contains_key(stemmer) {
            filters.insert(stemmer.to_owned(), filter_of(stemmer));
        }
        let filter = filters.get_mut(stemmer).and_then(Option::as_mut);
        filter.is_some_and(|filter| !filter.token_stream(word).advance())
    })
}

fn filter_of(stemmer: &str) -> Option<TextAnalyzer> {
    let language = if stemmer == "none" { Some(Language::English) } else { language(stemmer) };
    let filter = language.and_then(StopWordFilter::new)?;
    Some(TextAnalyzer::builder(RawTokenizer::default()).filter(filter).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_words_and_task_words_are_sorted() {
        assert!(QUESTION_WORDS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(TASK_WORDS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn technical_words_stay() {
        for word in ["http", "index", "test", "system", "use", "set", "run"] {
            assert!(!is_stop_word("english", word), "{word}");
        }
        for word in ["what's", "don’t", "they're", "i'll", "isn't"] {
            assert!(is_stop_word("english", word), "{word}");
        }
        assert!(!is_stop_word("english", "parcel's") && !is_stop_word("english", "n't"));
        assert!(is_stop_word("english", "how") && is_stop_word("english", "the") && is_stop_word("german", "und"));
    }
}
