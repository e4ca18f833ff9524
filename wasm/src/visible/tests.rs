use super::*;
use crate::outline::Dialect;
use crate::tests::random::{random, text_of};

fn read(text: &str, dialect: Dialect) -> Visible {
    visible(text, &Source::new(text, 0, dialect))
}

/// The words as a reader sees them: joiners left out, and spaces single.
fn seen(text: &str, dialect: Dialect) -> String {
    let shown = String::from_utf8(read(text, dialect).text).unwrap();
    let shown: String = shown.chars().filter(|char| *char != char::from(JOINER)).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shows(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(seen(text, Dialect::Markdown), *expected, "{text:?}");
    }
}

#[test]
fn marks_within_a_word_join_it() {
    shows(&[
        ("**un**important *re*mark", "unimportant remark"),
        ("H<sub>2</sub>O and <span class='x'>Pre</span>fix", "H2O and Prefix"),
        ("[retry](a.md \"title\")able, [x][y]z\n\n[y]: b.md \"other\"\n", "retryable, xz"),
        ("`Widget`s and ~~old~~er", "Widgets and older"),
        ("H~2~O ~struck~en a~b ~/c ~d", "H2O strucken a~b ~/c ~d"),
        ("super<wbr>cali&shy;fragil", "supercali\u{ad}fragil"),
        ("note[^1]s\n\n[^1]: Foot.\n", "notes Foot."),
    ]);
}

#[test]
fn entities_are_their_characters() {
    shows(&[
        ("Gr&uuml;ndung in M&#252;nchen", "Gründung in München"),
        ("<p>Gr&uuml;n &amp; &lt;b&gt;</p>", "Grün & <b>"),
        ("a &mdash; b \\& c `&uuml;`", "a — b & c &uuml;"),
        ("&nGt; &nix;", "&nGt; &nix;"),
    ]);
}

#[test]
fn blocks_stand_apart() {
    shows(&[
        ("# One\ntwo\n- three\n- four\n1. five\n> six", "One two three four five six"),
        ("| a|b |\n|--|:-:|\n|c|`d`|", "a b c d"),
        ("```rust title=\"src/a.rs\" {1}\nlet a;\n```\nx", "src/a.rs let a; x"),
        ("~~~\n<!-- code -->\n~~~\n\n    &uuml;", "<!-- code --> &uuml;"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("a<br>b\n\n* * *\n\n- [x] done", "a b done"),
    ]);
}

#[test]
fn what_a_page_does_not_show_is_left_out() {
    shows(&[
        ("a <!-- gremlin --> b\n\n<!--\n\ngoblin\n\n-->\n\nc", "a b c"),
        ("[//]: # (kobold)\n[imp]: x.md\n\nd", "d"),
        ("<script>\n\nvar x;\n</script>\n\n<style>p {}</style>\n\ny", "y"),
        ("![Alt text](a.png \"t\") <img src=x alt=\"Other &amp; text\">", "Alt text Other & text"),
        ("<div class=\"a\" title='b'>c</div> <Card title=\"d\">e</Card>", "c e"),
        ("<https://example.org> https://example.org/x", "https://example.org https://example.org/x"),
    ]);
}

#[test]
fn marks_of_dialects_are_left_out() {
    shows(&[
        ("{{< ref \"a.md\" >}}b {{% note title=\"c\" %}}d{{% /note %}} {% raw %}e", "b d e"),
        ("{{ page.title }} {x} `{{< code >}}`", "{{ page.title }} {x} {{< code >}}"),
        ("{{< a\n>}}b", "b"),
        (":::note[Be *quick*]{.x}\na\n:::\n", "Be quick a"),
        ("- (x)=\n  a :badge[seen]{a=b}, ::video{#c} 10:30[1] :d", "a [seen], 10:30[1] :d"),
        ("::: tip Custom title\na\n:::", "Custom title a"),
        ("Hey\n!!!warn this x\nok\n\n???Why is it", "Hey !!!warn this x ok ???Why is it"),
        ("if [[ $a == foo || $b ]] then", "if [[ $a == foo || $b ]] then"),
        ("{{</* foo */>}} \\{{< bar >}} a\n(b)=", "{{</* foo */>}} {{< bar >}} a (b)="),
        ("To use it <style> in the head.\n\nbar <style>p</style> baz", "To use it in the head. bar baz"),
        ("```{admonition} My title\na\n```\n\n```{code-block} python\nb\n```", "My title a b"),
        ("%%% foo %%%\n\n<div>{{< x >}}a{{< /x >}}</div>", "%%% foo %%% a"),
        ("!!! warning \"Careful\"\n    a", "warning \"Careful\" a"),
        (
            "!!! note\n\n    [x](hid) **un**do <!-- hid -->\n\n    ??? tip\n\n        - a\n        ```py\n        *b*\n        ```\n\nc\n\n    *d*",
            "note x undo tip a *b* c *d*",
        ),
        ("=== \"Tab\"\n\n    H<sub>2</sub>O\n\n=== \"B\"\n\n    c", "\"Tab\" H2O \"B\" c"),
        ("> [!NOTE]\n> a\n\n> [!tip]- Title\n> b", "NOTE a Title b"),
        ("[a](b){ .md-button } ![c](d){width=30} `e`{.rust}\n{: .note }", "a c e"),
        ("(my-label)=\n## Heading\n\nx", "Heading x"),
        ("- # A {#b}\n\n# C {.d} #\n\n# E {f}\n", "A C E {f}"),
        (
            "a\n\n%% imp note %%\n\n%%\n# b\n\n```\nc\n```\n%%\n\nd %%e f%%, g 5 %% 2 %% h %%d %%s",
            "a d , g 5 %% 2 %% h %%d %%s",
        ),
        ("%% no end\n\na\n\n> %%\n> b\n> %%\n> c", "%% no end a c"),
        ("| a |\n|---|\n| ![[b.png\\|300]] c |", "a c"),
        ("[[Page|text]]s [[Other#Part]] ![[a.png|300]] ![[Note]]", "texts Other#Part Note"),
    ]);
}

#[test]
fn marks_of_quarto_are_left_out() {
    shows(&[
        ("::: {.callout-note appearance=\"simple\"}\na\n:::", "note a"),
        ("::: {.callout-tip collapse=true title=\"Be *quick*\"}\na\n:::", "Be *quick* a"),
        (":::: {.columns}\n::: {.column width=\"60%\"}\na\n:::\n::::", "a"),
        (
            "::: {#fig-a layout-ncol=2}\n![Cap](a.png){#fig-b}\n:::\n\nIn @fig-a, [@b, p. 3].",
            "Cap In @fig-a, [@b, p. 3].",
        ),
        ("[small]{.smallcaps} `x`{.r} `r nrow(d)`", "[small] x r nrow(d)"),
        ("```{r, echo=FALSE}\nplot(x)\n```", "plot(x)"),
        ("```{python}\n#| label: fig-1\n#| fig-cap: A\n#|   b\nplot()\n#| c\n```", "plot() #| c"),
        ("```{ojs}\n//| echo: false\na\n```\n\n```{mermaid}\n%%| b\nc\n```\n\n```{sql}\n--| d\ne\n```", "a c e"),
        ("> ```{r}\n> #| echo: false\n> a\n> ```", "a"),
        ("```python\n#| shown\n```", "#| shown"),
        ("```{.yaml filename=\"_quarto.yml\"}\na: b\n```", "_quarto.yml a: b"),
        ("```{=html}\n<b class=\"hid\">a</b>b\n```", "ab"),
        ("![](a.png){width=3\nfig-alt=\"hid\nhid\"} a ![](b){c\n\nd=e}", "a {c d=e}"),
        ("![](a.png){.b fig-alt=\"hid \\\"hid\\\" {hid} hid\" c='}'} d", "d"),
        ("`<b class='hid'>a</b>`{=html}b `\\c`{=latex}", "ab \\c"),
        ("[a](https://{{< meta x >}}hid/b) c ({{< x >}}d) [e](f{{< x >}} g)", "[a]( ) c ( d) [e](f g)"),
        ("{{< include _x.qmd >}}\n\n{{< meta a >}}b", "b"),
    ]);
}

#[test]
fn marks_of_myst_are_left_out() {
    shows(&[
        ("See {ref}`the part <target>`, {doc}`b` and {py:func}`c.d`.", "See the part , b and c.d."),
        ("{x} {y }`z` {ref} `a <b>` `<c>`", "{x} {y }z {ref} a <b> <c>"),
        ("a {ref}`<target>`", "a <target>"),
        ("% hid\n\na\n\n% hid\n% hid too\nb\n\n- % c\n\nd\n% e", "% hid a b % c d % e"),
        (":::{admonition} Title\n:class: dropdown\n:name: x\n\na :b: c\n:::", "Title a :b: c"),
        ("```{note}\n:class: tip\n**un**do [a](hid)\n\n# b\n```\nc", "undo a b c"),
        ("````{tip} T\n```{note}\na\n```\n```py\n*b*\n```\n````", "T a *b*"),
        ("```{code-cell} ipython3\n---\ntags: [x]\n---\na\n```\n\n```{code-block} py\n:linenos:\n*b*\n```", "a *b*"),
        ("```{figure} a.png\n:width: 3\nCap\n```", "Cap"),
        ("```{note}\na", "a"),
        ("::card\na\n::\n\n::alert{type=\"x\"}\nb\n::", "a :: b ::"),
    ]);
}

#[test]
fn a_blank_line_ends_a_mark_however_it_is_written() {
    for newline in ["\n", "\r\n", "\r"] {
        let text = "To use <style> it.\n\nbar <style>p\nq</style> baz {{< a\nb >}} c {{< d\n\ne >}} f";
        assert_eq!(
            seen(&text.replace('\n', newline), Dialect::Markdown),
            "To use it. bar baz c {{< d e >}} f",
            "{newline:?}"
        );
    }
    assert_eq!(blank_line(b"a\r\nb\n\r\nc"), Some(4));
    assert_eq!(blank_line(b"a\r\nb\r\n"), None);
}

#[test]
fn joined_ranges_keep_newlines_and_whole_characters() {
    // The host reads the same cases, in tests/text/visible.test.ts.
    let cases: Vec<(String, Vec<u32>, String)> = serde_json::from_str(include_str!("joined.json")).unwrap();
    for (text, flat, expected) in cases {
        let mut bytes = text.clone().into_bytes();
        join(&mut bytes, ranges(&flat));
        assert_eq!(String::from_utf8(bytes).unwrap(), expected, "{text:?} {flat:?}");
    }
}

#[test]
fn mdx_shows_what_its_tags_hold() {
    let cases = [
        ("import a from 'b'\n\n# A {/* #id */}\n\nb {/* c */}d <B e=\"f\">g</B>h", "A b d gh"),
        ("<Tab label=\"x\">\n  a **b**c\n</Tab>\n", "a bc"),
        ("    indented **b**c <br/>d{\" \"}e", "indented bc d e"),
        ("```js title=\"a.js\"\nconst b = <C/>;\n```\n", "a.js const b = <C/>;"),
        ("1 < 2 and Gr&uuml;n <img src=\"a\" alt=\"A &amp; b\" />", "1 < 2 and Grün A & b"),
    ];
    for (text, expected) in cases {
        assert_eq!(seen(text, Dialect::Mdx), expected, "{text:?}");
    }
}

#[test]
fn emphasis_beside_tags_of_mdx_is_none_of_their_words() {
    let cases = [
        ("**Note:**<B/> a", "Note: a"),
        ("<B>**Note:**</B>a", "Note:a"),
        ("_Note._<b>c</b> a", "Note.c a"),
        ("~~old,~~<Badge text=\"new\" />", "old,"),
        ("a<b>**\"quoted\"**</b>c", "a\"quoted\"c"),
        ("<></>**(a)**{b}*'c'*{d}", "(a) 'c'"),
        ("**[a](b)**<B/>, **`c`**<B/>", "a, c"),
        ("# **A:**<B/> c\n\n**<B>d</B>**", "A: c d"),
        ("> x <B\n>   c='d'\n> />**e.**{f\n> }g", "x e. g"),
        ("*a*<B/>**b**<i>_c_</i>d", "abcd"),
        ("    - **x!**<B/>*y!*", "x!y!"),
    ];
    for (text, expected) in cases {
        assert_eq!(seen(text, Dialect::Mdx), expected, "{text:?}");
    }
    let headings = Source::new("# **A:**<b>c</b>**\"d\"**<Badge/>", 0, Dialect::Mdx).headings().headings;
    assert_eq!(headings[0].text, "A:c\"d\"");
}

#[test]
fn words_behind_a_hash_are_tags() {
    let tags = |text: &str| read(text, Dialect::Markdown).tags;
    assert_eq!(
        tags("a #urgent, (#no) #project/alpha-2\n#first\n- #in-list"),
        ["urgent", "project/alpha-2", "first", "in-list"]
    );
    assert_eq!(tags("# Heading #x\n\n#1 #123 #a1b2c3 `#code` [#link](x) a#b \\#c http://a.b/#d ##e"), [""; 0]);
    assert_eq!(tags("#größe **#bold** #fff1x #café"), ["größe", "fff1x", "café"]);
}

#[test]
fn any_text_keeps_its_length_and_its_lines() {
    let pieces: Vec<&str> = concat!(
        "a¦é¦日¦ ¦\n¦\n\n¦\r\n¦*¦**¦_¦`¦```¦~~¦[¦](¦)¦]¦![¦[[¦]]¦|¦|-|\n¦<b>¦</b>¦<br>¦<!--¦-->¦<script>¦</script>¦",
        "{ref}`a <b>`¦```{note}\n¦:k: v\n¦#| \n¦::: {.a}\n¦% ¦::a\n¦{=html}¦&uuml;¦&nGt;¦&#0;¦\0¦{¦}¦{{<¦>}}¦{%¦%}¦{#id}¦{.x}¦:::¦!!! ¦> ¦- ¦    ¦#¦#tag¦(x)=¦[^1]¦[^1]: ¦[a]: b\n¦title=\"x\"¦!!! x\n\n    ¦",
        "<img alt=\"é\">¦import x\n\n¦\\¦\u{1}¦\u{2}¦\u{7f}¦# ¦<h1>¦</h1>"
    )
    .split('¦')
    .collect();
    let mut random = random(17);
    for round in 0..30_000 {
        let text = text_of(&pieces, 16, &mut random);
        for dialect in [Dialect::Markdown, Dialect::Mdx] {
            let from = if round % 3 == 0 && text.starts_with('a') { 1 } else { 0 };
            let shown = visible(&text, &Source::new(&text, from, dialect)).text;
            assert_eq!(shown.len(), text.len(), "{text:?}");
            let shown = String::from_utf8(shown).unwrap_or_else(|_| panic!("{text:?} {dialect:?}"));
            let newlines = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
            assert_eq!(newlines(&shown), newlines(&text), "{text:?} {dialect:?}");
        }
    }
}

/// Each of these would take minutes if a mark looked for its end through the whole line.
#[test]
fn no_mark_takes_quadratic_time() {
    let units = [
        "<h1>",
        "<h1>a</h1>",
        "{/* ",
        " %%a",
        "50 %%a%% ",
        ":::a[",
        ":a[",
        ":",
        "{{< ",
        "~a",
        "{a ",
        "[!x] ",
        "<style>",
        "(a)=",
        "=== \"",
        "[[ ",
        "{a}`b",
        "{a=\"",
        "::: {.a} ",
        "% ",
        "```{note}\n",
        ":a: ",
    ];
    for unit in units {
        for text in [unit.repeat(30_000 / unit.len()), format!("{unit}\n").repeat(30_000 / unit.len())] {
            for dialect in [Dialect::Markdown, Dialect::Mdx] {
                let source = Source::new(&text, 0, dialect);
                assert_eq!(visible(&text, &source).text.len(), text.len());
                source.outline();
            }
        }
    }
}
