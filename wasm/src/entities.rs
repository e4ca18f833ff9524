//! Decodes entities such as `&uuml;` and `&#252;`.
use memchr::memchr;
use pulldown_cmark::{Event, Parser};
use std::ops::Range;

/// No name of an entity is longer.
const MAX_LENGTH: usize = 34;

/// Calls `visit` with the pieces of a text in order, each with its place: text between entities as it stands, and the
/// characters that entities stand for.
pub(crate) fn decode(text: &str, mut visit: impl FnMut(&str, Range<usize>)) {
    let bytes = text.as_bytes();
    let (mut from, mut at) = (0, 0);
    while let Some(start) = memchr(b'&', &bytes[at..]).map(|found| at + found) {
        at = start + 1;
        let near = &bytes[start..bytes.len().min(start + MAX_LENGTH)];
        let Some(end) = memchr(b';', near).map(|found| start + found + 1) else { continue };
        let Some(found) = character(&text[start..end]) else { continue };
        if start > from {
            visit(&text[from..start], from..start);
        }
        visit(&found, start..end);
        (from, at) = (end, end);
    }
    if from < text.len() {
        visit(&text[from..], from..text.len());
    }
}

/// What an entity stands for. The parser of Markdown knows them all.
fn character(entity: &str) -> Option<String> {
    let inner = &entity.as_bytes()[1..entity.len() - 1];
    if inner.is_empty() || !inner.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#') {
        return None;
    }
    let texts = Parser::new(entity).filter_map(|event| match event {
        Event::Text(text) => Some(text),
        _ => None,
    });
    let decoded: String = texts.map(pulldown_cmark::CowStr::into_string).collect();
    (!decoded.is_empty() && decoded != entity).then_some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_become_characters() {
        let decoded = |text: &str| {
            let mut out = String::new();
            decode(text, |piece, _| out.push_str(piece));
            out
        };
        assert_eq!(decoded("Gr&uuml;n & M&#252;n&#xfc; &amp;amp; &nix; &;&"), "Grün & Münü &amp; &nix; &;&");
        assert_eq!(decoded("a&shy;b&nbsp;c"), "a\u{ad}b\u{a0}c");
    }
}
