/** What `ra config` answers. The keys of each table are those of `src/config/keys/`. */
import { z } from "zod";
import { fromOne, text, texts } from "./parts.ts";
import { ConfigFileReport } from "./reports.ts";

const definedIn = text.describe("the configuration file that states it");
const table = z.record(text, z.unknown());

export const TreeSettings = z.strictObject({
  name: text,
  path: text.describe("absolute path of the folder"),
  written_path: text.describe("as written in the file"),
  defined_in: definedIn,
  global: z.boolean().describe("whether `~/.ra.toml` defines it"),
  include: texts,
  exclude: texts,
  versions: texts.describe("folders that hold the same pages for several versions, the newest first"),
  base_url: text.optional().describe("the address at which its site begins; absent when it is not stated"),
  gitignore: z.boolean(),
  chunking: z.enum(["headings", "adaptive", "leaves", "code", "prose", "auto"]),
  sizes: z.record(text, z.int()).describe("the sizes that the tree states; `[chunking]` has the others"),
  stemmer: text.describe("its own, else that of `[search]`"),
  metadata: z.record(text, text).describe("properties of each of its documents"),
  locales: z.record(text, text).describe("folders by the code of their language, the default language first"),
  format: z.record(text, text).describe("the formats of files by globs, where the extension misleads"),
  ocr: z.enum(["never", "auto", "always"]).describe("whether text is read from pictures"),
  languages: texts.describe("the languages of that text, as Tesseract calls them"),
  notebook_outputs: z.boolean().describe("whether text that the code of notebooks printed is read"),
  source_records: z.boolean().describe("whether its texts have records of their sources beside them"),
}).describe("A tree of the configuration.");

export const ContextRuleSettings = z.strictObject({
  match: texts.min(1),
  trees: texts.optional().describe("the trees that the rule covers; absent for all"),
  terms: texts,
  include: texts.describe("ids of documents or sections"),
  defined_in: definedIn,
}).describe("A rule for source files.");

export const ContextPatternSettings = z.strictObject({
  glob: text,
  terms: texts,
  defined_in: text.nullable().describe("the configuration file that states it; `null` for the built-in ones"),
}).describe("Terms for the source files that a glob matches.");

export const ContextTable = z.strictObject({
  limit: fromOne,
  terms: fromOne,
  min_term_frequency: fromOne,
  min_word_length: fromOne,
  max_word_length: fromOne,
  sample_size: fromOne,
  rules: z.array(ContextRuleSettings).describe("those of the nearest file first"),
  patterns: z.array(ContextPatternSettings).describe("the nearest statement of each glob; the built-in ones last"),
}).describe("The table `[context]`.");

export const TestSettings = z.strictObject({
  query: text,
  expect: texts.min(1).describe("ids or paths"),
  within: fromOne.describe("number of results that each must be among"),
  defined_in: definedIn,
}).describe("A golden query.");

export const ConfigReport = z.strictObject({
  files: z.array(ConfigFileReport).describe("the configuration files, nearest first"),
  root: text.describe("the folder whose `.ra/index` is used"),
  trees: z.array(TreeSettings),
  settings: table.describe("the table `[settings]`"),
  chunking: table.describe("the table `[chunking]`"),
  search: table.describe("the table `[search]`"),
  semantic: table.describe("the table `[semantic]`"),
  generation: table.describe("the table `[generation]`"),
  context: ContextTable,
  tests: z.array(TestSettings),
}).describe("The configuration in force.");
