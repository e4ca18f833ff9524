/**
 * Chooses the grammar for a source file by its name. Only this module imports highlight.js. A grammar loads on first
 * use.
 */
import type { HLJSApi, LanguageFn } from "highlight.js";

type Load = () => Promise<{ readonly default: LanguageFn }>;

/** By the names that highlight.js uses. */
const GRAMMARS: Readonly<Record<string, Load>> = {
  ada: () => import("highlight.js/lib/languages/ada"),
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  clojure: () => import("highlight.js/lib/languages/clojure"),
  cmake: () => import("highlight.js/lib/languages/cmake"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  crystal: () => import("highlight.js/lib/languages/crystal"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  d: () => import("highlight.js/lib/languages/d"),
  dart: () => import("highlight.js/lib/languages/dart"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  elixir: () => import("highlight.js/lib/languages/elixir"),
  elm: () => import("highlight.js/lib/languages/elm"),
  erlang: () => import("highlight.js/lib/languages/erlang"),
  fortran: () => import("highlight.js/lib/languages/fortran"),
  fsharp: () => import("highlight.js/lib/languages/fsharp"),
  go: () => import("highlight.js/lib/languages/go"),
  gradle: () => import("highlight.js/lib/languages/gradle"),
  graphql: () => import("highlight.js/lib/languages/graphql"),
  groovy: () => import("highlight.js/lib/languages/groovy"),
  haskell: () => import("highlight.js/lib/languages/haskell"),
  haxe: () => import("highlight.js/lib/languages/haxe"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  julia: () => import("highlight.js/lib/languages/julia"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  less: () => import("highlight.js/lib/languages/less"),
  lisp: () => import("highlight.js/lib/languages/lisp"),
  lua: () => import("highlight.js/lib/languages/lua"),
  makefile: () => import("highlight.js/lib/languages/makefile"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  matlab: () => import("highlight.js/lib/languages/matlab"),
  nim: () => import("highlight.js/lib/languages/nim"),
  nix: () => import("highlight.js/lib/languages/nix"),
  objectivec: () => import("highlight.js/lib/languages/objectivec"),
  ocaml: () => import("highlight.js/lib/languages/ocaml"),
  perl: () => import("highlight.js/lib/languages/perl"),
  php: () => import("highlight.js/lib/languages/php"),
  powershell: () => import("highlight.js/lib/languages/powershell"),
  protobuf: () => import("highlight.js/lib/languages/protobuf"),
  python: () => import("highlight.js/lib/languages/python"),
  r: () => import("highlight.js/lib/languages/r"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  scala: () => import("highlight.js/lib/languages/scala"),
  scheme: () => import("highlight.js/lib/languages/scheme"),
  scss: () => import("highlight.js/lib/languages/scss"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  tcl: () => import("highlight.js/lib/languages/tcl"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  vbnet: () => import("highlight.js/lib/languages/vbnet"),
  verilog: () => import("highlight.js/lib/languages/verilog"),
  vhdl: () => import("highlight.js/lib/languages/vhdl"),
  vim: () => import("highlight.js/lib/languages/vim"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

/** Each line is a grammar and the extensions of its files. */
const EXTENSIONS: readonly string[] = [
  "ada adb ads",
  "bash sh bash zsh ksh bats",
  "c c",
  "clojure clj cljs cljc edn",
  "cmake cmake",
  "cpp h hh hpp hxx cc cpp cxx ino cu cuh",
  "crystal cr",
  "csharp cs csx cake",
  "css css",
  "d d",
  "dart dart",
  "elixir ex exs",
  "elm elm",
  "erlang erl hrl",
  "fortran f f90 f95 f03 for",
  "fsharp fs fsi fsx",
  "go go",
  "gradle gradle",
  "graphql graphql gql",
  "groovy groovy",
  "haskell hs lhs",
  "haxe hx",
  "ini ini cfg conf toml properties tf tfvars hcl",
  "java java",
  "javascript js jsx mjs cjs",
  "json json jsonc json5",
  "julia jl",
  "kotlin kt kts",
  "less less",
  "lisp lisp el cl",
  "lua lua",
  "makefile mk mak",
  "markdown md markdown mdx",
  "matlab m",
  "nim nim",
  "nix nix",
  "objectivec mm",
  "ocaml ml mli re",
  "perl pl pm t",
  "php php phtml",
  "powershell ps1 psm1 psd1",
  "protobuf proto",
  "python py pyi pyx pyw",
  "r r",
  "ruby rb rake gemspec",
  "rust rs",
  "scala scala sc sbt",
  "scheme scm ss rkt",
  "scss scss sass",
  "sql sql",
  "swift swift",
  "tcl tcl",
  "typescript ts tsx mts cts",
  "vbnet vb",
  "verilog v sv svh",
  "vhdl vhd vhdl",
  "vim vim",
  "xml xml html htm xhtml svg vue svelte astro xsl csproj",
  "yaml yaml yml",
];

/** Finds the grammar of an extension (lower case, without a dot). */
export const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  EXTENSIONS.flatMap((line) => {
    const [grammar = "", ...extensions] = line.split(" ");
    return extensions.map((extension) => [extension, grammar] as const);
  }),
);
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ["dockerfile", "dockerfile"],
  ["makefile", "makefile"],
  ["gnumakefile", "makefile"],
  ["cmakelists.txt", "cmake"],
  ["rakefile", "ruby"],
  ["gemfile", "ruby"],
  ["jenkinsfile", "groovy"],
]);
/** Names that only code blocks use. */
const BY_ALIAS: ReadonlyMap<string, string> = new Map([
  ["shell", "bash"],
  ["console", "bash"],
  ["shell-session", "bash"],
  ["golang", "go"],
  ["c++", "cpp"],
  ["c#", "csharp"],
  ["f#", "fsharp"],
  ["objective-c", "objectivec"],
]);
/** Other grammars that a grammar needs, because its files hold scripts and styles. */
const WITH: Readonly<Record<string, readonly string[]>> = { xml: ["javascript", "css"] };

export interface Grammar {
  /** The name that highlight.js uses. */
  readonly name: string;
  readonly highlighter: HLJSApi;
}

/**
 * Reading source files replaces highlight.js's emitter, which makes HTML for pages. So files and pages each have a
 * highlighter of their own.
 */
const loadForFiles = createLoader();
const loadForPages = createLoader();

/**
 * Finds the grammar for a file of this name and extension (lower case, without a dot). Returns undefined for plain
 * text and unknown files.
 */
export async function loadGrammar(fileName: string, extension: string): Promise<Grammar | undefined> {
  return await loadForFiles(BY_NAME.get(fileName.toLowerCase()) ?? BY_EXTENSION.get(extension));
}

/**
 * Finds the grammar of a language as code blocks in Markdown name it (lower case), such as `rust`, `sh` or `console`.
 * Its highlighter makes HTML.
 */
export async function loadLanguage(language: string): Promise<Grammar | undefined> {
  if (Object.hasOwn(GRAMMARS, language)) return await loadForPages(language);
  return await loadForPages(BY_ALIAS.get(language) ?? BY_EXTENSION.get(language) ?? BY_NAME.get(language));
}

/** Registers all grammars in one highlighter, even when they load at the same time. */
function createLoader(): (name: string | undefined) => Promise<Grammar | undefined> {
  let loading: Promise<HLJSApi> | undefined;
  return async (name) => {
    if (name === undefined) return undefined;
    const highlighter = await (loading ??= import("highlight.js/lib/core").then((core) => core.default.newInstance()));
    for (const each of [name, ...(WITH[name] ?? [])]) {
      if (highlighter.getLanguage(each) === undefined) {
        highlighter.registerLanguage(each, (await GRAMMARS[each]!()).default);
      }
    }
    return { name, highlighter };
  };
}
