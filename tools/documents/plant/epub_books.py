"""EPUB: books of several chapters, with notes in the forms of EPUB 3."""
import zipfile
from html_blocks import BLOCKS

XHTML = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
CONTAINER = ('<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
             '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
NOTE_SHAPES = 6


def chapter_notes(part, shape, number):
    """A paragraph with references, and its notes: (in the text, at the end of the chapter, in a file of its own)."""
    first, other = part.word(), part.word()
    texts = [part.once(part.sentence()) for _ in range(2)]
    ids = [f"fn{number}-{at}" for at in range(2)]
    file = "notes.xhtml" if shape == 3 else ""
    refs = [f'<a epub:type="noteref" role="doc-noteref" href="{file}#{name}">{at + 1}</a>' for at, name in enumerate(ids)]
    para = f"<p>The {first}{refs[0]} has {other}{refs[1]}.</p>"
    if shape == 0:
        notes = "".join(f'<aside epub:type="footnote" id="{name}"><p>{text}</p></aside>' for name, text in zip(ids, texts))
    elif shape == 1:
        notes = '<section epub:type="footnotes" role="doc-endnotes"><hr/><ol>' + "".join(
            f'<li id="{name}" epub:type="footnote" role="doc-footnote"><p>{text}</p></li>' for name, text in zip(ids, texts)) + "</ol></section>"
    elif shape == 2:
        notes = "".join(f'<aside epub:type="rearnote" role="doc-endnote" id="{name}" hidden="hidden"><p>{text}</p></aside>' for name, text in zip(ids, texts))
    elif shape == 3:
        notes = ""
    elif shape == 4:
        notes = "".join(f'<aside role="doc-footnote" id="{name}"><p>{text}</p></aside>' for name, text in zip(ids, texts))
    else:
        notes = "".join(f'<div class="footnote" id="{name}"><p><a href="#r{name}">{at + 1}</a> {text}</p></div>' for at, (name, text) in enumerate(zip(ids, texts)))
    return para, notes, list(zip(ids, texts)), [first, *texts]


def book(path, labels, number, blocks):
    """`blocks` makes the blocks of a chapter."""
    part, body, notes_part = labels.part("chapters"), labels.part("body"), labels.part("notes")
    note_shape, version = number % NOTE_SHAPES, 2 if number % 10 == 9 else 3
    count = 3 + number % 3
    chapters, far, firsts = [], [], []
    for at in range(count):
        title = part.title()
        para, notes, noted, seen = chapter_notes(notes_part, note_shape, at)
        far += noted
        first, last = body.sentence(), body.sentence()
        extra = ""
        if at == 1 and number % 2:
            aside = labels.part("asides")
            extra = f'<aside{" epub:type=" + chr(34) + "sidebar" + chr(34) if number % 4 == 1 else ""}><p>{aside.sentence()}</p></aside>'
        if at == 0 and number % 3 == 0:
            extra += f'<span epub:type="pagebreak" id="p{at}" title="7"/>'
        inner = f"<h1>{title}</h1><p>{first}</p>{para}{extra}{blocks(at)}<p>{last}</p>{notes}"
        # Notes stand after the text that refers to them, and before the next chapter.
        order = [first, *(seen if note_shape != 3 else seen[:1])]
        firsts += order
        chapters.append((f"ch{(at * 7 + 5) % 11}.xhtml", title, inner))
    if number % 5 == 4:  # two chapters in one file
        name, title, inner = chapters.pop()
        before, kept, text = chapters.pop()
        chapters.append((before, kept, text + f"<section>{inner}</section>"))
    part.order(*firsts)
    page = lambda title, inner: (f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html {XHTML}><head><title>{title}</title></head>'
                                 f"<body>{inner}</body></html>")
    files = {name: page(title, inner) for name, title, inner in chapters}
    spine = [name for name, _, _ in chapters]
    if note_shape == 3:
        files["notes.xhtml"] = page("Notes", '<section epub:type="endnotes"><h1>Notes</h1>' + "".join(
            f'<aside epub:type="endnote" id="{name}"><p>{text}</p></aside>' for name, text in far) + "</section>")
        spine.append("notes.xhtml")
    toc = "".join(f'<li><a href="{name}">{title}</a></li>' for name, title, _ in chapters)
    for _, title, _ in chapters:
        part.may(title)
    manifest = "".join(f'<item id="i{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(sorted(files)))
    ids = {name: f"i{at}" for at, name in enumerate(sorted(files))}
    refs = "".join(f'<itemref idref="{ids[name]}"{" linear=" + chr(34) + "no" + chr(34) if name == "notes.xhtml" else ""}/>' for name in spine)
    if version == 3:
        files["nav.xhtml"] = page("Contents", f'<nav epub:type="toc"><h1>Contents</h1><ol>{toc}</ol></nav>')
        manifest += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        if number % 2:
            refs = '<itemref idref="nav"/>' + refs
    else:
        points = "".join(f'<navPoint id="n{at}" playOrder="{at + 1}"><navLabel><text>{title}</text></navLabel><content src="{name}"/></navPoint>'
                         for at, (name, title, _) in enumerate(chapters))
        files["toc.ncx"] = f'<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><docTitle><text>Book</text></docTitle><navMap>{points}</navMap></ncx>'
        manifest += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    opf = (f'<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="{version}.0" unique-identifier="id">'
           f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">book-{number}</dc:identifier><dc:title>Book {number}</dc:title>'
           f'<dc:language>en</dc:language><meta property="dcterms:modified">2024-03-05T10:00:00Z</meta></metadata><manifest>{manifest}</manifest>'
           f'<spine{" toc=" + chr(34) + "ncx" + chr(34) if version == 2 else ""}>{refs}</spine></package>')
    with zipfile.ZipFile(path, "w") as archive:
        write = lambda name, data: archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
        write("mimetype", "application/epub+zip")
        write("META-INF/container.xml", CONTAINER)
        write("OEBPS/content.opf", opf)
        for name in sorted(files):
            write(f"OEBPS/{name}", files[name])


BOOK_BLOCKS = BLOCKS
