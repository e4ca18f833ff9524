/** The files of a small project that uses everything that `ra rag` has. */
import { docx, paragraph, pdf } from "../../documents/sample_files.ts";

const LEVER = "The lever of the machine is purple. Pull the lever to start the machine.";

const notebook = (source: string): string =>
  JSON.stringify({ cells: [{ cell_type: "markdown", source }], metadata: {} });

/** `address` is that of the services, without a path. */
export function goodFiles(address: string): Readonly<Record<string, string | Uint8Array>> {
  return {
    "rag.yaml": ragYaml(address),
    ".ra.toml": `[tree.docs]
path = "docs"
include = ["**/*.{md,html,docx,ipynb}"]

[generation]
model = "m"
base_url = "${address}/v1"
retries = 0
`,
    ".gitignore": "rag\nmade\n.ra\n",
    "docs/guide.md": `# Guide\n\n${LEVER}\n\n## Socket\n\nThe socket has 230 volts, see \`src/lever.py\`.\n`,
    "docs/deep/more.md": "# More\n\nThe zeppelin was sold in May. See [the guide](../guide.md).\n",
    "docs/page.html": "<title>Page</title><h1>Page</h1><p>The wheel of the machine is round.</p>",
    "docs/plot.ipynb": notebook("# Plot\n\nThe plot of the lever."),
    "docs/letter.docx": docx(paragraph("Letter", "Heading1") + paragraph("The letter names the lever.")),
    "src/lever.py": "def lever():\n    return 1\n",
    "notes/one.txt": "The note names the machine.\n",
    "manuals/manual.html": `<title>Manual</title><h1>Manual</h1><p>${LEVER}</p>`,
    "manuals/plot.ipynb": notebook("The plot of the manual."),
    "manuals/table.csv": "part,colour\nlever,purple\n",
    "manuals/manual.pdf": pdf([[[12, "The manual names the lever."]]]),
    "manuals/lever.svg": '<svg xmlns="http://www.w3.org/2000/svg"><title>The lever</title></svg>',
    "manuals/lever.md": "A picture of the purple lever.\n",
    "sheets/prices.csv": "part,price\nlever,3\n",
    "site/mine.md": "# Mine\n\nThis page is the user's own.\n",
    "site/prices.csv.txt": "This, too.\n",
    "prompt.md": "Answer the question from the passages.\n\n{context}\n\n{history}\n\nQuestion: {question}\n",
    "attach/minutes.md": "# Minutes\n\nThe lever was painted in May.\n",
    "attach/minutes.docx": docx(paragraph("The minutes name the lever.")),
    "questions.txt": "What colour is the lever?\n",
    "scenarios.yaml": `scenarios:
  - id: lever
    question: What colour is the lever?
    attach: [attach/minutes.md]
    expect: {says: ["lever"]}
`,
    "made/docs/page.md": "# Page\n\nneedle\n",
  };
}

const ragYaml = (address: string): string =>
  `version: 1
paths: {data_root: rag/data, index_root: rag/index}
sources:
  - {id: local, path: docs, treat_as: headings}
  - {id: notes, globs: ["notes/*.txt"]}
  - {id: hooks, git: ./upstream, include: ["docs/**/*.md"]}
convert_docs:
  - {id: manuals, input: manuals}
  - {id: sheets, input: "sheets/*.csv", output: site}
crawl:
  - id: web
    seeds: ["${address}/site/"]
    allow_private: ["${new URL(address).host}"]
    rate_limits: {requests_per_second: 1000}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: e, provider: openai, base_url: "${address}/v1"}
retrieval: {initial_k: 20, final_k: 4}
prompt: {template: prompt.md}
generation: {model: m, base_url: "${address}/v1", retries: 0}
attachments: {attach_limit_files: 5, attach_limit_chunks: 50}
`;
