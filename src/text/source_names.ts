/** The names of files that hold source code or configuration. */
import { fileExtension, fileName } from "./paths.ts";

/** The extensions of source code and configuration. */
export const SOURCE_EXTENSIONS: readonly string[] = (
  "astro bash bat c cc cfg clj cljs cmake conf cpp cr cs css cts cu cxx d dart diff el elm erl ex exs f90 fish fs fsx gleam go gradle " +
  "graphql groovy h hcl hh hpp hs hxx ini java jl js json json5 jsonc jsx kt kts less lisp lock lua m make mjs mk ml mli mm mts " +
  "nim nix patch php pl pm proto ps1 py pyi r rb rkt rs sass scala scm scss sh sol sql svelte swift tcl tf toml ts tsx v vb vhd vim vue " +
  "wat xml yaml yml zig zsh"
).split(" ");
/** The names of such files without an extension that tells. */
export const SOURCE_NAMES: readonly string[] =
  "dockerfile containerfile makefile gnumakefile rakefile gemfile justfile procfile vagrantfile jenkinsfile cmakelists.txt"
    .split(" ");

const EXTENSIONS = new Set(SOURCE_EXTENSIONS);
const NAMES = new Set(SOURCE_NAMES);

export function isSourceName(path: string): boolean {
  return NAMES.has(fileName(path).toLowerCase()) || EXTENSIONS.has(fileExtension(path));
}
