import { createHash } from 'node:crypto'
import { fullName } from '../../accounts/person.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import { ask } from './client.ts'
import { insertCustomer, type Payer, setProviderCustomer } from './store/customers.ts'

/**
 * The id of the workspace's customer at the provider, created at the first call. Concurrent calls send the same
 * idempotency key and so create one customer. `address` is the base of links in mails.
 */
export async function ensureCustomer(app: App, payer: Payer, address: string): Promise<string> {
  const workspaceId = payer.workspace_id
  const row = await app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    return insertCustomer(trx, workspaceId, address)
  })
  if (row.provider_customer_id !== null) return row.provider_customer_id
  const fields = {
    email: payer.email,
    name: fullName(payer) || payer.email,
    metadata: { workspace: String(workspaceId) },
  }
  // The address and the name may change between two attempts.
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  const created = await ask(app, (stripe) =>
    stripe.customers.create(fields, { idempotencyKey: `customer:${row.key}:${hash}` }),
  )
  return app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    await setProviderCustomer(trx, workspaceId, created.id)
    const stored = await insertCustomer(trx, workspaceId, address)
    return stored.provider_customer_id ?? created.id
  })
}
