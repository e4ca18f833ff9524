//! BERT's normal form of a text, with lower case and without accents, as the reference makes it.
use crate::characters::{is_ideograph, is_mark, is_removed};
use unicode_normalization::UnicodeNormalization;

pub(crate) fn normalised(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_removed(letter) {
            continue;
        }
        if letter.is_whitespace() {
            clean.push(' ');
        } else if is_ideograph(letter) {
            clean.extend([' ', letter, ' ']);
        } else {
            clean.push(letter);
        }
    }
    if clean.is_ascii() {
        clean.make_ascii_lowercase();
        return clean;
    }
    // Each letter by itself: the reference knows no final sigma.
    clean.nfd().filter(|&letter| !is_mark(letter)).flat_map(char::to_lowercase).collect()
}
