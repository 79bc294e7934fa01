// Columns of a file that processing writes in addition to its state: charge, measurements of the recording, progress, playback
// files. Callers hold the file's row lock.
import type { FileNote } from '@kaiwa/contract/files.ts'
import type { Course } from '@kaiwa/contract/progress.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

function update(trx: Trx, fileId: number) {
  return trx.updateTable('files').where('id', '=', fileId)
}

/** `count` is the number of charges of this file so far. */
export function saveCharge(trx: Trx, fileId: number, { cause, count }: { cause: string; count: number }) {
  return update(trx, fileId).set({ charge_cause: cause, charge_count: count }).execute()
}

/** The columns that determine the charge of a file. `charge_cause` is null if nothing is charged. */
export function findCharge(trx: Trx, fileId: number) {
  return trx
    .selectFrom('files')
    .select(['id', 'workspace_id', 'created_by', 'duration', 'charge_cause', 'charge_count'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
}

/** After a refund: the next attempt charges again. */
export function clearCharge(trx: Trx, fileId: number) {
  return update(trx, fileId).set({ charge_cause: null }).execute()
}

/** The course of a run and the time of the transaction, in milliseconds; the course of a run that has not begun begins now. */
export async function findCourse(trx: Trx, fileId: number): Promise<{ course: Course; now: number }> {
  const row = await trx
    .selectFrom('files')
    .select([
      'transcript_started_at',
      'estimate_completed_at',
      'progress_share',
      'progress_at',
      sql<Date>`now()`.as('now'),
    ])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  const now = row.now.getTime()
  const at = (row.progress_at ?? row.transcript_started_at)?.getTime() ?? now
  return { course: { share: row.progress_share, at, end: row.estimate_completed_at?.getTime() ?? at }, now }
}

/** Returns the stored times and the share. */
export function saveCourse(trx: Trx, fileId: number, { share, at, end }: Course) {
  return update(trx, fileId)
    .set({ progress_share: share, progress_at: new Date(at), estimate_completed_at: new Date(end) })
    .returning(['transcript_started_at', 'estimate_completed_at', 'progress_share', 'progress_at'])
    .executeTakeFirstOrThrow()
}

/** Seconds of the recording whose speech was analysed, that were made playable, and that are read in a second. */
export interface Progress {
  media_heard: number
  media_read: number
  media_speed: number
}

export function saveProgress(trx: Trx, fileId: number, progress: Progress) {
  return update(trx, fileId).set(progress).execute()
}

export interface Inspection {
  probe: unknown
  duration: number
  isAudio: boolean
  /** Whether browsers play the original on the timeline of the recording. */
  playsOriginal: boolean
  note: FileNote | null
}

/** Stores what an inspection found, and sets the progress to its beginning. Returns the changed columns. */
export async function saveInspection(
  trx: Trx,
  fileId: number,
  { probe, duration, isAudio, playsOriginal, note }: Inspection,
) {
  const changes = {
    duration,
    is_audio: isAudio,
    is_original_playable: playsOriginal,
    media_read: 0,
    media_heard: 0,
    media_speed: 0,
  }
  await update(trx, fileId)
    .set({ ...changes, probe: jsonb(probe), note: note && jsonb(note) })
    .execute()
  return changes
}

interface SpeechTrackColumns {
  duration: number
  separateChannels: boolean
  mediaNote: FileNote | null
}

export function saveSpeechTrack(
  trx: Trx,
  fileId: number,
  { duration, separateChannels, mediaNote }: SpeechTrackColumns,
) {
  return update(trx, fileId)
    .set({ duration, has_separate_channels: separateChannels, media_note: mediaNote && jsonb(mediaNote) })
    .execute()
}

/** Counts the sound of a chunk that was stored. */
export function addSpeechSize(trx: Trx, fileId: number, bytes: number) {
  return update(trx, fileId)
    .set((eb) => ({ speech_size: eb('speech_size', '+', bytes) }))
    .execute()
}

/** The sound of the chunks of these files no longer counts. Returns the recordings that had any. */
export async function clearSpeechSize(trx: Trx, fileIds: readonly number[]): Promise<string[]> {
  const rows = await trx
    .updateTable('files')
    .set({ speech_size: 0 })
    .where('id', '=', sql<number>`any(${[...fileIds]}::integer[])`)
    .where('speech_size', '>', 0)
    .returning('video_id')
    .execute()
  return rows.map((row) => row.video_id)
}

/** Whether all chunks of the recording are known; otherwise its transcript is not assembled. */
export function setPrepared(trx: Trx, fileId: number, isPrepared: boolean) {
  return update(trx, fileId)
    .set({ prepared_at: isPrepared ? sql<Date>`coalesce(prepared_at, now())` : null })
    .execute()
}

/** The detected language of a file with `auto`; null to detect it again. */
export function saveSpokenLanguage(trx: Trx, fileId: number, language: string | null) {
  return update(trx, fileId).set({ spoken_language: language }).execute()
}

/** Forgets the detected language if it is this one: it is detected again. */
export function forgetSpokenLanguage(trx: Trx, fileId: number, language: string) {
  return update(trx, fileId).set({ spoken_language: null }).where('spoken_language', '=', language).execute()
}

interface Playback {
  size: number
  isAudio: boolean
  thumbnailCount: number
  hasThumbnail: boolean
}

/** Marks the file as prepared: its streaming media is played. */
export function savePlayback(trx: Trx, fileId: number, playback: Playback) {
  return update(trx, fileId)
    .set({
      prepared_at: sql`now()`,
      is_preparing: false,
      is_audio: playback.isAudio,
      is_playable: true,
      thumbnail_count: playback.thumbnailCount,
      has_thumbnail: playback.hasThumbnail,
      derived_size: playback.size,
    })
    .execute()
}

/** Marks a file whose run has ended but whose playback files are still made by a separate job. */
export function setPreparing(db: Db | Trx, fileId: number, isPreparing: boolean) {
  return db.updateTable('files').set({ is_preparing: isPreparing }).where('id', '=', fileId).execute()
}

/** The file, if it still waits for its playback files. */
export function findPreparing(db: Db, fileId: number) {
  return db
    .selectFrom('files')
    .select(['id', 'video_id', 'probe'])
    .where('id', '=', fileId)
    .where('is_preparing', '=', true)
    .executeTakeFirst()
}

/** The same, locked to the end of the transaction. */
export function lockPreparing(trx: Trx, fileId: number) {
  return trx
    .selectFrom('files')
    .select(['id', 'workspace_id', 'created_by', 'project_id'])
    .where('id', '=', fileId)
    .where('is_preparing', '=', true)
    .forUpdate()
    .executeTakeFirst()
}

interface Joined {
  /** Bytes. */
  size: number
  probe: unknown
  playsOriginal: boolean
}

/** The segments of a recording are one file now. Returns the size of the original before. */
export async function saveJoined(trx: Trx, fileId: number, { size, probe, playsOriginal }: Joined): Promise<number> {
  const { original_size: before } = await trx
    .selectFrom('files')
    .select('original_size')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  await update(trx, fileId)
    .set({ original_size: size, probe: jsonb(probe), is_original_playable: playsOriginal })
    .execute()
  return before
}

/**
 * The segments of a recording cannot become one file. Another note of the file is more important and stays; a transcript that
 * is not complete yet gets this one at its end.
 */
export function saveUnjoined(
  trx: Trx,
  fileId: number,
  { playsOriginal, note }: { playsOriginal: boolean; note: FileNote },
) {
  return update(trx, fileId)
    .set({
      is_original_playable: playsOriginal,
      media_note: sql`coalesce(media_note, ${jsonb(note)})`,
      note: sql`case when status = 'processed' then coalesce(note, ${jsonb(note)}) else note end`,
    })
    .execute()
}

export function listPreparing(db: Db) {
  return db.selectFrom('files').select('id').where('is_preparing', '=', true).execute()
}

export async function fileExists(db: Db, fileId: number): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('id', '=', fileId).executeTakeFirst()) !== undefined
}
