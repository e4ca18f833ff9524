import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { addLanguage } from "../../../src/document/ocr/add_language.ts";
import { installedLanguages, requireLanguages } from "../../../src/document/ocr/installed_languages.ts";
import { LANGUAGE_FOLDER } from "../../documents/ocr_language.ts";

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const FILE = "eng.traineddata.gz";
const DATA = new Uint8Array(readFileSync(join(LANGUAGE_FOLDER, FILE)));
const fs = createDiskFileSystem();

async function inHome(use: (home: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "ra-ocr-"));
  try {
    await use(home.replaceAll("\\", "/"));
  } finally {
    rmSync(home, { recursive: true });
  }
}

const add = (home: string, language: string, from?: string): Promise<number> =>
  addLanguage({ language, from }, { fs, home, onProgress() {} });

async function withServer(body: Uint8Array, use: (asked: readonly string[]) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    if (!request.url!.endsWith(`/${FILE}`)) response.statusCode = 404;
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env["RA_OCR_LANGUAGES"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data/`;
  try {
    await use(asked);
  } finally {
    delete process.env["RA_OCR_LANGUAGES"];
    server.closeAllConnections();
    server.close();
  }
}

test("a known language is fetched, checked and listed", () =>
  inHome((home) =>
    withServer(DATA, async (asked) => {
      assert.equal(await add(home, "eng"), DATA.length);
      assert.deepEqual(asked, [`/data/eng@1.0.0/4.0.0_best_int/${FILE}`]);
      assert.deepEqual(installedLanguages(fs, home), [{ name: "eng", bytes: DATA.length }]);
      assert.deepEqual(readdirSync(`${home}/.local/share/ra/tesseract`), [FILE]);
      requireLanguages(fs, home, ["eng"]);
      assert.throws(() => requireLanguages(fs, home, ["eng", "deu"]), {
        message: "the OCR language deu is not installed",
        hint: "ra model add tesseract:deu",
      });
      await assert.rejects(add(home, "deu"), { code: "io", message: /^there is no http/ });
    })
  ));

test("another file than the known one is refused, and the installed one stays", () =>
  inHome(async (home) => {
    await add(home, "eng", LANGUAGE_FOLDER);
    const changed = DATA.slice();
    changed[1000]! ^= 1;
    await withServer(changed, async () => {
      await assert.rejects(add(home, "eng"), { code: "model-invalid", message: /is not the known one/ });
    });
    assert.deepEqual(readdirSync(`${home}/.local/share/ra/tesseract`), [FILE]);
    assert.deepEqual(new Uint8Array(readFileSync(`${home}/.local/share/ra/tesseract/${FILE}`)), DATA);
  }));

test("a file of the user is taken, packed or not, and what is not data of Tesseract is refused", () =>
  inHome(async (home) => {
    const plain = gunzipSync(DATA);
    const own = join(home, "own.traineddata").replaceAll("\\", "/");
    writeFileSync(own, plain);
    await add(home, "xyz", own);
    assert.deepEqual(installedLanguages(fs, home).map(({ name }) => name), ["xyz"]);
    assert.deepEqual(gunzipSync(readFileSync(`${home}/.local/share/ra/tesseract/xyz.traineddata.gz`)), plain);
    const damaged = [plain.subarray(0, 100_000), DATA.subarray(0, 1000), "text", "", new Uint8Array(300)];
    for (const bytes of damaged) {
      writeFileSync(own, bytes);
      await assert.rejects(add(home, "xyz", own), { code: "model-invalid", message: /holds no data of Tesseract/ });
    }
    await assert.rejects(add(home, "xyz", `${home}/nothing`), { code: "io", message: /^there is no / });
    await assert.rejects(add(home, "xyz", home), { code: "io", message: /xyz\.traineddata\.gz and no / });
    assert.deepEqual(gunzipSync(readFileSync(`${home}/.local/share/ra/tesseract/xyz.traineddata.gz`)), plain);
  }));

test("a name that is not a language is refused before anything is asked", () =>
  inHome((home) =>
    withServer(DATA, async (asked) => {
      for (const name of ["../eng", "", "a/b", "eng.gz", "constructor"]) {
        await assert.rejects(add(home, name), { code: "usage" }, name);
      }
      await assert.rejects(add(home, "germn"), { code: "usage", message: "model add: no OCR language germn is known" });
      assert.deepEqual(asked, []);
    })
  ));
