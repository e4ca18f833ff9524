/** Checks the names of options. Without this, a mistyped option would silently do nothing. */
import { RaError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import type {
  AskOptions,
  CheckOptions,
  ContextOptions,
  GetOptions,
  LikeThisOptions,
  LinksOptions,
  ListOptions,
  OpenOptions,
  ResolveOptions,
  SearchOptions,
  TestOptions,
  UpdateOptions,
  WatchOptions,
} from "./contract.ts";

/** Requires every option of the type. An option that is added to the type alone does not compile. */
type Names<T> = Readonly<Record<keyof T, true>>;

const OPEN: Names<OpenOptions> = {
  config: true,
  trust: true,
  home: true,
  update: true,
  reload: true,
  lockTimeout: true,
  timeLimit: true,
  fs: true,
  onWarning: true,
  onProgress: true,
  onWait: true,
};
const CONTEXT_AND_SEARCH: Names<Omit<ContextOptions, "terms" | "diff" | "staged">> = {
  limit: true,
  candidateLimit: true,
  maxResults: true,
  cutoffRatio: true,
  aggregationThreshold: true,
  aggregation: true,
  trees: true,
  tags: true,
  list: true,
  sections: true,
  sort: true,
  allCopies: true,
  since: true,
  update: true,
  explain: true,
  links: true,
  groupBy: true,
  maxTokens: true,
  facets: true,
  signal: true,
  client: true,
};
const SEARCH: Names<SearchOptions> = {
  ...CONTEXT_AND_SEARCH,
  match: true,
  whyNot: true,
  prefix: true,
  takeLiterally: true,
  onLeftOut: true,
  lexical: true,
  semantic: true,
  weight: true,
  rerank: true,
};
const ASK: Names<AskOptions> = {
  trees: true,
  limit: true,
  turns: true,
  generation: true,
  update: true,
  signal: true,
  client: true,
  onText: true,
  onPrompt: true,
  onFound: true,
};
const CONTEXT: Names<ContextOptions> = { ...CONTEXT_AND_SEARCH, terms: true, diff: true, staged: true };
const LIKE_THIS: Names<LikeThisOptions> = {
  limit: true,
  trees: true,
  list: true,
  explain: true,
  maxTokens: true,
  update: true,
  signal: true,
  client: true,
};
const GET: Names<GetOptions> = {
  fullDocument: true,
  frontmatter: true,
  links: true,
  backlinks: true,
  update: true,
  signal: true,
  client: true,
};
const LINKS: Names<LinksOptions> = { update: true, signal: true, client: true };
const RESOLVE: Names<ResolveOptions> = { from: true, update: true, signal: true, client: true };
const LIST: Names<ListOptions> = { trees: true, documents: true, update: true, signal: true, client: true };
const UPDATE: Names<UpdateOptions> = { full: true, prune: true, semantic: true };
const WATCH: Names<WatchOptions> = { signal: true, interval: true };
const TEST: Names<TestOptions> = { save: true, update: true };
const CHECK: Names<CheckOptions> = { drift: true };

const OPTIONS = {
  open: OPEN,
  search: SEARCH,
  searchMulti: SEARCH,
  ask: ASK,
  get: GET,
  links: LINKS,
  resolve: RESOLVE,
  update: UPDATE,
  list: LIST,
  likeThis: LIKE_THIS,
  context: CONTEXT,
  test: TEST,
  check: CHECK,
  watch: WATCH,
};

export type OptionTaker = keyof typeof OPTIONS;

/** Throws `usage` for an option that the function does not know, and suggests the nearest one. */
export function requireKnownOptions(name: OptionTaker, given: unknown): void {
  if (typeof given !== "object" || given === null) throw new RaError("usage", `${name}: the options are not an object`);
  const known = Object.keys(OPTIONS[name]);
  const unknown = Object.keys(given).find((option) => !known.includes(option));
  if (unknown === undefined) return;
  const [near] = nearest(unknown, known);
  throw new RaError("usage", `${name}: there is no option \`${unknown}\``, {
    hint: near === undefined ? `${name} takes: ${known.join(", ")}` : `did you mean \`${near}\`?`,
  });
}
