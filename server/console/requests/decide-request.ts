import type {
  approveSubscriptionRequest as approveContract,
  rejectSubscriptionRequest as rejectContract,
} from '@kaiwa/contract/admin-requests.ts'
import { mailName } from '../../accounts/mails/mail-name.ts'
import { newPasswordLink } from '../../accounts/passwords/send-password-link.ts'
import { fullName } from '../../accounts/person.ts'
import { cardPayment } from '../../applications/extension-points.ts'
import { setRequestStatus } from '../../applications/set-request-status.ts'
import { lockRequest, type RequestRow } from '../../applications/store.ts'
import { insertCompany } from '../../billing/store/companies.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import { createSetupLink } from '../../payment/checkout/setup-link.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator, recordAction } from '../audit/record-action.ts'
import { type NextStep, requestApprovedMail } from '../mails/request-approved.ts'
import { type Applicant, openApplicant } from './applicant.ts'
import { findPlanName } from '../store/requests.ts'

/** Days for which the link to the first password of an approved applicant is valid. */
const PASSWORD_LINK_DAYS = 7

/** A request that was not decided yet, locked. */
async function openRequest({ app, actor }: Context<'operator'>, trx: Trx, id: number): Promise<RequestRow> {
  const request = await lockRequest(trx, id)
  if (!request) throw new Refusal('E_NOT_FOUND')
  await assertStillOperator(app, trx, actor)
  if (request.status !== 'created') throw new Refusal('E_CONFLICT', { reason: 'status' })
  return request
}

function insertCompanyOf(trx: Trx, request: RequestRow): Promise<number> {
  const { company_name: name, ...fields } = request
  return insertCompany(trx, { ...fields, name })
}

interface Approved extends Applicant {
  request: RequestRow
  /** The address at which a card is registered; null for payment by invoice. */
  setupUrl: string | null
}

/** Mails the contact, and the owner of the workspace if that is another person. */
async function mailApplicant(context: Context<'operator'>, trx: Trx, approved: Approved): Promise<void> {
  const { request, user, isNew, setupUrl } = approved
  const origin = publicAddress(context)
  const password = isNew && setupUrl === null
  const next: NextStep = setupUrl !== null ? 'card' : password ? 'password' : 'open'
  const url =
    setupUrl ??
    (password
      ? await newPasswordLink(trx, user, origin, { isSet: true, minutes: PASSWORD_LINK_DAYS * 24 * 60 })
      : `${origin}/mypage/payment`)
  const name = mailName(fullName({ first_name: request.contact_first_name, last_name: request.contact_last_name }))
  const plan = await findPlanName(trx, request.plan_id)
  const values = { name, plan, next, url, days: password ? PASSWORD_LINK_DAYS : null }
  const contact = request.contact_email
  const isSame = contact.toLowerCase() === user.email.toLowerCase()
  for (const to of isSame ? [contact] : [contact, user.email])
    await context.app.mail.send(trx, { to, ...requestApprovedMail(request.locale, values) })
}

/** Of two simultaneous calls the second one waits for the lock and finds a decided request. */
export const approveSubscriptionRequest: Handler<typeof approveContract> = async ({ params }, context) => {
  const { app, actor } = context
  return app.db.transaction().execute(async (trx) => {
    const request = await openRequest(context, trx, params.requestId)
    const applicant = await openApplicant(trx, request)
    const companyId = await insertCompanyOf(trx, request)
    const { workspaceId } = applicant
    const isCard = request.payment_type === 'credit_card'
    const contract = { workspaceId, planId: request.plan_id, companyId }
    if (isCard && !cardPayment.get()(app)) throw new Refusal('E_UNAVAILABLE', { reason: 'card' })
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

export const rejectSubscriptionRequest: Handler<typeof rejectContract> = async ({ params }, context) => {
  const { app, actor } = context
  return app.db.transaction().execute(async (trx) => {
    const request = await openRequest(context, trx, params.requestId)
    await setRequestStatus(trx, { requestId: request.id, status: 'rejected', decidedBy: actor.id })
    await recordAction(trx, actor, {
      action: 'request.reject',
      subject: 'request',
      subjectId: request.id,
      subjectName: request.company_name,
      before: { status: request.status },
      after: { status: 'rejected' },
    })
    return { id: request.id, status: 'rejected' as const }
  })
}
