/** `ra get` */
import { formatResultJson } from "../output/json.ts";
import { formatPassage } from "../output/search_text.ts";
import { type Session, withWorkspace } from "./session.ts";

export interface GetFlags {
  readonly fullDocument?: true | undefined;
  readonly json?: true | undefined;
  readonly update: boolean;
  readonly lockTimeout?: number | undefined;
}

export async function get(session: Session, id: string, flags: GetFlags): Promise<void> {
  await withWorkspace(session, flags, async (workspace) => {
    const result = await workspace.get(id, { fullDocument: flags.fullDocument === true, update: flags.update });
    session.print(flags.json ? formatResultJson(result) : formatPassage(result, session.palette));
  });
}
