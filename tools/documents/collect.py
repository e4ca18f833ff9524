"""Collects real documents in a cache.

The files come from the tests of pypdf (BSD-3-Clause), python-docx, python-pptx and xlsx2csv (MIT), odfpy (Apache-2.0,
GPL-2), pdfminer (MIT), mammoth (BSD-2-Clause), pandoc (GPL-2 or later), html2text (GPL-3) and docutils (public domain,
BSD-2-Clause, GPL-3), and from manuals of Debian (GPL-2 or later), bash (GFDL), PARI (GPL-2 or later) and gnuplot (its own
free licence). They stay in the cache; none is in the repository. pandoc makes books, notebooks and office files of the
texts of docutils. The sdists of pdfplumber, openpyxl and EbookLib hold no documents.
"""
import gzip, re, subprocess, sys, tarfile, tempfile, zipfile
from pathlib import Path

SDISTS = ["pypdf==7.1.0", "python-docx==1.2.0", "python-pptx==1.0.2", "docutils==0.23", "xlsx2csv==0.8.6", "odfpy==1.4.1",
          "html2text==2025.4.15"]
PACKED = ["mammoth@1.13.0"]
SOURCES = ["pandoc", "pdfminer"]
MANUALS = ["debian-policy", "developers-reference", "gnuplot-doc", "debian-reference-en", "bash-doc", "maint-guide", "debmake-doc",
           "pari-doc"]
KINDS = ("pdf", "docx", "pptx", "xlsx", "odt", "csv", "epub", "html")
# Of the pages of one manual, so many.
MOST_PAGES = 12
FIRST, LAST = 31, 34


def run(*args, **rest):
    return subprocess.run(args, check=True, capture_output=True, timeout=540, **rest).stdout


def debian_source(name, folder):
    """The archive of a Debian source package, by a list of sources of its own, so that the machine's stays as it is."""
    apt = folder / "apt"
    (apt / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    suite = re.search(r"VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text())[1]
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (apt / "sources.list").write_text(f"deb-src [signed-by={key}] http://deb.debian.org/debian {suite} main\n")
    options = ["-o", f"Dir::Etc::SourceList={apt}/sources.list", "-o", "Dir::Etc::SourceParts=/dev/null", "-o", f"Dir::State::Lists={apt}/lists"]
    run("apt-get", *options, "update")
    run("apt-get", *options, "source", "--download-only", name, cwd=folder)


def collect(cache):
    files, archives, debs = cache / "files", cache / "archives", cache / "deb"

    def place(kind, name, data):
        (files / kind).mkdir(parents=True, exist_ok=True)
        (files / kind / name).write_bytes(data)

    for folder in (archives, debs):
        folder.mkdir(parents=True, exist_ok=True)
    for name in SDISTS:
        run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", name, cwd=archives)
    for name in PACKED:
        run("npm", "pack", "--silent", name, cwd=archives)
    for name in SOURCES:
        try:
            debian_source(name, archives)
        except subprocess.CalledProcessError as error:
            print(f"the source of {name} cannot be had: {error.stderr[-200:].decode()}", file=sys.stderr)
    run("apt-get", "download", *MANUALS, cwd=debs)
    for archive in sorted([*archives.glob("*.tar.gz"), *archives.glob("*.tgz"), *archives.glob("*.orig.tar.*")]):
        with tarfile.open(archive) as tar:
            for member in tar:
                kind = member.name.rsplit(".", 1)[-1].lower()
                name = member.name.rsplit("/", 1)[-1]
                owner = re.match(r"[a-zA-Z0-9]+", archive.name)[0]
                if member.isfile() and kind in KINDS:
                    # Files of pandoc have the same name in several folders.
                    full = "-".join(member.name.split("/")[-2:]) if owner == "pandoc" else name
                    place(kind, full if owner in ("pypdf", "python") else f"{owner}-{full}", tar.extractfile(member).read())
                if member.isfile() and kind == "rst" and owner == "docutils" and member.size > 3000:
                    place("rst", name, tar.extractfile(member).read())
    for deb in sorted(debs.glob("*.deb")):
        folder = debs / deb.name.split("_")[0]
        run("dpkg-deb", "-x", deb, folder)
        pages = 0
        for path in sorted(path for path in folder.rglob("*.*") if path.is_file() and not path.is_symlink()):
            if path.name.endswith(".pdf.gz"):
                place("manual", path.name[:-3], gzip.decompress(path.read_bytes()))
            elif path.suffix == ".pdf":
                place("manual", path.name, path.read_bytes())
            elif path.suffix == ".epub":
                place("epub", path.name, path.read_bytes())
            elif path.suffix == ".html" and pages < MOST_PAGES:
                pages += 1
                place("html", f"{folder.name}-{path.name}", path.read_bytes())
    for show in sorted((files / "pptx").glob("*.pptx")):
        with zipfile.ZipFile(show) as archive:
            for name in archive.namelist():
                if re.search(r"embeddings/.*\.xlsx$", name):
                    place("xlsx", f"{show.stem}-{name.rsplit('/', 1)[-1]}", archive.read(name))
    for name in ("debian-reference.en", "policy", "developers-reference", "gnuplot", "upgrading-checklist"):
        for path in sorted((files / "manual").glob(f"{name}.pdf")):
            scan(path, files)
    for source in sorted((files / "rst").glob("*.rst"))[:40]:
        for kind in ("epub", "odt", "docx"):
            (files / kind).mkdir(exist_ok=True)
            try:
                run("pandoc", "-f", "rst", source, "-o", files / kind / f"pandoc-{source.stem}.{kind}")
            except subprocess.CalledProcessError:
                print(f"pandoc makes no {kind} of {source.name}", file=sys.stderr)


def scan(path, files):
    """Some pages as pictures with 200 dots an inch, as a scanner makes them."""
    from PIL import Image
    (files / "scan").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run("pdftoppm", "-r", "200", "-gray", "-f", str(FIRST), "-l", str(LAST), path, f"{folder}/page")
        pages = [Image.open(page) for page in sorted(Path(folder).glob("*.pgm"))]
        if pages:
            pages[0].save(files / "scan" / path.name, save_all=True, append_images=pages[1:], resolution=200)
