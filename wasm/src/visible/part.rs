//! The visible text of a part of a long document, without reading all of it: sections begin where no block is open.
use super::{bodies, visible, Visible};
use crate::outline::{may_define_links, Dialect, Source};
use memchr::memmem;
use std::ops::Range;

/// All of a shorter document is read, which takes about a millisecond.
const LONG: usize = 64 << 10;

/// Marks that are longer than this end nothing and hide nothing. So this much before the part is read too.
const BEFORE: usize = 8 << 10;

/// The bytes of this range, as they stand in `visible`.
pub(crate) fn visible_part(file: &str, source: &Source, range: Range<usize>) -> Vec<u8> {
    let (around, text) = match around(file, source, &range) {
        Some(around) => {
            let slice = &file[around.clone()];
            let from = source.from().saturating_sub(around.start);
            (around, visible(slice, &Source::new(slice, from, Dialect::Markdown)))
        }
        None => (0..file.len(), visible(file, source)),
    };
    let Visible { text, .. } = text;
    let end = range.end.clamp(around.start, around.end) - around.start;
    let start = range.start.clamp(around.start, around.end) - around.start;
    text.get(start..end).unwrap_or_default().to_vec()
}

/// The sections around a range that read the same without the rest of the document. None where the rest may matter: what
/// brackets mean depends on definitions anywhere, and `%%` may open a comment of any length.
pub(super) fn around(file: &str, source: &Source, range: &Range<usize>) -> Option<Range<usize>> {
    if file.len() < LONG || super::is_too_large(file) || source.mdx().is_some() {
        return None;
    }
    let markdown = source.markdown();
    let has = |mark: &str| memmem::find(markdown.as_bytes(), mark.as_bytes()).is_some();
    if may_define_links(markdown) || has("%%") || bodies::has_marks(markdown) {
        return None;
    }
    let headings = source.headings_by_line()?;
    let starts = headings.iter().map(|heading| heading.line_start).filter(|at| follows_blank_line(file, *at));
    let mut around = 0..file.len();
    for start in starts {
        if start + BEFORE <= range.start {
            around.start = start;
        } else if start >= range.end {
            around.end = start;
            break;
        }
    }
    (around.len() < file.len() / 2).then_some(around)
}

fn follows_blank_line(file: &str, at: usize) -> bool {
    let before = file[..at].trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    before.is_some_and(|line| line.trim_end_matches([' ', '\t']).ends_with('\n'))
}
