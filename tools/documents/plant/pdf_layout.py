"""PDF: columns, broken words, headings, forms, code, lists, raised letters and tables."""
from reportlab.lib import colors
from reportlab.platypus import Table, TableStyle
import labels as labelled
from pdf_pages import Pages


def columns(path, labels, shape):
    """Columns of prose. In all shapes but 4 they are drawn line by line across the page."""
    part, body = labels.part("columns drawn line by line" if shape != 4 else "columns"), labels.part("title")
    count = 3 if shape == 2 else 2
    doc = Pages(path, points=9.5 if count == 2 else 8.5)
    gap = [24, 18, 20, 30, 24][shape]
    width = (doc.right - doc.left - gap * (count - 1)) / count
    for page in range(2 if shape == 3 else 1):
        if page:
            doc.next_page()
        if shape in (1, 3) and page == 0:
            doc.heading(body.title(), 20)
        texts = [[part.sentence() for _ in range(12)] for _ in range(count)]
        part.order(*(sentence for column in texts for sentence in column))
        lines = [doc.split(" ".join(column), width) for column in texts]
        top, height = doc.y, doc.points * 1.3
        places = [(at, row) for at in range(count) for row in range(len(lines[at]))]
        if shape != 4:
            places.sort(key=lambda place: (place[1], place[0]))
        for at, row in places:
            shift = 3 if shape == 3 and at == 1 else 0
            doc.put(doc.left + at * (width + gap), top - row * height - shift, lines[at][row])
        doc.y = top - max(map(len, lines)) * height - 10
    doc.save()


KEPT = [("state-of-the-", "art"), ("self-", "contained"), ("--no-", "color"), ("x-", "ray"), ("ISO-8859-", "15"),
        ("Navier-", "Stokes")]
JOINED = [("manu-", "facturer"), ("war-", "ranty"), ("infor-", "mation"), ("tempera-", "ture")]


def compounds(path, labels, shape):
    part = labels.part("words broken at line ends")
    doc = Pages(path)
    doc.heading(part.title(), 18)
    pairs = [KEPT[:4] + JOINED[:2], KEPT[4:] + JOINED[2:], []][shape]
    for head, tail in pairs:
        doc.line(f"{part.sentence()} Here is the {head}")
        doc.line(f"{tail} of it. {part.sentence()}", after=8)
        part.shown(head + tail if (head, tail) in KEPT else (head + tail).replace("-", ""))
    for _ in range(4):  # the document says elsewhere how the word is written
        one, other, whole = part.fresh(), part.fresh(), part.fresh()
        part.must(f"{one} {other} {whole}", 2)
        part.shown(f"{one}-{other}")
        doc.line(f"The {one}-{other} and the {whole} are new.")
        doc.line(f"{part.sentence()} Then the {one}-")
        doc.line(f"{other} is here. {part.sentence()} It moves a {whole[:4]}-")
        doc.line(f"{whole[4:]} at night. {part.sentence()}", after=8)
    for _ in range(4):
        whole = part.word()
        doc.line(f"{part.sentence()} So each {whole[:4]}-")
        doc.line(f"{whole[4:]} is old. {part.sentence()}", after=8)
    doc.save()


def two_line_headings(path, labels, shape):
    part, body = labels.part("heading of two lines"), labels.part("body")
    doc = Pages(path)
    for level in range(4):
        title = " ".join(part.words(7 if shape != 2 else 9)).capitalize()
        part.heading(title)
        doc.heading(title, [20, 17, 24][shape], ["Helvetica-Bold", "Times-Roman", "Helvetica"][shape])
        for _ in range(4):
            doc.para(body.prose())
    doc.save()


def bookmarks(path, labels, shape):
    """Titles in the letters of the text, which the outline names."""
    part, body = labels.part("bookmarks"), labels.part("body")
    doc = Pages(path)
    for at in range(6):
        title = part.title(3)
        level = 0 if shape == 0 else at % 2 + (shape == 2 and at % 3 == 2)
        key = f"place{at}"
        doc.room(60)
        doc.canvas.bookmarkHorizontal(key, 0, doc.y + 12)
        doc.canvas.addOutlineEntry(title, key, min(level, 1), 0)
        doc.line(title, after=6)
        for _ in range(4):
            doc.para(body.prose())
    doc.save()


def bold_lines(path, labels, shape):
    """Bold lines of their own, in the size of the text."""
    part, body = labels.part("bold lines as headings"), labels.part("body")
    doc = Pages(path, font="Helvetica" if shape else "Times-Roman")
    for at in range(6):
        doc.room(60)
        doc.y -= 8
        doc.line(part.title(3), "Helvetica-Bold" if shape else "Times-Bold", after=4)
        for _ in range(3):
            doc.para(body.prose())
    doc.save()


def forms(path, labels, shape):
    part = labels.part("check boxes" if shape in (0, 3) else "form fields")
    doc = Pages(path, font="Helvetica")
    form = doc.canvas.acroForm
    doc.heading(part.title(), 18)
    doc.para(part.prose())
    if shape in (0, 3):
        names = part.words(4)
        for at, name in enumerate(names):
            doc.y -= 10
            form.checkbox(name=f"box{at}", x=72, y=doc.y - 3, size=14, checked=at % 2 == 0)
            doc.line(f"I agree to {name}", x=96, after=6)
        part.states(names[0], names[1])
        part.states(names[2], names[3])
    if shape == 1:
        for at in range(4):
            name, value = part.word(), part.word()
            part.row(name, value)
            doc.y -= 14
            form.textfield(name=f"field{at}", x=200, y=doc.y - 6, width=200, height=20, value=value.capitalize())
            doc.line(f"{name.capitalize()}:", after=10)
    if shape in (2, 3):
        names = part.words(3)
        for at, name in enumerate(names):
            doc.y -= 10
            form.radio(name="plan", value=f"plan{at}", x=72, y=doc.y - 3, size=14, selected=at == 1)
            doc.line(f"Plan {name}", x=96, after=6)
        part.states(names[1], names[0])
        chosen, not_chosen = part.word(), part.fresh()
        doc.y -= 20
        form.choice(name="colour", x=200, y=doc.y - 6, width=200, height=20, value=chosen, options=[chosen, not_chosen])
        doc.line("Colour:", after=12)
    doc.para(part.prose())
    doc.save()


def code(path, labels, shape):
    part, body = labels.part("code"), labels.part("body")
    doc = Pages(path)
    doc.heading(body.title(), 18)
    for _ in range(3):
        doc.para(body.prose())
        doc.room(120)
        font = ["Courier", "Courier", "Courier-Bold"][shape]
        for line in labelled.code(part, 4 + shape * 2):
            doc.line(line, font, 9 if shape == 1 else 10.5, x=90 if shape else None)
        doc.y -= 8
    doc.para(body.prose())
    doc.save()


def lists(path, labels, shape):
    part, body = labels.part("lists"), labels.part("body")
    doc = Pages(path)
    doc.heading(body.title(), 18)
    doc.para(body.prose())
    seen = []
    for at in range(6):
        mark = ["\u2022", f"{at + 1}.", f"({'abcdef'[at]})"][shape]
        item = part.sentence() if shape else f"{part.word()} {part.word()}"
        seen.append(item.rstrip(".").split()[-1] if shape else item.split()[0])
        doc.room(20)
        doc.put(80, doc.y, mark)
        doc.line(item, x=98)
        if at == 2:
            for inner in part.words(2):
                doc.put(98, doc.y, "-")
                doc.line(inner, x=110)
                seen.append(inner)
    part.apart(*seen)
    part.order(*seen)
    doc.y -= 8
    doc.para(body.prose())
    doc.save()


def raised(path, labels, shape):
    part, body = labels.part("super- and subscripts"), labels.part("body")
    doc = Pages(path, font="Helvetica" if shape == 1 else "Times-Roman")
    doc.heading(body.title(), 18)
    doc.para(body.prose())
    for base, mark, small in [[("10", "^", "6"), ("m", "^", "2")], [("H", "_", "2"), ("x", "_", "i")],
                              [("5", "^", "3"), ("CO", "_", "2"), ("10", "^", "-9")]][shape]:
        text = doc.canvas.beginText(doc.left, doc.y)
        text.setFont(doc.font, doc.points)
        text.textOut(f"The {part.word()} has {base}")
        text.setRise(4 if mark == "^" else -2.5)
        text.setFont(doc.font, doc.points * 0.65)
        text.textOut(small)
        text.setRise(0)
        text.setFont(doc.font, doc.points)
        text.textOut(f" volts of {part.word()}.")
        doc.canvas.drawText(text)
        doc.y -= 20
        part.shown(f"{base}{mark}{small}")
    doc.para(body.prose())
    doc.save()


def unruled_tables(path, labels, shape):
    part, body = labels.part("table without rules"), labels.part("body")
    doc = Pages(path, font="Helvetica" if shape == 3 else "Times-Roman")
    doc.heading(body.title(), 18)
    for _ in range(2):
        doc.para(body.prose())
        count = [3, 4, 2, 5][shape]
        value = part.number if shape in (1, 3) else part.word
        rows = [part.words(count)] + [[part.word(), *(value() for _ in range(count - 1))] for _ in range(6)]
        step = (doc.right - doc.left) / count
        doc.room(140)
        part.apart(*(row[0] for row in rows))
        for at, row in enumerate(rows):
            part.row(*row)
            for column, text in enumerate(row):
                doc.put(doc.left + column * step, doc.y, text,
                        ("Helvetica-Bold" if shape == 3 else "Times-Bold") if at == 0 else None)
            doc.y -= 15
        doc.y -= 8
    doc.para(body.prose())
    doc.save()


def ruled_tables(path, labels, shape):
    part, body = labels.part("table with merged cells" if shape else "table with rules"), labels.part("body")
    doc = Pages(path)
    doc.heading(body.title(), 18)
    doc.para(body.prose())
    style = [("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("FONTSIZE", (0, 0), (-1, -1), 9)]
    rows = [part.words(4) for _ in range(6)]
    if shape == 1:  # a value over two rows
        style.append(("SPAN", (0, 1), (0, 2)))
        part.label["words"].pop(rows[2][0])
        rows[2][0] = ""
    if shape == 2:  # a value over two columns
        style.append(("SPAN", (1, 3), (2, 3)))
        part.label["words"].pop(rows[3][2])
        rows[3][2] = ""
    part.grid(rows)
    grid = Table(rows, colWidths=100)
    grid.setStyle(TableStyle(style))
    width, height = grid.wrapOn(doc.canvas, 400, 400)
    grid.drawOn(doc.canvas, doc.left, doc.y - height)
    doc.y -= height + 20
    doc.para(body.prose())
    doc.save()
