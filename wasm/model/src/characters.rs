//! Classes of characters.
use crate::unicode_ranges::{MARKS, PUNCTUATION, REMOVED};

fn within(ranges: &[u32], letter: char) -> bool {
    let code = letter as u32;
    // Firsts are at even places and lasts at odd ones.
    let before = ranges.partition_point(|&edge| edge < code);
    before % 2 == 1 || ranges.get(before) == Some(&code)
}

/// Characters that the normaliser drops: control, format and private ones, U+0000 and U+FFFD.
pub(crate) fn is_removed(letter: char) -> bool {
    within(&REMOVED, letter)
}

pub(crate) fn is_mark(letter: char) -> bool {
    !letter.is_ascii() && within(&MARKS, letter)
}

pub(crate) fn is_punctuation(letter: char) -> bool {
    letter.is_ascii_punctuation() || !letter.is_ascii() && within(&PUNCTUATION, letter)
}

/// Ideographs that are words of their own. Kana and Hangul are not among them.
pub(crate) fn is_ideograph(letter: char) -> bool {
    matches!(letter as u32,
        0x4e00..=0x9fff | 0x3400..=0x4dbf | 0x20000..=0x2a6df | 0x2a700..=0x2b81f | 0x2b920..=0x2ceaf
        | 0xf900..=0xfaff | 0x2f800..=0x2fa1f)
}
