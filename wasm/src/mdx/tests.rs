use super::*;
use crate::outline::{Dialect, Source};

/// The text, with a `~` for what is hidden on a line.
fn shown(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for range in Mdx::read(text).hidden {
        let hidden: Vec<&str> =
            text[range.clone()].lines().map(|line| if line.trim().is_empty() { "" } else { "~" }).collect();
        let newline = if text[range.clone()].ends_with('\n') { "\n" } else { "" };
        out += &(text[at..range.start].to_owned() + &hidden.join("\n") + newline);
        at = range.end;
    }
    out + &text[at..]
}

fn headings(text: &str) -> Vec<String> {
    let headings = Source::new(text, 0, Dialect::Mdx).headings().headings;
    headings.into_iter().map(|heading| format!("{} {}", "#".repeat(heading.level.into()), heading.text)).collect()
}

#[test]
fn imports_exports_tags_and_expressions_are_hidden() {
    for (text, expected) in [
        ("import A from 'a'\nimport B from 'b'\n\ntext", "~\n~\n\ntext"),
        ("export const a = {\n\n b: `\n\n${c}`,\n}\n\ntext", "~\n\n~\n\n~\n~\n\ntext"),
        ("a <b c=\"d > e\" f={g > {h: 1}} {...i}>j</b> k", "a ~j~ k"),
        ("<>a</> <A.B/> <a:b></a:b>", "~a~ ~ ~~"),
        ("a {/* } */} {\"}\"} {`}${'}'}`} {/}/} b", "a ~ ~ ~ ~ b"),
        ("<A\n  b='c'\n\n  d\n/>\ntext", "~\n~\n\n~\n~\ntext"),
        ("<!-- a\n\n# b -->\ntext", "~\n\n~\ntext"),
        ("> <A\n>   b=\"c\"\n> />\n> text", "> ~\n~\n~\n> text"),
        ("{a.map((b) => <p>it's {b}</p>)}", "~"),
        ("[a](b{c}) [d](<e f>) ![g](h \"{i}\")", "[a](b{c}) [d](<e f>) ![g](h \"{i}\")"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn code_and_escapes_are_text() {
    for text in [
        "`<a>` `` {b} ` <c> `` \\<d> \\{e}",
        "```js {1}\nimport a from 'a'\n<b>{c}\n```",
        "- ~~~\n  <a>\n  ```\n  ~~~\n- {",
        "> ```\n> <a>\n> ```\n",
        "1. x\n\n   ```\n   {a}\n   ```\n",
        "exports are <3, a < b, 5<6, Vec<> is not",
    ] {
        assert_eq!(shown(text), text.replace("<>", "~"), "{text}");
    }
}

#[test]
fn what_is_not_closed_is_text() {
    for text in [
        "{a\n\n# b\n\nc }",
        "<a b=\"c\n\n# d\n",
        "<a b={c\n\n# d\n\n```\n}\n```\n",
        "a <b c\n\nd > e",
        "a {b\n\nc}",
        "{`a\n\n# b",
        "{/* a\n\n# b",
        "<!-- a\n\n# b",
        "import is a word\n\n# b",
        "export the data\n\n# b",
        "`{` and ` {",
    ] {
        assert_eq!(shown(text), text, "{text}");
    }
    assert_eq!(headings("{a\n\n# b\n\nc }\n\n<d e=\"f\n\n# g\n\n<script\n\n# h"), ["# b", "# g", "# h"]);
    assert_eq!(shown("export const a = {\n\n# b\n"), "~\n\n# b\n");
}

#[test]
fn headings_inside_components_count() {
    assert_eq!(headings("<Tabs>\n\n## Title\n\n</Tabs>\n"), ["## Title"]);
    assert_eq!(
        headings("<Tabs>\n  <Tab>\n        ## Deep\n\n\t\tTwo\n\t\t---\n  </Tab>\n</Tabs>\n"),
        ["## Deep", "## Two"]
    );
    assert_eq!(headings("import a from 'a'\n\n# One <b>two</b> {three}<C /> four\n"), ["# One two four"]);
    assert_eq!(headings("# a < b <https://c.d> \\<e>"), ["# a < b <https://c.d> <e>"]);
    assert_eq!(
        headings("<Tab>## no</Tab>\n\n<p>\n## yes\n</p>\n\n> ## no\n\n- a\n\n      ## no\n\n## yes\n"),
        ["## yes", "## yes"]
    );
    assert_eq!(headings("```\n## no\n```\n    ```\n## no\n    ```\n<A b={`\n## no\n`} />\n#\n"), ["# "]);
    assert_eq!(headings("- a\n<B />\n  ## yes\n\ntext\n<c/>\n---\n"), ["## yes"]);
}

#[test]
fn places_are_those_in_the_file() {
    let text = "---\n---\n<A>\n      ## One <b>x</b>\n      [l](m) [[w]] é\n</A>\n";
    let outline = Source::new(text, 8, Dialect::Mdx).outline();
    let heading = &outline.headings[0];
    assert_eq!(
        (&text[heading.line_start..heading.body_start], heading.text.as_str()),
        ("      ## One <b>x</b>\n", "One x")
    );
    let links: Vec<_> =
        outline.links.iter().map(|link| (&text[link.start..link.end], link.destination.as_str())).collect();
    assert_eq!(links, [("[l](m)", "m"), ("[[w]]", "w")]);
}

#[test]
fn no_text_stops_it() {
    const PARTS: [&str; 34] = [
        "<",
        ">",
        "{",
        "}",
        "/",
        "*",
        "`",
        "```",
        "~~~",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "    ",
        "\t",
        "- ",
        "> ",
        "1. ",
        "# ",
        "a",
        "é",
        "'",
        "\"",
        "\\",
        "$",
        "${",
        "=",
        "import a from 'b'",
        "export const c =",
        "[",
        "](",
        ")",
        "---",
        "<A b={",
    ];
    let mut seed = 7u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text += PARTS[(seed >> 33) as usize % PARTS.len()];
        }
        let mdx = Mdx::read(&text);
        assert_eq!(mdx.markdown.len(), text.len(), "{text:?}");
        assert!(mdx.hidden.windows(2).all(|pair| pair[0].end <= pair[1].start), "{text:?}");
        assert!(
            mdx.hidden.iter().all(|range| text.get(range.clone()).is_some_and(|part| !part.is_empty())),
            "{text:?}"
        );
        let outline = Source::new(&text, 0, Dialect::Mdx).outline();
        assert!(
            outline.headings.iter().all(|heading| text.get(heading.line_start..heading.body_start).is_some()),
            "{text:?}"
        );
        assert!(outline.links.iter().all(|link| text.get(link.start..link.end).is_some()), "{text:?}");
    }
}

#[test]
fn long_texts_of_open_constructs_take_linear_time() {
    for part in [
        "{",
        "<a b=\"",
        "`",
        "{`",
        "<a b={",
        "{/*",
        "\n{",
        "\n\n{",
        "\n\n<a b='",
        "a`` `",
        "\n<a/>\nb",
        "[[](",
        "\n\nexport const a = (",
        "<!--",
        "- ",
        "{#a}",
        "\n- - a",
        "[a]:",
    ] {
        let text = part.repeat(200_000 / part.len()) + "a";
        assert_eq!(Mdx::read(&text).markdown.len(), text.len());
    }
}
