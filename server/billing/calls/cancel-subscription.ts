import type { cancelSubscription as contract } from '@kaiwa/contract/payment.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockOwnedWorkspace } from '../owner.ts'
import { findTerms } from '../store/terms.ts'
import { requestCancellation } from '../subscriptions/request-cancellation.ts'
import { isCancellable } from './get-current-payment.ts'

/** A repeated call answers the same end. */
export const cancelSubscription: Handler<typeof contract> = (_, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const workspaceId = await lockOwnedWorkspace(trx, actor)
    const terms = await findTerms(trx, workspaceId)
    if (!terms || !isCancellable(terms)) throw new Refusal('E_CONFLICT', { reason: 'state' })
    const end = await requestCancellation(trx, { subscriptionId: terms.subscription_id })
    return { end_date: end.toISOString() }
  })
