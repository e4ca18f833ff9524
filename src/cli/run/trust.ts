/** `ra trust` */
import { namedConfig, trustedConfigs } from "../../config/trusted.ts";
import { RaError } from "../../errors.ts";
import { formatJson } from "../../output/json.ts";
import { formatTrust, formatTrusted } from "../../output/text/trust_text.ts";
import type { TrustFlags } from "../commands/trust.ts";
import type { Invocation } from "../invocation.ts";

/** Throws `usage`, and what reading the configuration throws. */
export async function trust(invocation: Invocation, [named]: [string | undefined], flags: TrustFlags): Promise<void> {
  const { fs, directory, home, palette, print } = invocation;
  const configs = trustedConfigs(fs, home ?? null);
  if (configs.warning !== undefined) invocation.warn(configs.warning);
  if (flags.list) {
    if (named !== undefined) {
      throw new RaError("usage", "trust --list takes no folder", { hint: "it lists everything that is trusted" });
    }
    const reports = await configs.list();
    return print(flags.format === "json" ? formatJson(reports) : formatTrusted(reports, palette));
  }
  const path = namedConfig(fs, directory, named);
  const report = flags.revoke ? configs.revoke(path) : await configs.trust(path);
  print(flags.format === "json" ? formatJson(report) : formatTrust(report));
}
