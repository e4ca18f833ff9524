/** What a service refuses in a request, and the request that takes its place. */
import { inOneMessage } from "./messages.ts";

export type RequestBody = Readonly<Record<string, unknown>>;

export interface RequestInstead {
  readonly body: RequestBody;
  /** Whether it suits other questions too, rather than the length of this prompt. */
  readonly isLasting: boolean;
}

/** What is looked at of a refusal, in characters. */
const MAX_SEEN = 4000;
/** An answer with room for fewer tokens is not worth asking for while the prompt can be shorter. */
const MIN_ANSWER = 256;

const TOO_LONG = new RegExp(
  "context[ _](?:length|size|window)|maximum context|(?:prompt|input|message)s? (?:is|are) too (?:long|large)|" +
    "too many (?:input |prompt )?tokens|n_ctx|(?:exceeds?|larger than|longer than) (?:the |its |max\\w* )*(?:context|input)|" +
    "maximum (?:input|prompt) length|reduce the length|token limit",
  "i",
);
const NAME = "max_(?:completion_|new_|output_)?tokens";
/** The service knows no such name. */
const NO_SUCH_NAME =
  /max_completion_tokens\W+instead|unsupported|not supported|unrecognized|unknown|unexpected|not (?:permitted|allowed)|deprecated|extra inputs/i;
/** The service knows it, and takes no such number. */
const TOO_MANY = new RegExp(
  `${NAME}\\W{0,4}(?:is|are|must|should|cannot|can't|may not|exceeds?|value|parameter|too|range|\\d+\\s*>)|` +
    `(?:range|value|limit) (?:of|for)\\W+(?:the )?\\W*${NAME}|(?:large|high|big|exceeds?|invalid|maximum)\\W+(?:for |of )?\\W*${NAME}|` +
    "max tokens must|completion tokens",
  "i",
);
const CONTEXT =
  /context[ _](?:length|size|window)(?: of the model)?(?: is| of|:)?(?: only)? (\d[\d,]*)|must be <= (\d+)/i;
const INPUT = new RegExp(
  "(\\d[\\d,]*) (?:tokens )?(?:in|from) (?:the|your) (?:messages|prompt|input)|" +
    "(\\d[\\d,]*) [`'\"]?(?:input|prompt)s?[`'\"]? tokens|(?:prompt|messages|input) (?:contains?|has|have|resulted in)(?: at least)? (\\d[\\d,]*)",
  "i",
);
/** Not those that belong to the name of a model. */
const NUMBERS = /(?<![\w.-])\d[\d,]*(?![\w-]|\.\d)/g;

const STREAM = /\bstream(?:ing|ed|s)?\b/i;

/** Words of a service that does not take something. Other words, such as `stream closed`, tell of a failure. */
const SAYS_NO = new RegExp(
  "unsupported|unrecogni[sz]ed|deprecated|extra inputs|without stream|non-?stream|\\bno (?:stream|support)|must (?:not )?be|" +
    "(?:unknown|unexpected|invalid) (?:\\w+ )?(?:value|param|field|argument|option|name|property|key)|" +
    "(?:\\bnot|n't) (?:\\w+ ){0,2}(?:support|implement|permit|allow|accept|enabl|possible)|\\bonly\\b.{0,80}\\bsupported|disabled",
  "i",
);

/** What some services refuse, and what takes its place. */
const REFUSED: readonly { readonly name: string; readonly said: RegExp; adjust(body: RequestBody): RequestBody }[] = [
  { name: "stream_options", said: /\bstream_options\b/, adjust: ({ stream_options: _, ...body }) => body },
  { name: "stream", said: STREAM, adjust: ({ stream: _, stream_options: __, ...body }) => body },
  { name: "temperature", said: /\btemperature\b/, adjust: ({ temperature: _, ...body }) => body },
  {
    name: "max_tokens",
    said: /\bmax_tokens\b/,
    adjust: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
  },
  {
    name: "max_completion_tokens",
    said: /\bmax_completion_tokens\b/,
    adjust: ({ max_completion_tokens: _, ...body }) => body,
  },
];

/**
 * `mayPass`: the refusal may as well be a failure that passes, so it has to name what the service does not take.
 * `too-long`: the model reads fewer tokens than the prompt has. Undefined where no other request would help.
 */
export function requestInstead(
  body: RequestBody,
  refusal: string,
  mayPass = false,
): RequestInstead | "too-long" | undefined {
  const says = refusal.slice(0, MAX_SEEN);
  const name = "max_completion_tokens" in body ? "max_completion_tokens" : "max_tokens";
  const most = body[name];
  if (typeof most === "number") {
    const room = roomIn(says);
    if (room !== undefined && room < most) {
      return room >= Math.min(MIN_ANSWER, most / 2)
        ? { body: { ...body, [name]: room }, isLasting: false }
        : "too-long";
    }
    const isUnknown = NO_SUCH_NAME.test(says) && says.includes(name);
    if (!isUnknown && TOO_MANY.test(says) && most > 1) {
      return { body: { ...body, [name]: mostIn(says, most) }, isLasting: true };
    }
  }
  if (TOO_LONG.test(says)) return "too-long";
  if (mayPass && !SAYS_NO.test(says)) return undefined;
  const next = REFUSED.find(({ name, said }) => name in body && said.test(says));
  if (next !== undefined) return { body: next.adjust(body), isLasting: true };
  const messages = inOneMessage(body["messages"], says);
  return messages === undefined ? undefined : { body: { ...body, messages }, isLasting: false };
}

/** The tokens that the prompt leaves of the model's context, where the service says both. */
function roomIn(says: string): number | undefined {
  const [context, input] = [CONTEXT, INPUT].map((pattern) => {
    const found = pattern.exec(says)?.slice(1).find((number) => number !== undefined);
    return found === undefined ? undefined : numberOf(found);
  });
  return context === undefined || input === undefined ? undefined : context - input;
}

/** The largest number that the service may mean, else half. */
function mostIn(says: string, most: number): number {
  const numbers = [...says.matchAll(NUMBERS)].map(([number]) => numberOf(number));
  const fitting = numbers.filter((number) => number > 1 && number < most);
  return fitting.length > 0 ? Math.max(...fitting) : Math.floor(most / 2);
}

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}
