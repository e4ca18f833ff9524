"""Says where the links of a documentation lead, by the site that its own generator builds. See README.md."""
import json
import random
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import unquote, urljoin

from built_pages import MARK, element_of, marked_links, redirect_of, text_of, title_of, titles_of
from markdown_marks import mark_markdown
from other_marks import mark_asciidoc, mark_org, mark_rst
from sites import SITES
from source_titles import explicit_id, included_id, letters, object_title, same_title, source_titles

MARKERS = {'.md': mark_markdown, '.mdx': mark_markdown, '.markdown': mark_markdown, '.rst': mark_rst, '.txt': mark_rst,
           '.adoc': mark_asciidoc, '.org': mark_org}
COLUMNS = ['kind', 'path', 'line', 'destination', 'target_path', 'target_heading', 'anchor_origin']
SAMPLE, SEED = 300, 51


def mark_tree(site, source, tree):
    """Copies the repository and marks the text of each link that can lead into its own documentation."""
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source, tree, symlinks=True)
    links = []
    for file in sorted({file for glob in site['files'] for file in source.glob(glob) if file.is_file()}):
        path = str(file.relative_to(source))
        if any(re.search(pattern, path) for pattern in site.get('without', [])):
            continue

        def mark(kind, destination, line):
            if re.match(r'[a-zA-Z][\w+.-]*:|//', destination) and kind in ('address', 'reference', 'html', 'link'):
                if not any(destination.startswith(own) for own in site['own']):
                    return None
            if destination == '#' or re.match(site.get('other', '(?!)'), destination):
                return None
            links.append([kind, path, line, destination])
            return f'zq{len(links) - 1}zq'

        text = file.read_text('utf-8')
        (tree / path).write_text(MARKERS[file.suffix](text, mark), 'utf-8')
    (tree / 'marks.json').write_text(json.dumps(links))
    print(len(links), 'links marked', Counter(link[0] for link in links).most_common())


class Built:
    """The built site: its pages with their sources, and the ways from an address to a page."""

    def __init__(self, site, source, tree):
        self.site, self.source, self.root = site, source, tree / site['built']
        self.pages = {page: path for page, path in site['pages'](tree).items()
                      if (source / path).exists() and (self.root / page).is_file()}
        self.links = json.loads((tree / 'marks.json').read_text())

    def address(self, page):
        page = re.sub(r'(^|/)index\.html$', r'\1', page)
        return self.site['own'][0] + (page.removesuffix('.html') if self.site.get('clean') else page)

    def file(self, address):
        for own in self.site['own']:
            if (address + '/').startswith(own):
                address = unquote(address[len(own):])
                break
        else:
            return None
        address = re.sub(*self.site.get('rewrite', ('(?!)', '')), address)
        tries = [address, address + '.html', address.rstrip('/') + '/index.html']
        tries += [address.rstrip('/') + '.html'] if self.site.get('clean') else []
        found = next((one for one in tries if (self.root / one.lstrip('/')).is_file()), '')
        return found.lstrip('/')

    def hrefs(self):
        """The addresses of each mark on the page that its own source makes, else on all pages that include it."""
        own, others = defaultdict(set), defaultdict(set)
        for page, source in sorted(self.pages.items()):
            for number, href in marked_links(self.root / page):
                if href is not None:
                    (own if self.links[number][1] == source else others)[number].add(urljoin(self.address(page), href))
        return {number: own[number] or others[number] for number in {*own, *others}}

    def target(self, address):
        """(path, heading, origin) of an address; None for an external one."""
        place, _, name = address.partition('#')
        page = self.file(place.split('?')[0])
        if page is None:
            return None
        if page and page.endswith('.html') and page not in self.pages:
            moved = redirect_of(self.root / page)
            if moved:
                moved = urljoin(self.address(page), moved)
                return self.target(moved if '#' in moved or not name else f'{moved}#{name}')
        if not page:
            return '', '', 'dead'
        path = self.pages.get(page)
        if path is None:
            path = next((f'{folder}/{page}' for folder in self.site.get('static', [])
                         if (self.source / folder / page).is_file()), None)
            return (path.removeprefix('./'), '', 'none') if path else ('', '', 'made')
        return (path, *self.place(page, path, name)) if name not in ('', self.site.get('whole')) else (path, '', 'none')

    def place(self, page, path, name):
        file, names = self.source / path, [name, unquote(name)]
        element = next((one for one in (element_of(self.root / page, one) for one in names) if one is not None), None)
        if element is None:
            return '', 'dead'
        title = title_of(element)
        if title is not None:
            shown = MARK.sub('', text_of(title))
            titles = titles_of(str(self.root / page))
            place = next(n for n, (one, _) in enumerate(titles) if one is title)
            place = sum(letters(text) == letters(shown) for _, text in titles[:place])
            found = same_title(file, shown, place)
            if found:
                return found[1], 'source'
        if element.tag == 'dt' and file.suffix == '.md':
            return MARK.sub('', text_of(element)), 'term'
        found = explicit_id(file, names[1])
        if not found and file.suffix in ('.rst', '.txt') and element.tag in ('dt', 'span', 'dl'):
            found = object_title(file, names[1])
        if found:
            following = [one for one in source_titles(file) if 0 <= one[0] - found[0] <= 1]
            return (following[0][1] if following and title is not None else found[1]), 'source'
        if included_id(file, names[1]):
            return names[1], 'included'
        return (shown if title is not None else names[1]), 'made'


def label(site, source, tree, name):
    built = Built(site, source, tree)
    counts, rows = Counter(), []
    hrefs = built.hrefs()
    for number, (kind, path, line, destination) in enumerate(built.links):
        addresses = hrefs.get(number, set())
        targets = {target for target in map(built.target, addresses)}
        if not addresses:
            counts['the build made no link'] += 1
        elif targets == {None} or re.match(site.get('other', '(?!)'), destination):
            counts['external'] += 1
        elif len(targets) > 1:
            counts['leads to several places'] += 1
        else:
            rows.append([kind, path, str(line), ' '.join(destination.split()), *targets.pop()])
    write(name, site, rows, counts)


def write(name, site, rows, counts, folder=Path(__file__).parent / 'truth'):
    kinds = Counter(row[0] for row in rows)
    print(len(rows), 'internal', dict(kinds), dict(counts), 'origins', Counter(row[6] for row in rows))
    chosen = random.Random(SEED).sample(sorted(rows), min(SAMPLE, len(rows)))
    chosen.sort(key=lambda row: (row[1], int(row[2]), row[3]))
    head = [f'# commit {site["commit"]}', f'# {len(rows)} internal links, {len(chosen)} of them here; ' +
            '; '.join(f'{reason}: {count}' for reason, count in sorted(counts.items()))]
    cells = ([re.sub(r'[\t\n]', ' ', str(cell)) for cell in row] for row in chosen)
    lines = [*head, '\t'.join(COLUMNS), *map('\t'.join, cells)]
    (folder / f'{name}.tsv').write_text('\n'.join(lines) + '\n', 'utf-8')


def main():
    verb, name, work = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    site, source, tree = SITES[name], work / 'src' / name, work / 'marked' / name
    if verb == 'mark':
        mark_tree(site, source, tree)
    elif verb == 'build':
        subprocess.run(['sh', '-c', site['build']], cwd=tree, check=True, env=None)
    elif verb == 'label':
        label(site, source, tree, name)


if __name__ == '__main__':
    main()
