// Each file of examples/rag works: as it stands, but for addresses that lead to this machine.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { LANGUAGE_FOLDER } from "../documents/ocr_language.ts";
import { drawn, scannedPdf } from "../documents/pictures.ts";
import { docx, paragraph } from "../documents/sample_files.ts";
import { gitIn, writeIn } from "../host/git_repository.ts";
import { withProject } from "./project.ts";
import { root, runRa } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

// Deno's commands run with few permissions, and none of them is for other programs.
const skip = process.versions["deno"] !== undefined;

/** Runs an example in a project of its own. `search` gives the ids that `WORDS` finds. */
async function withExample(
  name: string,
  change: (yaml: string) => string,
  use: (folder: string, search: (words: string) => readonly string[]) => Promise<void>,
): Promise<void> {
  await withProject({}, async (folder) => {
    for (const made of ["rag/data", "rag/index", "home"]) mkdirSync(join(folder, made), { recursive: true });
    writeFileSync(join(folder, "rag.yaml"), change(readFileSync(join(root, `examples/rag/${name}.yaml`), "utf8")));
    await use(folder, (words) => {
      const { stdout } = runRa(["-C", "rag/index", "search", "--json", words], { cwd: folder });
      const answer = JSON.parse(stdout) as { queries: [{ results: { id: string }[] }] };
      return answer.queries[0].results.map(({ id }) => id);
    });
  });
}

/** A server of this process answers, so the command must not block it. */
async function ingest(folder: string, listens = false): Promise<void> {
  const running = startRa(["--trust", "rag", "ingest", "--strict"], folder, { listens });
  assert.equal(await running.closeInput(), 0, running.stdout() + running.stderr());
}

test("every example is run here or in rag_example_chat.test.ts", () => {
  const names = readdirSync(join(root, "examples/rag")).filter((name) => name.endsWith(".yaml"));
  assert.deepEqual(names.sort(), ["chat.yaml", "documents.yaml", "repository.yaml", "scenarios.yaml", "web-site.yaml"]);
});

test(
  "the example of a repository",
  { skip },
  () =>
    withExample(
      "repository",
      (yaml) => yaml.replaceAll("https://github.com/example/handbook.git", "./up"),
      async (folder, search) => {
        const up = join(folder, "up");
        writeIn(up, "docs/guide.md", "# Guide\n\n## Lever\n\nPull the purple lever.\n");
        writeIn(up, "docs/other.txt", "The purple text.\n");
        writeIn(up, "src/lever.py", `${"# a comment\n".repeat(80)}def pull_lever():\n    return "purple"\n`);
        const git = gitIn(up);
        git("init", "-q", "-b", "main");
        git("add", "-A");
        git("commit", "-q", "-m", "one");
        await ingest(folder);
        assert.deepEqual([...search("purple")].sort(), ["code:src/lever.py", "handbook:docs/guide.md"]);
      },
    ),
);

test(
  "the example of documents, with OCR",
  { skip },
  () =>
    withExample("documents", (yaml) => yaml, async (folder, search) => {
      writeIn(folder, "manuals/scan.pdf", scannedPdf([await drawn("The purple socket has 230 volts.")]));
      writeIn(folder, "manuals/letter.docx", docx(paragraph("Letter", "Heading1") + paragraph("A purple letter.")));
      writeIn(folder, "manuals/drafts/old.docx", docx(paragraph("A purple draft.")));
      const add = runRa(["model", "add", "tesseract:eng", "--from", LANGUAGE_FOLDER], { cwd: folder });
      assert.equal(add.code, 0, add.stderr);
      await ingest(folder);
      assert.deepEqual([...search("purple")].sort(), ["manuals:letter.docx.md", "manuals:scan.pdf.md"]);
    }),
);

test("the example of a web site", { skip }, async () => {
  const pages: Readonly<Record<string, string>> = {
    "/guide/":
      '<a href="lever">Lever</a> <a href="/reference/all">All</a> <a href="/guide/blog/one">Blog</a> <a href="lever?print=1">Print</a>',
    "/guide/lever":
      '<nav>Purple menu</nav><h1>Lever</h1><div class="banner">Purple sale</div><p>Pull the purple lever.</p>',
    "/reference/all": '<h1>All</h1><p>All purple parts.</p><a href="/else">Else</a>',
    "/guide/blog/one": "<p>The purple blog.</p>",
    "/guide/lever?print=1": "<p>The purple print.</p>",
    "/else": "<p>Purple elsewhere.</p>",
  };
  const server = createServer((request, response) => {
    const page = pages[request.url!];
    if (page === undefined) response.writeHead(404).end();
    else {response.writeHead(200, { "content-type": "text/html" }).end(
        `<title>${request.url}</title><main>${page}</main>`,
      );}
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const change = (yaml: string): string =>
    yaml.replaceAll("https://docs.example.com", `http://${host}`).replaceAll("docs.example.com", host)
      .replace("    depth: 4\n", `    depth: 4\n    allow_private: ["${host}"]\n`)
      .replace("requests_per_second: 2", "requests_per_second: 100");
  try {
    await withExample("web-site", change, async (folder, search) => {
      await ingest(folder, true);
      const found = search("purple");
      assert.deepEqual(found.map((id) => id.replace(/^site:.*?(guide|reference)/, "$1")).sort(), [
        "guide/lever.md",
        "reference/all.md",
      ]);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
