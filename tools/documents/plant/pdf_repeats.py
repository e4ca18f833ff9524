"""PDF: what stands on several pages. Running heads may be left out; what only looks like them may not."""
from reportlab.lib.pagesizes import A4, landscape
from pdf_pages import Pages

ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]


def running_heads(path, labels, shape):
    part, body = labels.part("running head"), labels.part("body beside running heads")
    pages = [5, 6, 4, 8, 5, 7, 6, 5][shape]
    name, other, third = part.fresh(), part.fresh(), part.fresh()
    for word in (name, other, third):
        part.once(word)
    c_name, c_other = name.capitalize(), other.capitalize()

    def head(canvas, number, total):
        canvas.setFont("Helvetica", 8.5)
        left, right, up, down = 72, canvas._pagesize[0] - 72, canvas._pagesize[1] - 45, 40
        if shape == 0:
            canvas.drawString(left, up, part.may(f"{c_name} manual, revision C"))
            canvas.drawCentredString((left + right) / 2, down, f"Page {number} of {total}")
        elif shape == 1:
            canvas.drawString(left, down, part.may(f"{c_name} {other}"))
            canvas.drawRightString(right, down, str(number))
        elif shape == 2:  # two lines and a rule
            canvas.drawString(left, up, part.may(f"{c_name} Limited"))
            canvas.drawString(left, up - 11, part.may(f"Document {other}, issued 4 May 2021"))
            canvas.line(left, up - 16, right, up - 16)
            canvas.drawRightString(right, down, f"{number}/{total}")
        elif shape == 3:  # left pages and right pages
            if number % 2:
                canvas.drawRightString(right, up, part.may(f"{c_name} of the {other}") + f"   {number}")
            else:
                canvas.drawString(left, up, f"{number}   " + part.may(f"{third.capitalize()} guide"))
        elif shape == 4:  # roman numbers
            canvas.drawString(left, up, part.may(f"The {name} report"))
            canvas.drawCentredString((left + right) / 2, down, ROMAN[number - 1])
        elif shape == 5:
            canvas.drawString(left, up, part.may(f"{c_name}: {other} and {third}"))
            canvas.drawRightString(right, up, "2024-03-05")
            canvas.drawString(left, down, f"- {number} -")
        elif shape == 6:  # not on the first page
            if number > 1:
                canvas.drawString(left, up, part.may(f"{c_name} {other} | Page {number}"))
        else:
            canvas.drawString(left, down, part.may(f"(c) 2020-2024 {c_name} Inc. All rights of {other} are reserved."))

    doc = Pages(path, head, size=landscape(A4) if shape == 5 else A4)
    doc.heading(body.title(), 20)
    doc.fill(body, pages, titles=3)
    doc.save()


def chapter_heads(path, labels, shape):
    """The running head is the title of the chapter, which also stands as a heading."""
    part, body = labels.part("running head of a chapter"), labels.part("body beside running heads")
    titles = [" ".join([part.fresh(), part.fresh()]).capitalize() for _ in range(3)]
    where = {}

    def head(canvas, number, total):
        canvas.setFont("Times-Italic", 9)
        title = titles[where[number]]
        canvas.drawString(72, canvas._pagesize[1] - 45, part.may(title) if shape == 0 else f"{number}  {part.may(title)}")

    doc = Pages(path, head)
    for at, title in enumerate(titles):
        if at:
            doc.next_page()
        begin = doc.number
        part.must(title)
        part.heading(title)
        doc.heading(title, 20)
        doc.fill(body, 3)
        where.update({number: at for number in range(begin, doc.number + 1)})
    doc.save()


def invoices(path, labels, shape):
    """Pages that differ in numbers and names: all of it is text."""
    part = labels.part("invoices")
    pages = [2, 3, 4, 8, 15, 4][shape]
    kind, due, tax, total, firm = (part.fresh() for _ in range(5))
    doc = Pages(path, font="Helvetica", points=11)
    for at in range(pages):
        if at:
            doc.next_page()
        number, amount = part.number(), part.number()
        part.must(" ".join((kind, due, tax, total)))
        if shape == 5:
            part.must(firm)
            doc.line(f"{firm.capitalize()} Trading")
        doc.line(f"{kind.capitalize()} no. {number}", "Helvetica-Bold", 14, after=8)
        doc.line(f"{due.capitalize()} on {10 + at} March", after=8)
        doc.line(f"Sold to: {part.word().capitalize()} {part.word().capitalize()}", after=20)
        items = []
        for line in range(3 if shape != 3 else 12):
            item, price = part.word(), part.number()
            part.row(item, price)
            items.append(item)
            doc.line(f"{line + 1}  {item}  {price}.00")
        doc.y = 130 if shape in (1, 4) else doc.y - 20
        doc.line(f"{tax.capitalize()} tax is included.")
        doc.line(f"{total.capitalize()}: {amount}.50 EUR", "Helvetica-Bold")
        part.order(number, *items, amount)
    doc.save()


def numbered_pages(path, labels, shape):
    """Lines that are the same but for a number, at the top or the bottom of each page."""
    part, body = labels.part("lines that differ in numbers"), labels.part("body beside repeated lines")
    pages = [4, 6, 5, 5, 15, 4][shape]
    a, b = part.fresh(), part.fresh()
    doc = Pages(path)
    for at in range(pages):
        if at:
            doc.next_page()
        n, first, second = at + 1, labels.vocabulary.number(), labels.vocabulary.number()
        if shape == 0:
            doc.heading(part.must(f"{a.capitalize()} {n}"), 16)
            doc.line(part.must(f"Torque of the {b}: {first} Nm at {second} rpm"), after=6)
        elif shape == 1:
            doc.line(part.must(f"{a.capitalize()} {first} {b}"), after=6)
        elif shape == 2:
            doc.line(part.must(f"Brought from {a}: {first}"), after=6)
        elif shape == 3:
            doc.heading(part.must(f"{a.capitalize()} {n} of {pages}"), 15)
        elif shape == 5:
            doc.line(part.must(f"Clause {n}. The {a} of {b} {first}."), after=6)
        body_lines = 12 if shape != 4 else 20
        for _ in range(body_lines):
            doc.para(body.sentence())
        if shape == 2:
            doc.line(part.must(f"Carried to {b}: {second}"))
        elif shape == 3:
            doc.line(part.must(f"Signed by {part.fresh().capitalize()}, {a} {second}"))
        elif shape == 4 and at % 5 == 2:
            doc.line(part.must(f"Alarm limit of {a} {at // 5} bar"))
            doc.line(part.must(f"{b.capitalize()} {'cil'[at // 5]}."))
    doc.save()


def long_lists(path, labels, shape):
    """A list over pages without rules: every row is text."""
    part = labels.part("list over pages")
    pages, rows = [(4, 30), (5, 42), (3, 36)][shape]
    doc = Pages(path, font="Helvetica" if shape % 2 else "Times-Roman")
    name, made, kind = part.word(), part.word(), part.fresh()
    columns = [72, 150, 330]
    seen = []
    for page in range(pages):
        if page:
            doc.next_page()
        if shape == 2 or page == 0:  # a head row on each page, or on the first
            if page:
                part.may(name), part.may(made)
            for x, text in zip(columns, ("No.", name.capitalize(), made.capitalize())):
                doc.put(x, doc.y, text, "Helvetica-Bold")
            doc.y -= 18
        for row in range(rows):
            code = f"R{page * rows + row + 1:04d}"
            # In most lists the rows differ in numbers alone.
            item, other = (part.word(), part.word()) if shape == 2 else (part.number(), part.must(kind))
            part.row(code, item, other)
            if row in (0, 1, rows - 2, rows - 1):
                seen.append(item)
            for x, text in zip(columns, (code, item, other)):
                doc.put(x, doc.y, text)
            doc.y -= 600 / max(rows, 40) if shape != 1 else 15
    part.order(*seen)
    part.apart(*seen)
    doc.save()


def warnings(path, labels, shape):
    """The same sentence on several pages. One copy has to stay, and the others have to be listed."""
    part, body = labels.part("repeated warning"), labels.part("body beside repeated lines")
    pages, every = [(3, 1), (4, 1), (10, 2), (6, 1)][shape]
    text = f"Switch off the {part.fresh()} before you open the {part.fresh()}."
    doc = Pages(path)
    for page in range(pages):
        if page:
            doc.next_page()
        has = page % every == 0
        if has:
            (part.may if page else part.must)(text)
        if shape == 3:
            doc.heading(body.title(), 15)
        if has and shape != 1:
            doc.line(text, "Times-Bold", after=6)
        for _ in range(14):
            doc.para(body.sentence())
        if has and shape == 1:
            doc.line(text, "Times-Bold", after=6)
    doc.save()


def foot_notes(path, labels, shape):
    """Text at the bottom of pages that stands nowhere else."""
    part, body = labels.part("notes at the bottom of pages"), labels.part("body beside notes")
    doc = Pages(path, (lambda canvas, n, total: canvas.drawCentredString(297, 40, str(n))) if shape == 1 else None)
    for page in range([4, 5, 3][shape]):
        if page:
            doc.next_page()
        if page == 0:
            doc.heading(body.title(), 18)
        for _ in range(16):
            doc.para(body.sentence())
        doc.canvas.line(72, 122, 200, 122)
        for at in range(1 + (shape == 2)):
            note = part.sentence()
            doc.put(72, 110 - 12 * at, str(page * (1 + (shape == 2)) + at + 1), points=6)
            doc.put(78, 108 - 12 * at, note, points=8.5)
    doc.save()
