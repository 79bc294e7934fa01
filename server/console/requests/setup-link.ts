// An approved application whose card was not registered: its link is mailed again, or the approval is withdrawn.
import type {
  resendSetupLink as resendContract,
  withdrawApproval as withdrawContract,
} from '@kaiwa/contract/admin-requests.ts'
import { createSetupLink } from '../../payment/checkout/setup-link.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAction } from '../audit/record-action.ts'
import { findSetup } from '../store/requests.ts'
import { mailApplicant } from './mail-applicant.ts'
import { assertCanRegisterCard, openRequest } from './open-request.ts'
import { rejectRequest } from './reject-request.ts'

/** The workspace and the company are those of the approval. Refuses with `workspace` if the workspace was closed. */
export const resendSetupLink: Handler<typeof resendContract> = async ({ params }, context) => {
  const { app, actor } = context
  return app.db.transaction().execute(async (trx) => {
    const request = await openRequest(context, trx, params.requestId, 'wait-setup')
    const workspaceId = request.workspace_id
    if (workspaceId === null) throw new Refusal('E_CONFLICT', { reason: 'workspace' })
    await assertCanRegisterCard(app, trx, workspaceId)
    const setup = await findSetup(trx, request.id)
    if (!setup) throw new Refusal('E_CONFLICT', { reason: 'workspace' })
    const setupUrl = await createSetupLink(trx, {
      requestId: request.id,
      workspaceId,
      planId: request.plan_id,
      companyId: setup.company_id,
      origin: publicAddress(context),
    })
    await mailApplicant(context, trx, { request, user: setup.owner, isNew: false, setupUrl })
    await recordAction(trx, actor, {
      action: 'request.resend',
      subject: 'request',
      subjectId: request.id,
      subjectName: request.company_name,
      before: {},
      after: { email: request.contact_email, workspace_id: workspaceId, owner: setup.owner.email },
    })
    return { id: request.id, status: request.status }
  })
}

/** A card that is registered at the same time waits for the lock of the request and then finds an ended link. */
export const withdrawApproval: Handler<typeof withdrawContract> = ({ params }, context) =>
  rejectRequest(context, params.requestId, { from: 'wait-setup', action: 'request.withdraw' })
