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


def pptx_text(path, by_rows=False):
    """The parts of each slide follow it. A part to which no slide leads comes at the end."""
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        left = sorted(name for name in names if re.search(r"^ppt/(notesSlides/notesSlide|diagrams/data|charts/chart)\d+\.xml$|^ppt/comments/.*\.xml$", name))
        texts = []

        def tell(name):
            root = ElementTree.fromstring(archive.read(name))
            texts.append((chart_rows if by_rows else chart_text)(root) if "/charts/" in name else ooxml_text(root, {"t", "text"} if "/comments/" in name else {"t"}))

        for slide in _slides(archive):
            tell(slide)
            for target in _targets(archive, slide):
                if target in left:
                    left.remove(target)
                    tell(target)
        for name in left:
            tell(name)
    return "\n".join(texts)


def _targets(archive, name):
    """What the relations of a part lead to, by their ids and in their order."""
    folder, base = posixpath.split(name)
    links = f"{folder}/_rels/{base}.rels"
    if links not in archive.namelist():
        return {}
    found = [(node.get("Target"), node.get("Id")) for node in ElementTree.fromstring(archive.read(links)) if node.get("TargetMode") != "External"]
    return {(target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))): at for target, at in found}


def _slides(archive):
    """The slides in the order of the show, and then those that it has not."""
    names = set(archive.namelist())
    by_id = {at: target for target, at in _targets(archive, "ppt/presentation.xml").items()}
    root = ElementTree.fromstring(archive.read("ppt/presentation.xml"))
    ids = [value for node in root.iter() if name_of(node) == "sldId" for key, value in node.attrib.items() if key.endswith("}id")]
    shown = [by_id[at] for at in ids if by_id.get(at) in names]
    return shown + sorted(name for name in names if re.fullmatch(r"ppt/slides/slide\d+\.xml", name) and name not in shown)


def chart_text(root):
    """What a chart shows: its texts, and its numbers in their formats. The series of a chart have one axis of categories.

    openpyxl tells which formats are of dates, and which day a number is. Other formats are those of Python's own.
    """
    texts, axes = [ooxml_text(root, {"t"})], set()
    for node in root.iter():
        if name_of(node) in ("tx", "cat", "xVal", "val", "yVal", "bubbleSize", "trendline"):
            points = [_shown_number(value) for value in _points(node)]
            if name_of(node) in ("cat", "xVal"):
                if tuple(points) in axes:
                    continue
                axes.add(tuple(points))
            texts += points
    return "\n".join(texts)


def chart_rows(root):
    """The same, one category after the other."""
    part = lambda series, *names: [_shown_number(point) for node in series if name_of(node) in names for point in _points(node)]
    all_series = [node for node in root.iter() if name_of(node) == "ser"]
    rows = [[text for series in all_series for text in part(series, "tx")]]
    columns = [part(series, "val", "yVal") for series in all_series]
    axes = []
    for series in all_series:
        axis = part(series, "cat", "xVal")
        if axis and axis not in axes:
            axes.append(axis)
    for at in range(max(map(len, axes + columns), default=0)):
        rows.append([column[at] for column in axes + columns if at < len(column)])
    return "\n".join([ooxml_text(root, {"t"}), *(" ".join(row) for row in rows)])


def _points(node):
    found = []
    for cache in node.iter():
        if name_of(cache) in ("strCache", "numCache", "strLit", "numLit", "lvl"):
            form = next((child.text for child in cache if name_of(child) == "formatCode"), "") if name_of(cache).startswith("num") else ""
            for point in cache:
                value = next((child.text for child in point if name_of(child) == "v"), None) if name_of(point) == "pt" else None
                if value is not None:
                    found.append((value, point.get("formatCode", form or "")))
    return found or [(child.text or "", "") for child in node if name_of(child) in ("v", "name")]


def _shown_number(point):
    from openpyxl.styles.numbers import is_date_format
    from openpyxl.utils.datetime import from_excel
    value, form = point
    try:
        number = float(value)
    except ValueError:
        return value
    if form and is_date_format(form):
        day = from_excel(number)
        words = {"yyyy": "%Y", "yy": "%y", "mmmm": "%B", "mmm": "%b", "mm": "%m", "m": str(day.month), "dd": "%d", "d": str(day.day)}
        return day.strftime(re.sub(r"y+|m+|d+", lambda found: words.get(found[0], found[0]), re.sub(r'\[[^\]]*\]|[\\"]|;.*', "", form)))
    digits = re.search(r"0(?:\.(0+))?", form)
    if digits and form.rstrip().endswith("%"):
        return f"{number * 100:.{len(digits[1] or '')}f}%"
    if digits:
        return f"{number:{',' if '#,#' in form else ''}.{len(digits[1] or '')}f}"
    return f"{number:.15g}" if form else value


def odt_text(path):
    parts = []

    def walk(node):
        name = name_of(node)
        # The author and the date of a comment have the names of fields in another name space.
        # The source of an index is a template for it, and what it shows is in its body.
        if name.endswith("-source") and name != "section-source":
            if node.tail:
                parts.append(node.tail)
            return
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
