import type { PlanName } from '@kaiwa/contract/limits.ts'
import { makeProductName } from '@kaiwa/contract/product-names.ts'
import { subscribe } from '../billing/subscribe.ts'
import type { Trx } from '../platform/database/database.ts'
import { insertRootFolder } from '../tree/store/folders.ts'
import { insertWorkspace } from './store/workspaces.ts'

export interface NewWorkspace {
  id: number
  rootItemId: number
  rootProjectId: number
}

/**
 * Creates a workspace with its owner, its root folder and its plan; null for one whose contract is started otherwise. Runs
 * in the caller's transaction.
 */
export async function createWorkspace(
  trx: Trx,
  { ownerId, plan }: { ownerId: number; plan: PlanName | null },
): Promise<NewWorkspace> {
  const id = await insertWorkspace(trx, ownerId)
  const root = await insertRootFolder(trx, { workspaceId: id, ownerId, name: makeProductName('workspace') })
  if (plan !== null) await subscribe(trx, id, plan)
  return { id, rootItemId: root.item_id, rootProjectId: root.project_id }
}
