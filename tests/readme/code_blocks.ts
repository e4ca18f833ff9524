/** Reads the code blocks of a Markdown page. */

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** The title of the `##` section around the block; empty above the first section. */
  readonly section: string;
}

/** Returns the fenced blocks in the order of the page. Fences are three backticks at the start of a line. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const found: CodeBlock[] = [];
  let section = "";
  let open: { language: string; lines: string[] } | undefined;
  for (const line of markdown.split("\n")) {
    const fence = /^```(\w*)$/.exec(line);
    if (open === undefined && fence !== null) open = { language: fence[1] ?? "", lines: [] };
    else if (open === undefined) section = /^## (.*)$/.exec(line)?.[1] ?? section;
    else if (fence === null) open.lines.push(line);
    else {
      found.push({ language: open.language, text: `${open.lines.join("\n")}\n`, section });
      open = undefined;
    }
  }
  return found;
}

/** Returns every line of the `sh` blocks of a section. The shell handles `#` comments. */
export function commandsOf(markdown: string, section: string): readonly string[] {
  return codeBlocks(markdown)
    .filter((block) => block.language === "sh" && block.section === section)
    .flatMap((block) => block.text.split("\n").filter((line) => line !== ""));
}
