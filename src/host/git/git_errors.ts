/** What git says about a failure, in one line. */

const MAX_LENGTH = 400;

/**
 * The line that says why. What git says last may be advice, and where a server or ssh has ended, only they say why.
 * Undefined where nothing was said.
 */
export function reasonIn(stderr: string): string | undefined {
  const lines = stderr.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== "");
  const ofServer = lines.find((line) => /^(?:remote: )?ERROR: |^fatal: remote error: /.test(line));
  const end = lines.findIndex((line) => line.startsWith("fatal: "));
  const hasEnded = /^fatal: (?:Could not read from remote|The remote end hung up|the remote end hung up|early EOF)/
    .test(lines[end] ?? "");
  const before = hasEnded
    ? lines.slice(0, end).findLast((line) => !/^(?:hint|warning|remote): /i.test(line))
    : undefined;
  return (ofServer ?? before ?? lines[end] ?? lines.findLast((line) => line.startsWith("error: ")) ?? lines.at(-1))
    ?.slice(0, MAX_LENGTH);
}
