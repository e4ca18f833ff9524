# Builds with Antora and a bare layout. NODE_MODULES has antora.
set -eu
git init -q . 2>/dev/null
git add -f docs
git -c user.name=a -c user.email=a@a commit -q -m a
mkdir -p ui/layouts
cat > ui/layouts/default.hbs <<'HTML'
<html><body><h1 class="page">{{{page.title}}}</h1><article>{{{page.contents}}}</article></body></html>
HTML
cp ui/layouts/default.hbs ui/layouts/404.hbs
cat > playbook.yml <<YML
site: {title: docs, url: "https://docs.asciidoctor.org"}
content: {sources: [{url: "$PWD", branches: HEAD, start_path: docs}]}
ui: {bundle: {url: ./ui.zip}}
asciidoc: {attributes: {idprefix: "", idseparator: "-", experimental: "", sectanchors: ""}}
YML
(cd ui && python -c "import shutil; shutil.make_archive('../ui', 'zip', '.')")
"$NODE_MODULES/.bin/antora" --cache-dir .cache playbook.yml 2> built.log
