// The SQL of recordings made in a browser: what the browser says about them, and the result of reading them while they
// grow. Callers of functions with a transaction hold the file's row lock.
import type { RecordingInterruption, RecordingMarker, RecordingSegment } from '@kaiwa/contract/recordings.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

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

/** Undefined if the file was not recorded in a browser. `isListening`: a worker is reading it at present. */
export async function findRecording(db: Db | Trx, fileId: number) {
  const row = await db
    .selectFrom('recordings')
    .selectAll()
    .select(sql<boolean>`coalesce(listening_until > clock_timestamp(), false)`.as('is_listening'))
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    segments: row.segments as unknown as RecordingSegment[],
    markers: row.markers as unknown as RecordingMarker[],
    interruptions: row.interruptions as unknown as RecordingInterruption[],
    listened: row.listened as unknown,
    isListening: row.is_listening,
    isJoined: row.joined_at !== null,
  }
}
