#!/bin/sh
# Compares the readers of notebooks and of Quarto with nbconvert and pandoc, on the documentations in RA_TEST_DOCS. Needs
# python3 with venv, and pandoc on the path.
set -eu
cd "$(dirname "$0")/../.."
cache=${RA_READERS_CACHE:-$HOME/.cache/ra-readers}
for program in python3 pandoc; do
  command -v "$program" > /dev/null || { echo "$program is missing: apt-get install python3-venv pandoc" >&2; exit 1; }
done
if [ ! -f "$cache/installed" ]; then
  python3 -m venv "$cache/venv"
  "$cache/venv/bin/pip" install --quiet -r tools/readers/requirements.txt
  touch "$cache/installed"
fi
bun tools/readers/readers_task.ts "$cache/venv/bin/python"
