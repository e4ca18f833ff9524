# Builds with mdBook. A preprocessor of the book is built first where its second word names the crate; others are left out.
set -eu
sed -i -e 's/^command = "cargo run.*manifest-path tools\/mdbook-spec.*/command = "tools\/mdbook-spec\/target\/release\/mdbook-spec"/' \
  -e '/^\[preprocessor.trpl/,/^$/d' book.toml
if [ -d tools/mdbook-spec ]; then
  rm -f rust-toolchain.toml
  CARGO_TARGET_DIR=$PWD/tools/mdbook-spec/target cargo build -q --release --manifest-path tools/mdbook-spec/Cargo.toml
fi
mdbook build > built.log 2>&1
