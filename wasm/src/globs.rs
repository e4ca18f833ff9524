//! Matches paths against globs without braces: `*` and `?` stay inside a segment, `**` crosses segments, `[a-c]` and
//! `[!a]` are one character, and `\` makes the next character plain. Letter case does not matter. The host checks the
//! globs and expands their braces (`src/text/globs.ts`).
use crate::composed::composed;
use std::borrow::Cow;
use std::cell::OnceCell;

/// One character of a segment, or a run of any.
enum Token {
    Plain(char),
    Any,
    Run,
    Class { negated: bool, ranges: Vec<(char, char)> },
}

enum Segment {
    /// `**`: any number of segments.
    Deep,
    Name(Vec<Token>),
}

pub(crate) struct Glob {
    segments: Vec<Segment>,
    /// The `starts` that a path must have.
    starts: u64,
}

/// How many letters of a name are compared before all of it is.
const START: usize = 3;

/// A path in lower case and with composed letters, made once for all globs.
pub(crate) struct LowerPath<'p> {
    path: Cow<'p, str>,
    /// A bit for the first letters of each name. Most globs begin a name otherwise, so no name is compared with them.
    starts: u64,
    names: OnceCell<Vec<Vec<char>>>,
}

impl<'p> LowerPath<'p> {
    pub(crate) fn new(path: &'p str) -> Self {
        let path = composed(path);
        let bit = |name: &str| match name.as_bytes().get(..START) {
            Some(start) if start.is_ascii() => {
                start_bit(start.iter().map(|byte| char::from(byte.to_ascii_lowercase())))
            }
            _ => start_bit(name.chars().flat_map(char::to_lowercase)),
        };
        let starts = path.split('/').filter_map(bit).fold(0, |all, bit| all | bit);
        LowerPath { path, starts, names: OnceCell::new() }
    }
}

/// The bit of a name by its first letters, if there are so many.
fn start_bit(letters: impl Iterator<Item = char>) -> Option<u64> {
    let (mut hash, mut count) = (0u32, 0);
    for letter in letters.take(START) {
        hash = hash.wrapping_mul(31).wrapping_add(u32::from(letter));
        count += 1;
    }
    (count == START).then(|| 1 << (hash % 64))
}

impl Glob {
    pub(crate) fn new(glob: &str) -> Glob {
        let glob = composed(glob);
        let segments = glob.split('/').map(|name| match name {
            "**" => Segment::Deep,
            _ => Segment::Name(tokens(&lower(name))),
        });
        let segments: Vec<Segment> = segments.collect();
        let plain = |token: &Token| match token {
            Token::Plain(letter) => Some(*letter),
            _ => None,
        };
        let bit = |segment: &Segment| match segment {
            Segment::Name(tokens) => start_bit(tokens.iter().map_while(plain)),
            Segment::Deep => None,
        };
        let starts = segments.iter().filter_map(bit).fold(0, |all, bit| all | bit);
        Glob { segments, starts }
    }

    pub(crate) fn matches(&self, path: &LowerPath) -> bool {
        if path.starts & self.starts != self.starts {
            return false;
        }
        let names = path.names.get_or_init(|| path.path.split('/').map(lower).collect());
        let matches = |segment: &Segment, name: &Vec<char>| match segment {
            Segment::Deep => true,
            Segment::Name(tokens) => {
                matches_all(tokens, name, |token| matches!(token, Token::Run), |token, char| token.matches(*char))
            }
        };
        matches_all(&self.segments, names, |segment| matches!(segment, Segment::Deep), matches)
    }
}

/// Whether the items match the patterns. A run stands for any number of items. Only the last run is tried anew, so the
/// time grows with the product of the lengths.
fn matches_all<P, I>(
    patterns: &[P],
    items: &[I],
    is_run: impl Fn(&P) -> bool,
    matches: impl Fn(&P, &I) -> bool,
) -> bool {
    let (mut pattern, mut item) = (0, 0);
    let mut again: Option<(usize, usize)> = None;
    while item < items.len() {
        match patterns.get(pattern) {
            Some(run) if is_run(run) => {
                again = Some((pattern, item));
                pattern += 1;
            }
            Some(one) if matches(one, &items[item]) => {
                pattern += 1;
                item += 1;
            }
            _ => match &mut again {
                Some((run, from)) => {
                    *from += 1;
                    (pattern, item) = (*run + 1, *from);
                }
                None => return false,
            },
        }
    }
    patterns[pattern..].iter().all(is_run)
}

impl Token {
    fn matches(&self, char: char) -> bool {
        match self {
            Token::Plain(plain) => *plain == char,
            Token::Any | Token::Run => true,
            Token::Class { negated, ranges } => {
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&char)) != *negated
            }
        }
    }
}

fn lower(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
}

fn tokens(name: &[char]) -> Vec<Token> {
    let mut out = Vec::with_capacity(name.len());
    let mut at = 0;
    while let Some(char) = name.get(at) {
        at += 1;
        out.push(match char {
            '*' if matches!(out.last(), Some(Token::Run)) => continue,
            '*' => Token::Run,
            '?' => Token::Any,
            '[' => match class(name, at) {
                Some((token, end)) => {
                    at = end;
                    token
                }
                None => Token::Plain('['),
            },
            '\\' => {
                at += 1;
                Token::Plain(name.get(at - 1).copied().unwrap_or('\\'))
            }
            plain => Token::Plain(*plain),
        });
    }
    out
}

/// The class whose content begins at `start`, and the place after it.
fn class(name: &[char], start: usize) -> Option<(Token, usize)> {
    let negated = matches!(name.get(start), Some('!' | '^'));
    let first = start + usize::from(negated);
    let mut at = first;
    let mut ranges = Vec::new();
    let character = |at: &mut usize| {
        if name.get(*at) == Some(&'\\') {
            *at += 1;
        }
        *at += 1;
        name.get(*at - 1).copied()
    };
    while *name.get(at)? != ']' || at == first {
        let from = character(&mut at)?;
        let is_range = name.get(at) == Some(&'-') && name.get(at + 1).is_some_and(|next| *next != ']');
        let to = if is_range {
            at += 1;
            character(&mut at)?
        } else {
            from
        };
        ranges.push((from, to));
    }
    Some((Token::Class { negated, ranges }, at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_paths() {
        let matches = |glob: &str, path: &str| Glob::new(glob).matches(&LowerPath::new(path));
        assert!(matches("**/CHANGELOG*", "changelog.md"));
        assert!(matches("**/CHANGELOG*", "a/b/Changelog-2.md"));
        assert!(!matches("**/CHANGELOG*", "changelog/new.md"));
        assert!(matches("**/releases/**", "docs/releases/2.0.md"));
        assert!(matches("**/releases/**", "releases/a/b.md"));
        assert!(!matches("**/releases/**", "docs/prereleases/b.md"));
        assert!(matches("news-[0-9]?.md", "NEWS-12.md"));
        assert!(!matches("news-[!0-9]*.md", "news-12.md"));
        assert!(matches("a\\*b.md", "a*b.md"));
        assert!(!matches("a\\*b.md", "acb.md"));
        assert!(matches("*a*b", "xaayb"));
        assert!(!matches("a/*", "a/b/c"));
        assert!(matches("U\u{308}ber*/**", "Über uns/a.md"));
        assert!(matches("[ä-ü]ber*/**", "u\u{308}ber uns/a.md"));
        assert!(matches("?ber.md", "u\u{308}ber.md"));
    }

    #[test]
    fn the_first_letters_rule_out_only_what_does_not_match() {
        let names = ["a", "ab", "abc", "abcd", "ABCx", "äöü", "ÄÖÜ.md", "İstanbul", "a*c", "bcd", "日本語", "x[b]c"];
        let patterns =
            ["**", "*", "abc*", "?bc", "[a-c]bc", "a\\*c", "ÄÖÜ*", "İst*", "日本*", "ab", "*bcd", "x\\[b\\]c"];
        let pairs = |names: &[&str]| -> Vec<String> {
            let joined = |one: &&str| names.iter().map(|other| format!("{one}/{other}")).collect::<Vec<_>>();
            names.iter().map(|name| (*name).to_owned()).chain(names.iter().flat_map(joined)).collect()
        };
        let mut matched = 0;
        for glob in pairs(&patterns) {
            let quick = Glob::new(&glob);
            let slow = Glob { starts: 0, ..Glob::new(&glob) };
            for path in pairs(&names) {
                let path = LowerPath::new(&path);
                assert_eq!(quick.matches(&path), slow.matches(&path), "{glob} and {}", path.path);
                matched += usize::from(slow.matches(&path));
            }
        }
        assert!(matched > 1000);
    }
}
