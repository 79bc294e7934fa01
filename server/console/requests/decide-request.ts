import type {
  approveSubscriptionRequest as approveContract,
  rejectSubscriptionRequest as rejectContract,
} from '@kaiwa/contract/admin-requests.ts'
import { setRequestStatus } from '../../applications/set-request-status.ts'
import type { RequestRow } from '../../applications/store.ts'
import { insertCompany } from '../../billing/store/companies.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import { createSetupLink } from '../../payment/checkout/setup-link.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { recordAction } from '../audit/record-action.ts'
import { openApplicant } from './applicant.ts'
import { mailApplicant } from './mail-applicant.ts'
import { assertCanRegisterCard, openRequest } from './open-request.ts'
import { rejectRequest } from './reject-request.ts'

function insertCompanyOf(trx: Trx, request: RequestRow): Promise<number> {
  const { company_name: name, ...fields } = request
  return insertCompany(trx, { ...fields, name })
}

/** Of two simultaneous calls the second one waits for the lock and finds a decided request. */
export const approveSubscriptionRequest: Handler<typeof approveContract> = async ({ params }, context) => {
  const { app, actor } = context
  return app.db.transaction().execute(async (trx) => {
    const request = await openRequest(context, trx, params.requestId, 'created')
    const applicant = await openApplicant(trx, request)
    const companyId = await insertCompanyOf(trx, request)
    const { workspaceId } = applicant
    const isCard = request.payment_type === 'credit_card'
    const contract = { workspaceId, planId: request.plan_id, companyId }
    if (isCard) await assertCanRegisterCard(app, trx, workspaceId)
    const origin = publicAddress(context)
    const setupUrl = isCard ? await createSetupLink(trx, { requestId: request.id, origin, ...contract }) : null
    if (!isCard) await startSubscription(trx, { ...contract, paymentType: request.payment_type })
    const status = isCard ? 'wait-setup' : 'approved'
    await setRequestStatus(trx, { requestId: request.id, status, decidedBy: actor.id, workspaceId })
    await mailApplicant(context, trx, { ...applicant, request, setupUrl })
    await recordAction(trx, actor, {
      action: 'request.approve',
      subject: 'request',
      subjectId: request.id,
      subjectName: request.company_name,
      before: { status: request.status },
      after: { status, workspace_id: workspaceId, owner: applicant.user.email },
    })
    return { id: request.id, status }
  })
}

export const rejectSubscriptionRequest: Handler<typeof rejectContract> = ({ params }, context) =>
  rejectRequest(context, params.requestId, { from: 'created', action: 'request.reject' })
