//! Markdown outline: headings that are direct children of the document, and links, with byte spans (CommonMark, no
//! extensions; wiki links are found beside it).
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;
use std::ops::Range;

#[derive(Debug, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Heading {
    pub level: u8,
    pub text: String,
    pub line_start: usize,
    pub body_start: usize,
}

#[derive(Debug, Serialize, PartialEq)]
pub struct Link {
    pub kind: &'static str,
    pub destination: String,
    pub start: usize,
    pub end: usize,
}

#[derive(Debug, Default, Serialize)]
pub struct Outline {
    pub headings: Vec<Heading>,
    pub links: Vec<Link>,
}

/// The outline of `text[from..]`; offsets count from the start of `text`. `from` must lie on a character.
pub fn outline(text: &str, from: usize) -> Outline {
    read(text, from, true)
}

/// Its headings alone, for less work.
pub fn headings(text: &str, from: usize) -> Vec<Heading> {
    read(text, from, false).headings
}

fn read(text: &str, from: usize, with_links: bool) -> Outline {
    let Some(markdown) = text.get(from..) else { return Outline::default() };
    let mut out = Outline::default();
    let mut containers = 0usize;
    let mut heading: Option<(u8, Range<usize>, String)> = None;
    let mut code: Vec<Range<usize>> = Vec::new();
    for (event, range) in Parser::new_ext(markdown, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if containers == 0 => heading = Some((level as u8, range, String::new())),
            Event::End(TagEnd::Heading(_)) => {
                if let Some((level, range, title)) = heading.take() {
                    out.headings.push(Heading {
                        level,
                        text: collapse_white_space(&title),
                        line_start: from + line_start(markdown, range.start),
                        body_start: from + after_line(markdown, range.end),
                    });
                }
            }
            Event::Start(Tag::BlockQuote(_) | Tag::List(_) | Tag::Item) => containers += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item) => containers = containers.saturating_sub(1),
            Event::Start(Tag::Link { dest_url, .. }) if with_links => out.links.push(link("link", &dest_url, &range, from)),
            Event::Start(Tag::Image { dest_url, .. }) if with_links => out.links.push(link("image", &dest_url, &range, from)),
            Event::Start(Tag::CodeBlock(_)) => code.push(range),
            Event::Code(span) => {
                code.push(range);
                append(&mut heading, &span);
            }
            Event::Text(part) => append(&mut heading, &part),
            Event::SoftBreak | Event::HardBreak => append(&mut heading, " "),
            Event::InlineHtml(tag) if !is_html_element(&tag) => append(&mut heading, &tag),
            _ => {}
        }
    }
    if with_links {
        wiki_links(markdown, &code, from, &mut out.links);
        out.links.sort_by_key(|link| (link.start, link.end));
    }
    out
}

fn append(heading: &mut Option<(u8, Range<usize>, String)>, text: &str) {
    if let Some((_, _, title)) = heading {
        title.push_str(text);
    }
}

fn link(kind: &'static str, destination: &str, range: &Range<usize>, from: usize) -> Link {
    Link { kind, destination: destination.to_owned(), start: from + range.start, end: from + range.end }
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

/// The byte after the newline that ends the line on which `end` falls (a range may or may not hold its newline).
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

/// `[[target]]`, `[[target|text]]` and `[[target#heading]]` on one line outside code. Code spans come in order.
fn wiki_links(text: &str, code: &[Range<usize>], from: usize, links: &mut Vec<Link>) {
    let mut at = 0;
    while let Some(open) = text[at..].find("[[").map(|open| at + open) {
        at = open + 2;
        // The first of these ends the link, or shows that there is none; so no byte is looked at twice.
        let Some(stop) = text[at..].find(['[', ']', '\n', '\r']).map(|stop| at + stop) else { return };
        let before = code.partition_point(|range| range.start <= open);
        let in_code = before > 0 && code[before - 1].end > open;
        if stop == at || !text[stop..].starts_with("]]") || in_code {
            continue;
        }
        let inner = &text[at..stop];
        let target = inner.split('|').next().unwrap_or(inner).trim();
        links.push(Link { kind: "wiki", destination: target.to_owned(), start: from + open, end: from + stop + 2 });
        at = stop + 2;
    }
}

/// Is this inline HTML a comment, a declaration or a tag named like an element of HTML (in any case)?
fn is_html_element(tag: &str) -> bool {
    let inner = tag.trim_start_matches('<').trim_start_matches('/');
    if inner.starts_with(['!', '?']) {
        return true;
    }
    let name: String =
        inner.chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '-').collect::<String>().to_ascii_lowercase();
    HTML_ELEMENTS.binary_search(&name.as_str()).is_ok()
}

/// The elements of the HTML standard and its obsolete ones, sorted.
const HTML_ELEMENTS: [&str; 145] = [
    "a", "abbr", "acronym", "address", "applet", "area", "article", "aside", "audio", "b", "base", "basefont", "bdi", "bdo",
    "bgsound", "big", "blink", "blockquote", "body", "br", "button", "canvas", "caption", "center", "cite", "code", "col",
    "colgroup", "command", "data", "datalist", "dd", "del", "details", "dfn", "dialog", "dir", "div", "dl", "dt", "em",
    "embed", "fieldset", "figcaption", "figure", "font", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hgroup", "hr", "html", "i", "iframe", "image", "img", "input", "ins", "isindex", "kbd", "keygen",
    "label", "legend", "li", "link", "listing", "main", "map", "mark", "marquee", "math", "menu", "menuitem", "meta", "meter",
    "multicol", "nav", "nextid", "nobr", "noembed", "noframes", "noscript", "object", "ol", "optgroup", "option", "output",
    "p", "param", "picture", "plaintext", "pre", "progress", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "script",
    "search", "section", "select", "slot", "small", "source", "spacer", "span", "strike", "strong", "style", "sub", "summary",
    "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "tt",
    "u", "ul", "var", "video", "wbr", "xmp",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(text: &str) -> Vec<(u8, String, usize, usize)> {
        outline(text, 0).headings.into_iter().map(|h| (h.level, h.text, h.line_start, h.body_start)).collect()
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

    #[test]
    fn elements_are_sorted() {
        assert!(HTML_ELEMENTS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn links_of_every_kind() {
        let text = "[a](b.md#c) ![i](p.png) <https://x.y> [[Wiki|w]] `[[no]]`";
        let found: Vec<_> = outline(text, 0).links.into_iter().map(|l| (l.kind, l.destination)).collect();
        let expected = [("link", "b.md#c"), ("image", "p.png"), ("link", "https://x.y"), ("wiki", "Wiki")];
        assert_eq!(found, expected.map(|(kind, to)| (kind, to.to_owned())));
    }
}
