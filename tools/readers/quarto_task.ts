// Draft
import { readFileSync } from "node:fs";
import { readFile } from "../../src/document/formats/read_file.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { compareWords, sum } from "../../tests/document/visible/words.ts";
const engine = await loadEngine();
let visible = 0, indexed = 0, miss = 0, inv = 0, heads = 0, equal = 0;
const M = new Map<string, [number, string]>(), I = new Map<string, [number, string]>();
const H: string[] = [];
for (const line of readFileSync(process.argv[2]!, "utf8").trim().split("\n")) {
  const page = JSON.parse(line);
  const bytes = readFileSync(page.path);
  const { text, textStart, outline } = await readFile(bytes, page.path);
  if (outline.by !== "core") throw 1;
  const shown = new TextDecoder().decode(engine.visibleText(text, textStart, outline.dialect).subarray(textStart))
    .replaceAll("\u007f", "");
  const c = compareWords([page.text], shown);
  visible += c.visible;
  indexed += c.indexed;
  miss += sum(c.missing);
  inv += sum(c.invisible);
  for (const [m, from] of [[M, c.missing], [I, c.invisible]] as const) {
    for (const [w, n] of from) {
      const k = m.get(w);
      m.set(w, [(k?.[0] ?? 0) + n, k?.[1] ?? page.path.slice(33)]);
    }
  }
  const own = engine.outline(text, textStart, outline.dialect).headings.map((h) => `${h.level} ${h.text}`);
  const plain = (t: string) => t.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const theirs = page.headings.map(([l, t]: [number, string]) => `${l} ${t}`);
  const set = own.map(plain);
  heads += theirs.length;
  for (const t of theirs) {
    const at = set.indexOf(plain(t));
    if (at >= 0) {
      equal++;
      set.splice(at, 1);
    } else H.push(`- ${page.path.slice(33)}: ${t}`);
  }
  for (const s of set) H.push(`+ ${page.path.slice(33)}: ${s}`);
}
const top = (m: typeof M) =>
  [...m].sort((a, b) => b[1][0] - a[1][0]).slice(0, Number(process.argv[3] ?? 40)).map(([w, [n, f]]) =>
    `${n} ${w} (${f})`
  ).join("\n");
console.log({ visible, indexed, miss: miss / visible, inv: inv / indexed, heads, equal });
console.log("MISSING\n" + top(M) + "\nINVISIBLE\n" + top(I));
console.log(H.length, H.slice(0, 30).join("\n"));
