#!/bin/sh
# Compares what ra reads of formats beside Markdown with the formats' own programs, on the documentations in RA_TEST_DOCS:
#   run.sh notebooks    notebooks and Quarto, with nbconvert and pandoc (python3-venv and pandoc have to be there)
#   run.sh rst          reStructuredText, with Sphinx (python3-venv has to be there)
#   run.sh asciidoc     AsciiDoc, with Asciidoctor (asciidoctor has to be there)
#   run.sh conditions   the same with the attributes of its conditions set
#   run.sh org          Org, with Emacs (emacs has to be there)
#   run.sh text         plain text, with the tables of contents of RFCs
#   run.sh man          pages of manuals, with mandoc (mandoc has to be there)
set -eu
cd "$(dirname "$0")/../.."
case ${1:-} in
  notebooks) ;;
  rst) exec bun tools/readers/rst_task.ts ;;
  asciidoc) exec bun tools/readers/asciidoc_task.ts ;;
  conditions) exec bun tools/readers/conditions_task.ts ;;
  org | man | text)
    IFS=:
    for folder in ${RA_TEST_DOCS:?names folders of documents}; do bun "tools/readers/$1_task.ts" "$folder"; done
    exit
    ;;
  *) echo "which one: notebooks, rst, asciidoc, conditions, org, man or text?" >&2; exit 2 ;;
esac
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
