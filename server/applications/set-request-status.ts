import type { RequestStatus } from '@kaiwa/contract/applications.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { canBecome } from './lifecycle.ts'
import { lockRequest, type RequestRow, writeStatus } from './store.ts'

interface Decision {
  requestId: number
  status: RequestStatus
  /** The operator; null for a change that no person made. */
  decidedBy: number | null
  /** The workspace whose subscription starts or waits for a card. */
  workspaceId?: number
}

/**
 * Changes the status and returns the request as it was before. Throws E_NOT_FOUND, or E_CONFLICT if the request was
 * decided otherwise in the meantime.
 */
export async function setRequestStatus(
  trx: Trx,
  { requestId, status, decidedBy, workspaceId }: Decision,
): Promise<RequestRow> {
  const request = await lockRequest(trx, requestId)
  if (!request) throw new Refusal('E_NOT_FOUND')
  if (!canBecome(request.status, status)) throw new Refusal('E_CONFLICT', { reason: 'status' })
  await writeStatus(trx, requestId, { status, decidedBy, workspaceId: workspaceId ?? null })
  return request
}

/** The card of a request that waits for it was registered. Repeated calls change nothing. */
export async function markRequestApproved(trx: Trx, { requestId }: { requestId: number }): Promise<void> {
  const request = await lockRequest(trx, requestId)
  if (!request) throw new Refusal('E_NOT_FOUND')
  if (request.status === 'approved') return
  if (request.status !== 'wait-setup') throw new Refusal('E_CONFLICT', { reason: 'status' })
  await setRequestStatus(trx, { requestId, status: 'approved', decidedBy: null })
}
