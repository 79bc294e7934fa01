// The SQL of differences between the provider and our rows.
import type { Trx } from '../../../platform/database/database.ts'

export interface Difference {
  providerId: string
  kind:
    | 'amount'
    | 'workspace-deleted'
    | 'subscription'
    | 'double-charge'
    | 'unknown-session'
    | 'unknown-payment'
    | 'not-compared'
  detail: string
}

/** Returns false if it is known. */
export async function insertDifference(trx: Trx, { providerId, kind, detail }: Difference): Promise<boolean> {
  const row = await trx
    .insertInto('payment_differences')
    .values({ provider_id: providerId, kind, detail })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returning('provider_id')
    .executeTakeFirst()
  return row !== undefined
}
