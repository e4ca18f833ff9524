//! Finds marks in braces within a text: shortcodes, names of roles, and attributes behind what they style.
use crate::attributes::{attributes_length, closes_heading, comment_length, long_attributes_length};
use memchr::{memchr2, memchr2_iter};

/// A shortcode that is not closed within so many bytes is text.
const MAX_SHORTCODE_LENGTH: usize = 4096;
/// Longer names of roles and languages are text.
const MAX_NAME_LENGTH: usize = 200;
/// A comment in braces that is longer is text.
const MAX_COMMENT_LENGTH: usize = 1000;

/// The forms of shortcodes (Hugo, Zola, Jekyll), from sign to sign.
const SHORTCODES: [(&str, &str); 4] = [("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}"), ("{#-", "-#}")];

/// What braces stand in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BracesAround {
    pub(crate) is_after_mark: bool,
    pub(crate) in_heading: bool,
}

/// What is known of the braces of a text that is read from its start to its end.
#[derive(Debug, Default)]
pub(crate) struct Braces {
    /// For each form of shortcode, the byte up to which none is known to end.
    unclosed_until: [usize; SHORTCODES.len()],
    /// The end of the name of a role, behind which its text follows as code.
    role_end: usize,
}

impl Braces {
    /// Whether the code that begins here is the text of a role: `{ref}`text <target>``.
    pub(crate) fn are_role(&self, at: usize) -> bool {
        at > 0 && at == self.role_end
    }

    /// The end of the mark in braces that begins here, and whether it ends a word.
    pub(crate) fn end(&mut self, text: &str, at: usize, around: BracesAround) -> Option<(usize, bool)> {
        if let Some(end) = self.shortcode(text, at) {
            return Some((end, true));
        }
        if around.in_heading {
            if let Some(length) = comment_length(near_line(&text[at..], MAX_COMMENT_LENGTH)) {
                return Some((at + length, false));
            }
        }
        if let Some(length) = role_length(&text[at..]) {
            self.role_end = at + length;
            return Some((self.role_end, false));
        }
        let before = text.as_bytes()[..at].last();
        if let Some(length) = raw_length(&text[at..]).filter(|_| before == Some(&b'`')) {
            return Some((at + length, false));
        }
        if before == Some(&b')') {
            let length = long_attributes_length(&text[at..])?;
            return blank_line(&text.as_bytes()[at..at + length]).is_none().then_some((at + length, false));
        }
        let length = attributes_length(&text[at..])?;
        let is_after_mark = matches!(before, Some(b')' | b']' | b'`' | b'*' | b'_' | b'}')) || around.is_after_mark;
        let is_list = text[at..].starts_with("{:");
        let ends_heading = around.in_heading && closes_heading(text, at);
        (is_after_mark || is_list || ends_heading).then_some((at + length, false))
    }

    /// The end of the shortcode that begins here.
    fn shortcode(&mut self, text: &str, at: usize) -> Option<usize> {
        let form = SHORTCODES.iter().position(|(open, _)| text[at..].starts_with(open))?;
        let (open, close) = SHORTCODES[form];
        let inner = &text.as_bytes()[at + open.len()..];
        // Hugo shows a shortcode that stands in a comment.
        if at < self.unclosed_until[form] || inner.starts_with(b"/*") || text[..at].ends_with('\\') {
            return None;
        }
        let inner = &inner[..inner.len().min(MAX_SHORTCODE_LENGTH)];
        let Some(length) = memchr::memmem::find(inner, close.as_bytes()) else {
            self.unclosed_until[form] = at + inner.len();
            return None;
        };
        let end = at + open.len() + length + close.len();
        blank_line(&text.as_bytes()[at..end]).is_none().then_some(end)
    }
}

/// The bytes of the name of a role of MyST, which stands before code: `{ref}`.
fn role_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('{')?;
    let is_part = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b':' | b'.' | b'-' | b'_' | b'+');
    let length = inner.bytes().take(MAX_NAME_LENGTH).take_while(|sign| is_part(*sign)).count();
    let is_name = inner.starts_with(|first: char| first.is_ascii_alphabetic());
    (is_name && inner[length..].starts_with("}`")).then_some(length + 2)
}

/// How much of the text of a role its reader sees: `text` of `text <target>`.
pub(crate) fn role_text(code: &str) -> usize {
    let end = code.trim_end();
    let target = end.strip_suffix('>').and_then(|inner| inner.rfind('<'));
    target.filter(|at| !code[..*at].trim().is_empty()).unwrap_or(code.len())
}

/// The bytes of the sign that says of which language code is that is written as it stands: `{=html}`.
fn raw_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("{=")?;
    let length = inner.bytes().take(MAX_NAME_LENGTH).take_while(|sign| sign.is_ascii_alphanumeric()).count();
    (length > 0 && inner[length..].starts_with('}')).then_some(length + 3)
}

/// The start of a text up to its first newline, and at most so many bytes.
pub(crate) fn near_line(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..memchr2(b'\n', b'\r', &text.as_bytes()[..end]).unwrap_or(end)]
}

/// The byte at which a line ends before a blank one.
pub(crate) fn blank_line(bytes: &[u8]) -> Option<usize> {
    let is_blank = |at: &usize| match bytes[*at..] {
        [b'\r', b'\n'] => false,
        [b'\r', b'\n', next, ..] | [b'\r' | b'\n', next, ..] => matches!(next, b'\n' | b'\r'),
        _ => false,
    };
    memchr2_iter(b'\n', b'\r', bytes).find(is_blank)
}
