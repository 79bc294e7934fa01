// The first station of everything that changes a transcript: whoever gets past it sees the file, may edit it, and is
// alone with it until their transaction ends.
import type { FileStatus } from '@kaiwa/contract/files.ts'
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { visibleItems } from '../tree/access.ts'
import { insist } from '../tree/assert-allowed.ts'
import * as policy from '../tree/policy.ts'
import { freeLostLock } from './lock/free-lost-lock.ts'
import { lockColumns, type LockRow } from './lock/lock-row.ts'

/** What is to be edited, by any of its names. */
export type EditPlace =
  | { transcriptId: number }
  | { fileId: number; projectId?: number }
  /** Block of a transcript that the actor sees; another workspace may hold one of the same uuid. */
  | { blockUuid: string }

export type Editing = {
  transcriptId: number
  /** The last one that was given. */
  revision: number
  /** Language of the recording; null where nobody knows. */
  language: string | null
  file: { id: number; title: string; project_id: number }
  workspaceId: number
  /** Null: nobody has ever held it. */
  lock: LockRow | null
}

/** The file of a place that the actor sees, with what the policy judges it by. */
export const findEditable = (db: Db | Trx, actor: Actor, place: EditPlace) =>
  db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts', 'transcripts.file_id', 'file.id')
    .select([
      'item.depth',
      'item.is_project',
      'item.role',
      'file.workspace_id',
      'transcripts.id as transcript_id',
      'file.id as file_id',
      'file.item_id',
      'file.title',
      'file.project_id',
      'file.status',
    ])
    .$call((query) => {
      if ('transcriptId' in place) return query.where('transcripts.id', '=', place.transcriptId)
      if ('fileId' in place)
        return query
          .where('file.id', '=', place.fileId)
          .$if(place.projectId !== undefined, (one) => one.where('file.project_id', '=', place.projectId as number))
      return query
        .innerJoin('blocks', 'blocks.transcript_id', 'transcripts.id')
        .where('blocks.uuid', '=', place.blockUuid)
        .orderBy('blocks.id')
        .limit(1)
    })

type Editable = Awaited<ReturnType<ReturnType<typeof findEditable>['executeTakeFirst']>>

/** Refuses with E_NOT_FOUND, E_FORBIDDEN (role) and E_CONFLICT (state: not processed). */
export const assertEditable: (file: Editable) => asserts file is NonNullable<Editable> = (file) => {
  if (!file) throw new Refusal('E_NOT_FOUND')
  insist(policy.edit(file, { status: file.status as FileStatus }))
}

/** Refuses as `assertEditable` does, and where the transcript itself is not complete. */
export const openForEdit = async (trx: Trx, actor: Actor, place: EditPlace): Promise<Editing> => {
  // Everything else that changes a file takes this lock first as well: processing, retry, another save.
  const lockable = findEditable(trx, actor, place).forNoKeyUpdate('file')
  // A uuid may name blocks of two files: skipping the first one would find the other.
  const unlocked = 'blockUuid' in place ? undefined : await lockable.skipLocked().executeTakeFirst()
  const file = unlocked ?? (await lockable.executeTakeFirst())
  assertEditable(file)
  // Not before the file is locked: what was read beside it may be older than the wait for it.
  const { revision, language, status, isActorCurrent, lock: found } = await findState(trx, actor, file.transcript_id)
  // Statement snapshots are older than a wait for the lock, and the actor is as old as the request.
  if (!unlocked || !isActorCurrent)
    assertEditable(
      await findEditable(trx, await reloadActor(trx, actor), { transcriptId: file.transcript_id }).executeTakeFirst(),
    )
  if (status !== 'completed') throw new Refusal('E_CONFLICT', { reason: 'state' })
  const where = { transcriptId: file.transcript_id, fileId: file.file_id, itemId: file.item_id }
  const lock = await freeLostLock(trx, found, actor.id, where)
  return {
    transcriptId: file.transcript_id,
    revision,
    language,
    file: { id: file.file_id, title: file.title, project_id: file.project_id },
    workspaceId: file.workspace_id,
    lock,
  }
}

type State = { revision: number; language: string | null; status: string; isActorCurrent: boolean }

/** `isActorCurrent`: the session lives and the role in the workspace is the one that the request began with. */
const findState = async (
  trx: Trx,
  { sessionId, workspaceId, workspaceRole }: Actor,
  transcriptId: number,
): Promise<State & { lock: LockRow | null }> => {
  const { rows } = await sql<State & { [K in keyof LockRow]: LockRow[K] | null }>`
    select transcripts.revision, transcripts.language, transcripts.status, ${lockColumns},
      exists (
        select from sessions
        join users on users.id = sessions.user_id
        join workspace_members member on member.user_id = users.id
        join workspaces on workspaces.id = member.workspace_id and workspaces.status = 'active'
        where sessions.id = ${sessionId} and sessions.expires_at > now() and not users.is_disabled
          and member.workspace_id = ${workspaceId} and member.role_id = ${workspaceRole}
      ) as "isActorCurrent"
    from transcripts left join edit_locks on edit_locks.transcript_id = transcripts.id
    where transcripts.id = ${transcriptId}
  `.execute(trx)
  const [{ revision, language, status, isActorCurrent, ...lock }] = rows as [(typeof rows)[number]]
  return { revision, language, status, isActorCurrent, lock: lock.user_id === null ? null : (lock as LockRow) }
}
