// Changes that wait for a lock while the right of their operator is taken away: they are refused and change nothing.
import { markInvoicePaid } from '@kaiwa/contract/admin-invoices.ts'
import {
  approveSubscriptionRequest,
  rejectSubscriptionRequest,
  resendSetupLink,
  withdrawApproval,
} from '@kaiwa/contract/admin-requests.ts'
import { deletePlanChange, toggleCancellation, updateSubscription } from '@kaiwa/contract/admin-subscriptions.ts'
import { addUserPoint, disableUser, updateUser } from '@kaiwa/contract/admin-users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockUserData } from '../accounts/store/users.ts'
import { lockRequest } from '../applications/store.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import { atOnce } from '../test/at-once.ts'
import { createInvoice, createOperator, createPlan, createRequest } from '../test/factories/operators.ts'
import { createOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(() => test.close())

async function build() {
  const { db } = test
  const owner = await createOwner(db)
  const { id: subscriptionId } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', owner.workspaceId)
    .executeTakeFirstOrThrow()
  const plan = await createPlan(db)
  const request = await createRequest(db, { planId: plan.id })
  const invoice = await createInvoice(db, owner)
  return { owner, plan, subscriptionId, requestId: request.id, invoiceId: invoice.id }
}

type World = Awaited<ReturnType<typeof build>>

const names = { first_name: '花子', last_name: '山田' }
const changes: Record<string, (world: World, as: TestUser) => Promise<{ status: number; error: unknown }>> = {
  disableUser: ({ owner }, as) => test.call(disableUser, { params: { userId: owner.id } }, as),
  updateUser: ({ owner }, as) =>
    test.call(updateUser, { params: { userId: owner.id }, body: { ...names, email: owner.email } }, as),
  addUserPoint: ({ owner }, as) => test.call(addUserPoint, { params: { userId: owner.id }, body: { point: 1 } }, as),
  approveSubscriptionRequest: ({ requestId }, as) =>
    test.call(approveSubscriptionRequest, { params: { requestId } }, as),
  rejectSubscriptionRequest: ({ requestId }, as) => test.call(rejectSubscriptionRequest, { params: { requestId } }, as),
  resendSetupLink: ({ requestId }, as) => test.call(resendSetupLink, { params: { requestId } }, as),
  withdrawApproval: ({ requestId }, as) => test.call(withdrawApproval, { params: { requestId } }, as),
  updateSubscription: ({ subscriptionId, plan }, as) =>
    test.call(updateSubscription, { params: { subscriptionId }, body: { plan_id: plan.id, from_this_cycle: 0 } }, as),
  deletePlanChange: ({ subscriptionId }, as) => test.call(deletePlanChange, { params: { subscriptionId } }, as),
  toggleCancellation: ({ subscriptionId }, as) => test.call(toggleCancellation, { params: { subscriptionId } }, as),
  markInvoicePaid: ({ invoiceId }, as) => test.call(markInvoicePaid, { params: { invoiceId } }, as),
}

it.each(Object.entries(changes))('%s', async (_name, change) => {
  const world = await build()
  const operator = await createOperator(test.db)
  const { answers, waited } = await atOnce(
    test.db,
    async (trx) => {
      await lockRequest(trx, world.requestId)
      await lockUserData(trx, world.owner.id)
      await lockWorkspace(trx, world.owner.workspaceId)
      await trx.updateTable('users').set({ is_operator: false }).where('id', '=', operator.id).execute()
    },
    [() => change(world, operator)],
  )
  expect([waited, answers[0]?.status, answers[0]?.error]).toEqual([1, 403, 'E_FORBIDDEN'])
  const log = await test.db.selectFrom('operator_actions').selectAll().where('operator_id', '=', operator.id).execute()
  expect(log).toEqual([])
})
