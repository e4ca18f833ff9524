"""The documentations in which faults are planted before any rule was mended on them."""
# repository: (patterns of the documents of its site, folders in which a path from the site's root lies, its address).
SECOND = {
    'pydantic+pydantic': (r'docs/', ['docs'], None),
    'pytest-dev+pytest': (r'doc/en/(?!announce/)', ['doc/en'], 'https://docs.pytest.org/en/stable'),
    'rust-lang+cargo': (r'doc/(book|contrib)/src/', ['doc/book/src'], 'https://doc.rust-lang.org/cargo'),
    'jestjs+jest': (r'docs/|website/versioned_docs/|website/blog/', ['website', 'website/static'], None),
    'spring-projects+spring-boot': (r'(documentation|build-plugin)/.*/antora/.*', [], None),
    'withastro+docs': (r'src/content/docs/', ['src/content/docs', 'public'], 'https://docs.astro.build'),
    'grpc+grpc.io': (r'content/en/', ['content/en', 'static'], 'https://grpc.io'),
    'obsidian-community+obsidian-hub': (r'\d\d - |[^/]+$', [''], None),
    'bzg+worg': (r'', [''], 'https://orgmode.org/worg'),
    'kubernetes+community': (r'', [''], None),
}
THIRD = {
    'astral-sh+uv': (r'docs/', ['docs'], 'https://docs.astral.sh/uv'),
    'scrapy+scrapy': (r'docs/', ['docs'], 'https://docs.scrapy.org/en/latest'),
    'reduxjs+redux': (r'docs/', ['docs', 'website/static'], 'https://redux.js.org'),
    'vuejs+docs': (r'src/', ['src', 'src/public'], 'https://vuejs.org'),
    'etcd-io+website': (r'content/en/', ['content/en', 'static'], 'https://etcd.io'),
    'rust-lang+rustc-dev-guide': (r'src/', ['src'], 'https://rustc-dev-guide.rust-lang.org'),
    'hazelcast+hz-docs': (r'docs/modules/', [], None),
    'obsidian-tasks-group+obsidian-tasks': (r'(docs|contributing)/', ['docs'], None),
    'containerd+containerd': (r'(?!vendor/)', [''], None),
    'syl20bnr+spacemacs': (r'', [''], None),
}
FOURTH = {
    'pypa+hatch': (r'docs/', ['docs'], 'https://hatch.pypa.io'),
    'celery+celery': (r'docs/', ['docs'], 'https://docs.celeryq.dev/en/stable'),
    'typescript-eslint+typescript-eslint': (
        r'docs/|packages/eslint-plugin/docs/rules/|packages/website/blog/',
        ['docs', 'packages/eslint-plugin/docs', 'packages/website', 'packages/website/static'],
        'https://typescript-eslint.io',
    ),
    'vitest-dev+vitest': (r'docs/', ['docs', 'docs/public'], 'https://vitest.dev'),
    'kubeflow+website': (r'content/en/', ['content/en', 'static'], 'https://www.kubeflow.org'),
    'PyO3+pyo3': (r'guide/src/', ['guide/src'], None),
    'eclipse-che+che-docs': (r'modules/', [], None),
    'obsidianmd+obsidian-developer-docs': (r'en/(?!Reference/TypeScript API/)', ['en'], None),
    'moby+buildkit': (r'(?!vendor/)', [''], None),
    'howardabrams+hamacs': (r'', [''], None),
}
FIFTH = {
    'argoproj+argo-workflows': (r'docs/', ['docs'], 'https://argo-workflows.readthedocs.io/en/latest'),
    'aio-libs+aiohttp': (r'docs/', ['docs'], 'https://docs.aiohttp.org/en/stable'),
    'helm+helm-www': (
        r'docs/|versioned_docs/|blog/|community/', ['docs', 'versioned_docs/version-3', '', 'static'], 'https://helm.sh',
    ),
    'rollup+rollup': (r'docs/', ['docs', 'docs/public'], 'https://rollupjs.org'),
    'rustdesk+doc.rustdesk.com': (r'content/', ['content', 'static'], 'https://rustdesk.com/docs'),
    'google+comprehensive-rust': (r'src/', ['src'], 'https://google.github.io/comprehensive-rust'),
    'debezium+debezium': (r'documentation/modules/', [], None),
    'kmaasrud+brain': (r'vault/', ['vault'], None),
    'containerd+nerdctl': (r'', [''], None),
    'thi-ng+geom': (r'', [''], None),
}
FRESH = SECOND | THIRD | FOURTH | FIFTH
WITH_CODE = {
    'pydantic+pydantic', 'pytest-dev+pytest', 'rust-lang+cargo', 'jestjs+jest', 'spring-projects+spring-boot',
    'astral-sh+uv', 'scrapy+scrapy', 'reduxjs+redux', 'containerd+containerd', 'obsidian-tasks-group+obsidian-tasks',
    'syl20bnr+spacemacs',
    'pypa+hatch', 'celery+celery', 'typescript-eslint+typescript-eslint', 'vitest-dev+vitest', 'PyO3+pyo3', 'moby+buildkit',
    'argoproj+argo-workflows', 'aio-libs+aiohttp', 'rollup+rollup', 'debezium+debezium', 'containerd+nerdctl',
}
# Where paths name files as they are.
PLAIN = {
    'pydantic+pydantic', 'rust-lang+cargo', 'kubernetes+community', 'jestjs+jest',
    'astral-sh+uv', 'rust-lang+rustc-dev-guide', 'containerd+containerd',
    'pypa+hatch', 'PyO3+pyo3', 'moby+buildkit',
    'argoproj+argo-workflows', 'rollup+rollup', 'google+comprehensive-rust', 'containerd+nerdctl',
}
# Whose generators take the name of a file without its ending too.
NAMES_WITHOUT_ENDING = {'jestjs+jest', 'rollup+rollup'}
# Documents whose drawn change was no fault, as a look at each found: links that were dead before, a size of an image,
# a setting whose name is put together, and a name of the web's own. Another document takes their place.
NO_FAULTS = {
    ('obsidianmd+obsidian-developer-docs', 'en/Plugins/Guides/Build a Bases view.md'),
    ('kubeflow+website', 'content/en/docs/about/governance.md'),
    ('kubeflow+website', 'content/en/docs/components/hub/getting-started.md'),
    ('kubeflow+website', 'content/en/docs/components/hub/installation.md'),
    ('celery+celery', 'docs/internals/deprecation.rst'),
    ('vitest-dev+vitest', 'packages/web-worker/README.md'),
    ('helm+helm-www', 'blog/2020-11-13-helm-2-becomes-unsupported.md'),
    ('helm+helm-www', 'blog/2023-03-31-helm-completes-fuzzing-security-audit.md'),
}
# draw: (documentations, seeds, the list that it writes).
DRAWS = {
    'second': (list(SECOND), [5103], 'faults_fresh.tsv'),
    'third': (list(THIRD), [6101, 6102, 6103, 6104, 6105], 'faults_third.tsv'),
    'fourth': (list(FOURTH), [7101, 7102, 7103, 7104, 7105], 'faults_fourth.tsv'),
    'fifth': (list(FIFTH), [8101, 8102, 8103, 8104, 8105], 'faults_fifth.tsv'),
}
