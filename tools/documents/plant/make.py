"""Makes 300 documents with known words, and the labels of each beside it. Usage: make.py FOLDER [SEED]

The same seed makes the same bytes. Needs python-docx, python-pptx, openpyxl and reportlab.
"""
import random, re, shutil, sys, zipfile
from pathlib import Path
import docx, openpyxl, pptx
import docx_parts, docx_text, epub_books, html_pages, odt_text, pptx_slides, xlsx_sheets
import pdf_layout, pdf_manual, pdf_repeats, pdf_tagged
from labels import Labels, Vocabulary

PDF = [(pdf_repeats.running_heads, 6), (pdf_repeats.chapter_heads, 2), (pdf_repeats.invoices, 5), (pdf_repeats.numbered_pages, 6),
       (pdf_repeats.long_lists, 3), (pdf_repeats.warnings, 4), (pdf_repeats.foot_notes, 2), (pdf_layout.columns, 4),
       (pdf_layout.compounds, 3), (pdf_layout.two_line_headings, 2), (pdf_layout.bookmarks, 2), (pdf_layout.bold_lines, 2),
       (pdf_layout.forms, 4), (pdf_layout.code, 2), (pdf_layout.lists, 2), (pdf_layout.raised, 2), (pdf_layout.unruled_tables, 2),
       (pdf_layout.ruled_tables, 3), (pdf_manual.manual, 2), (pdf_tagged.tagged, 2)]
DOCX = [(docx_text.simple_fields, 4), (docx_text.complex_fields, 3), (docx_text.numbered_headings, 4), (docx_text.lists, 5),
        (docx_text.styles, 4), (docx_text.text_boxes, 4), (docx_text.formulas, 4), (docx_text.code, 4), (docx_text.breaks, 6),
        (docx_text.hidden, 4), (docx_text.raised, 3), (docx_parts.merged_cells, 4), (docx_parts.cells_with_blocks, 4),
        (docx_parts.headers, 3), (docx_parts.comments, 3), (docx_parts.notes, 3), (docx_parts.tracked, 3),
        (docx_parts.controls, 4), (docx_parts.legacy_forms, 3)]


class Dealer:
    """Deals all shapes of all features, over and over, each time shuffled."""

    def __init__(self, features, seed):
        self.all = [(feature, shape) for feature, count in features for shape in range(count)]
        self.random, self.left = random.Random(seed), []

    def deal(self, count):
        """`count` of different features."""
        hand = []
        while len(hand) < count:
            if not self.left:
                self.left = list(self.all)
                self.random.shuffle(self.left)
            at = next((at for at, (feature, _) in enumerate(self.left) if feature not in [taken for taken, _ in hand]), None)
            if at is None:
                self.left = []
                continue
            hand.append(self.left.pop(at))
        return hand


def settle(path, edit=None):
    """Writes an archive anew without the time of its making. `edit` may change texts."""
    with zipfile.ZipFile(path) as archive:
        entries = [(item.filename, archive.read(item)) for item in archive.infolist()]
    if edit is not None:
        entries = [(name, edit(name, data)) for name, data in entries]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries:
            if name in ("docProps/core.xml", "word/comments.xml"):
                data = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z", b"2024-03-05T10:00:00Z", data)
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def make_pdf(path, labels, feature, shape):
    feature(path, labels, shape)


def make_docx(path, labels, hand):
    doc = docx.Document()
    part = labels.part("body")
    doc.add_heading(part.title(), 1)
    for feature, shape in hand:
        doc.add_paragraph(part.prose(2))
        feature(doc, labels, shape)
    doc.add_paragraph(part.prose(2))
    doc.save(str(path))
    settle(path)


def make_pptx(path, labels, hand):
    show = pptx.Presentation()
    part = labels.part("body")
    slide = pptx_slides.new_slide(show, part, 1)
    slide.placeholders[1].text_frame.text = part.sentence()
    for feature, shape in hand:
        feature(show, labels, shape)
    show.save(str(path))
    embedded = re.compile(r"^ppt/embeddings/")

    def edit(name, data):
        if not embedded.match(name):
            return data
        inner = path.with_suffix(".inner")
        inner.write_bytes(data)
        settle(inner)
        data = inner.read_bytes()
        inner.unlink()
        return data

    settle(path, edit)


def make_xlsx(path, labels, hand):
    book = openpyxl.Workbook()
    part = labels.part("body")
    book.active.title = part.word().capitalize()
    book.active["A1"] = part.sentence()
    edits = [change for feature, shape in hand for change in feature(book, labels, shape) or []]
    book.save(path)
    sheets = {title: f"xl/worksheets/sheet{at + 1}.xml" for at, title in enumerate(book.sheetnames)}

    def edit(name, data):
        text = data.decode() if name.endswith(".xml") else None
        for where, before, after in edits:
            if where == "styles" and name == "xl/styles.xml":
                number = re.search(rf'<numFmt numFmtId="(\d+)" formatCode="[^"]*{before}[^"]*" ?/>', text)
                text = text.replace(number[0], "").replace(f'numFmtId="{number[1]}"', f'numFmtId="{after}"')
                text = re.sub(r'(<numFmts count=")(\d+)', lambda found: f"{found[1]}{int(found[2]) - 1}", text)
            elif sheets.get(where) == name:
                text = text.replace(before, after)
        return data if text is None else text.replace('<numFmts count="0"></numFmts>', "").encode()

    settle(path, edit)


def make_odt(path, labels, hand):
    doc = odt_text.Odt()
    part = labels.part("body")
    odt_text.heading(doc, part)
    for feature, shape in hand:
        doc.plain(part.prose(2))
        feature(doc, labels, shape)
    doc.plain(part.prose(2))
    head = f'<?xml version="1.0" encoding="UTF-8"?>'
    changes = f"<text:tracked-changes>{''.join(doc.changes)}</text:tracked-changes>" if doc.changes else ""
    content = (f'{head}<office:document-content {odt_text.SPACES} office:version="1.2"><office:automatic-styles>{"".join(doc.styles)}{"".join(doc.lists)}'
               f'</office:automatic-styles><office:body><office:text>{changes}{"".join(doc.body)}</office:text></office:body></office:document-content>')
    page = (f"<style:header>{odt_text.p(doc.header)}</style:header>" if doc.header else "") + (f"<style:footer>{odt_text.p(doc.footer)}</style:footer>" if doc.footer else "")
    named = "".join(f'<style:style style:name="Heading_20_{level}" style:display-name="Heading {level}" style:family="paragraph" style:default-outline-level="{level}"/>' for level in (1, 2, 3))
    styles = (f'{head}<office:document-styles {odt_text.SPACES} office:version="1.2"><office:styles><style:style style:name="Standard" style:family="paragraph"/>{named}'
              '<style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph"/></office:styles>'
              '<office:automatic-styles><style:page-layout style:name="pm1"/></office:automatic-styles>'
              f'<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1">{page}</style:master-page></office:master-styles></office:document-styles>')
    kind = "application/vnd.oasis.opendocument."
    entry = lambda name, media: f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{media}"/>'
    parts = [("content.xml", content), ("styles.xml", styles)] + [(f"{name}/content.xml", text) for name, text in doc.objects]
    manifest = (f'{head}<manifest:manifest {odt_text.SPACES} manifest:version="1.2">{entry("/", kind + "text")}'
                + "".join(entry(name, "text/xml") for name, _ in parts) + "".join(entry(f"{name}/", kind + "formula") for name, _ in doc.objects) + "</manifest:manifest>")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), kind + "text", zipfile.ZIP_STORED)
        for name, text in [*parts, ("META-INF/manifest.xml", manifest)]:
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)


def make_html(path, labels, shape, hand):
    path.write_text(html_pages.page(labels, shape, "".join(feature(labels, at) for feature, at in hand)))


def main(folder, seed):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    vocabulary = Vocabulary(seed)
    pdf = [(feature, shape) for feature, count in PDF for shape in range(count)]
    dealers = {name: Dealer(features, seed) for name, features in {
        "docx": DOCX, "pptx": pptx_slides.FEATURES, "xlsx": xlsx_sheets.FEATURES, "odt": odt_text.FEATURES,
        "epub": epub_books.BOOK_BLOCKS, "html": html_pages.PAGE_BLOCKS}.items()}

    def document(kind, at, build):
        labels = Labels(vocabulary, kind)
        path = folder / f"{kind}-{at:02d}.{kind}"
        build(path, labels)
        path.with_suffix(f".{kind}.json").write_text(labels.json())

    for at, (feature, shape) in enumerate(pdf):
        document("pdf", at, lambda path, labels: make_pdf(path, labels, feature, shape))
    for kind, count, features, make in [("docx", 70, 4, make_docx), ("pptx", 50, 4, make_pptx), ("xlsx", 40, 3, make_xlsx), ("odt", 20, 6, make_odt)]:
        for at in range(count):
            document(kind, at, lambda path, labels: make(path, labels, dealers[kind].deal(features)))
    for at in range(30):
        hands = [dealers["epub"].deal(2) for _ in range(6)]
        document("epub", at, lambda path, labels: epub_books.book(
            path, labels, at, lambda chapter: "".join(feature(labels, shape) for feature, shape in hands[chapter])))
    for at in range(30):
        document("html", at, lambda path, labels: make_html(path, labels, at % html_pages.PAGE_SHAPES, dealers["html"].deal(4)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 53)
