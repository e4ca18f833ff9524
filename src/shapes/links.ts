/** Made from schemas/links.ts by `npm run build:shapes`; never edited. */

/** How a place was found. */
export interface FoundPlace {
  /**
   * How its document was found: it is the one with the link; by the path of its file, a path from the root of its site,
   * an address below `base_url` or of its repository, what its frontmatter states, its name, its title or alias, a path
   * in another case, the end of its path alone, or a label.
   */
  readonly document:
    | "own"
    | "path"
    | "site"
    | "base-url"
    | "repository"
    | "stated"
    | "name"
    | "title"
    | "other-case"
    | "path-end"
    | "label";
  /**
   * How its section was found: by its id or an anchor, its title, its number among headings of the same text, or a
   * line; `null` for a whole document.
   */
  readonly section: "id" | "anchor" | "title" | "numbered" | "line" | null;
  /** Whether nothing else can be meant. */
  readonly sure: boolean;
  /** The line of the place, where that is within the section. */
  readonly line?: number;
}

/** How `get` found a passage that was not named by its id. */
export interface ResolvedFrom extends FoundPlace {
  /** What was asked for. */
  readonly from: string;
}

/** Where a link leads. */
export interface LinkTarget extends FoundPlace {
  /** The section or document that it leads to. */
  readonly id: string;
  /** The section or line that the document does not have; `id` is then the document. */
  readonly missing: string | null;
  /** Ids of other places that fit as well. */
  readonly others: readonly string[];
}
