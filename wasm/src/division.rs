//! Divides a document at its headings. It gives the chunks of `parseDocument` with the strategy `headings`
//! (src/document/), which says what the limits and rules are for; tests compare the two.
mod slug;
mod titles;

use self::slug::{slug_of, Slugs};
use self::titles::{breadcrumb, cut_slug, cut_title, file_title, folded, is_cut, is_long_slug, join};
use crate::document::{mark_length, Chunk, Document, Span};
use crate::outline::Heading;
use memchr::memchr_iter;
use std::ops::Range;

/// The most sections of a document (`MAX_SECTIONS` in src/document/limits.ts).
const MAX_SECTIONS: usize = 100_000;
/// Each section repeats the titles above it. In all, they may be repeated for so many bytes and so many times the bytes of the
/// document (`REPEATED_BYTES` and `REPEATED_TIMES` there).
const REPEATED_BYTES: usize = 256 * 1024;
const REPEATED_TIMES: usize = 8;

/// The chunks of a document in pre-order, none for a blank one, and their longest body.
pub(crate) struct Divided {
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) longest: Longest,
    /// The line of the first heading that counts as text, because a limit was reached.
    pub(crate) limit_line: Option<u32>,
}

/// The chunk with the longest body.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Longest {
    pub(crate) characters: u32,
    pub(crate) line: u32,
}

/// The document, or the section of a heading.
struct Section {
    title: String,
    /// As its heading gives it. Empty for the document.
    slug: String,
    depth: u32,
    parent: Option<u32>,
    children: Vec<u32>,
    heading_start: usize,
    start: usize,
    end: usize,
    start_line: u32,
    end_line: u32,
    /// The titles that lead here without the document's, joined.
    crumbs: String,
}

/// The chunks of the document. None where only the host can tell the slug of a heading.
#[inline(never)]
pub(crate) fn by_headings(
    text: &str,
    headings: &[Heading],
    document: &Document,
    stated_title: Option<&str>,
) -> Option<Divided> {
    let start = mark_length(text);
    if is_blank(text, start, text.len()) {
        return Some(Divided { chunks: Vec::new(), longest: Longest::default(), limit_line: None });
    }
    let all = headings;
    let headings = &all[..all.len().min(MAX_SECTIONS)];
    let mut titles: Vec<String> = headings.iter().map(|heading| cut_title(&heading.text)).collect();
    let is_first_h1 = |at: &usize| headings[*at].level == 1 && !titles[*at].is_empty();
    let first_h1 = (0..headings.len()).find(is_first_h1);
    let title = stated_title
        .map(cut_title)
        .or_else(|| first_h1.map(|at| titles[at].clone()))
        .unwrap_or_else(|| file_title(&document.path).to_owned());
    let headings = &headings[..within_repeats(headings, &titles, title.len(), text.len())];
    titles.truncate(headings.len());
    let first_h1 = first_h1.filter(|at| *at < headings.len());
    let limit_line = all.get(headings.len()).map(|heading| Lines::of(text).line_of(heading.line_start));
    let sections = sections(text, headings, titles, &title, first_h1)?;
    // The rest of a title that is cut stands in the frontmatter. It is found there as text.
    let indexed_start = if stated_title.is_some_and(is_cut) { start } else { document.text_start as usize };

    let bodies: Vec<Vec<Range<usize>>> = sections.iter().map(|section| body_of(section, &sections)).collect();
    let mut slugs = Slugs::default();
    let chunks = sections.iter().zip(&bodies).map(|(section, body)| Chunk {
        title: cut_title(&section.title),
        slug: section.parent.map(|_| slugs.claim(cut_slug(&section.slug))),
        depth: section.depth,
        parent: section.parent,
        byte_start: section.start as u64,
        byte_end: section.end as u64,
        start_line: section.start_line,
        end_line: section.end_line,
        sibling_count: section.parent.map_or(1, |parent| sections[parent as usize].children.len() as u32),
        breadcrumb: breadcrumb(&title, &section.crumbs),
        indexed_ranges: spans(body, indexed_start),
    });
    Some(Divided { chunks: chunks.collect(), longest: longest(text, &sections, &bodies), limit_line })
}

/// How many headings, from the first one on, repeat their document's title and the titles above them within the limit.
fn within_repeats(headings: &[Heading], titles: &[String], title: usize, bytes: usize) -> usize {
    let mut left = REPEATED_BYTES + REPEATED_TIMES * bytes;
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut above = title;
    for (at, heading) in headings.iter().enumerate() {
        while let Some((_, length)) = open.pop_if(|(level, _)| *level >= heading.level) {
            above -= length;
        }
        open.push((heading.level, titles[at].len()));
        above += titles[at].len();
        match left.checked_sub(above) {
            Some(rest) => left = rest,
            None => return at,
        }
    }
    headings.len()
}

/// The first of the longest bodies.
fn longest(text: &str, sections: &[Section], bodies: &[Vec<Range<usize>>]) -> Longest {
    let (mut found, mut most) = (None, 0);
    for (section, body) in sections.iter().zip(bodies) {
        let length = body.iter().map(Range::len).sum();
        if length > most {
            (found, most) = (Some((section, body)), length);
        }
    }
    found.map_or_else(Longest::default, |(section, body)| {
        let parts = body.iter().filter_map(|range| text.get(range.clone()));
        Longest { characters: parts.map(|part| part.chars().count() as u32).sum(), line: section.start_line }
    })
}

/// The document, and the sections of all headings whose span holds more than white space.
#[inline(never)]
fn sections(
    text: &str,
    headings: &[Heading],
    titles: Vec<String>,
    title: &str,
    first_h1: Option<usize>,
) -> Option<Vec<Section>> {
    let start = mark_length(text);
    let ends = ends(headings);
    let first = titles.iter().position(|title| !title.is_empty());
    let folded_title = folded(title);
    let mut lines = Lines::of(text);
    let starts: Vec<u32> = headings.iter().map(|heading| lines.line_of(heading.line_start)).collect();
    // A final newline does not begin another line.
    let last_line = lines.line_of(text.len() - 1);
    let mut sections: Vec<Section> = Vec::with_capacity(headings.len() + 1);
    sections.push(Section {
        title: title.to_owned(),
        slug: String::new(),
        depth: 0,
        parent: None,
        children: Vec::new(),
        heading_start: start,
        start,
        end: text.len(),
        start_line: 1,
        end_line: last_line,
        crumbs: String::new(),
    });
    let mut open: Vec<usize> = vec![0];
    for (at, own_title) in titles.into_iter().enumerate() {
        let heading = &headings[at];
        let depth = u32::from(heading.level);
        let end = ends[at].map_or(text.len(), |next| headings[next].line_start);
        let body_start = if is_cut(&heading.text) { heading.line_start } else { heading.body_start };
        if is_blank(text, body_start, end) {
            continue;
        }
        let is_over = |around: &Section| around.depth >= depth || around.end <= heading.line_start;
        while open.len() > 1 && open.last().is_some_and(|top| is_over(&sections[*top])) {
            open.pop();
        }
        let parent = open.last().copied().unwrap_or_default();
        let named = if heading.level > 1 { first } else { first_h1 };
        let repeats = named == Some(at) && folded(&own_title) == folded_title;
        let crumbs = join(&sections[parent].crumbs, if repeats { "" } else { &own_title });
        let slug = match heading.id.as_ref().filter(|id| !is_long_slug(id)) {
            Some(id) => id.clone(),
            None => slug_of(&own_title)?,
        };
        let number = sections.len();
        sections[parent].children.push(number as u32);
        open.push(number);
        sections.push(Section {
            title: own_title,
            slug,
            depth,
            parent: Some(parent as u32),
            children: Vec::new(),
            heading_start: heading.line_start,
            start: body_start,
            end,
            start_line: starts[at],
            // The span ends before the line of a heading, if not with the text.
            end_line: ends[at].map_or(last_line, |next| line_before(text.as_bytes(), &headings[next], starts[next])),
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

/// The parts of a section's span outside its children and their headings.
fn body_of(section: &Section, sections: &[Section]) -> Vec<Range<usize>> {
    let mut ranges = Vec::with_capacity(1);
    let mut at = section.start;
    for child in &section.children {
        let child = &sections[*child as usize];
        if child.heading_start > at {
            ranges.push(at..child.heading_start);
        }
        at = at.max(child.end);
    }
    if section.end > at {
        ranges.push(at..section.end);
    }
    ranges
}

/// The parts of the ranges from `from` on.
fn spans(ranges: &[Range<usize>], from: usize) -> Vec<Span> {
    let after = ranges.iter().filter(|range| range.end > from);
    after.map(|range| Span { start: range.start.max(from) as u64, end: range.end as u64 }).collect()
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

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Lines { bytes: text.as_bytes(), at: 0, line: 1 }
    }

    fn line_of(&mut self, place: usize) -> u32 {
        self.line += memchr_iter(b'\n', self.bytes.get(self.at..place).unwrap_or_default()).count() as u32;
        self.at = place;
        self.line
    }
}

/// The line of the byte before a heading.
fn line_before(bytes: &[u8], heading: &Heading, line: u32) -> u32 {
    let before = heading.line_start.checked_sub(1).and_then(|at| bytes.get(at));
    line - u32::from(before == Some(&b'\n'))
}
