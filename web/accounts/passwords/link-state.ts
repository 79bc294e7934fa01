export type LinkState = 'open' | 'expired' | 'invalid'

/** State of a link by its `expires` (Unix seconds), before the server checks it (AUTH-44, AUTH-45). */
export function linkState(expires: string | null, nowMs: number): LinkState {
  if (expires === null || !/^\d+$/.test(expires)) return 'invalid'
  return Number(expires) * 1000 < nowMs ? 'expired' : 'open'
}
