"""Collects real documents in a cache, and writes what other readers find in them as oracle.json.

run.sh installs what it needs. Usage: oracle.py CACHE

The files come from the tests of pypdf (BSD-3-Clause), python-docx, python-pptx and xlsx2csv (MIT) and docutils (public
domain, BSD-2-Clause, GPL-3), and from manuals of Debian (GPL-2 or later) and gnuplot (its own free licence). They stay in
the cache; none is in the repository. pandoc makes books, notebooks and office files of the texts of docutils.
"""
import gzip, json, re, subprocess, sys, tarfile, tempfile, time, zipfile
from pathlib import Path

cache = Path(sys.argv[1])
files = cache / "files"
SDISTS = ["pypdf==7.1.0", "python-docx==1.2.0", "python-pptx==1.0.2", "docutils==0.23", "xlsx2csv==0.8.6"]
MANUALS = ["debian-policy", "developers-reference", "gnuplot-doc", "debian-reference-en"]


def run(*args, **rest):
    return subprocess.run(args, check=True, capture_output=True, timeout=120, **rest).stdout


def place(kind, name, data):
    (files / kind).mkdir(parents=True, exist_ok=True)
    (files / kind / name).write_bytes(data)


def collect():
    sdists, debs = cache / "sdist", cache / "deb"
    for folder in (sdists, debs):
        folder.mkdir(parents=True, exist_ok=True)
    run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", *SDISTS, cwd=sdists)
    run("apt-get", "download", *MANUALS, cwd=debs)
    for archive in sorted(sdists.glob("*.tar.gz")):
        with tarfile.open(archive) as tar:
            for member in tar:
                kind = member.name.rsplit(".", 1)[-1].lower()
                if member.isfile() and kind in ("pdf", "docx", "pptx", "xlsx", "odt", "csv"):
                    place(kind, member.name.rsplit("/", 1)[-1], tar.extractfile(member).read())
                if member.isfile() and kind == "rst" and member.size > 3000:
                    place("rst", member.name.rsplit("/", 1)[-1], tar.extractfile(member).read())
    for deb in sorted(debs.glob("*.deb")):
        run("dpkg-deb", "-x", deb, debs / "x")
    for path in sorted((debs / "x").rglob("*.*")):
        if path.name.endswith(".pdf.gz"):
            place("manual", path.name[:-3], gzip.decompress(path.read_bytes()))
        elif path.suffix == ".pdf":
            place("manual", path.name, path.read_bytes())
        elif path.suffix == ".epub":
            place("epub", path.name, path.read_bytes())
    for show in sorted((files / "pptx").glob("*.pptx")):
        with zipfile.ZipFile(show) as archive:
            for name in archive.namelist():
                if re.search(r"embeddings/.*\.xlsx$", name):
                    place("xlsx", f"{show.stem}-{name.rsplit('/', 1)[-1]}", archive.read(name))
    for path in sorted((files / "manual").glob("*.pdf")):
        scan(path)
    for source in sorted((files / "rst").glob("*.rst"))[:20]:
        for kind in ("epub", "odt", "docx"):
            (files / kind).mkdir(exist_ok=True)
            try:
                run("pandoc", "-f", "rst", source, "-o", files / kind / f"pandoc-{source.stem}.{kind}")
            except subprocess.CalledProcessError:
                print(f"pandoc makes no {kind} of {source.name}", file=sys.stderr)


FIRST, LAST = 31, 34


def scan(path):
    """Some pages as pictures with 200 dots an inch, as a scanner makes them."""
    from PIL import Image
    (files / "scan").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run("pdftoppm", "-r", "200", "-gray", "-f", str(FIRST), "-l", str(LAST), path, f"{folder}/page")
        first, *rest = [Image.open(page) for page in sorted(Path(folder).glob("*.pgm"))]
        first.save(files / "scan" / path.name, save_all=True, append_images=rest, resolution=200)


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
    return {"text": run("pandoc", "-t", "plain", "--wrap=none", path).decode(), "headings": headings, "cells": cells}


def by_pptx(path):
    import pptx
    parts, headings, cells = [], [], []

    def walk(shapes):
        for shape in shapes:
            if shape.shape_type == 6:
                walk(shape.shapes)
            if shape.has_text_frame and not (shape.is_placeholder and shape.placeholder_format.type in (13, 15, 16)):
                parts.append(shape.text_frame.text)
            if getattr(shape, "has_table", False) and shape.has_table:
                found = [cell.text for row in shape.table.rows for cell in row.cells if cell.text.strip()]
                cells.extend(found)
                parts.extend(found)

    for slide in pptx.Presentation(str(path)).slides:
        walk(slide.shapes)
        title = slide.shapes.title
        if title is not None and title.text_frame.text.strip():
            headings.append(title.text_frame.text)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            parts.append(slide.notes_slide.notes_text_frame.text)
    return {"text": "\n".join(parts), "headings": headings, "cells": cells}


def by_xlsx(path):
    import openpyxl
    # What Excel shows of a number with a format of its own, openpyxl does not say, so such cells are left out.
    book = openpyxl.load_workbook(str(path), data_only=True)
    cells = [str(cell.value).upper() if isinstance(cell.value, bool) else str(cell.value)
             for sheet in book.worksheets for row in sheet.iter_rows() for cell in row
             if cell.value is not None and str(cell.value).strip()
             and (isinstance(cell.value, (str, bool)) or cell.number_format == "General")]
    return {"text": "\n".join(cells), "cells": cells}


def by_pandoc(path):
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

    return {"text": run("pandoc", "-t", "plain", "--wrap=none", path).decode(),
            "headings": [title for title in tops(tree["blocks"]) if title.strip()]}


def by_csv(path):
    return {"text": path.read_text("utf-8", "strict")}


READERS = {"docx": by_docx, "pptx": by_pptx, "xlsx": by_xlsx, "odt": by_pandoc,
           "epub": by_pandoc, "csv": by_csv, "pdf": by_pdf, "manual": by_pdf, "scan": by_scan}

if not (cache / "files").exists():
    collect()
from markitdown import MarkItDown
other = MarkItDown()
answers = {}
for kind, reader in READERS.items():
    for path in sorted((files / kind).glob("*.*")):
        try:
            found = reader(path)
        except Exception as error:
            found = {"error": str(error)[:200]}
        begin = time.perf_counter()
        try:
            found["markitdown"] = other.convert(str(path)).markdown
        except BaseException as error:
            found["markitdown"] = ""
        found["markitdownSeconds"] = time.perf_counter() - begin
        answers[f"{kind}/{path.name}"] = found
    (cache / "oracle.json").write_text(json.dumps(answers))
