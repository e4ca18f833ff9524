/** Compares what ra reads of Org with what Emacs does: `bun tools/readers/org_task.ts FOLDER`. Needs `emacs`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findMarkup } from "../../src/document/formats/org/find_markup.ts";
import { reader } from "../../src/document/formats/org/read_org.ts";
import { shownText } from "../../src/document/formats/shown_text.ts";
import { countWords, percent, textOfHtml, wordsOf } from "./words.ts";

interface OrgDump {
  readonly file: string;
  readonly headings: readonly { readonly line: number; readonly level: number; readonly text: string }[];
  readonly html: string;
}

const [folder = "", known] = process.argv.slice(2);
const words = { words: 0, missing: 0, extra: 0 };
const headings = { theirs: 0, ours: 0, same: 0, otherText: 0 };
let [bytes, milliseconds] = [0, 0];
for (const { file, headings: theirs, html } of dumps()) {
  const content = readFileSync(join(folder, file));
  const text = content.toString("utf8");
  const start = performance.now();
  void reader.read(content, file, { ocr: "never", languages: [] });
  milliseconds += performance.now() - start;
  bytes += content.length;
  const found = findMarkup(text);
  compareHeadings(
    file,
    theirs,
    found.headings.map((one) => ({ ...one, line: text.slice(0, one.lineStart).split("\n").length })),
  );
  if (html.startsWith("ERROR")) {
    console.log(`${file}: ${html}`);
    continue;
  }
  const shown = shownText(found, { start: found.textStart, end: text.length });
  const other = countWords(words, shown, textOfHtml(html).replace(/\[BROKEN LINK: (.*?)\]/g, "$1"));
  if (other.length > 0) console.log(`${file}: ${other.slice(0, 30).join(" ")}`);
}
console.log(
  `headings of Org ${headings.theirs}, with equal lines and levels ${percent(headings.same, headings.theirs)}`,
);
console.log(
  `  not in Org ${percent(headings.ours - headings.same, headings.theirs)}, other words ${headings.otherText}`,
);
console.log(
  `words ${words.words}, missing ${percent(words.missing, words.words)}, extra ${percent(words.extra, words.words)}`,
);
console.log(`${(bytes / 1e3 / milliseconds).toFixed(1)} MB/s`);

function compareHeadings(
  file: string,
  theirs: OrgDump["headings"],
  ours: readonly { readonly line: number; readonly level: number; readonly text: string }[],
): void {
  headings.theirs += theirs.length;
  headings.ours += ours.length;
  const byLine = new Map(ours.map((one) => [one.line, one]));
  for (const { line, level, text } of theirs) {
    const own = byLine.get(line);
    if (own?.level !== Math.min(6, level)) {
      console.log(`${file}:${line}: Org has a heading of level ${level}: ${text}`);
      continue;
    }
    headings.same++;
    const plain = text.replace(/\[\[[^\]]*\]\[([^\]]*)\]\]/g, "$1").replace(/\[\d*(?:%|\/\d*)\]/g, "");
    if (wordsOf(plain).join(" ") !== wordsOf(own.text).join(" ")) {
      headings.otherText++;
      console.log(`${file}:${line}: ${text} is ${own.text}`);
    }
  }
}

function dumps(): readonly OrgDump[] {
  let out = known;
  if (out === undefined) {
    out = join(mkdtempSync(join(tmpdir(), "ra-org-")), "dump.jsonl");
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".org"))
      .sort();
    const script = new URL("org_dump.el", import.meta.url).pathname;
    const { status, stderr } = spawnSync("emacs", ["-Q", "--batch", "-l", script, folder, out], {
      input: `${paths.join("\n")}\n`,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Error(stderr.slice(-2000));
  }
  return readFileSync(out, "utf8").trim().split("\n").map((line) => JSON.parse(line) as OrgDump);
}
