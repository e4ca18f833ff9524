#!/usr/bin/env bash
# Checks the sources of the WebAssembly modules: format (rustfmt) and lints (clippy, natively and for WebAssembly). A warning is a failure.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${RA_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/ra-toolchain}
target=wasm32-unknown-unknown
source "$root/scripts/core_toolchain.env"

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

wasm_target=yes
if [[ ! -d $(rustc --print sysroot)/lib/rustlib/$target ]] &&
  ! { command -v rustup >/dev/null && rustup target add "$target" >&2; }; then
  wasm_target=no
  say "the bindings are not checked: this Rust has no target $target. Run \"rustup target add $target\""
fi

export CARGO_TARGET_DIR=$cache/target-check
cd "$root/wasm" # .cargo/config.toml there has the flags for WebAssembly
cargo fmt --all --check
cargo clippy --quiet --locked --workspace --all-targets -- -D warnings
if [[ $wasm_target == yes ]]; then
  cargo clippy --quiet --locked --workspace --target "$target" -- -D warnings
  cargo clippy --quiet --locked --target "$target" "$READER_OPTIONS" -- -D warnings
fi
