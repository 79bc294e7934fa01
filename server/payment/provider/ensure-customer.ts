import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { fullName } from '../../accounts/person.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import { ask } from './client.ts'
import { findLiveCustomer, forgetCustomer } from './live-customer.ts'
import { releaseCustomer } from './release-customer.ts'
import { insertCustomer, type Payer, setProviderCustomer } from './store/customers.ts'

interface Contact {
  email: string
  name: string
}

function openRow(app: App, workspaceId: number, address: string) {
  return app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    return insertCustomer(trx, workspaceId, address)
  })
}

/** The provider sends receipts to the customer, so it must know the present owner. */
async function updateContact(app: App, customer: Stripe.Customer, contact: Contact): Promise<void> {
  if (customer.email === contact.email && customer.name === contact.name) return
  await ask(app, (stripe) => stripe.customers.update(customer.id, { ...contact }))
}

/**
 * The id of the workspace's customer at the provider, created at the first call, for a new owner, and when the provider does
 * not know the former one. Concurrent calls send the same idempotency key and so create one customer. `address` is the base of links
 * in mails.
 */
export async function ensureCustomer(app: App, payer: Payer, address: string): Promise<string> {
  const workspaceId = payer.workspace_id
  const contact = { email: payer.email, name: fullName(payer) || payer.email }
  let row = await openRow(app, workspaceId, address)
  if (row.provider_customer_id !== null && row.owner_id !== payer.user_id) {
    await releaseCustomer(app, workspaceId, row.provider_customer_id)
    row = await openRow(app, workspaceId, address)
  }
  const known = row.provider_customer_id
  if (known !== null) {
    const customer = await ask(app, () => findLiveCustomer(app, known))
    if (customer) {
      await updateContact(app, customer, contact)
      return known
    }
    await forgetCustomer(app, workspaceId, known)
    row = await openRow(app, workspaceId, address)
    // Another call has created the new customer.
    if (row.provider_customer_id !== null) return row.provider_customer_id
  }
  const fields = { ...contact, metadata: { workspace: String(workspaceId) } }
  // The address and the name may change between two attempts.
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  const created = await ask(app, (stripe) =>
    stripe.customers.create(fields, { idempotencyKey: `customer:${row.key}:${hash}` }),
  )
  return app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    await setProviderCustomer(trx, workspaceId, { id: created.id, ownerId: payer.user_id })
    const stored = await insertCustomer(trx, workspaceId, address)
    return stored.provider_customer_id ?? created.id
  })
}
