export type LinkState = 'open' | 'expired' | 'invalid'

/** What the page makes of a link's `expires` (Unix seconds) before the server judges it (AUTH-44, AUTH-45). */
export const linkState = (expires: string | null, nowMs: number): LinkState => {
  if (expires === null || !/^\d+$/.test(expires)) return 'invalid'
  return Number(expires) * 1000 < nowMs ? 'expired' : 'open'
}
