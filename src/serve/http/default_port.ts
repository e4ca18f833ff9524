/** The address that a server uses when no option names one. */
export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 7272;
