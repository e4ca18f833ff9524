#!/bin/sh
# Tells which words the converters lose: of 300 documents with known words (plant/), then beside other readers of some
# 1,000 real documents. Needs python3 with venv, apt, npm, and on the path pdftotext (poppler-utils) and pandoc. Fetches some
# 700 MB once, and keeps them. Arguments go to measure.ts.
set -eu
cd "$(dirname "$0")/../.."
cache=${RA_DOCUMENTS_CACHE:-$HOME/.cache/ra-documents}
for program in python3 npm pdftotext pdftoppm pandoc; do
  command -v "$program" > /dev/null || { echo "$program is missing: apt-get install python3-venv poppler-utils pandoc" >&2; exit 1; }
done
export PYTHONDONTWRITEBYTECODE=1
if [ ! -x "$cache/venv/bin/python" ]; then
  python3 -m venv "$cache/venv"
  "$cache/venv/bin/pip" install --quiet -r tools/documents/requirements.txt
  # docling wants other versions of the same libraries.
  python3 -m venv "$cache/docling"
  "$cache/docling/bin/pip" install --quiet -r tools/documents/docling.txt
fi
[ -f "$cache/oracle.json" ] || "$cache/venv/bin/python" tools/documents/oracle.py "$cache" "$cache/docling/bin/python"
"$cache/venv/bin/python" tools/documents/plant/make.py "$cache/planted"
node scripts/build.mjs
status=0
bun tools/documents/lost_words.ts "$cache/planted" || status=1
bun tools/documents/measure.ts "$cache" "$@" || status=1
exit $status
