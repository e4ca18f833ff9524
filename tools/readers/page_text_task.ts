// Prints the text that ra reads of pages of HTML, as JSON by path. tools/readers/main_part.py calls it.
//   bun tools/readers/page_text_task.ts PAGE…
import { readFileSync } from "node:fs";
import process from "node:process";
import { decodePage } from "../../src/document/formats/html/decode_page.ts";
import { read } from "../../src/document/formats/html/read_html.ts";

const texts = process.argv.slice(2).map((path) => {
  const page = decodePage(readFileSync(path), null);
  return [path, page === undefined ? "" : new TextDecoder().decode(read(page.text).text)] as const;
});
process.stdout.write(JSON.stringify(Object.fromEntries(texts)));
