/** Values of `rag.yaml`, with what each must be. What an expression says, the JSON Schema says too. */
import { z } from "zod";
import { serviceUrl } from "../../text/loopback.ts";

/** No path that a disk takes is longer, and no glob that ra takes. */
const MAX_TEXT = 4096;

// No path and no glob can hold a NUL.
export const text = z.string().min(1, "must not be empty")
  // deno-lint-ignore no-control-regex
  .regex(/^[^\0]*$/, "must not contain NUL")
  .max(MAX_TEXT, `must not be longer than ${MAX_TEXT} characters`);

/** What keys of services look like. The last two lines are any long mixture. */
const KEY_ITSELF = [
  "(?:sk|pk|rk)_(?:live|test)_",
  "gh[opsur]_[A-Za-z0-9]{16}",
  "github_pat_",
  "(?:hf|gsk|npm|r8|xai)_[A-Za-z0-9]{16}",
  "A(?:KI|SI)A[A-Z0-9]{16}$",
  "AIza[A-Za-z0-9_]{30}",
  "(?=[A-Za-z0-9_]{24})(?=[A-Za-z_]*[0-9])(?=[A-Z0-9_]*[a-z])(?=[a-z0-9_]*[A-Z])",
  "(?=[a-z0-9]{24,}$)(?=[a-z]*[0-9])",
];

const A_VARIABLE = "must be the name of an environment variable";
const NEVER_HERE = "the key itself never stands in this file";

export const environmentName = z.string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
    error: `${A_VARIABLE}, of letters, digits and \`_\`; ${NEVER_HERE}`,
    abort: true,
  })
  .regex(new RegExp(`^(?!${KEY_ITSELF.join("|")})`), `${A_VARIABLE}, and this looks like a key; ${NEVER_HERE}`);

const NO_ADDRESS = "must be an http or https address without a name and a password";

/** Of a service or a page. */
export const address = text.regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#@\s]+(?:[/?#].*)?$/, NO_ADDRESS)
  .refine((value) => serviceUrl(value) !== undefined, NO_ADDRESS);

/** `git@host:path` has a name, but no secret. */
export const repositoryAddress = text.regex(
  /^(?![Hh][Tt][Tt][Pp][Ss]?:\/\/[^/@]*@)(?![A-Za-z][A-Za-z0-9+.-]*:\/\/[^/@]*:[^/@]*@)/,
  "must not hold a name or a password: let git's credential helper have them",
).regex(/^(?!-)/, "must not begin with `-`");

/** As `git check-ref-format` has it, so that nothing else than a name reaches git. */
export const reference = text.regex(
  // deno-lint-ignore no-control-regex
  /^(?![-+/.@])(?![\s\S]*(?:[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$))/,
  "must be the name of a branch or a tag, or a commit",
);
