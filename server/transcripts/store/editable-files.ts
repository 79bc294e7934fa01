// Reads the file of a transcript with everything that decides whether the actor may edit it.
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import { lockColumns, type LockRow } from './edit-locks.ts'

/** Identifies the transcript to edit. */
export type EditTarget =
  | { transcriptId: number }
  | { fileId: number; projectId?: number }
  /** Block of a transcript that the actor sees. Another workspace may have a block with the same uuid. */
  | { blockUuid: string }

/** Query of the file with the columns that the policy needs, if the actor sees it. */
function editableFiles(db: Db | Trx, actor: Actor, target: EditTarget) {
  return db
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
      shownName(actor, 'file', 'title').as('title'),
      'file.project_id',
      'file.status',
    ])
    .$call((query) => {
      if ('transcriptId' in target) return query.where('transcripts.id', '=', target.transcriptId)
      if ('fileId' in target)
        return query
          .where('file.id', '=', target.fileId)
          .$if(target.projectId !== undefined, (one) => one.where('file.project_id', '=', target.projectId as number))
      return query
        .innerJoin('blocks', 'blocks.transcript_id', 'transcripts.id')
        .where('blocks.uuid', '=', target.blockUuid)
        .orderBy('blocks.id')
        .limit(1)
    })
}

/** The file of the target if the actor sees it. */
export function findEditableFile(db: Db | Trx, actor: Actor, target: EditTarget) {
  return editableFiles(db, actor, target).executeTakeFirst()
}

export type EditableFile = NonNullable<Awaited<ReturnType<typeof findEditableFile>>>

/**
 * Locks the file's row until the transaction ends. `mayBeOutdated`: another transaction may have held the row, so that
 * the returned columns may be older than the end of the wait.
 */
export async function lockEditableFile(
  trx: Trx,
  actor: Actor,
  target: EditTarget,
): Promise<{ file: EditableFile | undefined; mayBeOutdated: boolean }> {
  // Processing, retry and other saves take this row lock first, too.
  const lockable = editableFiles(trx, actor, target).forNoKeyUpdate('file')
  // A uuid may exist in two files; skipping the locked one would select the other.
  const unlocked = 'blockUuid' in target ? undefined : await lockable.skipLocked().executeTakeFirst()
  if (unlocked) return { file: unlocked, mayBeOutdated: false }
  return { file: await lockable.executeTakeFirst(), mayBeOutdated: true }
}

interface EditState {
  revision: number
  textLength: number
  language: string | null
  status: string
  isActorCurrent: boolean
}

/**
 * State of the transcript and its edit lock. `isActorCurrent`: the session is valid and the workspace role has not
 * changed since the request began.
 */
export async function findEditState(
  trx: Trx,
  { sessionId, workspaceId, workspaceRole }: Actor,
  transcriptId: number,
): Promise<EditState & { lock: LockRow | null }> {
  const { rows } = await sql<EditState & { [K in keyof LockRow]: LockRow[K] | null }>`
    select transcripts.revision, transcripts.text_length as "textLength", transcripts.language, transcripts.status, ${lockColumns},
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
  const [{ revision, textLength, language, status, isActorCurrent, ...lock }] = rows as [(typeof rows)[number]]
  return {
    revision,
    textLength,
    language,
    status,
    isActorCurrent,
    lock: lock.user_id === null ? null : (lock as LockRow),
  }
}
