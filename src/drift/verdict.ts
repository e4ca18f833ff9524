/** What ra can say of a link. */
import type { WrittenLink } from "../links/written_link.ts";

/** Why ra cannot tell whether a link leads somewhere. */
export type UncheckedReason =
  | "template"
  | "outside"
  | "other-site"
  | "generated"
  | "object"
  | "made"
  | "ignored-by-git"
  | "convention"
  | "condition"
  | "example";

/** Something that most links of a tree keep to, or most do not. */
export interface Convention {
  readonly name: string;
  /** How many links must keep to it for each that does not. */
  readonly least: number;
  /** So many links may break it in any case. */
  readonly most?: number;
  /** What is said of a link that does not, where fewer do. */
  readonly otherwise: LinkVerdict;
}

/** An anchor of a page that is there. */
export interface NamedAnchor {
  /** The path of the page in the repository. */
  readonly page: string;
  readonly fragment: string;
}

export type LinkVerdict =
  /** `keeps`: the conventions that the link is an example of. */
  | { readonly state: "lives"; readonly keeps?: readonly string[]; readonly anchor?: NamedAnchor }
  | { readonly state: "unchecked"; readonly reason: UncheckedReason }
  | {
    readonly state: "broken";
    readonly message: string;
    /** The missing path, relative to the repository. Git may ignore it, or a page may be served by its name. */
    readonly target?: string | undefined;
    /** The link is broken only where this holds. */
    readonly convention?: Convention | undefined;
    readonly keeps?: readonly string[];
    /** What the page does not have. */
    readonly anchor?: NamedAnchor;
    /** Whether ra knows the form of the link: it names a folder that is there, or a file in another case. */
    readonly isUnderstood?: boolean;
    /** Whether documents elsewhere have the name alone, as in a wiki that finds its pages by name. */
    readonly isElsewhere?: boolean;
  };

export const LIVES: LinkVerdict = { state: "lives" };

export function unchecked(reason: UncheckedReason): LinkVerdict {
  return { state: "unchecked", reason };
}

export function nowhere({ kind, destination }: WrittenLink): string {
  return `the ${kind === "image" ? "image" : "link"} leads nowhere: ${destination}`;
}

/** What is said of so many links. */
export const REASONS: Readonly<Record<UncheckedReason, string>> = {
  template: "hold attributes, templates, macros or placeholders, which stand for something else",
  outside: "lead out of the repository",
  "other-site": "lead to parts of the site that are not made of documents here",
  generated: "lead to pages that a generator makes",
  object: "name what a program or another project describes",
  made: "lead to anchors of pages that take in other files or run macros, which may make the anchor",
  "ignored-by-git": "lead to files that git ignores, which a build may make",
  condition: "are shown only in a build that sets an attribute, which nothing here sets",
  example: "stand beside their own code, as examples",
  convention: "are written in a way in which most links of their tree lead nowhere in the files",
};
