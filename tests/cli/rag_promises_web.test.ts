// What `ra rag` promises about web sites and converted documents, each sentence with a command and a real server.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { EvaluationReport } from "../../src/shapes/evaluation.ts";
import type { RagRunReport } from "../../src/shapes/rag.ts";
import { quotes } from "../answering/quoting_model.ts";
import { docx, paragraph, pdf } from "../documents/sample_files.ts";
import { withSite } from "../sources/crawl/site.ts";
import { withRagFolder } from "./rag_folder.ts";

const skip = process.versions["deno"] !== undefined;
const PER_SECOND = 10;
const configuration = (origin: string): string =>
  `version: 1
paths: {data_root: data, index_root: index}
crawl:
- id: site
  seeds: ["${origin}/docs/"]
  allow_private: ["127.0.0.1"]
  rate_limits: {requests_per_second: ${PER_SECOND}, concurrency: 4}
convert_docs: [{id: papers, input: papers, treat_as: headings}]
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 9}
generation: {model: m, base_url: "ENDPOINT", retries: 0}
`;
const page = (title: string, body: string): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${body}</p></main>`;
const NAMES = Array.from({ length: 24 }, (_, at) => `part-${at}.html`);
const PAGES = {
  "/robots.txt": "User-agent: *\nDisallow: /docs/private/\n",
  "/docs/": page(
    "Docs",
    `All pages. ${
      [...NAMES, "clean.html", "private/plan.html", "dead.html"].map((name) => `<a href="${name}">x</a>`).join(" ")
    }`,
  ),
  "/docs/clean.html": page("Clean", "The zeppelin is cleaned on Friday."),
  "/docs/private/plan.html": page("Plan", "The secret plan."),
  ...Object.fromEntries(
    NAMES.map((name, at) => [`/docs/${name}`, page(`Part ${at}`, `The bolt number ${at} is green.`)]),
  ),
};
const PAPERS = {
  "papers/manual.pdf": pdf([[[20, "Manual"], [10, "Pull the lever."]], [[20, "Socket"], [
    10,
    "The socket has 230 volts.",
  ]]]),
  "papers/letter.docx": docx(paragraph("Letter", "Heading1") + paragraph("The letter is about the kestrel.")),
};

test(
  "a crawl keeps to robots.txt and its rate, and names each address that it left out with the reason",
  { skip },
  () =>
    withSite({ ...PAGES }, ({ origin, asked, pages }) => {
      const times: number[] = [];
      for (const [path, body] of Object.entries(PAGES)) {
        pages[path] = (_, answer) => {
          times.push(performance.now());
          answer.writeHead(200, { "content-type": path.endsWith(".txt") ? "text/plain" : "text/html" }).end(body);
        };
      }
      return withRagFolder({ "rag.yaml": configuration(origin), ...PAPERS }, async ({ ra, folder }) => {
        const { code, stdout, stderr } = await ra("crawl", "--json");
        assert.equal(code, 0, stderr);
        assert.ok(asked.includes("/docs/dead.html") && asked.every((path) => !path.startsWith("/docs/private/")));
        for (const [at, time] of times.entries()) {
          const inSecond = times.slice(at).filter((other) => other - time < 1000).length;
          assert.ok(inSecond <= PER_SECOND + 2, `${inSecond} requests in a second`);
        }
        const { sources: [run] } = JSON.parse(stdout) as RagRunReport;
        const left = [...run!.problems, ...run!.left_out ?? []].map(({ path, reason }) => `${path}: ${reason}`).sort();
        assert.equal(left.length, 2, left.join("\n"));
        assert.match(left[0]!, /\/docs\/dead\.html: gone$/);
        assert.match(left[1]!, /\/docs\/private\/plan\.html: .*robots\.txt/);
        const text = readFileSync(join(folder, "data/text/site", textOf(folder, "clean")), "utf8");
        assert.match(text, /The zeppelin is cleaned on Friday\./);
      });
    }),
);

/** The path of a text below `data/text/site`. */
function textOf(folder: string, name: string): string {
  const found = readdirSync(join(folder, "data/text/site"), { recursive: true, encoding: "utf8" }).find((path) =>
    path.endsWith(`${name}.md`) || path.endsWith(`${name}.html.md`)
  );
  assert.ok(found !== undefined, name);
  return found;
}

test("crawled and converted texts have titles, sections, pages and addresses, and eval knows a page by its path", {
  skip,
}, () =>
  withSite({ ...PAGES }, ({ origin }) =>
    withRagFolder(
      { "rag.yaml": configuration(origin).replace(`_second: ${PER_SECOND}`, "_second: 200"), ...PAPERS },
      async ({ ra, rows, folder }) => {
        for (const verb of ["ingest", "index"]) {
          const { code, stderr } = await ra(verb);
          assert.equal(code, 0, stderr);
        }
        const table = await rows();
        const rowWith = (words: string) => {
          const [row, ...others] = table.filter(({ text }) => text.includes(words));
          assert.deepEqual([row === undefined, others], [false, []], words);
          const { source_type, path, page, url, title, section, start_line, end_line } = row!;
          assert.ok(start_line >= 1 && end_line >= start_line);
          return { source_type, path, page, url, title, section };
        };
        assert.deepEqual(rowWith("zeppelin"), {
          ...{ source_type: "web", path: "/docs/clean.html", page: null, url: `${origin}/docs/clean.html` },
          ...{ title: "Clean", section: "Clean" },
        });
        assert.deepEqual(rowWith("230 volts"), {
          ...{
            source_type: "document",
            path: "manual.pdf",
            page: 2,
            url: null,
            title: "Socket",
            section: "Manual › Socket",
          },
        });
        assert.deepEqual(rowWith("kestrel"), {
          ...{
            source_type: "document",
            path: "letter.docx",
            page: null,
            url: null,
            title: "Letter",
            section: "Toaster manual › Letter",
          },
        });
        const asked = "When is the zeppelin cleaned?";
        for (const path of ["/docs/clean.html", "docs/clean.html", "site:/docs/clean.html", "**/clean.html"]) {
          writeFileSync(
            join(folder, "scenarios.yaml"),
            `scenarios:\n- {id: a, question: "${asked}", expect: {paths: ["${path}"], says: [Friday]}}\n`,
          );
          const { code, stdout } = await ra("eval", "scenarios.yaml", "--json");
          const { scenarios: [scenario] } = JSON.parse(stdout) as EvaluationReport;
          assert.deepEqual([code, scenario!.reasons, scenario!.recall], [0, [], 1], path);
        }
      },
      { replies: [quotes(1)] },
    )));
