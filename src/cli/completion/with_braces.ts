/** Turns `@{` into `${`, which a template literal cannot hold as it stands. */
export function withBraces(script: string): string {
  return script.replaceAll("@{", "${");
}
