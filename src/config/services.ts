/** The keys that name a service and its key, one pair for each table that has a service. */
export const SERVICES = [
  { address: "semantic.base_url", key: "semantic.api_key_env" },
  { address: "generation.base_url", key: "generation.api_key_env" },
] as const;
