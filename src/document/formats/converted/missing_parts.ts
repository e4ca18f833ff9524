/** What documents need and this machine may lack: the converters, and languages of OCR. */
import { createDiskFileSystem } from "../../../host/disk_file_system.ts";
import { packageFile } from "../../../host/installed_package.ts";
import { homeDirectory, userDataFolder } from "../../../host/process.ts";
import { languageFile } from "../../ocr/installed_languages.ts";
import type { OcrOptions } from "../format.ts";

const PACKAGE = "such files need a package: npm install -g ra-documents";
const LANGUAGE = /^the OCR language (\w+) is not installed: /;

/** Undefined where `ra-documents` is not installed. */
export function converterProgram(home: string | null = homeDirectory() ?? null): string | undefined {
  return packageFile("ra-documents", "dist/mod.js", userDataFolder(home));
}

/** The reason why a file cannot be read here; undefined when nothing is missing. */
export function missingPart({ ocr, languages }: OcrOptions): string | undefined {
  if (converterProgram() === undefined) return PACKAGE;
  const missing = ocr === "never" ? undefined : languages.find((language) => !isInstalled(language));
  return missing === undefined
    ? undefined
    : `the OCR language ${missing} is not installed: ra model add tesseract:${missing}`;
}

/** Whether a file that was skipped for this reason can be read now. False for every other reason. */
export function isNoLongerMissing(reason: string): boolean {
  if (reason === PACKAGE) return converterProgram() !== undefined;
  const language = LANGUAGE.exec(reason)?.[1];
  return language !== undefined && isInstalled(language);
}

function isInstalled(language: string): boolean {
  return createDiskFileSystem().kindOf(languageFile(language, homeDirectory() ?? null)) === "file";
}
