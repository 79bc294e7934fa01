// The limits of HubSpot's API for one app in one portal, counted over all processes. Its windows roll; these start again
// each second and each ten seconds, which lets at most twice as many calls through at an edge.
import type { Db } from '../../platform/database/database.ts'
import { tooMany } from './failure.ts'
import { countCall } from './store/objects.ts'

export interface Limits {
  /** Calls in ten seconds, without searches. */
  tenSecondly: number
  /** Searches in a second. */
  secondly: number
}

export const LIMITS_OF_HUBSPOT: Limits = { tenSecondly: 110, secondly: 4 }

const WINDOW_MS = 10_000

/** Search sends no headers about its limit. */
export async function countSearch(db: Db, portalId: string, limits: Limits): Promise<void> {
  const second = Math.floor(Date.now() / 1_000)
  if ((await countCall(db, `${portalId}:search:${second}`)) > limits.secondly) throw tooMany('SECONDLY')
}

/** Headers of the answer. */
export async function countRequest(db: Db, portalId: string, limits: Limits): Promise<Record<string, string>> {
  const count = await countCall(db, `${portalId}:calls:${Math.floor(Date.now() / WINDOW_MS)}`)
  const headers = {
    'x-hubspot-ratelimit-max': String(limits.tenSecondly),
    'x-hubspot-ratelimit-remaining': String(Math.max(0, limits.tenSecondly - count)),
    'x-hubspot-ratelimit-interval-milliseconds': String(WINDOW_MS),
  }
  if (count > limits.tenSecondly) throw tooMany('TEN_SECONDLY_ROLLING', headers)
  return headers
}
