/** Makes a small project in a temporary folder. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Two trees: Markdown with sections and tags, notes as text. */
export const PROJECT: Files = {
  ".ra.toml": `[tree.docs]
path = "docs"

[tree.notes]
path = "notes"
`,
  "docs/guide.md": `---
title: User Guide
tags: [intro, setup]
---

Everything about the toaster.

## Installation

Unpack the toaster and plug it in.
Use a grounded socket.

## Configuration

Set the browning level with the dial.

Advanced
--------

The defrost mode doubles the time.
`,
  "docs/errors.md": `# Error Handling

The toaster blinks when something is wrong.

## Overheating

Unplug the toaster; let it cool for ten minutes.

## Jammed Bread

Never use a fork. Unplug first.
`,
  "docs/api/http.md": `---
tags: api
---
# HTTP API

Send GET requests to \`/status\` for the temperature.

## Authentication

Pass the token in a header named X-Toast.
`,
  "notes/todo.txt": "buy bread\ncall about the warranty\n",
};

/** Writes the files with one fixed modification time, runs the work, and removes the files. */
export async function withProject(files: Files, work: (directory: string) => void | Promise<void>): Promise<void> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "ra-cli-")));
  try {
    for (const [path, content] of Object.entries(files)) {
      const full = join(directory, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      utimesSync(full, FIXED, FIXED);
    }
    await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const FIXED = new Date("2026-03-04T05:06:07Z");
