# Builds with MkDocs; a hook writes which source each page comes from.
set -eu
cat > pages_hook.py <<'PY'
import json
PAGES = {}
def on_page_content(html, page, config, files):
    PAGES[page.file.dest_uri] = page.file.src_uri
def on_post_build(config):
    json.dump(PAGES, open('pages.json', 'w'))
PY
sed -e 's/^hooks:/hooks:\n  - pages_hook.py/' -e '/^  - minify:/,/minify_html/d' mkdocs.yml > marked.yml
PYTHONPATH=. mkdocs build -q -f marked.yml -d site
