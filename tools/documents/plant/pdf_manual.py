"""PDF: a manual that has several constructs on its pages, below running heads."""
import labels as labelled
from pdf_pages import Pages


def manual(path, labels, shape):
    heads, body, tables = labels.part("running head"), labels.part("body beside running heads"), labels.part("table without rules")
    name = heads.once(heads.fresh()).capitalize()

    def head(canvas, number, total):
        canvas.setFont("Helvetica", 8.5)
        canvas.drawString(72, canvas._pagesize[1] - 45, heads.may(f"{name} handbook"))
        canvas.drawRightString(523, 40, f"{number}")

    doc = Pages(path, head)
    for chapter in range(4):
        doc.heading(body.title(3), 18)
        doc.fill(body, 1)
        doc.next_page()
        if shape in (0, 2):  # a table begins at the top of the page, and ends at its bottom
            rows = 38
            doc.y = doc.top
            code, made = tables.word(), tables.word()
            for row in range(rows):
                one, other = (code, made) if row == 0 else (tables.word(), tables.number())
                tables.row(one, other)
                doc.put(72, doc.y, one)
                doc.put(260, doc.y, other)
                doc.y -= (doc.top - doc.bottom) / rows
            doc.next_page()
        if shape in (1, 2):
            part = labels.part("code")
            for _ in range(3):
                for line in labelled.code(part, 6):
                    doc.line(line, "Courier", 9.5)
                doc.y -= 8
                doc.para(body.prose())
            doc.next_page()
    doc.para(body.prose())
    doc.save()
