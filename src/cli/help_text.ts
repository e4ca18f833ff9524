/** What `--help` says beyond the options: examples, in the order people need them. */

export const PROGRAM_HELP = `
Examples:
  ra init                          write a starter .ra.toml here
  ra search "error handling"       the passages that answer, in full
  ra search --list logging auth    ids and snippets; either topic
  ra context src/main.ts           what it says about a source file
  ra get docs:guide.md#install     one passage by its id

Run \`ra COMMAND --help\` for the options and examples of a command.`;

export const EXAMPLES = {
  search: [
    ['ra search "error handling"', "passages that have both words"],
    ['ra search "error handling" logging', "either topic, one ranked list"],
    ["ra search --list --tag rust result", "ids and snippets, of tagged documents"],
    ["ra search '\"exact phrase\" -draft'", "a phrase, without a word"],
    ['ra search "-deprecated rust"', "a query may start with -"],
    ["ra search --max-tokens 4000 timeout", "what fits, and what was left out"],
    ["ra search --explain --list timeout", "how it was understood, and the scores"],
  ],
  context: [
    ["ra context src/api/users.py", "what the documentation says about this file"],
    ["ra context --list -n 5 src/*.ts", "ids and snippets, for several"],
    ["ra context --diff", "for what changed since the last commit"],
    ["ra context --diff main src/api", "of that what lies in a folder"],
    ["ra context --explain --list src/main.go", "the terms that were searched for, and why"],
  ],
  get: [
    ["ra get docs:guide.md#install", "one section"],
    ["ra get --full-document docs:guide.md#install", "the document that holds it"],
  ],
  likethis: [
    ["ra likethis docs:guide.md#install", "passages like this one"],
    ["ra likethis --list -n 3 notes/draft.md", "of a file, indexed or not"],
  ],
  serve: [
    ["ra serve", "at http://127.0.0.1:7272, for this machine alone"],
    ["ra serve --port 0 --open no", "on a free port; the first line says which"],
    ["ra serve --editor vscode", "source lines open in the editor"],
    ["ra serve --host 0.0.0.0 --token @token.txt", "for others, who need the token"],
  ],
  ls: [
    ["ra ls trees", "trees with their counts"],
    ["ra ls docs -t docs", "documents of one tree"],
    ["ra ls chunks --json", "every chunk id, for a script"],
  ],
  mcp: [
    ["ra mcp", "what an agent's configuration starts; it ends with the agent"],
    ["ra mcp -C ~/project", "for a client that starts its servers elsewhere"],
    ["ra mcp --http", "for clients on this machine, at http://127.0.0.1:7272/mcp"],
  ],
  doc: [["ra inspect doc docs/guide.md", "headings, ids and spans of a file"]],
  ctx: [["ra inspect ctx src/main.rs", "rules that match, terms with their weights"]],
  init: [
    ["ra init", "here; takes ./docs if there is one"],
    ["ra init --global", "~/.ra.toml, for every project"],
  ],
  update: [["ra update", "rebuild everything; searching does not need it"]],
  watch: [
    ["ra watch", "a line for each update; Ctrl-C ends it"],
    ["ra watch --json | while read -r line; do make site; done", "do something after each update"],
    ["ra watch --interval 5", "for a network drive that does not report changes"],
  ],
  agents: [
    ["ra agents", "AGENTS.md; run it again after a change of the trees"],
    ["ra agents --all -q", "CLAUDE.md and GEMINI.md too, without showing the changes"],
    ["ra agents --diff", "what would change; for CI"],
  ],
  status: [["ra status", "configuration, trees, state of the index"]],
  check: [
    ["ra check", "exit code 0: fine, 1: warnings, 2: errors"],
    ["ra check --drift", "links, paths and names in documents that no longer fit"],
  ],
  test: [["ra test", "exit code 0: all found, 1: some not, 2: a mistake in .ra.toml"]],
  config: [["ra config", "every setting with the value in force"]],
  completions: [
    ["source <(ra completions bash)", "in ~/.bashrc; zsh alike"],
    ["ra completions fish > ~/.config/fish/completions/ra.fish", ""],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [command: string, meaning: string])[]>>;

/** The examples of one command as help text. */
export function examplesOf(command: keyof typeof EXAMPLES): string {
  const rows = EXAMPLES[command];
  const width = Math.max(...rows.map(([line]) => line.length));
  return `\nExamples:\n${rows.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`.trimEnd()).join("\n")}`;
}
