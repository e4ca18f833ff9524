// Tests of documents as resources, of completion, and of the research prompt.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseResourceUri, resourceUri } from "../../../src/serve/mcp/resource_uri.ts";
import { PROJECT } from "../../cli/project.ts";
import { withServer } from "./connect.ts";

test("resources/list names every document once, page by page", () => {
  const many = Object.fromEntries(Array.from({ length: 230 }, (_, n) => [`docs/many/p${n}.md`, `# Page ${n}\n`]));
  return withServer({ ...PROJECT, ...many }, async ({ client }) => {
    const first = await client.listResources({});
    const uris: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await client.listResources(cursor === undefined ? { cursor: "" } : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
      pages++;
      assert.ok(page.resources.length <= 100);
    } while (cursor !== undefined);
    assert.equal(pages, 3);
    assert.equal(uris.length, 234);
    assert.equal(new Set(uris).size, 234);
    assert.deepEqual(first.resources.find(({ name }) => name === "notes:todo.txt"), {
      uri: "ra://notes/todo.txt",
      name: "notes:todo.txt",
      title: "todo",
      mimeType: "text/plain",
      size: 34,
      annotations: { lastModified: "2026-03-04T05:06:07.000Z" },
    });
    await assert.rejects(client.listResources({ cursor: "%" }), /does not come from a list of resources/);
  });
});

test("resources/read returns a document or a section exactly as the file has it", () =>
  withServer({ ...PROJECT, "docs/odd name #1 ü.md": "# Odd\n\nodd text\n" }, async ({ client }) => {
    const read = async (uri: string) =>
      (await client.readResource({ uri })).contents[0] as {
        readonly uri: string;
        readonly mimeType: string;
        readonly text: string;
      };
    assert.deepEqual(await read("ra://docs/guide.md"), {
      uri: "ra://docs/guide.md",
      mimeType: "text/markdown",
      text: PROJECT["docs/guide.md"],
    });
    assert.equal((await read("ra://docs/guide.md#advanced")).text, "\nThe defrost mode doubles the time.\n");
    const odd = (await client.listResources()).resources.find(({ title }) => title === "Odd");
    assert.equal(odd?.uri, "ra://docs/odd%20name%20%231%20%C3%BC.md");
    assert.equal((await read(odd.uri)).text, "# Odd\n\nodd text\n");
    await assert.rejects(
      client.readResource({ uri: "ra://docs/guide.md#instalation" }),
      /nearest: docs:guide\.md#installation/,
    );
  }));

test("resourceUri() and parseResourceUri() reverse each other", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) =>
    !/\p{Surrogate}/u.test(text) && !/[/\\\p{Cc}]/u.test(text) && text !== "." && text !== ".."
  );
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9_.-]+$/).filter((tree) => !/^\.\.?$/.test(tree)),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      fc.option(name, { nil: undefined }),
      (tree, path, section) => {
        const parts = { tree, path: path.join("/"), section };
        assert.deepEqual(parseResourceUri(resourceUri(parts)), parts);
      },
    ),
  );
});

test("completion offers trees, then paths in the tree, then sections of the document", () =>
  withServer(PROJECT, async ({ client }) => {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate), [
      "ra://{tree}/{+path}",
      "ra://{tree}/{+path}{#section}",
    ]);
    const values = async (
      name: string,
      value: string,
      given: Record<string, string> = {},
    ): Promise<readonly string[]> => {
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri: resourceTemplates[1]!.uriTemplate },
        argument: { name, value },
        context: { arguments: given },
      });
      return completion.values;
    };
    assert.deepEqual(await values("tree", ""), ["docs", "notes"]);
    assert.deepEqual(await values("tree", "no"), ["notes"]);
    assert.deepEqual(await values("path", "", { tree: "docs" }), ["api/http.md", "errors.md", "guide.md"]);
    assert.deepEqual(await values("path", "http", { tree: "docs" }), ["api/http.md"]);
    assert.deepEqual(await values("path", "todo"), ["todo.txt"]);
    assert.deepEqual(await values("section", "", { tree: "docs", path: "guide.md" }), [
      "installation",
      "configuration",
      "advanced",
    ]);
    assert.deepEqual(await values("section", "x", { tree: "docs", path: "nowhere.md" }), []);
    assert.deepEqual(await values("other", ""), []);
  }));

test("the prompt searches for the task and its files, and says how to continue", () =>
  withServer(
    { ...PROJECT, "src/overheating.py": "class Overheating:\n    '''the toaster must cool'''\n" },
    async ({ client }) => {
      const { prompts } = await client.listPrompts();
      assert.deepEqual(
        prompts.map(({ name, arguments: taken }) => [name, taken?.map((one) => [one.name, one.required])]),
        [["research", [["task", true], ["files", false]]]],
      );
      const { messages } = await client.getPrompt({
        name: "research",
        arguments: { task: "Fix: the (defrost) mode OR -its timing", files: "src/overheating.py" },
      });
      const texts = messages.map(({ content }) => (content as { readonly text: string }).text);
      assert.match(texts[0]!, /^Task: Fix: the \(defrost\) mode[^]*tool `search`/);
      assert.ok(texts.some((text) => text.includes("The defrost mode doubles the time.")), texts.join("\n"));
      assert.ok(texts.some((text) => text.includes("let it cool for ten minutes")), texts.join("\n"));
      await assert.rejects(client.getPrompt({ name: "research", arguments: {} }), /task is missing/);
      await assert.rejects(client.getPrompt({ name: "reserch", arguments: { task: "x" } }), /there is: research/);
      await assert.rejects(
        client.getPrompt({ name: "research", arguments: { task: "x", files: "/etc/passwd" } }),
        /is not a file of this project/,
      );
    },
  ));
