// Stores the portal of local mode once.
import type { Db } from '../../../platform/database/database.ts'
import { insertDeals } from '../store/deals.ts'
import { findObject, lockSeed, putObject } from '../store/objects.ts'
import { trialDeals } from './deals.ts'
import { TRIAL_PORTAL, trialPortal } from './portal.ts'

/** Deals that people have changed stay. Two processes that start together store it once. */
export async function seedPortal(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSeed(trx)
    if (await findObject(trx, 'portal', TRIAL_PORTAL)) return
    await putObject(trx, 'portal', TRIAL_PORTAL, trialPortal)
    await insertDeals(trx, TRIAL_PORTAL, trialDeals(new Date()))
  })
}
