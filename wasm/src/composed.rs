//! Names and values in the form in which they are compared: letters with their accents composed (NFC). A disk may have
//! the other form of what somebody types.
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// The text with composed letters. Nearly all texts are so already.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if is_composed(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

pub(crate) fn is_composed(text: &str) -> bool {
    text.is_ascii() || text.nfc().eq(text.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_composed() {
        assert_eq!(composed("a/b.md"), "a/b.md");
        assert_eq!(composed("Über"), "Über");
        assert_eq!(composed("U\u{308}ber uns"), "Über uns");
        assert_eq!(composed("\u{1112}\u{1161}\u{11ab}"), "\u{d55c}");
    }
}
