/** The languages that OCR can read. Each is one file that the user adds, `LANG.traineddata.gz`. */
import type { FileSystem } from "../../host/file_system.ts";
import { RaError } from "../../errors.ts";
import { homeDirectory, userDataFolder } from "../../host/process.ts";
import { joinPath } from "../../text/paths.ts";

const ENDING = ".traineddata.gz";

/** Throws `io` where there is no home directory. */
export function languageFolder(home: string | null = homeDirectory() ?? null): string {
  const data = userDataFolder(home);
  if (data !== undefined) return joinPath(data, "tesseract");
  throw new RaError("io", "there is no home directory to keep OCR languages in", { hint: "set HOME" });
}

export function languageFile(language: string, home: string | null): string {
  return joinPath(languageFolder(home), `${language}${ENDING}`);
}

/** By name, each with the bytes of its file. */
export function installedLanguages(
  fs: FileSystem,
  home: string | null,
): readonly { readonly name: string; readonly bytes: number }[] {
  const folder = languageFolder(home);
  if (fs.kindOf(folder) !== "directory") return [];
  return fs.readDirectory(folder).flatMap(({ name, kind }) =>
    kind === "file" && name.endsWith(ENDING)
      ? [{ name: name.slice(0, -ENDING.length), bytes: fs.stat(joinPath(folder, name))?.size ?? 0 }]
      : []
  );
}

/** Throws `io` for the first language that is not installed. */
export function requireLanguages(fs: FileSystem, home: string | null, languages: readonly string[]): void {
  for (const language of languages) {
    if (fs.kindOf(languageFile(language, home)) === "file") continue;
    throw new RaError("io", `the OCR language ${language} is not installed`, {
      hint: `ra model add tesseract:${language}`,
    });
  }
}
