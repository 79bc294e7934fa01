/** The browser's cache of files that the system shared with the app (app-shell/shared-cache.ts). Deleted on sign-out. */
export const SHARED_CACHE = 'kaiwa-shared'
