//! Finds marks of dialects within a text: shortcodes, attributes in braces, the fences of admonitions, labels, and tags.
use crate::attributes::attributes_length;
use crate::braces::{near_line, Braces, BracesAround};
use crate::html::{pieces, Piece};
use crate::outline::label;
use std::ops::Range;

/// A comment in a paragraph that is not closed within so many bytes is text.
const MAX_COMMENT_LENGTH: usize = 4096;
/// Longer words after a `#` are not tags.
const MAX_TAG_LENGTH: usize = 200;

/// Marks within a line that are longer are text.
const MAX_MARK_LENGTH: usize = 1000;

/// A piece of a text that its reader sees, or a place where a word ends.
#[derive(Debug, PartialEq)]
pub(super) enum Shown {
    Text(Range<usize>),
    Apart,
}

/// The signs with which marks begin anywhere in a text.
const SIGNS: [bool; 256] = table(b"{%~#:");
/// Those with which they begin a line.
const FIRST_SIGNS: [bool; 256] = table(b":!?([%=");

const fn table(signs: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < signs.len() {
        table[signs[at] as usize] = true;
        at += 1;
    }
    table
}

/// What a text stands in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub(super) in_quote: bool,
    pub(super) in_heading: bool,
    pub(super) starts_block: bool,
}

/// Marks may go on over several pieces of text.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// The byte up to which the text is a mark.
    hidden_until: usize,
    braces: Braces,
    /// The byte up to which no comment of a paragraph is known to end.
    uncommented_until: usize,
    /// The byte up to which all blocks belong to a comment.
    comment_until: usize,
    /// The place of the tilde that closes `~struck~` within a word, which the parser leaves alone.
    closing_tilde: usize,
    /// The end of the line of a directive, on which brackets and braces are marks too.
    directive_end: usize,
    /// The end of the last line of a directive, below which its options may stand.
    options_end: usize,
    /// The end of the last line that is a comment of MyST.
    comment_end: usize,
}

impl Marks {
    /// Whether a place lies in a comment.
    pub(super) fn are_comment(&self, at: usize) -> bool {
        at < self.comment_until
    }

    /// Whether the code that begins here is the text of a role: `{ref}`text <target>``.
    pub(super) fn are_role(&self, at: usize) -> bool {
        self.braces.are_role(at)
    }

    /// Whether the text at this place may hold marks, or belongs to one.
    pub(super) fn concern(&self, text: &str, range: &Range<usize>) -> bool {
        let bytes = &text.as_bytes()[range.clone()];
        let Some(first) = bytes.first() else { return false };
        let may_begin = |(at, byte): (usize, &u8)| {
            // Most colons end a word.
            SIGNS[usize::from(*byte)]
                && (*byte != b':' || bytes.get(at + 1).is_some_and(|next| !next.is_ascii_whitespace()))
        };
        range.start < self.hidden_until.max(self.directive_end)
            || FIRST_SIGNS[usize::from(*first)]
            || bytes.iter().enumerate().any(may_begin)
    }

    /// The pieces of the text at this place that a reader sees. Tags are added to `tags`.
    pub(super) fn read(
        &mut self,
        text: &str,
        range: Range<usize>,
        around: Around,
        mut tags: Option<&mut Vec<String>>,
    ) -> Vec<Shown> {
        let mut out = Vec::new();
        let mut at = range.start.max(self.hidden_until.min(range.end));
        if at == range.start && (around.starts_block || begins_line(text, at)) {
            at = self.line_start(text, at, around, &mut out).min(range.end);
        }
        let mut from = at;
        let bytes = text.as_bytes();
        while at < range.end {
            let end = match bytes[at] {
                b'{' => {
                    let is_after_mark = at == self.hidden_until || at < self.directive_end;
                    let braces = BracesAround { is_after_mark, in_heading: around.in_heading };
                    self.braces.end(text, at, braces)
                }
                b':' => named_directive(text, at).map(|end| (end, false)),
                b'~' => self.tilde(text, at),
                b'%' => inline_comment(text, at).map(|end| (end, false)),
                b'[' | b']' if at < self.directive_end => Some((at + 1, false)),
                b'#' => {
                    if let (Some(tag), Some(tags)) = (tag_at(text, at, range.start), &mut tags) {
                        tags.push(tag.to_owned());
                    }
                    None
                }
                _ => None,
            };
            let Some((end, is_apart)) = end else {
                at += 1;
                continue;
            };
            let (shown, end) = if is_apart { around_address(text, from..at, end) } else { (at, end) };
            if shown > from {
                out.push(Shown::Text(from..shown));
            }
            if is_apart {
                out.push(Shown::Apart);
            }
            self.hidden_until = end;
            at = end.min(range.end);
            from = at;
        }
        if range.end > from {
            out.push(Shown::Text(from..range.end));
        }
        out
    }

    /// The end of the comment that begins a line. A paragraph is searched once.
    fn comment(&mut self, rest: &str, at: usize) -> Option<usize> {
        if !rest.starts_with("%%") || at < self.uncommented_until {
            return None;
        }
        match comment(rest) {
            Ok(length) => Some(at + length),
            Err(looked_at) => {
                self.uncommented_until = at + looked_at;
                None
            }
        }
    }

    fn tilde(&mut self, text: &str, at: usize) -> Option<(usize, bool)> {
        if at != self.closing_tilde || at == 0 {
            self.closing_tilde = closing_tilde(text, at)?;
        }
        Some((at + 1, false))
    }

    /// Reads the marks at the start of a line. Returns the byte after them.
    fn line_start(&mut self, text: &str, at: usize, around: Around, out: &mut Vec<Shown>) -> usize {
        let rest = &text[at..];
        let line = near_line(rest, MAX_COMMENT_LENGTH);
        if around.starts_block && label(line).is_some() {
            self.hidden_until = at + line.len();
        } else if let Some(end) = self.comment(rest, at) {
            self.comment_until = end;
            self.hidden_until = end;
        } else if line.starts_with(":::") {
            self.directive_line(line, at, out);
        } else if is_below(text, self.options_end, at) && is_option(line) {
            self.options_end = at + line.len();
            self.hidden_until = self.options_end;
        } else if is_component(line) {
            self.hidden_until = at + line.len();
        } else if self.is_comment(text, line, at, around) {
            self.comment_end = at + line.len();
            self.hidden_until = self.comment_end;
        } else if line.starts_with("=== \"") {
            self.hidden_until = at + 4;
        } else if line.starts_with("!!!") || line.starts_with("???") {
            let marks = 3 + usize::from(line[3..].starts_with('+'));
            if !line[marks..].starts_with(' ') {
                return at;
            }
            self.hidden_until = at + marks;
        } else if let Some((word, end)) = callout(line).filter(|_| around.in_quote) {
            // The kind of a callout is its title where it has no other.
            if line[end..].trim().is_empty() {
                out.push(Shown::Text(at + word.start..at + word.end));
            }
            self.hidden_until = at + end;
        } else {
            return at;
        }
        self.hidden_until
    }
}

impl Marks {
    /// Reads the line that opens or closes a container: `:::note[Title]`, `:::{tip} Title`, `::: {.callout-tip title="Title"}`.
    fn directive_line(&mut self, line: &str, at: usize, out: &mut Vec<Shown>) {
        self.directive_end = at + line.len();
        self.options_end = self.directive_end;
        let braces = line.len() - line.trim_start_matches(':').trim_start_matches([' ', '\t']).len();
        let Some(length) = attributes_length(&line[braces..]) else {
            self.hidden_until = at + directive(line);
            return;
        };
        self.hidden_until = at + braces + length;
        let marked = &line[braces..braces + length];
        // The kind of a callout of Quarto is its title where it has no other.
        if let Some(word) = title_in(marked).or_else(|| callout_in(marked)) {
            out.push(Shown::Text(at + braces + word.start..at + braces + word.end));
            out.push(Shown::Apart);
        }
    }

    /// Whether a line is a comment of MyST: `% comment`. The first line of a document may be the title of pandoc.
    fn is_comment(&self, text: &str, line: &str, at: usize, around: Around) -> bool {
        let begins = line == "%" || line.starts_with("% ");
        let is_free = around.starts_block && at > 0 && text[..at].ends_with(['\n', '\r']);
        begins && (is_free || is_below(text, self.comment_end, at))
    }
}

/// Whether the line at `at` is the one below the line that ends at `end`.
fn is_below(text: &str, end: usize, at: usize) -> bool {
    end > 0 && matches!(text.get(end..at), Some("\n" | "\r\n" | "\r"))
}

/// Whether a line is an option of a directive of MyST: `:class: dropdown`.
pub(super) fn is_option(line: &str) -> bool {
    let Some(inner) = line.strip_prefix(':') else { return false };
    let name = inner.trim_start_matches(|sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_'));
    name.len() < inner.len() && name.starts_with(':') && name[1..].starts_with(|sign: char| sign.is_whitespace())
        || name.len() < inner.len() && name == ":"
}

/// Whether a line opens a component of MDC without properties: `::card`.
fn is_component(line: &str) -> bool {
    let Some(name) = line.strip_prefix("::") else { return false };
    let name = name.trim_end();
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'-')
}

/// A shortcode within the address of a link, `[text](https://{{< host >}}/a)`, keeps the parser from seeing the link. Where
/// the address begins, and where it ends; the shortcode alone where there is none.
fn around_address(text: &str, before: Range<usize>, end: usize) -> (usize, usize) {
    let own = (before.end, end);
    let address = |sign: char| !sign.is_whitespace() && !matches!(sign, '(' | ')' | '<' | '>');
    let start = before.start + text[before.clone()].trim_end_matches(address).len();
    let inner = near_line(&text[end..], MAX_MARK_LENGTH);
    let rest = inner.trim_start_matches(address);
    if text[..start].ends_with("](") && rest.starts_with(')') {
        (start, end + inner.len() - rest.len())
    } else {
        own
    }
}

/// Where the title stands in the attributes of a container.
fn title_in(marked: &str) -> Option<Range<usize>> {
    let start = marked.find(" title=")? + " title=".len();
    let quote = marked[start..].chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let length = marked[start + 1..].find(quote)?;
    Some(start + 1..start + 1 + length)
}

/// Where the kind of a callout stands in its attributes: `{.callout-note}`.
fn callout_in(marked: &str) -> Option<Range<usize>> {
    let start = marked.find(".callout-")? + ".callout-".len();
    let length = marked[start..].find(|sign: char| !sign.is_ascii_alphabetic())?;
    (length > 0).then_some(start..start + length)
}

/// Whether only white space and marks of quotes stand before this place on its line.
fn begins_line(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '>']);
    before.is_empty() || before.ends_with(['\n', '\r'])
}

/// The bytes of a comment of Obsidian that begins a line: `%% … %%` to the end of a line, or the lines between two lines `%%`.
/// Without one, the bytes in which none ends.
fn comment(text: &str) -> Result<usize, usize> {
    let inner = text.strip_prefix("%%").filter(|inner| !inner.starts_with('%')).ok_or(0usize)?;
    let first = inner.find('\n').unwrap_or(inner.len());
    let is_block = inner[..first].trim().is_empty();
    let mut at = 2;
    for line in inner.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        at += line.len();
        // In a quote, each line has its mark.
        let line = line.trim_start_matches(['>', ' ', '\t']);
        let closes = if is_block { line.trim() == "%%" } else { line.trim_end().ends_with("%%") };
        if closes && end > 3 {
            return Ok(end);
        }
        if !is_block && (line.trim().is_empty() || at > MAX_COMMENT_LENGTH) {
            break;
        }
    }
    Err(at)
}

/// The end of a comment within a line: `a %%comment%% b`.
fn inline_comment(text: &str, at: usize) -> Option<usize> {
    let inner = text[at..].strip_prefix("%%")?;
    let is_free = text[..at].chars().next_back().is_none_or(char::is_whitespace);
    let line = near_line(inner, MAX_MARK_LENGTH);
    let length = line.find("%%")?;
    let is_closed = !line[length + 2..].starts_with(char::is_alphanumeric);
    let holds = |sign: Option<char>| sign.is_some_and(|sign| !sign.is_whitespace());
    let comment = &line[..length];
    (is_free && is_closed && holds(comment.chars().next()) && holds(comment.chars().next_back()))
        .then_some(at + 2 + length + 2)
}

/// The bytes of the colons and the name of a directive: `:::note`, `::: tip`, `:::{note}`.
fn directive(line: &str) -> usize {
    let name = line.trim_start_matches(':').trim_start_matches([' ', '\t']).trim_start_matches('{');
    let after = name.trim_start_matches(|sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_'));
    let after = after.strip_prefix('}').unwrap_or(after);
    line.len() - after.len()
}

/// The end of the name of a directive within a line, `:badge[text]` or `::video{#id}`. Its text follows.
fn named_directive(text: &str, at: usize) -> Option<usize> {
    let is_free = text[..at].chars().next_back().is_none_or(|before| before.is_whitespace() || before == '(');
    if !is_free {
        return None;
    }
    let near = near_line(&text[at..], MAX_MARK_LENGTH);
    let inner = near.trim_start_matches(':');
    let name = inner.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_'));
    let is_name = name.len() < inner.len() && inner.starts_with(|first: char| first.is_ascii_alphabetic());
    let is_directive = match name.as_bytes().first() {
        Some(b'[') => name.contains(']'),
        Some(b'{') => attributes_length(name).is_some(),
        _ => false,
    };
    let colons = near.len() - inner.len();
    (is_name && is_directive && colons < 3).then_some(at + near.len() - name.len())
}

/// The kind of a callout, `[!note]` or `[!tip]-`, and the byte after its sign.
fn callout(line: &str) -> Option<(Range<usize>, usize)> {
    let inner = line.strip_prefix("[!")?;
    let length = inner.find(']')?;
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|sign| sign.is_alphanumeric() || "-_| ".contains(sign));
    if !is_word(&inner[..length]) {
        return None;
    }
    let fold = usize::from(inner[length + 1..].starts_with(['-', '+']));
    Some((2..2 + length, 3 + length + fold))
}

/// The place of the tilde that closes the one at `at`: single tildes around letters without white space, one of them beside
/// a word.
fn closing_tilde(text: &str, at: usize) -> Option<usize> {
    let inner = &text[at + 1..];
    let length =
        near_line(inner, MAX_MARK_LENGTH).find(|sign: char| sign == '~' || sign == '`' || sign.is_whitespace())?;
    let is_single = length > 0 && !text[..at].ends_with(['~', '\\']) && !inner[length + 1..].starts_with('~');
    (is_single && inner[length..].starts_with('~')).then_some(at + 1 + length)
}

/// The tag of a note that begins here: `#project/alpha`. It has a letter, and is not a colour such as `#a1b2c3`.
fn tag_at(text: &str, at: usize, from: usize) -> Option<&str> {
    let before = text[..at].chars().next_back();
    let is_free = before.is_none_or(char::is_whitespace) || (at == from && begins_line(text, at));
    let inner = &text[at + 1..];
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '/');
    let tag = &inner[..inner.find(|sign| !is_part(sign)).unwrap_or(inner.len())];
    let tag = tag.trim_end_matches(['/', '-']);
    let is_color = matches!(tag.len(), 3 | 4 | 6 | 8)
        && tag.bytes().all(|byte| byte.is_ascii_hexdigit())
        && tag.bytes().any(|byte| byte.is_ascii_digit());
    let is_word = tag.starts_with(is_part) && tag.contains(char::is_alphabetic);
    (is_free && is_word && !is_color && tag.len() <= MAX_TAG_LENGTH).then_some(tag)
}

/// Whether a link embeds a picture, so that its address is not text.
pub(super) fn is_picture(address: &str) -> bool {
    // In a table, a backslash stands before the sign that follows.
    let name = address.split(['#', '\\']).next().unwrap_or(address).to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "mp4", "webm", "mov", "mp3", "wav", "ogg", "pdf"]
        .contains(&extension)
}

/// Whether JavaScript within a line of MDX ends the word before it: a tag of a block, or an expression that may show something.
pub(super) fn ends_word(script: &str) -> bool {
    if script.starts_with("{/*") {
        return false;
    }
    let is_block = |piece| matches!(piece, Piece::Tag(tag) if tag.is_block());
    script.starts_with('{') || pieces(script).any(is_block)
}
