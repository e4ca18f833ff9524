"""Collects real documents in a cache, and writes what other readers find in them as oracle.json.

run.sh installs what it needs. Usage: oracle.py CACHE [DOCLING_PYTHON]. A run that ends early goes on where it was.
"""
import json, re, subprocess, sys, time
from pathlib import Path
import raw_text
from collect import FIRST, LAST, collect, run

cache = Path(sys.argv[1])
files = cache / "files"


def by_scan(path):
    whole = files / "manual" / path.name
    return {"text": run("pdftotext", "-f", str(FIRST), "-l", str(LAST), "-enc", "UTF-8", whole, "-").decode()}


def by_pdf(path):
    import pdfplumber
    text = run("pdftotext", "-enc", "UTF-8", path, "-").decode()
    cells = []
    with pdfplumber.open(path) as pdf:
        for page in pdf.pages[:20]:
            if any(float(part) for part in (page.rotation,)):
                continue
            for table in page.extract_tables():
                filled = [row for row in table if sum(1 for cell in row if cell and cell.strip()) > 1]
                if len(filled) > 1:
                    cells += [cell for row in filled for cell in row if cell and cell.strip()]
    rows = run("pdftotext", "-layout", "-enc", "UTF-8", path, "-").decode()
    return {"text": text, "rows": rows, "cells": cells}


def by_docx(path):
    import docx
    document = docx.Document(str(path))
    headings = [p.text for p in document.paragraphs if re.match(r"Heading \d|Title$", p.style.name or "") and p.text.strip()]
    # A merged cell is one cell, however many places of the table it takes.
    whole = {id(cell._tc): cell for table in document.tables for row in table.rows for cell in row.cells}
    # Of a cell that holds a table, python-docx tells only the text around it.
    cells = [cell.text for cell in whole.values() if cell.text.strip() and not cell.tables]
    return {"text": raw_text.docx_text(path), "headings": headings, "cells": cells}


def by_pptx(path):
    import pptx
    headings, cells = [], []

    def walk(shapes):
        for shape in shapes:
            if shape.shape_type == 6:
                walk(shape.shapes)
            if getattr(shape, "has_table", False) and shape.has_table:
                cells.extend(cell.text for row in shape.table.rows for cell in row.cells if cell.text.strip())

    for slide in pptx.Presentation(str(path)).slides:
        walk(slide.shapes)
        title = slide.shapes.title
        if title is not None and title.text_frame.text.strip():
            headings.append(title.text_frame.text)
    # A chart has no order of reading: its numbers stand by series in the file, and by category in a table.
    return {"text": raw_text.pptx_text(path), "rows": raw_text.pptx_text(path, by_rows=True), "headings": headings, "cells": cells}


def by_xlsx(path):
    import openpyxl
    # What Excel shows of a number with a format of its own, openpyxl does not say, so such cells are left out.
    book = openpyxl.load_workbook(str(path), data_only=True)
    cells = [str(cell.value).upper() if isinstance(cell.value, bool) else str(cell.value)
             for sheet in book.worksheets for row in sheet.iter_rows() for cell in row
             if cell.value is not None and str(cell.value).strip()
             and (isinstance(cell.value, (str, bool)) or cell.number_format == "General")]
    comments = [cell.comment.text for sheet in openpyxl.load_workbook(str(path)).worksheets for row in sheet.iter_rows()
                for cell in row if cell.comment is not None]
    return {"text": "\n".join(cells + comments), "cells": cells}


def headings_by_pandoc(path):
    tree = json.loads(run("pandoc", "-t", "json", path))

    def words(node):
        if isinstance(node, dict):
            kind, inner = node.get("t"), node.get("c")
            if kind in ("Str",):
                return inner
            if kind in ("Space", "SoftBreak", "LineBreak"):
                return " "
            if kind in ("Code", "CodeBlock", "Math"):
                return inner[1]
            return words(inner)
        return "".join(words(part) for part in node) if isinstance(node, list) else ""

    def tops(blocks):
        for block in blocks:
            if block["t"] == "Header":
                yield words(block["c"][2])
            elif block["t"] == "Div":
                yield from tops(block["c"][1])

    return [title for title in tops(tree["blocks"]) if title.strip()]


def by_odt(path):
    return {"text": raw_text.odt_text(path), "headings": headings_by_pandoc(path)}


def by_epub(path):
    return {"text": raw_text.epub_text(path), "headings": headings_by_pandoc(path)}


def by_html(path):
    return {"text": raw_text.html_text(path)}


def by_csv(path):
    return {"text": path.read_text("utf-8", "strict")}


READERS = {"docx": by_docx, "pptx": by_pptx, "xlsx": by_xlsx, "odt": by_odt, "epub": by_epub, "html": by_html,
           "csv": by_csv, "pdf": by_pdf, "manual": by_pdf, "scan": by_scan}


def timed(read):
    """The text of another reader, or none where it fails, and its seconds."""
    begin = time.perf_counter()
    try:
        text = read()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        text = ""
    return {"text": text, "seconds": time.perf_counter() - begin}


# markitdown needs minutes for a longer manual.
MOST_PAGES = 300


def pages_of(path):
    return int(re.search(r"Pages:\s+(\d+)", run("pdfinfo", path).decode())[1])


if not files.exists():
    collect(cache)
from markitdown import MarkItDown
markitdown = MarkItDown()
answers_file = cache / "oracle.part.json"
answers = json.loads(answers_file.read_text()) if answers_file.exists() else {}
for kind, reader in READERS.items():
    for path in sorted((files / kind).glob("*.*")):
        if f"{kind}/{path.name}" in answers:
            continue
        try:
            found = reader(path)
        except Exception as error:
            found = {"error": str(error)[:200]}
        found["others"] = {}
        # markitdown reads no ODT.
        if kind != "odt" and (kind != "manual" or pages_of(path) <= MOST_PAGES):
            found["others"]["markitdown"] = timed(lambda: markitdown.convert(str(path)).markdown)
        if kind in ("docx", "odt", "epub", "html"):
            found["others"]["pandoc"] = timed(lambda: run("pandoc", "-t", "plain", "--wrap=none", path).decode())
        answers[f"{kind}/{path.name}"] = found
        if len(answers) % 20 == 0:
            answers_file.write_text(json.dumps(answers))
    answers_file.write_text(json.dumps(answers))
if len(sys.argv) > 2:
    reader = [sys.argv[2], Path(__file__).with_name("docling_reader.py"), files, "docx", "pptx", "xlsx", "html"]
    for line in subprocess.run(reader, check=True, stdout=subprocess.PIPE).stdout.splitlines():
        answer = json.loads(line)
        answers[answer.pop("file")]["others"]["docling"] = answer
(cache / "oracle.json").write_text(json.dumps(answers))
