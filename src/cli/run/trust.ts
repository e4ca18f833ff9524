/** `ra trust` */
import { namedConfig, trustedConfigs } from "../../config/trusted.ts";
import { RaError } from "../../errors.ts";
import { formatJson } from "../../output/json.ts";
import { formatTrust, formatTrusted } from "../../output/text/trust_text.ts";
import type { TrustFlags } from "../commands/trust.ts";
import { fileName, joinPath, parentPath } from "../../text/paths.ts";
import { realPlace } from "../../host/places.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Invocation } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

/** Throws `usage`, and what reading the configuration throws. */
export async function trust(invocation: Invocation, [named]: [string | undefined], flags: TrustFlags): Promise<void> {
  const { fs, directory, home, palette, print } = invocation;
  const configs = trustedConfigs(fs, home ?? null, async (path) => {
    const { readRagConfig } = await import("../../sources/config/rag_config.ts");
    const { askedBy } = await import("../../sources/config/rag_trust.ts");
    return askedBy(fs, readRagConfig(fs, path, home ?? null), home ?? null);
  });
  if (configs.warning !== undefined) invocation.warn(configs.warning);
  if (flags.list) {
    if (named !== undefined) {
      throw new RaError("usage", "trust --list takes no folder", { hint: "it lists everything that is trusted" });
    }
    const reports = await configs.list();
    return print(
      inFormat(flags.format, { json: () => formatJson(reports), text: () => formatTrusted(reports, palette) }),
    );
  }
  const path = named !== undefined && /\.ya?ml$/i.test(named)
    ? realFile(fs, joinPath(directory, named))
    : namedConfig(fs, directory, named);
  const report = flags.revoke ? configs.revoke(path) : await configs.trust(path);
  print(inFormat(flags.format, { json: () => formatJson(report), text: () => formatTrust(report) }));
}

/** The path with the links of its folder resolved. */
function realFile(fs: FileSystem, path: string): string {
  return joinPath(realPlace(fs, parentPath(path)), fileName(path));
}
