/** Where a server listens that is not told where. */
export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 7272;
