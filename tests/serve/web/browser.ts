/** Opens a browser on the page of `ra serve`, over a small project. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type Files, PROJECT, withProject } from "../../cli/project.ts";
import { root } from "../../cli/run_ra.ts";
import { startService } from "./service.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browserPath = [process.env["RA_TEST_BROWSER"], ...PLACES].find((path) =>
  path !== undefined && path !== "" && existsSync(path)
);

/** Playwright works only on Node. */
export const browserTest = {
  skip: process.versions["deno"] !== undefined || process.versions["bun"] !== undefined
    ? "driven from Node"
    : browserPath === undefined
    ? "there is no Chromium"
    : false,
} as const;

export interface Visit {
  readonly page: Page;
  readonly url: string;
  readonly directory: string;
  /** The messages and errors of the page, and its requests to other origins. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  readonly files?: Files;
  readonly context?: BrowserContextOptions;
  /** A script that runs in every page before the page's own. */
  readonly init?: string;
}

export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  // Chromium refuses to use its sandbox as root, which is the usual user in a container.
  return await chromium.launch({
    executablePath: browserPath!,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
}

/** Opens the browser at a path of the page, and checks afterwards that nothing complained. */
export async function visit(
  path: string,
  { files = {}, context = {}, init }: VisitOptions,
  work: (visit: Visit) => Promise<void>,
): Promise<void> {
  await withProject({ ...PROJECT, ...files }, async (directory) => {
    const service = await startService(directory);
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context })).newPage();
      const complaints: string[] = [];
      page.on("console", (message) => {
        // The browser logs these itself: a query that it cannot read, and a click of a test before the search field had
        // the focus.
        if (!/status of 400|^Autofocus processing was blocked/.test(message.text())) {
          complaints.push(`${message.type()}: ${message.text()}`);
        }
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("dialog", (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(`${service.url}/`)) complaints.push(`request: ${request.url()}`);
      });
      if (init !== undefined) await page.addInitScript(init);
      await page.goto(service.url + path);
      await work({ page, url: service.url, directory, complaints });
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
    } finally {
      await browser.close();
      await service.stop();
    }
  });
}

/** The source of axe-core, which runs in every page. */
export const axe = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns axe's serious findings as `rule: element`. */
export async function seriousProblems(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    type Result = { id: string; impact: string | null; nodes: { target: unknown[]; failureSummary: string }[] };
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<{ violations: Result[] }> } }).axe
      .run();
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`)
      );
  });
}

/** Saves a picture in build/screenshots. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = join(root, "build", "screenshots");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Holds requests for matching addresses back from the server until a release. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  return release;
}

/** Returns the ids of the shown results, in their order. */
export const hitIds = (page: Page): Promise<(string | undefined)[]> =>
  page.$$eval("a.hit", (links) => links.map((link) => (link as HTMLElement).dataset["id"]));

/** Waits until the results show this id. */
export async function untilFound(page: Page, id: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>("#results a.hit")].some((link) => link.dataset["id"] === wanted),
    id,
  );
}
