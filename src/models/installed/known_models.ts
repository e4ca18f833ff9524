/** The models that ra knows by a short name, pinned to their bytes. */

export interface KnownModel {
  readonly source: string;
  readonly revision: string;
  /** What it is good for, in one line. */
  readonly about: string;
  /** Bytes to fetch. */
  readonly bytes: number;
  /** The SHA-256 of the files whose bytes decide about the vectors. */
  readonly sha256: Readonly<Record<string, string>>;
  /** The longest input in word pieces. */
  readonly maxLength: number;
  readonly pooling: "mean" | "cls";
}

export const KNOWN_MODELS: Readonly<Record<string, KnownModel>> = {
  minilm: {
    source: "sentence-transformers/all-MiniLM-L6-v2",
    revision: "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
    about: "English, 384 dimensions, small and quick",
    bytes: 90_868_376,
    sha256: {
      "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
      "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    },
    maxLength: 256,
    pooling: "mean",
  },
};
