// The first step of every change to a transcript: checks that the actor sees and may edit the file, and locks the
// file's row until the transaction ends.
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

/** Identifies the transcript to edit. */
export type EditPlace =
  | { transcriptId: number }
  | { fileId: number; projectId?: number }
  /** Block of a transcript that the actor sees. Another workspace may have a block with the same uuid. */
  | { blockUuid: string }

export type Editing = {
  transcriptId: number
  /** The current revision. */
  revision: number
  /** Language of the recording; null if unknown. */
  language: string | null
  file: { id: number; title: string; project_id: number }
  workspaceId: number
  /** Null if the lock was never taken. */
  lock: LockRow | null
}

/** Selects the file with the columns that the policy needs, if the actor sees it. */
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

/** Refuses like `assertEditable`, and also when the transcript itself is not complete. */
export const openForEdit = async (trx: Trx, actor: Actor, place: EditPlace): Promise<Editing> => {
  // Processing, retry and other saves take this row lock first, too.
  const lockable = findEditable(trx, actor, place).forNoKeyUpdate('file')
  // A uuid may exist in two files; skipping the locked one would select the other.
  const unlocked = 'blockUuid' in place ? undefined : await lockable.skipLocked().executeTakeFirst()
  const file = unlocked ?? (await lockable.executeTakeFirst())
  assertEditable(file)
  // Read only after the file is locked: data from the first query may be older than the wait.
  const { revision, language, status, isActorCurrent, lock: found } = await findState(trx, actor, file.transcript_id)
  // After a wait, the snapshot of the first query and the actor of the request may be outdated.
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

/** `isActorCurrent`: the session is valid and the workspace role has not changed since the request began. */
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
