//! Reads attributes in braces, which name a heading or style what stands before them: `{#id}`, `{ #id .class key="v" }`,
//! `{: #id }`, `{id="x"}`, and comments that do so: `{/* #id */}`. Reads the title of a block of code, too.
use std::ops::Range;

/// Braces with more bytes are text.
const MAX_ATTRIBUTES: usize = 2000;
/// So many braces from the end of a heading on may open its attributes.
const MAX_BRACES: usize = 8;

/// Where the text of a heading ends, and the id that follows it.
#[derive(Debug, PartialEq)]
pub(crate) struct HeadingEnd<'a> {
    /// The byte of the heading at which the braces start.
    pub(crate) at: usize,
    pub(crate) id: Option<&'a str>,
}

/// The braces at the end of a heading.
pub(crate) fn heading_end(heading: &str) -> Option<HeadingEnd<'_>> {
    let line = heading.trim_end();
    // A setext heading has several lines. The last one is the underline.
    let line = match line.rfind(['\n', '\r']) {
        Some(newline) => line[..newline].trim_end(),
        None => {
            let open = line.trim_end_matches('#');
            if open.ends_with([' ', '\t']) {
                open.trim_end()
            } else {
                line
            }
        }
    };
    let at = match line.as_bytes().last()? {
        b'}' => opening_brace(line)?,
        b'>' if line.ends_with("-->") => line.rfind("<!--")?,
        _ => return None,
    };
    let last_line = line[..at].rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
    let before = &line[last_line..at];
    let is_escaped = before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
    // Alone, `{#each}` is a title in pages about templates. Pages of Quarto have headings `{.sidebar}` and `{key=value}`.
    let styles = line[at..]
        .strip_prefix('{')
        .is_some_and(|inner| inner.starts_with(|sign: char| sign == '.' || sign.is_alphabetic()));
    let has_title = styles || line[..at].contains(|char: char| !char.is_whitespace() && char != '#');
    if is_escaped || !has_title || line[at..].contains(['\n', '\r']) {
        return None;
    }
    Some(HeadingEnd { at, id: id_of(&line[at..])? })
}

/// The brace that opens the braces at the end of a line. Values in quotes may have braces, too.
fn opening_brace(line: &str) -> Option<usize> {
    let last = line.rfind('{')?;
    let mut opening = line.rmatch_indices('{').map(|(at, _)| at).take(MAX_BRACES);
    let is_whole = |at: &usize| attributes_length(&line[*at..]) == Some(line.len() - at);
    Some(opening.find(is_whole).unwrap_or(last))
}

/// The id of whole braces or a whole comment. The outer None stands for other braces.
fn id_of(marked: &str) -> Option<Option<&str>> {
    if let Some(comment) = marked.strip_prefix("<!--") {
        return id_in_comment(comment.strip_suffix("-->")?.trim().strip_prefix('#')?).map(Some);
    }
    let inner = marked.strip_prefix('{')?.strip_suffix('}')?;
    let comment = inner.trim().strip_prefix("/*").and_then(|comment| comment.strip_suffix("*/"));
    match comment {
        // React's documentation leaves the sign out.
        Some(comment) => id_in_comment(comment.trim().trim_start_matches('#')).map(Some),
        None => id_in_attributes(inner),
    }
}

fn id_in_comment(id: &str) -> Option<&str> {
    (!id.is_empty() && !id.contains(char::is_whitespace)).then_some(id)
}

/// The id in `#id .class key=value key="a value"`, with or without a colon before them. The outer None stands for anything
/// else.
fn id_in_attributes(inner: &str) -> Option<Option<&str>> {
    let mut id = None;
    let mut count = 0;
    let mut rest = inner.strip_prefix(':').unwrap_or(inner).trim_start();
    while !rest.is_empty() {
        let end = end_of_attribute(rest)?;
        let (attribute, after) = rest.split_at(end);
        let own = match attribute.split_once('=') {
            _ if attribute.starts_with('#') => Some(&attribute[1..]),
            Some(("id", value)) => Some(value.trim_matches(['"', '\''])),
            Some((key, _)) if is_name(key) => None,
            _ if attribute == "-" => None,
            _ if attribute.strip_prefix('.').is_some_and(is_name) => None,
            _ => return None,
        };
        match own {
            Some(name) if id.is_none() && !name.is_empty() && !name.contains(['{', '}']) => id = Some(name),
            Some(_) => return None,
            None => {}
        }
        count += 1;
        rest = after.trim_start();
    }
    (count > 0).then_some(id)
}

/// The first byte after an attribute, whose value may be quoted.
fn end_of_attribute(text: &str) -> Option<usize> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let Some(equals) = text[..end].find('=') else { return Some(end) };
    match text.as_bytes().get(equals + 1) {
        Some(quote @ (b'"' | b'\'')) => {
            let value = &text[equals + 2..];
            let closes = |(at, _): &(usize, &str)| !value[..*at].ends_with('\\');
            let close = equals + 2 + value.match_indices(char::from(*quote)).find(closes)?.0 + 1;
            text[close..].chars().next().is_none_or(char::is_whitespace).then_some(close)
        }
        _ => Some(end),
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|char: char| char.is_alphabetic() || matches!(char, '_' | '-'))
}

/// The bytes of the braces at the start of a text, if they hold attributes. They end on their line.
pub(crate) fn attributes_length(text: &str) -> Option<usize> {
    braces_length(text, false)
}

/// The same for braces behind a link or a picture, which may go on over several lines.
pub(crate) fn long_attributes_length(text: &str) -> Option<usize> {
    braces_length(text, true)
}

fn braces_length(text: &str, is_long: bool) -> Option<usize> {
    let inner = text.strip_prefix('{')?;
    let mut quote = None;
    let mut before = 0;
    for (at, sign) in inner.bytes().enumerate().take(MAX_ATTRIBUTES) {
        match sign {
            b'\n' | b'\r' if !is_long => return None,
            _ if before == b'\\' => {}
            _ if quote == Some(sign) => quote = None,
            b'"' | b'\'' if quote.is_none() && before == b'=' => quote = Some(sign),
            b'{' if quote.is_none() => return None,
            b'}' if quote.is_none() => return id_in_attributes(&inner[..at]).map(|_| at + 2),
            _ => {}
        }
        before = sign;
    }
    None
}

/// The bytes of a comment at the start of a text that names the heading that it ends.
pub(crate) fn comment_length(text: &str) -> Option<usize> {
    let close = if text.starts_with("{/*") { "*/}" } else { return None };
    let length = text.find(close)? + close.len();
    let after = text[length..].trim_start_matches([' ', '\t', '#']);
    (after.is_empty() || after.starts_with(['\n', '\r'])).then_some(length)
}

/// Whether the brace at `at` opens the attributes of a heading. Only `#` may follow on the line.
pub(crate) fn closes_heading(text: &str, at: usize) -> bool {
    let Some(length) = attributes_length(&text[at..]) else { return false };
    let after = text[at + length..].trim_start_matches([' ', '\t', '#']);
    after.is_empty() || after.starts_with(['\n', '\r'])
}

/// Where the title stands in the first line of a block of code: `title="Setup"`.
pub(crate) fn caption(line: &str) -> Option<Range<usize>> {
    if let Some(title) = directive_title(line) {
        return Some(title);
    }
    // Quarto shows the name of a file as MkDocs and Docusaurus show a title.
    let key = ["title=", "filename="].into_iter().find(|key| line.contains(key))?;
    let start = line.find(key)? + key.len();
    let quote = line[start..].chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let length = line[start + 1..].find(quote)?;
    Some(start + 1..start + 1 + length)
}

/// Directives of MyST whose argument is not a title but a language, a path or nothing to read.
const UNTITLED: [&str; 12] = [
    "code",
    "code-block",
    "code-cell",
    "figure",
    "image",
    "include",
    "literalinclude",
    "math",
    "mermaid",
    "parsed-literal",
    "sourcecode",
    "toctree",
];

/// The title in the first line of a directive that is written as a block of code: `{admonition} My title`.
fn directive_title(line: &str) -> Option<Range<usize>> {
    let info = line.trim_start_matches(['`', '~', ':']);
    let inner = info.strip_prefix('{')?;
    let close = inner.find('}')?;
    let title = inner[close + 1..].trim();
    if UNTITLED.contains(&&inner[..close]) || title.is_empty() {
        return None;
    }
    let start = line.len() - inner[close + 1..].trim_start().len();
    Some(start..start + title.len())
}
