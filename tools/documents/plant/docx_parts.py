"""DOCX: tables, headers, comments, notes, tracked changes and controls."""
from docx.enum.section import WD_SECTION
import labels as labelled
from docx_xml import add_notes, append, element, numbered, add_numbering, paragraph, run


def _cell(inner, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def _text(word):
    return paragraph(run(word)) if word else "<w:p/>"


def _table(doc, rows, columns):
    grid = "".join('<w:gridCol w:w="2000"/>' for _ in range(columns))
    append(doc, f'<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>'
           + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>")
    doc.add_paragraph()


def merged_cells(doc, labels, shape):
    part = labels.part("merged cells")
    head = part.words(4)
    rows = [part.words(4) for _ in range(3)]
    plain = lambda row: "".join(_cell(_text(word)) for word in row)
    labelled_rows = [list(row) for row in rows]
    made = [plain(head), *map(plain, rows)]
    drop = lambda row, column: part.label["words"].pop(rows[row][column])
    if shape == 0:  # down
        drop(1, 0)
        labelled_rows[1][0] = None
        made[1] = _cell(_text(rows[0][0]), '<w:vMerge w:val="restart"/>') + plain(rows[0][1:])
        made[2] = _cell("<w:p/>", "<w:vMerge/>") + plain(rows[1][1:])
    elif shape == 1:  # across
        drop(1, 1)
        labelled_rows[1][1] = rows[1][0]
        made[2] = _cell(_text(rows[1][0]), '<w:gridSpan w:val="2"/>') + plain(rows[1][2:])
    elif shape == 2:  # both
        for row, column in ((0, 2), (1, 1), (1, 2)):
            drop(row, column)
        labelled_rows[0][2] = rows[0][1]
        labelled_rows[1][1] = labelled_rows[1][2] = None
        span = '<w:gridSpan w:val="2"/>'
        made[1] = plain(rows[0][:1]) + _cell(_text(rows[0][1]), span + '<w:vMerge w:val="restart"/>') + plain(rows[0][3:])
        made[2] = plain(rows[1][:1]) + _cell("<w:p/>", span + "<w:vMerge/>") + plain(rows[1][3:])
    else:  # a row begins later, and a head is over two columns
        drop(2, 0)
        labelled_rows[2][0] = None
        made[3] = '<w:trPr><w:gridBefore w:val="1"/></w:trPr>' + plain(rows[2][1:])
        part.label["words"].pop(head[2])
        made[0] = plain(head[:1]) + _cell(_text(head[1]), '<w:gridSpan w:val="2"/>') + plain(head[3:])
        head[2] = None
    _table(doc, made, 4)
    part.grid([head, *labelled_rows])


def cells_with_blocks(doc, labels, shape):
    part = labels.part("lists in cells")
    head = part.words(2)
    body = []
    number = add_numbering(doc, [("bullet" if shape == 0 else "decimal", "-" if shape == 0 else "%1.")])
    for _ in range(3):
        option, inner = part.word(), part.words(3)
        for word in inner:
            part.row(option, word)
            part.cell(head[1], word)
        part.cell(head[0], option)
        if shape in (0, 1):
            blocks = "".join(paragraph(run(word), numbered(number)) for word in inner)
        elif shape == 2:
            blocks = "".join(map(_text, inner))
        else:
            cells = "".join(_cell(_text(word)) for word in inner)
            blocks = ('<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/><w:gridCol/></w:tblGrid>'
                      f"<w:tr>{cells}</w:tr></w:tbl><w:p/>")
        body.append(_cell(_text(option)) + _cell(blocks))
    _table(doc, ["".join(_cell(_text(word)) for word in head), *body], 2)


def headers(doc, labels, shape):
    part = labels.part("headers and footers")
    section = doc.sections[-1]
    if section.header.is_linked_to_previous is False and shape != 1:
        section = doc.add_section(WD_SECTION.NEW_PAGE)
        section.header.is_linked_to_previous = section.footer.is_linked_to_previous = False
    put = lambda place: setattr(place.paragraphs[0], "text", part.once(part.sentence()))
    put(section.header)
    put(section.footer)
    if shape == 1:
        section.different_first_page_header_footer = True
        put(section.first_page_header)
        doc.settings.odd_and_even_pages_header_footer = True
        put(section.even_page_header)
    elif shape == 2:
        table = section.header.add_table(1, 2, 4_000_000)
        one, other = part.word(), part.word()
        part.once(one), part.once(other)
        table.cell(0, 0).text, table.cell(0, 1).text = one, other
    doc.add_paragraph(part.prose())


def comments(doc, labels, shape):
    part = labels.part("comments")
    para = doc.add_paragraph(f"{part.word()} ")
    marked = para.add_run(part.word())
    para.add_run(f" {part.word()}.")
    text = part.once(part.sentence())
    comment = doc.add_comment(marked, text=text, author="Ada Quill", initials="AQ")
    if shape == 1:
        comment.add_paragraph(part.once(part.sentence()))
    if shape == 2:
        doc.add_comment(marked, text=part.once(part.sentence()), author="Ben Ink", initials="BI")
    # The text of a comment does not stand in the middle of the sentence as if it were of it.
    part.shown(para.text.split()[0] + " " + para.text.split()[1])


def notes(doc, labels, shape):
    kind = ["footnote", "endnote", "footnote"][shape]
    if any(f"{kind}s" in str(rel.reltype) for rel in doc.part.rels.values()):
        return
    part = labels.part("notes")
    texts = []
    for at in range(3):
        note = part.once(part.sentence())
        inner = paragraph(f"<w:r><w:{kind}Ref/></w:r>" + run(" " + note))
        if shape == 2:
            inner += paragraph(run(part.once(part.sentence())))
        texts.append(inner)
        one, other = part.word(), part.word()
        append(doc, paragraph(run(f"The {one}") + f'<w:r><w:{kind}Reference w:id="{at + 2}"/></w:r>' + run(f" has {other}.")))
    add_notes(doc, kind, texts)


def tracked(doc, labels, shape):
    part = labels.part("tracked changes")
    who = 'w:author="Ada" w:date="2024-03-05T10:00:00Z"'
    kept, new, gone = part.word(), part.word(), part.gone(part.fresh())
    deleted = f'<w:r><w:delText xml:space="preserve">{gone} </w:delText></w:r>'
    if shape == 0:
        append(doc, paragraph(run(f"{kept} ") + f'<w:del w:id="900" {who}>{deleted}</w:del>' + f'<w:ins w:id="901" {who}>{run(new)}</w:ins>'))
    elif shape == 1:
        moved = part.once(part.word())
        append(doc, paragraph(run(f"{kept} ") + f'<w:moveFrom w:id="902" {who}>{run(moved)}</w:moveFrom>' + f'<w:del w:id="903" {who}>{deleted}</w:del>'))
        append(doc, paragraph(run(f"{new} ") + f'<w:moveTo w:id="904" {who}>{run(moved)}</w:moveTo>'))
    else:
        rows = [f"{_cell(_text(kept))}{_cell(_text(new))}",
                f'<w:trPr><w:del w:id="905" {who}/></w:trPr>' + _cell(paragraph(f'<w:del w:id="906" {who}>{deleted}</w:del>')) + _cell("<w:p/>"),
                f'<w:trPr><w:ins w:id="907" {who}/></w:trPr>' + _cell(paragraph(f'<w:ins w:id="908" {who}>{run(part.word())}</w:ins>')) + _cell(_text(part.word()))]
        _table(doc, rows, 2)


def controls(doc, labels, shape):
    part = labels.part("content controls")
    if shape == 0:
        append(doc, f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph(run(part.sentence()))}</w:sdtContent></w:sdt>")
        append(doc, paragraph(run("The ") + f"<w:sdt><w:sdtPr/><w:sdtContent>{run(part.word())}</w:sdtContent></w:sdt>" + run(f" of {part.word()}.")))
    elif shape == 1:
        a, b, c, d = part.words(4)
        whole = f"<w:sdt><w:sdtPr/><w:sdtContent>{_cell(_text(d))}</w:sdtContent></w:sdt>"
        _table(doc, [_cell(_text(a)) + _cell(_text(b)), _cell(_text(c)) + whole], 2)
        part.grid([[a, b], [c, d]])
    elif shape == 2:
        names = part.words(2)
        for at, name in enumerate(names):
            box = (f'<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="{1 - at}"/></w14:checkbox></w:sdtPr>'
                   f'<w:sdtContent>{run("☒" if at == 0 else "☐")}</w:sdtContent></w:sdt>')
            append(doc, paragraph(box + run(f" I take {name}")))
        part.states(*names)
    else:
        name, value = part.word(), part.word()
        drop = (f'<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="{value}" w:value="1"/>'
                f'</w:dropDownList></w:sdtPr><w:sdtContent>{run(value)}</w:sdtContent></w:sdt>')
        append(doc, paragraph(run(f"{name}: ") + drop))
        part.row(name, value)


def legacy_forms(doc, labels, shape):
    part = labels.part("form fields")
    mark = lambda kind, inner="": f'<w:r><w:fldChar w:fldCharType="{kind}">{inner}</w:fldChar></w:r>'
    if shape == 0:
        names = part.words(2)
        for at, name in enumerate(names):
            data = f'<w:ffData><w:checkBox><w:sizeAuto/><w:default w:val="0"/><w:checked w:val="{1 - at}"/></w:checkBox></w:ffData>'
            append(doc, paragraph(mark("begin", data) + "<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>" + mark("end") + run(f" I take {name}")))
        part.states(*names)
    elif shape == 1:
        name, value = part.word(), part.word()
        append(doc, paragraph(run(f"{name}: ") + mark("begin", "<w:ffData><w:textInput/></w:ffData>")
                              + "<w:r><w:instrText> FORMTEXT </w:instrText></w:r>" + mark("separate") + run(value) + mark("end")))
        part.row(name, value)
    else:
        name, value = part.word(), part.word()
        entries = f'<w:listEntry w:val="{part.gone(part.fresh())}"/><w:listEntry w:val="{value}"/>'
        append(doc, paragraph(run(f"{name}: ") + mark("begin", f'<w:ffData><w:ddList><w:result w:val="1"/>{entries}</w:ddList></w:ffData>')
                              + "<w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r>" + mark("end")))
        part.row(name, value)
