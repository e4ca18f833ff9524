// Tests `ra serve` as a program: where it listens, who may ask, how it ends.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { PROJECT, withProject } from "../../cli/project.ts";
import { runRa } from "../../cli/run_ra.ts";
import { type PageService, startService } from "./service.ts";

const posixOnly = { skip: process.platform === "win32" };
const TOKEN = "0123456789abcdef-Q";

const whileServing = (
  args: readonly string[],
  work: (service: PageService, directory: string) => Promise<void>,
): Promise<void> =>
  withProject(PROJECT, async (directory) => {
    const service = await startService(directory, args);
    try {
      await work(service, directory);
    } finally {
      await service.stop();
    }
  });

/** Returns status, headers and body of a request with any headers. */
const ask = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      let body = "";
      response.on("data", (piece) => (body += String(piece)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    }).on("error", reject).end();
  });

test(
  "ra serve prints its address, answers from the current files, and ends with 130 on Ctrl-C",
  posixOnly,
  () =>
    whileServing([], async (service, directory) => {
      assert.match(service.url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.match((await ask(`${service.url}/?q=fork`)).body, /Never use a <mark>fork<\/mark>/);
      writeFileSync(join(directory, "docs/jam.md"), "# Jam\n\nOrange marmalade.\n");
      assert.match((await ask(`${service.url}/?q=marmalade`)).body, /data-id="docs:jam\.md"/);
      assert.equal(await service.stop(), 130);
      assert.equal(service.stderr(), "ra: Ctrl-C ends it\n");
    }),
);

test(
  "ra serve refuses foreign host names and pages of other origins",
  posixOnly,
  () =>
    whileServing([], async ({ url }) => {
      assert.equal((await ask(url, { host: "rebound.example" })).status, 403);
      assert.equal((await ask(`${url}/api/search?q=fork`, { origin: "https://other.example" })).status, 403);
      assert.equal((await ask(`${url}/api/search?q=fork`, { origin: url })).status, 200);
    }),
);

test(
  "ra serve --token admits a browser that sent the token once",
  posixOnly,
  () =>
    whileServing(["--token", TOKEN], async ({ url }) => {
      assert.deepEqual([(await ask(`${url}/?q=fork`)).status, (await ask(`${url}/?q=fork&token=wrong`)).status], [
        401,
        401,
      ]);
      const first = await ask(`${url}/?q=fork&token=${TOKEN}`);
      assert.deepEqual([first.status, first.headers["location"], first.headers["set-cookie"]], [303, "/?q=fork", [
        `ra_token=${TOKEN}; Path=/; HttpOnly; SameSite=Strict`,
      ]]);
      assert.equal((await ask(`${url}//evil.example/?token=${TOKEN}`)).headers["location"], "/evil.example/");
      assert.equal((await ask(`${url}/?q=fork`, { cookie: `other=1; ra_token=${TOKEN}` })).status, 200);
      assert.equal((await ask(`${url}/?q=fork`, { cookie: "ra_token=wrong" })).status, 401);
      assert.equal((await ask(`${url}/api/trees`, { authorization: `Bearer ${TOKEN}` })).status, 200);
    }),
);

test(
  "ra serve --editor makes links of source lines",
  posixOnly,
  () =>
    whileServing(["--editor", "zed"], async ({ url }, directory) => {
      const { body } = await ask(`${url}/?id=docs%3Aguide.md%23configuration`);
      assert.ok(body.includes(`<a href="zed://file${directory}/docs/guide.md:13">`), body);
    }),
);

test(
  "ra serve refuses an open address without a token, and a project without a configuration",
  posixOnly,
  () =>
    withProject(PROJECT, (directory) => {
      const open = runRa(["serve", "--host", "0.0.0.0"], { cwd: directory });
      assert.deepEqual([open.code, open.stdout], [2, ""]);
      assert.match(open.stderr, /^ra: --host 0\.0\.0\.0: others on the network could read your documentation\n/);
      const none = runRa(["serve", "-C", "docs/../.."], { cwd: directory });
      assert.equal(none.code, 2);
    }),
);
