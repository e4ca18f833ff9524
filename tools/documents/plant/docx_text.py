"""DOCX: fields, numbers, styles, text boxes, formulas, code and hidden text."""
from docx.oxml.ns import qn
import labels as labelled
from docx_xml import add_numbering, add_style, append, element, numbered, paragraph, run


def simple_fields(doc, labels, shape):
    part = labels.part("simple fields")
    one, other = part.word().capitalize(), part.word()
    field = lambda code, text: f'<w:fldSimple w:instr=" {code} ">{run(text)}</w:fldSimple>'
    if shape == 0:
        append(doc, paragraph(run("Dear ") + field("MERGEFIELD Name", one) + run(", see ") + field("REF _Ref1 \\h", other) + run(".")))
        part.shown(f"Dear {one}, see {other}.")
    elif shape == 1:
        append(doc, paragraph(run("Figure ") + field("SEQ Figure \\* ARABIC", "7") + run(f": The {one}"), '<w:pStyle w:val="Caption"/>'))
        part.shown(f"Figure 7: The {one}")
        append(doc, paragraph(run(f"The {other} is in ") + field("REF _Ref2 \\h", "Figure 7") + run(".")))
        part.shown(f"The {other} is in Figure 7.")
    elif shape == 2:
        table = doc.add_table(1, 2)
        table.cell(0, 0).text = one
        table.cell(0, 1).paragraphs[0]._p.append(element(field("DOCPROPERTY Owner", other)))
        part.row(one, other)
    else:
        append(doc, paragraph(run("By ") + f'<w:hyperlink w:anchor="there">{field("AUTHOR", one)}</w:hyperlink>'
                              + run(" of ") + f'<w:fldSimple w:instr=" IF 1 = 1 "><w:r><w:t>{other}</w:t></w:r></w:fldSimple>'))
        part.shown(f"By {one} of {other}")


def _complex(code, result):
    mark = lambda kind: f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'
    return f'{mark("begin")}<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>{mark("separate")}{result}{mark("end")}'


def complex_fields(doc, labels, shape):
    part = labels.part("complex fields")
    one, other, gone = part.word(), part.word(), part.gone(part.fresh())
    if shape == 0:
        append(doc, paragraph(run("Visit ") + _complex(f'HYPERLINK "https://example.com/{gone}"', run(one)) + run(f" or {other}.")))
        part.shown(f"or {other}.")
    elif shape == 1:  # a field in the code of a field
        inner = _complex(f"MERGEFIELD {gone}", run(part.gone(part.fresh())))
        mark = lambda kind: f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'
        append(doc, paragraph(run(f"{other.capitalize()} pays ") + mark("begin") + "<w:r><w:instrText> IF </w:instrText></w:r>" + inner
                              + '<w:r><w:instrText> = "x" "a" "b" </w:instrText></w:r>' + mark("separate") + run(one) + mark("end") + run(" today.")))
        part.shown(f"pays {one} today.")
    else:  # a result over two paragraphs
        append(doc, paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDETEXT ' + gone +
                              ' </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run(one)))
        append(doc, paragraph(run(other) + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'))
        part.apart(one, other)


def numbered_headings(doc, labels, shape):
    part = labels.part("numbered headings")
    tag = part.fresh()
    labels.vocabulary.known.discard(tag)
    forms = [[("decimal", "%1"), ("decimal", "%1.%2"), ("decimal", "%1.%2.%3")],
             [("decimal", "%1."), ("decimal", "%1.%2."), ("lowerLetter", "%3)")],
             [("upperRoman", "%1."), ("upperLetter", "%2."), ("decimal", "%3.")],
             [("decimal", "Article %1"), ("decimal", "%1.%2"), ("decimal", "%1.%2.%3")]][shape]
    if shape == 1:  # the numbers belong to the styles
        styles = [f"Clause{tag}{at}" for at in range(3)]
        number = add_numbering(doc, [(*form, style) for form, style in zip(forms, styles)])
        for at, style in enumerate(styles):
            add_style(doc, style, f"Clause {tag} {at}", f"Heading{at + 1}", f"<w:pPr>{numbered(number, at)}</w:pPr>")
    else:
        number = add_numbering(doc, forms)
    shown = {0: [("1", 0), ("1.1", 1), ("1.2", 1), ("1.2.1", 2), ("2", 0), ("2.1", 1)],
             1: [("1.", 0), ("1.1.", 1), ("1.2.", 1), ("a)", 2), ("2.", 0), ("2.1.", 1)],
             2: [("I.", 0), ("A.", 1), ("B.", 1), ("1.", 2), ("II.", 0), ("A.", 1)],
             3: [("Article 1", 0), ("1.1", 1), ("1.2", 1), ("1.2.1", 2), ("Article 2", 0), ("2.1", 1)]}[shape]
    for text, level in shown:
        title = part.title()
        part.shown(f"{text} {title}")
        style = styles[level] if shape == 1 else f"Heading{level + 1}"
        append(doc, paragraph(run(title), f'<w:pStyle w:val="{style}"/>' + ("" if shape == 1 else numbered(number, level))))
        doc.add_paragraph(part.sentence())


def lists(doc, labels, shape):
    part = labels.part("lists that go on")
    forms = [[("decimal", "%1."), ("lowerLetter", "%2)")], [("decimal", "%1)"), ("bullet", "-")],
             [("lowerLetter", "%1)"), ("lowerRoman", "%2.")], [("upperRoman", "%1."), ("decimal", "%2.")],
             [("decimal", "%1."), ("decimal", "%1.%2.")]][shape]
    number = add_numbering(doc, forms, {0: 4} if shape == 4 else None)
    marks = [["1.", "2.", "3.", "4."], ["1)", "2)", "3)", "4)"], ["a)", "b)", "c)", "d)"], ["I.", "II.", "III.", "IV."],
             ["4.", "5.", "6.", "7."]][shape]
    inner_marks = ["a)", "-", "i.", "1.", "5.1."][shape]
    items = []
    for at, mark in enumerate(marks):
        item = part.word()
        items.append(item)
        append(doc, paragraph(run(f"{item} is done"), '<w:pStyle w:val="ListParagraph"/>' + numbered(number)))
        forms_of = {f"{mark[:-1]}{end} {item}" for end in ".)"}
        part.shown(*sorted(forms_of))
        if at == 1:
            inner = part.word()
            items.append(inner)
            append(doc, paragraph(run(inner), numbered(number, 1)))
            part.nested(item, inner)
            if inner_marks != "-":
                part.shown(*sorted({f"{inner_marks[:-1]}{end} {inner}" for end in ".)"}))
            if shape in (0, 3):
                rows = labelled.table(part, 2, 1)
                _table(doc, rows)
            else:
                doc.add_paragraph(part.sentence())
    part.order(*items)
    part.apart(*items)


def _table(doc, rows):
    table = doc.add_table(len(rows), len(rows[0]))
    for row, made in zip(rows, table.rows):
        for text, cell in zip(row, made.cells):
            cell.text = text or ""
    return table


def styles(doc, labels, shape):
    part = labels.part("styles and outline levels")
    tag = part.fresh()
    labels.vocabulary.known.discard(tag)
    if shape == 0:
        add_style(doc, f"S{tag}", f"{tag} title", "Heading1")
    elif shape == 1:
        add_style(doc, f"A{tag}", f"{tag} first", "Heading2")
        add_style(doc, f"S{tag}", f"{tag} second", f"A{tag}")
    elif shape == 2:
        add_style(doc, f"S{tag}", f"{tag} level", "Normal", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>')
    for _ in range(2):
        title = part.title()
        if shape == 3:
            append(doc, paragraph(run(title), '<w:outlineLvl w:val="2"/>'))
        else:
            append(doc, paragraph(run(title), f'<w:pStyle w:val="S{tag}"/>'))
        doc.add_paragraph(part.prose(2))


def text_boxes(doc, labels, shape):
    part = labels.part("text boxes")
    one, other = part.sentence(), part.sentence()
    part.once(one), part.once(other)
    before, after = part.word(), part.word()
    box = f"<w:txbxContent>{paragraph(run(one))}{paragraph(run(other))}</w:txbxContent>"
    wps = (f'<w:drawing><wp:inline><wp:extent cx="2000000" cy="800000"/><wp:docPr id="{100 + shape}" name="Box"/>'
           '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>'
           f"<wps:txbx>{box}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>")
    vml = f'<w:pict><v:shape style="width:200pt;height:60pt"><v:textbox>{box}</v:textbox></v:shape></w:pict>'
    both = f'<mc:AlternateContent><mc:Choice Requires="wps">{wps}</mc:Choice><mc:Fallback>{vml}</mc:Fallback></mc:AlternateContent>'
    alone = f'<mc:AlternateContent><mc:Choice Requires="wps">{wps}</mc:Choice></mc:AlternateContent>'
    append(doc, paragraph(run(before) + f"<w:r>{[both, alone, vml, wps][shape]}</w:r>" + run(f" {after}")))
    part.apart(before, one.split()[1])


def formulas(doc, labels, shape):
    part = labels.part("formulas")
    a, b, c, d = part.words(4)
    r = lambda text: f"<m:r><m:t>{text}</m:t></m:r>"
    e = lambda text: f"<m:e>{r(text)}</m:e>"
    before, after = part.word(), part.word()
    inner, forms = [
        (r(f"{a}={b}") + f"<m:sSup>{e(c)}<m:sup>{r('2')}</m:sup></m:sSup>" + r(f"+{d}"), [f"~{a}={b}{c}^2+{d}", f"~{a}={b}{c}²+{d}"]),
        (f"<m:f><m:num>{r(a)}</m:num><m:den>{r(b)}</m:den></m:f>" + r("=") + f"<m:rad><m:deg/>{e(c)}</m:rad>" + r(f"-{d}"),
         [f"~{a}/{b}=√{c}-{d}", f"~{a}/{b}=sqrt{c}-{d}", f"~\\frac{a}{b}=\\sqrt{c}-{d}"]),
        (f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{r("i=1")}</m:sub><m:sup>{r(a)}</m:sup>{e(b)}</m:nary>' + r("=")
         + f"<m:d>{e(c)}</m:d>" + f"<m:sSub>{e(d)}<m:sub>{r('i')}</m:sub></m:sSub>", [f"~{d}_i"]),
        (f"<m:func><m:fName>{r('sin')}</m:fName>{e(a)}</m:func>" + r("=") + f'<m:m><m:mr>{e(b)}{e(c)}</m:mr><m:mr>{e(d)}{e("0")}</m:mr></m:m>', []),
    ][shape]
    math = f"<m:oMath>{inner}</m:oMath>"
    if shape == 3:
        append(doc, paragraph(run(before)))
        append(doc, paragraph(f"<m:oMathPara>{math}</m:oMathPara>"))
        append(doc, paragraph(run(after)))
    else:
        append(doc, paragraph(run(f"Keep {before} with ") + math + run(f" below {after}.")))
    if forms:
        part.shown(*forms)
    part.order(before, a, after)


def code(doc, labels, shape):
    part = labels.part("code")
    style, name = [("SourceCode", "Source Code"), ("HTMLPreformatted1", "HTML Preformatted"), ("Code", "Code"),
                   ("SourceCode", "Source Code")][shape]
    if style not in {node.get(qn("w:styleId")) for node in doc.styles.element.findall(qn("w:style"))}:
        add_style(doc, style, name, "Normal", '<w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/></w:rPr>')
    lines = labelled.code(part)
    doc.add_paragraph(part.sentence())
    if shape == 3:  # one paragraph, as pandoc writes it
        inner = "<w:r><w:br/></w:r>".join(run(line) for line in lines)
        append(doc, paragraph(inner, f'<w:pStyle w:val="{style}"/>'))
    else:
        for line in lines:
            append(doc, paragraph(run(line), f'<w:pStyle w:val="{style}"/>'))
    doc.add_paragraph(part.sentence())


def breaks(doc, labels, shape):
    part = labels.part("line breaks and special hyphens")
    names = part.words(4)
    sign = ["<w:cr/>", "<w:br/>", "<w:tab/>", '<w:br w:type="page"/>', "<w:noBreakHyphen/>", '<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/>'][shape]
    append(doc, paragraph(f"<w:r><w:t>{names[0]}</w:t>{sign}<w:t>{names[1]}</w:t></w:r><w:r>{sign}</w:r>{run(names[2])}<w:r>{sign}</w:r>{run(names[3])}"))
    if shape == 4:
        part.shown(f"{names[0]}-{names[1]}", f"{names[0]}\u2011{names[1]}")
        whole = part.word()
        append(doc, paragraph(f"<w:r><w:t>{whole[:4]}</w:t><w:softHyphen/><w:t>{whole[4:]}</w:t></w:r>"))
    part.order(*names)


def hidden(doc, labels, shape):
    part = labels.part("hidden text")
    shown = part.sentence()
    if shape == 0:
        append(doc, paragraph(run(shown + " ") + run(part.hidden(part.sentence(False)), "<w:vanish/>")))
    elif shape == 1:
        tag = part.fresh()
        labels.vocabulary.known.discard(tag)
        add_style(doc, f"H{tag}", f"{tag} hidden", None, "<w:rPr><w:vanish/></w:rPr>", "character")
        append(doc, paragraph(run(shown + " ") + run(part.hidden(part.sentence(False)), f'<w:rStyle w:val="H{tag}"/>')))
    elif shape == 2:  # shown after all
        append(doc, paragraph(run(shown + " ") + run(part.sentence(), '<w:vanish w:val="0"/>')))
    else:
        tag = part.fresh()
        labels.vocabulary.known.discard(tag)
        add_style(doc, f"P{tag}", f"{tag} hidden", "Normal", "<w:rPr><w:vanish/></w:rPr>")
        append(doc, paragraph(run(shown)))
        append(doc, paragraph(run(part.hidden(part.sentence(False))), f'<w:pStyle w:val="P{tag}"/>'))


def raised(doc, labels, shape):
    part = labels.part("super- and subscripts")
    align, mark = [("superscript", "^"), ("subscript", "_"), ("superscript", "^")][shape]
    base, small = [("10", "6"), ("H", "2"), ("m", "3")][shape]
    lift = f'<w:vertAlign w:val="{align}"/>'
    append(doc, paragraph(run(f"The {part.word()} has {base}") + run(small, lift) + run(f" of {part.word()}.")))
    part.shown(f"{base}{mark}{small}")
