/** Reads a large page in a process of its own, whose memory and time are bounded. */
import { canStartChild } from "../../../host/start_child.ts";
import type { Conversions } from "../conversions.ts";
import { receivedReading } from "../converted/converter_task.ts";
import { convertShared } from "../converted/shared_converter.ts";
import { HTML_VERSION } from "../extracted_versions.ts";
import type { Reading } from "../format.ts";
import { read as readHere } from "./read_html.ts";

const TIMEOUT_MS = 60_000;

/** Throws `not-text`, and `DocumentWaits` where no time is left. */
export async function readLarge(
  bytes: Uint8Array,
  path: string,
  conversions: Conversions | undefined,
): Promise<Reading> {
  if (!canStartChild()) return readHere(bytes);
  const shared = { task: { kind: "html" }, files: [], version: [HTML_VERSION], timeoutMs: TIMEOUT_MS } as const;
  const { value, bytes: text } = await convertShared(shared, bytes, path, conversions);
  return receivedReading(value, text);
}
