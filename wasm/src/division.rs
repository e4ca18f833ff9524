//! Divides a document at its headings, in one pass over them. It gives the chunks of `parseDocument` with the strategy `headings`
//! (src/document/), which says what the limits and rules are for; tests compare the two.
mod slug;
mod titles;

use self::slug::{slug_of, Slugs};
use self::titles::{breadcrumb, cut_slug, cut_title, file_title, folded, is_cut};
use crate::document::{Chunk, Document, Span};
use crate::outline::Heading;
use memchr::memchr_iter;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The most sections of a document (`MOST_SECTIONS` in src/document/limits.ts).
const MOST_SECTIONS: usize = 100_000;

/// What the host knows of a document (`DocumentProperties`), as an array of these values in this order.
#[derive(Deserialize)]
pub(crate) struct Properties {
    pub(crate) doc_id: String,
    pub(crate) tree: Option<String>,
    pub(crate) path: String,
    pub(crate) tags: Vec<String>,
    pub(crate) lang: Option<String>,
    pub(crate) metadata: BTreeMap<String, Vec<String>>,
    /// The byte after the frontmatter.
    pub(crate) text_start: u64,
    /// The title in the frontmatter.
    pub(crate) title: Option<String>,
}

/// The chunk with the longest body.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Longest {
    pub(crate) characters: u32,
    pub(crate) line: u32,
}

/// A heading that starts a section.
struct Section<'a> {
    heading: &'a Heading,
    title: String,
    slug: String,
    body_start: usize,
    end: usize,
    start_line: u32,
    end_line: u32,
    parent: u32,
    children: Vec<u32>,
    /// The titles that lead here without the document's, joined.
    crumbs: String,
}

/// The document with its chunks and their longest body. None where only the host can tell the slug of a heading.
#[inline(never)]
pub(crate) fn by_headings(text: &str, headings: &[Heading], properties: Properties) -> Option<(Document, Longest)> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    if is_blank(text, start, text.len()) {
        return Some((document(properties, Vec::new()), Longest::default()));
    }
    let headings = &headings[..headings.len().min(MOST_SECTIONS)];
    let titles: Vec<String> = headings.iter().map(|heading| cut_title(&heading.text)).collect();
    let is_first_h1 = |at: &usize| headings[*at].level == 1 && !titles[*at].is_empty();
    let first_h1 = (0..headings.len()).find(is_first_h1);
    let stated = properties.title.as_deref().map(cut_title);
    let title = stated
        .or_else(|| first_h1.map(|at| titles[at].clone()))
        .unwrap_or_else(|| file_title(&properties.path).to_owned());
    let sections = sections(text, headings, titles, &title, first_h1)?;
    // The rest of a title that is cut stands in the frontmatter. It is found there as text.
    let is_title_cut = properties.title.as_deref().is_some_and(is_cut);
    let indexed_start = if is_title_cut { start } else { properties.text_start as usize };

    let mut longest = (0, 0);
    let mut note = |chunk: u32, body: &[(usize, usize)]| {
        let length = body.iter().map(|(start, end)| end - start).sum::<usize>();
        if length > longest.1 {
            longest = (chunk, length);
        }
    };
    let top: Vec<u32> = (0..).zip(&sections).filter(|(_, section)| section.parent == 0).map(|(at, _)| at + 1).collect();
    let body = body_of(start, text.len(), &top, &sections);
    note(0, &body);
    let mut chunks = Vec::with_capacity(sections.len() + 1);
    chunks.push(Chunk {
        title: cut_title(&title),
        slug: None,
        depth: 0,
        parent: None,
        byte_start: start as u64,
        byte_end: text.len() as u64,
        start_line: 1,
        end_line: line_of_last(text.as_bytes()),
        sibling_count: 1,
        breadcrumb: breadcrumb(&title, ""),
        indexed_ranges: spans(&body, indexed_start),
    });
    let mut slugs = Slugs::default();
    for (position, section) in (1..).zip(&sections) {
        let body = body_of(section.body_start, section.end, &section.children, &sections);
        note(position, &body);
        let siblings = match section.parent {
            0 => top.len(),
            parent => sections[parent as usize - 1].children.len(),
        };
        chunks.push(Chunk {
            title: section.title.clone(),
            slug: Some(slugs.claim(cut_slug(&section.slug))),
            depth: u32::from(section.heading.level),
            parent: Some(section.parent),
            byte_start: section.body_start as u64,
            byte_end: section.end as u64,
            start_line: section.start_line,
            end_line: section.end_line,
            sibling_count: siblings as u32,
            breadcrumb: breadcrumb(&title, &section.crumbs),
            indexed_ranges: spans(&body, indexed_start),
        });
    }
    let longest = match longest {
        (_, 0) => Longest::default(),
        (0, _) => Longest { characters: characters(text, &body), line: 1 },
        (position, _) => {
            let section = &sections[position as usize - 1];
            let body = body_of(section.body_start, section.end, &section.children, &sections);
            Longest { characters: characters(text, &body), line: section.start_line }
        }
    };
    Some((document(properties, chunks), longest))
}

/// The sections of all headings whose span holds more than white space, each with its place in the tree: 0 is the document.
#[inline(never)]
fn sections<'a>(
    text: &str,
    headings: &'a [Heading],
    titles: Vec<String>,
    title: &str,
    first_h1: Option<usize>,
) -> Option<Vec<Section<'a>>> {
    let ends = ends(headings);
    let first = titles.iter().position(|title| !title.is_empty());
    let folded_title = folded(title);
    let mut sections: Vec<Section> = Vec::with_capacity(headings.len());
    let mut open: Vec<u32> = Vec::new();
    let mut lines = Lines { bytes: text.as_bytes(), at: 0, line: 1 };
    let starts: Vec<u32> = headings.iter().map(|heading| lines.line_of(heading.line_start)).collect();
    let last_line = line_of_last(text.as_bytes());
    for (at, own_title) in titles.into_iter().enumerate() {
        let heading = &headings[at];
        let end = ends[at].map_or(text.len(), |next| headings[next].line_start);
        let body_start = if is_cut(&heading.text) { heading.line_start } else { heading.body_start };
        if is_blank(text, body_start, end) {
            continue;
        }
        while open.last().is_some_and(|top| {
            let around = &sections[*top as usize - 1];
            around.heading.level >= heading.level || around.end <= heading.line_start
        }) {
            open.pop();
        }
        let parent = open.last().copied().unwrap_or_default();
        let repeats =
            Some(at) == if heading.level > 1 { first } else { first_h1 } && folded(&own_title) == folded_title;
        let above = if parent == 0 { "" } else { sections[parent as usize - 1].crumbs.as_str() };
        let own = if repeats { "" } else { own_title.as_str() };
        let crumbs = titles::join(above, own);
        let id = heading.id.as_deref().filter(|id| !titles::is_long_slug(id));
        let slug = match id {
            Some(id) => id.to_owned(),
            None => slug_of(&own_title)?,
        };
        let number = sections.len() as u32 + 1;
        if parent > 0 {
            sections[parent as usize - 1].children.push(number);
        }
        open.push(number);
        sections.push(Section {
            heading,
            title: own_title,
            slug,
            body_start,
            end,
            start_line: starts[at],
            // The span ends before the line of a heading, if not with the text.
            end_line: ends[at].map_or(last_line, |next| line_before(text.as_bytes(), &headings[next], starts[next])),
            parent,
            children: Vec::new(),
            crumbs,
        });
    }
    Some(sections)
}

/// The heading at which each heading's span ends: the next one of the same or a higher rank. None at the end of the text.
fn ends(headings: &[Heading]) -> Vec<Option<usize>> {
    let mut ends = vec![None; headings.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        while let Some(top) = open.pop_if(|top| headings[*top].level >= heading.level) {
            ends[top] = Some(at);
        }
        open.push(at);
    }
    ends
}

/// The parts of a span outside its children and their headings.
fn body_of(start: usize, end: usize, children: &[u32], sections: &[Section]) -> Vec<(usize, usize)> {
    let mut ranges = Vec::with_capacity(1);
    let mut at = start;
    for child in children {
        let child = &sections[*child as usize - 1];
        if child.heading.line_start > at {
            ranges.push((at, child.heading.line_start));
        }
        at = at.max(child.end);
    }
    if end > at {
        ranges.push((at, end));
    }
    ranges
}

/// The parts of the ranges from `from` on.
fn spans(ranges: &[(usize, usize)], from: usize) -> Vec<Span> {
    let after = ranges.iter().filter(|(_, end)| *end > from);
    after.map(|(start, end)| Span { start: (*start).max(from) as u64, end: *end as u64 }).collect()
}

fn characters(text: &str, ranges: &[(usize, usize)]) -> u32 {
    ranges.iter().filter_map(|(start, end)| text.get(*start..*end)).map(|part| part.chars().count() as u32).sum()
}

fn is_blank(text: &str, start: usize, end: usize) -> bool {
    text.get(start..end).is_none_or(|text| text.trim_start().is_empty())
}

/// Counts lines up to places that ascend.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

impl Lines<'_> {
    fn line_of(&mut self, place: usize) -> u32 {
        self.line += newlines(self.bytes.get(self.at..place).unwrap_or_default());
        self.at = place;
        self.line
    }
}

fn newlines(bytes: &[u8]) -> u32 {
    memchr_iter(b'\n', bytes).count() as u32
}

/// The line of the byte before a heading.
fn line_before(bytes: &[u8], heading: &Heading, line: u32) -> u32 {
    let before = heading.line_start.checked_sub(1).and_then(|at| bytes.get(at));
    line - u32::from(before == Some(&b'\n'))
}

/// The line of the last byte. A final newline does not begin another line.
fn line_of_last(bytes: &[u8]) -> u32 {
    1 + newlines(&bytes[..bytes.len().saturating_sub(1)])
}

fn document(properties: Properties, chunks: Vec<Chunk>) -> Document {
    let Properties { doc_id, tree, path, tags, lang, metadata, text_start, .. } = properties;
    Document { doc_id, tree, path, tags, lang, metadata, text_start, chunks }
}
