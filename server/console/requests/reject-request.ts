import type { OperatorAction } from '@kaiwa/contract/admin-console.ts'
import { setRequestStatus } from '../../applications/set-request-status.ts'
import { endLinksOfRequest } from '../../payment/checkout/store/links.ts'
import type { Context } from '../../platform/http/route.ts'
import { recordAction } from '../audit/record-action.ts'
import { openRequest } from './open-request.ts'

/** Rejects a request that has the status `from`, and ends its link to register a card. Sends no mail. */
export function rejectRequest(
  context: Context<'operator'>,
  requestId: number,
  { from, action }: { from: 'created' | 'wait-setup'; action: OperatorAction },
): Promise<{ id: number; status: 'rejected' }> {
  const { app, actor } = context
  return app.db.transaction().execute(async (trx) => {
    const request = await openRequest(context, trx, requestId, from)
    await setRequestStatus(trx, { requestId: request.id, status: 'rejected', decidedBy: actor.id })
    await endLinksOfRequest(trx, request.id)
    await recordAction(trx, actor, {
      action,
      subject: 'request',
      subjectId: request.id,
      subjectName: request.company_name,
      before: { status: request.status },
      after: { status: 'rejected' },
    })
    return { id: request.id, status: 'rejected' }
  })
}
