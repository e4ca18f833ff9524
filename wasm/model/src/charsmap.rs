//! SentencePiece's normal form of a text: rules that a model brings (`precompiled_charsmap`), and spaces as `▁`.
use crate::error::{ModelError, Result};

/// Stands for a space within pieces.
const SPACE: &str = "\u{2581}";

/// Rules that replace characters: a double array of bytes (darts-clone's form), and the texts that they lead to, each
/// with a zero at its end.
pub(crate) struct Charsmap {
    units: Vec<u32>,
    texts: String,
    begins_with_space: bool,
    joins_spaces: bool,
}

impl Charsmap {
    /// `bytes` is empty for a model without rules.
    pub(crate) fn read(bytes: &[u8], begins_with_space: bool, joins_spaces: bool) -> Result<Charsmap> {
        let damaged = || ModelError::new("the vocabulary's rules for characters are damaged");
        let mut charsmap = Charsmap { units: Vec::new(), texts: String::new(), begins_with_space, joins_spaces };
        if bytes.is_empty() {
            return Ok(charsmap);
        }
        let (size, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
        let size = u32::from_le_bytes(*size) as usize;
        if size % 4 != 0 || size > rest.len() {
            return Err(damaged());
        }
        let (units, texts) = rest.split_at(size);
        charsmap.units =
            units.chunks_exact(4).map(|unit| u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]])).collect();
        charsmap.texts = std::str::from_utf8(texts).map_err(|_| damaged())?.into();
        Ok(charsmap)
    }

    pub(crate) fn normalised(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + text.len() / 4 + SPACE.len());
        let mut rest = text;
        let mut is_after_space = self.joins_spaces;
        if self.joins_spaces {
            while let (" ", length) = self.first(rest) {
                rest = &rest[length..];
            }
        }
        if self.begins_with_space && !rest.is_empty() {
            out.push_str(SPACE);
        }
        while !rest.is_empty() {
            let (mut text, length) = self.first(rest);
            rest = &rest[length..];
            if is_after_space {
                text = text.trim_start_matches(' ');
            }
            if let Some(last) = text.as_bytes().last() {
                is_after_space = *last == b' ' && self.joins_spaces;
            }
            for (at, part) in text.split(' ').enumerate() {
                if at > 0 {
                    out.push_str(SPACE);
                }
                out.push_str(part);
            }
        }
        if self.joins_spaces {
            out.truncate(out.trim_end_matches(SPACE).len());
        }
        out
    }

    /// What the longest rule at the beginning of a text gives, and how many bytes it takes: the first character as it is
    /// where there is none. `("", 0)` for no text.
    fn first<'a>(&'a self, text: &'a str) -> (&'a str, usize) {
        let longest = self.longest(text.as_bytes()).and_then(|(value, length)| {
            let end = self.texts.get(value..)?.find('\0')?;
            text.is_char_boundary(length).then(|| (&self.texts[value..value + end], length))
        });
        longest.unwrap_or_else(|| {
            let length = text.chars().next().map_or(0, char::len_utf8);
            (&text[..length], length)
        })
    }

    /// The value of the longest key that the bytes begin with, and its length.
    fn longest(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        let offset = |unit: u32| ((unit >> 10) << ((unit & 0x200) >> 6)) as usize;
        let mut place = offset(*self.units.first()?);
        let mut found = None;
        for (at, &byte) in bytes.iter().enumerate() {
            place ^= usize::from(byte);
            let unit = *self.units.get(place)?;
            if unit & 0x8000_00ff != u32::from(byte) {
                break;
            }
            place ^= offset(unit);
            if unit & 0x100 != 0 {
                found = Some(((*self.units.get(place)? & 0x7fff_ffff) as usize, at + 1));
            }
        }
        found
    }
}
