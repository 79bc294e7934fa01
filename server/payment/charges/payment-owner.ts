// Finds the workspace to which an object of the provider belongs.
import type { Db, Trx } from '../../platform/database/database.ts'
import { findCheckoutByKey } from '../checkout/store/checkouts.ts'
import { idOf } from '../provider/id-of.ts'
import { findCustomerByProviderId } from '../provider/store/customers.ts'
import { findChargeByIntent, findChargeByKey } from './store/charges.ts'

export interface Payment {
  id: string
  customer: string | { id: string } | null
  metadata: Readonly<Record<string, string>>
}

/**
 * The workspace that paid: that of the customer. A customer who was replaced since is not known anymore; then our row
 * with the random key of the payment says it.
 */
export async function findPayingWorkspace(
  db: Db | Trx,
  { id, customer, metadata }: Payment,
): Promise<number | undefined> {
  const row =
    (await findCustomerByProviderId(db, idOf(customer) ?? '')) ??
    (await findChargeByIntent(db, id)) ??
    (await findChargeByKey(db, metadata['charge'] ?? '')) ??
    (await findCheckoutByKey(db, metadata['checkout'] ?? ''))
  return row?.workspace_id
}

/** The cause of the row in the ledger: each payment has its own, also if two paid the same invoice. */
export function causeOf(intentId: string): string {
  return `intent:${intentId}`
}
