import type { App } from '../../platform/app.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { problemOf } from './get-crm-connection.ts'
import { findConnection } from './store/connections.ts'

/** Refuses a workspace that is connected. One whose portal has a problem may be connected again, or to another portal. */
export async function assertDisconnected(app: App, db: Db | Trx, workspaceId: number): Promise<void> {
  const row = await findConnection(db, workspaceId)
  if (row && problemOf(app, row) === null) throw new Refusal('HUBSPOT_IS_ALREADY_CONNECTED')
}
