// An owner who pays for an empty workspace keeps it when accepting an invitation to another one.
import { randomUUID } from 'node:crypto'
import { inviteMember } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertBillingRow } from '../../billing/store/billing-ledger.ts'
import { createContract } from '../../test/factories/contracts.ts'
import { createFolder, rootOf } from '../../test/factories/items.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

async function invite(person: TestOwner) {
  const host = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(host), { creator: host })
  const input = { params: { itemId: folder.itemId }, body: { to_email: person.email, temp_role_id: ROLE.viewer } }
  return (await test.call(inviteMember, input, host)).error
}

async function withPayment(): Promise<TestOwner> {
  const owner = await createOwner(test.db, { plan: 'trial' })
  const paid = {
    workspaceId: owner.workspaceId,
    billingType: 'payment_auto',
    money: 1100,
    cause: randomUUID(),
  } as const
  await test.db.transaction().execute((trx) => insertBillingRow(trx, paid))
  return owner
}

it.each([
  ['a membership', () => createContract(test.db), 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE'],
  [
    'a plan by card',
    () => createContract(test.db, { planId: 2, paymentType: 'credit_card' }),
    'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE',
  ],
  ['payments', withPayment, 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE'],
  ['a trial', () => createOwner(test.db, { plan: 'trial' }), undefined],
] as const)('invites or refuses the owner of an empty workspace with %s', async (_, open, error) => {
  expect(await invite(await open())).toBe(error)
})
