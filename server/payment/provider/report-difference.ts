import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { type Difference, insertDifference } from './store/differences.ts'

/** Keeps a difference between the provider and our rows for the operator, and logs it once. */
export async function reportDifference(app: App, trx: Trx, difference: Difference): Promise<void> {
  if (await insertDifference(trx, difference)) app.log.error(difference, 'payment differs from the provider')
}
