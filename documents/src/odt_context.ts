/** What the readers of an ODT document share. */
import type { Archive } from "./archive.ts";
import type { OdtNumbers } from "./odt_numbers.ts";
import type { OdtStyles } from "./odt_styles.ts";
import type { Omissions } from "./omissions.ts";
import type { XmlNode } from "./xml_tree.ts";

export interface OdtContext {
  readonly archive: Archive;
  readonly styles: OdtStyles;
  readonly numbers: OdtNumbers;
  readonly omissions: Omissions;
  /** What follows the block that is being read: notes, comments, text boxes. */
  readonly after: string[];
  /** Text of comments that are open, by their names. */
  readonly ranges: Map<string, string>;
  /** Text of paragraphs that the document has, in the form of `plainLine`. */
  readonly lines: Set<string>;
  readonly isMargin: boolean;
  /** The folder in the archive of the object that is being read, with a slash; empty for the document itself. */
  readonly folder: string;
  /** Whether it is in a cell of a table. What follows waits for the table to end. */
  readonly isInCell: boolean;
  /** What tables may still hold. Cells and rows may state that they are there many times. */
  readonly room: { cells: number; letters: number };
  /** Reads blocks inside others. What follows them comes after them. */
  blocks(nodes: readonly XmlNode[], context: OdtContext): string;
}
