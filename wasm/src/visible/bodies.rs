//! The bodies of admonitions and tabs of MkDocs: lines that are indented below `!!! note`, `??? tip` or `=== "Tab"`. To
//! CommonMark they are code, and to their reader they are Markdown.
use crate::shifts::Shifts;
use memchr::{memchr, memmem};

const INDENTATION: usize = 4;

/// The text with such lines moved to the left, and how far each was moved. None for a text without such lines.
pub(super) fn without_indentation(text: &str) -> Option<(String, Shifts)> {
    if !has_marks(text) {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut shifts = Shifts::default();
    // The columns of the marks whose bodies are open.
    let mut open: Vec<usize> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut start = 0;
    while start < bytes.len() {
        let end = memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |length| start + length);
        let line = &text[start..end];
        let content = line.trim_start_matches(' ');
        let column = line.len() - content.len();
        if !content.trim().is_empty() {
            while open.last().is_some_and(|mark| column < mark + INDENTATION) {
                open.pop();
            }
            let by = (INDENTATION * open.len()).min(column);
            if by > 0 {
                bytes[start..end].rotate_left(by);
                shifts.push(start..end, by);
            }
            match fence {
                Some(mark) if content.starts_with(mark) => fence = None,
                None if content.starts_with("```") || content.starts_with("~~~") => fence = Some(&content[..3]),
                None if is_mark(content) => open.push(column),
                _ => {}
            }
        }
        start = end + 1;
    }
    String::from_utf8(bytes).ok().map(|markdown| (markdown, shifts))
}

const MARKS: [&str; 4] = ["!!! ", "??? ", "???+ ", "=== \""];

/// Whether a text may have such bodies.
fn has_marks(text: &str) -> bool {
    MARKS.iter().any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

fn is_mark(content: &str) -> bool {
    MARKS.iter().any(|mark| content.starts_with(mark))
}
