import type {
  changeToBusiness as businessContract,
  deletePlanChange as deleteContract,
  toggleCancellation as toggleContract,
  updateSubscription as updateContract,
} from '@kaiwa/contract/admin-subscriptions.ts'
import type { OperatorAction } from '@kaiwa/contract/admin-console.ts'
import { insertCompany } from '../../billing/store/companies.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { changePlan } from '../../billing/subscriptions/change-plan.ts'
import { deletePlanChange as deleteChange } from '../../billing/subscriptions/delete-plan-change.ts'
import { requestCancellation } from '../../billing/subscriptions/request-cancellation.ts'
import { restoreSubscription } from '../../billing/subscriptions/restore-subscription.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator, changedValues, recordAction } from '../audit/record-action.ts'
import type { ActionValues } from '../store/audit.ts'
import {
  findChoosablePlans,
  findContractWorkspace,
  findSubscriptionRows,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { presentSubscription } from './present-subscription.ts'

async function readContract(trx: Trx, id: number): Promise<SubscriptionRow> {
  const [row] = await findSubscriptionRows(trx, [id])
  if (!row) throw new Refusal('E_NOT_FOUND')
  return row
}

/** The values of a contract that operators change, for the audit log. */
function valuesOf({ plan_name, payment_type, company, end_date, change }: SubscriptionRow): ActionValues {
  return {
    plan: plan_name,
    payment_type,
    company,
    end_date: end_date?.toISOString() ?? null,
    change_plan: change && (change.plan_name ?? ''),
    change_payment_type: change && change.payment_type,
    change_company: change && change.company,
    change_from: change && new Date(change.starts).toISOString(),
  }
}

/** Runs a change under the lock of the workspace and writes the audit log. `work` returns the action that it was. */
async function changeContract(
  { app, actor }: Context<'operator'>,
  id: number,
  work: (trx: Trx, before: SubscriptionRow) => Promise<OperatorAction>,
) {
  return app.db.transaction().execute(async (trx) => {
    const workspaceId = await findContractWorkspace(trx, id)
    if (workspaceId === undefined) throw new Refusal('E_NOT_FOUND')
    await lockWorkspace(trx, workspaceId)
    await assertStillOperator(app, trx, actor)
    const before = await readContract(trx, id)
    const action = await work(trx, before)
    const after = await readContract(trx, id)
    await recordAction(trx, actor, {
      action,
      subject: 'subscription',
      subjectId: id,
      subjectName: before.company ?? before.owner.email,
      ...changedValues(valuesOf(before), valuesOf(after)),
    })
    return presentSubscription(after)
  })
}

/** The audience of a plan that is sold when a change begins. Refuses with E_NOT_FOUND. */
async function audienceOf(trx: Trx, planId: number, isThisMonth: boolean): Promise<'business' | 'personal'> {
  const plan = (await findChoosablePlans(trx, { isThisMonth })).find(({ id }) => id === planId)
  if (!plan) throw new Refusal('E_NOT_FOUND')
  return plan.audience
}

/**
 * The instant of a plan change is a month in Japan: the current one or the next. A business plan needs a company, whose
 * invoices it is written on: without one, refused with the reason `company`.
 */
export const updateSubscription: Handler<typeof updateContract> = ({ params, body }, context) =>
  changeContract(context, params.subscriptionId, async (trx, before) => {
    const audience = body.plan_id === null ? null : await audienceOf(trx, body.plan_id, body.from_this_cycle)
    if (audience === 'business' && before.company_id === null) throw new Refusal('E_CONFLICT', { reason: 'company' })
    await changePlan(trx, {
      subscriptionId: params.subscriptionId,
      planId: body.plan_id,
      fromThisCycle: body.from_this_cycle,
      requestedBy: context.actor.id,
    })
    return 'subscription.change'
  })

export const changeToBusiness: Handler<typeof businessContract> = ({ params, body }, context) =>
  changeContract(context, params.subscriptionId, async (trx, before) => {
    if (before.audience === 'business' && before.company_id !== null)
      throw new Refusal('E_CONFLICT', { reason: 'business' })
    if ((await audienceOf(trx, body.plan_id, body.from_this_cycle)) !== 'business') throw new Refusal('E_NOT_FOUND')
    const { company_name: name, plan_id: planId, payment_type: paymentType, from_this_cycle, ...fields } = body
    const companyId = await insertCompany(trx, { ...fields, name })
    await changePlan(trx, {
      subscriptionId: params.subscriptionId,
      planId,
      paymentType,
      companyId,
      fromThisCycle: from_this_cycle,
      requestedBy: context.actor.id,
    })
    return 'subscription.business'
  })

export const deletePlanChange: Handler<typeof deleteContract> = ({ params }, context) =>
  changeContract(context, params.subscriptionId, async (trx) => {
    if (!(await deleteChange(trx, { subscriptionId: params.subscriptionId })))
      throw new Refusal('E_CONFLICT', { reason: 'change' })
    return 'subscription.delete-change'
  })

/** A caller who says what they saw gets E_CONFLICT instead of the opposite of what they meant. */
export const toggleCancellation: Handler<typeof toggleContract> = ({ params, body }, context) =>
  changeContract(context, params.subscriptionId, async (trx, before) => {
    const isCanceled = before.end_date !== null
    if (body?.is_canceled !== undefined && body.is_canceled !== isCanceled)
      throw new Refusal('E_CONFLICT', { reason: 'status' })
    const { subscriptionId } = params
    if (isCanceled) await restoreSubscription(trx, { subscriptionId })
    else await requestCancellation(trx, { subscriptionId })
    return isCanceled ? 'subscription.restore' : 'subscription.cancel'
  })
