// Draws lines of what ra lists as left out of documents, for people who judge them: judged/README.md.
//   npm run documents:sample -- [--seed N] FOLDER_OR_FILE…
// Prints for each format the shares of the words, and then up to 100 lines: kind, file, line.
import { readdirSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { omittedSample, omittedShares } from "./lost_words/omitted_lines.ts";
import { createDocumentReader, type ReadDocument } from "./lost_words/read_document.ts";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string", default: "0" } },
  allowPositionals: true,
});
const files = positionals.flatMap((path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
      .filter((file) => statSync(file).isFile()).sort()
);
const reader = createDocumentReader();
const read: { format: string; file: string; document: ReadDocument }[] = [];
for (const path of files) {
  const document = await reader.read(path);
  if (document.reason === undefined) read.push({ format: extname(path).slice(1), file: basename(path), document });
  else console.error(`${path}: ${document.reason}`);
}
reader.close();
for (const line of omittedShares(read)) process.stdout.write(`# ${line}\n`);
process.stdout.write(omittedSample(read, Number(values.seed)));
