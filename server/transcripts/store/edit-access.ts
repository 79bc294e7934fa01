// Reads who may edit a transcript (the state of the file and the role of the actor) and who edits it now (the edit lock). The
// expiry of the lock uses the clock of the database, read after the row of the file is locked, so that a slow browser or a wait
// does not change it.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { personAt, type PersonRow } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'

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
 * Locks the file's row until the transaction ends, after a wait if necessary: the returned columns may be older than the end
 * of the wait. Processing, retry and other saves take this row lock first, too.
 */
export function lockEditableFile(trx: Trx, actor: Actor, target: EditTarget): Promise<EditableFile | undefined> {
  return editableFiles(trx, actor, target).forNoKeyUpdate('file').executeTakeFirst()
}

/** The same without a wait: undefined if another transaction holds the row, or the actor does not see the file. */
export function lockFreeFile(
  trx: Trx,
  actor: Actor,
  // A uuid may exist in two files; skipping the locked one would select the other.
  target: Exclude<EditTarget, { blockUuid: string }>,
): Promise<EditableFile | undefined> {
  return editableFiles(trx, actor, target).forNoKeyUpdate('file').skipLocked().executeTakeFirst()
}

export interface LockRow {
  user_id: number
  by: PersonRow
  version: number
  until: Date
  state: 'held' | 'expired' | 'released'
  block_uuids: string[]
  /** The lock is held and has not expired. One that ends later than a new one would began before the clock was put back. */
  is_held: boolean
}

/** The end of a lock that is taken or renewed now. */
const newEnd = sql<Date>`clock_timestamp() + make_interval(mins => ${sql.lit(LIMITS.lockMinutes)})`

/** The columns of a `LockRow`, for statements over `edit_locks`. */
const lockColumns = sql`edit_locks.user_id, edit_locks.version, edit_locks.until, edit_locks.state,
  edit_locks.block_uuids, ${personAt('edit_locks.user_id')} as by,
  edit_locks.state = 'held' and edit_locks.until > clock_timestamp()
    and edit_locks.until < ${newEnd} + interval '1 minute' as is_held`

interface EditState {
  revision: number
  textLength: number
  language: string | null
  status: string
  isActorCurrent: boolean
}

/**
 * State of the transcript and its edit lock; undefined if it does not exist. `isActorCurrent`: the session is valid and the
 * workspace role has not changed since the request began.
 */
export async function findEditState(
  trx: Trx,
  { sessionId, workspaceId, workspaceRole }: Actor,
  transcriptId: number,
): Promise<(EditState & { lock: LockRow | null }) | undefined> {
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
  const [row] = rows
  if (!row) return undefined
  const { revision, textLength, language, status, isActorCurrent, ...lock } = row
  return {
    revision,
    textLength,
    language,
    status,
    isActorCurrent,
    lock: lock.user_id === null ? null : (lock as LockRow),
  }
}

export async function findLock(db: Db | Trx, transcriptId: number): Promise<LockRow | null> {
  const { rows } = await sql<LockRow>`
    select ${lockColumns} from edit_locks where transcript_id = ${transcriptId}
  `.execute(db)
  return rows[0] ?? null
}

interface Held {
  transcriptId: number
  userId: number
  version: number
  blockUuids: readonly string[]
  /** The changes made under this lock are saved now: deletes their draft. */
  isSaved?: boolean
}

/** Renews the lock for five minutes and returns it. Uuids of unknown blocks are ignored. */
export async function holdLock(
  trx: Trx,
  { transcriptId, userId, version, blockUuids, isSaved = false }: Held,
): Promise<LockRow> {
  const { rows } = await sql<LockRow>`
    with draft as (
      delete from transcript_drafts
      where ${isSaved} and transcript_id = ${transcriptId} and lock_version = ${version} and user_id = ${userId}
    )
    insert into edit_locks (transcript_id, user_id, version, until, state, block_uuids)
    select ${transcriptId}, ${userId}, ${version},
      ${newEnd}, 'held',
      array(select uuid from blocks where transcript_id = ${transcriptId} and uuid = any(${blockUuids}::uuid[]))
    on conflict (transcript_id) do update set
      user_id = excluded.user_id, version = excluded.version, state = 'held',
      -- Typing renews the lock many times a second. An end that would move by less than a second is kept: no event.
      until = case
        when edit_locks.version = excluded.version and excluded.until < edit_locks.until + interval '1 second'
          and edit_locks.until < excluded.until + interval '1 minute'
        then edit_locks.until else excluded.until end,
      block_uuids = case when edit_locks.version = excluded.version
        then array(select unnest(edit_locks.block_uuids) union select unnest(excluded.block_uuids))
        else excluded.block_uuids end
    returning ${lockColumns}
  `.execute(trx)
  return rows[0] as LockRow
}

/** Ends a lock: released or expired. Keeps the version. */
export async function endLock(trx: Trx, transcriptId: number, state: 'expired' | 'released'): Promise<void> {
  await trx.updateTable('edit_locks').set({ state }).where('transcript_id', '=', transcriptId).execute()
}

/**
 * Valid locks of these users, with the files. Locks the files' rows, in the order of their ids, until commit.
 */
export function findHeldLocks(trx: Trx, userIds: readonly number[]) {
  return trx
    .selectFrom('edit_locks')
    .innerJoin('transcripts', 'transcripts.id', 'edit_locks.transcript_id')
    .innerJoin('files', 'files.id', 'transcripts.file_id')
    .select(['transcripts.id', 'edit_locks.user_id', 'files.id as file_id', 'files.item_id'])
    .where(sql<boolean>`edit_locks.user_id = any(${[...userIds]}::integer[])`)
    .where('edit_locks.state', '=', 'held')
    .where(sql<boolean>`edit_locks.until > clock_timestamp()`)
    .orderBy('files.id')
    .forNoKeyUpdate('files')
    .execute()
}

/** Ends the locks of those of these files that are in the trash. */
export async function endLocksOfTrashedFiles(db: Db, fileIds: readonly number[]): Promise<void> {
  await sql`
    update edit_locks set state = 'released'
    from transcripts join files on files.id = transcripts.file_id join items on items.id = files.item_id
    where transcripts.id = edit_locks.transcript_id and edit_locks.state = 'held'
      and items.trash_id is not null and files.id = any(${[...fileIds]}::integer[])
  `.execute(db)
}

/** The current time of the database, which decides when locks expire. Not the time at which the transaction began. */
export async function databaseTime(db: Db | Trx): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now.toISOString()
}
