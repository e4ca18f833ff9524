//! Finds the links that the parser of Markdown does not see: between double brackets, in tags, and in templates.
use super::{Link, LinkKind, Mdx};
use crate::html::{pieces, Piece, Tag};
use memchr::memmem;
use std::ops::Range;

/// The text of a link before a template is looked for so far.
const MAX_TEXT_LENGTH: usize = 500;
const MAX_TEMPLATE_LENGTH: usize = 1000;

/// Finds `[[target]]`, `[[target|text]]` and `[[target#heading]]` on one line outside code. Code spans come in order.
#[inline(never)]
pub(super) fn wiki_links<'a>(text: &'a str, code: &[Range<usize>]) -> Vec<(Range<usize>, &'a str)> {
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

/// Where a tag leads, and as what: `<a href>`, `<img src>`, and components such as `<Card href>` and `<Link to>`.
pub(super) fn link_of_tag<'t>(tag: &'t Tag) -> Option<(LinkKind, &'t str)> {
    if tag.closes {
        return None;
    }
    match &*tag.name {
        "img" => tag.text_of("src").map(|source| (LinkKind::Image, source)),
        "link" | "base" | "use" | "image" if !tag.is_component() => None,
        // It names an element of the page.
        name if name.eq_ignore_ascii_case("teleport") => None,
        _ => tag.text_of("href").or_else(|| tag.text_of("to")).map(|target| (LinkKind::Link, target)),
    }
    .filter(|(_, destination)| !destination.is_empty())
}

/// The links in tags that MDX hides. Places count in the file.
pub(super) fn links_of_mdx(text: &str, from: usize, mdx: &Mdx) -> Vec<Link> {
    let mut links = Vec::new();
    for range in &mdx.hidden {
        for piece in pieces(&text[range.clone()]) {
            let Piece::Tag(tag) = piece else { continue };
            let Some((kind, destination)) = link_of_tag(&tag) else { continue };
            let place = |at: usize| from + range.start + at;
            links.push(Link {
                kind,
                destination: destination.to_owned(),
                start: place(tag.range.start),
                end: place(tag.range.end),
            });
        }
    }
    links
}

/// `[text]({{< relref "page.md" >}})` and `[text]({% link page.md %})`, whose white space keeps the parser from seeing a link.
pub(super) fn template_links<'a>(text: &'a str, code: &[Range<usize>]) -> Vec<(Range<usize>, &'a str)> {
    let mut links = Vec::new();
    for open in memmem::find_iter(text.as_bytes(), "]({") {
        let start = open + 2;
        let before = code.partition_point(|range| range.start <= open);
        if before > 0 && code[before - 1].end > open {
            continue;
        }
        let near = cut(&text[start..], MAX_TEMPLATE_LENGTH);
        let Some(close) = ["}}", "%}"].iter().filter_map(|mark| near.find(mark)).min() else { continue };
        let Some(length) = near[close..].find([')', '\n']).map(|length| close + length) else { continue };
        let target = &near[..length];
        if !near[length..].starts_with(')') || !target.contains(' ') || target.contains('\n') {
            continue;
        }
        let mut from = open.saturating_sub(MAX_TEXT_LENGTH);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let Some(bracket) = text[from..open].rfind('[') else { continue };
        links.push((from + bracket..start + length + 1, target));
    }
    links
}

/// The beginning of a text, of at most so many bytes.
fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
