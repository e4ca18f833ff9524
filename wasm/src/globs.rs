//! Matches paths against globs without braces: `*` and `?` stay inside a segment, `**` crosses segments, `[a-c]` and
//! `[!a]` are one character, and `\` makes the next character plain. Letter case does not matter. The host checks the
//! globs and expands their braces (`src/text/globs.ts`).

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

pub(crate) struct Glob(Vec<Segment>);

/// The names of a path in lower case, made once for all globs.
pub(crate) struct LowerPath(Vec<Vec<char>>);

impl LowerPath {
    pub(crate) fn new(path: &str) -> LowerPath {
        LowerPath(path.split('/').map(lower).collect())
    }
}

impl Glob {
    pub(crate) fn new(glob: &str) -> Glob {
        let segments = glob.split('/').map(|name| match name {
            "**" => Segment::Deep,
            _ => Segment::Name(tokens(&lower(name))),
        });
        Glob(segments.collect())
    }

    pub(crate) fn matches(&self, path: &LowerPath) -> bool {
        let matches = |segment: &Segment, name: &Vec<char>| match segment {
            Segment::Deep => true,
            Segment::Name(tokens) => {
                matches_all(tokens, name, |token| matches!(token, Token::Run), |token, char| token.matches(*char))
            }
        };
        matches_all(&self.0, &path.0, |segment| matches!(segment, Segment::Deep), matches)
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
    }
}
