// The SQL of recordings made in a browser: what the browser says about them, and the result of reading them while they
// grow. Callers of functions with a transaction hold the file's row lock.
import type { RecordingInterruption, RecordingMarker, RecordingSegment } from '@kaiwa/contract/recordings.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { Listened } from '../live/listened.ts'

export interface RecordingState {
  segments: readonly RecordingSegment[]
  markers: readonly RecordingMarker[]
  interruptions: readonly RecordingInterruption[]
}

/** Stores what the browser knows about a recording, all of it. */
export async function saveRecordingState(trx: Trx, fileId: number, state: RecordingState): Promise<void> {
  const values = {
    segments: jsonb([...state.segments]),
    markers: jsonb([...state.markers]),
    interruptions: jsonb([...state.interruptions]),
  }
  await trx
    .insertInto('recordings')
    .values({ file_id: fileId, ...values })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(values))
    .execute()
}

/** Makes sure that there is a row for a recording about which the browser has said nothing. */
export async function ensureRecording(trx: Trx, fileId: number): Promise<void> {
  await trx
    .insertInto('recordings')
    .values({ file_id: fileId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A recording is held for this time after its worker was killed. */
const HOLD_SECONDS = 15

const newEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(HOLD_SECONDS)})`

/** A hold that ends later than a new one is from before the clock was put back (decision 181). */
const isHeld = sql<boolean>`coalesce(listening_until > clock_timestamp()
  and listening_until < ${newEnd} + interval '1 minute', false)`

/** Undefined if the file was not recorded in a browser. `isListening`: a worker is reading it at present. */
export async function findRecording(db: Db | Trx, fileId: number) {
  const row = await db
    .selectFrom('recordings')
    .selectAll()
    .select(isHeld.as('is_listening'))
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    segments: row.segments as unknown as RecordingSegment[],
    markers: row.markers as unknown as RecordingMarker[],
    interruptions: row.interruptions as unknown as RecordingInterruption[],
    listened: row.listened as unknown as Listened | null,
    isListening: row.is_listening,
    isJoined: row.joined_at !== null,
  }
}

/** Returns the hold, or undefined if another worker has the recording. The hold is its end, which no other one has. */
export async function takeListening(db: Db, fileId: number): Promise<string | undefined> {
  const taken = await db
    .updateTable('recordings')
    .set({ listening_until: newEnd })
    .where('file_id', '=', fileId)
    .where(sql<boolean>`not ${isHeld}`)
    .returning(sql<string>`listening_until::text`.as('hold'))
    .executeTakeFirst()
  return taken?.hold
}

function isHold(hold: string) {
  return sql<boolean>`listening_until = ${hold}::timestamptz`
}

/** Returns the new hold, or undefined if another worker has taken the recording, or it was deleted. */
export async function renewListening(db: Db, fileId: number, hold: string): Promise<string | undefined> {
  const renewed = await db
    .updateTable('recordings')
    .set({ listening_until: newEnd })
    .where('file_id', '=', fileId)
    .where(isHold(hold))
    .returning(sql<string>`listening_until::text`.as('hold'))
    .executeTakeFirst()
  return renewed?.hold
}

export function endListening(db: Db, fileId: number, hold: string) {
  return db
    .updateTable('recordings')
    .set({ listening_until: null })
    .where('file_id', '=', fileId)
    .where(isHold(hold))
    .execute()
}

/** Stores what was found when the recording was read to its end. */
export function saveListened(trx: Trx, fileId: number, listened: Listened) {
  return trx
    .updateTable('recordings')
    .set({ listened: jsonb(listened) })
    .where('file_id', '=', fileId)
    .execute()
}

/** Stores how far the recording was read when its recorder went away: it is read again when more bytes are there. */
export function savePosition(db: Db, fileId: number, position: number) {
  return db.updateTable('recordings').set({ listened_bytes: position }).where('file_id', '=', fileId).execute()
}

/** The file of a recording whose segments are not one file yet, locked to the end of the transaction. */
export function lockUnjoined(trx: Trx, fileId: number) {
  return trx
    .selectFrom('files')
    .innerJoin('recordings', 'recordings.file_id', 'files.id')
    .select(['files.id', 'files.workspace_id', 'files.created_by'])
    .where('files.id', '=', fileId)
    .where('joined_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export function markJoined(trx: Trx, fileId: number) {
  return trx
    .updateTable('recordings')
    .set({ joined_at: sql`now()` })
    .where('file_id', '=', fileId)
    .execute()
}

/** Files that are being recorded, with the bytes that a reader had read when it ended. */
export function listRecordings(db: Db) {
  return db
    .selectFrom('files')
    .leftJoin('recordings', 'recordings.file_id', 'files.id')
    .select(['files.id', 'files.run', 'files.workspace_id', 'files.created_by'])
    .select(sql<number>`coalesce(listened_bytes, 0)::float8`.as('listened_bytes'))
    .where('files.status', '=', 'waiting')
    .where('files.is_recording', '=', true)
    .execute()
}
