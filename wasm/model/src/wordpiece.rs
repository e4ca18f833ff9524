//! WordPiece: a text becomes ids of word pieces, by the longest piece at each place.
use crate::characters::is_punctuation;
use crate::normaliser::normalised;
use crate::vocabulary::Vocabulary;

/// Longer words are unknown as a whole.
const MAX_WORD_LENGTH: usize = 100;

/// The ids of a text's word pieces, at most `limit`.
pub(crate) fn pieces(vocabulary: &Vocabulary, text: &str, limit: usize) -> Vec<u32> {
    let mut pieces = Pieces { vocabulary, ids: Vec::new(), limit, buffer: String::new() };
    let mut rest = text;
    while let Some((at, name, id)) = first_special(vocabulary, rest) {
        pieces.text(&rest[..at]);
        pieces.push(id);
        rest = &rest[at + name.len()..];
    }
    pieces.text(rest);
    pieces.ids
}

/// The first piece that the text names itself, like [SEP].
fn first_special<'a>(vocabulary: &'a Vocabulary, text: &str) -> Option<(usize, &'a str, u32)> {
    text.match_indices('[').find_map(|(at, _)| {
        let named = vocabulary.special.iter().find(|(name, _)| text[at..].starts_with(name));
        named.map(|&(name, id)| (at, name, id))
    })
}

struct Pieces<'a> {
    vocabulary: &'a Vocabulary,
    ids: Vec<u32>,
    limit: usize,
    buffer: String,
}

impl Pieces<'_> {
    fn is_full(&self) -> bool {
        self.ids.len() >= self.limit
    }

    fn push(&mut self, id: u32) {
        if !self.is_full() {
            self.ids.push(id);
        }
    }

    fn text(&mut self, text: &str) {
        if self.is_full() || text.is_empty() {
            return;
        }
        let text = normalised(text);
        let mut begin = 0;
        for (at, letter) in text.char_indices() {
            if letter.is_whitespace() || is_punctuation(letter) {
                let end = at + letter.len_utf8();
                self.word(&text[begin..at]);
                if !letter.is_whitespace() {
                    self.word(&text[at..end]);
                }
                begin = end;
                if self.is_full() {
                    return;
                }
            }
        }
        self.word(&text[begin..]);
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        if word.len() > MAX_WORD_LENGTH && word.chars().count() > MAX_WORD_LENGTH {
            return self.push(self.vocabulary.unknown);
        }
        let first = self.ids.len();
        let mut begin = 0;
        while begin < word.len() {
            let Some((id, end)) = self.longest(word, begin) else {
                self.ids.truncate(first);
                return self.push(self.vocabulary.unknown);
            };
            self.ids.push(id);
            begin = end;
        }
        self.ids.truncate(self.limit.max(first));
    }

    /// The longest piece of a word from `begin` on, and where it ends.
    fn longest(&mut self, word: &str, begin: usize) -> Option<(u32, usize)> {
        let mark = if begin == 0 { "" } else { "##" };
        let mut end = word.floor_boundary(begin + self.vocabulary.longest);
        while end > begin {
            self.buffer.clear();
            self.buffer.push_str(mark);
            self.buffer.push_str(&word[begin..end]);
            if let Some(id) = self.vocabulary.id(&self.buffer) {
                return Some((id, end));
            }
            end = word.floor_boundary(end - 1);
        }
        None
    }
}

trait Boundary {
    /// The last boundary of characters up to this byte.
    fn floor_boundary(&self, at: usize) -> usize;
}

impl Boundary for str {
    fn floor_boundary(&self, at: usize) -> usize {
        (0..=at.min(self.len())).rev().find(|&byte| self.is_char_boundary(byte)).unwrap_or(0)
    }
}
