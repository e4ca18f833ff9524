/** A `.git` that a stranger has put where ra might keep that of a git source. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitAll, gitIn, writeIn } from "../host/git_repository.ts";
import { startGitServer } from "../host/git_server.ts";
import { hostile, type HostileFolder, type Place } from "./hostile.ts";
import { hostileConfiguration, plantGitFolder, plantPrograms } from "./hostile_git.ts";
import { plantPrivate, writeRag } from "./rag_folder.ts";

const skip = spawnSync("git", ["--version"]).status !== 0 && "git is not installed";

/** A good repository in the project. */
function plantUpstream({ project }: Place): void {
  writeIn(join(project, "upstream"), "docs/a.md", "# Good\n\nneedle\n");
  commitAll(join(project, "upstream"));
}

/** The repository that an archive brings where ra keeps the one of a source. */
function plantFetched({ project }: Place): string {
  const folder = join(project, "rag/data/raw/up");
  mkdirSync(folder, { recursive: true });
  gitIn(folder)("init", "-q");
  return join(folder, ".git");
}

/** ra fetches the good repository, or says why not. What is planted plays no part. */
const COMMANDS = (): readonly (readonly string[])[] => [["trust", "rag.yaml"], ["rag", "fetch"], ["rag", "ingest"]];

interface PlantedGit {
  readonly name: string;
  readonly source?: string;
  /** `gitFolder` is that of a repository of which ra made none. */
  plant(place: Place, gitFolder: string): void;
}

const planted = ({ name, source = "git: ./upstream", plant }: PlantedGit): HostileFolder => ({
  name: `a planted .git: ${name}`,
  skip,
  plant(place) {
    plantUpstream(place);
    writeRag(place, { sources: [`{id: up, ${source}}`] });
    plant(place, plantFetched(place));
  },
  keeps: ["upstream"],
  commands: COMMANDS,
});

const withoutAddress = (configuration: string): string => configuration.replace(/\[url [^[]*/, "");

const PLANTED: readonly PlantedGit[] = [
  {
    name: "every key that names a program, and another address",
    plant: ({ project, command }, gitFolder) => plantGitFolder(gitFolder, join(project, "planted"), command),
  },
  {
    name: "every key that names a program",
    plant({ project, command }, gitFolder) {
      const beside = join(project, "planted");
      plantGitFolder(gitFolder, beside, command);
      writeFileSync(join(gitFolder, "config"), withoutAddress(hostileConfiguration(join(beside, "run.sh"), beside)));
      // The program for the references of another repository runs where there is one.
      mkdirSync(join(gitFolder, "objects/info"), { recursive: true });
      writeFileSync(join(gitFolder, "objects/info/alternates"), `${join(project, "upstream/.git/objects")}\n`);
    },
  },
  {
    name: "the same in a configuration for this worktree",
    plant({ project, command }, gitFolder) {
      const beside = join(project, "planted");
      const run = plantPrograms(beside, command);
      writeFileSync(
        join(gitFolder, "config"),
        "[extensions]\n\tworktreeConfig = true\n[core]\n\trepositoryformatversion = 1\n",
      );
      writeFileSync(join(gitFolder, "config.worktree"), hostileConfiguration(run, beside));
    },
  },
  {
    name: "a proxy program",
    source: "git: git://127.0.0.1:9/x",
    plant: ({ project, command }, gitFolder) => plantGitFolder(gitFolder, join(project, "planted"), command),
  },
  {
    name: "a program for ssh",
    source: "git: ssh://127.0.0.1:9/x",
    plant({ project, command }, gitFolder) {
      const beside = join(project, "planted");
      plantGitFolder(gitFolder, beside, command);
      writeFileSync(join(gitFolder, "config"), withoutAddress(hostileConfiguration(join(beside, "run.sh"), beside)));
    },
  },
  {
    name: "a working tree outside",
    plant: ({ outside }, gitFolder) =>
      writeFileSync(
        join(gitFolder, "config"),
        `[core]\n\tworktree = ${outside}\n\texcludesFile = ${outside}/secret.md\n\tattributesFile = ${outside}/secret.md\n`,
      ),
  },
  {
    name: "files outside that git reads for a server",
    source: "git: http://127.0.0.1:9/x",
    plant: ({ outside }, gitFolder) =>
      writeFileSync(
        join(gitFolder, "config"),
        `[include]\n\tpath = ${outside}/secret.toml\n[http]\n\tcookieFile = ${outside}/secret.md\n\tsslCAInfo = ${outside}/secret.md\n[core]\n\texcludesFile = ${outside}/secret.md\n`,
      ),
  },
  {
    name: "a link to a repository outside",
    plant(place, gitFolder) {
      plantPrivate(place);
      rmSync(gitFolder, { recursive: true });
      symlinkSync(join(place.outside, "private/.git"), gitFolder);
    },
  },
  {
    name: "a file that names a repository outside",
    plant(place, gitFolder) {
      plantPrivate(place);
      rmSync(gitFolder, { recursive: true });
      writeFileSync(gitFolder, `gitdir: ${place.outside}/private/.git\n`);
    },
  },
  {
    name: "the common folder of a repository outside",
    plant(place, gitFolder) {
      plantPrivate(place);
      writeFileSync(join(gitFolder, "commondir"), `${place.outside}/private/.git\n`);
    },
  },
  {
    name: "objects of a repository outside",
    plant(place, gitFolder) {
      plantPrivate(place);
      mkdirSync(join(gitFolder, "objects/info"), { recursive: true });
      writeFileSync(join(gitFolder, "objects/info/alternates"), `${place.outside}/private/.git/objects\n`);
    },
  },
  {
    name: "pipes where git reads",
    plant(_, gitFolder) {
      for (const name of ["HEAD", "config", "packed-refs", "shallow", "index", "info/sparse-checkout"]) {
        rmSync(join(gitFolder, name), { force: true });
        mkdirSync(join(gitFolder, "info"), { recursive: true });
        spawnSync("mkfifo", [join(gitFolder, name)]);
      }
    },
  },
  {
    name: "submodules with a command",
    source: "git: ./upstream, submodules: true",
    plant({ project, command }, gitFolder) {
      const run = plantPrograms(join(project, "planted"), command);
      const part = join(project, "part");
      writeIn(part, "docs/part.md", "# Part\n");
      commitAll(part);
      const git = gitIn(join(project, "upstream"));
      git("-c", "protocol.file.allow=always", "submodule", "add", "-q", part, "sub");
      git("commit", "-q", "-m", "part");
      writeFileSync(
        join(gitFolder, "config"),
        `[core]\n\tbare = false\n[submodule "sub"]\n\turl = ${part}\n\tupdate = !${run}\n\tactive = true\n`,
      );
    },
  },
];

/** A server that wants a password, and a planted helper that would give one. */
const credentials: HostileFolder = {
  name: "a planted .git with a helper for passwords, and a server that asks for one",
  skip,
  async plant(place) {
    const { address, close } = await startGitServer(place.project);
    const host = new URL(address).host;
    writeRag(place, {
      sources: [`{id: up, git: "${address}/private/x.git"}`],
      // A server on this machine needs the user's trust.
      crawl: [`{id: web, seeds: ["${address}/"], allow_private: ["${host}"]}`],
    });
    const gitFolder = plantFetched(place);
    const beside = join(place.project, "planted");
    plantGitFolder(gitFolder, beside, place.command);
    writeFileSync(join(gitFolder, "config"), withoutAddress(hostileConfiguration(join(beside, "run.sh"), beside)));
    return close;
  },
  commands: () => [["trust", "rag.yaml"], ["rag", "fetch"], ["--trust", "rag", "fetch"]],
};

hostile("rag-git", [...PLANTED.map(planted), credentials]);
