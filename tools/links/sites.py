"""The documentations: what to mark, how to build, and which source each built page comes from."""
import json
from pathlib import Path

from lxml import html


def by_rule(folder, endings=('.md',), index=('index', 'README'), flat=True, first=None):
    """`a/b.md` makes `a/b.html`, or `a/b/index.html` where pages are not flat."""
    def pages(tree):
        out = {}
        for file in sorted((tree / folder).rglob('*')):
            if file.suffix not in endings or not file.is_file():
                continue
            inner = file.relative_to(tree / folder).with_suffix('')
            is_index = inner.name in index
            page = inner.with_name('index') if is_index else inner if flat else inner / 'index'
            out.setdefault(f'{page}.html', str(file.relative_to(tree)))
        return {'index.html': f'{folder}/{first}', **out} if first else out
    return pages


def from_json(path, prefix=''):
    """A table that the build wrote by a hook: built page to source file."""
    return lambda tree: {page: prefix + source for page, source in json.loads((tree / path).read_text()).items()}


def from_attribute(built, folder):
    """The layout of the build names the source in an attribute `data-source` of each page."""
    def pages(tree):
        out = {}
        for file in sorted((tree / built).rglob('*.html')):
            text = file.read_text('utf-8')
            found = text.strip() and html.fromstring(text).xpath('//*[@data-source]/@data-source')
            if found and found[0]:
                out[str(file.relative_to(tree / built))] = f'{folder}/{found[0]}'
        return out
    return pages


def antora(tree):
    out = {}
    for file in sorted((tree / 'docs/modules').glob('*/pages/**/*.adoc')):
        module, _, *inner = file.relative_to(tree / 'docs/modules').with_suffix('.html').parts
        folder = [] if module == 'ROOT' else [module]
        out['/'.join(['asciidoctor/2.1', *folder, *inner])] = str(file.relative_to(tree))
    return out


def github(tree):
    out = {}
    for file in sorted((tree / 'built').rglob('*.html')):
        page = str(file.relative_to(tree / 'built'))
        if not page.endswith('index.html'):
            out[page] = page.removesuffix('.html')
        elif (readme := file.with_name('README.md.html')).exists():
            out[page] = str(readme.relative_to(tree / 'built').with_suffix(''))
        else:
            out[page] = page.removesuffix('index.html')
    return out


RECIPES = Path(__file__).resolve().parent / 'recipes'
SITES = {
    'squidfunk+mkdocs-material': {
        'commit': '5b36f2ac499a45905e246bc66bbee2858ef6556f', 'files': ['docs/**/*.md'], 'built': 'site',
        'own': ['https://squidfunk.github.io/mkdocs-material/'], 'build': f'sh {RECIPES}/mkdocs.sh',
        'pages': from_json('pages.json', 'docs/'), 'static': ['docs'],
    },
    'pallets+flask': {
        'commit': '2ac89889f4cc330eabd50f295dcef02828522c69', 'files': ['docs/**/*.rst'], 'built': 'built',
        'own': ['https://flask.palletsprojects.com/'], 'build': f'sh {RECIPES}/sphinx.sh docs',
        'pages': by_rule('docs', ('.rst', '.md'), ()),
    },
    'sphinx-doc+sphinx': {
        'commit': 'e44a40eb2f810558ccd9da1425421270ccb81351', 'files': ['doc/**/*.rst'], 'built': 'built',
        'own': ['https://www.sphinx-doc.org/en/master/'], 'build': f'sh {RECIPES}/sphinx.sh doc',
        'pages': by_rule('doc', ('.rst',), ()),
    },
    'rust-lang+book': {
        'commit': '917544888a55e4da7109bdba8c88c893c0da70f4', 'files': ['src/**/*.md'], 'without': ['SUMMARY.md'],
        'built': 'book', 'own': ['https://doc.rust-lang.org/book/', 'https://doc.rust-lang.org/stable/book/'],
        'build': f'sh {RECIPES}/mdbook.sh', 'pages': by_rule('src', index=('README',), first='title-page.md'),
    },
    'rust-lang+reference': {
        'commit': '3b38834b39f732c64686f7c64aa29dcf3cd83ba5', 'files': ['src/**/*.md'], 'without': ['SUMMARY.md'],
        'built': 'book', 'own': ['https://doc.rust-lang.org/reference/'],
        'build': f'sh {RECIPES}/mdbook.sh', 'pages': by_rule('src', index=('README',), first='introduction.md'),
    },
    'gohugoio+hugoDocs': {
        'commit': '1c613349f4220ae84070df25979d720c43e5cfa6', 'files': ['content/en/**/*.md'], 'built': 'public',
        'own': ['https://gohugo.io/'], 'build': f'sh {RECIPES}/hugo.sh',
        'pages': from_attribute('public', 'content/en'), 'static': ['static', 'assets'],
        'other': 'g$', 'without': ['quick-reference/emojis.md'],
    },
    'vitejs+vite': {
        'commit': 'a98c8d95d552c6fa98ab66fb810f5b39ad5abf49', 'files': ['docs/**/*.md'],
        'built': 'docs/.vitepress/dist',
        'own': ['https://vite.dev/', 'https://main.vite.dev/'], 'build': f'sh {RECIPES}/vitepress.sh',
        'pages': by_rule('docs', index=('index',)), 'clean': True, 'static': ['docs/public'],
        'other': r'https://vite\.dev/rolldown$',  # It redirects to the site of another version.
    },
    'facebook+react-native-website': {
        'commit': '2f3a5ac1cd665031313d115e8c940a22a58332e6', 'files': ['docs/**/*.md', 'docs/**/*.mdx'],
        'built': 'website/build', 'own': ['https://reactnative.dev/'], 'build': f'sh {RECIPES}/docusaurus.sh',
        'pages': from_json('pages.json'), 'clean': True, 'static': ['website/static'],
        'rewrite': ('^docs/next/', 'docs/'),  # The site serves these documents there, behind those of its releases.
        'other': r'(https://reactnative\.dev)?/(versions|showcase|docs/\d)',
    },
    'asciidoctor+asciidoctor': {
        'commit': 'ae5891df10f12dda069abea8a318c9b94d545bee', 'files': ['docs/modules/*/pages/**/*.adoc'],
        'built': 'build/site', 'own': ['https://docs.asciidoctor.org/'], 'build': f'sh {RECIPES}/antora.sh',
        'pages': antora, 'other': r'(?!asciidoctor:)[\w.-]+:([\w-]+)?:',
    },
    'jekyll+jekyll': {
        'commit': '202df571314ba1d18e9fccd81d12aaad4a703c38', 'own': ['https://jekyllrb.com/', 'http://jekyllrb.com/'],
        'files': ['docs/_docs/**/*.md', 'docs/_tutorials/*.md', 'docs/_posts/*', 'docs/pages/*.md'],
        'built': 'docs/_site', 'build': f'sh {RECIPES}/jekyll.sh', 'pages': from_json('pages.json', 'docs/'),
        'static': ['docs'],
    },
    'open-telemetry+opentelemetry-js': {
        'commit': '61126358cb5cf06a2004151cbad18e79cbede00a', 'files': ['**/*.md'],
        'own': [f'https://github.com/open-telemetry/opentelemetry-js/{kind}/main/' for kind in ('blob', 'tree')],
        'built': 'built',
        'build': f'python {RECIPES}/github.py https://github.com/open-telemetry/opentelemetry-js/blob/main/',
        'pages': github, 'whole': 'readme', 'clean': True, 'static': ['.'],
    },
    'git+git': {
        'commit': '1a3e64c6c4a623626ff0687008732a8e007e2a1c', 'files': ['Documentation/**/*.adoc'],
        'built': 'Documentation',
        'own': ['https://git-scm.com/docs/'], 'build': f'sh {RECIPES}/asciidoctor.sh Documentation',
        'pages': by_rule('Documentation', ('.adoc',), ()),
    },
}
