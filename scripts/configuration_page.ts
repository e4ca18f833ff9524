/** Writes `docs/configuration.md` from the table of keys: `npm run build:pages`. */
import { writeFileSync } from "node:fs";
import { KEYS, keysOf, lastPart, SECTIONS } from "../src/config/keys.ts";
import { type Key, requirement } from "../src/config/keys/key.ts";
import { tomlValue } from "../src/config/toml_text.ts";

export const PAGE = "docs/configuration.md";

const INTRODUCTION = `# Configuration

ra is configured by TOML files named \`.ra.toml\`. \`ra init\` writes a commented one, [a JSON Schema](ra-toml.schema.json) lets an editor complete it, \`ra config\` prints what is in effect,
\`ra check\` looks for mistakes.

\`\`\`toml
[tree.docs]
path = "docs"
\`\`\`

This is a complete configuration: one tree named \`docs\`, the directory \`docs\` beside the file. Everything else has a default.

## Which files apply

ra starts in the working directory (or the one given with \`-C\`) and reads every \`.ra.toml\` from there up to the root of the
filesystem. \`~/.ra.toml\` comes last, with the lowest precedence, wherever the walk began. A file with \`root = true\` ends the
walk: files above it do not apply, \`~/.ra.toml\` still does. Directories are followed to their real place first, so a home
directory reached through a symbolic link is still the home directory, and its file is read once.

A folder that ra may not read counts as empty. If there is no file at all, commands end with exit code 2. A \`.ra.toml\` that is a
symbolic link does not count, except \`~/.ra.toml\`.

The index lives in \`.ra/index/\` beside the nearest file found, even if that file defines no tree.

## How files combine

- If several files set a key, the value of the nearest file counts. A nearer list replaces the others; it does not extend them.
- Synonyms combine by word, patterns (\`[context.patterns]\`) by glob; the tests and context rules of all files count.
- Trees combine by name. The nearest definition of a tree replaces all others completely.
- A tree whose definition in effect comes from \`~/.ra.toml\` is *global*; all others are *local*, and their scores are multiplied
  by \`settings.local_boost\`. A nearer definition of the same tree makes it local.

With these two files, a search in \`~/shop\` finds both trees, shows 8 results, and ranks \`docs\` above \`notes\` when they match alike:

\`\`\`toml
# ~/.ra.toml
[tree.notes]
path = "~/notes"

[settings]
default_limit = 8
\`\`\`

\`\`\`toml
# ~/shop/.ra.toml
[tree.docs]
path = "docs"
exclude = ["drafts/**"]

[settings]
local_boost = 2.0
\`\`\`

## Trees

A name is made of letters, digits, \`_\`, \`-\` and \`.\`; one with a dot is written in quotes: \`[tree."v1.2"]\`. \`path\` is required:

| \`path\` | means |
|---|---|
| \`docs\`, \`./docs\`, \`../shared/docs\` | relative to the directory of the file that states it |
| \`/srv/docs\` | absolute |
| \`~\`, \`~/docs\` | the home directory, or below it |

A directory that does not exist is a warning; the other trees keep working, and what was indexed of it
[stays](#what-is-left-out-stays-in-the-index). A tree outside the project needs your [trust](#what-needs-your-trust).

### Globs

\`include\` and \`exclude\` are matched on the whole path relative to the tree, with \`/\` between its parts, on Windows too; letter case does not
matter, and neither does how accents are written: a \`ü\` from your keyboard fits the one of macOS. A file is indexed when at least one \`include\` and no \`exclude\` matches.

A file takes at most 500 trees, 1,000 globs in a list, and 5,000 synonyms, rules or tests. The braces of a glob may stand for 1,000 globs. ra
skips a folder whose \`.gitignore\` and \`.raignore\`, with those above it, have more than 20,000 rules, or a line with more than four stars in one
name or three \`**\`, and says so.

An \`exclude\` that matches a folder leaves out everything in that folder, as in \`.gitignore\`: \`drafts\`, \`drafts/\` and
\`drafts/**\` mean the same. Unlike in \`.gitignore\`, a name without \`/\` matches only at the top of the tree; write
\`**/drafts\` for a folder at any depth.

| Glob | matches |
|---|---|
| \`*\`, \`?\` | any run of characters, one character, within one part of the path |
| \`**\` | any number of parts: \`**/*.md\` is every Markdown file, at the top too |
| \`{a,b}\` | either |
| \`[a-c]\`, \`[!a-c]\` | one character of the set, one not in it |

Hidden files and directories are left out unless a part of an \`include\` starts with a dot. So is \`node_modules\`, in any folder,
unless a part of an \`include\` is that name.

\`\`\`toml
[tree.api]
path = "services"
include = ["**/*.{md,txt}", ".github/**/*.md"]
exclude = ["**/drafts/**", "**/CHANGELOG.md"]
\`\`\`

Context rules and patterns have globs too. One without \`/\` matches the file's name, in any folder. One with \`/\` matches the path relative to
the directory of the file that holds it, whatever folder ra was started in.

## What ra init finds

\`ra init\` looks for the file of a site generator: in the project's folder, in the folders in it, and in those of \`docs\`, \`website\` and the
like. It reads only what stands there literally, and runs nothing. What it finds becomes ordinary keys of the tree, with a comment that
names the file: change them as you like.

| Generator | its file | what ra init takes |
|---|---|---|
| mdBook | \`book.toml\` | \`src\` |
| Docusaurus | \`docusaurus.config.*\` | the \`path\` of \`docs\`, \`versions.json\` and \`versioned_docs\`, the docs in \`i18n\`, \`defaultLocale\` |
| Starlight | \`astro.config.*\` | \`src/content/docs\`, \`locales\`, \`defaultLocale\` |
| VitePress | \`.vitepress/config.*\` | \`srcDir\`, \`srcExclude\`, \`locales\` |
| MkDocs | \`mkdocs.yml\` | \`docs_dir\`, \`custom_dir\`, \`languages\` of the plug-in i18n |
| Hugo | \`hugo.*\`, \`config.*\`, \`config/_default\` | \`contentDir\`, and that of each of the \`languages\` |
| Jekyll | \`_config.yml\` | \`source\`, \`destination\`, \`exclude\`, \`collections\` and \`collections_dir\`; layouts and includes are left out |
| Antora | \`antora.yml\` | its folder; partials and examples are left out |
| Quarto | \`_quarto.yml\` | \`output-dir\`, \`render\`; what begins with \`_\` is left out, and \`README.md\` |
| Sphinx | \`conf.py\` | its folder, \`exclude_patterns\`, \`templates_path\`, \`locale_dirs\`; \`_build\` and the pages of \`man_pages\` are left out |
| Obsidian | \`.obsidian\` | the vault; the folder of templates is left out |
| Zola | \`config.toml\` | \`content\` |
| Nextra | \`next.config.*\` | \`content\` or \`pages\`, \`i18n\` |
| Next.js with Markdoc or MDX | \`next.config.*\` | \`pages\` or \`app\`, where \`pageExtensions\` has \`md\`, \`mdx\` or \`mdoc\` |
| docsify | \`index.html\` | its folder; side bars and the cover page are left out |
| GitBook | \`.gitbook.yaml\`, \`SUMMARY.md\` | \`root\` |

Without one, the tree is \`docs\`, or the project's folder where \`docs\` holds nothing that ra reads, or less than a tenth of what the project has beside
plain text, pages of HTML, examples and tests. Folders that are named by languages
(\`en\`, \`pt-BR\`, \`zh_CN\`) or versions (\`v1.2\`, \`versioned_docs\`, \`4\` beside \`5\` and \`10\`, \`docs_v1\` beside \`docs\`) and hold the same pages become \`locales\` and \`versions\`:

\`\`\`toml
[tree.docs]
path = "website"
include = ["docs/**/*.{md,mdx}", "versioned_docs/**/*.{md,mdx}", "i18n/**/*.{md,mdx}"]
versions = ["docs", "versioned_docs/version-2.0", "versioned_docs/version-1.0"]
locales = { en = "docs", fr = "i18n/fr/docusaurus-plugin-content-docs/current" }
\`\`\`

Some generators keep translations beside each other and tell them by the names of the files, \`page.md\` and \`page.fr.md\`. These languages share a folder in
\`locales\`; the first of them is that of a file whose name names none:

\`\`\`toml
[tree.docs]
path = "docs"
locales = { en = ".", fr = "." }
\`\`\`

## What is not read

ra says which documents no answer can know: \`ra init\`, \`ra update\`, \`ra status\`, \`ra check\`, \`list_sources\`, the start page of \`ra serve\`, and
every \`search\`, \`context\`, \`likethis\` and \`ask\` that finds nothing. It counts, by kind,

- documents of a tree that no \`include\` matches, such as \`.textile\` or pages of man. ra reads those that it has no reader for as plain text,
  if an \`include\` names them;
- documents in a folder that package managers and generators fill and that an \`exclude\` or ra itself leaves out, such as \`node_modules\` and \`_build\`;
- Markdown of the project that lies in no tree. Here and in such folders, ra looks at 20,000 entries at most, and only with \`ra update\`,
  \`ra status\`, \`ra check\`, and when it builds the index for the first time.

What an \`exclude\` or an ignore file of yours leaves out is not counted, and pictures, data and sources never are.

## Links to documents

A document that is a symbolic link counts if it leads to a file in the project or in a tree. \`ra check\` and \`ra status\` name the others, and
\`ra inspect doc\` says why one does not count. The same holds for images, and for files that you name. Links to folders are not followed; make
a tree of such a folder instead. The next section says what the project is.

## What needs your trust

A \`.ra.toml\` may have come with a clone or an archive, so it does not do everything by itself. Three things need your trust:

- **A tree outside the project.** The project is the git repository that holds the file, or else the file's own directory. A repository that
  holds your home directory does not count, because everything of yours lies in it. A tree whose directory is a symbolic link, or lies
  behind one, lies where the link leads.
- **A service beyond this machine.** \`semantic.base_url\` names where texts of your documents are sent. One on this machine needs no trust. But
  a key (\`semantic.api_key_env\`) always does, and it is sent only to the address that stands beside it in the same file.
- **A file of another user.** Root does not count as another user, and neither does the user who called \`sudo\`.

ra leaves out what is not trusted, and one warning names the command that trusts it. If another user owns the file in the working directory, or
the only file, the command ends with the error \`config-untrusted\` instead.

\`\`\`sh
ra trust                    # the nearest .ra.toml
ra trust ~/shop             # the one in ~/shop
ra trust --list             # what is trusted, and where its trees lie
ra trust --revoke ~/shop    # no longer
ra --trust search retry     # only this time
\`\`\`

\`ra trust\` remembers the file by its real path, where its trees outside the project really lie, and the service with its
key. Other edits of the file change nothing. When such a tree or service is added, or leads elsewhere, ra leaves them all out until you run \`ra trust\` again. Trust in a file of another user ends when a third
user owns it.

In a container, ra often runs as root in a checkout that belongs to another user. There, give \`--trust\` to each command, or run \`ra trust\` first.

\`~/.ra.toml\` needs no trust, and neither does a configuration that a program passes to \`open\` as data: both are your own words. What
\`ra init\` writes needs none.

ra remembers this in \`ra/trust.json\` in your data folder (\`$XDG_DATA_HOME\` or \`~/.local/share\`, on Windows \`%LOCALAPPDATA%\`). Only you
can read it. Windows does not tell ra who owns a file, and Deno does not without \`--allow-sys=uid\`. There ra skips the check of owners.

## What is left out stays in the index

A tree that is left out is in no answer: no result, list, count or score knows of it. What was indexed of it stays in the index. So it costs nothing to
bring the tree back: the next search finds it, and reads no file anew. \`ra status\` says how many documents the index keeps and why the tree is left
out. \`ra update --prune\` drops them. A tree is left out

- while it needs trust and has none. A tree of the same name in a file farther up does not take its place;
- while the file that defines it is there and is not read: another user owns it, ra may not read it, the home directory is another one, or a nearer file
  has \`root = true\`;
- while its directory is missing or cannot be listed;
- while its directory is empty and lies on another device than when it was indexed: its disk is not mounted.

ra tells a disk that is not mounted by the number of the device alone, and looks only at the tree's own directory. It takes a disk that was mounted
below that directory, or under the same number (\`mount --bind\`), for deleted files. Files that you delete leave the index with the next search, and so
does a tree that you remove from its file. ra cannot keep what it cannot read: when it finds the index damaged, or made by another version, it
builds a new one, without the trees that are left out then.

## Mistakes

These are errors: a key that ra does not know, a value of the wrong type or out of range, and text that is not TOML. The error names the file,
the line, the column and the nearest valid key. The command ends with exit code 2. \`5.0\` is not an integer, but an integer is a
valid number. ra refuses \`nan\` and \`inf\`. It also refuses sizes that contradict each other, after it has combined all files.
A byte order mark and Windows line ends are fine; encodings other than UTF-8 are not.

## All keys
`;

/** What users choose as the name of a key. Elsewhere it is a glob. */
const CHOSEN: Readonly<Record<string, string>> = {
  "search.synonyms.*": "WORD",
  "tree.*.metadata.*": "KEY",
  "tree.*.locales.*": "CODE",
};

/** Makes the text of the page. */
export function configurationPage(): string {
  return [INTRODUCTION, ...SECTIONS.map(sectionText)].join("\n");
}

function sectionText(section: (typeof SECTIONS)[number]): string {
  const title = section.path === ""
    ? "Top level"
    : section.list
    ? `\`[[${section.path.replace(".*", "")}]]\``
    : `\`[${section.path.replace("*", "NAME")}]\``;
  const rows = keysOf(section.path).map((key) =>
    `| \`${lastPart(key.path).replace("*", CHOSEN[key.path] ?? "GLOB")}\` | ${defaultText(key)} | ${
      values(key)
    } | ${key.meaning} |\n`
  );
  return `### ${title}\n\n${section.meaning}\n\n| Key | Default | Values | Meaning |\n|---|---|---|---|\n${
    rows.join("")
  }`;
}

function defaultText(key: Key): string {
  if (key.inherits !== undefined) return `that of \`${key.inherits}\``;
  if (key.optional !== undefined) return key.optional.unset;
  return key.default === undefined ? "required" : `\`${tomlValue(key.default, key.type)}\``;
}

function values(key: Key): string {
  const bound = key.below ?? key.notAbove;
  const pair = bound === undefined
    ? ""
    : key.below === undefined
    ? `, not above \`${lastPart(bound)}\``
    : `, below \`${lastPart(bound)}\``;
  return (key.oneOf?.map((value) => `\`${value}\``).join(", ") ?? requirement(key)) + pair;
}

if ((import.meta as { readonly main?: boolean }).main === true) {
  writeFileSync(PAGE, configurationPage());
  console.log(`${PAGE}: ${KEYS.length} keys`);
}
