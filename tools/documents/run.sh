#!/bin/sh
# Compares the converters with other readers of some 400 real documents. Needs python3 with venv, apt, and on the path
# pdftotext (poppler-utils) and pandoc. Fetches some 300 MB once, and keeps them.
set -eu
cd "$(dirname "$0")/../.."
cache=${RA_DOCUMENTS_CACHE:-$HOME/.cache/ra-documents}
for program in python3 pdftotext pdftoppm pandoc; do
  command -v "$program" > /dev/null || { echo "$program is missing: apt-get install python3-venv poppler-utils pandoc" >&2; exit 1; }
done
if [ ! -f "$cache/oracle.json" ]; then
  python3 -m venv "$cache/venv"
  "$cache/venv/bin/pip" install --quiet -r tools/documents/requirements.txt
  "$cache/venv/bin/python" tools/documents/oracle.py "$cache"
fi
node scripts/build.mjs
bun tools/documents/measure.ts "$cache" "$@"
