"""Draws faults to plant: each replaces a piece of a line, and a living link or path leads nowhere. See README.md."""
import random
import re
import sys
from itertools import islice
from pathlib import Path

from source_titles import explicit_id, included_id, letters, source_titles

WORDS = ['old', 'legacy', 'removed', 'former', 'v1', 'draft']
PICTURE = r'[\w./-]+\.(?:png|jpe?g|svg|gif|webp)'
TEXTS = {'.md', '.mdx', '.markdown', '.rst', '.adoc', '.org'}


class Tree:
    """A repository: its files, and the lines of its documents."""

    def __init__(self, root, listed):
        self.root, self.files = root, listed
        self.names = {Path(file).stem.casefold() for file in listed} | {Path(file).name.casefold() for file in listed}
        self.stems = {f"{Path(file).parent.name}/{Path(file).stem}".casefold() for file in listed}
        self.kept = {}
        self.folders = {part.casefold() for file in listed for part in Path(file).parts[:-1]}

    def lines(self, path):
        if path not in self.kept:
            self.kept[path] = (self.root / path).read_text('utf-8', 'replace').split('\n')
        return self.kept[path]

    def is_new(self, name):
        known = name.casefold() in self.names or name.casefold() in self.folders
        return not known and Path(name).stem.casefold() not in self.names


def new_word(rng, stem):
    return f'{stem}-{rng.choice(WORDS)}'


def rename(rng, tree, written):
    """Another name of the file; folder, ending, and anchor stay."""
    place, mark, anchor = written.partition('#')
    found = re.fullmatch(r'(.*?)([\w. -]+?)(\.\w+)?(/?)', place)
    name = found and new_word(rng, found[2])
    return f'{found[1]}{name}{found[3] or ""}{found[4]}{mark}{anchor}' if found and tree.is_new(name) else None


def other_folder(rng, tree, written):
    """A folder that is in no repository; the file's name stays."""
    found = re.fullmatch(r'((?:\.\./)*)([\w-]+)(/.+)', written)
    name = found and new_word(rng, found[2])
    return f'{found[1]}{name}{found[3]}' if found and tree.is_new(name) else None


def moved(rng, tree, written):
    """A folder that exists but does not hold this file."""
    found = re.fullmatch(r'((?:\.\.?/)*)([\w-]+\.(?:md|html|adoc|org)(?:#.*)?)', written)
    folder = rng.choice(sorted(tree.folders))
    taken = found and f'{folder}/{re.sub("[.].*", "", found[2])}'.casefold() in tree.stems
    return f'{found[1]}{folder}/{found[2]}' if found and not taken and re.fullmatch(r'[\w-]+', folder) else None


def wrong_case(rng, tree, written):
    place, mark, anchor = written.partition('#')
    found = re.fullmatch(r'(.*?)([a-z])([\w-]*\.md)', place)
    return f'{found[1]}{found[2].upper()}{found[3]}{mark}{anchor}' if found else None


def no_extension(rng, tree, written):
    return re.sub(r'\.md(?=#|$)', '', written) if re.search(r'\w\.md(#|$)', written) else None


def lives(tree, target, anchor):
    file = tree.root / target
    return any(letters(title) == letters(anchor) for _, title in source_titles(file)) or \
        explicit_id(file, anchor) or included_id(file, anchor) or anchor in file.read_text('utf-8', 'replace')


def anchor_gone(rng, tree, written, target):
    place, mark, anchor = written.partition('#')
    name = anchor and new_word(rng, anchor)
    return f'{place}#{name}' if name and not lives(tree, target, name) else None


def anchor_of_another(rng, tree, written, target):
    place, mark, anchor = written.partition('#')
    others = [file for file in tree.files if Path(file).suffix == Path(target).suffix and file != target]
    titles = source_titles(tree.root / rng.choice(others)) if mark and others else []
    simple = [title for _, title in titles if re.fullmatch(r'[A-Za-z]+( [A-Za-z]+){1,4}', title)]
    name = simple and rng.choice(simple).lower().replace(' ', '-')
    return f'{place}#{name}' if name and not lives(tree, target, name) else None


# From links of the truth: (kind, forms of links, change, whether the change needs the target).
FROM_LINKS = [
    ('renamed page', ('relative', 'reference'), rename, False), ('moved file', ('relative', 'reference'), moved, False),
    ('removed folder', ('relative', 'reference'), other_folder, False),
    ('wrong case', ('relative', 'reference'), wrong_case, False),
    ('missing extension', ('relative', 'reference'), no_extension, False),
    ('site path to nothing', ('site',), rename, False),
    ('wrong anchor', ('relative', 'anchor', 'site'), anchor_gone, True),
    ('anchor of another page', ('relative', 'anchor', 'site'), anchor_of_another, True),
    ('wiki link to nothing', ('wiki',), rename, False), ('wiki heading gone', ('wiki', 'embed'), anchor_gone, True),
    ('doc role to nothing', ('role:doc',), rename, False), ('ref role to nothing', ('role:ref',), rename, False),
    ('xref to nothing', ('xref', 'linkgit', 'link'), rename, False),
    ('toctree entry to nothing', ('toctree',), rename, False),
    ('dead href', ('html',), rename, False), ('dead definition', ('reference',), rename, False),
    ('org link to nothing', ('org:file', 'org:fuzzy', 'org:custom-id'), rename, False),
]
# From lines: (kind, pattern whose first group is replaced, endings of files).
FROM_LINES = [
    ('line beyond the end', r'(?<!`)`((?:[\w.@-]+/)+[\w.-]+\.(?:ts|js|rs|py|rb|toml|json|md))`(?!`)', {'.md'}),
    ('missing definition', r'\]\[([\w. -]{4,})\](?!\()', {'.md'}),
    ('dead image', r'!\[[^\]]*\]\((' + PICTURE + r')', {'.md'}),
    ('dead code path', r'(?<!`)`((?:[\w.@-]+/)+[\w.-]+\.\w{1,4})`(?!`)', {'.md', '.org', '.adoc'}),
    ('dead footnote', r'\[\^([\w-]+)\](?!:)', {'.md'}),
    ('include of nothing', r'(?:^include::|^\.\. (?:literal)?include:: *|\{\{#(?:rustdoc_)?include )([\w./-]+\.\w+)',
     TEXTS),
]


def from_links(tree, rows, kind, forms, change, needs_target, rng):
    for form, path, number, written, target, _, origin in rows:
        if form not in forms or not target or origin not in ('none', 'source') or (form == 'reference') != (
                kind == 'dead definition' or (forms == ('relative', 'reference') and form == 'reference')):
            continue
        places = {'wrong case': CASE_MATTERS, 'missing extension': PLAIN_PATHS}.get(kind)
        folder_page = kind == 'missing extension' and path.endswith('index.md')
        if written.startswith('?') or folder_page or (places and tree.root.name not in places):
            continue
        lines, at = tree.lines(path), int(number)
        if form == 'reference':
            definition = re.compile(r'\s*\[[^\]]+\]:\s*' + re.escape(written) + r'\s*$')
            at = next((n for n, line in enumerate(lines, 1) if definition.match(line)), 0)
        changed = change(rng, tree, written, target) if needs_target else change(rng, tree, written)
        if form.startswith('org:') and changed and '::' in written:
            changed = f'{written}-{rng.choice(WORDS)}'
        if at and changed and changed != written and lines[at - 1].count(written) == 1:
            yield tree.root.name, path, at, written, changed, kind


def from_lines(tree, documents, kind, pattern, endings, rng):
    for path in documents:
        if Path(path).suffix not in endings:
            continue
        fence = False
        for number, line in enumerate(tree.lines(path), 1):
            fence = fence != bool(re.match(r'\s*(```|~~~)', line))
            found = None if fence and '{{#' not in line else re.search(pattern, line)
            if not found or line.count(found[1]) != 1 or line.startswith('#'):
                continue
            written, text = found[1], '\n'.join(tree.lines(path))
            beside = str((Path(path).parent / written)).removeprefix('./')
            if kind in ('dead code path', 'line beyond the end') and not {written, beside} & set(tree.files):
                continue
            label = {'missing definition': written, 'dead footnote': f'^{written}'}.get(kind)
            if label and f'[{label}]:' not in text:
                continue
            changed = f'{written}:99999' if kind == 'line beyond the end' else rename(rng, tree, written)
            if changed and kind == 'dead footnote':
                written, changed = f'[^{written}]', f'[^{changed}]'
            if changed and changed not in text:
                yield tree.root.name, path, number, written, changed, kind


PLAIN_PATHS = {'squidfunk+mkdocs-material', 'open-telemetry+opentelemetry-js'}
CASE_MATTERS = PLAIN_PATHS | {'rust-lang+book', 'rust-lang+reference'}


def main():
    work, each = Path(sys.argv[1]), 10
    truth, rng = Path(__file__).parent / 'truth', random.Random(51)
    found, trees = {}, []
    for file in sorted(truth.glob('*.tsv')):
        root = work / 'src' / file.stem
        tree = Tree(root, [str(one.relative_to(root)) for one in sorted(root.rglob('*')) if one.is_file()])
        rows = [line.split('\t') for line in file.read_text().split('\n')[3:] if line]
        documents = sorted({row[1] for row in rows} | {row[4] for row in rows if (root / row[4]).is_file()})
        trees.append((tree, rows, documents))
    for kind, *how in FROM_LINKS:
        found[kind] = [list(islice(from_links(tree, rng.sample(rows, len(rows)), kind, *how, rng), each))
                       for tree, rows, _ in trees]
    for kind, *how in FROM_LINES:
        found[kind] = [list(islice(from_lines(tree, rng.sample(documents, len(documents)), kind, *how, rng), each * 4))
                       for tree, _, documents in trees]
    taken, out = set(), []
    for kind, by_tree in found.items():
        queues, chosen = [rng.sample(one, len(one)) for one in by_tree], []
        while len(chosen) < each and any(queues):
            for queue in queues:
                one = queue.pop() if queue else None
                if one and len(chosen) < each and (one[0], one[1]) not in taken:
                    taken.add((one[0], one[1]))
                    chosen.append(one)
        print(kind, sum(map(len, by_tree)), len(chosen))
        out += chosen
    out = rng.sample(out, min(200, len(out)))
    head = 'repository\tpath\tline\tfrom\tto\tkind'
    lines = [head, *('\t'.join(map(str, one)) for one in sorted(out))]
    (Path(__file__).parent / 'faults.tsv').write_text('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
