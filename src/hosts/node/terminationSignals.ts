/** The signals that ask a program to end: Ctrl-C, `kill`, and a terminal that is closed. */
export const TERMINATION_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
