# Builds with Sphinx. Links to other projects stay without target: intersphinx finds no inventories.
set -eu
PYTHONPATH=$PWD/src:$PWD python -m sphinx -q -b html "$1" built 2> built.log
