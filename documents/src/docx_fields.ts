/** Fields of a DOCX document: Word shows their results, and not their instructions. */
export interface WordFields {
  begin(): void;
  instruct(text: string): void;
  separate(): void;
  /** Says that something is shown here. */
  show(): void;
  /** The instruction of the field that ends, if its result shows nothing. */
  end(): string | undefined;
  /** Whether a text here belongs to the instruction of a field around. */
  isInInstruction(): boolean;
  /** The address to which a field around links. */
  link(): string | undefined;
  /** Whether the text is the number of a page. */
  isPageNumber(): boolean;
}

interface OpenField {
  instruction: string;
  isResult: boolean;
  isShown: boolean;
  link?: string | undefined;
  isPage?: boolean;
}

/** An instruction may hold whole texts, of which the first words say what it is. */
const MAX_INSTRUCTION = 4096;

export function createFields(): WordFields {
  const open: OpenField[] = [];
  const links: string[] = [];
  /** How many of the open ones have no result yet, and how many are numbers of pages. */
  const count = { instructions: 0, pages: 0 };
  const close = (field: OpenField): void => {
    if (!field.isResult) count.instructions--;
    if (field.isPage === true) count.pages--;
    if (field.link !== undefined) links.pop();
    const around = open.at(-1);
    if (around !== undefined && field.isShown && around.isResult) around.isShown = true;
  };
  return {
    begin() {
      open.push({ instruction: "", isResult: false, isShown: false });
      count.instructions++;
    },
    instruct(text) {
      const field = open.at(-1);
      if (field !== undefined && !field.isResult && field.instruction.length < MAX_INSTRUCTION) {
        field.instruction += text;
      }
    },
    separate() {
      const field = open.at(-1);
      if (field === undefined || field.isResult) return;
      field.isResult = true;
      count.instructions--;
      field.link = linkOf(field.instruction);
      if (field.link !== undefined) links.push(field.link);
      field.isPage = isPageField(field.instruction);
      if (field.isPage) count.pages++;
    },
    show() {
      const field = open.at(-1);
      if (field?.isResult === true) field.isShown = true;
    },
    end() {
      const field = open.pop();
      if (field !== undefined) close(field);
      return field === undefined || field.isShown ? undefined : field.instruction;
    },
    // The result of a field in the instruction of another. Text of an instruction itself is in elements of its own.
    isInInstruction: () => count.instructions > (open.at(-1)?.isResult === false ? 1 : 0),
    link: () => links.at(-1),
    isPageNumber: () => count.pages > 0,
  };
}

/** The address in the instruction of a `HYPERLINK`. */
export function linkOf(instruction: string): string | undefined {
  const found = /^\s*HYPERLINK\s+(\\l\s+)?(?:"([^"]*)"|(\S+))(?:\s+\\l\s+"([^"]*)")?/i.exec(instruction);
  if (found === null) return undefined;
  const [, isLocal, quoted, bare, anchor] = found;
  const address = quoted ?? bare ?? "";
  return isLocal !== undefined ? `#${address}` : anchor === undefined ? address : `${address}#${anchor}`;
}

export function isPageField(instruction: string): boolean {
  return /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction);
}
