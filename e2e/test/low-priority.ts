/**
 * Timeout in milliseconds for work that yields to everything else: worker threads (nice 10) and media programs (nice 19). On
 * busy cores a thread gets a tenth of one, and its first task loads and compiles its code.
 */
export const LOW_PRIORITY_MS = 60_000
