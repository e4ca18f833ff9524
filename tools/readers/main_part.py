"""Compares the main part that readers find in pages of documentation with what selectors written by hand choose.

  python3 -m venv venv && venv/bin/pip install lxml cssselect trafilatura readability-lxml lxml_html_clean
  npm install --prefix npm defuddle linkedom                  # where there is npm; else its column stays empty
  apt-get download git-doc python3.11-doc nodejs-doc …        # each unpacked into ROOT with dpkg-deb -x
  venv/bin/python tools/readers/main_part.py ROOT [NPM]

Prints for each page the share of words that each reader finds (recall), and the share of its words that belong to the
main part (precision).
"""
import collections, json, os, re, subprocess, sys
import lxml.html, readability, trafilatura

DOC = "usr/share/doc/"
DROPPED = "script, style, nav, noscript, button, select, template, .headerlink, .linenos, .src-line-numbers, [aria-hidden=true]"
# By generator: pages, what holds the main part, and what in it does not belong to it.
PAGES = [
    ("AsciiDoc", "git/html/", ["git-bisect.html", "gittutorial.html"], "#header, #content", "#toc"),
    ("Sphinx", "python3.11/html/", ["library/json.html", "tutorial/classes.html", "whatsnew/3.9.html"], "[role=main]", ""),
    ("Sphinx, old theme", "python-django-doc/html/", ["topics/forms/index.html", "ref/models/querysets.html"], ".yui-b > *", ".nav, .sphinxsidebar, #sidebar"),
    ("Node.js", "nodejs/api/", ["path.html", "events.html"], "#apicontent, #column1 h1", ""),
    ("DocBook", "postgresql-doc-15/html/", ["indexes-types.html", "functions-datetime.html", "sql-select.html"], "body", ".navheader, .navfooter"),
    ("by hand", "sqlite3/", ["lockingv3.html", "datatype3.html"], "body", ".nosearch"),
    ("Doxygen", "libeigen3-dev/html/", ["TopicAssertions.html", "group__QuickRefPage.html"], ".headertitle, .contents", ".ttc"),
    ("Doxygen", "libhdf5-doc/html/cpplus_RM/", ["class_h5_1_1_pred_type.html"], ".headertitle, .contents", ".ttc"),
    ("Javadoc", "libcommons-lang3-java/api/org/apache/commons/lang3/", ["time/DateUtils.html", "Range.html"], "main", ""),
    ("GTK-Doc", "../gtk-doc/html/gtk3/", ["GtkTextTagTable.html", "chap-css-overview.html"], ".refentry, .chapter", ".gutter, .listing_lines"),
    ("mdBook", "rust-doc/html/book/", ["ch03-03-how-functions-work.html", "ch17-01-what-is-oo.html"], "main", ""),
    ("rustdoc", "rust-doc/html/std/", ["vec/struct.Vec.html", "fs/fn.copy.html"], "main", ".src, .rightside"),
    ("Apache", "apache2-doc/manual/en/", ["howto/cgi.html", "mod/mod_alias.html"], "#page-content", ".toplang, .bottomlang, #comments_section"),
    ("texi2any", "zsh-common/html/", ["Redirection.html", "Completion-System.html"], "body", "table.header"),
    ("texi2any, one page", "bash/", ["bashref.html"], "body", "div.header"),
]
WORD = re.compile(r"[^\W_]+")


def words(text):
    return collections.Counter(word.lower() for word in WORD.findall(text))


INLINE = set("a abbr b code em font i kbd samp small span strong sub sup tt var wbr".split())


def text_of(html):
    """Words of blocks do not run together."""
    return "".join(walk(lxml.html.fromstring(html) if isinstance(html, str) else html))


def walk(element):
    if not isinstance(element.tag, str):
        return
    gap = "" if element.tag in INLINE else " "
    yield gap + (element.text or "")
    for child in element:
        yield from walk(child)
        yield child.tail or ""
    yield gap


def main_part(data, selector, without):
    tree = lxml.html.fromstring(data)
    body = tree.find("body")
    body = tree if body is None else body
    for element in body.cssselect(f"{DROPPED}, {without}" if without else DROPPED):
        element.drop_tree()
    chosen = [body] if selector == "body" else body.cssselect(selector)
    tops = [each for each in chosen if not any(other in chosen for other in each.iterancestors())]
    return " ".join(text_of(each) for each in tops)


def plain(markdown):
    return re.sub(r"\]\((?:<[^>]*>|[^()\s]|\([^()]*\))*\)", "]", markdown)


def defuddled(paths, npm):
    script = (
        "import{readFileSync}from'node:fs';import{Defuddle}from'defuddle/node';import{parseHTML}from'linkedom';"
        "const o={};for(const p of process.argv.slice(1)){try{const{document}=parseHTML(readFileSync(p,'utf8'));"
        "o[p]=(await Defuddle(document,'https://a.example/',{})).content}catch(e){o[p]=''}}"
        "process.stdout.write(JSON.stringify(o))"
    )
    run = subprocess.run(["node", "--input-type=module", "-e", script, *paths], cwd=npm, capture_output=True, text=True)
    return {path: text_of(html or "<p>") for path, html in json.loads(run.stdout[run.stdout.index("{"):]).items()}


def main():
    root, npm = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    pages = [(name, os.path.normpath(os.path.join(root, DOC, folder, page)), selector, without)
             for name, folder, names, selector, without in PAGES for page in names]
    paths = [path for _, path, _, _ in pages]
    task = os.path.join(os.path.dirname(__file__), "page_text_task.ts")
    readers = {"ra": json.loads(subprocess.run(["bun", task, *paths], capture_output=True, text=True, check=True).stdout)}
    for texts in readers.values():
        for path in texts:
            texts[path] = plain(texts[path])
    data = {path: open(path, "rb").read() for path in paths}
    readers["trafilatura"] = {path: trafilatura.extract(data[path].decode("utf-8", "replace"), include_tables=True) or "" for path in paths}
    readers["readability"] = {path: text_of(readability.Document(data[path].decode("utf-8", "replace")).summary()) for path in paths}
    if npm:
        readers["defuddle"] = defuddled(paths, npm)
    sums = collections.defaultdict(lambda: [0, 0, 0, 1])
    print("page".ljust(44) + "words".rjust(7) + "".join(name.rjust(16) for name in readers))
    for name, path, selector, without in pages:
        wanted = words(main_part(data[path], selector, without))
        total = sum(wanted.values())
        row = f"{name}: {os.path.basename(path)}"[:43].ljust(44) + str(total).rjust(7)
        for reader, texts in readers.items():
            found = words(texts[path])
            both = sum((wanted & found).values())
            recall, precision = both / total, both / max(1, sum(found.values()))
            row += f"{recall:.3f} {precision:.3f}".rjust(16)
            tally = sums[reader]
            tally[0] += recall
            tally[1] += precision
            tally[2] += total - both
            tally[3] = min(tally[3], recall)
        print(row)
    for reader, (recall, precision, lost, least) in sums.items():
        print(f"{reader}: recall {recall / len(pages):.3f}, precision {precision / len(pages):.3f}, least recall {least:.3f}, words lost {lost}")


main()
