/** A link with what ra can say of it. */
import type { WrittenLink } from "../links/written_link.ts";
import type { DriftDocument } from "./document.ts";
import type { LinkVerdict } from "./verdict.ts";

export interface CheckedLink {
  readonly document: DriftDocument;
  readonly link: WrittenLink;
  readonly verdict: LinkVerdict;
  /** Whether the author wants no findings on its line. */
  readonly isIgnored: boolean;
}
