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

/** A link of a document. */
export interface DocumentLink {
  /** What a reader clicks on. */
  readonly text: string;
  /** As the document writes it. */
  readonly destination: string;
  /** The line of its file on which the link begins. */
  readonly line: number;
  /** The section or document that it leads to. */
  readonly id: string;
  /** Whether nothing else can be meant. */
  readonly sure: boolean;
}

/** A link of another document. */
export interface Backlink {
  /** What a reader clicks on. */
  readonly text: string;
  /** As the document writes it. */
  readonly destination: string;
  /** The line of its file on which the link begins. */
  readonly line: number;
  /** The section with the link. */
  readonly id: string;
  /** The tree of its document. */
  readonly tree: string;
  /** The path of its document in that tree. */
  readonly path: string;
  /** Path of its file from the working directory; only in JSON. */
  readonly file?: string;
  /** The section or document that it leads to. */
  readonly to: string;
  /** The section or line that it names and that the document does not have. */
  readonly missing?: string;
  /** Whether nothing else can be meant. */
  readonly sure: boolean;
}

/** A link of a passage, or to it: with the keys of `ra links`; in MCP, `id` and `text` alone. */
export interface PassageLink {
  /** What a reader clicks on. */
  readonly text: string;
  /** As the document writes it. */
  readonly destination?: string;
  /** The line of its file on which the link begins. */
  readonly line?: number;
  /** The section with the link. */
  readonly id: string;
  /** The tree of its document. */
  readonly tree?: string;
  /** The path of its document in that tree. */
  readonly path?: string;
  /** Path of its file from the working directory; only in JSON. */
  readonly file?: string;
  /** The section or document that it leads to. */
  readonly to?: string;
  /** The section or line that it names and that the document does not have. */
  readonly missing?: string;
  /** Whether nothing else can be meant. */
  readonly sure?: boolean;
}

/** A link that leads nowhere. */
export interface BrokenLink {
  /** What a reader clicks on. */
  readonly text: string;
  /** As the document writes it. */
  readonly destination: string;
  /** The line of its file on which the link begins. */
  readonly line: number;
  /** The document without the section or line that it names; `null` where no document fits. */
  readonly id: string | null;
  /** The document, section or line that is not there. */
  readonly missing: string;
}

/** What a document or section links to, and what links to it. */
export interface LinksReport {
  /** The document or section that was asked about. */
  readonly id: string;
  /** Its links to documents and sections, in the order of the text. */
  readonly links: readonly DocumentLink[];
  /** The links of other documents to it, by path and line. */
  readonly backlinks: readonly Backlink[];
  /** Its links that lead nowhere. */
  readonly broken: readonly BrokenLink[];
  /** How many documents may link to it too, and were not read for them. */
  readonly documents_not_read?: number;
}
