// Counts how many of the lines that Asciidoctor shows with attributes set ra finds in AsciiDoc. Run by hand:
//   RA_TEST_DOCS=/path/to/a/documentation[:/another…] npm run test:readers -- conditions
// Reads each file that has conditions with none of the attributes that they name, with each alone, and with all.
// Exits with 1 where ra lacks more than 0.5 % of the lines.
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import process from "node:process";
import { findMarkup } from "../../src/document/formats/asciidoc/find_markup.ts";
import { shownText } from "../../src/document/formats/shown_text.ts";
import { asciidocFiles, asciidoctorPages } from "./asciidoctor.ts";
import { percent, textOfHtml, wordsOf } from "./words.ts";

const MOST_LOST = 0.005;
const SIGNS: Readonly<Record<string, string>> = { "&#169;": "(C)", "&#174;": "(R)", "&#8482;": "(TM)" };
const SHOWN = Number(process.env["RA_TEST_SHOWN"] ?? 25);

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
if (folders.length === 0) {
  console.error("readers: set RA_TEST_DOCS to one or more folders of AsciiDoc");
  process.exit(2);
}
let fails = false;
for (const folder of folders) fails = compare(folder) || fails;
process.exit(fails ? 1 : 0);

/** Whether too many lines are lost. */
function compare(folder: string): boolean {
  const texts = new Map<string, string>();
  const lost = new Set<string>();
  const figures = { readings: 0, failed: 0, lines: 0, lost: 0, withValues: 0 };
  for (const page of asciidoctorPages([...asciidocFiles(folder)], "conditions")) {
    figures.readings++;
    if (page.error !== undefined) {
      figures.failed++;
      continue;
    }
    const text = texts.get(page.path) ?? readWords(page.path);
    texts.set(page.path, text);
    const shown = page.values.map((value) => value.replace(/\b[a-z]+:([^\s[]+)\[([^\]]*)\]/g, "$1 $2"));
    const values = shown.map((value) => ` ${wordsOf(value).join(" ")} `).filter((value) => value.trim() !== "");
    values.sort((a, b) => b.length - a.length);
    // Asciidoctor puts signs in place of some letters.
    const html = page.html.replace(/&#(?:169|174|8482);/g, (sign) => SIGNS[sign]!);
    for (const line of textOfHtml(html).split("\n")) {
      const words = ` ${wordsOf(line).join(" ")} `;
      if (words.trim() === "") continue;
      figures.lines++;
      if (text.includes(words)) continue;
      // The value of an attribute stands beside the text.
      const without = values.reduce((left, value) => left.replaceAll(value, " | "), words).split("|");
      if (without.length > 1 && without.every((part) => text.includes(part))) figures.withValues++;
      else {
        figures.lost++;
        lost.add(`${page.path} [${page.set.join(" ")}]: ${line.trim()}`);
      }
    }
  }
  console.log(
    `\n${folder}: ${texts.size} files with conditions, read ${figures.readings} times, ${figures.failed} failed`,
  );
  console.log(`  lines that Asciidoctor shows   ${figures.lines}`);
  console.log(`  lost                           ${figures.lost} (${percent(figures.lost, figures.lines)})`);
  console.log(`  with a value that stands beside the text  ${figures.withValues}`);
  for (const line of [...lost].slice(0, SHOWN)) console.log(`    ${line}`);
  return figures.lost > MOST_LOST * figures.lines;
}

function readWords(path: string): string {
  const markup = findMarkup(readFileSync(path, "utf8"));
  const shown = shownText({ ...markup, standIns: [] }, { start: markup.textStart, end: markup.text.length });
  return ` ${wordsOf(shown).join(" ")} `;
}
