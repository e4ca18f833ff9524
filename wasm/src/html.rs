//! Finds the tags of HTML in Markdown, and the text between them. It follows the tokens of the HTML standard as far as text
//! depends on them: quoted values, comments, and elements whose content is not text.
mod elements;

pub(crate) use self::elements::is_html_element;
use memchr::{memchr, memmem};
use std::borrow::Cow;
use std::ops::Range;

/// Elements whose content a reader never sees.
const SILENT: [&str; 2] = ["script", "style"];

/// Elements that end the word before them. All others stand within a line.
const BLOCKS: [&str; 63] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "pre",
    "search",
    "section",
    "select",
    "summary",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];

/// A tag. Places are bytes of the text that was read.
#[derive(Debug, PartialEq)]
pub(crate) struct Tag<'a> {
    /// In lower case.
    pub(crate) name: Cow<'a, str>,
    pub(crate) closes: bool,
    pub(crate) range: Range<usize>,
    source: &'a str,
}

impl Tag<'_> {
    /// Whether the element stands on lines of its own, so that no word goes on across it.
    pub(crate) fn is_block(&self) -> bool {
        BLOCKS.binary_search(&&*self.name).is_ok()
    }

    /// Whether what follows is not text, up to the tag that closes it.
    pub(crate) fn opens_silence(&self) -> bool {
        !self.closes && SILENT.contains(&&*self.name) && !self.source.ends_with("/>")
    }

    /// Whether it stands for a component of a program, as `<Link>` does.
    pub(crate) fn is_component(&self) -> bool {
        self.source[1..].starts_with(|first: char| first.is_ascii_uppercase())
    }

    /// The level of a heading, 1 to 6.
    pub(crate) fn heading_level(&self) -> Option<u8> {
        match self.name.as_bytes() {
            [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ => None,
        }
    }

    /// The id by which a link leads to the element.
    pub(crate) fn anchor(&self) -> Option<&str> {
        let id = self.value("id").or_else(|| if self.name == "a" { self.value("name") } else { None })?;
        Some(self.source[id].trim()).filter(|id| !id.is_empty() && !self.closes)
    }

    /// Where the text in place of a picture stands.
    pub(crate) fn alternative(&self) -> Option<Range<usize>> {
        let alt = if self.name == "img" { self.value("alt") } else { None }?;
        Some(self.range.start + alt.start..self.range.start + alt.end)
    }

    /// The value of an attribute, as it stands in the tag; of an expression of JSX, that of the text in it.
    pub(crate) fn text_of(&self, name: &str) -> Option<&str> {
        let value = self.source[self.value(name)?].trim();
        let Some(inner) = value.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) else { return Some(value) };
        let quote = inner.chars().next().filter(|sign| matches!(sign, '"' | '\'' | '`'))?;
        let text = inner.strip_prefix(quote)?.strip_suffix(quote)?;
        (!text.contains("${")).then_some(text)
    }

    /// Where the value of an attribute stands in the tag.
    fn value(&self, wanted: &str) -> Option<Range<usize>> {
        let mut found = None;
        attributes(self.source, self.name_end(), |name, value| {
            if found.is_none() && name.eq_ignore_ascii_case(wanted) {
                found = Some(value);
            }
        });
        found
    }

    fn name_end(&self) -> usize {
        1 + usize::from(self.closes) + self.name.len()
    }
}

#[derive(Debug, PartialEq)]
pub(crate) enum Piece<'a> {
    Text(Range<usize>),
    Tag(Tag<'a>),
}

/// The texts and tags of HTML in order. Comments and declarations are neither.
pub(crate) struct Pieces<'a> {
    html: &'a str,
    at: usize,
}

pub(crate) fn pieces(html: &str) -> Pieces<'_> {
    Pieces { html, at: 0 }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            let start = self.at;
            let rest = &self.html[start..];
            if rest.is_empty() {
                return None;
            }
            match markup(rest) {
                None => {
                    // A `<` that opens nothing belongs to the text.
                    let next = memchr(b'<', &rest.as_bytes()[1..]).map_or(rest.len(), |next| next + 1);
                    self.at += next;
                    return Some(Piece::Text(start..self.at));
                }
                Some(Markup::Nothing(length)) => self.at += length,
                Some(Markup::Tag { name, closes, length }) => {
                    self.at += length;
                    let tag = Tag { name, closes, range: start..self.at, source: &rest[..length] };
                    if tag.opens_silence() {
                        self.at += end_of(&self.html[self.at..], &tag.name);
                    }
                    return Some(Piece::Tag(tag));
                }
            }
        }
    }
}

enum Markup<'a> {
    /// A comment or a declaration.
    Nothing(usize),
    Tag {
        name: Cow<'a, str>,
        closes: bool,
        length: usize,
    },
}

/// The markup at the start of a text. What is not closed goes on to its end.
fn markup(text: &str) -> Option<Markup<'_>> {
    let inner = text.strip_prefix('<')?;
    if let Some(comment) = inner.strip_prefix("!--") {
        let is_short = comment.starts_with('>') || comment.starts_with("->");
        let end = if is_short { memchr(b'>', comment.as_bytes()).map(|at| at + 1) } else { after(comment, b"-->") };
        return Some(Markup::Nothing(end.map_or(text.len(), |end| end + 4)));
    }
    if inner.starts_with(['!', '?']) {
        return Some(Markup::Nothing(after(text, b">").unwrap_or(text.len())));
    }
    let closes = inner.starts_with('/');
    let named = &inner[usize::from(closes)..];
    if !named.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return None;
    }
    let length = named.find(|sign: char| sign.is_whitespace() || matches!(sign, '/' | '>')).unwrap_or(named.len());
    let end = attributes(text, 1 + usize::from(closes) + length, |_, _| {});
    let name = &named[..length];
    let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
    let name = if is_lower { name.into() } else { name.to_ascii_lowercase().into() };
    Some(Markup::Tag { name, closes, length: end })
}

fn after(text: &str, sign: &[u8]) -> Option<usize> {
    memmem::find(text.as_bytes(), sign).map(|at| at + sign.len())
}

/// Calls `visit` with the attributes of a tag that have a value. Returns the byte after the tag.
fn attributes(tag: &str, from: usize, mut visit: impl FnMut(&str, Range<usize>)) -> usize {
    let bytes = tag.as_bytes();
    let skip = |mut at: usize, is_skipped: fn(u8) -> bool| {
        while bytes.get(at).is_some_and(|byte| is_skipped(*byte)) {
            at += 1;
        }
        at
    };
    let space: fn(u8) -> bool = |byte| byte.is_ascii_whitespace();
    let mut at = from;
    loop {
        at = skip(at, |byte| byte.is_ascii_whitespace() || byte == b'/');
        match bytes.get(at) {
            None => return bytes.len(),
            Some(b'>') => return at + 1,
            _ => {}
        }
        let name = at;
        at = skip(at + 1, |byte| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>' | b'='));
        let name_end = at;
        let equals = skip(at, space);
        if bytes.get(equals) != Some(&b'=') {
            continue;
        }
        at = skip(equals + 1, space);
        let (value, end) = match bytes.get(at) {
            Some(quote @ (b'"' | b'\'')) => {
                let end = memchr(*quote, &bytes[at + 1..]).map_or(bytes.len(), |length| at + 1 + length);
                (at + 1..end, (end + 1).min(bytes.len()))
            }
            _ => {
                let end = skip(at, |byte| !byte.is_ascii_whitespace() && byte != b'>');
                (at..end, end)
            }
        };
        if let Some(name) = tag.get(name..name_end).filter(|_| tag.is_char_boundary(value.start)) {
            visit(name, value);
        }
        at = end;
    }
}

/// The byte of the tag that closes the element.
fn end_of(text: &str, name: &str) -> usize {
    let closes =
        |at: &usize| text.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    memmem::find_iter(text.as_bytes(), b"</").find(closes).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::{random, text_of};

    fn read(html: &str) -> Vec<String> {
        pieces(html)
            .map(|piece| match piece {
                Piece::Text(range) => html[range].to_owned(),
                Piece::Tag(tag) => format!("<{}{}>", if tag.closes { "/" } else { "" }, tag.name),
            })
            .collect()
    }

    #[test]
    fn tags_and_texts_in_order() {
        assert_eq!(read("a<B class='x>y'>b</B>c"), ["a", "<b>", "b", "</b>", "c"]);
        assert_eq!(read("1 < 2 <- <3<br/>"), ["1 ", "< 2 ", "<- ", "<3", "<br>"]);
        assert_eq!(read("<!-- a > b -->x<!doctype html>y<?php z?>"), ["x", "y"]);
        assert_eq!(read("<script>if (a<b) '</p>'</script>x<style>"), ["<script>", "</script>", "x", "<style>"]);
        assert_eq!(read("x<!-- no end"), ["x"]);
        assert_eq!(read("x<a href=\"no end"), ["x", "<a>"]);
    }

    #[test]
    fn attributes_of_a_tag() {
        let tag = |html| match pieces(html).next() {
            Some(Piece::Tag(tag)) => tag,
            _ => panic!("{html}"),
        };
        assert_eq!(tag("<a name=x>").anchor(), Some("x"));
        assert_eq!(tag("<a name=\"x\" ID = 'y' >").anchor(), Some("y"));
        assert_eq!(tag("<p name=x>").anchor(), None);
        assert_eq!(tag("<img src=a alt=\"A > b\">").alternative(), Some(16..21));
        assert_eq!(tag("<h2 id>").heading_level(), Some(2));
        assert_eq!(tag("<hr>").heading_level(), None);
    }

    #[test]
    fn block_names_are_sorted() {
        assert!(BLOCKS.is_sorted());
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        let parts: Vec<&str> = "<¦>¦/¦!--¦-->¦a¦\"¦'¦=¦ ¦é¦script¦</script>¦alt¦\n¦?¦img¦h1".split('¦').collect();
        let mut random = random(3);
        for _ in 0..50_000 {
            let text = text_of(&parts, 12, &mut random);
            let mut end = 0;
            for piece in pieces(&text) {
                let range = match piece {
                    Piece::Text(range) => range,
                    Piece::Tag(tag) => {
                        let _ = (tag.anchor(), tag.alternative().map(|alt| &text[alt]));
                        tag.range
                    }
                };
                assert!(range.start >= end && !text[range.clone()].is_empty(), "{text:?}");
                end = range.end;
            }
        }
    }
}
