/** Configurations that reach outside their project, that are links, or that belong to another user. */
import assert from "node:assert/strict";
import { chownSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Answer, hostile, type HostileFolder, type Place } from "./hostile.ts";

const OTHER = 4242;

const tree = (name: string, path: string): string => `[tree.${name}]\npath = ${JSON.stringify(path)}\n`;
const saysLeftOut = ({ stderr }: Answer): void => assert.match(stderr, /outside the project and (?:is|are) left out/);
const refuses = ({ code }: Answer): void => assert.equal(code, 2);

const outside: HostileFolder = {
  name: "trees outside the project, by path, by home and by link",
  plant(place: Place) {
    place.write("docs/good.md", "# Good\n\nneedle\n");
    symlinkSync(place.outside, join(place.project, "link"));
    symlinkSync(join(place.project, ".."), join(place.project, "up"));
    writeFileSync(join(place.home, "diary.md"), `# Diary\n\n${place.word}\n`);
    place.write(
      ".ra.toml",
      tree("docs", "docs") + tree("plain", place.outside) + tree("relative", "../outside") + tree("home", "~") +
        tree("link", "link") + tree("behind", "up/outside/folder") + tree("all", "/"),
    );
  },
  commands: ({ word }) => [
    {
      args: ["search", "needle"],
      expect(answer) {
        saysLeftOut(answer);
        assert.match(answer.stdout, /docs\/good\.md:\d/);
      },
    },
    { args: ["search", word], expect: ({ stdout }) => assert.doesNotMatch(stdout, /diary/i) },
    ["search", word, "-t", "link", "--no-update"],
    ["get", "plain:secret.md"],
    ["ls", "docs"],
    ["status"],
    ["check", "--drift"],
    ["config"],
    ["agents", "--stdout"],
    ["context", "docs/good.md"],
    ["trust", "--list"],
  ],
};

const linked: HostileFolder = {
  name: "a configuration that is a link to a file outside",
  plant({ project, outside }) {
    symlinkSync(join(outside, "secret.toml"), join(project, ".ra.toml"));
  },
  commands: () => [
    { args: ["search", "needle"], expect: refuses },
    ["config"],
    ["check"],
    { args: ["trust"], expect: refuses },
    { args: ["--trust", "search", "needle"], expect: refuses },
  ],
};

const docs: HostileFolder = {
  name: "a folder `docs` that is a link outside, before `ra init`",
  plant({ project, outside, write }) {
    write("readme.md", "# Readme\n\nneedle\n");
    symlinkSync(outside, join(project, "docs"));
  },
  commands: ({ word, project }) => [
    {
      args: ["init"],
      expect: () => assert.match(readFileSync(join(project, ".ra.toml"), "utf8"), /^path = "\."$/m),
    },
    ["search", word],
    { args: ["search", "needle"], expect: ({ stdout }) => assert.match(stdout, /─── readme\.md:1 /) },
  ],
};

const others: HostileFolder = {
  name: "a configuration of another user, here and above",
  skip: process.versions["deno"] !== undefined
    ? "the command runs without --allow-sys=uid"
    : process.getuid?.() !== 0 && "only root can give a file to another user",
  plant({ project, write }) {
    const own = write("sub/own/.ra.toml", tree("own", "."));
    write("sub/own/a.md", "# Own\n\nneedle\n");
    write("docs/b.md", "# Other\n\nneedle\n");
    mkdirSync(join(project, "sub/none"));
    chownSync(write(".ra.toml", tree("theirs", "docs")), OTHER, OTHER);
    assert.ok(existsSync(own));
  },
  commands: ({ project }) => [
    { args: ["search", "needle"], expect: refuses },
    { args: ["-C", "sub/none", "search", "needle"], expect: refuses },
    { args: ["check", "--json"], expect: ({ stdout }) => assert.match(stdout, /"config-untrusted"/) },
    {
      args: ["-C", "sub/own", "search", "needle"],
      expect({ stdout, stderr }) {
        assert.match(stdout, /sub\/own\/a\.md:1 /);
        assert.doesNotMatch(stdout, /docs\/b\.md/);
        assert.match(stderr, /another user owns this configuration, so it does not count; `ra trust /);
        assert.ok(!existsSync(join(project, ".ra")), "ra makes no index beside a configuration that does not count");
      },
    },
    { args: ["--trust", "search", "needle"], expect: ({ stdout }) => assert.match(stdout, /docs\/b\.md:1 /) },
    { args: ["init", "--force"] },
    { args: ["search", "needle"], expect: ({ stdout }) => assert.match(stdout, /docs\/b\.md:1 /) },
  ],
};

hostile("trust", [outside, linked, docs, others]);
