//! The outline of a document: links, and the headings that are its direct children, with byte spans. It follows
//! CommonMark, plus ids of headings. Wiki links are found separately.
mod bodies;
mod heading_text;
mod lines;
mod links;
pub(crate) mod reading;
mod rules;

pub(crate) use self::reading::label;
use self::reading::Reading;
pub(crate) use self::rules::rules;
use crate::attributes::heading_end;
use crate::error::{CoreError, Result};
use crate::mdx::Mdx;
use crate::shifts::Shifts;
use memchr::memchr2;
use pulldown_cmark::{Options, Parser};
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;

/// The language of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Dialect {
    #[default]
    Markdown,
    Mdx,
    /// A text of another format, whose outline and markup the host knows.
    Plain,
}

impl Dialect {
    pub(crate) fn by_name(name: &str) -> Result<Dialect> {
        match name {
            "markdown" => Ok(Dialect::Markdown),
            "mdx" => Ok(Dialect::Mdx),
            "plain" => Ok(Dialect::Plain),
            _ => Err(CoreError::request(format!("unknown dialect {name}"))),
        }
    }
}

#[derive(Debug, Clone, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Heading {
    pub(crate) level: u8,
    pub(crate) text: String,
    /// From `{#id}` at its end, or of its element.
    pub(crate) id: Option<String>,
    pub(crate) line_start: usize,
    pub(crate) body_start: usize,
}

#[derive(Debug, Clone, Copy, Serialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LinkKind {
    Link,
    Image,
    Wiki,
}

#[derive(Debug, Serialize, PartialEq)]
pub(crate) struct Link {
    pub(crate) kind: LinkKind,
    pub(crate) destination: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A name by which a link leads to a place in the document, beside the headings' own ids.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub(crate) struct Anchor {
    pub(crate) name: String,
    /// For one in or right before a heading, where the heading's body starts.
    pub(crate) at: usize,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Outline {
    pub(crate) headings: Vec<Heading>,
    pub(crate) anchors: Vec<Anchor>,
    pub(crate) links: Vec<Link>,
    /// The tags that stand in the text, as `#tag`, without the sign.
    pub(crate) tags: Vec<String>,
}

/// Line tabulation and form feed, and what stands for them.
const FEEDS: [u8; 2] = [0x0b, 0x0c];
pub(crate) const NO_FEED: u8 = 1;

/// A document from the end of its frontmatter on. All offsets count from the start of the file.
pub(crate) struct Source<'a> {
    text: Cow<'a, str>,
    from: usize,
    mdx: Option<Mdx>,
}

impl<'a> Source<'a> {
    /// `from` must be at a character boundary. Otherwise there is nothing to read.
    pub(crate) fn new(text: &'a str, from: usize, dialect: Dialect) -> Self {
        let text = text.get(from..).unwrap_or_default();
        let mdx = (dialect == Dialect::Mdx).then(|| Mdx::read(text));
        // A line with a form feed alone is not blank to CommonMark. It is to the parser.
        let has_feed = mdx.is_none() && memchr2(FEEDS[0], FEEDS[1], text.as_bytes()).is_some();
        let text = if has_feed {
            text.replace(FEEDS.map(char::from), &char::from(NO_FEED).to_string()).into()
        } else {
            text.into()
        };
        Source { text, from, mdx }
    }

    /// The ranges that are JavaScript rather than text, in ascending order.
    pub(crate) fn script(&self) -> Vec<Range<usize>> {
        let ranges = self.mdx.iter().flat_map(|mdx| &mdx.hidden);
        ranges.map(|range| self.from + range.start..self.from + range.end).collect()
    }

    /// The byte of the file at which it begins.
    pub(crate) fn from(&self) -> usize {
        self.from
    }

    pub(crate) fn mdx(&self) -> Option<&Mdx> {
        self.mdx.as_ref()
    }

    /// What the parser reads. It is as long as the source.
    pub(crate) fn markdown(&self) -> &str {
        self.mdx.as_ref().map_or(&self.text, |mdx| &mdx.markdown)
    }

    /// The byte from which on markup of the dialect counts as text, because to find it took too many steps.
    pub(crate) fn gave_up_at(&self) -> Option<usize> {
        self.mdx.as_ref().and_then(|mdx| mdx.gave_up_at).map(|at| self.from + at)
    }

    /// What the parser reads, with the bodies of admonitions moved to the left. None where it has none.
    pub(crate) fn without_indentation(&self) -> Option<(String, Shifts)> {
        self.mdx.is_none().then(|| bodies::without_indentation(&self.text)).flatten()
    }

    pub(crate) fn outline(&self) -> Outline {
        let Some((moved, shifts)) = self.without_indentation() else { return self.read(true) };
        let mut outline = self.read(false);
        let shown = self.read_moved(&moved, &shifts, true);
        bodies::add_anchors(&mut outline, &shown, |at| shifts.has(at - self.from));
        Outline { links: shown.links, ..outline }
    }

    /// The headings as single lines tell. None where only the parser can tell.
    fn headings_by_line(&self) -> Option<Vec<Heading>> {
        let is_plain = matches!(self.text, Cow::Borrowed(_));
        is_plain.then(|| lines::headings(self)).flatten()
    }

    /// Without the links, which takes less work.
    pub(crate) fn headings(&self) -> Outline {
        let mut outline = match self.headings_by_line() {
            Some(headings) => {
                let mut outline = Outline { headings, ..Outline::default() };
                reading::add_anchors_of_mdx(self, &mut outline);
                outline
            }
            None => self.read(false),
        };
        if let Some((moved, shifts)) = self.without_indentation().filter(bodies::may_have_anchors) {
            let shown = self.read_moved(&moved, &shifts, false);
            bodies::add_anchors(&mut outline, &shown, |at| shifts.has(at - self.from));
        }
        outline
    }

    /// Whether the heading that begins at this byte of the Markdown stands in the file. In MDX, an empty one replaces
    /// JavaScript and code.
    fn is_written_heading(&self, at: usize) -> bool {
        self.mdx.as_ref().is_none_or(|mdx| self.text.as_bytes().get(mdx.source(at)) == Some(&b'#'))
    }

    /// The id in a comment at the end of a heading at these bytes. MDX hides the comment, so its Markdown does not have it.
    fn commented_id(&self, at: usize, length: usize) -> Option<&str> {
        let start = self.mdx.as_ref()?.source(at);
        heading_end(self.text.get(start..start + length)?)?.id
    }

    #[inline(never)]
    fn read(&self, with_links: bool) -> Outline {
        self.read_with(Reading::new(self, self.markdown(), with_links), self.markdown())
    }

    /// Headings in the bodies of admonitions are among its headings.
    fn read_moved(&self, moved: &str, shifts: &Shifts, with_links: bool) -> Outline {
        self.read_with(Reading::new(self, moved, with_links).shifted(shifts), moved)
    }

    fn read_with(&self, mut reading: Reading, markdown: &str) -> Outline {
        for (event, range) in Parser::new_ext(markdown, Options::empty()).into_offset_iter() {
            reading.read(event, range);
        }
        reading.finish()
    }

    fn plain<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.mdx.is_some() {
            Mdx::plain(text).into()
        } else if matches!(self.text, Cow::Owned(_)) {
            text.replace(char::from(NO_FEED), " ").into()
        } else {
            text.into()
        }
    }

    /// The byte of the file that a byte of the Markdown comes from.
    fn place(&self, at: usize) -> usize {
        self.from + self.mdx.as_ref().map_or(at, |mdx| mdx.source(at))
    }
}

fn collapse_white_space(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |newline| newline + 1)
}

/// The byte after the newline of the line that holds `end`. The range may or may not include its newline.
fn after_line(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    match end.checked_sub(1).map(|last| (bytes[last], bytes.get(end))) {
        Some((b'\r', Some(b'\n'))) => return end + 1,
        Some((b'\n' | b'\r', _)) => return end,
        _ => {}
    }
    match text[end..].find(['\n', '\r']) {
        None => text.len(),
        Some(at) if bytes[end + at] == b'\r' && bytes.get(end + at + 1) == Some(&b'\n') => end + at + 2,
        Some(at) => end + at + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(text: &str) -> Vec<(u8, String, usize, usize)> {
        Source::new(text, 0, Dialect::Markdown)
            .headings()
            .headings
            .into_iter()
            .map(|h| (h.level, h.text, h.line_start, h.body_start))
            .collect()
    }

    #[test]
    fn atx_and_setext_with_spans() {
        assert_eq!(
            headings("  # One\nx\n\nTwo\nlines\n---\ny\r\n## Three ##  \r\nz"),
            [(1, "One".into(), 0, 8), (2, "Two lines".into(), 11, 25), (2, "Three".into(), 28, 43)]
        );
    }

    #[test]
    fn a_form_feed_makes_no_line_blank() {
        assert_eq!(headings("One\n\u{c}\ntwo\n---\n"), [(2, "One two".into(), 0, 14)]);
        assert_eq!(headings("# A\u{c}b\n")[0].1, "A b");
    }

    #[test]
    fn lone_carriage_returns_end_lines() {
        assert_eq!(headings("# One\rneedle\r# Two\rneedle\r"), [(1, "One".into(), 0, 6), (1, "Two".into(), 13, 19)]);
    }

    #[test]
    fn nested_headings_do_not_count() {
        assert_eq!(headings("> # quote\n\n- # item\n\n```\n# code\n```\n\n<div>\n# html\n</div>\n"), []);
    }

    #[test]
    fn html_elements_are_dropped_and_other_tags_kept() {
        assert_eq!(headings("# The `Vec<u8>` Result<T> <b>Type</b>!<!-- x -->")[0].1, "The Vec<u8> Result<T> Type!");
    }

    fn ids(text: &str, dialect: Dialect) -> Vec<(String, Option<String>)> {
        Source::new(text, 0, dialect).headings().headings.into_iter().map(|h| (h.text, h.id)).collect()
    }

    #[test]
    fn braces_at_the_end_of_a_heading_name_it() {
        let named = [
            "## Setup {#install}",
            "## Setup { #install }",
            "## Setup{#install}",
            "## Setup {#install} ##",
            "## Setup {#install .x} ",
            "## Setup {.x #install}\r\n",
            "Setup {#install}\n---\n",
            "Setup { #install }  \r\n===",
            "## *Setup* {#install}",
            "# Setup {#install}",
        ];
        for text in named {
            for dialect in [Dialect::Markdown, Dialect::Mdx] {
                assert_eq!(ids(text, dialect), [("Setup".to_owned(), Some("install".to_owned()))], "{text}");
            }
        }
        let named = ids("## A `{#no}` [b](c.md){#Über-uns_2}\n\nTwo\nlines {#two}\n---\n", Dialect::Markdown);
        let expected = [("A {#no} b", "Über-uns_2"), ("Two lines", "two")];
        assert_eq!(named, expected.map(|(title, id)| (title.to_owned(), Some(id.to_owned()))));
    }

    #[test]
    fn every_usual_spelling_of_an_id_names_a_heading() {
        let named = [
            ("## A {: #x}", Some("x")),
            ("## A {:#x .y}", Some("x")),
            ("## A {id=\"x\"}", Some("x")),
            ("## A { #x key=\"a value\" }", Some("x")),
            ("## A {#x key=val}", Some("x")),
            ("## A {.x}", None),
            ("## A {-}", None),
            ("## A <!-- #x -->", Some("x")),
            ("## A {/* #x */}", Some("x")),
        ];
        for (text, id) in named {
            assert_eq!(ids(text, Dialect::Markdown), [("A".to_owned(), id.map(str::to_owned))], "{text}");
        }
        for text in ["## A {/* #x */}", "## A {/*#x*/}", "## A {/*x*/}", "## A {#x}"] {
            assert_eq!(ids(text, Dialect::Mdx), [("A".to_owned(), Some("x".to_owned()))], "{text}");
        }
    }

    #[test]
    fn marks_in_braces_are_no_part_of_a_title() {
        let marked = [
            ("## {{< meta brand >}} The {{% b %}}wizard", "The wizard"),
            ("## **{{< meta *x* >}}** a {%- include b.html v=\"4\" -%}", "a"),
            ("## A {{< b `c` [d](e) >}}f", "A f"),
            ("A {{< b\nc >}} d\n---\n", "A d"),
            ("## A {{< b\nc >}} d", "A {{< b"),
            ("## Use `{{< meta x >}}` \\{{< y >}} {{</* z */>}}", "Use {{< meta x >}} {{< y >}} {{</* z */>}}"),
            ("## {{ page.title }} {x} {{< y", "{{ page.title }} {x} {{< y"),
            ("## The {py:func}`open <io.open>` of {x} `a <b>`", "The open of {x} a <b>"),
            ("## [A](b){.c} `d`{.e} f", "A d f"),
            ("## A {background-color='{{< brand x >}}' c=\"d {e\"}", "A"),
            ("## {auto-animate=true}", ""),
            ("## {background-color=\"black\" .x} ##", ""),
            ("<h2>A {{< b >}}c</h2>", "A c"),
        ];
        for (text, title) in marked {
            assert_eq!(ids(text, Dialect::Markdown)[0].0, title, "{text}");
        }
    }

    #[test]
    fn headings_in_html() {
        let found = |text: &str| {
            let headings = Source::new(text, 0, Dialect::Markdown).headings().headings;
            let of =
                |h: Heading| (h.level, h.text, h.id.unwrap_or_default(), text[h.line_start..h.body_start].to_owned());
            headings.into_iter().map(of).collect::<Vec<_>>()
        };
        let one =
            |level: u8, text: &str, id: &str, span: &str| (level, text.to_owned(), id.to_owned(), span.to_owned());
        assert_eq!(
            found("<h1 align=\"center\">Quill&shy;feather</h1>\n\nx\n\n<h2 id=\"usage\">Usage</h2>\ny\n"),
            [
                one(1, "Quill\u{ad}feather", "", "<h1 align=\"center\">Quill&shy;feather</h1>\n"),
                one(2, "Usage", "usage", "<h2 id=\"usage\">Usage</h2>\n")
            ]
        );
        let wrapped = "<div align=center>\n<H1>\n  <img src=x alt=Logo>\n  A<br>B\n</H1>\n</div>\n";
        assert_eq!(found(wrapped), [one(1, "Logo A B", "", "<H1>\n  <img src=x alt=Logo>\n  A<br>B\n</H1>\n")]);
        let parted = "<h1 align=center>\n\n![Logo](a.png) **A**\n\n</h1>\nx\n";
        assert_eq!(found(parted), [one(1, "Logo A", "", "<h1 align=center>\n\n![Logo](a.png) **A**\n\n</h1>\n")]);
        assert_eq!(found("<h1><img alt=\"Logo\"></h1>\n")[0].1, "Logo");
        assert_eq!(found("# One<br>two<wbr>three\n")[0].1, "One twothree");
        assert_eq!(found("<p>a <h2>B</h2> c</p>\n"), [one(2, "B", "", "<h2>B</h2>")]);
        assert_eq!(found("> <h2>A</h2>\n\n- <h2>B</h2>\n\n```\n<h2>C</h2>\n```\n\n<h2>D\n\n# E\n").len(), 1);
    }

    #[test]
    fn anchors_lead_to_the_heading_that_follows_them() {
        let text = concat!(
            "<a name=\"one\"></a>\n\n(two)=\n## A <a id='three'></a>\nx\n\n[](){#four}\n### B\n\n",
            "<a id=five></a>y\n\n(six)=\n\n# C\n{: #seven}\n{: #seven}\n`<a id=no>`\n"
        );
        let outline = Source::new(text, 0, Dialect::Markdown).headings();
        let starts: Vec<usize> = outline.headings.iter().map(|heading| heading.body_start).collect();
        let found: Vec<_> = outline.anchors.iter().map(|anchor| (anchor.name.as_str(), anchor.at)).collect();
        let five = text.find("<a id=five").unwrap();
        let expected = [
            ("one", starts[0]),
            ("two", starts[0]),
            ("three", starts[0]),
            ("four", starts[1]),
            ("five", five),
            ("six", starts[2]),
            ("seven", starts[2]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn other_braces_in_a_heading_are_text() {
        let plain = [
            ("## Setup {install}", "Setup {install}"),
            ("## Setup {#install} now", "Setup {#install} now"),
            ("## {#each}", "{#each}"),
            ("## {.sidebar width=3}", ""),
            ("## A {#if ...}", "A {#if ...}"),
            ("## Setup \\{#install}", "Setup {#install}"),
            ("## Setup `{#install}`", "Setup {#install}"),
            ("## Setup {#}", "Setup {#}"),
            ("## Setup {#a #b}", "Setup {#a #b}"),
            ("## Setup {#install}##", "Setup {#install}##"),
            ("Setup {#install\n.x}\n---", "Setup {#install .x}"),
        ];
        for (text, title) in plain {
            assert_eq!(ids(text, Dialect::Markdown), [(title.to_owned(), None)], "{text}");
        }
    }

    #[test]
    fn links_of_every_kind() {
        let text = "[a](b.md#c) ![i](p.png) <https://x.y> [[Wiki|w]] `[[no]]`";
        let found: Vec<_> = Source::new(text, 0, Dialect::Markdown)
            .outline()
            .links
            .into_iter()
            .map(|l| (l.kind, l.destination))
            .collect();
        let expected = [
            (LinkKind::Link, "b.md#c"),
            (LinkKind::Image, "p.png"),
            (LinkKind::Link, "https://x.y"),
            (LinkKind::Wiki, "Wiki"),
        ];
        assert_eq!(found, expected.map(|(kind, to)| (kind, to.to_owned())));
    }
}
