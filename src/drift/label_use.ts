/** Labels as documents write them. */

/** A label between brackets. */
export interface LabelUse {
  readonly kind: "link" | "footnote";
  readonly label: string;
  readonly line: number;
  /** Whether it begins like one that the document defines. */
  readonly isLikeOwn: boolean;
}
