// Joining another workspace closes the person's own workspace if it is empty. A page of the payment provider that was opened
// before can still be completed.
import { openMembershipCheckout, openPointCheckout } from '@kaiwa/contract/payment.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { acceptInvitation, inviteMember } from '@kaiwa/contract/sharing.ts'
import { describe, expect, it } from 'vitest'
import { closeWorkspace } from '../../membership/store/workspaces.ts'
import { createFolder, rootOf } from '../../test/factories/items.ts'
import { createMemberWithCard, enterCard, sessionIdOf } from '../../test/factories/payments.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { readMails, tokenIn } from '../../test/read-mails.ts'
import { deliverAll } from '../../test/stripe-server.ts'
import { findCustomer } from '../provider/store/customers.ts'

const { server, test } = await openPaymentTest()

/** Invites the person to a folder of another workspace and accepts the invitation. */
async function joinOthers(person: TestOwner): Promise<void> {
  const host = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(host), { creator: host })
  const body = { to_email: person.email, temp_role_id: ROLE.viewer }
  await test.succeed(inviteMember, { params: { itemId: folder.itemId }, body }, host)
  const token = tokenIn((await readMails(test, person)).at(-1)?.text_body)
  await test.succeed(acceptInvitation, { body: { token } }, person)
}

function contractsOf({ workspaceId }: TestOwner) {
  return test.db
    .selectFrom('subscriptions')
    .select(['status', 'plan_id'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .execute()
}

async function differenceOf(url: string) {
  const found = await test.db
    .selectFrom('payment_differences')
    .select('kind')
    .where('provider_id', '=', sessionIdOf(url))
    .execute()
  return found.map(({ kind }) => kind)
}

describe('a workspace that was closed', () => {
  it('gets no membership from a page that was open: the card is removed at the provider', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const { url } = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, owner)
    const customer = (await findCustomer(test.db, owner.workspaceId))?.provider_customer_id ?? ''
    await joinOthers(owner)
    const before = (await readMails(test, owner)).length
    await enterCard(server, url)
    expect(await server.act((state) => state.list('payment_method', { customer }))).toHaveLength(1)
    await deliverAll(test, server)
    expect(await contractsOf(owner)).toEqual([])
    expect(await findCustomer(test.db, owner.workspaceId)).toMatchObject({ last4: null, provider_customer_id: null })
    expect(await server.act((state) => state.list('payment_method', { customer }))).toEqual([])
    expect((await readMails(test, owner)).length).toBe(before)
    expect(await differenceOf(url)).toEqual(['workspace-deleted'])
  })

  it('gets no points: the payment is kept as a difference', async () => {
    const owner = await createMemberWithCard(test, server)
    const { url } = await test.succeed(openPointCheckout, { body: { back_url: '/', point: 1000 } }, owner)
    await test.db.transaction().execute((trx) => closeWorkspace(trx, owner.workspaceId))
    await enterCard(server, url)
    await deliverAll(test, server)
    const { point } = await test.db
      .selectFrom('workspaces')
      .select('point')
      .where('id', '=', owner.workspaceId)
      .executeTakeFirstOrThrow()
    expect(point).toBe(0)
    expect(await differenceOf(url)).toEqual(['workspace-deleted'])
  })
})
