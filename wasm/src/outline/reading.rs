//! Reads headings and links from the events of the parser.
use super::links::{link_of_tag, links_of_mdx, template_links, wiki_links};
use super::{after_line, collapse_white_space, line_start, Anchor, Heading, Link, LinkKind, Outline, Source};
use crate::attributes::heading_end;
use crate::braces::{role_text, Braces, BracesAround};
use crate::html::{is_html_element, pieces, Piece, Tag as HtmlTag};
use crate::shifts::Shifts;
use memchr::{memchr2, memrchr2};
use pulldown_cmark::{CowStr, Event, Tag, TagEnd};
use std::ops::Range;

/// A heading in HTML that is not closed within so many bytes is text.
const MAX_HEADING_LENGTH: usize = 4096;
/// More anchors of a document are left out, and so are longer ones.
pub(crate) const MAX_ANCHORS: usize = 10_000;
pub(crate) const MAX_ANCHOR_LENGTH: usize = 512;

/// A heading while its text is being read.
struct Title {
    level: u8,
    /// The place of the heading's first line, and the byte after its last.
    range: Range<usize>,
    text: String,
    id: Option<String>,
    /// The anchors in it, and right before it.
    anchors: Vec<Anchor>,
    /// Where its text ends, which is before the braces of an id.
    end: usize,
    is_html: bool,
    braces: Braces,
    /// The byte up to which the title is a mark.
    hidden_until: usize,
}

impl Title {
    fn new(level: u8, range: Range<usize>, id: Option<String>, anchors: Vec<Anchor>) -> Self {
        let (text, braces) = (String::new(), Braces::default());
        Title { level, range, text, id, anchors, end: usize::MAX, is_html: true, braces, hidden_until: 0 }
    }

    fn push(&mut self, text: &str, range: &Range<usize>) {
        if range.start < self.end && range.start >= self.hidden_until {
            // Text past the end is plain, so it has the same length in the file.
            self.text.push_str(text.get(..text.len() - range.end.saturating_sub(self.end)).unwrap_or(text));
        }
    }

    /// Adds text that may hold marks in braces.
    fn push_marked(&mut self, markdown: &str, text: &str, range: &Range<usize>) {
        let is_written = markdown.get(range.clone()) == Some(text);
        if !is_written || (range.start >= self.hidden_until && !text.contains('{')) {
            return self.push(text, range);
        }
        // A mark ends in its heading. Where one in HTML ends is not known yet.
        let heading = if self.is_html { markdown } else { &markdown[..self.range.end] };
        let mut from = range.start.max(self.hidden_until.min(range.end));
        let mut at = from;
        while let Some(open) = markdown[at..range.end].find('{') {
            at += open;
            // What may only end a heading is cut off already.
            let around = BracesAround { is_after_mark: at > 0 && at == self.hidden_until, in_heading: false };
            let Some((end, is_apart)) = self.braces.end(heading, at, around) else {
                at += 1;
                continue;
            };
            self.push(&markdown[from..at], &(from..at));
            if is_apart {
                self.push(" ", &(at..at + 1));
            }
            self.hidden_until = end;
            at = end.min(range.end);
            from = at;
        }
        self.push(&markdown[from..range.end], &(from..range.end));
    }

    fn push_code(&mut self, code: &str, range: &Range<usize>) {
        let shown = if self.braces.are_role(range.start) { role_text(code) } else { code.len() };
        self.push(&code[..shown], range);
    }

    fn is_too_long(&self, at: usize) -> bool {
        self.is_html && at > self.range.start + MAX_HEADING_LENGTH
    }
}

pub(super) struct Reading<'s> {
    source: &'s Source<'s>,
    markdown: &'s str,
    /// The lines that the parser reads at another column.
    shifts: Option<&'s Shifts>,
    with_links: bool,
    /// How many quotes and lists are open.
    containers: usize,
    title: Option<Title>,
    /// The anchors since the last text. They belong to the heading that follows them at once.
    anchors: Vec<Anchor>,
    /// The HTML of the block at hand.
    html: Option<Range<usize>>,
    code: Vec<Range<usize>>,
    out: Outline,
}

impl<'s> Reading<'s> {
    pub(super) fn new(source: &'s Source<'s>, markdown: &'s str, with_links: bool) -> Self {
        Reading {
            source,
            markdown,
            shifts: None,
            with_links,
            containers: 0,
            title: None,
            anchors: Vec::new(),
            html: None,
            code: Vec::new(),
            out: Outline::default(),
        }
    }

    pub(super) fn shifted(self, shifts: &'s Shifts) -> Self {
        Reading { shifts: Some(shifts), ..self }
    }

    /// The byte of the file that a byte of the Markdown comes from.
    fn place(&self, at: usize) -> usize {
        self.source.place(self.shifts.map_or(at, |shifts| shifts.source(at)))
    }

    pub(super) fn read(&mut self, event: Event, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Code(span) => {
                match self.open_title(range.start) {
                    Some(title) => title.push_code(&span, &range),
                    None => self.text(&span, &range),
                }
                self.code.push(range);
            }
            Event::Text(part) => self.text(&part, &range),
            Event::SoftBreak | Event::HardBreak => {
                if let Some(title) = &mut self.title {
                    title.push(" ", &range);
                }
            }
            Event::InlineHtml(tag) => self.inline_html(&tag, &range),
            Event::Html(_) => {
                let start = self.html.as_ref().map_or(range.start, |html| html.start);
                self.html = Some(start..range.end);
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag, range: Range<usize>) {
        match tag {
            Tag::Heading { level, .. } if self.containers == 0 => {
                self.title = Some(self.heading(level as u8, range));
            }
            Tag::BlockQuote(_) | Tag::List(_) | Tag::Item => self.containers += 1,
            Tag::Link { dest_url, .. } => self.link(LinkKind::Link, &dest_url, range),
            Tag::Image { dest_url, .. } => self.link(LinkKind::Image, &dest_url, range),
            Tag::CodeBlock(_) => {
                self.settle();
                self.code.push(range);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) if self.title.as_ref().is_some_and(|title| !title.is_html) => self.close(),
            TagEnd::HtmlBlock => {
                if let Some(html) = self.html.take() {
                    self.block(html);
                }
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                self.containers = self.containers.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn heading(&mut self, level: u8, range: Range<usize>) -> Title {
        let heading = &self.markdown[range.clone()];
        let found = heading_end(heading);
        let id = match &found {
            Some(found) => found.id,
            None => self.source.commented_id(range.start, range.len()),
        };
        let id = id.map(str::to_owned);
        let end = range.start + found.as_ref().map_or(range.len(), |found| found.at);
        let anchors = std::mem::take(&mut self.anchors);
        Title { end, is_html: false, ..Title::new(level, range, id, anchors) }
    }

    fn text(&mut self, text: &str, range: &Range<usize>) {
        let markdown = self.markdown;
        match self.open_title(range.start) {
            Some(title) => title.push_marked(markdown, text, range),
            None => match label(self.line_of(range)) {
                Some(label) => self.anchor(Some(label), range.start),
                _ if self.names_heading(text, range) => {}
                _ if !text.trim().is_empty() && !is_braces(text.trim()) => self.settle(),
                _ => {}
            },
        }
    }

    /// The title that goes on at this byte. One in HTML that went on for too long is text.
    fn open_title(&mut self, at: usize) -> Option<&mut Title> {
        self.title.take_if(|title| title.is_too_long(at));
        self.title.as_mut()
    }

    /// Keeps an anchor until it is known whether a heading follows.
    fn anchor(&mut self, name: Option<&str>, at: usize) {
        let Some(name) = name.filter(|name| name.len() <= MAX_ANCHOR_LENGTH) else { return };
        let anchor = Anchor { name: self.source.plain(name).into_owned(), at: self.place(at) };
        match &mut self.title {
            Some(title) => title.anchors.push(anchor),
            None => self.anchors.push(anchor),
        }
    }

    /// Leaves the anchors where they stand, because text follows.
    fn settle(&mut self) {
        let room = MAX_ANCHORS.saturating_sub(self.out.anchors.len());
        self.out.anchors.extend(self.anchors.drain(..).take(room));
    }

    /// Reads the attributes on the line after a heading, as Kramdown writes them: `{: #id }`.
    fn names_heading(&mut self, text: &str, range: &Range<usize>) -> bool {
        let Some(heading) = self.out.headings.last().filter(|_| text.starts_with("{:")) else { return false };
        let is_next = heading.body_start == self.place(range.start);
        let marked = format!("# x {}", text.trim_end());
        let Some(end) = heading_end(&marked).filter(|_| is_next) else { return false };
        if let Some(name) = end.id.filter(|name| name.len() <= MAX_ANCHOR_LENGTH) {
            self.out.anchors.push(Anchor { name: name.to_owned(), at: heading.body_start });
        }
        true
    }

    /// The line that a text begins.
    fn line_of(&self, range: &Range<usize>) -> &'s str {
        let bytes = self.markdown.as_bytes();
        let begins = range.start == 0 || matches!(bytes[range.start - 1], b'\n' | b'\r');
        if !begins || bytes[range.start] != b'(' {
            return "";
        }
        let rest = &self.markdown[range.start..];
        &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())]
    }

    fn link(&mut self, kind: LinkKind, destination: &str, range: Range<usize>) {
        if let Some(id) =
            self.markdown.get(range.end..).and_then(|after| empty_link(&self.markdown[range.clone()], after))
        {
            let id = id.to_owned();
            self.anchor(Some(&id), range.start);
        }
        if self.with_links {
            let (start, end) = (self.place(range.start), self.place(range.end));
            let destination = self.source.plain(destination).into_owned();
            self.out.links.push(Link { kind, destination, start, end });
        }
    }

    fn link_in_tag(&mut self, tag: &HtmlTag, range: Range<usize>) {
        if let Some((kind, destination)) = link_of_tag(tag).filter(|_| self.with_links) {
            let (start, end) = (self.place(range.start), self.place(range.end));
            self.out.links.push(Link { kind, destination: decoded(destination), start, end });
        }
    }

    fn inline_html(&mut self, html: &CowStr, range: &Range<usize>) {
        for piece in pieces(html) {
            if let Piece::Tag(tag) = piece {
                self.link_in_tag(&tag, range.clone());
            }
        }
        if !is_html_element(html) {
            return self.text(html, range);
        }
        for piece in pieces(html) {
            let Piece::Tag(tag) = piece else { continue };
            self.anchor(tag.anchor(), range.start);
            let Some(title) = &mut self.title else { continue };
            if tag.name.eq_ignore_ascii_case("br") {
                title.push(" ", range);
            }
            if let Some(alt) = tag.alternative() {
                title.push(&decoded(&html[alt]), range);
            }
        }
    }

    /// Reads the headings and anchors of a block of HTML.
    fn block(&mut self, range: Range<usize>) {
        let html = &self.markdown[range.clone()];
        for piece in pieces(html) {
            match piece {
                Piece::Text(text) => {
                    let place = range.start + text.start..range.start + text.end;
                    self.text(&decoded(&html[text]), &place);
                }
                Piece::Tag(tag) => self.tag(&tag, html, range.start),
            }
        }
    }

    fn tag(&mut self, tag: &HtmlTag, html: &str, from: usize) {
        let (start, end) = (from + tag.range.start, from + tag.range.end);
        self.link_in_tag(tag, start..end);
        if let Some(level) = tag.heading_level().filter(|_| self.containers == 0) {
            if tag.closes {
                let opened = self.title.as_mut().filter(|title| title.is_html && title.level == level);
                if let Some(title) = opened {
                    title.range.end = end_of_heading(self.markdown, end);
                    self.close();
                }
            } else {
                let anchors = std::mem::take(&mut self.anchors);
                let range = start_of_heading(self.markdown, start)..end;
                let id = tag.anchor().map(str::to_owned);
                self.title = Some(Title::new(level, range, id, anchors));
            }
            return;
        }
        self.anchor(tag.anchor(), start);
        let Some(title) = &mut self.title else { return };
        if tag.is_block() {
            title.push(" ", &(start..end));
        }
        if let Some(alt) = tag.alternative() {
            title.push(&format!(" {} ", decoded(&html[alt])), &(start..end));
        }
    }

    fn close(&mut self) {
        let Some(title) = self.title.take().filter(|title| self.is_heading(title)) else { return };
        let (start, end) = match title.is_html {
            true => (title.range.start, title.range.end),
            false => (line_start(self.markdown, title.range.start), after_line(self.markdown, title.range.end)),
        };
        let at = self.source.from + end;
        let room = MAX_ANCHORS.saturating_sub(self.out.anchors.len());
        self.out.anchors.extend(title.anchors.into_iter().take(room).map(|anchor| Anchor { at, ..anchor }));
        self.out.headings.push(Heading {
            level: title.level,
            text: collapse_white_space(&self.source.plain(&title.text)),
            id: title.id,
            line_start: self.source.from + start,
            body_start: self.source.from + end,
        });
    }

    fn is_heading(&self, title: &Title) -> bool {
        !title.text.is_empty() || self.source.is_written_heading(title.range.start)
    }

    pub(super) fn finish(mut self) -> Outline {
        self.settle();
        add_anchors_of_mdx(self.source, &mut self.out);
        if self.with_links {
            for (range, target) in wiki_links(self.markdown, &self.code) {
                self.link(LinkKind::Wiki, target, range);
            }
            for (range, target) in template_links(self.markdown, &self.code) {
                self.link(LinkKind::Link, target, range);
            }
            if let Source { text, from, mdx: Some(mdx) } = self.source {
                self.out.links.extend(links_of_mdx(text, *from, mdx));
            }
            self.out.links.sort_by_key(|link| (link.start, link.end));
        }
        self.out
    }
}

/// The anchors in tags of MDX, which its Markdown does not have. One right before a heading, or in it, leads to it.
pub(super) fn add_anchors_of_mdx(source: &Source, out: &mut Outline) {
    let Source { text, from, mdx: Some(mdx) } = source else { return };
    for range in &mdx.hidden {
        let names: Vec<String> = pieces(&text[range.clone()])
            .filter_map(|piece| match piece {
                Piece::Tag(tag) if tag.name != "img" => tag.anchor().map(str::to_owned),
                _ => None,
            })
            .collect();
        let (start, end) = (from + range.start, from + range.end);
        let next = out.headings.partition_point(|heading| heading.body_start <= start);
        let heading = out.headings.get(next).filter(|heading| {
            let between = text.get(range.end..heading.line_start.saturating_sub(*from));
            heading.line_start <= start || between.is_some_and(|between| between.trim().is_empty())
        });
        let at = heading.filter(|heading| end <= heading.body_start).map_or(start, |heading| heading.body_start);
        let room = MAX_ANCHORS.saturating_sub(out.anchors.len());
        let of_length = names.into_iter().filter(|name| name.len() <= MAX_ANCHOR_LENGTH && !name.starts_with('{'));
        out.anchors.extend(of_length.take(room).map(|name| Anchor { name, at }));
    }
}

/// The label in `(label)=`, which names what follows (MyST).
pub(crate) fn label(line: &str) -> Option<&str> {
    let label = line.trim_end().strip_prefix('(')?.strip_suffix(")=")?;
    (!label.is_empty() && !label.contains(|sign: char| sign.is_whitespace() || matches!(sign, '(' | ')')))
        .then_some(label)
}

/// Whether a text is only the braces behind an anchor.
fn is_braces(text: &str) -> bool {
    text.starts_with("{#") && text.ends_with('}')
}

/// The id of an empty link with attributes, `[](){#id}`, which is an anchor.
fn empty_link<'a>(link: &str, after: &'a str) -> Option<&'a str> {
    if link != "[]()" || !after.starts_with('{') {
        return None;
    }
    let line = &after[..after.find(['\n', '\r']).unwrap_or(after.len())];
    let marked = &line[..line.find('}')? + 1];
    // The braces of a heading stand behind a title.
    let id = marked.trim_matches(['{', '}', ' ']).strip_prefix('#')?;
    (!id.is_empty() && !id.contains(char::is_whitespace)).then_some(id)
}

/// The text of HTML, with its entities decoded.
fn decoded(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    crate::entities::decode(html, |text, _| out.push_str(text));
    out
}

/// The start of the line on which a tag stands, or the tag itself if there is text before it, or much markup.
fn start_of_heading(text: &str, tag: usize) -> usize {
    let from = tag.saturating_sub(MAX_HEADING_LENGTH);
    let line = match memrchr2(b'\n', b'\r', &text.as_bytes()[from..tag]) {
        Some(newline) => from + newline + 1,
        None if from == 0 => 0,
        None => return tag,
    };
    if has_text(&text[line..tag]) {
        tag
    } else {
        line
    }
}

/// The byte after the line on which a tag ends, or the end of the tag if there is text behind it, or much markup.
fn end_of_heading(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    let near = &bytes[end..bytes.len().min(end + MAX_HEADING_LENGTH)];
    let line = match memchr2(b'\n', b'\r', near) {
        Some(_) => after_line(text, end),
        None if end + near.len() == bytes.len() => bytes.len(),
        None => return end,
    };
    if has_text(&text[end..line]) {
        end
    } else {
        line
    }
}

fn has_text(html: &str) -> bool {
    pieces(html).any(|piece| matches!(piece, Piece::Text(text) if !html[text.clone()].trim().is_empty()))
}
