/** What the readers of a DOCX document share. */
import type { Archive } from "./archive.ts";
import type { Relation } from "./archive_relations.ts";
import type { WordFields } from "./docx_fields.ts";
import type { Notes } from "./docx_notes.ts";
import type { Numbering } from "./docx_numbering.ts";
import type { Styles } from "./docx_styles.ts";
import type { Omissions } from "./omissions.ts";
import type { XmlNode } from "./xml_tree.ts";

export interface DocxContext {
  readonly archive: Archive;
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly omissions: Omissions;
  readonly notes: Notes;
  /** Those of the part that is being read. */
  readonly relations: ReadonlyMap<string, Relation>;
  /** The fields that are open where it is being read. */
  readonly fields: WordFields;
  /** Whether the part is a header or a footer. */
  readonly isMargin: boolean;
  /** Whether it may have headings of the document. Notes, headers and footers have none. */
  readonly hasHeadings: boolean;
  /** Whether it is in a cell of a table. */
  readonly isInCell: boolean;
  /** Text of paragraphs that the document has, in the form of `plainLine`. */
  readonly lines: Set<string>;
  /** Reads blocks inside others: those of cells, text boxes and notes. `mark` stands before the first. */
  blocks(nodes: readonly XmlNode[], context: DocxContext, mark?: string): string;
}
