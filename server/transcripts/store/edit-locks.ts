// The lock of a transcript as a row. Expiry uses only the database clock, read after the file's row is locked. A slow
// browser or a wait for the lock cannot shift it.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import { personAt, type PersonRow } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

export interface LockRow {
  user_id: number
  by: PersonRow
  version: number
  until: Date
  state: 'held' | 'expired' | 'released'
  block_uuids: string[]
  /** The lock is held and has not expired. */
  is_held: boolean
}

/** The columns of a `LockRow`, for statements over `edit_locks`. */
export const lockColumns = sql`edit_locks.user_id, edit_locks.version, edit_locks.until, edit_locks.state,
  edit_locks.block_uuids, ${personAt('edit_locks.user_id')} as by,
  edit_locks.state = 'held' and edit_locks.until > clock_timestamp() as is_held`

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
      clock_timestamp() + make_interval(mins => ${LIMITS.lockMinutes}), 'held',
      array(select uuid from blocks where transcript_id = ${transcriptId} and uuid = any(${blockUuids}::uuid[]))
    on conflict (transcript_id) do update set
      user_id = excluded.user_id, version = excluded.version, state = 'held',
      -- Typing renews the lock many times a second. An end that would move by less than a second is kept: no event.
      until = case
        when edit_locks.version = excluded.version and excluded.until < edit_locks.until + interval '1 second'
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
