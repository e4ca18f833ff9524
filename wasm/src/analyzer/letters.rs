//! Decides by their letters where words start and end.

/// Letters of scripts that write without spaces between words.
pub(crate) fn is_unspaced(char: char) -> bool {
    matches!(u32::from(char),
        0x0E01..=0x0E2E | 0x0E30..=0x0E3A | 0x0E40..=0x0E45 | 0x0E47..=0x0E4E
        | 0x3041..=0x30FF | 0x3105..=0x312F | 0x31A0..=0x31BF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF | 0xFF66..=0xFF9D | 0x20000..=0x3134F)
}

/// The number of bytes of the cluster at the start of a text that begins with an unspaced letter: the letter with the marks
/// on it, and in Thai also with the vowels written before and behind it.
pub(crate) fn cluster_len(text: &str) -> usize {
    let mut is_open = true;
    for (at, char) in text.char_indices() {
        let continues = matches!(u32::from(char),
            0x0E30..=0x0E3A | 0x0E45 | 0x0E47..=0x0E4E | 0x3099 | 0x309A | 0xFF9E | 0xFF9F)
            || is_invisible(char);
        if at > 0 && !continues && !(is_open && is_unspaced(char)) {
            return at;
        }
        // A vowel that is written before its consonant.
        is_open = is_open && is_invisible(char) || matches!(char, '\u{E40}'..='\u{E44}');
    }
    text.len()
}

/// Whether a word as it is written may be meant by a typed one, which has up to 32 letters and up to two edits.
pub(crate) fn may_be_meant(word: &str) -> bool {
    let letters = word.chars().count();
    (3..=34).contains(&letters) && !word.chars().any(|char| char.is_numeric() || is_unspaced(char))
}

/// The parts of a word in camel case, in lower case: `getUserName` gives get, user and name, and `HTTPServer` gives
/// http and server. Empty when the word has one part.
pub(super) fn camel_parts(word: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut before: Option<char> = None;
    let mut letters = word.char_indices().peekable();
    while let Some((at, here)) = letters.next() {
        let starts = here.is_uppercase()
            && before.is_some_and(|before| {
                !before.is_uppercase() || letters.peek().is_some_and(|(_, next)| next.is_lowercase())
            });
        if starts {
            parts.push(word[from..at].to_lowercase());
            from = at;
        }
        before = Some(here);
    }
    if !parts.is_empty() {
        parts.push(word[from..].to_lowercase());
    }
    parts
}

/// Signs that no reader sees, within a word: soft hyphens, joiners, directional marks and variation selectors, and the joiner
/// that stands for markup.
pub(super) fn is_invisible(char: char) -> bool {
    matches!(u32::from(char),
        0x7F | 0xAD | 0x034F | 0x061C | 0x180B..=0x180F | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F
        | 0xFE00..=0xFE0F | 0xFEFF | 0xE0000..=0xE0FFF)
}

/// Accents that stand alone before their letter, as they come out of old PDF files: `F¨ur`.
pub(super) fn is_stray_accent(char: char) -> bool {
    matches!(char, '\u{A8}' | '\u{B4}' | '\u{B8}' | '\u{2C6}' | '\u{2DA}' | '\u{2DC}')
}

/// Combining marks continue a word (decomposed accents, Indic vowel signs, Arabic and Hebrew points).
pub(super) fn is_mark(char: char) -> bool {
    matches!(u32::from(char),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x0591..=0x05C7 | 0x0610..=0x061A | 0x064B..=0x065F | 0x0670
        | 0x06D6..=0x06ED | 0x0900..=0x0903 | 0x093A..=0x094F | 0x0951..=0x0957 | 0x0981..=0x0983 | 0x09BC..=0x09CD
        | 0x0A01..=0x0A4D | 0x0B82..=0x0BCD | 0x0C00..=0x0C4D | 0x0D00..=0x0D4D | 0x0E31..=0x0E4E | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF | 0x3099..=0x309A | 0xFE20..=0xFE2F)
}
