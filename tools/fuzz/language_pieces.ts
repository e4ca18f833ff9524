/** Pieces of the languages that ra reads line by line: what opens, what closes, and what may stand in it. */

/**
 * Spaces divide the pieces. `␣`, `⏎`, `⇥` and `␍` stand for a space, the end of a line, a tab and a carriage
 * return.
 */
const pieces = (written: string): readonly string[] =>
  written.trim().split(/\s+/).map((piece) =>
    piece.replaceAll("␣", " ").replaceAll("⏎", "\n").replaceAll("⇥", "\t").replaceAll("␍", "\r")
  );

/** What stands in any text. */
const COMMON = pieces(`
  word lever Wheel 1.0.21 é e\u0301 日本 👩‍👩‍👧 \u202e \u00a0 \ufeff \0 \u2028 & < > " ' ( ) [ ] { } $ # ! ?
  ⏎ ⏎⏎ ⏎⏎⏎ ␣ ␣␣ ␣␣␣␣ ⏎␣␣ ⏎␣␣␣␣ ⇥ ␍⏎ ␍ . , ; -
  <script>alert(1)</script> <img␣src=x␣onerror=alert(1)> javascript:alert(1) data:text/html,x https://example.org/a?b
  ../../../outside/secret.md /outside/secret.md file:///outside/secret.md other self
`);

const RST = pieces(`
  ===== ----- ~~~~~ ⏎=====⏎ ⏎-----⏎ ⏎~~~~⏎ .. ..␣ ..⏎ :: ␣:: ::⏎⏎ * ** \` \`\` \`_ \`__ _\` |x| |x|_ | _ __ [1]_
  [#]_ [#a]_ [*]_ [a]_ \\ \\␣
  ⏎..␣note::␣ ⏎..␣warning::⏎ ⏎..␣code-block::␣py⏎⏎␣␣␣ ⏎..␣image::␣a.png⏎ ⏎..␣figure::␣ ⏎␣␣␣:alt:␣ ⏎␣␣␣:name:␣a
  ⏎..␣_a:⏎ ⏎..␣_a:␣
  ⏎..␣_\`a:b\`: ⏎__␣ ⏎..␣|x|␣replace::␣ ⏎..␣|x|␣image::␣ ⏎..␣[1]␣ ⏎..␣[#a]␣ ⏎..␣include::␣ ⏎..␣literalinclude::␣
  ⏎␣␣␣:lines:␣1- ⏎..␣raw::␣html⏎⏎␣␣␣
  ⏎..␣py:function::␣f(a) ⏎..␣class::␣A ⏎␣␣␣..␣method::␣m ⏎..␣c:function::␣int␣f() ⏎..␣option::␣-a
  ⏎..␣toctree::⏎⏎␣␣␣ ⏎..␣autoclass::␣a.B ⏎..␣module::␣m
  ⏎..␣table::␣ ⏎..␣csv-table::␣a⏎⏎␣␣␣ ⏎..␣list-table::⏎⏎␣␣␣*␣-␣ ⏎..␣only::␣html⏎⏎␣␣␣ ⏎..␣versionadded::␣1
  ⏎..␣glossary::⏎⏎␣␣␣
  :ref:\` :func:\`~a.b :doc:\` :term:\` :a:b:\` \`:ref: ⏎+--+--+⏎ ⏎|␣a|␣b|⏎ ⏎+==+==+⏎ ⏎==␣==⏎ ⏎a␣␣b⏎ ⏎-␣ ⏎*␣
  ⏎1.␣ ⏎#.␣ ⏎(a)␣ ⏎:field:␣ ⏎:param␣a:␣ ⏎-a␣␣ ⏎--long=X␣␣
  ⏎|␣ ⏎>>>␣ ⏎a⏎␣␣ ⏎--␣author\u2014 :sub:\`2\` \`a␣<b_>\`_ \`a␣<javascript:x>\`_ .rst
`);

const ASCIIDOC = pieces(`
  ⏎=␣ ⏎==␣ ⏎===␣ ⏎======␣ ␣==⏎ ⏎====⏎ ⏎----⏎ ⏎....⏎ ⏎****⏎ ⏎____⏎ ⏎++++⏎ ⏎////⏎ ⏎--⏎ ⏎\`\`\`py⏎ ⏎\`\`\`⏎ ⏎|===⏎
  ⏎,===⏎ ⏎!===⏎ | a| 2+| .2+^.>s| 3*m| ! ⏎a|⏎ ::= ---- ~~~~ ^^^^
  * ** _ __ \` \`\` # ## ^ ~ + ++ +++ $$ "\`
  \`" '\` {a} {b} {nothere} \\{a} {counter:x} {set:a:b} {asterisk} ⏎:a:␣ ⏎:b:␣{a}{a} ⏎:!a: ⏎:leveloffset:␣+1 ⏎:toc: ⏎:source-language:␣py
  ⏎[source,py]⏎ ⏎[quote,a,b]⏎ ⏎[NOTE]⏎ ⏎NOTE:␣ ⏎[verse]⏎ ⏎[[id]]⏎ ⏎[#id.role]⏎ ⏎[discrete]⏎
  ⏎[%header,cols="1,a"]⏎ ⏎[subs="+quotes,attributes"]⏎ ⏎[pass]⏎ ⏎[stem]⏎ ⏎[comment]⏎ ⏎[cols= ⏎[horizontal]⏎
  ⏎[abstract]⏎ ⏎.Title⏎ ⏎[
  ⏎include:: [lines=1..2] [tag=a] [] ⏎ifdef::a[] ⏎ifdef::a[b] ⏎ifndef::a[] ⏎ifeval::["{a}"␣==␣"b"] ⏎endif::[]
  ⏎//␣ ⏎*␣ ⏎**␣ ⏎.␣ ⏎..␣ ⏎-␣ ⏎1.␣ ⏎a::␣ ⏎a:::␣ ⏎a;;␣ ⏎<1>␣ ⏎+⏎ <1> ⏎*␣[x]␣
  <<a>> <<a,b>> xref:a.adoc#b[c] link:a[b] link:javascript:alert(1)[x] link:++ image::a.png[b] image:a.png[
  video::a[] footnote:[ footnoteref:[a, kbd:[ btn:[ menu:a[b] indexterm:[a] ((a)) (((a,b))) pass:[ pass:q[
  stem:[
  [.role]# [[a]] anchor:a[] ] mailto:a@b.org[x] a@b.org https://a.b[c] \\https://a.b ''' <<< --- (C) -> => ␣+⏎
  toc::[] :: author:␣ ⏎A␣B␣<a@b.c>⏎v1.0,␣2026-01-01⏎
`);

const ORG = pieces(`
  ⏎*␣ ⏎**␣ ⏎***␣TODO␣ ⏎*␣DONE␣[#A]␣ ␣:tag:b: [1/2] [50%] ⏎#+title:␣ ⏎#+TITLE: ⏎#+filetags:␣:a:b: ⏎#+todo:␣A␣|␣B
  ⏎#+link:␣a␣http://b/%s ⏎#+include:␣"other" ⏎#+INCLUDE:␣"self"␣src ⏎#+INCLUDE:␣"../../outside/secret.md"
  ⏎#+macro:␣a␣$1$1
  ⏎#+begin_src␣py⏎ ⏎#+end_src⏎ ⏎#+begin_quote⏎ ⏎#+end_quote⏎ ⏎#+begin_example⏎ ⏎#+end_example⏎ ⏎#+begin_verse⏎
  ⏎#+end_verse⏎ ⏎#+begin_export␣html⏎ ⏎#+end_export⏎ ⏎#+begin_comment⏎ ⏎#+end_comment⏎ ⏎#+BEGIN:␣a⏎ ⏎#+END:⏎
  ⏎:PROPERTIES:⏎ ⏎:ID:␣a⏎ ⏎:CUSTOM_ID:␣b⏎ ⏎:END:⏎ ⏎:LOGBOOK:⏎ ⏎:drawer:⏎ ⏎SCHEDULED:␣<2026-01-01␣Thu>
  ⏎CLOCK:␣[2026-01-01] ⏎CLOSED:␣[2026-01-01]
  ⏎-␣ ⏎+␣ ⏎1.␣ ⏎1)␣ ⏎␣*␣ ⏎-␣[ ]␣ ⏎-␣[X]␣ ⏎-␣a␣::␣ ⏎␣␣-␣ [@3] ⏎|␣a␣|␣b␣| ⏎|--+--| ⏎|␣<l>␣| ⏎#+tblfm:␣$1=2
  ⏎#+attr_html:␣:onclick␣x ⏎#+caption:␣ ⏎#+name:␣a ⏎#␣ ⏎:␣ ⏎----- ⏎[fn:1]␣
  *b* /i/ _u_ =c= ~v~ +s+ * /
  _ = ~ + [[a]] [[a][b]] [[javascript:alert(1)][x]] [[data:text/html,x]] [[file:a.org::*h][b]]
  [[#b]] [[*h]] [[id:a]] [[a:x]] [[./a.png]] [[ ]] ][ [fn:1] [fn::␣ [fn:a:␣ ] <<t>> <<<r>>> <https://a.b> << >>
  \\alpha \\alpha{} \\\\⏎ \\( \\) \\[ \\] {{{a}}} {{{a(b)}}} {{{ }}} @@html:<b>@@ @@ ^{a} _{b} ^{ } src_py{1}
  call_a() \\begin{a}⏎ \\end{a}⏎ <2026-01-01␣Thu␣+1w> $a$ ␣:: ⏎,*␣ ⏎,#+
`);

const MAN = pieces(`
  .TH␣A␣1⏎ .Dd␣Today⏎.Dt␣A␣1⏎.Os⏎ ⏎.SH␣ ⏎.SS␣ ⏎.Sh␣ ⏎.Ss␣ ⏎.SH⏎ NAME⏎ OPTIONS⏎ ⏎.PP⏎ ⏎.TP⏎ ⏎.TQ⏎ ⏎.IP␣
  ⏎.IP␣\\(bu␣2⏎ ⏎.RS⏎ ⏎.RE⏎ ⏎.HP⏎ ⏎.nf⏎ ⏎.fi⏎ ⏎.EX⏎ ⏎.EE⏎ ⏎.br⏎ ⏎.sp⏎ ⏎.B␣ ⏎.I␣ ⏎.BR␣ ⏎.IR␣ ⏎.BI␣ ⏎.SY␣a⏎ ⏎.YS⏎
  ⏎.OP␣ ⏎.MT␣a@b⏎ ⏎.ME⏎ ⏎.UR␣javascript:alert(1)⏎ ⏎.UE⏎ ⏎.MR␣a␣1
  ⏎.Nm␣ ⏎.Nd␣ ⏎.Op␣ ⏎.Fl␣ ⏎.Ar␣ ⏎.It␣ ⏎.Bl␣-tag⏎ ⏎.Bl␣-column⏎ ⏎.Bl␣-bullet⏎ ⏎.El⏎ ⏎.Bd␣-literal⏎ ⏎.Ed⏎
  ⏎.Bf␣-emphasis⏎ ⏎.Ef⏎ ⏎.Xr␣a␣1 ⏎.Lk␣javascript:x␣a ⏎.Lk␣ ⏎.Fo␣f⏎ ⏎.Fc⏎ ⏎.Fa␣ ⏎.Fn␣f␣a ⏎.Oo⏎ ⏎.Oc⏎ ⏎.Xo⏎ ⏎.Xc⏎
  ⏎.Rs⏎ ⏎.Re⏎ ⏎.%A␣ ⏎.Dl␣ ⏎.D1␣ ⏎.Ql␣ ⏎.Sq␣ ⏎.Dq␣ ⏎.Pq␣ ⏎.Ns␣ ⏎.No␣ ⏎.Ta␣ ⏎.Sx␣ ⏎.Tg␣a⏎
  ⏎.so␣man1/other.1⏎ ⏎.so␣../../outside/secret.md⏎ ⏎.mso␣/outside/secret.md⏎ ⏎.de␣XX⏎ ⏎..⏎ ⏎.ig⏎ ⏎.ds␣a␣ ⏎.if␣n␣
  ⏎.if␣t␣ ⏎.ie␣n␣\\{\\⏎ ⏎.el␣ ⏎.\\}⏎ \\{ \\} ⏎.if␣'a'b'␣ ⏎.while␣1␣ ⏎.TS⏎ ⏎tab(@);⏎ ⏎l␣l.⏎ ⏎T{⏎ ⏎T}@ @ ⏎.TE⏎
  ⏎.T&⏎ ⏎.EQ⏎ ⏎.EN⏎ ⏎.sy␣cat␣/etc/passwd⏎ ⏎.pso␣cat⏎ ⏎.XX␣ ⏎.\\"␣ ⏎'\\"␣ ⏎' ⏎.
  \\fB \\fI \\fR \\fP \\f( \\f[B] \\(em \\(aq \\[u00e9] \\[ \\(: \\- \\e \\& \\\\ \\" \\# \\c \\*a \\*[a] \\*(
  \\s-1 \\s[ \\h'1' \\w' \\o'a' \\N'65' \\N' \\D'l' \\z \\$1 \\n[a] \\nx \\X'tty:' \\A \\⏎ \\ " "" -
`);

/** Of Quarto, R Markdown, MyST, Markdoc and MDC. */
const MARKDOWN = pieces(`
  #␣ ##␣ ⏎#␣ ⏎##␣ {#a} {.b␣key=v} --- ---⏎title:␣ ⏎---⏎ ⏎\`\`\`{r}⏎ ⏎\`\`\`{python}⏎ ⏎#|␣label:␣a⏎
  ⏎#|␣echo:␣false⏎ ⏎\`\`\`⏎ \`r␣1\` ⏎:::␣{.callout-note} ⏎:::⏎ ⏎::::␣ {{<␣include␣other.qmd␣>}}
  {{<␣include␣../../outside/secret.md␣>}} {{< >}} ⏎:::{.panel-tabset}⏎ @fig-a [@a] {#fig-a} ⏎:␣caption
  ⏎\`\`\`{note}⏎ ⏎\`\`\`{include}␣other.md⏎ ⏎\`\`\`{literalinclude}␣../../outside/secret.md⏎ ⏎:option:␣a⏎
  ⏎:::{admonition}␣a⏎ ⏎(a)=⏎ {ref}\`a\` {doc}\` {sub-ref}\`a\` {{␣a␣}} ⏎%␣comment ⏎+++⏎ {math}\` $$ ⏎---⏎
  {%␣tag␣%} {%␣/tag␣%} {%␣partial␣file="../../outside/secret.md"␣/%} {%␣if␣$a␣%} {%␣/if␣%} {%␣# {% %}
  {%␣table␣%} {%␣$a␣%} ::name{a="b"} ::name⏎ :name[a]{b} ⏎::␣ #slot⏎ \`\`\` ~~~ \` [a](b) ![a](b) [a]:␣b <div>
  </div> <!-- --> |␣a␣| |--| >␣ -␣ 1.␣ ␣␣␣␣ * ** _ [^a] [^a]:␣ [[a]] ![[other]] &amp; \\
`);

/** By the name of the target. */
export const LANGUAGE_PIECES = {
  rst: [...COMMON, ...RST],
  asciidoc: [...COMMON, ...ASCIIDOC],
  org: [...COMMON, ...ORG],
  man: [...COMMON, ...MAN],
  "markdown-dialect": [...COMMON, ...MARKDOWN],
} as const;

export type Language = keyof typeof LANGUAGE_PIECES;

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGE_PIECES, name);
}
