//! Finds headings line by line, which takes a fraction of the parser's time. Where a line leaves doubt, there is no answer, and
//! the parser has to read the document.
use super::heading_text::{closed, plain};
use super::{collapse_white_space, Heading, Source, FEEDS};
use crate::attributes::heading_end;
use memchr::{memchr2, memchr_iter, memmem, memrchr2};

/// What the line at hand stands in.
enum Inside {
    Text,
    /// A fenced block of code: its mark, the length of its fence, and the fence's indentation.
    Fence(u8, usize, usize),
    Comment,
    /// HTML that ends with the tag that closes this name.
    Raw(&'static str),
}

/// Indented code begins here, and the marks of blocks end.
const DEEP: usize = 4;

/// An id further behind the start of its tag is left alone.
const MAX_TAG_LENGTH: usize = 1000;

/// Tags whose HTML goes on over blank lines.
const RAW: [&str; 4] = ["script", "pre", "style", "textarea"];

struct Lines<'a> {
    source: &'a Source<'a>,
    /// What the parser would read.
    text: &'a str,
    inside: Inside,
    /// Whether a tag opened a line since the last blank one. HTML may go on until the next blank line.
    is_html: bool,
    after_blank: bool,
    /// Whether the text may define links, once a heading asks.
    defines_links: Option<bool>,
    headings: Vec<Heading>,
}

/// The headings of Markdown without containers around them, as the parser finds them. None where only the parser can tell.
pub(super) fn headings(source: &Source) -> Option<Vec<Heading>> {
    let text = source.markdown();
    let mut lines = Lines {
        source,
        text,
        inside: Inside::Text,
        is_html: false,
        after_blank: true,
        defines_links: None,
        headings: Vec::new(),
    };
    let bytes = text.as_bytes();
    if has_html_headings(bytes) || has_anchors(bytes) {
        return None;
    }
    // The parser has its own view of form feeds, and a lone carriage return ends a line too.
    if memchr2(FEEDS[0], FEEDS[1], bytes).is_some() {
        return None;
    }
    if memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1).is_some_and(|next| *next != b'\n')) {
        return None;
    }
    let mut at = 0;
    for next in memchr_iter(b'\n', bytes).map(|newline| newline + 1).chain([bytes.len()]) {
        if next > at {
            lines.read(at, next)?;
        }
        at = next;
    }
    Some(lines.headings)
}

/// Whether a text may define a link or a footnote: a label stands first in its line, or it began in a line before.
fn may_define_links(text: &str) -> bool {
    memmem::find_iter(text.as_bytes(), b"]:").any(|at| {
        let line = &text[memrchr2(b'\n', b'\r', &text.as_bytes()[..at]).map_or(0, |newline| newline + 1)..at];
        let label = line.trim_start_matches(|sign: char| {
            sign.is_ascii_digit() || matches!(sign, ' ' | '\t' | '>' | '-' | '*' | '+' | '.' | ')')
        });
        label.starts_with('[') || !label.contains('[')
    })
}

impl Lines<'_> {
    fn read(&mut self, at: usize, next: usize) -> Option<()> {
        let line = &self.text[at..next];
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let (space, rest) = line.split_at(line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count());
        let has_tab = space.bytes().any(|byte| byte == b'\t');
        let indent = if has_tab { DEEP } else { space.len() };
        if rest.is_empty() {
            (self.is_html, self.after_blank) = (false, true);
            return Some(());
        }
        match self.inside {
            Inside::Fence(mark, length, fenced) => self.in_fence(rest, indent, (mark, length, fenced))?,
            Inside::Comment => {
                if rest.contains("-->") {
                    self.inside = Inside::Text;
                }
            }
            Inside::Raw(name) => {
                if closes(rest, name)? {
                    self.inside = Inside::Text;
                }
            }
            Inside::Text => self.in_text(rest, indent, (at, next), has_tab)?,
        }
        self.after_blank = false;
        Some(())
    }

    fn in_fence(&mut self, rest: &str, indent: usize, (mark, length, fenced): (u8, usize, usize)) -> Option<()> {
        if indent < fenced {
            // The list item around the block may end here.
            return None;
        }
        let run = rest.bytes().take_while(|byte| *byte == mark).count();
        let closes = run >= length && rest[run..].trim_end_matches([' ', '\t']).is_empty();
        if closes && rest.ends_with('\t') {
            // The parser does not take a fence with a tab behind it for the end.
            return None;
        }
        if closes && (indent == fenced || (fenced == 0 && indent < DEEP)) {
            self.inside = Inside::Text;
        } else if closes && fenced > 0 {
            return None;
        }
        Some(())
    }

    #[inline(never)]
    fn in_text(&mut self, rest: &str, indent: usize, (at, next): (usize, usize), has_tab: bool) -> Option<()> {
        match rest.as_bytes()[0] {
            b'#' => {
                let level = rest.bytes().take_while(|byte| *byte == b'#').count();
                let is_heading = level <= 6 && matches!(rest.as_bytes().get(level), None | Some(b' ' | b'\t'));
                if !is_heading || indent >= DEEP {
                    return Some(());
                }
                if rest[level..].trim_end().is_empty() && !self.source.is_written_heading(at + indent) {
                    return Some(());
                }
                // An indented one may belong to a list item.
                if self.is_html || indent > 0 {
                    return None;
                }
                let heading = self.heading(level, (at, next))?;
                self.headings.push(heading);
            }
            mark @ (b'`' | b'~') => {
                let length = rest.bytes().take_while(|byte| *byte == mark).count();
                if length >= 3 && (mark == b'~' || !rest[length..].contains('`')) {
                    if self.is_html || has_tab {
                        return None;
                    }
                    self.inside = Inside::Fence(mark, length, indent);
                }
            }
            b'<' if indent < DEEP => self.html(rest, indent)?,
            b'=' | b'-' if indent < DEEP && !self.after_blank && is_underline(rest) => return None,
            b'-' | b'+' | b'*' | b'0'..=b'9' if begins_with_fence(rest) => return None,
            b'[' if rest.contains("]:") => {
                // The title of a definition may go on over lines.
                let is_whole = rest.ends_with(['"', '\'', ')']) || !rest.contains(['"', '\'', '(']);
                if !is_whole || rest.trim_end().ends_with("]:") {
                    return None;
                }
            }
            _ => {}
        }
        Some(())
    }

    #[inline(never)]
    fn html(&mut self, rest: &str, indent: usize) -> Option<()> {
        if let Some(comment) = rest.strip_prefix("<!--") {
            if comment.starts_with('>') || comment.starts_with("->") {
                return None;
            }
            if !comment.contains("-->") {
                if indent > 0 || self.is_html {
                    return None;
                }
                self.inside = Inside::Comment;
            }
            return Some(());
        }
        let name = rest[1..].trim_start_matches('/');
        let raw = RAW.iter().find(|raw| name.get(..raw.len()).is_some_and(|name| name.eq_ignore_ascii_case(raw)));
        if let Some(raw) = raw {
            let is_tag =
                name.len() == rest.len() - 1 && matches!(name.as_bytes().get(raw.len()), None | Some(b' ' | b'>'));
            if !is_tag || indent > 0 || self.is_html {
                return None;
            }
            if !closes(rest, raw)? {
                self.inside = Inside::Raw(raw);
            }
            return Some(());
        }
        if name.starts_with(['!', '?']) {
            return None;
        }
        self.is_html |= name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        Some(())
    }

    #[inline(never)]
    fn heading(&mut self, level: usize, (at, next): (usize, usize)) -> Option<Heading> {
        let line = &self.text[at..next];
        let text = line[level..].trim_end_matches(['\r', '\n']);
        // What brackets mean depends on the definitions of links.
        let whole = self.text;
        if text.contains('[') && *self.defines_links.get_or_insert_with(|| may_define_links(whole)) {
            return None;
        }
        let end = heading_end(line);
        let id = match (&end, self.source.commented_id(at, line.len())) {
            (Some(found), _) => found.id,
            (None, commented) => commented,
        };
        let text = end.as_ref().map_or(Some(closed(text)), |found| line.get(level..found.at)).unwrap_or_default();
        let text = match plain(text) {
            Some(text) => text,
            None => {
                let line = Source { text: line.into(), from: 0, mdx: None };
                let mut found = line.read(false).headings;
                found.pop().filter(|_| found.is_empty())?.text.into()
            }
        };
        Some(Heading {
            level: level as u8,
            text: collapse_white_space(&self.source.plain(&text)),
            id: id.map(str::to_owned),
            line_start: self.source.from + at,
            body_start: self.source.from + next,
        })
    }
}

/// Whether a text may have headings in HTML.
fn has_html_headings(text: &[u8]) -> bool {
    memchr_iter(b'<', text).any(|at| matches!(text[at + 1..], [b'h' | b'H', b'1'..=b'6', ..]))
}

/// Whether a text may name places in ways beside braces: `<a id="x">`, `(label)=` and `[](){#id}`.
fn has_anchors(text: &[u8]) -> bool {
    memchr_iter(b'=', text).any(|at| names_place(&text[at.saturating_sub(MAX_TAG_LENGTH)..at]))
        || memmem::find_iter(text, b")=").any(|at| text.get(at + 2).is_none_or(u8::is_ascii_whitespace))
        || memmem::find(text, b"[](){").is_some()
        || memmem::find(text, b"\n{:").is_some()
}

/// Whether the attribute at the end of this text is the id or the name of a tag.
fn names_place(text: &[u8]) -> bool {
    let attribute = text.trim_ascii_end();
    let ends = |name: &[u8]| {
        attribute.len().checked_sub(name.len()).is_some_and(|at| attribute[at..].eq_ignore_ascii_case(name))
    };
    (ends(b"id") || ends(b"name")) && memrchr2(b'<', b'>', text).is_some_and(|at| text[at] == b'<')
}

/// Whether a line has the tag that closes raw HTML. The parser looks for the name that opened it, in small letters. None for
/// another spelling.
fn closes(line: &str, name: &str) -> Option<bool> {
    for (at, _) in line.match_indices("</") {
        let Some((found, after)) = line[at + 2..].split_at_checked(name.len()) else { continue };
        if found == name && after.starts_with('>') {
            return Some(true);
        }
        if found.eq_ignore_ascii_case(name) {
            return None;
        }
    }
    Some(false)
}

/// Whether a line makes a heading of the paragraph above it.
fn is_underline(rest: &str) -> bool {
    let line = rest.trim_end_matches([' ', '\t']).as_bytes();
    line.iter().all(|byte| *byte == line[0])
}

/// Whether a list item begins with a block of code, whose end only the parser finds.
fn begins_with_fence(line: &str) -> bool {
    let mut rest = line;
    loop {
        let item = rest.trim_start_matches([' ', '\t', '>']);
        let digits = item.bytes().take_while(u8::is_ascii_digit).count();
        let mark = item.as_bytes().get(digits);
        let is_item = match digits {
            0 => matches!(mark, Some(b'-' | b'+' | b'*')),
            _ => matches!(mark, Some(b'.' | b')')),
        };
        if !is_item || !matches!(item.as_bytes().get(digits + 1), Some(b' ' | b'\t')) {
            return item.starts_with("```") || item.starts_with("~~~");
        }
        rest = &item[digits + 1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Dialect;
    use crate::tests::random::{random, text_of};

    fn headings(text: &str) -> Option<Vec<Heading>> {
        super::headings(&Source::new(text, 0, Dialect::Markdown))
    }

    fn parsed(text: &str) -> Vec<Heading> {
        Source::new(text, 0, Dialect::Markdown).read(false).headings
    }

    #[test]
    fn plain_documents_need_no_parser() {
        for text in [
            "# One\n\ntext\n\n## Two ##\r\n\n```sh\n# no\n```\n\n- item\n\n  ```\n  # no\n  ```\n\n### `Three` *x*\n",
            "<!-- # no\n# no -->\n# One\n\n---\n\ntext\n#no\n####### no\n    # no\n# [a](b.md)\n",
            "<pre>\n\n# no\n</pre>\n\n# [A](b.md) c {#id}\n",
            "#\n\n## A & B\n\n> # no\n\n1. # no\n",
        ] {
            assert_eq!(headings(text), Some(parsed(text)), "{text}");
        }
    }

    #[test]
    fn what_leaves_doubt_is_left_to_the_parser() {
        for text in [
            "One\n---\n",
            "- item\n  # no\n",
            "<div>\n# no\n</div>\n",
            "  <pre>\n\n# no\n</pre>\n",
            "- ```\n  # no\n  ```\n",
            "1. x\n   ```\ny\n   ```\n# one\n",
            "# One\r# Two\r",
            "# [x]\n\n[x]: y\n",
        ] {
            assert_eq!(headings(text), None, "{text}");
        }
    }

    /// A look at the whole text for each heading would take hours here.
    #[test]
    fn many_headings_with_brackets_take_one_look_at_the_text() {
        let text = "# [a\n".repeat(100_000) + &"b ".repeat(10_000_000);
        let found = headings(&text).unwrap();
        assert_eq!((found.len(), found[99_999].text.as_str()), (100_000, "[a"));
    }

    /// Text from pieces that begin, end or disguise blocks.
    #[test]
    fn an_answer_is_always_the_parser_s() {
        let pieces: Vec<&str> = concat!(
            "# ¦## ¦#¦a¦b ¦\n¦\n¦\n\n¦\r\n¦---¦===¦```¦~~~¦````¦- ¦* ¦1. ¦> ¦    ¦  ¦",
            " ¦\t¦<div>¦</div>¦<!--¦-->¦<b>¦`¦[a]¦[a]: b¦(c)¦\"t\"¦{#id}¦\\¦<pre>¦|¦***¦&amp;¦_¦é¦",
            "<h1>¦</h1>¦<a id=x>¦(x)=¦[](){#x}¦``¦]¦](¦` ¦ `¦`a`¦[a](b.md)¦ {#id}¦{ #x .y } #¦{a=b}¦{{< ¦ >}}¦{ref}¦{a='¦'}¦</pre>¦<script>¦</Script>¦<style a>¦<PRE>¦<img alt=x>¦<img¦ alt=\"y\"¦>¦img"
        )
        .split('¦')
        .collect();
        let mut random = random(11);
        let mut answers = 0;
        for _ in 0..200_000 {
            let text = ["", "# "][random(2)].to_owned() + &text_of(&pieces, 14, &mut random);
            if let Some(found) = headings(&text) {
                assert_eq!(found, parsed(&text), "{text:?}");
                let anchors = Source::new(&text, 0, Dialect::Markdown).read(false).anchors;
                assert_eq!(anchors, [], "{text:?}");
                answers += 1;
            }
        }
        assert!(answers > 50_000, "{answers}");
    }

    /// The same for MDX, where lines move, and where blocks of code and JavaScript look like headings to the parser.
    #[test]
    fn an_answer_for_mdx_is_always_the_parser_s() {
        let pieces: Vec<&str> = concat!(
            "# ¦## ¦#¦a¦b ¦\n¦\n¦\n\n¦\r\n¦---¦===¦```¦~~~¦- ¦1. ¦> ¦    ¦  ¦ ¦\t¦<B>¦</B>¦<B\n>¦<!--¦-->¦<b>c</b>¦`¦[a]¦[a]: b¦",
            "{#id}¦{x}¦{/* #id */}¦{/* c */}¦{\n}¦import x\n¦export y¦< ¦*¦**¦_¦&amp;¦é¦<h1>¦<a id=\"x\"/>¦(x)=¦\n  <B/>\n¦\u{c}¦\u{70d}"
        )
        .split('¦')
        .collect();
        let mut random = random(23);
        let mut answers = 0;
        for _ in 0..200_000 {
            let text = ["", "# ", "- a\n"][random(3)].to_owned() + &text_of(&pieces, 14, &mut random);
            let source = Source::new(&text, 0, Dialect::Mdx);
            if super::headings(&source).is_some() {
                let (found, parsed) = (source.headings(), source.read(false));
                assert_eq!((found.headings, found.anchors), (parsed.headings, parsed.anchors), "{text:?}");
                answers += 1;
            }
        }
        assert!(answers > 50_000, "{answers}");
    }
}
