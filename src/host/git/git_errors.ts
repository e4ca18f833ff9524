/** What git says about a failure, in one line. */

const MAX_LENGTH = 1000;

/**
 * The line that says why, with what belongs to it. What git says last may be advice, and where a server or ssh has
 * ended, only they say why. Undefined where nothing was said.
 */
export function reasonIn(stderr: string): string | undefined {
  const lines = stderr.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== "");
  const at = reasonAt(lines);
  if (at === undefined) return undefined;
  const remote = remoteWords(lines);
  const said = [
    wholeLine(lines, at),
    ...(remote === "" || lines[at]!.startsWith("remote: ") ? [] : [`(the server: ${remote})`]),
  ]
    .join(" ");
  return said.length <= MAX_LENGTH ? said : `${said.slice(0, MAX_LENGTH)}…`;
}

function reasonAt(lines: readonly string[]): number | undefined {
  const ofServer = lines.findIndex((line) => /^(?:remote: )?ERROR: |^fatal: remote error: /.test(line));
  if (ofServer >= 0) return ofServer;
  const end = lines.findIndex((line) => line.startsWith("fatal: "));
  const hasEnded = /^fatal: (?:Could not read from remote|The remote end hung up|the remote end hung up|early EOF)/
    .test(lines[end] ?? "");
  const before = hasEnded
    ? lines.slice(0, end).findLastIndex((line) => !/^(?:hint|warning|remote): /i.test(line) && line !== "remote:")
    : -1;
  return [before, end, lines.findLastIndex((line) => line.startsWith("error: ")), lines.length - 1]
    .find((found) => found >= 0);
}

/** A line that ends with a colon goes on in the next ones. */
function wholeLine(lines: readonly string[], at: number): string {
  let line = lines[at]!;
  for (let next = at + 1; line.endsWith(":") && next < lines.length; next++) line += ` ${lines[next]!}`;
  return line;
}

/** What a server prints before it ends, without its counts and its frames. */
function remoteWords(lines: readonly string[]): string {
  return lines.flatMap((line) => {
    const words = /^remote: +(.*\p{L}.*)$/u.exec(line)?.[1];
    return words === undefined || /^(?:Enumerating|Counting|Compressing|Total) /.test(words) ? [] : [words];
  }).join(" ");
}
