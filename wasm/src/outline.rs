//! The outline of a document: links, and the headings that are its direct children, with byte spans. It follows
//! CommonMark, plus ids of headings. Wiki links are found separately.
mod heading_text;
mod html_elements;
mod lines;

use self::html_elements::is_html_element;
use crate::error::{CoreError, Result};
use crate::heading_id::heading_id;
use crate::mdx::Mdx;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;

/// The language of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Dialect {
    #[default]
    Markdown,
    Mdx,
}

impl Dialect {
    pub(crate) fn by_name(name: &str) -> Result<Dialect> {
        match name {
            "markdown" => Ok(Dialect::Markdown),
            "mdx" => Ok(Dialect::Mdx),
            _ => Err(CoreError::request(format!("unknown dialect {name}"))),
        }
    }
}

#[derive(Debug, Clone, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Heading {
    pub(crate) level: u8,
    pub(crate) text: String,
    /// From `{#id}` at its end.
    pub(crate) id: Option<String>,
    pub(crate) line_start: usize,
    pub(crate) body_start: usize,
}

#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LinkKind {
    Link,
    Image,
    Wiki,
}

#[derive(Debug, Serialize, PartialEq)]
pub(crate) struct Link {
    pub(crate) kind: LinkKind,
    pub(crate) destination: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Outline {
    pub(crate) headings: Vec<Heading>,
    pub(crate) links: Vec<Link>,
}

/// A document from the end of its frontmatter on. All offsets count from the start of the file.
pub(crate) struct Source<'a> {
    text: &'a str,
    from: usize,
    mdx: Option<Mdx>,
}

impl<'a> Source<'a> {
    /// `from` must be at a character boundary. Otherwise there is nothing to read.
    pub(crate) fn new(text: &'a str, from: usize, dialect: Dialect) -> Self {
        let text = text.get(from..).unwrap_or_default();
        Source { text, from, mdx: (dialect == Dialect::Mdx).then(|| Mdx::read(text)) }
    }

    /// The ranges that are markup rather than text, in ascending order.
    pub(crate) fn hidden(&self) -> Vec<Range<usize>> {
        let ranges = self.mdx.iter().flat_map(|mdx| &mdx.hidden);
        ranges.map(|range| self.from + range.start..self.from + range.end).collect()
    }

    /// The byte from which on markup of the dialect counts as text, because to find it took too many steps.
    pub(crate) fn gave_up_at(&self) -> Option<usize> {
        self.mdx.as_ref().and_then(|mdx| mdx.gave_up_at).map(|at| self.from + at)
    }

    pub(crate) fn outline(&self) -> Outline {
        self.read(true)
    }

    /// Only the headings, which takes less work.
    pub(crate) fn headings(&self) -> Vec<Heading> {
        let by_lines = if self.mdx.is_none() { lines::headings(self.text, self.from) } else { None };
        by_lines.unwrap_or_else(|| self.read(false).headings)
    }

    #[inline(never)]
    fn read(&self, with_links: bool) -> Outline {
        let markdown = self.mdx.as_ref().map_or(self.text, |mdx| &mdx.markdown);
        let mut out = Outline::default();
        let mut containers = 0usize;
        let mut heading: Option<Title> = None;
        let mut code: Vec<Range<usize>> = Vec::new();
        for (event, range) in Parser::new_ext(markdown, Options::empty()).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { level, .. }) if containers == 0 => {
                    heading = Some(Title::new(level as u8, markdown, range));
                }
                Event::End(TagEnd::Heading(_)) => {
                    if let Some(title) = heading.take().filter(|title| !self.is_block_of_code(title)) {
                        out.headings.push(self.heading(markdown, title));
                    }
                }
                Event::Start(Tag::BlockQuote(_) | Tag::List(_) | Tag::Item) => containers += 1,
                Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item) => {
                    containers = containers.saturating_sub(1)
                }
                Event::Start(Tag::Link { dest_url, .. }) if with_links => {
                    out.links.push(self.link(LinkKind::Link, &dest_url, range))
                }
                Event::Start(Tag::Image { dest_url, .. }) if with_links => {
                    out.links.push(self.link(LinkKind::Image, &dest_url, range))
                }
                Event::Start(Tag::CodeBlock(_)) => code.push(range),
                Event::Code(span) => {
                    append(&mut heading, &span, &range);
                    code.push(range);
                }
                Event::Text(part) => append(&mut heading, &part, &range),
                Event::SoftBreak | Event::HardBreak => append(&mut heading, " ", &range),
                Event::InlineHtml(tag) if !is_html_element(&tag) => append(&mut heading, &tag, &range),
                _ => {}
            }
        }
        if with_links {
            for (range, target) in wiki_links(markdown, &code) {
                out.links.push(self.link(LinkKind::Wiki, target, range));
            }
            out.links.sort_by_key(|link| (link.start, link.end));
        }
        out
    }

    #[inline(never)]
    fn heading(&self, markdown: &str, title: Title) -> Heading {
        Heading {
            level: title.level,
            text: collapse_white_space(&self.plain(&title.text)),
            id: title.id,
            line_start: self.from + line_start(markdown, title.range.start),
            body_start: self.from + after_line(markdown, title.range.end),
        }
    }

    #[inline(never)]
    fn link(&self, kind: LinkKind, destination: &str, range: Range<usize>) -> Link {
        let source = |at: usize| self.from + self.mdx.as_ref().map_or(at, |mdx| mdx.source(at));
        Link {
            kind,
            destination: self.plain(destination).into_owned(),
            start: source(range.start),
            end: source(range.end),
        }
    }

    fn plain<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.mdx.is_some() {
            Mdx::plain(text).into()
        } else {
            text.into()
        }
    }

    /// In MDX, an empty heading replaces JavaScript and code.
    fn is_block_of_code(&self, title: &Title) -> bool {
        let Some(mdx) = &self.mdx else { return false };
        title.text.is_empty() && self.text.as_bytes().get(mdx.source(title.range.start)) != Some(&b'#')
    }
}

/// A heading while its text is being read.
struct Title {
    level: u8,
    range: Range<usize>,
    text: String,
    id: Option<String>,
    /// Where its text ends, which is before the braces of an id.
    end: usize,
}

impl Title {
    fn new(level: u8, markdown: &str, range: Range<usize>) -> Title {
        let found = heading_id(&markdown[range.clone()]);
        let end = range.start + found.as_ref().map_or(range.len(), |(start, _)| *start);
        Title { level, range, text: String::new(), id: found.map(|(_, id)| id.to_owned()), end }
    }
}

fn append(heading: &mut Option<Title>, text: &str, range: &Range<usize>) {
    let Some(title) = heading else { return };
    if range.start < title.end {
        // Text past the end is plain, so it has the same length in the file.
        title.text.push_str(text.get(..text.len() - range.end.saturating_sub(title.end)).unwrap_or(text));
    }
}

fn collapse_white_space(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |newline| newline + 1)
}

/// The byte after the newline of the line that holds `end`. The range may or may not include its newline.
fn after_line(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    match end.checked_sub(1).map(|last| (bytes[last], bytes.get(end))) {
        Some((b'\r', Some(b'\n'))) => return end + 1,
        Some((b'\n' | b'\r', _)) => return end,
        _ => {}
    }
    match text[end..].find(['\n', '\r']) {
        None => text.len(),
        Some(at) if bytes[end + at] == b'\r' && bytes.get(end + at + 1) == Some(&b'\n') => end + at + 2,
        Some(at) => end + at + 1,
    }
}

/// Finds `[[target]]`, `[[target|text]]` and `[[target#heading]]` on one line outside code. Code spans come in order.
#[inline(never)]
fn wiki_links<'a>(text: &'a str, code: &[Range<usize>]) -> Vec<(Range<usize>, &'a str)> {
    let mut links = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find("[[").map(|open| at + open) {
        at = open + 2;
        // The first of these characters ends the link or shows that there is none. So no byte is read twice.
        let Some(stop) = text[at..].find(['[', ']', '\n', '\r']).map(|stop| at + stop) else { break };
        let before = code.partition_point(|range| range.start <= open);
        let in_code = before > 0 && code[before - 1].end > open;
        if stop == at || !text[stop..].starts_with("]]") || in_code {
            continue;
        }
        let inner = &text[at..stop];
        let target = inner.split('|').next().unwrap_or(inner).trim();
        links.push((open..stop + 2, target));
        at = stop + 2;
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(text: &str) -> Vec<(u8, String, usize, usize)> {
        Source::new(text, 0, Dialect::Markdown)
            .headings()
            .into_iter()
            .map(|h| (h.level, h.text, h.line_start, h.body_start))
            .collect()
    }

    #[test]
    fn atx_and_setext_with_spans() {
        assert_eq!(
            headings("  # One\nx\n\nTwo\nlines\n---\ny\r\n## Three ##  \r\nz"),
            [(1, "One".into(), 0, 8), (2, "Two lines".into(), 11, 25), (2, "Three".into(), 28, 43)]
        );
    }

    #[test]
    fn lone_carriage_returns_end_lines() {
        assert_eq!(headings("# One\rneedle\r# Two\rneedle\r"), [(1, "One".into(), 0, 6), (1, "Two".into(), 13, 19)]);
    }

    #[test]
    fn nested_headings_do_not_count() {
        assert_eq!(headings("> # quote\n\n- # item\n\n```\n# code\n```\n\n<div>\n# html\n</div>\n"), []);
    }

    #[test]
    fn html_elements_are_dropped_and_other_tags_kept() {
        assert_eq!(headings("# The `Vec<u8>` Result<T> <b>Type</b>!<!-- x -->")[0].1, "The Vec<u8> Result<T> Type!");
    }

    fn ids(text: &str, dialect: Dialect) -> Vec<(String, Option<String>)> {
        Source::new(text, 0, dialect).headings().into_iter().map(|h| (h.text, h.id)).collect()
    }

    #[test]
    fn braces_at_the_end_of_a_heading_name_it() {
        let named = [
            "## Setup {#install}",
            "## Setup { #install }",
            "## Setup{#install}",
            "## Setup {#install} ##",
            "## Setup {#install .x} ",
            "## Setup {.x #install}\r\n",
            "Setup {#install}\n---\n",
            "Setup { #install }  \r\n===",
            "## *Setup* {#install}",
            "# Setup {#install}",
        ];
        for text in named {
            for dialect in [Dialect::Markdown, Dialect::Mdx] {
                assert_eq!(ids(text, dialect), [("Setup".to_owned(), Some("install".to_owned()))], "{text}");
            }
        }
        let named = ids("## A `{#no}` [b](c.md){#Über-uns_2}\n\nTwo\nlines {#two}\n---\n", Dialect::Markdown);
        let expected = [("A {#no} b", "Über-uns_2"), ("Two lines", "two")];
        assert_eq!(named, expected.map(|(title, id)| (title.to_owned(), Some(id.to_owned()))));
    }

    #[test]
    fn other_braces_in_a_heading_are_text() {
        let plain = [
            ("## Setup {install}", "Setup {install}"),
            ("## Setup {#install} now", "Setup {#install} now"),
            ("## {#each}", "{#each}"),
            ("## A {#if ...}", "A {#if ...}"),
            ("## Setup \\{#install}", "Setup {#install}"),
            ("## Setup `{#install}`", "Setup {#install}"),
            ("## Setup {#}", "Setup {#}"),
            ("## Setup {#a #b}", "Setup {#a #b}"),
            ("## Setup {#install}##", "Setup {#install}##"),
            ("Setup {#install\n.x}\n---", "Setup {#install .x}"),
        ];
        for (text, title) in plain {
            assert_eq!(ids(text, Dialect::Markdown), [(title.to_owned(), None)], "{text}");
        }
    }

    #[test]
    fn links_of_every_kind() {
        let text = "[a](b.md#c) ![i](p.png) <https://x.y> [[Wiki|w]] `[[no]]`";
        let found: Vec<_> = Source::new(text, 0, Dialect::Markdown)
            .outline()
            .links
            .into_iter()
            .map(|l| (l.kind, l.destination))
            .collect();
        let expected = [
            (LinkKind::Link, "b.md#c"),
            (LinkKind::Image, "p.png"),
            (LinkKind::Link, "https://x.y"),
            (LinkKind::Wiki, "Wiki"),
        ];
        assert_eq!(found, expected.map(|(kind, to)| (kind, to.to_owned())));
    }
}
