//! Blocks of code with a name in braces. MyST writes directives so, whose content may be Markdown, and Quarto and R Markdown
//! cells that run. Both may begin with options, which nobody sees.
use super::marks::is_option;
use memchr::memchr;
use std::ops::Range;

/// Where the content of a block stands that is not code.
#[derive(Debug, PartialEq)]
pub(super) enum Body {
    Markdown(Range<usize>),
    Html(Range<usize>),
}

/// The directives of MyST, and of the most used extensions, whose content is Markdown.
const DIRECTIVES: [&str; 40] = [
    "admonition",
    "attention",
    "axiom",
    "card",
    "caution",
    "conjecture",
    "corollary",
    "danger",
    "definition",
    "deprecated",
    "dropdown",
    "epigraph",
    "error",
    "example",
    "exercise",
    "figure",
    "grid",
    "grid-item",
    "grid-item-card",
    "hint",
    "image",
    "important",
    "lemma",
    "list-table",
    "margin",
    "note",
    "only",
    "proof",
    "seealso",
    "sidebar",
    "solution",
    "tab-item",
    "tab-set",
    "theorem",
    "tip",
    "topic",
    "versionadded",
    "versionchanged",
    "versionremoved",
    "warning",
];

/// The signs before the options of cells: of R, Python and Julia; of JavaScript; of Mermaid; of SQL.
const OPTIONS: [&str; 4] = ["#|", "//|", "%%|", "--|"];

/// The byte up to which a block of code has options, and where its content stands if that is not code.
pub(super) fn body_of(text: &str, range: &Range<usize>) -> (usize, Option<Body>) {
    let block = &text[range.clone()];
    let first = line_end(block, 0);
    let info = block[..first].trim_start_matches(['`', '~']);
    let fence = first - info.len();
    let info = info.trim();
    let Some(name) = info.strip_prefix('{').and_then(|inner| inner.split(['}', ',', ' ', '\t']).next()) else {
        return (0, None);
    };
    let begins_line = range.start == 0 || matches!(text.as_bytes()[range.start - 1], b'\n' | b'\r');
    let end = content_end(block, first, fence);
    if name == "=html" {
        return (0, begins_line.then(|| Body::Html(range.start + first..range.start + end)));
    }
    if !name.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
        return (0, None);
    }
    let options = first + options_length(&block[first..end]);
    let is_markdown = begins_line && DIRECTIVES.binary_search(&name).is_ok();
    (range.start + options, is_markdown.then(|| Body::Markdown(range.start + options..range.start + end)))
}

/// The byte after the newline of the line at `at`.
fn line_end(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length + 1)
}

/// The byte at which the content of a block ends, which the fence that closes it is no part of.
fn content_end(block: &str, first: usize, fence: usize) -> usize {
    let inner = block.trim_end();
    let last = inner.rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
    let marks = inner[last..].trim_start();
    let closes = last >= first && marks.len() >= fence.min(3) && marks.bytes().all(|sign| matches!(sign, b'`' | b'~'));
    if closes {
        last
    } else {
        block.len().max(first)
    }
}

/// The bytes of the options at the start of a cell or a directive: lines with a mark each, or YAML between two lines `---`.
fn options_length(content: &str) -> usize {
    let plain = |line: &str| line.trim_start_matches(['>', ' ', '\t']).trim_end().to_owned();
    let mut at = 0;
    if plain(&content[..line_end(content, 0)]) == "---" {
        at = line_end(content, 0);
        while at < content.len() {
            let end = line_end(content, at);
            if plain(&content[at..end]) == "---" {
                return end;
            }
            at = end;
        }
        return 0;
    }
    while at < content.len() {
        let end = line_end(content, at);
        let line = plain(&content[at..end]);
        if !OPTIONS.iter().any(|mark| line.starts_with(mark)) && !is_option(&line) {
            break;
        }
        at = end;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_sorted() {
        assert!(DIRECTIVES.is_sorted());
    }
}
