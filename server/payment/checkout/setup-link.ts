import { hashToken, newToken } from '../../accounts/tokens.ts'
import type { Trx } from '../../platform/database/database.ts'
import { endLinksOfRequest, insertLink } from './store/links.ts'

/** Days for which a link is valid. */
export const LINK_DAYS = 30

export interface SetupRequest {
  requestId: number
  workspaceId: number
  planId: number
  companyId: number | null
  /** Base address of the program. Without it, the address begins with the path. */
  origin?: string
}

/**
 * The address in the mail of an approved application that is paid by card. Who opens it registers a card, which starts the
 * plan and approves the request. A new link of the same request replaces the former one.
 */
export async function createSetupLink(trx: Trx, { origin = '', ...request }: SetupRequest): Promise<string> {
  const token = newToken()
  await endLinksOfRequest(trx, request.requestId)
  await insertLink(trx, { kind: 'plan', ...request }, hashToken(token), LINK_DAYS)
  return `${origin}/setup-payment?token=${token}`
}
