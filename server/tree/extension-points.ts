import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { extensionPoint, hook } from '../platform/extension-point.ts'

/** Returns the speakers of one folder, or of all folders that the actor sees. */
export const folderSpeakers =
  extensionPoint<(db: Db, actor: Actor, which: { projectId?: number }) => Promise<Speaker[]>>('speakers of folders')

/** Runs inside the moving transaction after files, given by their item ids, were moved into the folder `projectId`. */
export const filesMoved = hook<[trx: Trx, itemIds: readonly number[], projectId: number]>()
