/** Reads pages of HTML for tests. */
import type { Reading } from "../../../../src/document/formats/format.ts";
import { readFile } from "../../../../src/document/formats/read_file.ts";

export async function readPage(page: string): Promise<Reading> {
  return await readFile(new TextEncoder().encode(page), "page.html");
}

export async function markdownOf(page: string): Promise<string> {
  return new TextDecoder().decode((await readPage(page)).text);
}

/** The lines that are left out, by kind. */
export async function omittedFrom(page: string): Promise<Readonly<Record<string, readonly string[]>>> {
  return Object.fromEntries((await readPage(page)).omitted?.map(({ kind, lines }) => [kind, lines]) ?? []);
}

/** The Markdown of what stands in the main part. */
export async function mainOf(inner: string): Promise<string> {
  return (await markdownOf(`<body><main>${inner}</main></body>`)).trimEnd();
}
