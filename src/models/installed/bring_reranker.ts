/** Says how to bring what ra does not: a trained reranker. */

/** A cross-encoder of the hub that ra runs. */
export const TRAINED = "cross-encoder/ms-marco-MiniLM-L-6-v2";

/** The commands that bring one of this name. */
export function bringReranker(name: string): string {
  return `ra has no reranker of its own: run ra model add ${TRAINED}@main --name ${name}, or ra model add FOLDER ` +
    `--name ${name} (docs/semantic.md#reranking)`;
}
