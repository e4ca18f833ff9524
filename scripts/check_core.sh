#!/usr/bin/env bash
# Checks the core's sources: format (rustfmt) and lints (clippy, natively and for WebAssembly). A warning is a failure.
set -euo pipefail

crate=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/wasm
cache=${RA_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/ra-toolchain}
target=wasm32-unknown-unknown

say() { echo "check_core: $*" >&2; }

# cargo may have only a stand-in of rustup, which merely says how to install the component.
for component in rustfmt clippy; do
  tool=${component/rustfmt/fmt}
  cargo "$tool" --version >/dev/null 2>&1 && continue
  if ! command -v rustup >/dev/null || ! rustup component add "$component" >&2; then
    say "$component is missing: run \"rustup component add $component\""
    exit 1
  fi
done

cargo fmt --manifest-path "$crate/Cargo.toml" --check
export CARGO_TARGET_DIR=$cache/target-check
cd "$crate" # where .cargo/config.toml has the flags for WebAssembly
cargo clippy --quiet --locked --all-targets -- -D warnings
if [[ -d $(rustc --print sysroot)/lib/rustlib/$target ]] || { command -v rustup >/dev/null && rustup target add "$target" >&2; }; then
  cargo clippy --quiet --locked --target "$target" -- -D warnings
else
  say "the binding was not checked: this Rust has no target $target. Run \"rustup target add $target\""
fi
