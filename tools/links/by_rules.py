"""Says where links lead whose documents no generator builds: an Obsidian vault, and pages of manuals. See README.md."""
import random
import re
import sys
from pathlib import Path
from urllib.parse import unquote

from markdown_marks import masked
from source_titles import letters, source_titles
from truth import write


def obsidian(root, files):
    """Obsidian's help: a name leads to the note of this name, or path; `#` to a heading, `#^` to a block."""
    notes = [path for path in files if path.endswith('.md')]
    rows, counts = [], dict.fromkeys(['examples in code', 'pictures', 'several notes of this name'], 0)
    for path in sorted(notes):
        text = (root / path).read_text('utf-8')
        view = masked(text)
        for found in re.finditer(r'(!?)\[\[([^\[\]\n]+)\]\]', text):
            line = text.count('\n', 0, found.start()) + 1
            if '\0' in view[found.start():found.end()] and not is_title(text, line):
                counts['examples in code'] += 1
                continue
            written = re.split(r'\\?\|', found[2])[0].rstrip('\\').strip()
            kind = 'embed' if found[1] else 'wiki'
            if re.search(r'\.(png|jpe?g|gif|svg|webp|mp[34]|mov|pdf)(#|$)', written):
                counts['pictures'] += 1
                continue
            name = f'/{written.partition("#")[0].strip()}.md'.casefold()
            if sum(f'/{note.casefold()}'.endswith(name) for note in notes) > 1:
                counts['several notes of this name'] += 1
                continue
            rows.append([kind, path, str(line), written, *obsidian_target(root, path, written, files)])
        for found in re.finditer(r'(?<!!)\[[^\[\]]*\]\((?!https?:|mailto:|obsidian:|<)([^()\s]+)\)', text):
            if '\0' not in view[found.start():found.start() + 1]:
                line = text.count('\n', 0, found.start()) + 1
                rows.append(['relative', path, str(line), found[1],
                             *obsidian_target(root, path, unquote(found[1]), files)])
    return rows, counts


def is_title(text, line):
    return re.match(r'#{1,6}\s', text.split('\n')[line - 1])


def obsidian_target(root, path, written, files):
    name, _, anchor = written.partition('#')
    name = name.strip()
    target = path if not name else note_of(name, files)
    if not target:
        return '', '', 'dead'
    if not anchor or not target.endswith('.md'):
        return target, '', 'none'
    if anchor.startswith('^'):
        has = re.search(r'\s\^' + re.escape(anchor[1:]) + r'\s*$', (root / target).read_text('utf-8'), re.M)
        return (target, anchor, 'source') if has else (target, '', 'dead')
    titles, at = source_titles(root / target), -1
    for part in anchor.split('#'):
        at = next((n for n in range(at + 1, len(titles)) if letters(titles[n][1]) == letters(part)), None)
        if at is None:
            return target, '', 'dead'
    return target, titles[at][1], 'source'


def note_of(name, files):
    """The exact path first, then the shortest path that ends with the name, without regard to case."""
    for ending in ('.md', ''):
        wanted = f'{name}{ending}'.casefold()
        ends = [file for file in files if f'/{file.casefold()}'.endswith(f'/{wanted.removeprefix("./")}')]
        if ends:
            return min(ends, key=lambda file: (file.count('/'), len(file), file))
    return None


def manuals(root, _):
    """A name in bold with a section leads to the page of that name; a page of one `.so` is another page."""
    rows, counts = [], {'a page of another package': 0}
    for file in sorted(root.glob('man*/*.*')):
        lines = file.read_text('utf-8', 'replace').split('\n')
        for number, line in enumerate(lines, 1):
            for name, section in re.findall(r'^\.(?:BR|IR)\s+(\S+)\s+\((\d\w*)\)', line):
                name = name.replace('\\-', '-')
                target = page_of(root, name, section)
                if target:
                    path = str(file.relative_to(root))
                    rows.append(['man', path, str(number), f'{name}({section})', target, '', 'none'])
                else:
                    counts['a page of another package'] += 1
    return rows, counts


def page_of(root, name, section, depth=0):
    file = root / f'man{section[0]}' / f'{name}.{section}'
    if not file.is_file() or depth > 3:
        return None
    moved = re.match(r'\.so man\d\w*/(.+)\.(\d\w*)\s*$', file.read_text('utf-8', 'replace'))
    return page_of(root, moved[1], moved[2], depth + 1) if moved else str(file.relative_to(root))


def org(root, listed):
    """What `recipes/org.el` wrote: where Org itself goes. `#name` without CUSTOM_ID is GitHub's id of a heading."""
    rows = []
    for line in listed:
        kind, path, number, written, target, _, title, at = line.split('\t')
        inside = target and (root / target).resolve().is_relative_to(root.resolve()) and (root / target).exists()
        target = str((root / target).resolve().relative_to(root.resolve())) if inside else ''
        target = f'{target}/' if (root / target).is_dir() and target else target
        at = at if inside else 'dead'
        heads = '::' in written or kind != 'file'
        origin = 'dead' if at == 'dead' else 'source' if heads else 'none'
        if kind == 'custom-id' and at == 'dead':
            title = github_title(root / path, written[1:])
            target, origin = path, 'source' if title else 'dead'
        elif at == 'dead' and kind != 'id':
            file = written.removeprefix('file:').partition('::')[0]
            place = (root / path).parent.joinpath(file).resolve()
            known = kind == 'file' and place.is_file() and place.is_relative_to(root.resolve())
            target = str(place.relative_to(root.resolve())) if known else path if kind == 'fuzzy' else ''
        rows.append([f'org:{kind}', path, number, written, target, title if origin == 'source' else '', origin])
    return rows, {}


def github_title(file, name):
    seen = {}
    for _, title in source_titles(file):
        text = re.sub(r'\[\[[^\]]*\]\[([^\]]*)\]\]', r'\1', re.sub(r'^(TODO|DONE) |\s+:[\w:@]+:\s*$', '', title))
        slug = re.sub(r'[^\w\- ]', '', text.strip().lower()).replace(' ', '-')
        seen[slug] = seen.get(slug, -1) + 1
        if name.lower() in (slug if not seen[slug] else f'{slug}-{seen[slug]}', slug.strip('-')):
            return title
    return ''


VAULTS = {
    'doomemacs+doomemacs': ('c2ff579a28ecfec90c343417bc04b2a9569d9ed7', org),
    'obsidianmd+obsidian-help': ('fa179e91e86eaff5859226cc045c81000d64e3cd', obsidian),
    'mkerrisk+man-pages': ('ae6b221882ce71ba82fcdbe02419a225111502f0', manuals),
}


def main():
    name, root = sys.argv[1], Path(sys.argv[2]) / 'src' / sys.argv[1]
    commit, rule = VAULTS[name]
    listed = [line for line in Path(sys.argv[3]).read_text().split('\n') if line] if len(sys.argv) > 3 else []
    rows, counts = rule(root, listed)
    write(name, {'commit': commit}, rows, {reason: count for reason, count in counts.items() if count})


if __name__ == '__main__':
    main()
