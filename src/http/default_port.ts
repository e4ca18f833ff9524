/** The address of a server when no option gives one. */
export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 7272;
