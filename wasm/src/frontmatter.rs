//! Reads the frontmatter that most documents have: lines of `key: value`, and lists of values. It reads less than the host does
//! (src/document/frontmatter.ts) and leaves the rest to it: other lines, of which only the host tells whether they are text
//! (src/document/frontmatter_rule.ts), TOML and JSON. Tests compare the two.
use crate::document::mark_length;
use std::collections::BTreeMap;
use unicode_normalization::char::is_combining_mark;

/// More is left to the host, which has limits.
const MAX_LINES: usize = 200;
const MAX_BYTES: usize = 32 * 1024;
const MAX_TAG_LENGTH: usize = 200;
const MAX_TAGS: usize = 500;
const MAX_VALUE_LENGTH: usize = 8 * 1024;
/// Each value counts some bytes more than it has.
const MAX_METADATA: usize = 64 * 1024;
const VALUE_COST: usize = 8;

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Frontmatter {
    pub(crate) title: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) metadata: BTreeMap<String, Vec<String>>,
    /// Names of several words, in the order of the file.
    pub(crate) asides: Vec<String>,
    /// The byte after it, or after the byte order mark.
    pub(crate) end: usize,
}

enum Value<'a> {
    One(&'a str),
    List(Vec<&'a str>),
}

/// None where only the host can tell.
#[inline(never)]
pub(crate) fn read(text: &str) -> Option<Frontmatter> {
    let start = mark_length(text);
    let rest = &text[start..];
    let opening = rest.split_inclusive('\n').next().unwrap_or_default();
    if !is_fence(opening, "---") {
        if may_open(opening) {
            return None;
        }
        return Some(Frontmatter { end: start, ..Frontmatter::default() });
    }
    let yaml_start = start + opening.len();
    let mut end = yaml_start;
    let mut lines = Vec::new();
    for line in text[yaml_start..].split_inclusive('\n') {
        if is_fence(line, "---") || is_fence(line, "...") {
            let mapping = mapping(&lines)?;
            let asides = asides(&lines);
            return interpret(mapping, end + line.len()).map(|read| Frontmatter { asides, ..read });
        }
        end += line.len();
        if lines.len() == MAX_LINES || end - yaml_start > MAX_BYTES {
            return None;
        }
        let line = line.strip_suffix('\n').unwrap_or(line);
        lines.push(line.strip_suffix('\r').unwrap_or(line));
    }
    // Without an end, it is text, and the host warns.
    None
}

/// Whether the line may open frontmatter that only the host reads.
#[inline(never)]
fn may_open(line: &str) -> bool {
    line.starts_with("---") && line[3..].starts_with(|letter: char| letter.is_ascii_lowercase())
        || ["+++", ";;;", "{"].iter().any(|mark| line.starts_with(mark))
}

/// The keys of several words among the lines of a mapping.
#[inline(never)]
fn asides(lines: &[&str]) -> Vec<String> {
    let keys = lines.iter().filter(|line| item(line).is_none()).filter_map(|line| line.split_once(':'));
    keys.filter(|(key, _)| key.contains(' ')).map(|(key, _)| key.to_owned()).collect()
}

fn is_fence(line: &str, marks: &str) -> bool {
    line.strip_prefix(marks).is_some_and(|rest| rest.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')))
}

#[inline(never)]
fn mapping<'a>(lines: &[&'a str]) -> Option<BTreeMap<&'a str, Value<'a>>> {
    let mut mapping = BTreeMap::new();
    let mut lines = lines.iter().copied().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        let (key, rest) = line.split_once(':').filter(|_| is_printable(line))?;
        if !is_key(key) || !(rest.is_empty() || rest.starts_with(' ')) {
            return None;
        }
        let written = rest.trim_matches(' ');
        let value = if written.is_empty() { Value::List(items(&mut lines)?) } else { value(written)? };
        if mapping.insert(key, value).is_some() {
            return None;
        }
    }
    Some(mapping)
}

fn is_key(key: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b'.' | b'-');
    key.starts_with(|first: char| first.is_ascii_alphabetic()) && key.bytes().all(is_letter) && !key.ends_with(' ')
}

/// The lines of a list below a key. None when there are none: such a key has a value of some other kind.
fn items<'a>(lines: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Option<Vec<&'a str>> {
    let mut list = Vec::new();
    let mut indent = None;
    while let Some((space, item)) = lines.peek().and_then(|line| item(line)) {
        if *indent.get_or_insert(space) != space || !is_printable(item) || item.contains(':') {
            return None;
        }
        list.push(scalar(item)?);
        lines.next();
    }
    Some(list).filter(|list| !list.is_empty())
}

/// The indentation and the text of a line that is an item of a list.
fn item(line: &str) -> Option<(usize, &str)> {
    let mark = line.trim_start_matches(' ');
    let text = mark.strip_prefix("- ")?.trim_start_matches(' ');
    Some((line.len() - mark.len(), text))
}

fn value(written: &str) -> Option<Value<'_>> {
    let flow = written.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    match flow.filter(|inner| {
        !inner.contains(['[', ']', '{', '}', '\'', '"', '#', '&', '*', '!', '|', '>', '%', '@', '`', ':'])
    }) {
        Some(inner) => {
            let items: Vec<&str> = inner.split(',').map(|item| item.trim_matches(' ')).collect();
            items.iter().all(|item| is_plain(item)).then_some(Value::List(items))
        }
        None => scalar(written).map(Value::One),
    }
}

fn scalar(written: &str) -> Option<&str> {
    let text = written.trim_end_matches(' ');
    for (quote, never) in [('"', ['"', '\\']), ('\'', ['\'', '\''])] {
        let inner = text.strip_prefix(quote).and_then(|inner| inner.strip_suffix(quote));
        if let Some(inner) = inner.filter(|inner| !inner.contains(never)) {
            return Some(inner);
        }
    }
    is_plain(text).then_some(text)
}

/// A scalar without quotes. The signs that mean something to YAML begin none, and neither do signs that might.
fn is_plain(text: &str) -> bool {
    let begins = |first: char| first.is_alphanumeric() || matches!(first, '/' | '.' | '(' | '$');
    text.starts_with(begins) && !text.ends_with(':') && !text.contains(": ") && !text.contains(" #")
}

/// What YAML takes as it stands. Of other signs, the host knows more.
fn is_printable(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, 0x20..=0x7e))
        || line.chars().all(|letter| {
            matches!(letter, ' '..='~' | '–' | '—' | '‘' | '’' | '“' | '”' | '…')
                || (!letter.is_ascii() && (letter.is_alphanumeric() || is_combining_mark(letter)))
        })
}

#[inline(never)]
fn interpret(mapping: BTreeMap<&str, Value>, end: usize) -> Option<Frontmatter> {
    let mut read = Frontmatter { end, ..Frontmatter::default() };
    for (key, value) in mapping {
        match (key, value) {
            // The stemmer depends on it.
            ("lang", _) => return None,
            ("title", Value::One(title)) => {
                read.title = is_set(title)
                    .then(|| title.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
            }
            // It is no title, and its words are said aside.
            ("title", Value::List(_)) => return None,
            ("tags", Value::One(tags)) => add_tags(&mut read.tags, tags.split([' ', ',']).filter(|_| is_set(tags))),
            ("tags", Value::List(tags)) => add_tags(&mut read.tags, tags.into_iter().filter(|tag| is_set(tag))),
            (key, value) => {
                let values = match value {
                    Value::One(value) => vec![value],
                    Value::List(values) => values,
                };
                let set: Vec<String> = values.into_iter().filter(|value| is_set(value)).map(str::to_owned).collect();
                if set.iter().any(|value| value.len() + VALUE_COST > MAX_VALUE_LENGTH) {
                    return None;
                }
                if !set.is_empty() {
                    read.metadata.insert(key.to_owned(), set);
                }
            }
        }
    }
    let fits = read.tags.len() <= MAX_TAGS
        && read.tags.iter().all(|tag| tag.len() <= MAX_TAG_LENGTH)
        && read.metadata.values().flatten().map(|value| value.len() + VALUE_COST).sum::<usize>() <= MAX_METADATA;
    fits.then_some(read)
}

fn add_tags<'a>(tags: &mut Vec<String>, written: impl Iterator<Item = &'a str>) {
    for tag in written.map(|tag| tag.trim_matches(' ').trim_start_matches('#')) {
        if !tag.is_empty() && !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
}

fn is_set(value: &str) -> bool {
    let value = value.trim_matches(' ');
    !value.is_empty() && value != "~" && !value.eq_ignore_ascii_case("null")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_frontmatter_is_read() {
        let text = "---\r\ntitle:  A \"b\"  c \r\ntags: [x/y, #no]\nkey.a: 'v'\n\nlist:\n  - one\n  - \"two\"\n  - ~\n---  \ntext";
        assert_eq!(read(text), None);
        let text = text.replace("#no", "z").replace("  - ~\n", "").replace("key.a", "a key: x\r\nkey.a");
        let read = read(&text).unwrap();
        assert_eq!(read.title.as_deref(), Some("A \"b\" c"));
        assert_eq!(read.tags, ["x/y", "z"]);
        assert_eq!(read.asides, ["a key"]);
        let metadata = [("a key", vec!["x"]), ("key.a", vec!["v"]), ("list", vec!["one", "two"])];
        assert_eq!(
            read.metadata,
            metadata.map(|(key, values)| (key.to_owned(), values.into_iter().map(str::to_owned).collect())).into()
        );
        assert_eq!(&text[read.end..], "text");
    }

    #[test]
    fn a_text_without_frontmatter_begins_at_once() {
        for (text, end) in
            [("# A\n", 0), ("", 0), ("----\n", 0), ("\u{feff}text", 3), ("\u{feff}---\na: b\n...\nx", 16)]
        {
            assert_eq!(read(text).map(|read| read.end), Some(end), "{text}");
        }
    }

    #[test]
    fn the_rest_is_left_to_the_host() {
        for yaml in [
            "a: b",
            "a: [b",
            "a: {b: c}",
            "a: |\n  b",
            "a:\n  b: c",
            "a: b\na: c",
            "a: b # c",
            "a: b: c",
            "lang: de",
            "a:b",
            "- a",
            "a: &b c",
            "a: \"b\\n\"",
            "a:\n- b\n - c",
            "1: a",
            "a: ©",
            "a:",
            "title: [a]",
            "# a",
            "a: b\n\nprose",
            "**a:** b",
        ] {
            let closed = if yaml == "a: b" { "" } else { "---\n" };
            assert_eq!(read(&format!("---\n{yaml}\n{closed}")), None, "{yaml}");
        }
        for text in ["+++\na = 1\n+++\n", ";;;\n{}\n;;;\n", "{\"a\": 1}\n", "---toml\na = 1\n---\n"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
