//! Reads ASCII words eight bytes at once, with arithmetic on whole machine words.
use std::hash::{Hash, Hasher};

/// A word of up to 15 bytes, in place. The last byte counts the others. It compares and hashes without following a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Short([u8; 16]);

impl Short {
    /// None for a longer word.
    pub(crate) fn new(word: &str) -> Option<Short> {
        let mut bytes = [0; 16];
        bytes[..15].get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        bytes[15] = word.len() as u8;
        Some(Short(bytes))
    }

    /// The word of `length` bytes whose first eight are in `low`, and the others in `high`. All bytes behind it are zero.
    pub(super) fn from_numbers(low: u64, high: u64, length: usize) -> Short {
        Short((u128::from(low) | u128::from(high | (length as u64) << 56) << 64).to_le_bytes())
    }

    pub(crate) fn text(&self) -> &str {
        let text = self.0.get(..usize::from(self.0[15])).unwrap_or_default();
        std::str::from_utf8(text).unwrap_or_default()
    }
}

impl Hash for Short {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let whole = u128::from_le_bytes(self.0);
        state.write_u64(whole as u64);
        state.write_u64((whole >> 64) as u64);
    }
}

/// The highest bit of each byte.
pub(super) const HIGH: u64 = each(0x80);

/// Eight bytes of a text, the first in the lowest byte. What a byte is, stands in its highest bit.
pub(super) struct Block {
    /// ASCII letters and digits.
    pub(super) words: u64,
    /// ASCII letters that are capitals.
    pub(super) capitals: u64,
    /// Bytes that are not ASCII.
    pub(super) others: u64,
    /// The words in lower case. Between them, anything.
    pub(super) lower: u64,
}

impl Block {
    /// None near the end of the text.
    #[inline(always)]
    pub(super) fn at(text: &[u8], at: usize) -> Option<Block> {
        let text = u64::from_le_bytes(text.get(at..at + 8)?.try_into().ok()?);
        let others = text & HIGH;
        // Adding to seven bits carries into the eighth, and never into the next byte.
        let at_least = |bytes: u64, least: u8| (bytes & !HIGH) + each(0x80 - least);
        let lower = text | each(0x20);
        let letters = at_least(lower, b'a') & !at_least(lower, b'z' + 1) & HIGH & !others;
        let digits = at_least(text, b'0') & !at_least(text, b'9' + 1) & HIGH & !others;
        // The bit that tells a small letter from a capital moves to the highest one.
        Some(Block { words: letters | digits, capitals: letters & !(text << 2), others, lower })
    }
}

/// The first byte whose highest bit is set, or 8.
#[inline(always)]
pub(super) fn first(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// All bits of the first bytes.
#[inline(always)]
pub(super) fn below(bytes: usize) -> u64 {
    if bytes < 8 {
        (1 << (8 * bytes)) - 1
    } else {
        u64::MAX
    }
}

const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn words_that_differ_have_different_keys() {
        let alphabet = ["a", "b", "\0", "é", "日", "\u{1f600}"];
        let mut words = vec![String::new()];
        for at in 0..4000 {
            let word = words[at].clone();
            words.extend(alphabet.iter().map(|letter| word.clone() + letter));
        }
        for count in 0..18 {
            for at in 0..count {
                let mut bytes = vec![b'x'; count];
                bytes[at] = b'y';
                words.push(String::from_utf8(bytes).unwrap());
            }
        }
        let mut seen = HashMap::new();
        for word in words {
            let key = Short::new(&word);
            assert_eq!(key.is_some(), word.len() < 16);
            let Some(key) = key else { continue };
            assert_eq!(key.text(), word);
            let before = seen.insert(key, word.clone());
            assert!(before.is_none_or(|before| before == word), "{word}");
        }
    }

    #[test]
    fn each_byte_is_told_apart_at_each_place() {
        for byte in 0..=255u8 {
            for place in 0..8 {
                for around in [b'a', b'Z', b'5', b' ', 0, 0x7f, 0x80, 0xff] {
                    let mut text = [around; 8];
                    text[place] = byte;
                    let block = Block::at(&text, 0).unwrap();
                    let marked = |marks: u64| marks >> (8 * place) & 0x80 != 0;
                    assert_eq!(marked(block.words), byte.is_ascii_alphanumeric(), "{byte} {around}");
                    assert_eq!(marked(block.capitals), byte.is_ascii_uppercase(), "{byte} {around}");
                    assert_eq!(marked(block.others), !byte.is_ascii(), "{byte} {around}");
                    if byte.is_ascii_alphanumeric() {
                        assert_eq!((block.lower >> (8 * place)) as u8, byte.to_ascii_lowercase(), "{byte} {around}");
                    }
                }
            }
        }
    }
}
