# Builds with mdBook. The reference's preprocessor is built first; those of the book are left out.
set -eu
spec=tools/mdbook-spec/target/release/mdbook-spec
sed -i -e "s#^command = \"cargo run.*tools/mdbook-spec.*#command = \"$spec\"#" \
  -e '/^\[preprocessor.trpl/,/^$/d' book.toml
if [ -d tools/mdbook-spec ]; then
  rm -f rust-toolchain.toml
  CARGO_TARGET_DIR=$PWD/tools/mdbook-spec/target cargo build -q --release --manifest-path tools/mdbook-spec/Cargo.toml
fi
mdbook build > built.log 2>&1
