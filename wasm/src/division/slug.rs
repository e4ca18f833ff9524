//! Slugs of headings (src/text/slug.ts).
use rustc_hash::{FxHashMap, FxHashSet};
use unicode_normalization::char::is_combining_mark;

/// The slug of a heading's text. None for rare signs whose category this module does not know.
pub(super) fn slug_of(text: &str) -> Option<String> {
    let mut slug = String::with_capacity(text.len());
    // A hyphen stands only between two letters, so it waits for the second.
    let mut waits = false;
    let mut push = |letter: char| {
        if is_space(letter) || letter == '-' {
            waits = true;
        } else if keeps(letter)? {
            if waits && !slug.is_empty() {
                slug.push('-');
            }
            waits = false;
            slug.push(letter);
        }
        Some(())
    };
    if text.is_ascii() {
        text.chars().try_for_each(|letter| push(letter.to_ascii_lowercase()))?;
    } else {
        text.to_lowercase().chars().try_for_each(push)?;
    }
    Some(if slug.is_empty() { "heading".to_owned() } else { slug })
}

/// Whether a letter stays: letters, marks and decimal digits of every script, and `_`.
fn keeps(letter: char) -> Option<bool> {
    if letter.is_ascii() {
        return Some(letter.is_ascii_alphanumeric() || letter == '_');
    }
    if is_combining_mark(letter) {
        return Some(true);
    }
    // Not all numbers are digits. Letters in circles are alphabetic, and yet symbols.
    let is_doubtful = letter.is_numeric() || matches!(letter, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}');
    (!is_doubtful).then(|| letter.is_alphabetic())
}

/// White space of regular expressions in JavaScript.
pub(super) fn is_space(letter: char) -> bool {
    letter == '\u{feff}' || (letter.is_whitespace() && letter != '\u{85}')
}

/// Gives each slug of a document out only once.
#[derive(Default)]
pub(super) struct Slugs {
    taken: FxHashSet<String>,
    last: FxHashMap<String, u32>,
}

impl Slugs {
    /// The base itself, or the base with the first free ending of `-1`, `-2`, ….
    pub(super) fn claim(&mut self, base: &str) -> String {
        if self.taken.insert(base.to_owned()) {
            return base.to_owned();
        }
        let suffix = self.last.entry(base.to_owned()).or_default();
        loop {
            *suffix += 1;
            let slug = format!("{base}-{suffix}");
            if self.taken.insert(slug.clone()) {
                return slug;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_keep_letters_marks_and_digits() {
        let slugs = [
            ("Getting started", "getting-started"),
            ("  A -- b!  ", "a-b"),
            ("C++ & `x_y`", "c-x_y"),
            ("-a-", "a"),
            ("!!!", "heading"),
            ("Ünïcödé 日本 ไทย हिन्दी", "ünïcödé-日本-ไทย-हिन्दी"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("a – b", "a-b"),
            ("a\u{feff}b", "a-b"),
        ];
        for (text, slug) in slugs {
            assert_eq!(slug_of(text).as_deref(), Some(slug), "{text}");
        }
    }

    #[test]
    fn signs_that_may_be_numbers_are_left_to_the_host() {
        for text in ["m²", "Ⅷ", "Ⓐ", "٣"] {
            assert_eq!(slug_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_slug_is_given_out_once() {
        let mut slugs = Slugs::default();
        let claimed: Vec<String> = ["a", "a-1", "a", "a", "b", "a-1"].iter().map(|base| slugs.claim(base)).collect();
        assert_eq!(claimed, ["a", "a-1", "a-2", "a-3", "b", "a-1-1"]);
    }
}
