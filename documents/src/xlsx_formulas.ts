/** Formulas that cells share: one cell states it, and the others move what it refers to. */
export interface SharedFormula {
  readonly text: string;
  /** From 1. */
  readonly row: number;
  /** From 0. */
  readonly column: number;
}

/** A text, a name of a sheet, a name that is no place, or a place such as `$A1`. */
const PIECES = /"[^"]*"|'[^']*'|[\w.]+\(|(?<![\w.])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(])/gi;

/** The formula as the cell at `to` has it. */
export function movedFormula(formula: SharedFormula, to: { readonly row: number; readonly column: number }): string {
  const [down, right] = [to.row - formula.row, to.column - formula.column];
  return formula.text.replace(
    PIECES,
    (piece, fixedColumn?: string, letters?: string, fixedRow?: string, row?: string) => {
      if (letters === undefined || row === undefined) return piece;
      const column = fixedColumn === "$" ? letters : moved(letters, right);
      return `${fixedColumn}${column}${fixedRow}${fixedRow === "$" ? row : Math.max(1, Number(row) + down)}`;
    },
  );
}

function moved(letters: string, right: number): string {
  let number = [...letters.toUpperCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) + right;
  let text = "";
  for (; number > 0; number = Math.floor((number - 1) / 26)) {
    text = String.fromCharCode(65 + ((number - 1) % 26)) + text;
  }
  return text === "" ? letters : text;
}
