//! Turns MDX into Markdown. One pass over the lines finds the JavaScript: imports, exports, tags, expressions and
//! comments. Any Markdown parser can read the rest, no matter how it treats HTML.
mod containers;
mod script;

use self::containers::{list_marker, Containers};
use self::script::{
    after_indentation, heading_marker, is_blank_line, is_heading_or_fence, is_statement, line_end, next_line, Script,
};
use crate::attributes::{caption, closes_heading};
use crate::shifts::Shifts;
use std::ops::Range;

/// Replaces what is hidden inside a paragraph. It neither splits words nor looks like white space.
const FILLER: u8 = 1;
/// The first and the last character of what is hidden inside a paragraph. To marks of emphasis beside it, it is punctuation, as
/// the `<` or `{` was. No text has this sign of Syriac manuscripts.
const EDGE: char = '\u{70d}';
/// The same for what is as long as `<b>`. It is a sign of Mongolian.
const WIDE_EDGE: char = '\u{1804}';
/// A limit on the length of a link's address, and on the list markers of a line. Real documents stay below it.
const MAX_DESTINATION_LENGTH: usize = 1000;
const MAX_MARKERS: usize = 32;
/// Replaces a `<` that is text.
pub(crate) const LESS_THAN: u8 = 2;

pub(crate) struct Mdx {
    /// The bytes that are JavaScript, in ascending order.
    pub(crate) hidden: Vec<Range<usize>>,
    /// The lines of blocks of code without their fences, and the titles of these blocks.
    pub(crate) code: Vec<Range<usize>>,
    /// Markdown of the same length and with the same lines, without JavaScript and code blocks. An empty heading
    /// replaces each of them that was a block. Like such a block, a heading ends the paragraph and the lists that it
    /// does not belong to.
    pub(crate) markdown: String,
    /// Lines that lost their indentation, which means nothing in MDX, and the length they lost.
    pub(crate) shifts: Shifts,
    /// The line from which on no more JavaScript was looked for, because that took too many steps. The rest is text.
    pub(crate) gave_up_at: Option<usize>,
}

impl Mdx {
    #[inline(never)]
    pub(crate) fn read(text: &str) -> Mdx {
        let bytes = text.as_bytes();
        let mut pass = Pass {
            text,
            bytes,
            script: Script::new(bytes),
            markdown: bytes.to_vec(),
            hidden: Vec::new(),
            code: Vec::new(),
            shifts: Shifts::default(),
            containers: Containers::default(),
            fence: None,
            in_paragraph: false,
            paragraph_end: 0,
            no_closing_run: [0; 16],
        };
        let mut at = 0;
        let mut gave_up_at = None;
        while at < bytes.len() {
            let next = pass.line(at);
            if pass.script.gave_up {
                gave_up_at = gave_up_at.or(Some(at));
            }
            at = next;
        }
        // Only ASCII replaces whole characters, so the text stays valid UTF-8.
        let markdown = String::from_utf8(pass.markdown).unwrap_or_default();
        Mdx { hidden: pass.hidden, code: pass.code, markdown, shifts: pass.shifts, gave_up_at }
    }

    /// The place in the text that a byte of the Markdown comes from.
    pub(crate) fn source(&self, at: usize) -> usize {
        self.shifts.source(at)
    }

    /// Converts text of the Markdown back to the text of the file.
    pub(crate) fn plain(text: &str) -> String {
        text.chars()
            .filter(|char| ![char::from(FILLER), EDGE, WIDE_EDGE].contains(char))
            .map(|char| if char == char::from(LESS_THAN) { '<' } else { char })
            .collect()
    }
}

struct Fence {
    marker: u8,
    length: usize,
    /// The column where the content of the enclosing list item starts.
    indentation: usize,
    in_quote: bool,
}

struct Pass<'a> {
    text: &'a str,
    bytes: &'a [u8],
    script: Script<'a>,
    markdown: Vec<u8>,
    hidden: Vec<Range<usize>>,
    code: Vec<Range<usize>>,
    shifts: Shifts,
    containers: Containers,
    fence: Option<Fence>,
    in_paragraph: bool,
    /// The paragraph at hand ends here at the latest.
    paragraph_end: usize,
    /// For each number of backticks, how far the text is known to hold no run of that many.
    no_closing_run: [usize; 16],
}

impl Pass<'_> {
    /// Reads the line at `start`, with everything that begins on it. Returns where the next line starts.
    fn line(&mut self, start: usize) -> usize {
        let end = line_end(self.bytes, start);
        let first = after_indentation(self.bytes, start);
        if first == end {
            self.in_paragraph = false;
            return next_line(self.bytes, start);
        }
        let columns = self.containers.columns(&self.bytes[start..first]);
        if self.in_fence(start, first, end, columns) {
            return next_line(self.bytes, start);
        }
        let column = self.containers.enter(columns);
        let (content, in_quote) = self.prefix(first, end, columns, column);
        let stopped = self.content(start, content, end, in_quote);
        self.indent(start, first, end, column);
        next_line(self.bytes, stopped)
    }

    /// Whether the line belongs to an open code block. Such a line is removed.
    fn in_fence(&mut self, start: usize, first: usize, end: usize, columns: usize) -> bool {
        let Some(fence) = self.fence.take() else { return false };
        if columns < fence.indentation || (fence.in_quote && self.bytes[first] != b'>') {
            return false;
        }
        let mut content = first;
        while fence.in_quote && matches!(self.bytes[content..end].first(), Some(b'>' | b' ' | b'\t')) {
            content += 1;
        }
        let run = self.bytes[content..end].iter().take_while(|byte| **byte == fence.marker).count();
        let closes = run >= fence.length && is_blank_line(&self.bytes[..end], content + run);
        self.clear(start..end);
        if !closes {
            self.code.push(content..end);
            self.fence = Some(fence);
        }
        true
    }

    /// Passes `>` and list markers. Returns where the content starts, and whether it is quoted.
    fn prefix(&mut self, first: usize, end: usize, columns: usize, column: usize) -> (usize, bool) {
        let mut at = first;
        let mut in_quote = false;
        let mut markers = 0;
        while at < end {
            if self.bytes[at] == b'>' {
                in_quote = true;
                at = after_indentation(self.bytes, at + 1);
            } else if let Some(marker) = list_marker(&self.bytes[at..end]).filter(|_| markers < MAX_MARKERS) {
                markers += 1;
                let after = after_indentation(self.bytes, at + marker);
                let spaces = if after == end || after > at + marker + 4 { 1 } else { after - at - marker };
                if !in_quote {
                    let content = columns + (at - first) + marker + spaces;
                    self.containers.open_item(content, (content + column).saturating_sub(columns));
                }
                self.in_paragraph = false;
                at = after;
            } else {
                break;
            }
        }
        (at, in_quote)
    }

    /// Reads the content of a line. Returns a byte of the line on which it ends.
    fn content(&mut self, start: usize, at: usize, end: usize, in_quote: bool) -> usize {
        if at >= end {
            self.in_paragraph = false;
            return end;
        }
        if let Some(fence) = self.fence_at(at, end, in_quote) {
            self.fence = Some(fence);
            self.in_paragraph = false;
            self.code.extend(caption(&self.text[at..end]).map(|title| at + title.start..at + title.end));
            self.replace(at..end);
            return end;
        }
        self.script.quoted = in_quote;
        if heading_marker(&self.bytes[at..end]).is_some() {
            self.in_paragraph = false;
            return self.inline(at, end);
        }
        self.script.limit = self.bytes.len();
        if at == start && !self.in_paragraph && is_statement(self.bytes, at) {
            let stop = self.script.statements(at).max(end);
            self.hidden.push(at..stop);
            self.replace(at..stop);
            // The newline of the last line belongs to the statements.
            return stop - usize::from(stop > end);
        }
        if let Some(stop) = self.flow(at) {
            self.in_paragraph = false;
            self.hidden.push(at..stop);
            self.replace(at..stop);
            return stop;
        }
        let line = &self.bytes[at..end];
        let is_underline = line.iter().all(|byte| matches!(byte, b'-' | b'=' | b' ' | b'\t'));
        self.in_paragraph = !is_underline;
        let is_definition =
            line.starts_with(b"[") && !line.starts_with(b"[^") && line.windows(2).any(|pair| pair == b"]:");
        if is_definition {
            return end;
        }
        if at >= self.paragraph_end {
            self.paragraph_end = self.end_of_paragraph(at);
        }
        self.inline(at, self.paragraph_end)
    }

    fn fence_at(&self, at: usize, end: usize, in_quote: bool) -> Option<Fence> {
        let marker = self.bytes[at];
        let length = self.bytes[at..end].iter().take_while(|byte| **byte == marker).count();
        let opens = match marker {
            b'`' => !self.bytes[at + length..end].contains(&b'`'),
            b'~' => true,
            _ => false,
        };
        let indentation = self.containers.indentation();
        (opens && length >= 3).then_some(Fence { marker, length, indentation, in_quote })
    }

    /// The end of tags and expressions that fill whole lines.
    fn flow(&mut self, mut at: usize) -> Option<usize> {
        loop {
            at = match self.bytes.get(at) {
                Some(b'<') => self.script.tag(at)?,
                Some(b'{') => self.script.braces(at)?,
                _ => return None,
            };
            let after = after_indentation(self.bytes, at);
            if is_blank_line(self.bytes, after) {
                return Some(at);
            }
            at = after;
        }
    }

    /// Reads text with code, tags and expressions up to the end of a line.
    fn inline(&mut self, mut at: usize, limit: usize) -> usize {
        self.script.limit = limit;
        let bytes = self.bytes;
        let is_sign = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'\\' | b'`' | b'<' | b'{' | b']');
        while let Some(length) = bytes.get(at..limit).and_then(|rest| rest.iter().position(is_sign)) {
            at += length;
            at = match bytes[at] {
                b'\n' | b'\r' => return at,
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at + 2,
                b'`' => self.after_code_span(at, limit),
                b'<' => match self.script.tag(at) {
                    Some(end) => self.hide(at..end),
                    None => {
                        self.markdown[at] = LESS_THAN;
                        at + 1
                    }
                },
                b'{' if closes_heading(self.text, at) => at + 1,
                b'{' => match self.script.braces(at) {
                    Some(end) => self.hide(at..end),
                    None => at + 1,
                },
                b']' if bytes.get(at + 1) == Some(&b'(') => self.after_destination(at + 2),
                _ => at + 1,
            };
        }
        limit
    }

    fn after_code_span(&mut self, at: usize, limit: usize) -> usize {
        let run = |at: usize| self.bytes[at..limit].iter().take_while(|byte| **byte == b'`').count();
        let length = run(at);
        let mut close = at + length;
        if self.no_closing_run.get(length).is_some_and(|known| *known < limit) {
            while let Some(found) = self.bytes[close..limit].iter().position(|byte| *byte == b'`') {
                let found_length = run(close + found);
                close += found + found_length;
                if found_length == length {
                    return close;
                }
            }
            self.no_closing_run[length] = limit;
        }
        at + length
    }

    /// Passes the address and title of a link. Braces and `<` are text there.
    fn after_destination(&self, at: usize) -> usize {
        let mut depth = 1;
        let mut end = at;
        while let Some(&byte) = self.bytes.get(end).filter(|_| end < at + MAX_DESTINATION_LENGTH) {
            match byte {
                b'\n' | b'\r' => break,
                b'\\' => end += 1,
                b'(' => depth += 1,
                b')' if depth == 1 => return end + 1,
                b')' => depth -= 1,
                _ => {}
            }
            end += 1;
        }
        at
    }

    /// Where the paragraph that holds `at` ends at the latest.
    fn end_of_paragraph(&self, at: usize) -> usize {
        let mut line = next_line(self.bytes, at);
        while line < self.bytes.len() {
            let mut content = line;
            while matches!(self.bytes.get(content), Some(b'>' | b' ' | b'\t')) {
                content += 1;
            }
            let text = &self.bytes[content..line_end(self.bytes, content)];
            let is_underline = text.iter().all(|byte| matches!(byte, b'-' | b'='));
            if is_underline || is_heading_or_fence(self.bytes, content) || list_marker(text).is_some() {
                break;
            }
            line = next_line(self.bytes, line);
        }
        line
    }

    /// Hides a range inside a paragraph.
    fn hide(&mut self, range: Range<usize>) -> usize {
        self.hidden.push(range.clone());
        self.fill(range.clone(), FILLER);
        let edge = if range.len() == WIDE_EDGE.len_utf8() { WIDE_EDGE } else { EDGE };
        let length = edge.len_utf8().min(range.len());
        self.mark(range.start, edge);
        self.mark(range.end - length, edge);
        range.end
    }

    /// Puts a character of several bytes in place of filler that stands on one line.
    fn mark(&mut self, at: usize, char: char) {
        let place = &mut self.markdown[at..at + char.len_utf8()];
        if place.iter().all(|byte| *byte == FILLER) {
            char.encode_utf8(place);
        }
    }

    /// Replaces a block by an empty heading.
    fn replace(&mut self, range: Range<usize>) {
        let start = range.start;
        self.clear(range);
        self.markdown[start] = b'#';
    }

    fn clear(&mut self, range: Range<usize>) {
        self.fill(range, b' ');
    }

    fn fill(&mut self, range: Range<usize>, with: u8) {
        self.markdown[range].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = with);
    }

    /// Moves the text of a line to this column, because indentation never marks code in MDX.
    fn indent(&mut self, start: usize, first: usize, end: usize, column: usize) {
        let Some(by) = (first - start).checked_sub(column).filter(|by| *by > 0) else { return };
        self.clear(start..first);
        self.markdown[start..end].rotate_left(by);
        self.shifts.push(start..end, by);
    }
}

#[cfg(test)]
mod tests;
