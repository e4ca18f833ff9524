"""ODT: the XML of the body, of styles and of the parts of a document."""
import labels as labelled

SPACES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{uri}:1.0"' for name, uri in {
    "office": "office", "text": "text", "table": "table", "draw": "drawing", "style": "style", "fo": "xsl-fo-compatible",
    "svg": "svg-compatible", "form": "form", "meta": "meta", "manifest": "manifest"}.items()) + (
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"')


class Odt:
    """The pieces of a document. `plain` writes an ordinary paragraph."""

    def __init__(self):
        self.body, self.styles, self.lists, self.header, self.footer, self.changes = [], [], [], "", "", []
        self.objects = []
        self.count = 0

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def add(self, xml):
        self.body.append(xml)

    def plain(self, text, style="Standard"):
        self.add(p(text, style))


def p(text, style="Standard"):
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def heading(doc, part, level=1):
    doc.add(f'<text:h text:style-name="Heading_20_{level}" text:outline-level="{level}">{part.title()}</text:h>')


def cell(inner, more=""):
    return f'<table:table-cell office:value-type="string"{more}>{inner}</table:table-cell>'


def rows_of(rows):
    return "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)


def table(doc, rows, columns, header=None):
    head = f"<table:table-header-rows>{rows_of([header])}</table:table-header-rows>" if header else ""
    name = doc.name("Table")
    doc.add(f'<table:table table:name="{name}"><table:table-column table:number-columns-repeated="{columns}"/>{head}{rows_of(rows)}</table:table>')


def merged(doc, labels, shape):
    part = labels.part("merged cells")
    head, rows = part.words(4), [part.words(4) for _ in range(3)]
    plain = lambda row: "".join(cell(p(word)) for word in row)
    covered = "<table:covered-table-cell/>"
    def drop(row, column, value=None):
        part.label["words"].pop(rows[row][column])
        rows[row][column] = value
    made = [plain(row) for row in rows]
    if shape == 0:  # down
        made[0] = cell(p(rows[0][0]), ' table:number-rows-spanned="2"') + plain(rows[0][1:])
        made[1] = covered + plain(rows[1][1:])
        drop(1, 0)
    elif shape == 1:  # across
        made[1] = plain(rows[1][:1]) + cell(p(rows[1][1]), ' table:number-columns-spanned="2"') + covered + plain(rows[1][3:])
        drop(1, 2)
    elif shape == 2:  # both, with covered cells that repeat
        span = ' table:number-columns-spanned="2" table:number-rows-spanned="2"'
        made[0] = plain(rows[0][:1]) + cell(p(rows[0][1]), span) + covered + plain(rows[0][3:])
        made[1] = plain(rows[1][:1]) + '<table:covered-table-cell table:number-columns-repeated="2"/>' + plain(rows[1][3:])
        drop(0, 2), drop(1, 1), drop(1, 2)
    else:  # repeated cells
        made[0] = cell(p(rows[0][0])) + cell(p(rows[0][1]), ' table:number-columns-repeated="2"') + cell(p(rows[0][3]))
        drop(0, 2, rows[0][1])
        part.must(rows[0][1])
        made[2] = '<table:table-cell table:number-columns-repeated="2"/>' + plain(rows[2][2:])
        drop(2, 0), drop(2, 1)
    if shape % 2:
        table(doc, made, 4, plain(head))
    else:
        table(doc, [plain(head), *made], 4)
    part.grid([head, *rows])


def cells_with_blocks(doc, labels, shape):
    part = labels.part("lists in cells")
    head, body = part.words(2), []
    for _ in range(3):
        option, inner = part.word(), part.words(3)
        for word in inner:
            part.row(option, word)
            part.cell(head[1], word)
        if shape == 0:
            blocks = "<text:list>" + "".join(f"<text:list-item>{p(word)}</text:list-item>" for word in inner) + "</text:list>"
        elif shape == 1:
            blocks = "".join(map(p, inner))
        else:
            blocks = (f'<table:table table:name="{doc.name("Inner")}"><table:table-column table:number-columns-repeated="3"/>'
                      + rows_of(["".join(cell(p(word)) for word in inner)]) + "</table:table>")
        body.append(cell(p(option)) + cell(blocks))
    table(doc, ["".join(cell(p(word)) for word in head), *body], 2)


def lists(doc, labels, shape):
    part = labels.part("lists that go on")
    style = doc.name("L")
    form, end, start = [("1", ".", 1), ("a", ")", 1), ("1", ".", 5), ("I", ".", 1)][shape]
    doc.lists.append(f'<text:list-style style:name="{style}"><text:list-level-style-number text:level="1" style:num-format="{form}" '
                     f'style:num-suffix="{end}" text:start-value="{start}"/><text:list-level-style-bullet text:level="2" text:bullet-char="-"/></text:list-style>')
    marks = [["1", "2", "3"], ["a", "b", "c"], ["5", "6", "7"], ["I", "II", "III"]][shape]
    words = part.words(3)
    item = lambda word, more="": f"<text:list-item>{p(word)}{more}</text:list-item>"
    inner = part.word()
    doc.add(f'<text:list text:style-name="{style}">{item(words[0])}{item(words[1], f"<text:list>{item(inner)}</text:list>")}</text:list>')
    doc.plain(part.sentence())
    doc.add(f'<text:list text:style-name="{style}" text:continue-numbering="true">{item(words[2])}</text:list>')
    for mark, word in zip(marks, words):
        part.shown(f"{mark}. {word}", f"{mark}) {word}")
    part.nested(words[1], inner)
    part.order(words[0], words[1], inner, words[2])


def notes(doc, labels, shape):
    part = labels.part("notes")
    kind = "footnote" if shape == 0 else "endnote"
    for at in range(2):
        note = part.once(part.sentence())
        xml = (f'<text:note text:id="{doc.name("ftn")}" text:note-class="{kind}"><text:note-citation>{at + 1}</text:note-citation>'
               f"<text:note-body>{p(note)}</text:note-body></text:note>")
        doc.plain(f"The {part.word()}{xml} has {part.word()}.")


def comments(doc, labels, shape):
    part = labels.part("comments")
    note = part.once(part.sentence())
    xml = f"<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-03-05T10:00:00</dc:date>{p(note)}</office:annotation>"
    one, other = part.word(), part.word()
    doc.plain(f"{one} {xml}{other}.")


def tracked(doc, labels, shape):
    part = labels.part("tracked changes")
    change, gone, kept, new = doc.name("ct"), part.gone(part.fresh()), part.word(), part.word()
    info = "<office:change-info><dc:creator>Ada</dc:creator><dc:date>2024-03-05T10:00:00</dc:date></office:change-info>"
    doc.changes.append(f'<text:changed-region text:id="{change}"><text:deletion>{info}{p(gone)}</text:deletion></text:changed-region>')
    other = doc.name("ct")
    doc.changes.append(f'<text:changed-region text:id="{other}"><text:insertion>{info}</text:insertion></text:changed-region>')
    doc.plain(f'{kept} <text:change text:change-id="{change}"/>is <text:change-start text:change-id="{other}"/>{new}<text:change-end text:change-id="{other}"/>.')


def boxes(doc, labels, shape):
    part = labels.part("text boxes")
    text, before, after = part.sentence(), part.word(), part.word()
    box = f'<draw:text-box>{p(text)}</draw:text-box>'
    frame = f'<draw:frame draw:name="{doc.name("Frame")}" text:anchor-type="paragraph" svg:width="5cm">{box}</draw:frame>'
    if shape == 1:
        frame = f'<draw:custom-shape text:anchor-type="paragraph" svg:width="5cm">{p(text)}</draw:custom-shape>'
    doc.plain(f"{before}{frame} {after}")
    part.once(text)
    part.apart(before, text.split()[1])


def headers(doc, labels, shape):
    part = labels.part("headers and footers")
    if doc.header:
        return
    doc.header, doc.footer = part.once(part.sentence()), part.once(part.sentence())
    doc.plain(part.prose())


def hidden(doc, labels, shape):
    part = labels.part("hidden text")
    style = doc.name("H")
    family = "paragraph" if shape else "text"
    doc.styles.append(f'<style:style style:name="{style}" style:family="{family}"><style:text-properties text:display="none"/></style:style>')
    text = part.hidden(part.sentence(False))
    if shape:
        doc.plain(part.sentence())
        doc.plain(text, style)
    else:
        doc.plain(f'{part.sentence()} <text:span text:style-name="{style}">{text}</text:span>')


def formulas(doc, labels, shape):
    part = labels.part("formulas")
    a, b = part.word(), part.word()
    before, after = part.word(), part.word()
    inner = [f"<mi>{a}</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup>", f"<mfrac><mi>{a}</mi><mn>2</mn></mfrac>"][shape]
    if shape:
        part.label["words"].pop(b)
        part.shown(f"~{a}/2", f"~\\frac{a}2")
    else:
        inner += f"<mo>+</mo><mi>{b}</mi>"
        part.shown(f"~{a}=c^2+{b}", f"~{a}=c²+{b}")
    name = doc.name("Object ")
    doc.objects.append((name, f'<?xml version="1.0" encoding="UTF-8"?><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>{inner}</mrow></semantics></math>'))
    doc.plain(f'Keep {before} <draw:frame draw:name="{doc.name("Formula")}"><draw:object xlink:href="./{name}" xlink:type="simple"/></draw:frame> below {after}.')
    part.order(before, a, after)


def signs(doc, labels, shape):
    part = labels.part("line breaks and fields")
    a, b, c, d = part.words(4)
    doc.plain([f"{a}<text:line-break/>{b}<text:tab/>{c}<text:s/>{d}", f"{a}<text:soft-page-break/> {b} <text:bookmark-ref>{c}</text:bookmark-ref> {d}",
               f'{a} <text:date>{b}</text:date> <text:a xlink:href="https://example.com/">{c}</text:a> <text:user-defined>{d}</text:user-defined>'][shape])
    part.order(a, b, c, d)


def raised(doc, labels, shape):
    part = labels.part("super- and subscripts")
    style = doc.name("R")
    mark, base, small, place = [("^", "10", "6", "super 58%"), ("_", "H", "2", "sub 58%"), ("^", "m", "3", "33% 58%")][shape]
    doc.styles.append(f'<style:style style:name="{style}" style:family="text"><style:text-properties style:text-position="{place}"/></style:style>')
    doc.plain(f'The {part.word()} has {base}<text:span text:style-name="{style}">{small}</text:span> of {part.word()}.')
    part.shown(f"{base}{mark}{small}")


def code(doc, labels, shape):
    part = labels.part("code")
    lines = labelled.code(part)
    spaced = [line.replace("    ", '<text:s text:c="4"/>') for line in lines]
    doc.plain(part.sentence())
    if shape == 0:
        for line in spaced:
            doc.plain(line, "Preformatted_20_Text")
    else:
        doc.plain("<text:line-break/>".join(spaced), "Preformatted_20_Text")
    doc.plain(part.sentence())


def headings(doc, labels, shape):
    part = labels.part("styles and outline levels")
    if shape == 0:
        for level in (2, 3, 2):
            heading(doc, part, level)
            doc.plain(part.sentence())
    else:  # a paragraph whose style has an outline level
        style = doc.name("O")
        doc.styles.append(f'<style:style style:name="{style}" style:family="paragraph" style:parent-style-name="Heading_20_2" style:default-outline-level="2"/>')
        doc.add(f'<text:h text:style-name="{style}" text:outline-level="2">{part.title()}</text:h>')
        doc.add(f'<text:section text:name="{doc.name("S")}">{p(part.sentence())}</text:section>')


FEATURES = [(merged, 4), (cells_with_blocks, 3), (lists, 4), (notes, 2), (comments, 2), (tracked, 1), (boxes, 2), (headers, 1),
            (hidden, 2), (formulas, 2), (signs, 3), (raised, 3), (code, 2), (headings, 2)]
