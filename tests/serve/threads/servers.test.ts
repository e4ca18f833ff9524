// Tests that a client of a real server that asks too much leaves the server to the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROJECT, withProject } from "../../cli/project.ts";
import { openRaw } from "../http/raw_socket.ts";
import { ask, startHttp } from "../mcp/http_server.ts";
import { toolCall } from "../mcp/raw.ts";
import { startService } from "../web/service.ts";

/** Files in which a query of many words takes some time. */
const LARGE = {
  ...PROJECT,
  ...Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `docs/large/${n}.md`,
      Array.from({ length: 20 }, (_, s) => `# Part ${n} ${s}\n\n${words(n * 31 + s * 7, 150)}\n`).join("\n"),
    ]),
  ),
};

function words(from: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `w${(from + at * at) % 400}`).join(" ");
}

const HEAVY = Array.from({ length: 250 }, (_, at) => `w${at}`).join(" OR ");
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

test("a client that pipelines calls does not keep a ping and a search of another client waiting", () =>
  withProject(LARGE, async (directory) => {
    const { port, stop } = await startHttp(directory);
    try {
      const search = JSON.stringify(toolCall(2, "search", { queries: "warranty" }));
      assert.match((await ask(port, { body: search })).body, /notes:todo\.txt/);
      const body = JSON.stringify(
        toolCall(3, "search", { queries: Array.from({ length: 50 }, () => HEAVY), limit: 100 }),
      );
      const request =
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`;
      const { socket } = await openRaw(port, request.repeat(20));
      const found = ask(port, { body: search });
      for (let pings = 0; pings < 5; pings++) assert.equal((await ask(port, { body: PING })).status, 200);
      assert.match((await found).body, /notes:todo\.txt/);
      socket.destroy();
      assert.match((await ask(port, { body: search })).body, /notes:todo\.txt/);
    } finally {
      assert.equal(await stop(), 130);
    }
  }));

test("the page and small answers come while long searches of one connection wait for their turn", () =>
  withProject(LARGE, async (directory) => {
    const { url, stop } = await startService(directory);
    const port = Number(new URL(url).port);
    try {
      assert.equal((await fetch(`${url}/api/search?q=warranty`)).status, 200);
      const heavy = `GET /api/search?limit=100&explain=1&facets=1&q=${
        encodeURIComponent(HEAVY)
      } HTTP/1.1\r\nHost: localhost\r\n`;
      const { socket, closed } = await openRaw(port, `${heavy}\r\n`.repeat(15) + `${heavy}Connection: close\r\n\r\n`);
      assert.equal((await fetch(`${url}/page.css`)).status, 200);
      assert.equal((await fetch(`${url}/api/search?q=warranty`)).status, 200);
      const statuses = [...(await closed).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      assert.deepEqual(statuses, Array.from({ length: 16 }, () => "200"));
      socket.destroy();
    } finally {
      assert.equal(await stop(), 130);
    }
  }));

test("a limit above 100 is refused with a reason", () =>
  withProject(PROJECT, async (directory) => {
    const { url, stop } = await startService(directory);
    try {
      const refused = await fetch(`${url}/api/search?q=toaster&limit=101`);
      assert.equal(refused.status, 400);
      assert.match(await refused.text(), /101 is more than 100/);
      assert.equal((await fetch(`${url}/api/search?q=toaster&limit=100`)).status, 200);
    } finally {
      await stop();
    }
  }));
