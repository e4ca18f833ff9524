//! Finds the words of a text, and converts them to lower case.
use super::letters::{camel_parts, cluster_len, is_invisible, is_mark, is_stray_accent, is_unspaced};
use super::short::{below, first, Block, Short, HIGH};
use crate::visible::JOINER;

const NON_JOINER: char = '\u{200c}';

/// The longest word that is indexed, in characters.
pub(crate) const MAX_WORD_CHARS: usize = 40;

/// The second part of a word that is broken at the end of a line is looked for behind so much indentation.
const MAX_INDENTATION: usize = 16;

/// ASCII letters and digits in lower case, 0 for all other bytes.
const LOWER: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            table[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    table
};

/// A word of the text. [`Scanner::lower`] returns it in lower case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// Bytes of the text.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Counts all words, including dropped ones.
    pub(crate) position: usize,
    /// It has capitals after its first letter, so it may be in camel case.
    pub(crate) humps: bool,
    /// Where the last cluster of an unspaced run starts, if this is the run's last pair.
    pub(crate) last: Option<usize>,
    /// Signs that belong to a name: `C++`, `C#`, `.NET`.
    pub(crate) signs: Option<Signs>,
}

/// Signs of a name, and where they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signs {
    Dot,
    PlusPlus,
    Hash,
}

pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    position: usize,
    /// The word found last, if it is short.
    short: Option<Short>,
    /// The word found last, if it is long or not ASCII.
    long: String,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0, position: 0, short: None, long: String::new() }
    }

    /// The word found last.
    pub(crate) fn lower(&self) -> &str {
        self.short.as_ref().map_or(&self.long, Short::text)
    }

    /// The word found last, if it is short.
    pub(crate) fn short(&self) -> Option<&Short> {
        self.short.as_ref()
    }

    /// The word with the signs of its name, in lower case.
    #[inline(never)]
    pub(crate) fn signed(&self, found: &Found) -> Option<String> {
        Some(match found.signs? {
            Signs::Dot => format!(".{}", self.lower()),
            Signs::PlusPlus => format!("{}++", self.lower()),
            Signs::Hash => format!("{}#", self.lower()),
        })
    }

    /// The word as it stands in the text.
    pub(crate) fn written(&self, found: &Found) -> &'a str {
        &self.text[found.from..found.to]
    }

    /// The whole word, if this is its first part and a line ends at the hyphen behind it.
    #[inline(always)]
    pub(crate) fn hyphenated(&self, found: &Found) -> Option<String> {
        let rest = self.text.as_bytes().get(found.to..)?;
        (rest.first() == Some(&b'-') && matches!(rest.get(1), Some(b'\n' | b'\r'))).then(|| self.joined(found))?
    }

    #[inline(never)]
    fn joined(&self, found: &Found) -> Option<String> {
        let rest = &self.text[found.to + 1..];
        let line = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r']))?;
        let next = line.trim_start_matches([' ', '\t', '>']);
        let is_near = line.len() - next.len() <= MAX_INDENTATION;
        let first = self.lower();
        let part: String = next.chars().take(MAX_WORD_CHARS).take_while(|char| char.is_alphabetic()).collect();
        let is_part = part.starts_with(char::is_lowercase) && part.chars().nth(1).is_some();
        let is_word = first.chars().nth(1).is_some() && first.chars().all(char::is_alphabetic);
        let joined = format!("{first}{}", part.to_lowercase());
        (is_near && is_part && is_word && joined.chars().count() <= MAX_WORD_CHARS).then_some(joined)
    }

    /// The last cluster of an unspaced run, if this is the run's last pair.
    pub(crate) fn last_cluster(&self, found: &Found) -> Option<String> {
        found.last.map(|at| self.text[at..found.to].chars().filter(|char| !is_invisible(*char)).collect())
    }

    /// The parts of a word in camel case, in lower case. Empty when the word has one part.
    #[inline(never)]
    pub(crate) fn parts(&self, found: &Found) -> Vec<String> {
        let written = self.written(found);
        if written.is_ascii() && !written.as_bytes().contains(&JOINER) {
            return camel_parts(written);
        }
        let seen: String = written.chars().filter(|char| !is_passed(*char) || *char == NON_JOINER).collect();
        if seen.contains(NON_JOINER) {
            return seen.split(NON_JOINER).filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
        }
        camel_parts(&seen)
    }

    /// The next word that is short enough to be indexed.
    #[allow(clippy::should_implement_trait)]
    pub(crate) fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(found) = self.short_word() {
                self.position += 1;
                return Some(found);
            }
            let (found, chars) = self.scan()?;
            self.position += 1;
            if chars <= MAX_WORD_CHARS {
                self.short = Short::new(&self.long);
                return Some(found);
            }
        }
    }

    /// Moves past the next word, if it is ASCII, short and not at the end of the text. Otherwise it stays before the word. It reads
    /// eight bytes at once.
    #[inline(always)]
    fn short_word(&mut self) -> Option<Found> {
        let bytes = self.text.as_bytes();
        let from = loop {
            let block = Block::at(bytes, self.at)?;
            let skipped = first(block.words);
            if first(block.others) < skipped {
                return None;
            }
            self.at += skipped;
            if skipped < 8 {
                break self.at;
            }
        };
        let mut block = Block::at(bytes, from)?;
        let mut length = first(!block.words & HIGH);
        let low = block.lower & below(length);
        let mut high = 0;
        // A capital that begins a word makes no hump.
        let mut humps = block.capitals & below(length) & !0xff;
        if length == 8 {
            block = Block::at(bytes, from + 8)?;
            let more = first(!block.words & HIGH);
            if more == 8 {
                return None;
            }
            length += more;
            high = block.lower & below(more);
            humps |= block.capitals & below(more);
        }
        // Another letter, a mark or a joiner goes on.
        if block.others >> (8 * (length % 8)) & 0x80 != 0 || bytes.get(from + length) == Some(&JOINER) {
            return None;
        }
        self.at = from + length;
        self.short = Some(Short::from_numbers(low, high, length));
        let signs = self.signs_of(from);
        Some(Found { from, to: self.at, position: self.position, humps: humps != 0, last: None, signs })
    }

    /// Moves past the next word. Returns the word and the number of its characters, or a larger number than that of the longest
    /// word. Then it does not keep all letters.
    #[inline(never)]
    fn scan(&mut self) -> Option<(Found, usize)> {
        let bytes = self.text.as_bytes();
        self.long.clear();
        let mut chars = 0;
        let (mut from, mut to) = (self.at, self.at);
        let mut humps = false;
        while let Some(&byte) = bytes.get(self.at) {
            let lower = LOWER[usize::from(byte)];
            if lower != 0 {
                if chars == 0 {
                    from = self.at;
                }
                humps |= chars > 0 && byte != lower;
                chars += 1;
                if chars <= MAX_WORD_CHARS {
                    self.long.push(char::from(lower));
                }
                self.at += 1;
                to = self.at;
                continue;
            }
            if byte < 128 {
                if chars > 0 && byte != JOINER {
                    break;
                }
                self.at += 1;
                continue;
            }
            let Some(char) = self.text[self.at..].chars().next() else { break };
            if is_unspaced(char) {
                if chars > 0 {
                    break;
                }
                return Some(self.pair());
            }
            if char.is_alphanumeric() || (chars > 0 && is_mark(char)) {
                if chars == 0 {
                    from = self.at;
                }
                humps |= chars > 0 && char.is_uppercase();
                chars += 1;
                if chars <= MAX_WORD_CHARS {
                    self.long.extend(char.to_lowercase());
                }
                to = self.at + char.len_utf8();
            } else if chars > 0 && !self.passes(char) {
                break;
            } else {
                // Persian writes the parts of a word with a sign between them that keeps their letters apart.
                humps |= chars > 0 && char == NON_JOINER;
            }
            self.at += char.len_utf8();
        }
        let found = Found { from, to, position: self.position, humps, last: None, signs: None };
        (chars > 0).then(|| (Found { signs: self.signs_of(from), ..found }, chars))
    }

    /// Whether the word goes on behind a character that is not one of its letters.
    fn passes(&self, char: char) -> bool {
        let goes_on = || self.text[self.at + char.len_utf8()..].starts_with(char::is_alphabetic);
        is_invisible(char) || (is_stray_accent(char) && goes_on())
    }

    /// The signs of the name that was just read. They stand alone: nothing else continues them.
    #[inline(always)]
    fn signs_of(&self, from: usize) -> Option<Signs> {
        let bytes = self.text.as_bytes();
        let is_free = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
        match bytes.get(self.at) {
            Some(b'+') if bytes.get(self.at + 1) == Some(&b'+') => {
                let next = bytes.get(self.at + 2);
                return (next != Some(&b'+') && !next.is_some_and(u8::is_ascii_alphabetic)).then_some(Signs::PlusPlus);
            }
            Some(b'#') => {
                let next = bytes.get(self.at + 1);
                return (next != Some(&b'#') && is_free(next)).then_some(Signs::Hash);
            }
            _ => {}
        }
        let is_name = bytes.get(from).is_some_and(u8::is_ascii_alphabetic);
        let dot = from.checked_sub(1).filter(|at| is_name && bytes[*at] == b'.')?;
        let before = bytes[..dot].iter().rfind(|byte| **byte != JOINER);
        (before != Some(&b'.') && before != Some(&b')') && before != Some(&b']') && is_free(before))
            .then_some(Signs::Dot)
    }

    /// The pair of clusters of unspaced letters that starts here, or a cluster that has no neighbour. Moves on by one
    /// cluster. Returns the pair and the number of its characters.
    #[inline(never)]
    fn pair(&mut self) -> (Found, usize) {
        let from = self.at;
        let follows = |at: usize| self.text[at..].starts_with(is_unspaced).then(|| at + cluster_len(&self.text[at..]));
        let after = from + cluster_len(&self.text[from..]);
        let second = follows(after);
        let to = second.unwrap_or(after);
        // The pair before already contains the last cluster of a run.
        let is_last = second.is_none() || follows(to).is_none();
        self.at = if is_last { to } else { after };
        let to = from + self.text[from..to].trim_end_matches(is_invisible).len();
        let pair = self.text[from..to].chars().filter(|char| !is_invisible(*char));
        let chars = pair.clone().take(MAX_WORD_CHARS + 1).count();
        if chars <= MAX_WORD_CHARS {
            self.long.extend(pair);
        }
        let last = second.filter(|_| is_last).map(|_| after);
        let found = Found { from, to, position: self.position, humps: false, last, signs: None };
        (found, chars)
    }
}

/// Whether a word leaves out this character, which stands between its letters.
fn is_passed(char: char) -> bool {
    is_invisible(char) || is_stray_accent(char)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::{random, text_of};

    /// The words of a text as `scan` alone finds them, letter by letter.
    fn letter_by_letter(text: &str) -> Vec<(String, usize, usize, usize, bool, Option<Signs>)> {
        let mut scanner = Scanner::new(text);
        let mut words = Vec::new();
        while let Some((found, chars)) = scanner.scan() {
            scanner.position += 1;
            if chars <= MAX_WORD_CHARS {
                let Found { from, to, position, humps, signs, .. } = found;
                words.push((scanner.long.clone(), from, to, position, humps, signs));
            }
        }
        words
    }

    #[test]
    fn a_word_that_is_broken_at_the_end_of_a_line_is_found_whole() {
        let joined = |text: &str| -> Vec<String> {
            let mut scanner = Scanner::new(text);
            std::iter::from_fn(|| scanner.next().map(|found| scanner.hyphenated(&found))).flatten().collect()
        };
        assert_eq!(
            joined("an interop-\nerable Konfigu-\r\n  ration and quo-\n> ted text"),
            ["interoperable", "konfiguration", "quoted"]
        );
        assert_eq!(joined("über-\nflüssig"), ["überflüssig"]);
        let none = ["well-known", "a-\nb", "end -\nnext", "x1-\nabc", "Peter-\nPaul", "end-\n\nnext", "end-"];
        none.iter().for_each(|text| assert_eq!(joined(text), [""; 0], "{text}"));
    }

    #[test]
    fn eight_bytes_at_once_give_the_words_of_single_letters() {
        let pieces: Vec<&str> = concat!(
            "a¦B¦word¦Word¦getUserName¦HTTPServer¦x1¦2026¦ ¦  ¦\n¦-¦_¦.¦++¦#¦é¦É¦e\u{301}¦日¦本¦ไ¦",
            "ab¦\0¦\u{7f}¦\u{ad}¦\u{a8}¦\u{200b}¦@[`{¦/:¦seventeenLetters¦fifteen_letters¦eightlet¦sevenle¦😀¦ß¦İ¦sixteen9letters0¦fourteenletter"
        )
        .split('¦')
        .collect();
        let mut random = random(5);
        for _ in 0..100_000 {
            let text = text_of(&pieces, 12, &mut random);
            let mut scanner = Scanner::new(&text);
            let mut words = Vec::new();
            while let Some(Found { from, to, position, humps, signs, .. }) = scanner.next() {
                assert_eq!(scanner.short().copied(), Short::new(scanner.lower()), "{text:?}");
                words.push((scanner.lower().to_owned(), from, to, position, humps, signs));
            }
            assert_eq!(words, letter_by_letter(&text), "{text:?}");
        }
    }
}
