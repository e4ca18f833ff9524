"""PPTX: slides with one construct each."""
from pptx.chart.data import BubbleChartData, CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.constants import RELATIONSHIP_TYPE as RT
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.util import Emu, Inches, Pt

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
SPACES = " ".join(f'xmlns:{name}="{uri}"' for name, uri in {
    "a": A, "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "a14": "http://schemas.microsoft.com/office/drawing/2010/main",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main",
    "dsp": "http://schemas.microsoft.com/office/drawing/2008/diagram",
}.items())


def element(xml):
    at = min(place for place in (xml.find(" "), xml.find(">")) if place > 0)
    return parse_xml(f"{xml[:at]} {SPACES}{xml[at:]}")


def new_slide(show, part, layout=5):
    """A slide with a title. Returns it, and gives the title as a label."""
    slide = show.slides.add_slide(show.slide_layouts[layout])
    slide.shapes.title.text = part.title()
    return slide


def box(slide, text, left=1.0, top=2.0, width=4.0, height=1.0):
    shape = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(height))
    shape.text_frame.text = text
    return shape


def shape_xml(number, text_body, left=914400, top=1828800):
    return (f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Box {number}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>'
            f'<p:spPr><a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="3000000" cy="600000"/></a:xfrm>'
            f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>{text_body}</p:txBody></p:sp>')


def alternates(show, labels, shape):
    part = labels.part("alternate content")
    slide = new_slide(show, part)
    one, other, a, b = part.word(), part.word(), part.word(), part.word()
    math = (f'<a14:m><m:oMath><m:r><m:t>{a}={b}</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e>'
            '<m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m>')
    run = lambda text: f"<a:r><a:t>{text}</a:t></a:r>"
    body = f"<a:p>{run(f'The {one} is ')}{math}{run(f' of {other}.')}</a:p>"
    fallback = f"<a:p>{run(part.gone(part.fresh()))}</a:p>"
    if shape in (0, 1):
        inner = shape_xml(50, fallback) if shape == 0 else ""
        slide.shapes._spTree.append(element(
            f'<mc:AlternateContent><mc:Choice Requires="a14">{shape_xml(50, body)}</mc:Choice>'
            f"<mc:Fallback>{inner}</mc:Fallback></mc:AlternateContent>"))
        if shape == 1:  # the fallback is empty, so nothing was left out
            part.label["hidden"].clear()
    else:  # the formula without alternatives
        slide.shapes._spTree.append(element(shape_xml(50, body)))
        part.label["hidden"].clear()
    part.once(one), part.once(other)
    part.shown(f"~{a}={b}c^2", f"~{a}={b}c²")
    part.order(one, a, other)


def charts(show, labels, shape):
    part = labels.part("charts")
    slide = new_slide(show, part)
    place = (Inches(1), Inches(2), Inches(6), Inches(4))
    names, series = part.words(3), part.words(2)
    values = [[part.number() for _ in names] for _ in series]
    if shape in (0, 1, 2):
        data = CategoryChartData()
        data.categories = names
        kind = [XL_CHART_TYPE.COLUMN_CLUSTERED, XL_CHART_TYPE.LINE, XL_CHART_TYPE.BAR_STACKED][shape]
        for name, row in zip(series, values):
            data.add_series(name, [int(value) for value in row])
        chart = slide.shapes.add_chart(kind, *place, data).chart
        for name, row in zip(series, values):
            for category, value in zip(names, row):
                part.row(category, value)
        chart.has_title = True
        chart.chart_title.text_frame.text = part.word()
        if shape == 1:
            chart.value_axis.has_title = True
            chart.value_axis.axis_title.text_frame.text = part.word()
    elif shape == 3:
        data = CategoryChartData()
        data.categories = names
        part.label["words"].pop(series[1])
        for value in values[1]:
            part.label["words"].pop(value)
        data.add_series(series[0], [int(value) for value in values[0]])
        slide.shapes.add_chart(XL_CHART_TYPE.PIE, *place, data)
        for name, value in zip(names, values[0]):
            part.row(name, value)
    else:
        for name in names:
            part.label["words"].pop(name)
        data = XyChartData() if shape == 4 else BubbleChartData()
        for name, row in zip(series, values):
            points = data.add_series(name)
            points.add_data_point(*(int(value) for value in (row if shape == 5 else row[:2])))
            if shape == 4:
                part.label["words"].pop(row[2])
        slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER if shape == 4 else XL_CHART_TYPE.BUBBLE, *place, data)


def smart_art(show, labels, shape):
    part = labels.part("SmartArt")
    slide = new_slide(show, part)
    texts = [f"{part.word()} {part.word()}" for _ in range(4)]
    point = lambda at, text: (f'<dgm:pt modelId="{at}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>')
    nodes = "".join(point(at + 1, text) for at, text in enumerate(texts))
    parents = [0, 0, 1, 0] if shape == 1 else [0, 0, 0, 0]
    links = "".join(f'<dgm:cxn modelId="{at + 50}" srcId="{parent}" destId="{at + 1}" srcOrd="{at}" destOrd="0"/>' for at, parent in enumerate(parents))
    data = (f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><dgm:dataModel {SPACES}><dgm:ptLst>'
            f'<dgm:pt modelId="0" type="doc"><dgm:prSet/><dgm:spPr/></dgm:pt>{nodes}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst><dgm:bg/><dgm:whole/></dgm:dataModel>')
    number = len(show.slides)
    uri = PackURI(f"/ppt/diagrams/data{number}.xml")
    kind = "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml"
    made = Part(uri, kind, show.part.package, data.encode())
    link = slide.part.relate_to(made, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData")
    if shape == 2:  # with the drawing that PowerPoint keeps beside it
        shapes = "".join(f'<dsp:sp modelId="{at}"><dsp:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dsp:txBody></dsp:sp>' for at, text in enumerate(texts))
        drawing = f'<?xml version="1.0" encoding="UTF-8"?><dsp:drawing {SPACES}><dsp:spTree>{shapes}</dsp:spTree></dsp:drawing>'
        made = Part(PackURI(f"/ppt/diagrams/drawing{number}.xml"), "application/vnd.ms-office.drawingml.diagramDrawing+xml", show.part.package, drawing.encode())
        slide.part.relate_to(made, "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing")
        part.once(" ".join(texts))
    slide.shapes._spTree.append(element(
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="60" name="Diagram"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>'
        '<p:xfrm><a:off x="914400" y="1828800"/><a:ext cx="5000000" cy="3000000"/></p:xfrm><a:graphic>'
        f'<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:relIds r:dm="{link}" r:lo="{link}" r:qs="{link}" r:cs="{link}"/>'
        "</a:graphicData></a:graphic></p:graphicFrame>"))
    part.order(texts[0], texts[1])
    part.apart(*(text.split()[0] for text in texts))


def places(show, labels, shape):
    """Boxes that lie in another order than they stand."""
    part = labels.part("order by place")
    slide = new_slide(show, part)
    texts = [part.sentence() for _ in range(4)]
    spots = [[(1, 2), (1, 3.2), (1, 4.4), (1, 5.6)],  # one below the other
             [(0.5, 2), (5.2, 2), (0.5, 4.5), (5.2, 4.5)],  # two rows of two
             [(1, 2), (1, 3.2), (1, 4.4), (1, 5.6)]][shape]
    order = {0: [3, 1, 2, 0], 1: [2, 3, 0, 1], 2: [2, 0, 3, 1]}[shape]
    if shape == 2:  # inside a group
        group = slide.shapes.add_group_shape()
        for at in order:
            made = group.shapes.add_textbox(*(Inches(value) for value in (*spots[at], 4, 0.8)))
            made.text_frame.text = texts[at]
    else:
        for at in order:
            box(slide, texts[at], *spots[at], 3.8, 0.8)
    if shape == 1:  # by rows or by columns
        part.order(texts[0], texts[3])
    else:
        part.order(*texts)


def levels(show, labels, shape):
    part = labels.part("levels of lists")
    slide = new_slide(show, part, 1)
    frame = slide.placeholders[1].text_frame
    words = part.words(5)
    depths = [[0, 1, 1, 0, 1], [0, 1, 2, 2, 0], [0, 0, 1, 2, 3]][shape]
    for at, (word, depth) in enumerate(zip(words, depths)):
        para = frame.paragraphs[0] if at == 0 else frame.add_paragraph()
        para.text, para.level = word, depth
        if at and depth > depths[at - 1]:
            part.nested(words[at - 1], word)
    part.order(*words)
    part.apart(*words)


def hidden_slides(show, labels, shape):
    """What a hidden slide says is in the text, or listed."""
    part = labels.part("hidden slides")
    slide = show.slides.add_slide(show.slide_layouts[5])
    slide._element.set("show", "0")
    slide.shapes.title.text = part.may(part.fresh())
    box(slide, part.may(part.sentence(False)))
    if shape == 1:
        slide.notes_slide.notes_text_frame.text = part.may(part.sentence(False))


def notes(show, labels, shape):
    part = labels.part("notes")
    slide = new_slide(show, part)
    body = part.sentence()
    box(slide, body)
    note = part.once(part.sentence())
    slide.notes_slide.notes_text_frame.text = note if shape == 0 else note + "\n" + part.once(part.sentence())
    part.order(body, note)


def tables(show, labels, shape):
    part = labels.part("merged cells" if shape else "tables")
    slide = new_slide(show, part)
    rows = [part.words(4) for _ in range(4)]
    table = slide.shapes.add_table(4, 4, Inches(1), Inches(2), Inches(8), Inches(3)).table
    drop = []
    if shape == 1:  # down
        table.cell(1, 0).merge(table.cell(2, 0))
        drop = [(2, 0)]
    elif shape == 2:  # a head over two columns
        table.cell(0, 1).merge(table.cell(0, 2))
        drop = [(0, 2)]
    elif shape == 3:  # both
        table.cell(1, 1).merge(table.cell(2, 2))
        drop = [(1, 2), (2, 1), (2, 2)]
    for row, column in drop:
        part.label["words"].pop(rows[row][column])
        rows[row][column] = None
    for row in range(4):
        for column in range(4):
            if rows[row][column]:
                table.cell(row, column).text = rows[row][column]
    if shape == 0:  # two paragraphs and a list in cells
        extra = part.word()
        table.cell(2, 1).text_frame.add_paragraph().text = extra
        part.row(rows[2][0], extra)
        part.cell(rows[0][1], extra)
    part.grid(rows)


def breaks(show, labels, shape):
    part = labels.part("line breaks and fields")
    slide = new_slide(show, part)
    a, b, c = part.words(3)
    inner = [f"<a:r><a:t>{a}</a:t></a:r><a:br/><a:r><a:t>{b}</a:t></a:r>",
             f'<a:r><a:t>{a} </a:t></a:r><a:fld id="{{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}}" type="datetime1"><a:t>{b}</a:t></a:fld>',
             f"<a:r><a:t>{a}\t{b}</a:t></a:r>"][shape]
    slide.shapes._spTree.append(element(shape_xml(70, f"<a:p>{inner}</a:p><a:p><a:r><a:t>{c}</a:t></a:r></a:p>")))
    part.order(a, b, c)


def raised(show, labels, shape):
    part = labels.part("super- and subscripts")
    slide = new_slide(show, part)
    base, small, shift, mark = [("10", "6", 30000, "^"), ("H", "2", -25000, "_")][shape]
    inner = (f'<a:r><a:t>The {part.word()} has {base}</a:t></a:r><a:r><a:rPr baseline="{shift}"/><a:t>{small}</a:t></a:r>'
             f'<a:r><a:t> of {part.word()}</a:t></a:r>')
    slide.shapes._spTree.append(element(shape_xml(71, f"<a:p>{inner}</a:p>")))
    part.shown(f"{base}{mark}{small}")


def groups(show, labels, shape):
    part = labels.part("groups and footers")
    slide = new_slide(show, part)
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_group_shape()
    for target in (group, inner):
        made = target.shapes.add_textbox(Inches(1), Inches(2 if target is group else 3), Inches(3), Inches(1))
        made.text_frame.text = part.sentence()
    if shape == 1:  # the footer of a slide may be left out where it is listed
        slide.shapes._spTree.append(element(
            '<p:sp><p:nvSpPr><p:cNvPr id="80" name="Footer"/><p:cNvSpPr/><p:nvPr><p:ph type="ftr" sz="quarter" idx="11"/></p:nvPr></p:nvSpPr>'
            f"<p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>{part.may(part.fresh())}</a:t></a:r></a:p></p:txBody></p:sp>"))


def comments(show, labels, shape):
    """What a comment says is in the text, or listed."""
    part = labels.part("comments")
    slide = new_slide(show, part)
    box(slide, part.sentence())
    number = len(show.slides)
    text = part.may(part.sentence(False))
    xml = (f'<?xml version="1.0" encoding="UTF-8"?><p:cmLst {SPACES}><p:cm authorId="0" dt="2024-03-05T10:00:00" idx="1">'
           f'<p:pos x="10" y="10"/><p:text>{text}</p:text></p:cm></p:cmLst>')
    made = Part(PackURI(f"/ppt/comments/comment{number}.xml"), "application/vnd.openxmlformats-officedocument.presentationml.comments+xml", show.part.package, xml.encode())
    slide.part.relate_to(made, RT.COMMENTS)


FEATURES = [(alternates, 3), (charts, 6), (smart_art, 3), (places, 3), (levels, 3), (hidden_slides, 2), (notes, 2),
            (tables, 4), (breaks, 3), (raised, 2), (groups, 2), (comments, 1)]
