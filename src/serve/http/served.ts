import type { Connection } from "../../host/connections.ts";

/** What a route learns of a request beside the request itself, as `context.env`. */
export interface Served {
  readonly Bindings: {
    /** Absent when no server is between the route and its caller. */
    readonly connection?: Connection;
  };
}
