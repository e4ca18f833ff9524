"""What python-docx has no words for: raw XML, parts, lists with numbers."""
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import qn

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SPACES = " ".join(f'xmlns:{name}="{uri}"' for name, uri in {
    "w": W, "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main", "v": "urn:schemas-microsoft-com:vml",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
}.items())


def element(xml):
    """The element of this XML; its first tag gets the name spaces."""
    at = min(place for place in (xml.find(" "), xml.find(">"), xml.find("/>")) if place > 0)
    return parse_xml(f"{xml[:at]} {SPACES}{xml[at:]}")


def run(text, properties=""):
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(inner, properties=""):
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{inner}</w:p>"


def append(doc, xml):
    """Adds a block at the end of the body."""
    made = element(xml)
    doc.element.body.insert(len(doc.element.body) - 1, made)
    return made


def add_style(doc, style, name, based_on=None, properties="", kind="paragraph"):
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    doc.styles.element.append(element(
        f'<w:style w:type="{kind}" w:customStyle="1" w:styleId="{style}"><w:name w:val="{name}"/>{base}{properties}</w:style>'))


def add_numbering(doc, levels, starts=None):
    """A list definition of [(format, text), …], or with a third value, the style that has it. Returns its number."""
    root = doc.part.numbering_part.element
    ids = [int(node.get(qn("w:abstractNumId"))) for node in root.findall(qn("w:abstractNum"))]
    nums = [int(node.get(qn("w:numId"))) for node in root.findall(qn("w:num"))]
    abstract, number = max(ids, default=0) + 1, max(nums, default=0) + 1
    inner = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{(starts or {}).get(at, 1)}"/><w:numFmt w:val="{level[0]}"/>'
        + (f'<w:pStyle w:val="{level[2]}"/>' if len(level) > 2 else "")
        + f'<w:lvlText w:val="{level[1]}"/><w:lvlJc w:val="left"/></w:lvl>' for at, level in enumerate(levels))
    made = element(f'<w:abstractNum w:abstractNumId="{abstract}"><w:multiLevelType w:val="multilevel"/>{inner}</w:abstractNum>')
    first = root.find(qn("w:num"))
    if first is None:
        root.append(made)
    else:
        first.addprevious(made)
    root.append(element(f'<w:num w:numId="{number}"><w:abstractNumId w:val="{abstract}"/></w:num>'))
    return number


def numbered(number, level=0):
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'


def add_part(doc, name, kind, xml):
    """A part such as footnotes."""
    content = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{name}+xml"
    part = Part(PackURI(f"/word/{name}.xml"), content, xml.encode(), doc.part.package)
    doc.part.relate_to(part, kind)


NOTE_KINDS = {"footnote": RT.FOOTNOTES, "endnote": RT.ENDNOTES}


def add_notes(doc, kind, texts):
    """A part of notes, numbered from 2 on. `texts` are the inner XML of each."""
    separators = "".join(
        f'<w:{kind} w:type="{name}" w:id="{at}"><w:p><w:r><w:{tag}/></w:r></w:p></w:{kind}>'
        for at, (name, tag) in enumerate((("separator", "separator"), ("continuationSeparator", "continuationSeparator"))))
    notes = "".join(f'<w:{kind} w:id="{at + 2}">{text}</w:{kind}>' for at, text in enumerate(texts))
    add_part(doc, f"{kind}s", NOTE_KINDS[kind],
             f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:{kind}s {SPACES}>{separators}{notes}</w:{kind}s>')
