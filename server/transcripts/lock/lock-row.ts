// The lock of a transcript as a row. Expiry uses only the database clock, read after the file's row is locked. A slow
// browser or a wait for the lock cannot shift it.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { PersonRow } from '../../accounts/person.ts'
import { personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

export type LockRow = {
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

export const findLock = async (db: Db | Trx, transcriptId: number): Promise<LockRow | null> => {
  const { rows } = await sql<LockRow>`
    select ${lockColumns} from edit_locks where transcript_id = ${transcriptId}
  `.execute(db)
  return rows[0] ?? null
}

type Held = { transcriptId: number; userId: number; version: number; blockUuids: readonly string[] }

/** Renews the lock for five minutes and returns it. Uuids of unknown blocks are ignored. */
export const holdLock = async (trx: Trx, { transcriptId, userId, version, blockUuids }: Held): Promise<LockRow> => {
  const { rows } = await sql<LockRow>`
    insert into edit_locks (transcript_id, user_id, version, until, state, block_uuids)
    select ${transcriptId}, ${userId}, ${version},
      clock_timestamp() + make_interval(mins => ${LIMITS.lockMinutes}), 'held',
      array(select uuid from blocks where transcript_id = ${transcriptId} and uuid = any(${blockUuids}::uuid[]))
    on conflict (transcript_id) do update set
      user_id = excluded.user_id, version = excluded.version, state = 'held',
      -- Typing asks many times a second: an end that would move by less than a second stays, and is no news.
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

/** Whether watching clients would see a difference. */
export const isNews = (before: LockRow | null, after: LockRow): boolean =>
  !before?.is_held ||
  before.version !== after.version ||
  before.block_uuids.length !== after.block_uuids.length ||
  before.until.getTime() !== after.until.getTime()

/** Ends a lock: released or expired. Keeps the version. */
export const endLock = async (trx: Trx, transcriptId: number, state: 'expired' | 'released'): Promise<void> => {
  await trx.updateTable('edit_locks').set({ state }).where('transcript_id', '=', transcriptId).execute()
}
