/**
 * Fetches real documents from package registries into a cache outside the checkout: `~/.cache/ra-readers/material`, or
 * below `RA_READERS_CACHE`. Each package has one version and one hash.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

interface Material {
  readonly version: string;
  readonly from: "PyPI" | "npm" | "Debian";
  readonly sha256: string;
}

const MATERIALS = {
  sphinx: {
    version: "8.2.3",
    from: "PyPI",
    sha256: "398ad29dee7f63a75888314e9424d40f52ce5a6a87ae88e7071e80af296ec348",
  },
  docutils: {
    version: "0.22.4",
    from: "PyPI",
    sha256: "4db53b1fde9abecbb74d91230d32ab626d94f6badfc575d6db9194a49df29968",
  },
  flask: { version: "3.1.2", from: "PyPI", sha256: "bf656c15c80190ed628ad08cdfd3aaa35beb087855e2f494910aa3774cc4fd87" },
  nbconvert: {
    version: "7.16.6",
    from: "PyPI",
    sha256: "576a7e37c6480da7b8465eefa66c17844243816ce1ccc372633c6b71c3c0f582",
  },
  npm: { version: "10.9.2", from: "npm", sha256: "5cd1e5ab971ea6333f910bc2d50700167c5ef4e66da279b2a3efc874c6b116e4" },
  "git-doc": {
    version: "1:2.39.5-0+deb12u3",
    from: "Debian",
    sha256: "3c89668a11053a6bafade3de1f611f4613db31e082af63f43d8c5b69ad8795ec",
  },
} satisfies Record<string, Material>;

const CACHE = join(
  process.env["RA_READERS_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "ra-readers"),
  "material",
);

export type MaterialName = keyof typeof MATERIALS;

/** The folder of the unpacked package. Throws what the registry's client says where it gives none. */
export function materialFolder(name: MaterialName): string {
  const { version, from, sha256 }: Material = MATERIALS[name];
  const folder = folderOf(name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(join(CACHE, "new-"));
  try {
    const archive = download(name, version, from, scratch);
    const hash = createHash("sha256").update(readFileSync(archive)).digest("hex");
    if (hash !== sha256) throw new Error(`${name} ${version} from ${from} has the SHA-256 ${hash}, not ${sha256}`);
    const unpacked = join(scratch, "unpacked");
    mkdirSync(unpacked);
    if (from === "Debian") run("dpkg-deb", ["-x", archive, unpacked], scratch);
    else run("tar", ["-xf", archive, "-C", unpacked, "--strip-components=1"], scratch);
    // Another process may have been faster.
    if (!existsSync(folder)) renameSync(unpacked, folder);
    return folder;
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? "").trim().split("\n").at(-1);
    throw new Error(
      `cannot fetch ${name} ${version} from ${from} (this test needs it once): ${said || (error as Error).message}`,
      { cause: error },
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Whether the package is here, or its registry can have it. Debian removes old versions, and not all have Debian. */
export function canHave(name: MaterialName): boolean {
  const { version, from }: Material = MATERIALS[name];
  if (from !== "Debian" || existsSync(folderOf(name))) return true;
  const isListed = (): boolean => run("apt-cache", ["madison", name], ".").includes(` ${version} `);
  try {
    if (isListed()) return true;
    run("apt-get", ["-q", "update"], ".");
    return isListed();
  } catch {
    return false;
  }
}

function folderOf(name: MaterialName): string {
  const { version }: Material = MATERIALS[name];
  return join(CACHE, `${name}-${version.replaceAll(/[^\w.-]/g, "_")}`);
}

function download(name: string, version: string, from: Material["from"], scratch: string): string {
  const pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name, `${name}==${version}`];
  if (from === "PyPI") run("python3", pip, scratch);
  else if (from === "npm") run("npm", ["pack", "--silent", `${name}@${version}`], scratch);
  else run("apt-get", ["-q", "download", `${name}=${version}`], scratch);
  const archive = readdirSync(scratch).find((file) => /\.(?:tar\.gz|tgz|deb)$/.test(file));
  if (archive === undefined) throw new Error("its client wrote no archive");
  return join(scratch, archive);
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
