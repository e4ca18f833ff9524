/** Long texts that people paste into a question, and documents in which one page answers each. */
import type { Files } from "./project.ts";

const page = (title: string, text: string): string => `# ${title}\n\n${text}\n`;

/** Each page knows one thing. Their common words are in every log. */
export const PAGES: Files = {
  "docs/retries.md": page("Retries", "A kestrel worker that fails is started again after backoff_seconds."),
  "docs/certificates.md": page("Certificates", "An expired certificate ends the handshake. Renew it with certbot."),
  "docs/quota.md": page("Quota", "A bucket over its quota refuses uploads. Raise max_bucket_bytes."),
  "docs/dates.md": page("Dates", "Dates are ISO 8601. The connection keeps the zone of the server."),
  "docs/cache.md": page("Cache", "The cache forgets a request after an hour. Set cache_ttl to change it."),
  "docs/login.md": page("Login", "A user who is locked out waits ten minutes, or asks for unlock_user."),
  "docs/mail.md": page("Mail", "Mail leaves through the relay. A bounced message is kept for a week."),
  "docs/backup.md": page("Backup", "A snapshot is taken each night. Restore it with restore_snapshot."),
  "docs/search.md": page("Search", "Words are stemmed. A synonym file adds other words."),
  "docs/themes.md": page("Themes", "A theme has colours and fonts. Dark themes end in -dark."),
  "docs/printing.md": page("Printing", "The printer takes A4. Set margins in the stylesheet."),
  "docs/import.md": page("Import", "CSV files are imported by the night job. Bad rows are listed."),
};

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

/** A log whose own words are in no page that answers. */
const quiet = (length: number): string =>
  lines(
    length,
    (at) =>
      `2026-11-28T12:${String(at % 60).padStart(2, "0")}:07Z INFO server[${at}] request ${at} done, connection kept`,
  );

/** A question with what was pasted, and the page that answers it. */
export const PASTED: readonly (readonly [what: string, question: string, page: string])[] = [
  ["a question before a log", `How do I raise the quota of a bucket?\n\n${quiet(1500)}`, "quota.md"],
  ["a question after a log", `${quiet(1500)}\n\nWhich command restores a snapshot?`, "backup.md"],
  [
    "an error in the middle of a log",
    `Why does this happen?\n${quiet(1500)}\nERROR expired certificate in handshake\n${quiet(1500)}\nThanks!`,
    "certificates.md",
  ],
  [
    "a stack trace",
    `My job dies:\n${
      lines(900, (at) => `    at Kestrel.Worker.run${at}(worker.js:${at}:7) backoff_seconds`)
    }\nWhat is wrong?`,
    "retries.md",
  ],
  [
    "JSON in one line",
    `${
      JSON.stringify(Array.from({ length: 2500 }, (_, at) => ({ id: at, level: "info", msg: "request done" })))
    } What is unlock_user?`,
    "login.md",
  ],
  ["more words than a query has", `${"please ".repeat(300)}tell me what a theme has`, "themes.md"],
  ["one line without spaces", `${"0123456789abcdef".repeat(9000)}\nIs a bounced message kept?`, "mail.md"],
];
