"""All text that a file holds, from its XML or HTML. No rule tells what matters: what the converters leave out, they have to list."""
import html.parser, posixpath, re, zipfile
from urllib.parse import unquote
from xml.etree import ElementTree

COUNTED = re.compile(r"\s*(PAGE|NUMPAGES|SECTIONPAGES)\b")
SPACE = {"tab", "br", "cr", "ptab", "s", "line-break"}
BLOCKS = {"p", "h", "tc", "tr", "si", "pt", "table-cell", "list-item", "annotation", "note", "text-box", "frame"}


def name_of(node):
    return node.tag.rsplit("}", 1)[-1] if isinstance(node.tag, str) else ""


def ooxml_text(root, letters):
    """The text of elements called `letters`. Of two forms of a drawing, one. What a tracked change deletes is gone.

    Numbers of pages are not of the file: a program counts them.
    """
    parts, fields = [], []

    def walk(node):
        name = name_of(node)
        if name == "instrText" and fields:
            fields[-1] += node.text or ""
        if name == "fldChar":
            kind = next((value for key, value in node.attrib.items() if key.endswith("fldCharType")), "")
            if kind == "begin":
                fields.append("")
            elif kind == "end" and fields:
                fields.pop()
        code = next((value for key, value in node.attrib.items() if key.endswith("instr")), "") if name == "fldSimple" else ""
        if name in ("del", "moveFrom", "instrText", "delText") or COUNTED.match(code):
            return
        if name == "AlternateContent":
            forms = {name_of(child): child for child in node}
            chosen = forms.get("Choice")
            has = chosen is not None and any(name_of(inner) in letters and inner.text for inner in chosen.iter())
            for child in [chosen] if has else list(node):
                walk(child)
            return
        if name == "fld" and (node.get("type") or "").startswith("slidenum"):
            return
        if name in letters and node.text and not any(map(COUNTED.match, fields)):
            parts.append(node.text)
        elif name == "noBreakHyphen":
            parts.append("-")
        elif name in SPACE:
            parts.append(" ")
        for child in node:
            walk(child)
        if name in BLOCKS:
            parts.append("\n")

    walk(root)
    return "".join(parts)


def _archive_text(path, pattern, letters):
    with zipfile.ZipFile(path) as archive:
        names = sorted((name for name in archive.namelist() if re.search(pattern, name)),
                       key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)])
        return "\n".join(ooxml_text(ElementTree.fromstring(archive.read(name)), letters) for name in names)


def docx_text(path):
    return _archive_text(path, r"^word/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$", {"t"})


def pptx_text(path):
    return "\n".join([_archive_text(path, r"^ppt/(slides/slide\d+|notesSlides/notesSlide\d+|diagrams/data\d+)\.xml$", {"t"}),
                      _archive_text(path, r"^ppt/charts/chart\d+\.xml$", {"t", "v"}),
                      _archive_text(path, r"^ppt/comments/.*\.xml$", {"t", "text"})])


def odt_text(path):
    parts = []

    def walk(node):
        name = name_of(node)
        # The author and the date of a comment have the names of fields in another name space.
        if name in ("tracked-changes", "script", "binary-data", "desc", "page-number", "page-count") or "purl.org/dc" in str(node.tag):
            if node.tail:
                parts.append(node.tail)
            return
        if name in SPACE:
            parts.append(" ")
        if name in BLOCKS:
            parts.append("\n")
        if node.text:
            parts.append(node.text)
        for child in node:
            walk(child)
        if name in BLOCKS:
            parts.append("\n")
        if node.tail:
            parts.append(node.tail)

    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        body = next((node for node in ElementTree.fromstring(archive.read("content.xml")).iter() if name_of(node) == "body"), None)
        if body is not None:
            walk(body)
        if "styles.xml" in names:
            for node in ElementTree.fromstring(archive.read("styles.xml")).iter():
                if re.fullmatch(r"(header|footer)(-left|-first)?", name_of(node)):
                    walk(node)
        for name in names:
            if re.fullmatch(r"Object [^/]*/content\.xml", name):
                walk(ElementTree.fromstring(archive.read(name)))
    return "".join(parts)


INLINE = {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label",
          "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"}
SILENT = {"script", "style", "title"}


class _Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.parts, self.silent = [], 0

    def handle_starttag(self, tag, attributes):
        if tag in SILENT:
            self.silent += 1
        if tag not in INLINE:
            self.parts.append("\n")

    def handle_startendtag(self, tag, attributes):
        if tag not in INLINE:
            self.parts.append("\n")

    def handle_endtag(self, tag):
        if tag in SILENT and self.silent:
            self.silent -= 1
        if tag not in INLINE:
            self.parts.append("\n")

    def handle_data(self, data):
        if not self.silent:
            self.parts.append(data)


def page_text(text):
    """The text of a page with all of its frames."""
    page = _Page()
    # The parser knows the content of `script` by the letters of its end tag; the rest of a broken page is text.
    page.feed(text)
    page.close()
    return "".join(page.parts)


def html_text(path):
    data = path.read_bytes()
    named = re.search(rb"""charset=["']?([\w-]+)""", data[:2000])
    try:
        return page_text(data.decode(named[1].decode() if named else "utf-8"))
    except (LookupError, UnicodeDecodeError):
        return page_text(data.decode("windows-1252", "replace"))


def epub_text(path):
    """The files of the spine, in order."""
    with zipfile.ZipFile(path) as archive:
        container = ElementTree.fromstring(archive.read("META-INF/container.xml"))
        package = next(node.get("full-path") for node in container.iter() if name_of(node) == "rootfile")
        root = ElementTree.fromstring(archive.read(package))
        items = {node.get("id"): node.get("href") for node in root.iter() if name_of(node) == "item"}
        spine = [items[node.get("idref")] for node in root.iter() if name_of(node) == "itemref" and node.get("idref") in items]
        texts = []
        for href in spine:
            name = posixpath.normpath(posixpath.join(posixpath.dirname(package), unquote(href)))
            if name in archive.namelist():
                texts.append(page_text(archive.read(name).decode("utf-8", "replace")))
        return "\n".join(texts)
