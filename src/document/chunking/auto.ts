/** Chooses between code and prose by the name of the file. */
import { FORMATS } from "../formats/registry.ts";
import { chunkCode } from "./code.ts";
import { chunkProse } from "./prose.ts";
import type { ChunkingInput, Section } from "./section.ts";

const PROSE = new Set([
  ...FORMATS.flatMap(({ extensions }) => extensions),
  ..."adoc asciidoc log org pdf tex textile".split(" "),
]);
/** The extensions of source code and configuration. */
export const SOURCE_EXTENSIONS: readonly string[] = (
  "astro bash bat c cc cfg clj cljs cmake conf cpp cr cs css cts cu cxx d dart diff el elm erl ex exs f90 fish fs fsx gleam go gradle " +
  "graphql groovy h hcl hh hpp hs hxx ini java jl js json json5 jsonc jsx kt kts less lisp lock lua m make mjs mk ml mli mm mts " +
  "nim nix patch php pl pm proto ps1 py pyi r rb rkt rs sass scala scm scss sh sol sql svelte swift tcl tf toml ts tsx v vb vhd vim vue " +
  "wat xml yaml yml zig zsh"
).split(" ");
const CODE = new Set(SOURCE_EXTENSIONS);
/** The names of such files without an extension that tells. */
export const SOURCE_NAMES: readonly string[] =
  "dockerfile containerfile makefile gnumakefile rakefile gemfile justfile procfile vagrantfile jenkinsfile cmakelists.txt"
    .split(" ");
const CODE_NAMES = new Set(SOURCE_NAMES);
const CODE_FOLDERS = /(?:^|\/)(?:bin|cmd|include|lib|pkg|scripts|src|tools)\//;

/** Uses the code strategy for source code and configuration, and the prose strategy for everything else. */
export function chunkByName(input: ChunkingInput): readonly Section[] {
  return looksLikeCode(input.path) ? chunkCode(input) : chunkProse(input);
}

/**
 * Whether a path names code. The file name decides first, then the extension, and then a folder that usually holds
 * code.
 */
export function looksLikeCode(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  if (CODE_NAMES.has(name)) return true;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1) : "";
  if (CODE.has(extension)) return true;
  return !PROSE.has(extension) &&
    !/^(?:readme|licen[cs]e|changelog|contributing|authors|notice|copying)\b/.test(name) && CODE_FOLDERS.test(lower);
}
