//! The markup of documents, as a segment stores it: where a document as its reader sees it (`visible`) differs from its
//! file. So a query shows documents without a parser of theirs.
//!
//! Layout: for each document the byte after its markup (u32 little endian, counted from the first), then the markup of
//! one document after the other, in runs. A document in which all text is seen as it stands has none.
use crate::error::{CoreError, Result};
use crate::visible::{fill, is_newline, JOINER};
use std::ops::Range;
use tantivy::directory::{FileHandle, OwnedBytes};

/// The name under which a segment keeps it.
pub(crate) const FILE: &str = "markup";

/// The runs of each piece of a document begin anew, so that a passage of a long document is read without what stands
/// before it. Before the runs of a document stand the places of all of its pieces but the first (u32 little endian each).
const PIECE: usize = 64 << 10;

/// Bytes of a place.
const PLACE: usize = 4;

/// That of documents that follow each other.
#[derive(Default)]
pub(crate) struct Markup {
    ends: Vec<u8>,
    documents: Vec<u8>,
}

impl Markup {
    /// Adds a document, as it is written and as its reader sees it.
    pub(crate) fn push(&mut self, file: &[u8], visible: &[u8]) {
        self.copy(&encode(file, visible));
    }

    /// Adds the markup of a document of another segment.
    pub(crate) fn copy(&mut self, document: &[u8]) {
        self.documents.extend_from_slice(document);
        self.ends.extend_from_slice(&(self.documents.len() as u32).to_le_bytes());
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let mut out = self.ends;
        out.extend_from_slice(&self.documents);
        out
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// Spaces in place of all but line ends.
    Spaces,
    /// The same with joiners.
    Joiners,
    /// Other bytes.
    Other,
}

/// A run is what lies between it and the one before, doubled, plus 1 for all but a single joiner. Then follows its
/// length, doubled, plus 1 for joiners. For other bytes stands a zero, then the length and the bytes. All numbers are
/// LEB128.
fn encode(file: &[u8], visible: &[u8]) -> Vec<u8> {
    if file == visible {
        return Vec::new();
    }
    let pieces = file.chunks(PIECE).zip(visible.chunks(PIECE));
    let mut out = vec![0; PLACE * (file.len().div_ceil(PIECE) - 1)];
    for (number, (file, visible)) in pieces.enumerate() {
        if number > 0 {
            let place = out.len() as u32;
            out[PLACE * (number - 1)..PLACE * number].copy_from_slice(&place.to_le_bytes());
        }
        let mut end = 0;
        while let Some((kind, run)) = next_run(file, visible, end) {
            let gap = 2 * (run.start - end);
            if kind == Kind::Joiners && run.len() == 1 {
                push_number(&mut out, gap);
            } else {
                push_number(&mut out, gap + 1);
                match kind {
                    Kind::Spaces => push_number(&mut out, 2 * run.len()),
                    Kind::Joiners => push_number(&mut out, 2 * run.len() + 1),
                    Kind::Other => {
                        push_number(&mut out, 0);
                        push_number(&mut out, run.len());
                        out.extend_from_slice(&visible[run.clone()]);
                    }
                }
            }
            end = run.end;
        }
    }
    out
}

/// The next bytes that differ. Line ends, and spaces among spaces, are passed, because a run leaves them as they are.
fn next_run(file: &[u8], visible: &[u8], from: usize) -> Option<(Kind, Range<usize>)> {
    let start = first_difference(file, visible, from)?;
    let kind = |at: usize| match visible[at] {
        _ if is_newline(file[at]) => Kind::Other,
        b' ' => Kind::Spaces,
        JOINER => Kind::Joiners,
        _ => Kind::Other,
    };
    let found = kind(start);
    let mut end = start;
    for at in start..file.len() {
        let differs = file[at] != visible[at];
        if differs && kind(at) == found {
            end = at + 1;
        } else if differs || found == Kind::Other || !(is_newline(file[at]) || visible[at] == byte_of(found)) {
            break;
        }
    }
    Some((found, start..end))
}

/// The first byte from here on that differs. Most of a document is seen as it stands, so eight bytes are compared at once.
fn first_difference(file: &[u8], visible: &[u8], from: usize) -> Option<usize> {
    let eight = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or_default();
    let mut at = from;
    for (file, visible) in file[from..].chunks_exact(8).zip(visible[from..].chunks_exact(8)) {
        let differ = eight(file) ^ eight(visible);
        if differ != 0 {
            return Some(at + differ.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    (at..file.len()).find(|at| file[*at] != visible[*at])
}

fn byte_of(kind: Kind) -> u8 {
    if kind == Kind::Joiners {
        JOINER
    } else {
        b' '
    }
}

fn push_number(out: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn damaged() -> CoreError {
    CoreError::damaged("the markup of a segment cannot be read")
}

/// The markup of a document, in the file of a segment with so many documents.
pub(crate) fn of_document(file: &dyn FileHandle, document: usize, documents: usize) -> Result<OwnedBytes> {
    let table = PLACE.checked_mul(documents).filter(|table| *table <= file.len() && document < documents);
    let table = table.ok_or_else(damaged)?;
    let end = |document: usize| -> Result<usize> {
        let bytes = file.read_bytes(PLACE * document..PLACE * (document + 1))?;
        place_at(&bytes, 0).and_then(|end| end.checked_add(table)).ok_or_else(damaged)
    };
    let start = if document == 0 { table } else { end(document - 1)? };
    let end = end(document)?;
    if start > end || end > file.len() {
        return Err(damaged());
    }
    Ok(file.read_bytes(start..end)?)
}

fn place_at(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(PLACE * at..)?.first_chunk::<PLACE>()?;
    Some(u32::from_le_bytes(*bytes) as usize)
}

/// Makes a part of a file what its reader sees. The part begins at byte `start` of a file with so many bytes.
pub(crate) fn show(markup: &[u8], text: &mut [u8], start: usize, bytes: usize) -> Result<()> {
    if markup.is_empty() || text.is_empty() {
        return Ok(());
    }
    let end = start.checked_add(text.len()).filter(|end| *end <= bytes).ok_or_else(damaged)?;
    let table = bytes.div_ceil(PIECE) - 1;
    let place = |number: usize| match number {
        0 => Some(PLACE * table),
        number if number > table => Some(markup.len()),
        number => place_at(markup, number - 1),
    };
    for number in start / PIECE..=(end - 1) / PIECE {
        let runs = place(number).zip(place(number + 1)).and_then(|(start, end)| markup.get(start..end));
        show_piece(runs.ok_or_else(damaged)?, text, PIECE * number, start).ok_or_else(damaged)?;
    }
    Ok(())
}

/// Applies the runs of a piece that begins at byte `at` to a text that begins at byte `start`.
fn show_piece(mut runs: &[u8], text: &mut [u8], mut at: usize, start: usize) -> Option<()> {
    let end = start + text.len();
    while !runs.is_empty() && at < end {
        let gap = take_number(&mut runs)?;
        at = at.checked_add(gap / 2)?;
        let (with, length) = match gap % 2 {
            0 => (Some(JOINER), 1),
            _ => match take_number(&mut runs)? {
                0 => (None, take_number(&mut runs)?),
                length if length % 2 == 0 => (Some(b' '), length / 2),
                length => (Some(JOINER), length / 2),
            },
        };
        let after = at.checked_add(length)?;
        let inside = at.clamp(start, end)..after.clamp(start, end);
        let to = &mut text[inside.start - start..inside.end - start];
        match with {
            Some(with) => fill(to, with),
            None => {
                let (bytes, rest) = runs.split_at_checked(length)?;
                runs = rest;
                if !to.is_empty() {
                    to.copy_from_slice(&bytes[inside.start - at..inside.end - at]);
                }
            }
        }
        at = after;
    }
    Some(())
}

fn take_number(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if *byte < 0x80 {
            return Some(number as usize);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::{Dialect, Source};
    use crate::tests::random::{random, text_of};
    use crate::visible::visible;

    const PARTS: [&str; 16] = [
        "Plain *text* with `code` and a [link](a.md \"b\").\n",
        "- one\r\n- two\n\n  more\n",
        "```sh title=\"A\"\n# not a heading\n```\n",
        "<div>\n\n**bold** &amp; more &nbsp;&lt;b&gt;\n\n</div>\n",
        "<script>\nlet x;\n</script>\n",
        "a {{< note >}} b {{< /note >}} c {% raw %} d\n",
        ":::note\n\ntext\n\n:::\n",
        "> quote\n> more #tag &#x1F600; é\n",
        "| a | b |\n|---|---|\n| *c* | d |\n",
        "    indented &amp; code\n",
        "<!-- hidden\n\n# hidden too\n\n-->\n",
        "import A from 'a'\n\n<A b={`c`}>word</A>\n",
        "H<sub>2</sub>O\x0c%%no%%\n",
        "text **that never ends\n",
        "# Title\n\n",
        "\r",
    ];

    fn shown(markup: &[u8], file: &[u8], range: Range<usize>) -> Result<Vec<u8>> {
        let mut text = file[range.clone()].to_vec();
        show(markup, &mut text, range.start, file.len()).map(|()| text)
    }

    /// Compares the whole and some parts with what the document looks like.
    fn check(file: &[u8], visible: &[u8], random: &mut impl FnMut(usize) -> usize) {
        let markup = encode(file, visible);
        assert_eq!(markup.is_empty(), file == visible);
        let parts = std::iter::once(0..file.len()).chain((0..8).map(|_| {
            let start = random(file.len() + 1);
            start..(start + random(3000)).min(file.len())
        }));
        for range in parts.collect::<Vec<_>>() {
            assert!(shown(&markup, file, range.clone()).unwrap() == visible[range.clone()], "{range:?} of {file:?}");
        }
    }

    #[test]
    fn documents_look_as_when_they_are_read() {
        let mut random = random(7);
        for round in 0..24 {
            let most = [40, 40, 40, 4000][round % 4];
            let file = text_of(&PARTS, most, &mut random);
            let from = random(20).min(file.len());
            let from = (0..=from).rev().find(|at| file.is_char_boundary(*at)).unwrap();
            for dialect in [Dialect::Markdown, Dialect::Mdx] {
                let visible = visible(&file, &Source::new(&file, from, dialect)).text;
                check(file.as_bytes(), &visible, &mut random);
            }
        }
    }

    #[test]
    fn any_bytes_come_back() {
        let mut random = random(11);
        let bytes = b"ab \x7f\n\r\xc3\xa9";
        for _ in 0..60 {
            let length = [1, 30, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE][random(6)];
            let file: Vec<u8> = (0..length).map(|_| bytes[random(8)]).collect();
            let often = 1 + random(40);
            let visible: Vec<u8> =
                file.iter().map(|byte| if random(often) == 0 { bytes[random(8)] } else { *byte }).collect();
            check(&file, &visible, &mut random);
        }
    }

    #[test]
    fn damage_is_said_or_shows_a_text() {
        let mut random = random(13);
        let file = "a *b* &lt; [c](d)\n".repeat(10_000);
        let visible = visible(&file, &Source::new(&file, 0, Dialect::Markdown)).text;
        let right = encode(file.as_bytes(), &visible);
        for _ in 0..500 {
            let mut markup = right.clone();
            for _ in 0..1 + random(4) {
                let at = [random(markup.len()), random(16)][random(2)];
                markup[at] = [0, 1, 0x7f, 0x80, 0xff, random(256) as u8][random(6)];
            }
            markup.truncate(markup.len() - [0, random(markup.len())][random(2)]);
            let start = random(file.len());
            let range = start..(start + random(40_000)).min(file.len());
            if let Ok(text) = shown(&markup, file.as_bytes(), range.clone()) {
                assert_eq!(text.len(), range.len());
            }
        }
        assert!(show(&right, &mut [0; 10], usize::MAX - 3, usize::MAX).is_err());
        assert!(show(&right, &mut [0; 10], 0, 9).is_err());
    }

    #[test]
    fn documents_are_found_by_number() {
        let mut some = Markup::default();
        let documents = [("**a**", "  a  "), ("b", "b"), ("", ""), ("_c_", "\x7fc\x7f")];
        documents.iter().for_each(|(file, visible)| some.push(file.as_bytes(), visible.as_bytes()));
        let bytes = OwnedBytes::new(some.into_bytes());
        for (number, (file, visible)) in documents.iter().enumerate() {
            let markup = of_document(&bytes, number, 4).unwrap();
            assert_eq!(shown(&markup, file.as_bytes(), 0..file.len()).unwrap(), visible.as_bytes());
        }
        assert!(of_document(&bytes, 4, 4).is_err());
        assert!(of_document(&bytes, 0, 400).is_err());
        assert!(of_document(&bytes, 0, usize::MAX).is_err());
        let damaged: Vec<u8> = [3u32, 2, 900, u32::MAX].iter().flat_map(|end| end.to_le_bytes()).collect();
        let damaged = OwnedBytes::new(damaged);
        assert!((0..4).all(|number| of_document(&damaged, number, 4).is_err()));
    }
}
