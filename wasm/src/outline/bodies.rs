//! The bodies of admonitions and tabs of MkDocs: lines that are indented below `!!! note`, `??? tip` or `=== "Tab"`. To
//! CommonMark they are code, and to their reader they are Markdown.
use super::reading::{MAX_ANCHORS, MAX_ANCHOR_LENGTH};
use super::{Anchor, Outline};
use crate::shifts::Shifts;
use memchr::{memchr, memmem};

const INDENTATION: usize = 4;

/// The text with such lines moved to the left, and how far each was moved. None for a text without such lines.
pub(crate) fn without_indentation(text: &str) -> Option<(String, Shifts)> {
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
        let next = memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |length| start + length);
        let line = text[start..next].trim_end_matches('\r');
        let end = start + line.len();
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
        start = next + 1;
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

/// Whether a text with bodies may have a heading or a named place in them.
pub(super) fn may_have_anchors((moved, shifts): &(String, Shifts)) -> bool {
    shifts.lines().any(|line| {
        let line = &moved[line];
        line.trim_start().starts_with('#') || ["id=", "name=", "{#", "{ #", ")="].iter().any(|mark| line.contains(mark))
    })
}

/// Adds the named places in bodies, and the headings there, which begin no section. `shown` is what the reader sees.
pub(super) fn add_anchors(outline: &mut Outline, shown: &Outline, is_in_body: impl Fn(usize) -> bool) {
    let headings = shown.headings.iter().map(|heading| {
        let name = heading.id.clone().unwrap_or_else(|| id_of(&heading.text));
        Anchor { name, at: heading.line_start }
    });
    let anchors: Vec<Anchor> = headings
        .chain(shown.anchors.iter().cloned())
        .filter(|anchor| !anchor.name.is_empty() && anchor.name.len() <= MAX_ANCHOR_LENGTH && is_in_body(anchor.at))
        .filter(|anchor| !outline.anchors.iter().take(MAX_COMPARED).any(|known| known == anchor))
        .collect();
    let room = MAX_ANCHORS.saturating_sub(outline.anchors.len());
    outline.anchors.extend(anchors.into_iter().take(room));
}

/// More anchors are not compared with those of the bodies: a place may have a name twice.
const MAX_COMPARED: usize = 100;

/// The id that generators make of a heading. Links are compared with it by letters and digits.
fn id_of(text: &str) -> String {
    let kept = text.to_lowercase().replace(char::is_whitespace, "-");
    kept.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_')).collect()
}

#[cfg(test)]
mod tests {
    use crate::outline::{Dialect, Source};

    const TEXT: &str = concat!(
        "# One\n\n!!! note \"T\"\n    [a](a.md)\n\n    [b](b.md) é [c][d] [[e]] `[[no]]`\n\n    ## Two\n\n    <a id=\"three\"></a>\n\n",
        "    ```\n\n    [no](no.md)\n    ```\n\n    === \"Tab\"\n\n        - [f](f.md)\r\n\r\n            ![g](g.png)\r\n\n",
        "    more [h\n    i](h.md)\n\nend\n\n    [no](no.md)\n\n## Four\n\n[d]: d.md\n"
    );

    #[test]
    fn links_in_bodies_are_read_at_their_places() {
        let links = Source::new(TEXT, 0, Dialect::Markdown).outline().links;
        let found: Vec<_> = links.iter().map(|link| (link.destination.as_str(), &TEXT[link.start..link.end])).collect();
        let expected = [
            ("a.md", "[a](a.md)"),
            ("b.md", "[b](b.md)"),
            ("d.md", "[c][d]"),
            ("e", "[[e]]"),
            ("f.md", "[f](f.md)"),
            ("g.png", "![g](g.png)"),
            ("h.md", "[h\n    i](h.md)"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn headings_in_bodies_are_places_and_no_sections() {
        let source = Source::new(TEXT, 0, Dialect::Markdown);
        for outline in [source.headings(), source.outline()] {
            let titles: Vec<_> = outline.headings.iter().map(|heading| heading.text.as_str()).collect();
            let anchors: Vec<_> =
                outline.anchors.iter().map(|anchor| (anchor.name.as_str(), &TEXT[anchor.at..anchor.at + 7])).collect();
            assert_eq!((titles, anchors), (vec!["One", "Four"], vec![("two", "    ## "), ("three", "<a id=\"")]));
        }
    }

    #[test]
    fn other_indented_lines_are_code() {
        for text in
            ["a\n\n    [b](c)\n", "note\n\n    ## D\n", "`!!! x`\n\n    [b](c)\n", "```\n!!! x\n```\n\n    [b](c)\n"]
        {
            let outline = Source::new(text, 0, Dialect::Markdown).outline();
            assert_eq!((outline.links.len(), outline.anchors.len()), (0, 0), "{text}");
        }
    }

    #[test]
    fn places_count_from_the_start_of_the_file() {
        let text = "---\na: b\n---\n!!! x\n\n    # é\n\n    [b](c)\n";
        let outline = Source::new(text, text.find("!!!").unwrap(), Dialect::Markdown).outline();
        let [link] = &outline.links[..] else { panic!("{:?}", outline.links) };
        assert_eq!((&text[link.start..link.end], &text[outline.anchors[0].at..][..5]), ("[b](c)", "    #"));
    }
}
