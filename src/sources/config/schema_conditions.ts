/**
 * What the JSON Schema of `rag.yaml` says about several keys together, where JSON Schema can say it. `cross_checks.ts`
 * is what ra itself goes by.
 */

type Condition = Readonly<Record<string, unknown>>;

/** A source names one place, and says about git only what belongs to git. */
export const ONE_ORIGIN: Condition = {
  oneOf: [{ required: ["path"] }, { required: ["globs"] }, { required: ["git"] }],
  dependentRequired: Object.fromEntries(
    ["ref", "allow_private", "submodules", "sparse", "max_total_bytes"].map((key) => [key, ["git"]]),
  ),
};

export const SOME_SOURCE: Condition = {
  anyOf: ["sources", "convert_docs", "crawl"].map((list) => ({
    required: [list],
    properties: { [list]: { minItems: 1 } },
  })),
};

/** A service has an address. `usual` is the provider where none is named. */
export function addressOfService(usual: "openai" | "local"): Condition {
  const isOpenai: Condition = { required: ["provider"], properties: { provider: { const: "openai" } } };
  const isOther: Condition = { required: ["provider"], properties: { provider: { not: { const: "openai" } } } };
  return { anyOf: [{ required: ["base_url"] }, usual === "openai" ? isOther : { not: isOpenai }] };
}

export const SOME_WEIGHT: Condition = {
  not: {
    required: ["semantic", "bm25", "identifier"],
    properties: { semantic: { const: 0 }, bm25: { const: 0 }, identifier: { const: 0 } },
  },
};
