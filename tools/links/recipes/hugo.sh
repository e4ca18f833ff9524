# Builds with Hugo: its link hooks and shortcodes are kept, its templates give way to one that shows title and content.
set -eu
find layouts -mindepth 1 -maxdepth 1 ! -name _markup ! -name _shortcodes ! -name _partials -exec rm -r {} +
cat > layouts/all.html <<'HTML'
<html><body data-source="{{ with .File }}{{ .Path }}{{ end }}"><h1>{{ .Title }}</h1>{{ .Content }}</body></html>
HTML
cat > layouts/alias.html <<'HTML'
<html><head><meta http-equiv="refresh" content="0; url={{ .Permalink }}"></head></html>
HTML
find content -name _content.gotmpl -delete # These pages come from the network.
touch hugo_stats.json
hugo --destination public --quiet > built.log 2>&1 || tail -n 5 built.log
