/** What the models take from the world around them. */
import type { Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";

export interface EmbedderHost {
  readonly fs: FileSystem;
  /** The user's home directory. Models and vectors lie in the user's data folder. */
  readonly home: string | null;
  /**
   * How many threads the local model embeds passages in. 0: none, as the caller's thread does it all. Absent: one for
   * each processor, and none for so few texts that the start of a thread does not pay. Where ra can start no thread,
   * the caller's thread does it.
   */
  readonly threads?: number | undefined;
  warn(warning: Warning): void;
}
