/** Values of `rag.yaml`, with what each must be. */
import { z } from "zod";
import { serviceUrl } from "../../text/loopback.ts";

/** No path that a disk takes is longer, and no glob that ra takes. */
const MAX_TEXT = 4096;

// No path and no glob can hold a NUL.
export const text = z.string().min(1, "must not be empty")
  .refine((value) => !value.includes("\0"), "must not contain NUL")
  .refine((value) => value.length <= MAX_TEXT, `must not be longer than ${MAX_TEXT} characters`);

export const environmentName = z.string().regex(
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  "must be the name of an environment variable; the key itself never stands in this file",
);

/** Of a service or a page. */
export const address = text.refine(
  (value) => serviceUrl(value) !== undefined,
  "must be an http or https address without a name and a password",
);
