/** What each command prints with `--json`, by the name of its file in `docs/schemas/`. */
import { z } from "zod";
import { CitedAnswer, SessionList, SessionTurns } from "./answering.ts";
import { ComparisonReport, EvaluationReport } from "./evaluation.ts";
import { ConfigReport } from "./configuration.ts";
import { ContextReport, InspectReport } from "./inspection.ts";
import { ChunkReport, DocumentReport, TagReport } from "./listings.ts";
import {
  AgentsReport,
  CheckReport,
  InitReport,
  StatusReport,
  TestReport,
  TreeReport,
  TrustReport,
  UpdateReport,
  WatchUpdate,
} from "./reports.ts";
import { LinksReport } from "./links.ts";
import { ModelReport, ModelTestReport } from "./models.ts";
import { RagDoctorReport, RagIndexReport, RagInitReport, RagRunReport, RagStatusReport } from "./rag.ts";
import { RagRetrieveAnswer } from "./passages.ts";
import { SearchAnswer, SearchResult } from "./search.ts";

export interface PrintedAnswer {
  readonly title: string;
  readonly shape: z.ZodType;
}

const readChunk = SearchResult.omit({
  score: true,
  snippet: true,
  match_ranges: true,
  constituents: true,
  more: true,
  truncated: true,
  included: true,
});

export const PRINTED_ANSWERS: Readonly<Record<string, PrintedAnswer>> = {
  "search": { title: "ra search --json, ra likethis --json", shape: SearchAnswer },
  "context": { title: "ra context --json", shape: SearchAnswer },
  "get": { title: "ra get --json", shape: readChunk },
  "links": { title: "ra links --json", shape: LinksReport },
  "ls-trees": { title: "ra ls trees --json", shape: z.array(TreeReport) },
  "ls-docs": { title: "ra ls docs --json", shape: z.array(DocumentReport) },
  "ls-chunks": { title: "ra ls chunks --json", shape: z.array(ChunkReport) },
  "ls-tags": { title: "ra ls tags --json", shape: z.array(TagReport) },
  "inspect-doc": { title: "ra inspect doc --json", shape: InspectReport },
  "inspect-ctx": { title: "ra inspect ctx --json", shape: ContextReport },
  "status": { title: "ra status --json", shape: StatusReport },
  "check": { title: "ra check --json", shape: CheckReport },
  "init": { title: "ra init --json", shape: InitReport },
  "trust": { title: "ra trust --json, ra trust --revoke --json", shape: TrustReport },
  "trust-list": { title: "ra trust --list --json", shape: z.array(TrustReport) },
  "model-list": { title: "ra model list --json", shape: z.array(ModelReport) },
  "model-test": { title: "ra model test --json", shape: ModelTestReport },
  "rag-init": { title: "ra rag init --json", shape: RagInitReport },
  "rag-run": {
    title:
      "ra rag ingest --json, ra rag fetch --json, ra rag crawl --json, ra rag convert --json, ra rag normalize --json",
    shape: RagRunReport,
  },
  "rag-index": { title: "ra rag index --json", shape: RagIndexReport },
  "rag-retrieve": { title: "ra rag retrieve --json", shape: RagRetrieveAnswer },
  "rag-chat": { title: "ra rag chat --json, ra ask --json", shape: CitedAnswer },
  "rag-sessions": { title: "ra rag sessions list --json", shape: SessionList },
  "rag-session": { title: "ra rag sessions show --json", shape: SessionTurns },
  "rag-eval": { title: "ra rag eval --json", shape: EvaluationReport },
  "rag-compare": { title: "ra rag compare --json", shape: ComparisonReport },
  "rag-status": { title: "ra rag status --json", shape: RagStatusReport },
  "rag-doctor": { title: "ra rag doctor --json", shape: RagDoctorReport },
  "agents": { title: "ra agents --json", shape: AgentsReport },
  "test": { title: "ra test --json", shape: TestReport },
  "update": { title: "ra update --json", shape: UpdateReport },
  "watch": { title: "ra watch --json, one line", shape: WatchUpdate },
  "config": { title: "ra config --json", shape: ConfigReport },
};
