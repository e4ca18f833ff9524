/** `semantic.model = "auto"`: the languages of the documents choose the model, and no search changes it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { fittingModel, languagesOf, unknownTo } from "../../src/models/installed/fitting_model.ts";
import { guessLanguage } from "../../src/text/guess_language.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { installSmallModel } from "./installed_model.ts";

delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const documentsIn = (...langs: readonly (string | null)[]) => langs.map((lang) => ({ lang }));
const many = (lang: string, count: number) => Array.from({ length: count }, () => lang);

test("one model serves all documents: the one for English where nine of ten are English", () => {
  const fits = (...langs: readonly (string | null)[]) => fittingModel(languagesOf(documentsIn(...langs)));
  assert.equal(fits(), "minilm");
  assert.equal(fits(...many("en", 40), ...many("de", 3)), "minilm");
  assert.equal(fits(...many("en", 27), ...many("de", 4)), "use-multilingual");
  assert.equal(fits(...many("zh-TW", 3)), "use-multilingual");
  // So few are no sign, and neither are documents whose language is in doubt.
  assert.equal(fits("de", "fr"), "minilm");
  assert.equal(fits(...many("en", 9), null, null, null, null), "minilm");
});

test("a model lacks the languages that it does not know", () => {
  const counts = languagesOf(documentsIn(...many("en", 5), ...many("ja", 4), ...many("pt-BR", 2)));
  assert.deepEqual(unknownTo(["en"], counts).map(({ language }) => language), ["ja", "pt"]);
  assert.deepEqual(unknownTo(["en", "ja", "pt"], counts), []);
  assert.deepEqual(unknownTo(["multilingual"], counts), []);
});

const SENTENCES: Readonly<Record<string, string>> = {
  en: "The settings of the server are read when it starts, and you change them in this file for all users.",
  de:
    "Die Einstellungen des Servers werden beim Start gelesen, und du änderst sie in dieser Datei für alle, nicht nur für einen, mit der Hand.",
  fr:
    "Les réglages du serveur sont lus au démarrage, et vous les changez dans ce fichier pour tous les utilisateurs avec une commande qui est simple.",
  es:
    "Los ajustes del servidor se leen al iniciar, y puede cambiarlos en este archivo para todos los usuarios con una orden por las noches.",
  ja: "サーバーの設定は起動時に読み込まれ、このファイルで全利用者のために変更できます。",
  zh: "服务器的设置在启动时读取,您可以在此文件中为所有用户更改。",
  ko: "서버 설정은 시작할 때 읽히며 이 파일에서 변경할 수 있습니다.",
  ru: "Настройки сервера читаются при запуске, и вы меняете их в этом файле для всех.",
  th: "การตั้งค่าของเซิร์ฟเวอร์จะถูกอ่านเมื่อเริ่มต้น",
};

test("a language is guessed by its script or its small words", () => {
  for (const [language, sentence] of Object.entries(SENTENCES)) {
    const text = `# server.conf\n\n${`${sentence} `.repeat(3)}\n\n    the code = and(of)\n`;
    assert.equal(guessLanguage(text), language);
  }
});

async function use<T>(
  fs: MemoryFileSystem,
  model: string,
  work: (workspace: Workspace, told: string[]) => Promise<T>,
): Promise<T> {
  const told: string[] = [];
  const workspace = await open("/project", {
    config: { tree: { docs: { path: "docs" } }, semantic: { enabled: true, model, floor: 0 } },
    fs,
    home: HOME,
    onWarning: ({ code, message }) => void told.push(`${code}: ${message}`),
  });
  try {
    return await work(workspace, told);
  } finally {
    workspace.close();
  }
}

const pages = (language: string, count: number): readonly (readonly [string, string])[] =>
  Array.from({ length: count }, (_, at) => [
    `/project/docs/${language}${at}.md`,
    `# Page ${language} ${at}\n\n${SENTENCES[language]}\n\nthe red cat ${at} sleeps\n`,
  ]);

test("auto keeps the model of the index until a full update", async () => {
  const fs = createMemoryFileSystem(Object.fromEntries(pages("en", 4)));
  await installSmallModel(fs, HOME, "minilm", { languages: ["en"] });
  await installSmallModel(fs, HOME, "use-multilingual", { languages: ["en", "de"], passage_prefix: "a " });
  const modelNow = () => use(fs, "auto", async (workspace) => (await workspace.status()).semantic!);
  await use(fs, "auto", (workspace) => workspace.update());
  assert.deepEqual(await modelNow(), { model: "minilm", embedded: 8, pending: 0, failed: 0 });
  for (const [path, text] of pages("de", 6)) fs.writeFile(path, new TextEncoder().encode(text));
  await use(fs, "auto", async (workspace, told) => {
    await workspace.search("cat");
    await workspace.update();
    assert.deepEqual(told, [
      "model-fits-less: 6 of 10 documents are in other languages (de 6), so the model use-multilingual suits them " +
      "better than minilm: ra model add use-multilingual, then ra update --full",
    ]);
  });
  assert.equal((await modelNow()).model, "minilm");
  await use(fs, "auto", async (workspace, told) => {
    await workspace.update({ full: true });
    assert.deepEqual(told, []);
  });
  const after = await modelNow();
  assert.deepEqual([after.model, after.pending], ["use-multilingual", 0]);
});

test("check names the fitting model where the one of the configuration lacks the languages", async () => {
  const fs = createMemoryFileSystem(Object.fromEntries([...pages("en", 2), ...pages("de", 4)]));
  await installSmallModel(fs, HOME, "minilm", { languages: ["en"] });
  const notes = await use(fs, "minilm", async (workspace) => {
    await workspace.update();
    return (await workspace.check()).issues.filter(({ code }) => code === "model-language");
  });
  assert.deepEqual(notes, [{
    level: "note",
    code: "model-language",
    message: "4 of 6 documents are in other languages (de 4), which the model minilm does not know: " +
      'ra model add use-multilingual, then semantic.model = "use-multilingual"',
  }]);
});
