//! What a reader sees of a document, as a text of the same length as the file. Markup becomes spaces where it ends a word, and
//! joiners where nothing stands between the letters: `H<sub>2</sub>O`. Entities become their characters. So every byte keeps
//! its place, and a match in this text is a match in the file.
mod code_body;
mod marks;

use self::code_body::{body_of, Body};
use self::marks::Marks;
use crate::attributes::caption;
use crate::braces::{blank_line, role_text};
use crate::entities;
use crate::html::{pieces, Piece, Tag as HtmlTag};
use crate::links::LinkNames;
use crate::mdx::{Mdx, LESS_THAN};
use crate::outline::{Source, NO_FEED};
use crate::shifts::Shifts;
use memchr::{memchr, memchr2, memmem};
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Stands for markup between letters that a reader sees side by side. It is a control character without a meaning in text, and
/// the scanner of words passes it as it does other invisible signs.
pub(crate) const JOINER: u8 = 0x7f;

/// Directives within directives are read so deep. Those below are code.
const MAX_DIRECTIVES: usize = 8;

/// The tag that closes a script or a style within a line is looked for so far.
const MAX_SILENCE: usize = 4096;

/// What GitHub and most generators read beside CommonMark.
const DIALECT: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_WIKILINKS);

/// Bytes of a document that is parsed. The parser takes several times as much memory.
const MAX_PARSED: usize = 32 << 20;

/// A text as its reader sees it.
#[derive(Debug, Default)]
pub(crate) struct Visible {
    /// As long as the file.
    pub(crate) text: Vec<u8>,
    /// The tags that stand in the text, as `#tag`, without the sign.
    pub(crate) tags: Vec<String>,
    pub(crate) links: LinkNames,
}

/// Puts joiners in place of the bytes in these ranges, except newlines. A character that is partly in a range is replaced
/// completely.
pub(crate) fn join(text: &mut [u8], ranges: impl Iterator<Item = Range<usize>>) {
    replace(text, ranges, JOINER);
}

/// The same with spaces.
pub(crate) fn separate(text: &mut [u8], ranges: impl Iterator<Item = Range<usize>>) {
    replace(text, ranges, b' ');
}

fn replace(text: &mut [u8], ranges: impl Iterator<Item = Range<usize>>, with: u8) {
    for Range { mut start, end } in ranges {
        let mut end = end.min(text.len());
        if start >= end {
            continue;
        }
        while start > 0 && is_inside_character(text[start]) {
            start -= 1;
        }
        while text.get(end).is_some_and(|byte| is_inside_character(*byte)) {
            end += 1;
        }
        fill(&mut text[start..end], with);
    }
}

/// The ranges of a flat list of starts and ends.
pub(crate) fn ranges(flat: &[u32]) -> impl Iterator<Item = Range<usize>> + '_ {
    flat.chunks_exact(2).map(|pair| pair[0] as usize..pair[1] as usize)
}

fn is_inside_character(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

fn is_blank(byte: u8) -> bool {
    is_newline(byte) || matches!(byte, b' ' | JOINER)
}

pub(crate) fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Puts a byte in place of all but line ends.
pub(crate) fn fill(bytes: &mut [u8], with: u8) {
    bytes.iter_mut().filter(|byte| !is_newline(**byte)).for_each(|byte| *byte = with);
}

/// Whether a document is text as it stands, because it is too large to be parsed.
pub(crate) fn is_too_large(file: &str) -> bool {
    file.len() > MAX_PARSED
}

/// The file as its reader sees it. What stands before the source begins stays as it is.
#[inline(never)]
pub(crate) fn visible(file: &str, source: &Source) -> Visible {
    if is_too_large(file) {
        return Visible { text: file.as_bytes().to_vec(), ..Visible::default() };
    }
    let moved = source.without_indentation();
    let mut page = Page::new(file, source, moved.as_ref());
    for (event, range) in Parser::new_ext(page.markdown, DIALECT).into_offset_iter() {
        page.read(event, range);
    }
    page.finish()
}

struct Page<'s> {
    file: &'s str,
    from: usize,
    mdx: Option<&'s Mdx>,
    /// The lines that the parser reads at another column.
    shifts: Option<&'s Shifts>,
    /// What the parser reads.
    markdown: &'s str,
    out: Vec<u8>,
    /// The byte of the Markdown up to which the text is written.
    at: usize,
    /// Whether a block ended since the last text.
    is_apart: bool,
    in_code: bool,
    /// The byte up to which the block of code at hand has options.
    options_end: usize,
    /// The block of code at hand whose content is not code.
    body: Option<Body>,
    /// How many directives are open.
    directives: usize,
    /// How many headings, links and pictures are open. A `#` in them begins no tag.
    untagged: usize,
    quotes: usize,
    in_heading: bool,
    /// The HTML of the block at hand.
    html: Option<Range<usize>>,
    /// The element whose content is not text.
    silent: Option<String>,
    /// Whether the picture at hand is a file that the page shows, so that its name is not text.
    embeds: bool,
    marks: Marks,
    tags: Vec<String>,
    links: LinkNames,
}

impl<'s> Page<'s> {
    fn new(file: &'s str, source: &'s Source, moved: Option<&'s (String, Shifts)>) -> Self {
        let bytes = file.as_bytes();
        let from = source.from().min(bytes.len());
        let mut out = bytes.to_vec();
        out[from..].iter_mut().for_each(|byte| *byte = if is_newline(*byte) { *byte } else { b' ' });
        Page {
            file,
            from: source.from(),
            mdx: source.mdx(),
            shifts: moved.map(|(_, shifts)| shifts).or(source.mdx().map(|mdx| &mdx.shifts)),
            markdown: moved.map_or(source.markdown(), |(markdown, _)| markdown),
            out,
            at: 0,
            is_apart: true,
            in_code: false,
            options_end: 0,
            body: None,
            directives: 0,
            untagged: 0,
            quotes: 0,
            in_heading: false,
            html: None,
            silent: None,
            embeds: false,
            marks: Marks::default(),
            tags: Vec::new(),
            links: LinkNames::default(),
        }
    }

    fn read(&mut self, event: Event, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, &range),
            Event::End(tag) => self.end(tag),
            Event::Text(_) if self.in_code && self.body.is_some() => {}
            Event::Text(_) if self.in_code && range.start < self.options_end => {
                let rest = self.options_end.min(range.end)..range.end;
                self.write(&rest, &self.markdown[rest.clone()]);
            }
            Event::Text(text) if self.in_code => self.write(&range, &text),
            Event::Text(text) => self.text(&range, &text),
            Event::Code(_) => self.code(&range),
            Event::Html(_) => {
                let start = self.html.as_ref().map_or(range.start, |html| html.start);
                self.html = Some(start..range.end);
            }
            Event::InlineHtml(_) => self.html(&range),
            Event::Rule | Event::TaskListMarker(_) => self.is_apart = true,
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag, range: &Range<usize>) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => return,
            Tag::Image { link_type, dest_url, .. } => {
                self.untagged += 1;
                self.embeds = matches!(link_type, LinkType::WikiLink { .. }) && marks::is_picture(dest_url);
                return;
            }
            Tag::Link { link_type, dest_url, .. } => {
                self.untagged += 1;
                self.links.add(dest_url);
                // A test of a shell is not a link: `[[ -f a || -f b ]]`.
                let inner = self.markdown[range.clone()].strip_prefix("[[").unwrap_or_default();
                if matches!(link_type, LinkType::WikiLink { .. }) && inner.starts_with([' ', '\t']) {
                    self.write(range, &self.markdown[range.clone()]);
                }
                return;
            }
            Tag::Heading { .. } => (self.untagged, self.in_heading) = (self.untagged + 1, true),
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::CodeBlock(kind) => {
                self.in_code = true;
                self.is_apart = true;
                if let CodeBlockKind::Fenced(_) = kind {
                    self.caption(range);
                    (self.options_end, self.body) = body_of(self.markdown, range);
                    self.body = self.body.take().filter(|_| self.mdx.is_none() && self.directives < MAX_DIRECTIVES);
                }
            }
            _ => {}
        }
        self.is_apart = true;
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => return,
            TagEnd::Link | TagEnd::Image => {
                self.untagged = self.untagged.saturating_sub(1);
                self.embeds = false;
                return;
            }
            TagEnd::Heading(_) => (self.untagged, self.in_heading) = (self.untagged.saturating_sub(1), false),
            TagEnd::BlockQuote(_) => self.quotes = self.quotes.saturating_sub(1),
            TagEnd::CodeBlock => {
                self.in_code = false;
                match self.body.take() {
                    Some(Body::Markdown(body)) => self.directive(&body),
                    Some(Body::Html(body)) => self.html(&body),
                    None => {}
                }
            }
            TagEnd::HtmlBlock => {
                if let Some(html) = self.html.take() {
                    self.html(&html);
                }
            }
            _ => {}
        }
        self.is_apart = true;
    }

    /// The Markdown in a block of code.
    fn directive(&mut self, body: &Range<usize>) {
        self.directives += 1;
        self.is_apart = true;
        for (event, inner) in Parser::new_ext(&self.markdown[body.clone()], DIALECT).into_offset_iter() {
            self.read(event, body.start + inner.start..body.start + inner.end);
        }
        self.directives -= 1;
        self.is_apart = true;
    }

    /// A text between marks.
    fn text(&mut self, range: &Range<usize>, text: &str) {
        if self.silent.is_some() || self.embeds {
            return;
        }
        let source = &self.markdown[range.clone()];
        // The parser gives most texts as they stand.
        let is_written = std::ptr::eq(source, text) || source == text;
        if !is_written || !self.marks.concern(self.markdown, range) {
            return self.write(range, text);
        }
        let is_tagged = self.untagged == 0 && self.mdx.is_none();
        let tags = if is_tagged { Some(&mut self.tags) } else { None };
        let around =
            marks::Around { in_quote: self.quotes > 0, in_heading: self.in_heading, starts_block: self.is_apart };
        let shown = self.marks.read(self.markdown, range.clone(), around, tags);
        for piece in shown {
            match piece {
                marks::Shown::Text(range) => self.write(&range, &self.markdown[range.clone()]),
                marks::Shown::Apart => self.is_apart = true,
            }
        }
    }

    fn code(&mut self, range: &Range<usize>) {
        if self.silent.is_some() {
            return;
        }
        let source = &self.markdown[range.clone()];
        let fence = source.bytes().take_while(|byte| *byte == b'`').count();
        let mut inner = range.start + fence..range.end.saturating_sub(fence).max(range.start + fence);
        if self.marks.are_role(range.start) {
            inner.end = inner.start + role_text(&self.markdown[inner.clone()]);
        }
        // What is written as HTML is seen as HTML.
        if self.markdown[range.end..].starts_with("{=html}") && self.mdx.is_none() {
            return self.html(&inner);
        }
        self.write(&inner, &self.markdown[inner.clone()]);
    }

    /// The title of a block of code, which generators show above it.
    fn caption(&mut self, range: &Range<usize>) {
        let line = &self.markdown[range.clone()];
        let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
        if let Some(title) = caption(line) {
            let place = range.start + title.start..range.start + title.end;
            self.write(&place, &line[title]);
            self.is_apart = true;
        }
    }

    fn html(&mut self, range: &Range<usize>) {
        let html = &self.markdown[range.clone()];
        for piece in pieces(html) {
            match piece {
                Piece::Text(text) if self.silent.is_none() => {
                    let place = range.start + text.start..range.start + text.end;
                    // Text with entities has no shortcodes.
                    if memchr(b'&', html[text.clone()].as_bytes()).is_some() {
                        self.decoded(place);
                    } else {
                        self.text(&place, &html[text]);
                    }
                }
                Piece::Text(_) => {}
                Piece::Tag(tag) => self.tag(&tag, range.start),
            }
        }
    }

    fn tag(&mut self, tag: &HtmlTag, from: usize) {
        if let Some(name) = &self.silent {
            if tag.closes && tag.name == *name {
                self.silent = None;
            }
            return;
        }
        // In a line, an element that its paragraph does not close is text to most generators.
        if tag.opens_silence() && self.is_closed(&tag.name, from + tag.range.end) {
            self.silent = Some(tag.name.clone().into_owned());
        }
        self.is_apart |= tag.is_block();
        if let Some(alt) = tag.alternative() {
            self.decoded(from + alt.start..from + alt.end);
        }
    }

    /// Whether the tag that closes an element follows before the next blank line.
    fn is_closed(&self, name: &str, at: usize) -> bool {
        let rest = &self.markdown.as_bytes()[at..];
        let rest = &rest[..rest.len().min(MAX_SILENCE)];
        let end = blank_line(rest).unwrap_or(rest.len());
        let closes = |place: usize| {
            rest[..end]
                .get(place + 2..place + 2 + name.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        };
        memmem::find_iter(&rest[..end], b"</").any(closes)
    }

    /// Writes a piece of HTML with its entities decoded.
    fn decoded(&mut self, range: Range<usize>) {
        let html = &self.markdown[range.clone()];
        entities::decode(html, |text, place| {
            self.write(&(range.start + place.start..range.start + place.end), text);
        });
    }

    /// Writes a text to its place. One that is longer than its place was made up by the parser.
    fn write(&mut self, range: &Range<usize>, text: &str) {
        let place = &self.markdown[range.clone()];
        if self.shifts.is_some() && place.contains('\n') {
            return self.write_lines(range.start, place);
        }
        let text = if text.len() > place.len() { place } else { text };
        if range.start < self.at || text.is_empty() || self.marks.are_comment(range.start) {
            return;
        }
        if !self.is_apart && range.start > self.at {
            self.fill(self.at..range.start, JOINER);
        }
        let (start, _) = self.places(range);
        let end = start + text.len();
        (self.at, self.is_apart) = (range.end, false);
        let is_still = self.shifts.is_none();
        let line = self.out.get_mut(start..end).filter(|to| is_still || memchr2(b'\n', b'\r', to).is_none());
        if let Some(to) = line.filter(|_| text.len() == place.len()) {
            to.copy_from_slice(text.as_bytes());
            return;
        }
        // A line of MDX may end with spaces that stand before it in the file.
        for (to, from) in self.out[start..].iter_mut().zip(text.bytes()).filter(|(to, _)| !is_newline(**to)) {
            *to = from;
        }
        self.fill(range.start + text.len()..range.end, JOINER);
    }

    /// In MDX, each line of a text may have moved by itself.
    fn write_lines(&mut self, mut start: usize, text: &str) {
        for line in text.split('\n') {
            self.write(&(start..start + line.len()), line);
            start += line.len() + 1;
        }
    }

    /// The bytes of the file for bytes of the Markdown that stand on one line.
    fn places(&self, range: &Range<usize>) -> (usize, usize) {
        let place = |at: usize| self.from + self.shifts.map_or(at, |shifts| shifts.source(at));
        let start = place(range.start);
        (start, start + range.len())
    }

    /// Fills a piece of the file, without its newlines. In MDX, each of its lines may have moved by itself.
    fn fill(&mut self, range: Range<usize>, with: u8) {
        if self.shifts.is_none() {
            return fill(&mut self.out[self.from + range.start..self.from + range.end], with);
        }
        let mut start = range.start;
        while start < range.end {
            let line = memchr(b'\n', &self.markdown.as_bytes()[start..range.end]);
            let end = line.map_or(range.end, |length| start + length);
            let (from, to) = self.places(&(start..end));
            let last = self.out.len();
            fill(&mut self.out[from.min(last)..to.min(last)], with);
            start = end + 1;
        }
    }

    /// Takes back what MDX put in place of its markup: signs for `<`, and characters for JavaScript within a line.
    fn restore(&mut self, mdx: &Mdx) {
        let signs = self.out[self.from..].iter_mut().filter(|byte| **byte == LESS_THAN);
        signs.for_each(|byte| *byte = b'<');
        for hidden in &mdx.hidden {
            let range = self.from + hidden.start..self.from + hidden.end;
            let mut shown = self.out[range.clone()].iter_mut().filter(|byte| !is_blank(**byte)).peekable();
            if shown.peek().is_some() {
                let with = if marks::ends_word(&self.file[range]) { b' ' } else { JOINER };
                shown.for_each(|byte| *byte = with);
            }
        }
    }

    fn finish(mut self) -> Visible {
        self.links.add_unparsed(self.file.get(self.from..).unwrap_or_default());
        if let Some(mdx) = self.mdx {
            self.restore(mdx);
            for code in &mdx.code {
                let range = self.from + code.start..self.from + code.end;
                self.out[range.clone()].copy_from_slice(&self.file.as_bytes()[range]);
            }
            for range in &mdx.hidden {
                self.alternatives(range);
            }
        } else {
            // What stands for a form feed is a space.
            let feeds = self.out[self.from..].iter_mut().filter(|byte| **byte == NO_FEED);
            feeds.for_each(|byte| *byte = b' ');
        }
        Visible { text: self.out, tags: self.tags, links: self.links }
    }

    /// Writes what stands in place of pictures in a range of JavaScript.
    fn alternatives(&mut self, range: &Range<usize>) {
        let start = self.from + range.start;
        let script = &self.file[start..self.from + range.end];
        if !script.contains("<img") {
            return;
        }
        for piece in pieces(script) {
            let Piece::Tag(tag) = piece else { continue };
            let Some(alt) = tag.alternative().filter(|alt| !script[alt.clone()].starts_with('{')) else { continue };
            entities::decode(&script[alt.clone()], |text, place| {
                let from = start + alt.start + place.start;
                let shown = text.as_bytes().get(..place.len().min(text.len())).unwrap_or_default();
                fill(&mut self.out[from..from + place.len()], JOINER);
                self.out[from..from + shown.len()].copy_from_slice(shown);
            });
        }
    }
}

#[cfg(test)]
mod tests;
