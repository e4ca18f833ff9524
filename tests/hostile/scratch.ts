/** Makes the folders of one trial: the project, and beside it the sentinel folder that must stay as it is. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What a hostile folder is written with. */
export interface Place {
  /** The folder that the commands run in. */
  readonly project: string;
  /** The sentinel folder. It holds `secret.md`, `secret.toml` and `folder/inner.md`; each holds the secret. */
  readonly outside: string;
  /** The user's home, which is empty. */
  readonly home: string;
  /** The text that must not appear in any output, or in any file of the project. */
  readonly secret: string;
  /** A word that stands beside the secret, so that a search can ask for it. */
  readonly word: string;
  /** A shell command that leaves a trace. Plant it where something might run it. */
  readonly command: string;
  /** Writes a file of the project, with the folders above it. Gives its path. */
  write(path: string, content: string | Uint8Array): string;
}

export interface Scratch {
  readonly place: Place;
  readonly environment: Readonly<Record<string, string>>;
  snapshot(): Snapshot;
  /** Fails if something outside the project changed or was read, if the secret came into it, or if a command ran. */
  assertUntouched(before: Snapshot, what: string): void;
  remove(): void;
}

interface Snapshot {
  /** One line for each entry outside the project. */
  readonly outside: readonly string[];
  /** The files of the project that were planted with the secret in them. */
  readonly planted: ReadonlySet<string>;
}

/** A file larger than this is not searched for the secret. */
const LARGE = 64 * 1024 * 1024;
/** An access time before this moment means that nobody read the file: file systems that note reads change it then. */
const LONG_AGO = new Date("2001-01-01T00:00:00Z");

/** One folder for all trials of a process, so that what a runtime compiled is kept. */
let caches: string | undefined;

export function createScratch(): Scratch {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "ra-hostile-")));
  caches ??= realpathSync(mkdtempSync(join(tmpdir(), "ra-hostile-caches-")));
  const hasReadTimes = notesReads(caches);
  const [project, outside, home, ran] = ["project", "outside", "home", "ran"].map((name) => join(base, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [project, outside, home, ran]) mkdirSync(folder);
  const secret = `hush${createHash("sha256").update(base).digest("hex").slice(0, 16)}`;
  const word = "sentinelword";
  mkdirSync(join(outside, "folder"));
  writeFileSync(join(outside, "secret.md"), `# ${word} ${secret}\n\n${word} ${secret}\n`);
  writeFileSync(join(outside, "secret.toml"), `${word} = "${secret}\n`);
  writeFileSync(join(outside, "folder", "inner.md"), `# ${word} ${secret}\n\n${word} ${secret}\n`);
  const place: Place = {
    project,
    outside,
    home,
    secret,
    word,
    command: `echo ran >> '${ran}/commands'`,
    write(path, content) {
      const full = join(project, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
  };
  return {
    place,
    environment: {
      HOME: home,
      USERPROFILE: home,
      XDG_CACHE_HOME: join(caches, "cache"),
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local", "share"),
      XDG_STATE_HOME: join(home, ".local", "state"),
      TMPDIR: caches,
    },
    snapshot() {
      forgetReads(outside); // This rounds the times too.
      const planted = new Set(filesWithSecret(project, secret));
      const lines = outsideLines(base, project, home);
      forgetReads(outside);
      return { outside: lines, planted };
    },
    assertUntouched(before, what) {
      assert.ok(!existsSync(join(ran, "commands")), `${what} ran a planted command`);
      // Before the contents are compared, which reads them.
      const read = hasReadTimes
        ? filesBelow(outside).filter((path) => statSync(path).atimeMs > LONG_AGO.getTime())
        : [];
      assert.deepEqual(outsideLines(base, project, home), before.outside, `${what} changed something outside`);
      assert.deepEqual(read, [], `${what} read outside the project`);
      forgetReads(outside);
      const leaked = [...filesWithSecret(project, secret), ...filesWithSecret(home, secret)]
        .filter((path) => !before.planted.has(path));
      assert.deepEqual(leaked, [], `${what} wrote a secret from outside into the project`);
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

process.on("exit", () => {
  if (caches !== undefined) rmSync(caches, { recursive: true, force: true });
});

let noted: boolean | undefined;

/** Whether the file system changes the access time of a file that is read. Some are mounted so that they do not. */
function notesReads(folder: string): boolean {
  if (noted !== undefined) return noted;
  const path = join(folder, "probe");
  writeFileSync(path, "probe");
  utimesSync(path, LONG_AGO, new Date());
  readFileSync(path);
  noted = statSync(path).atimeMs > LONG_AGO.getTime();
  rmSync(path);
  return noted;
}

/** Sets the access times back, so that the next read shows. */
function forgetReads(folder: string): void {
  for (const path of filesBelow(folder)) utimesSync(path, LONG_AGO, lstatSync(path).mtime);
}

/** The regular files below a folder, without following links. */
function filesBelow(folder: string): readonly string[] {
  return entriesBelow(folder).filter((path) => lstatSync(path).isFile());
}

function entriesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...entriesBelow(path)] : [path];
  }).sort();
}

/** Names, kinds, modes, sizes, times and contents. Of the project and the home folder, only that they are there. */
function outsideLines(base: string, project: string, home: string): readonly string[] {
  const top = readdirSync(base).sort();
  const inside = top.map((name) => join(base, name)).filter((path) => path !== project && path !== home);
  const entries = inside.flatMap((path) => [path, ...(lstatSync(path).isDirectory() ? entriesBelow(path) : [])]);
  return [
    top.join(" "),
    ...entries.map((path) => {
      const { mode, size, mtimeMs, nlink } = lstatSync(path);
      const content = lstatSync(path).isFile()
        ? createHash("sha256").update(readFileSync(path)).digest("hex")
        : lstatSync(path).isSymbolicLink()
        ? readlinkSync(path)
        : "";
      return [
        path.slice(base.length),
        mode.toString(8),
        lstatSync(path).isDirectory() ? "" : size,
        mtimeMs,
        nlink,
        content,
      ]
        .join(" ");
    }),
  ];
}

function filesWithSecret(folder: string, secret: string): readonly string[] {
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return [];
  const bytes = Buffer.from(secret);
  return filesBelow(folder).filter((path) => lstatSync(path).size <= LARGE && readFileSync(path).includes(bytes));
}
