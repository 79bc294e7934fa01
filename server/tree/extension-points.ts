import type { ItemAbilities, ProjectAbilities } from '@kaiwa/contract/items.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { extensionPoint, hook } from '../platform/extension-point.ts'
import type { Decision, Subject } from './policy.ts'

/** Returns the speakers of one folder, or of all folders that the actor sees. */
export const folderSpeakers =
  extensionPoint<(db: Db, actor: Actor, which: { projectId?: number }) => Promise<Speaker[]>>('speakers of folders')

/** The rules of higher domains about a folder, by the ability that the reader receives. */
export const folderRules =
  extensionPoint<
    Record<Exclude<keyof ProjectAbilities, keyof ItemAbilities | 'record'>, (folder: Subject) => Decision>
  >('rules about folders')

/** Runs inside the moving transaction after files, given by their item ids, were moved into the folder `projectId`. */
export const filesMoved = hook<[trx: Trx, itemIds: readonly number[], projectId: number]>()
