/** Answers a question from passages: by a model whose citations are checked, or by the passages themselves. */
import type { CheckedSentence } from "../shapes/evaluation.ts";
import { RaError, type Warning } from "../errors.ts";
import type { UnitMarker } from "./citations/unit_text.ts";
import { checkCitations, type CitationProblem } from "./citations/check_citations.ts";
import { shortenText } from "./prompt/shorten_text.ts";
import { NOTHING_FOUND } from "./prompt/template.ts";
import type { AnswerBounds } from "../models/generate/bounded_generator.ts";
import type { Generation, Generator } from "../models/generate/generator.ts";
import type { Generators } from "../models/generate/open_generators.ts";
import { withoutUndefined } from "../shapes/without_undefined.ts";
import type { NumberedPassage } from "./passage.ts";
import { type AskedQuestion, buildPrompt, type Prompt, type PromptRules } from "./prompt/build_prompt.ts";

/** What was found for a question. */
interface QuestionEvidence {
  /** Best first. Empty where nothing is evidence. */
  readonly passages: readonly NumberedPassage[];
  /** Words of the question that no document has. */
  readonly lacking: readonly string[];
}

/** Who follows the making of an answer, and may end it. */
export interface AnswerWatcher {
  readonly signal?: AbortSignal | undefined;
  /** Told each piece of the answer as it comes. */
  readonly onText?: ((piece: string) => void) | undefined;
  /** Told each prompt before the model is asked. */
  readonly onPrompt?: ((prompt: string) => void) | undefined;
  /** What the model may write. */
  readonly bounds?: AnswerBounds | undefined;
}

export interface QuestionInput {
  readonly asked: AskedQuestion;
  readonly evidence: QuestionEvidence;
  readonly prompt: PromptRules;
  readonly generators: Generators;
  readonly warn: (warning: Warning) => void;
  readonly watcher: AnswerWatcher;
}

export interface CheckedAnswer {
  readonly answer: string;
  readonly citations: readonly NumberedPassage[];
  readonly problems: readonly CitationProblem[];
  /** Empty where no model was asked. */
  readonly sentences: readonly CheckedSentence[];
  /** Where the text cites. */
  readonly markers: readonly UnitMarker[];
  readonly leftOut: Prompt["leftOut"];
  readonly model: string | null;
  readonly provider: "openai" | "local" | null;
  readonly tokens: Generation["tokens"];
  /** `no_evidence`: no model was asked. `extractive`: the passages are the answer. */
  readonly finish: Generation["finish"] | "no_evidence" | "extractive";
}

const NO_TOKENS = { input: null, output: null };
const NOTHING_LEFT_OUT = { passages: [], turns: 0 };
/** When the model reads less than the configuration says, it gets this share. */
const SHORTER = 0.75;
/** Of the prompt. What of the question, or of the program's instructions, is beyond it is left out. */
const SHARE = 0.25;

/**
 * Warns of an answer that was not checked as usual. Throws `generation-failed`, `key-refused`, `interrupted`, and
 * `usage` where the question leaves no room for a passage.
 */
export async function answerQuestion(input: QuestionInput): Promise<CheckedAnswer> {
  const { evidence: { passages, lacking }, generators: { generator, fallback }, warn, watcher: { onText } } = input;
  const without = {
    problems: [],
    markers: [],
    sentences: [],
    leftOut: NOTHING_LEFT_OUT,
    model: null,
    provider: null,
    tokens: NO_TOKENS,
  };
  if (passages.length === 0) {
    const words = lacking.length === 0 ? "" : ` No document has: ${lacking.join(", ")}.`;
    const answer = `${NOTHING_FOUND}${words}`;
    onText?.(answer);
    return { ...without, answer, citations: [], finish: "no_evidence" };
  }
  const extracted = (): CheckedAnswer => {
    const answer = passages.map(({ number, text }) => `${text.trim()} [${number}]`).join("\n\n");
    onText?.(answer);
    return { ...without, answer, citations: passages, finish: "extractive" };
  };
  if (generator === undefined) return extracted();
  let used = generator;
  let made: Made;
  try {
    made = await generate(generator, input);
  } catch (error) {
    // A service that refuses the key is not replaced: the user has to know.
    if (fallback === undefined || !(error instanceof RaError) || error.code !== "generation-failed") throw error;
    const local = await fallback(error.message);
    if (local === undefined) return extracted();
    used = local;
    made = await generate(used, input).finally(used.close);
  }
  const { prompt, generation: { text, finish, tokens } } = made;
  const { problems, markers, sentences, cited, limited } = await checkCitations(
    text,
    prompt.passages,
    input.asked.question,
  );
  if (limited !== "") {
    warn({ code: "work-limit", message: `the answer is too long or too entangled to be checked as usual: ${limited}` });
  }
  return {
    answer: text,
    citations: cited,
    problems,
    markers,
    sentences,
    leftOut: prompt.leftOut,
    model: used.model,
    provider: used.provider,
    // A service that does not say how many it counted leaves the counting to ra.
    tokens: { input: tokens.input ?? prompt.tokens, output: tokens.output ?? input.prompt.count(text) },
    finish,
  };
}

interface Made {
  readonly prompt: Prompt;
  readonly generation: Generation;
}

async function generate(generator: Generator, input: QuestionInput): Promise<Made> {
  const { asked, evidence: { passages }, prompt: rules, watcher: { signal, onText, onPrompt } } = input;
  for (const most of [rules.most, Math.floor(SHORTER * rules.most)]) {
    const prompt = await boundedPrompt(asked, passages, { ...rules, most });
    const { system, user } = prompt;
    onPrompt?.(system === "" ? user : `${system}\n\n${user}`);
    const generation = await generator.generate({ system, user }, { signal, onText });
    if (generation !== "too-long") return { prompt, generation };
  }
  throw new RaError("generation-failed", `${generator.model} reads fewer tokens than the prompt has`, {
    hint: `lower generation.max_input_tokens (${rules.most})`,
  });
}

/** The question and the program's instructions take a share each at most. */
async function boundedPrompt(
  asked: AskedQuestion,
  passages: readonly NumberedPassage[],
  rules: PromptRules,
): Promise<Prompt> {
  const most = Math.floor(SHARE * rules.most);
  const question = shortenText(asked.question, most, rules.count);
  const instructions = shortenText(asked.instructions ?? "", most, rules.count);
  const made = await buildPrompt(
    { ...asked, question: question.text, instructions: instructions.text },
    passages,
    rules,
  );
  const leftOut = withoutUndefined<Prompt["leftOut"]>({
    ...made.leftOut,
    question: question.leftOut || undefined,
    instructions: instructions.leftOut || undefined,
  });
  return { ...made, leftOut };
}
