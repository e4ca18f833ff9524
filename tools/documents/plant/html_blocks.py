"""HTML: blocks of a page or of a chapter. Each returns well-formed XHTML, so that books can hold them, too."""
import labels as labelled


def code_lines(labels, shape):
    part = labels.part("lines of code")
    lines = labelled.code(part)
    text = [line.replace("<", "&lt;") for line in lines]
    number = lambda at: at + 1
    every = lambda form: "".join(form.format(line=line, n=number(at)) for at, line in enumerate(text))
    blocks = [
        '<pre class="prism-code"><code>' + every('<div class="token-line">{line}</div>') + "</code></pre>",
        '<pre class="prettyprint"><ol class="linenums">' + every("<li>{line}</li>") + "</ol></pre>",
        "<pre>" + every("<p>{line}</p>") + "</pre>",
        "<pre><code>" + every('<span style="display:block">{line}</span>') + "</code></pre>",
        '<pre><table class="code"><tbody>' + every('<tr><td class="line-number">{n}</td><td>{line}</td></tr>') + "</tbody></table></pre>",
        '<pre><code>' + every('<span class="line" style="display:flex"><span class="ln">{n}</span><span>{line}</span></span>') + "</code></pre>",
        '<div class="highlight"><table class="highlighttable"><tbody><tr><td class="linenos"><pre>' + "\n".join(str(number(at)) for at in range(len(text)))
        + '</pre></td><td class="code"><pre>' + "\n".join(text) + "</pre></td></tr></tbody></table></div>",
        "<pre>" + "<br/>".join(text) + "</pre>",
        '<table class="highlight"><tbody>' + every('<tr><td class="blob-num" data-line-number="{n}"></td><td class="blob-code"><pre>{line}</pre></td></tr>') + "</tbody></table>",
        "<pre><code>" + "".join(f"<code>{line}</code>\n" for line in text) + "</code></pre>",
        "<pre>" + "\n".join(f"<span>{line}</span>" for line in text) + "</pre>",
    ]
    return f"<p>{part.sentence()}</p>{blocks[shape]}<p>{part.sentence()}</p>"


def raised(labels, shape):
    part = labels.part("super- and subscripts")
    one, other = part.word(), part.word()
    inner, forms = [("10<sup>6</sup>", ["10^6"]), ("H<sub>2</sub>O", ["H_2O", "H_2 O"]),
                    ("5<sup>1</sup>/<sub>2</sub>", ["5^1/_2", "5 1/2", "5^1/2"]),
                    ("m<sup><small>3</small></sup>", ["m^3"]), ('10<span style="vertical-align:super">6</span>', ["10^6"])][shape]
    part.shown(*forms)
    return f"<p>The {one} has {inner} of {other}.</p>"


MATHML = 'xmlns="http://www.w3.org/1998/Math/MathML"'


def math(labels, shape):
    part = labels.part("MathML" if shape < 4 else "KaTeX and other doubles")
    a, b = part.once(part.word()), part.once(part.word())
    before, after = part.word(), part.word()
    tree = f"<mrow><mi>{a}</mi><mo>=</mo><msup><mi>r</mi><mn>2</mn></msup><mo>+</mo><mi>{b}</mi></mrow>"
    tex = f"{a}=r^2+{b}"
    forms = [f"~{a}=r^2+{b}", f"~{a}=r²+{b}"]
    noted = f'<math {MATHML}><semantics>{tree}<annotation encoding="application/x-tex">{tex}</annotation></semantics></math>'
    if shape == 0:
        inner = f"<math {MATHML}>{tree}</math>"
    elif shape == 1:
        inner = noted
    elif shape == 2:
        inner = f"<math {MATHML}><mfrac><mi>{a}</mi><mi>{b}</mi></mfrac></math>"
        forms = [f"~{a}/{b}", f"~\\frac{a}{b}"]
    elif shape == 3:
        inner = f"<math {MATHML}><msqrt><mi>{a}</mi></msqrt><mo>+</mo><msub><mi>{b}</mi><mn>1</mn></msub></math>"
        forms = [f"~√{a}+{b}_1", f"~sqrt{a}+{b}_1", f"~\\sqrt{a}+{b}_1", f"~sqrt{a}+{b}₁", f"~√{a}+{b}₁"]
    elif shape == 4:
        spans = f'<span class="mord mathnormal">{a}</span><span class="mrel">=</span><span class="mord">r<span class="msupsub"><span class="mord mtight">2</span></span></span><span class="mbin">+</span><span class="mord">{b}</span>'
        inner = (f'<span class="katex"><span class="katex-mathml">{noted}</span><span class="katex-html" aria-hidden="true">'
                 f'<span class="base">{spans}</span></span></span>')
    elif shape == 5:  # MathJax with an assistive tree
        inner = (f'<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mi>{a}</mjx-mi></mjx-math>'
                 f'<mjx-assistive-mml role="presentation"><math {MATHML}>{tree}</math></mjx-assistive-mml></mjx-container>')
    else:  # the source in a script beside what is drawn
        inner = f'<span class="math inline">\\({tex}\\)</span>'
    part.shown(*forms)
    part.order(before, a, after)
    return f"<p>Take {before} with {inner} of {after}.</p>"


def numbered_items(labels, shape):
    part = labels.part("numbers of items")
    words = part.words(3)
    open_tag, values, marks = [('<ol start="5">', ["", "", ""], "567"), ("<ol>", ['value="3"', "", 'value="9"'], "349"),
                               ('<ol reversed="reversed">', ["", "", ""], "321"), ('<ol type="a">', ["", "", ""], "abc")][shape]
    for mark, word in zip(marks, words):
        forms = [f"{mark}. {word}", f"{mark}) {word}"]
        if shape == 3:
            forms += [f"{'abc'.index(mark) + 1}. {word}"]
        part.shown(*forms)
    part.apart(*words)
    items = "".join(f"<li {value}>{word}</li>".replace("<li >", "<li>") for value, word in zip(values, words))
    return f"<p>{part.sentence()}</p>{open_tag}{items}</ol>"


def check_boxes(labels, shape):
    part = labels.part("check boxes")
    one, other = part.words(2)
    part.states(one, other)
    box = lambda word, checked: f'<input type="checkbox" disabled="disabled"{" checked=" + chr(34) + "checked" + chr(34) if checked else ""}/> {word}'
    if shape == 0:
        return f'<ul class="task-list"><li>{box(one, True)}</li><li>{box(other, False)}</li></ul>'
    if shape == 1:
        return f"<form><p><label>{box(one, True)}</label></p><p><label>{box(other, False)}</label></p></form>"
    return (f'<form><p><label><input type="radio" name="r" checked="checked"/> {one}</label></p>'
            f'<p><label><input type="radio" name="r"/> {other}</label></p></form>')


def tables(labels, shape):
    part = labels.part("merged cells" if shape < 5 else "lists in cells")
    head, rows = part.words(4), [part.words(4) for _ in range(3)]
    def drop(row, column):
        part.label["words"].pop(rows[row][column])
        rows[row][column] = None
    th = lambda row: "".join(f"<th>{word}</th>" for word in row)
    td = lambda row: "".join(f"<td>{word}</td>" for word in row if word)
    made, top = None, f"<thead><tr>{th(head)}</tr></thead>"
    if shape == 0:
        drop(1, 0), drop(2, 0)
        made = [f'<td rowspan="3">{rows[0][0]}</td>{td(rows[0][1:])}', td(rows[1]), td(rows[2])]
    elif shape == 1:
        drop(1, 1)
        made = [td(rows[0]), f'<td colspan="2">{rows[1][0]}</td>{td(rows[1][1:])}', td(rows[2])]
        rows[1][1] = None
    elif shape == 2:
        drop(0, 2), drop(1, 1), drop(1, 2)
        made = [f'<td>{rows[0][0]}</td><td rowspan="2" colspan="2">{rows[0][1]}</td><td>{rows[0][3]}</td>', td(rows[1]), td(rows[2])]
    elif shape == 3:  # a head of two rows
        under = part.words(2)
        part.label["words"].pop(head[2])
        top = (f'<thead><tr><th rowspan="2">{head[0]}</th><th colspan="2">{head[1]}</th><th rowspan="2">{head[3]}</th></tr>'
               f"<tr>{th(under)}</tr></thead>")
        made = list(map(td, rows))
        part.grid([[head[0], None, None, head[3]], *rows])
        part.row(*under)
        for row in rows:
            part.cell(under[0], row[1]), part.cell(under[1], row[2])
    elif shape == 4:  # the last row spans into nothing, and a row is short
        drop(2, 3)
        made = [td(rows[0]), td(rows[1]), f'<td rowspan="9">{rows[2][0]}</td>{td(rows[2][1:3])}']
    else:
        extra = part.words(6)
        made = []
        for at, row in enumerate(rows):
            inner = extra[2 * at:2 * at + 2]
            block = [f"<ul><li>{inner[0]}</li><li>{inner[1]}</li></ul>", f"<p>{inner[0]}</p><p>{inner[1]}</p>", f"<pre>{inner[0]}\n{inner[1]}</pre>",
                     f"<table><tr><td>{inner[0]}</td><td>{inner[1]}</td></tr></table>"][shape - 5]
            made.append(f"{td(row[:3])}<td>{row[3]}{block}</td>")
            for word in inner:
                part.row(row[0], word)
                part.cell(head[3], word)
    if shape != 3:
        part.grid([head, *rows])
    return f"<table>{top}<tbody>{''.join(f'<tr>{row}</tr>' for row in made)}</tbody></table>"


def glued(labels, shape):
    part = labels.part("neighbours that must not be glued")
    a, b, c = part.words(3)
    return [f"<div>{a}</div><div>{b}</div><p>{c}</p>", f"<p>{a}<br/>{b}</p><section>{c}</section>", f"<dl><dt>{a}</dt><dd>{b}</dd><dd>{c}</dd></dl>",
            f"<figure><figcaption>{a}</figcaption></figure><blockquote>{b}<footer>{c}</footer></blockquote>",
            f"<details><summary>{a}</summary>{b}</details><address>{c}</address>",
            f'<div><span style="display:block">{a}</span><span style="display:block">{b}</span></div><p>{c}</p>'][shape]


def notes_in_text(labels, shape):
    part = labels.part("asides and admonitions")
    text, title = part.sentence(), part.word()
    if shape in (3, 4):
        part.heading(title)
    return [f'<aside class="admonition warning"><p class="admonition-title">{title}</p><p>{text}</p></aside>',
            f'<div class="admonition note"><p>{title}</p><p>{text}</p></div>', f'<aside role="note"><p>{title}</p><p>{text}</p></aside>',
            f"<section><header><h3>{title}</h3></header><p>{text}</p></section>",
            f"<section><h3>{title}</h3><p>Here is some text.</p><footer><p>{text}</p></footer></section>",
            f"<blockquote><header>{title}</header><p>{text}</p></blockquote>"][shape]


BLOCKS = [(code_lines, 11), (raised, 5), (math, 7), (numbered_items, 4), (check_boxes, 3), (tables, 9), (glued, 6), (notes_in_text, 6)]
