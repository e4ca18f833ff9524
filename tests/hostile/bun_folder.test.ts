/** Files that Bun reads by itself in the folder in which it starts. */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { docx, paragraph } from "../documents/sample_files.ts";
import { type Answer, hostile, type HostileFolder, type Place } from "./hostile.ts";
import { said, works, writeRag } from "./rag_folder.ts";

const skip = process.versions["bun"] === undefined && "only Bun reads these files";

/** What Bun ran before ra began cannot be undone, so only what it runs in other processes leaves a trace. */
function plantBunFolder({ write, command }: Place): void {
  const trace = `import { execSync } from "node:child_process";
if (!/cli\\.(?:ts|js)$/.test(process.argv[1] ?? "")) execSync(${JSON.stringify(command)});
`;
  write("evil.ts", trace);
  write("bunfig.toml", 'preload = ["./evil.ts"]\n\n[run]\npreload = ["./evil.ts"]\n');
  write("tsconfig.json", '{"compilerOptions": {"paths": {"linkedom": ["./evil.ts"], "htmlparser2": ["./evil.ts"]}}}\n');
  write(
    "package.json",
    '{"name": "ra-documents", "main": "./evil.ts", "exports": {".": "./evil.ts", "./child": "./evil.ts"}}\n',
  );
  for (const name of ["linkedom", "htmlparser2"]) {
    write(`node_modules/${name}/package.json`, `{"name": "${name}", "main": "./evil.ts"}\n`);
    write(`node_modules/${name}/evil.ts`, trace);
  }
}

const warns = (name: RegExp) => (answer: Answer): void => {
  const warnings = answer.stderr.split("\n").filter((line) => name.test(line));
  assert.equal(warnings.length, 1, said(answer));
};

const children: HostileFolder = {
  name: "bunfig.toml, tsconfig.json and packages that run in the processes which ra starts",
  skip,
  plant(place) {
    plantBunFolder(place);
    place.write(".ra.toml", '[tree.docs]\npath = "docs"\ninclude = ["**/*.{md,docx}"]\n');
    place.write("docs/letter.docx", docx(paragraph("needle")));
    place.write("docs/a.md", "# A\n\nneedle\n");
    writeRag(place, { convert: ["{id: c, input: docs}"] });
  },
  keeps: ["docs"],
  commands: () => [
    { args: ["search", "needle"], expect: warns(/bunfig\.toml/) },
    { args: ["rag", "convert"], expect: warns(/bunfig\.toml/) },
  ],
};

const variables: HostileFolder = {
  name: "a .env that moves the user's own folders",
  skip,
  plant(place) {
    const { project, outside, write } = place;
    write(".env", `XDG_DATA_HOME=${project}/planted\nRA_HOSTILE=1\n`);
    write(".ra.toml", `[tree.stolen]\npath = ${JSON.stringify(outside)}\n\n[tree.docs]\npath = "docs"\n`);
    write("docs/a.md", "# A\n\nneedle\n");
  },
  commands: ({ word }) => [{ args: ["search", "needle"], expect: warns(/\.env/) }, ["search", word]],
};

const circle: HostileFolder = {
  name: "a .env that is a link to itself",
  skip,
  plant({ project, write }) {
    symlinkSync(".env.test.local", join(project, ".env.test.local"));
    write(".ra.toml", '[tree.docs]\npath = "docs"\n');
    write("docs/a.md", "# A\n\nneedle\n");
  },
  commands: () => [works(["search", "needle"])],
};

hostile("bun-folder", [children, variables, circle]);
