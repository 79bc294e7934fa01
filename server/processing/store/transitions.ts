// The only writer of a file's status, run number and reason of failure, and of its transcript's status. Every write is a
// transition of the table in lifecycle.ts. Callers hold the files' row locks, or get them here.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { FailedReason, FileNote, SpokenLanguage } from '@kaiwa/contract/files.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { updateTranscriptLanguage } from '../../transcripts/store/transcripts.ts'
import { type RunJob, toRunJob } from './runs.ts'
import { findTransition, type LifecycleEvent, type State, type Trigger } from '../lifecycle.ts'

const now = sql<Date>`now()`
const startedNow = {
  transcript_started_at: now,
  // Default until the first measurement, which follows within seconds.
  estimate_completed_at: sql<Date>`now() + make_interval(secs => ${LIMITS.retryEstimateSeconds})`,
  progress_share: 0,
  progress_at: null,
}

interface Fields {
  note?: ReturnType<typeof jsonb> | null
  language?: SpokenLanguage
  original_size?: number
  is_recording?: false
  spoken_language?: null
  transcript_started_at?: RawBuilder<Date>
  estimate_completed_at?: RawBuilder<Date> | null
  progress_share?: number
  progress_at?: null
  processed_at?: RawBuilder<Date> | null
  last_updated_at?: RawBuilder<Date>
  last_updated_by?: number
}

/** Applies an event to files. `fields` and `failedReason` are written where the status of the file changes, `fields` also where a run ends. */
async function applyEvent(
  trx: Trx,
  fileIds: readonly number[],
  [event, by]: readonly [LifecycleEvent, Trigger],
  fields: Fields = {},
  failedReason: FailedReason | null = null,
): Promise<void> {
  const ids = (of: readonly number[]) => sql<number>`any(${[...of]}::integer[])`
  const rows = await trx
    .selectFrom('files')
    .leftJoin('transcripts', 'transcripts.file_id', 'files.id')
    .select(['files.id', sql<State>`files.status || '/' || coalesce(transcripts.status, 'none')`.as('state')])
    .where('files.id', '=', ids(fileIds))
    .forUpdate('files')
    .execute()
  for (const [state, files] of Map.groupBy(rows, (row) => row.state)) {
    const transition = findTransition(state, event, by)
    if (!transition) throw new Error(`no transition '${event}' by ${by} from ${state} (files ${files[0]?.id} …)`)
    const { status, transcriptStatus, endsRun } = transition
    const changed = files.map(({ id }) => id)
    if (status !== null || endsRun) {
      await trx
        .updateTable('files')
        .set((eb) => ({
          ...fields,
          ...(status === null ? {} : { status, failed_reason: failedReason }),
          ...(endsRun ? { run: eb('run', '+', 1) } : {}),
        }))
        .where('id', '=', ids(changed))
        .execute()
    }
    if (transcriptStatus === null) continue
    await sql`
      insert into transcripts (file_id, status) select unnest(${changed}::integer[]), ${transcriptStatus}
      on conflict (file_id) do update set status = excluded.status
    `.execute(trx)
  }
}

/** The file's first run begins with all bytes of its recording. */
export async function markUploaded(trx: Trx, fileId: number, originalSize: number) {
  await applyEvent(trx, [fileId], ['start', 'upload'], { original_size: originalSize, last_updated_at: now })
  return findStarted(trx, fileId)
}

function findStarted(trx: Trx, fileId: number) {
  return trx
    .selectFrom('files')
    .select(['id', 'run', 'project_id', 'workspace_id', 'created_by'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
}

/** All bytes of a recording have arrived. Its run continues: what was recognised while it grew is kept. */
export async function markStopped(trx: Trx, fileId: number, originalSize: number) {
  const fields = { original_size: originalSize, is_recording: false as const, last_updated_at: now }
  await applyEvent(trx, [fileId], ['stop', 'upload'], fields)
  return findStarted(trx, fileId)
}

/** A worker reads the recording while it is uploaded: what it recognises can be read. */
export function markListening(trx: Trx, fileId: number): Promise<void> {
  return applyEvent(trx, [fileId], ['listen', 'worker'])
}

/** The recording is read again from its beginning, in another language. */
export function markListenedAgain(trx: Trx, fileId: number, language: SpokenLanguage): Promise<void> {
  return applyEvent(trx, [fileId], ['listen-again', 'person'], { language, spoken_language: null })
}

export function markProcessing(trx: Trx, fileId: number): Promise<void> {
  return applyEvent(trx, [fileId], ['begin', 'worker'], { note: null, ...startedNow })
}

export function markProcessed(trx: Trx, fileId: number, note: FileNote | null): Promise<void> {
  return applyEvent(trx, [fileId], ['finish', 'worker'], {
    note: note && jsonb(note),
    processed_at: now,
    last_updated_at: now,
  })
}

/** `by` is the upload for a recording whose bytes never arrived, otherwise the worker. */
export function markFailed(
  trx: Trx,
  fileId: number,
  { reason, note, by }: { reason: FailedReason; note: FileNote | null; by: 'upload' | 'worker' },
): Promise<void> {
  return applyEvent(
    trx,
    [fileId],
    ['fail', by],
    {
      note: note && jsonb(note),
      is_recording: false,
      estimate_completed_at: null,
      processed_at: null,
      last_updated_at: now,
    },
    reason,
  )
}

export function markCanceled(trx: Trx, fileIds: readonly number[], userId: number): Promise<void> {
  return applyEvent(trx, fileIds, ['cancel', 'person'], {
    estimate_completed_at: null,
    last_updated_by: userId,
    last_updated_at: now,
  })
}

/** Begins another run; returns the data of its jobs. */
export async function markRetried(
  trx: Trx,
  fileId: number,
  { userId, language }: { userId: number; language: SpokenLanguage },
): Promise<RunJob> {
  await applyEvent(trx, [fileId], ['retry', 'person'], {
    note: null,
    language,
    ...startedNow,
    last_updated_by: userId,
    last_updated_at: now,
  })
  const file = await trx
    .selectFrom('files')
    .select(['id', 'run', 'workspace_id', 'created_by'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  return toRunJob(file)
}

/** Makes sure that the file has a transcript, whose content is about to be imported; returns it. */
export async function openTranscript(trx: Trx, fileId: number) {
  await applyEvent(trx, [fileId], ['open-import', 'person'])
  return trx
    .selectFrom('transcripts')
    .select(['id', 'revision', 'language', 'text_length'])
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
}

export async function markImported(trx: Trx, fileId: number, language: 'ja' | 'en'): Promise<void> {
  await applyEvent(trx, [fileId], ['import', 'person'], {
    note: null,
    estimate_completed_at: null,
    processed_at: now,
  })
  await updateTranscriptLanguage(trx, fileId, language)
}
