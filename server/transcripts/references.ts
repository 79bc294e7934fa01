// Blocks refer to speakers and tags by id. Both belong to higher layers, which provide these functions (server/wiring.ts).
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { TagBlockUsage } from '@kaiwa/contract/tags.ts'
import type { Actor } from '../accounts/actor.ts'
import { extensionPoint } from '../platform/extension-point.ts'
import type { Db, Trx } from '../platform/database/database.ts'

export interface SpeakerReferences {
  /**
   * Maps speaker ids to current ones: the id itself, or that of the speaker it was merged into. Ids that belong to no
   * visible folder are missing.
   */
  resolve: (trx: Trx, actor: Actor, ids: Iterable<number>) => Promise<Map<number, number>>
  /** Adds speakers to a folder. Speakers with blocks in a file always belong to the file's folder. */
  addToFolder: (trx: Trx, projectId: number, speakerIds: readonly number[]) => Promise<void>
  /** Adds speakers 1 to `count`, which were detected in a recording, to the workspace and to a folder. */
  insertAutomatic: (trx: Trx, speakers: { workspaceId: number; projectId: number; count: number }) => Promise<number[]>
  /** Those of `ids` that the actor sees in the folder, with their visible files. */
  listInFolder: (db: Db | Trx, actor: Actor, projectId: number, ids: readonly number[]) => Promise<Speaker[]>
  /** Speakers of the blocks of one file. */
  listInFile: (
    db: Db | Trx,
    actor: Actor,
    file: { id: number; project_id: number; transcriptId: number },
  ) => Promise<Speaker[]>
}

export type TagState = 'live' | 'deleted'

export interface TagReferences {
  /** State of these tags. Ids that are unknown in the actor's workspace, or invisible to a guest, are missing. */
  resolve: (trx: Trx, actor: Actor, ids: Iterable<number>) => Promise<Map<number, TagState>>
  /** Tags by id, without deleted ones. */
  find: (db: Db | Trx, ids: readonly number[]) => Promise<Map<number, TagBlockUsage['tag']>>
}

export const speakerReferences = extensionPoint<SpeakerReferences>('speakers of blocks')
export const tagReferences = extensionPoint<TagReferences>('tags of blocks')
