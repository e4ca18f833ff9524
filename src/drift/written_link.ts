/** Links and labels as documents write them. */
import type { OutlineLink } from "../document/outline.ts";

/** A link with the line on which it begins. */
export interface WrittenLink extends Pick<OutlineLink, "kind" | "destination"> {
  readonly line: number;
  /** Of reStructuredText: `ref` for `` :ref:`x` ``. */
  readonly role?: string | undefined;
}

/** A label between brackets. */
export interface LabelUse {
  readonly kind: "link" | "footnote";
  readonly label: string;
  readonly line: number;
  /** Whether it begins like one that the document defines. */
  readonly isLikeOwn: boolean;
}
