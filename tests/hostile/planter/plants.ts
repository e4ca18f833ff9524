/** What a stranger may have put where ra reads or writes. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { plantGitFolder } from "../hostile_git.ts";
import type { Place } from "../scratch.ts";
import type { Target } from "./targets.ts";

export interface Plant {
  readonly name: string;
  /** Whether it makes sense there. */
  fits(target: Target): boolean;
  /** Puts it there. `service` is the address of a server that must not be asked. */
  put(place: Place, target: Target, service: string): void;
  readonly isLink?: boolean;
  /** For a link within the project: the path that it leads to. */
  leadsTo?(target: Target): string;
}

const always = (): boolean => true;
const isFolder = ({ before, after }: Target): boolean => (before ?? after) === "directory";
const isFile = (target: Target): boolean => !isFolder(target);

/** What stood there before, as a copy outside with a file of somebody else in it. */
function twin({ project, outside }: Place, { path }: Target, otherwise: string): string {
  const there = join(project, path);
  const copy = join(outside, "twin", basename(path));
  mkdirSync(dirname(copy), { recursive: true });
  if (!existsSync(there)) return otherwise;
  // A pipe or a link is not copied.
  if (lstatSync(there).isDirectory()) {
    cpSync(there, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, "diary.md"), "# Diary\n\nIt is the user's.\n");
    writeFileSync(join(copy, "diary.jsonl"), "{}\n");
  } else cpSync(there, copy);
  return copy;
}

/** Clears the path, and gives it as an absolute one. */
function cleared({ project }: Place, { path }: Target): string {
  const full = join(project, path);
  rmSync(full, { recursive: true, force: true });
  mkdirSync(dirname(full), { recursive: true });
  return full;
}

const link = (name: string, fits: Plant["fits"], to: (place: Place, target: Target) => string): Plant => ({
  name,
  isLink: true,
  fits,
  put(place, target) {
    const end = to(place, target);
    symlinkSync(end, cleared(place, target));
  },
});

const huge = (name: string, size: number, beginning: () => string): Plant => ({
  name,
  fits: isFile,
  put(place, target) {
    const path = cleared(place, target);
    writeFileSync(path, beginning());
    truncateSync(path, size);
  },
});

const BRACKETS = 64 * 1024 * 1024;
/** Something of the user's elsewhere in the project. */
const documents = (target: Target): string => {
  const isDocument = target.path === "docs" || target.path.startsWith("docs/");
  return isFolder(target) ? (isDocument ? "src" : "docs") : isDocument ? "src/lever.py" : "docs/guide.md";
};
const movedTo = ({ path }: Target): string => `moved/${basename(path)}`;

export const PLANTS: readonly Plant[] = [
  link(
    "a link to a file outside",
    always,
    (place, target) =>
      isFile(target) ? twin(place, target, join(place.outside, "secret.md")) : join(place.outside, "secret.md"),
  ),
  link(
    "a link to a folder outside",
    always,
    (place, target) =>
      isFolder(target) ? twin(place, target, join(place.outside, "folder")) : join(place.outside, "folder"),
  ),
  link("a link to nothing outside", always, ({ outside }) => join(outside, "new")),
  {
    ...link("a link to the user's documents", always, ({ project }, target) => join(project, documents(target))),
    leadsTo: documents,
  },
  link("a link to the user's .git", isFolder, ({ project }) => join(project, ".git")),
  {
    name: "a link to where it was moved within the project",
    isLink: true,
    fits: ({ before }) => before !== undefined,
    put(place, target) {
      const to = join(place.project, movedTo(target));
      mkdirSync(dirname(to), { recursive: true });
      renameSync(join(place.project, target.path), to);
      symlinkSync(to, join(place.project, target.path));
    },
    leadsTo: movedTo,
  },
  link("a link to itself", always, ({ project }, { path }) => join(project, path)),
  link("a link to a device", isFile, () => "/dev/zero"),
  { name: "a pipe", fits: always, put: (place, target) => void execFileSync("mkfifo", [cleared(place, target)]) },
  {
    name: "a folder for a file",
    fits: isFile,
    put(place, target) {
      const path = cleared(place, target);
      mkdirSync(path);
      writeFileSync(join(path, "keep.md"), "# Keep\n\nIt is the user's.\n");
    },
  },
  {
    name: "a file for a folder",
    fits: isFolder,
    put: (place, target) => writeFileSync(cleared(place, target), "It is the user's.\n"),
  },
  {
    name: "a hostile .git",
    fits: (target) => isFolder(target) || basename(target.path) === ".git",
    put(place, { path }) {
      const folder = join(place.project, path);
      const gitFolder = basename(path) === ".git" ? folder : join(folder, ".git");
      plantGitFolder(gitFolder, join(gitFolder, "planted"), place.command);
    },
  },
  {
    name: "a .ra.toml",
    fits: (target) => isFolder(target) || basename(target.path) === ".ra.toml",
    put(place, { path }, service) {
      const folder = join(place.project, path);
      const file = basename(path) === ".ra.toml" ? folder : join(folder, ".ra.toml");
      rmSync(file, { recursive: true, force: true });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, stealing(place.outside, service));
    },
  },
  huge("a huge file", 3e9, () => "---\n"),
  huge("64 MB of brackets", BRACKETS, () => "[".repeat(BRACKETS)),
];

/** A configuration that wants a folder outside, and a key. */
const stealing = (outside: string, service: string): string =>
  `[tree.stolen]
path = ${JSON.stringify(outside)}

[semantic]
enabled = true
provider = "openai"
model = "e"
base_url = "${service}"
api_key_env = "OPENAI_API_KEY"
`;
