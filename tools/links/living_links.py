"""Finds the links of a documentation that lead to a file of it, by plain rules and without a generator's build."""
import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

from markdown_marks import form, markdown_links, masked
from other_marks import asciidoc_blocks, asciidoc_links, literal_blocks, org_links, roles, toctrees

ENDINGS = ['', '.md', '.mdx', '.rst', '.adoc', '.org', '/index.md', '/index.mdx', '/_index.md', '/README.md']
PICTURE = r'[^\s()\[\]<>"|]+\.(?:png|jpe?g|svg|gif|webp)'
IMAGES = {
    '.md': [r'!\[[^\]]*\]\((' + PICTURE + ')', r'<img[^>]*?\\bsrc="(' + PICTURE + ')"', r'!\[\[([^\]|#]+\.(?:png|jpe?g|svg|gif))'],
    '.rst': [r'\.\. (?:image|figure):: *(' + PICTURE + ')'],
    '.adoc': [r'image::?(' + PICTURE + r')\['],
    '.org': [r'\[\[(?:file:)?(' + PICTURE + r')\]'],
}
INCLUDES = {
    '.md': [r'\{\{#(?:rustdoc_)?include ([\w./-]+\.\w+)', r'--8<-- *["\']([\w./-]+\.\w+)', r'\{\{[<%] *include "([\w./-]+\.\w+)"'],
    '.rst': [r'\.\. (?:literal)?include:: *([\w./-]+\.\w+)'],
    '.adoc': [r'^include::([\w./-]+\.\w+)\['],
    '.org': [r'(?i)^#\+include: *"?([\w./-]+\.\w+)'],
}


class Documentation:
    """The files of a repository, and where its links lead."""

    def __init__(self, root, listed, roots):
        self.root, self.files, self.roots, self.kept = root, set(listed), roots, {}
        self.folded = {file.casefold(): file for file in listed}
        self.notes = {}
        for file in sorted(listed, key=lambda one: (one.count('/'), one)):
            self.notes.setdefault(Path(file).stem.casefold() if file.endswith('.md') else Path(file).name.casefold(), file)
        self.text_of = {}
        self.labels, self.seen = {}, {}

    def text(self, path):
        if path not in self.text_of:
            self.text_of[path] = (self.root / path).read_text('utf-8', 'replace')
        return self.text_of[path]

    def at(self, place):
        place = posixpath.normpath(unquote(place).lstrip('/')).removeprefix('./')
        base = re.sub(r'\.html$', '', place)
        return next((self.folded[f'{one}{ending}'.casefold()] for one in (place, base) for ending in ENDINGS
                     if f'{one}{ending}'.casefold() in self.folded), None)

    def site(self, place):
        found = next((found for root in self.roots if (found := self.at(f'{root}/{place.strip("/")}'))), None)
        return found or self.in_language(place.strip('/'))

    def in_language(self, place):
        """The file of a page whose name ends with the language that its address begins with, as Hugo has it."""
        language, _, page = place.partition('/')
        names = [f'{root}/{page}{ending}.{language}.md' for root in self.roots for ending in ('', '/_index', '/index')]
        return next((found for one in names if (found := self.folded.get(posixpath.normpath(one).casefold()))), None)

    def relative(self, path, place):
        folder, page = posixpath.dirname(path), re.sub(r'/?(_?index|README)?\.\w+$', '', path)
        return self.at(f'{folder}/{place}') or self.at(f'{page}/{place}')

    def target(self, path, kind, written):
        place, _, anchor = written.partition('#')
        if kind in ('wiki', 'embed'):
            name = place.split('/')[-1].casefold()
            return self.notes.get(name) if place else path
        if kind.startswith('org:'):
            place = re.sub(r'^file:', '', written).partition('::')[0]
            is_file = kind == 'org:file' or re.search(r'[/.]', place)
            return self.relative(path, place) if is_file else path if self.has_place(path, written) else None
        if kind == 'role:doc' or kind == 'toctree':
            return self.site(place) if place.startswith('/') else self.at(f'{posixpath.dirname(path)}/{place}')
        if kind == 'role:ref':
            return self.label(written)
        if kind == 'relref':
            return self.site(place)
        if kind == 'xref' and place:
            name = place.split('@')[-1].split(':')[-1]
            return next((one for one in sorted(self.files) if one.endswith(f'/pages/{name}')), None)
        if not place:
            return path
        if re.match(r'[a-z][a-z0-9+.-]*:|//', place, re.I):
            return None
        return self.site(place) if place.startswith('/') else self.relative(path, place)

    def has_place(self, path, written):
        """Whether an Org document has what a link without a file names."""
        name = re.escape(written.lstrip('#* '))
        forms = {'#': r':CUSTOM_ID:\s*' + name + r'\s*$', '*': r'\*+ (?:TODO |DONE )?' + name + r'\s*$'}
        plain = r'.*<<' + name + r'>>|\*+ (?:TODO |DONE )?' + name + r'\s*$|\s*#\+name:\s*' + name + r'\s*$'
        return re.search(r'(?im)^\s*(?:' + forms.get(written[0], plain) + ')', self.text(path))

    def visible(self, path):
        """The text of a document; what stands in code is hidden."""
        if path not in self.seen:
            suffix, text = Path(path).suffix, self.text(path)
            hide = {'.rst': literal_blocks, '.adoc': asciidoc_blocks, '.md': masked, '.mdx': masked, '.org': shown_org}
            self.seen[path] = hide.get(suffix, str)(text).split('\n')
        return self.seen[path]

    def label(self, name):
        if not self.labels:
            for path in sorted(self.files):
                for found in re.findall(r'(?m)^\s*\.\. _`?([^`:\n]+)`?:\s*$', self.text(path)) if path.endswith('.rst') else []:
                    self.labels.setdefault(found.casefold(), path)
        return self.labels.get(name.casefold())

    def links(self, path):
        """(kind, line, written, target) of the links of a document that lead to a file."""
        if path not in self.kept:
            text, suffix = self.text(path), Path(path).suffix
            found = [(kind, text.count('\n', 0, start) + 1, written, self.target(path, kind, written))
                     for kind, start, written in found_links(text, suffix)]
            self.kept[path] = [row for row in found if row[3]]
        return self.kept[path]

    def patterns(self, path, by_ending):
        """Yields (line, written) for the matches of patterns that name a file of the repository."""
        suffix = {'.mdx': '.md'}.get(Path(path).suffix, Path(path).suffix)
        for number, line in enumerate(self.text(path).split('\n'), 1):
            shown = self.visible(path)[number - 1] if suffix != '.adoc' else line
            for pattern in by_ending.get(suffix, []) if shown.strip('\0 ') or not line.strip() else []:
                for written in re.findall(pattern, line):
                    name = posixpath.basename(written)
                    if any(posixpath.basename(file) == name for file in [self.relative(path, written), self.site(written)]
                           if file) or (not written.startswith('http') and self.notes.get(name.casefold())):
                        yield number, written


def found_links(text, suffix):
    if suffix in ('.md', '.mdx'):
        for _, _, _, kind, written, start in markdown_links(text):
            yield form(kind, written), start, written
        view = re.sub(r'%%[\s\S]*?%%', lambda found: re.sub(r'[^\n]', '\0', found[0]), masked(text))
        for found in re.finditer(r'(!?)\[\[([^\[\]\n|\\]+)', view):
            yield 'embed' if found[1] else 'wiki', found.start(), text[found.start(2):found.end(2)].strip()
        for found in re.finditer(r'\{\{[<%] *(?:rel)?ref "([^"]+)"', text):
            yield 'relref', found.start(), found[1]
    elif suffix == '.rst':
        view = literal_blocks(text)
        for *_, kind, written, start in [*roles(view), *toctrees(text)]:
            yield kind, start, written
    elif suffix == '.adoc':
        for *_, kind, written, start in asciidoc_links(asciidoc_blocks(text)):
            yield kind, start, written
    elif suffix == '.org':
        for *_, kind, written, start in org_links(shown_org(text)):
            yield kind, start, written


def shown_org(text):
    """Hides examples, and sections that are not exported."""
    hidden = r'(?ms)^[ \t]*#\+begin_(\w+).*?^[ \t]*#\+end_\1|^[ \t]*: .*?$|^(\*+) [^\n]*:noexport:.*?(?=^\*|\Z)'
    return re.sub(hidden, lambda found: re.sub(r'[^\n]', '\0', found[0]), text)
