// Writes src/serve/web/assets/page_files.ts: the page's style, script and icon as text, so that they are part of every
// package and binary and of the sources. --check tells whether the file matches the present sources.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const TARGET = "src/serve/web/assets/page_files.ts";

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    // Browsers of the last three years.
    target: ["chrome117", "firefox121", "safari17.2"],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  return outputFiles[0].text.trim();
}

const parts = {
  PAGE_STYLE: await bundled("src/serve/web/assets/page.css"),
  PAGE_SCRIPT: await bundled("src/serve/web/browser/page.ts"),
  PAGE_ICON: readFileSync("src/serve/web/assets/icon.svg", "utf8").trim(),
};
const version = createHash("sha256").update(Object.values(parts).join("\0")).digest("hex").slice(0, 12);
const text = [
  "/** Made by scripts/build_page.mjs from page.css, browser/page.ts and icon.svg; never edited. */",
  `export const PAGE_VERSION: string = ${JSON.stringify(version)};`,
  ...Object.entries(parts).map(([name, content]) => `export const ${name}: string = ${JSON.stringify(content)};`),
].join("\n") + "\n";

const current = existsSync(TARGET) ? readFileSync(TARGET, "utf8") : "";
if (process.argv.includes("--check")) {
  if (current !== text) {
    console.error(`${TARGET} is not that of its sources: node scripts/build_page.mjs`);
    process.exit(1);
  }
} else if (current !== text) writeFileSync(TARGET, text);
