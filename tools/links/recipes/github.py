"""Renders each Markdown file with GitHub's parser, gives headings GitHub's ids, shows folders by their README."""
import re
import sys
from pathlib import Path

import cmarkgfm
from cmarkgfm.cmark import Options
from lxml import html

OWN = sys.argv[1]


def slug(text, seen):
    name = re.sub(r'[^\w\- ]', '', text.strip().lower()).replace(' ', '-')
    count = seen.get(name, 0)
    seen[name] = count + 1
    return f'{name}-{count}' if count else name


def render(text):
    tree = html.document_fromstring(
        '<html><body>' + cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE) + '</body></html>')
    seen = {}
    for element in tree.iter('h1', 'h2', 'h3', 'h4', 'h5', 'h6'):
        element.set('id', slug(re.sub(r' ?zq\d+zq', '', element.text_content()), seen))
    for link in tree.iter('a'):
        if (link.get('href') or '').startswith('/'):
            link.set('href', OWN + link.get('href')[1:])
    return html.tostring(tree)


root, built = Path('.'), Path('built')
for file in sorted(root.rglob('*')):
    place = built / file
    if 'built' in file.parts or not (file.is_file() or file.is_dir()):
        continue
    if file.is_dir():
        place.mkdir(parents=True, exist_ok=True)
        readme = next((file / name for name in ('README.md', 'readme.md') if (file / name).is_file()), None)
        (place / 'index.html').write_bytes(render(readme.read_text('utf-8')) if readme else b'')
    elif file.suffix == '.md':
        place.parent.mkdir(parents=True, exist_ok=True)
        Path(f'{place}.html').write_bytes(render(file.read_text('utf-8')))
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
