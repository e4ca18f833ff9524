#!/usr/bin/env bash
# Builds the WebAssembly modules from the crates of core_crates.env: the core is wasm/ -> wasm/pkg.
#
#   scripts/build_core.sh            only those whose pkg does not belong to the present sources
#   scripts/build_core.sh --check    builds nothing; exit 1 when a pkg does not belong to its sources
#   scripts/build_core.sh --source   replaces each committed pkg by one built on this machine (cached by hash)
#   scripts/build_core.sh --force    builds, whatever is there
#
# RA_TOOLCHAIN_CACHE   tools and builds (default ~/.cache/ra-toolchain)
# RA_CORE_TOOLCHAIN    rustup | debian: which Rust to use (default: rustup where it has or can get the target)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${RA_TOOLCHAIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/ra-toolchain}
target=wasm32-unknown-unknown
source "$root/scripts/core_toolchain.env"
source "$root/scripts/core_crates.env"

say() { echo "build_core: $*" >&2; }
fail() { say "$@"; exit 1; }

# --- Is there anything to do? -------------------------------------------------------------------------------------

# Sets `crate` (relative to the checkout), `pkg` and `hash` for the functions below.
choose_crate() {
  crate=$1
  pkg=$root/$crate/pkg
  hash=$(node "$root/scripts/core_hash.mjs" "$crate")
}

committed_hash() { cat "$pkg/sources.sha256" 2>/dev/null || echo none; }

install_cached() {
  rm -rf "$pkg"
  cp -R "$cache/core/$hash" "$pkg"
  say "$crate/pkg now is the build of sources ${hash:0:12}"
}

# --- Which Rust? --------------------------------------------------------------------------------------------------

rustup_has_target() {
  command -v rustup >/dev/null || return 1
  rustup target list --installed 2>/dev/null | grep -x "$target" >/dev/null && return 0
  rustup target add "$target" >&2
}

debian_is_ready() { [[ -x /usr/bin/rustc && -x /usr/bin/cargo && -d /usr/lib/rustlib/src/rust ]] && command -v wasm-ld-22 >/dev/null; }

# Debian's rustc-web has no wasm target, but its sources allow building one.
install_debian() {
  debian_is_ready && return 0
  command -v apt-get >/dev/null || return 1
  local sudo=()
  if [[ $(id -u) != 0 ]]; then
    command -v sudo >/dev/null || return 1
    sudo=(sudo -n)
  fi
  say "installing Debian's rustc-web"
  "${sudo[@]}" apt-get update -q >&2 &&
    "${sudo[@]}" apt-get install -q -y rustc-web cargo-web rust-web-src libstd-rust-web-dev lld-22 >&2 &&
    debian_is_ready
}

choose_toolchain() {
  case ${RA_CORE_TOOLCHAIN:-any} in
    rustup) rustup_has_target && toolchain=rustup ;;
    debian) install_debian && toolchain=debian ;;
    any) if rustup_has_target; then toolchain=rustup; elif install_debian; then toolchain=debian; else return 1; fi ;;
    *) fail "RA_CORE_TOOLCHAIN is \"$RA_CORE_TOOLCHAIN\"; known are rustup and debian" ;;
  esac
}

# --- Tools --------------------------------------------------------------------------------------------------------

# install_tool CRATE BINARY VERSION. Installs without --locked, because wasm-pack's lock file names a crate version that
# was withdrawn.
install_tool() {
  [[ $("$cache/bin/$2" --version 2>/dev/null) == *" $3"* ]] && return 0
  say "installing $1 $3 into $cache (once, some minutes)"
  CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_TARGET_DIR=$cache/target-tools \
    cargo install --quiet --root "$cache" --version "$3" --force "$1" >&2
  rm -rf "$cache/target-tools"
}

# --- Building -----------------------------------------------------------------------------------------------------

use_debian() {
  mkdir -p "$cache/debian-bin"
  ln -sf /usr/bin/cargo /usr/bin/rustc "$cache/debian-bin/"
  export PATH=$cache/debian-bin:$PATH
}

# Sets the environment for the wasm build alone. cargo install must not see it.
build_with() {
  if [[ $toolchain == debian ]]; then
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc CARGO=/usr/bin/cargo CARGO_UNSTABLE_BUILD_STD=std,panic_abort \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22 "$@"
  else
    "$@"
  fi
}

# wasm-pack starts the first wasm-bindgen of PATH, and passes no options on to it.
bindgen_with_options() {
  mkdir -p "$cache/bindgen"
  printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$cache/bin/wasm-bindgen" "$WASM_BINDGEN_OPTIONS" >"$cache/bindgen/wasm-bindgen"
  chmod +x "$cache/bindgen/wasm-bindgen"
}

# Keeps paths of this machine and the name of its package registry (a folder below registry/src) out of the build. Cargo
# names this crate's own files relative to it, so all checkouts share the builds of other crates.
rust_flags() {
  echo "--cfg getrandom_backend=\"wasm_js\" -C target-feature=$WASM_FEATURES" \
    "--remap-path-prefix=$(rustc --print sysroot)/lib/rustlib/src/rust=/rustc" \
    "--remap-path-prefix=/usr/src/rustc-$(rustc --version | cut -d' ' -f2)=/rustc" \
    "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo" \
    "--remap-path-prefix=$cache=/cache"
  local folder
  # If several prefixes match, rustc takes the last one.
  for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do echo "--remap-path-prefix=$folder=/crates"; done
}

refuse_machine_paths() {
  local path
  for path in "$HOME/" "${CARGO_HOME:-$HOME/.cargo}" "$root/" "$cache" /usr/src/ /registry/src/; do
    if grep -aqF "$path" "$1"/*; then fail "the build holds the path \"$path\" of this machine"; fi
  done
}

# pack FOLDER [NAME OPTIONS…]: one module, named by the crate or NAME, with these options of cargo.
pack() {
  local out=$1 name=()
  shift
  if [[ $# -gt 0 ]]; then
    name=(--out-name "$1")
    shift
  fi
  PATH=$cache/bindgen:$cache/bin:$root/node_modules/.bin:$PATH RUSTFLAGS=$(rust_flags | tr '\n' ' ') \
    CARGO_TARGET_DIR=$cache/target-$toolchain-$(rustc --version | cut -d' ' -f2) \
    build_with wasm-pack build "$root/$crate" --mode force --release --target web --out-dir "$out" "${name[@]}" -- \
    --locked "$@" >&2
}

build() {
  local out=$cache/core/$hash.$$
  rm -rf "$out"
  mkdir -p "$cache/core"
  say "building $crate with $(rustc --version) ($toolchain)"
  cargo fetch --quiet --locked --manifest-path "$root/$crate/Cargo.toml" >&2
  bindgen_with_options
  pack "$out"
  if [[ $crate == wasm ]]; then pack "$out" "$READER_NAME" "$READER_OPTIONS"; fi
  rm -f "$out"/{package.json,.gitignore,README.md,LICENSE}
  refuse_machine_paths "$out"
  [[ $(node "$root/scripts/core_hash.mjs" "$crate") == "$hash" ]] || fail "the sources changed during the build: run it again"
  echo "$hash" >"$out/sources.sha256"
  rm -rf "${cache:?}/core/$hash"
  mv "$out" "$cache/core/$hash"
}

# --- Steps --------------------------------------------------------------------------------------------------------

mode=${1:-}
[[ $# -le 1 && $mode =~ ^(|--check|--source|--force)$ ]] || fail "usage: build_core.sh [--check|--source|--force]"

missing=()
for folder in "${CRATES[@]}"; do
  choose_crate "$folder"
  if [[ $mode == --check ]]; then
    [[ $(committed_hash) == "$hash" ]] ||
      fail "$crate/pkg is not the build of $crate/: run npm run build:core and commit $crate/pkg"
  elif [[ -z $mode && $(committed_hash) == "$hash" ]]; then
    continue
  elif [[ $mode != --force && -d $cache/core/$hash ]]; then
    install_cached
  else
    missing+=("$folder")
  fi
done
if [[ ${#missing[@]} == 0 ]]; then exit 0; fi

# Checkouts share the folder of builds, and wasm-pack reads from it after cargo has released its own lock.
mkdir -p "$cache"
exec 9>"$cache/build.lock"
if command -v flock >/dev/null; then flock 9; fi

choose_toolchain || fail "no Rust that can build for $target was found. Install rustup (https://rustup.rs) and run" \
  "\"rustup target add $target\", or on Debian run this script as root"
[[ $toolchain == debian ]] && use_debian
[[ -x $root/node_modules/.bin/wasm-opt ]] || fail "wasm-opt is missing: run npm ci first"
install_tool wasm-pack wasm-pack "$WASM_PACK_VERSION"
install_tool wasm-bindgen-cli wasm-bindgen "$WASM_BINDGEN_VERSION"
for folder in "${missing[@]}"; do
  choose_crate "$folder"
  build
  install_cached
done
