// The SQL of uploads. `received` and `length` are bytes; times are compared with the database's clock.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { reservedUntil } from './reservations.ts'

const expiry = sql<Date>`now() + make_interval(hours => ${LIMITS.uploadExpiryHours})`
const isExpired = sql<boolean>`uploads.expires_at <= now()`

export function findUpload(db: Db | Trx, id: number) {
  return db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .selectAll('uploads')
    .select('files.video_id')
    .where('uploads.id', '=', id)
    .executeTakeFirst()
}

/** Unfinished uploads of recordings with these uuids by this person, in any folder; the newest first. */
export async function findOpenRecordings(trx: Trx, uuids: readonly string[], userId: number) {
  if (uuids.length === 0) return []
  return trx
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select(['uploads.id', 'uploads.uuid', 'uploads.file_id', 'uploads.received'])
    .select(['files.project_id', 'files.title', 'files.video_id', 'files.is_audio'])
    .where('uploads.uuid', 'in', uuids)
    .where('uploads.created_by', '=', userId)
    .where('uploads.declared_size', 'is', null)
    .where('uploads.completed_at', 'is', null)
    .where('uploads.expires_at', '>', sql<Date>`now()`)
    .orderBy('uploads.id', 'desc')
    .execute()
}

/** The upload of a file; undefined after it has expired. */
export function findUploadOfFile(db: Db, fileId: number) {
  return db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select(['uploads.id', 'uploads.received', 'uploads.length', 'uploads.completed_at', 'files.video_id'])
    .where('uploads.file_id', '=', fileId)
    .executeTakeFirst()
}

/** An upload by the id of its recording, with the columns that authorise a request. */
export function findUploadByVideoId(db: Db, videoId: string) {
  return db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .innerJoin('users', 'users.id', 'uploads.created_by')
    .select([
      'uploads.id',
      'uploads.declared_size',
      'uploads.length',
      'uploads.completed_at',
      'uploads.created_by',
      'uploads.session_id',
    ])
    .select(['uploads.expires_at', 'files.is_audio', 'files.item_id', 'users.is_disabled', isExpired.as('is_expired')])
    .select(sql<number>`extract(epoch from now())::float8`.as('now'))
    .where('files.video_id', '=', videoId)
    .executeTakeFirst()
}

/** Length (null when deferred) and metadata of a creation request. The first stored values are kept. */
export interface UploadCreation {
  length: number | null
  metadata: string | null
}

/** Stores both and returns the upload's state; undefined for a length that differs from the stored one or is below the offset. */
export function createUpload(db: Db | Trx, id: number, { length, metadata }: UploadCreation) {
  return db
    .updateTable('uploads')
    .set((eb) => ({
      length: length ?? eb.ref('length'),
      metadata: eb.fn.coalesce('metadata', eb.val(metadata)),
    }))
    .where('id', '=', id)
    .$if(length !== null, (query) =>
      query.where((eb) => eb.or([eb('length', 'is', null), eb('length', '=', length)])).where('received', '<=', length),
    )
    .returning(uploadState)
    .executeTakeFirst()
}

/** The columns that decide whether bytes are accepted. `reserved` is 0 after the reservation has expired. */
const uploadState = [
  'uploads.length',
  'uploads.received',
  'uploads.metadata',
  sql<boolean>`uploads.declared_size is null`.as('is_recording'),
  sql<number>`case when uploads.reserved_until > now() then uploads.reserved else 0 end::bigint`.as('reserved'),
] as const

export function findUploadState(db: Db, id: number) {
  return db.selectFrom('uploads').select(uploadState).where('id', '=', id).executeTakeFirst()
}

export type UploadState = NonNullable<Awaited<ReturnType<typeof findUploadState>>>

/**
 * Moves the offset and renews the reservation. Returns false when the bytes are not reserved, when another request has
 * moved the offset, or when the upload no longer exists.
 */
export async function moveOffset(db: Db | Trx, id: number, from: number, to: number): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({ received: to, reserved_until: reservedUntil })
    .where('id', '=', id)
    .where('received', '=', from)
    .where('completed_at', 'is', null)
    .$if(to > from, (query) => query.where('reserved', '>=', to).where('reserved_until', '>', sql<Date>`now()`))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

interface NewUpload {
  fileId: number
  userId: number
  sessionId: number | null
  uuid: string
  /** In megabytes; null while unknown. */
  declaredSize: number | null
  /** Bytes of storage. */
  reserved: number
}

/** Inserts an upload with its reservation. Returns its id and its expiry in seconds since 1970. */
export function insertUpload(trx: Trx, { fileId, userId, sessionId, uuid, declaredSize, reserved }: NewUpload) {
  return trx
    .insertInto('uploads')
    .values({
      file_id: fileId,
      uuid,
      created_by: userId,
      session_id: sessionId,
      declared_size: declaredSize,
      reserved,
      reserved_until: reservedUntil,
      expires_at: expiry,
    })
    .returning(['id', sql<number>`floor(extract(epoch from expires_at))::integer`.as('expires')])
    .executeTakeFirstOrThrow()
}

/** Stores that all bytes of an upload are there, for a recording that the server adds itself. */
export function saveReceivedLength(db: Db, id: number, length: number) {
  return db.updateTable('uploads').set({ length, received: length }).where('id', '=', id).execute()
}

/** Stores the final length of a recording. Returns false when it already has one, or when more bytes were received. */
export async function declareLength(trx: Trx, id: number, length: number): Promise<boolean> {
  const result = await trx
    .updateTable('uploads')
    .set({ length })
    .where('id', '=', id)
    .where('length', 'is', null)
    .where('received', '<=', length)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Marks the upload as complete; true for exactly one caller. */
export async function markCompleted(trx: Trx, id: number): Promise<boolean> {
  const result = await trx
    .updateTable('uploads')
    .set({ completed_at: sql`now()` })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ids of uploads that have all their bytes but are not completed, or that have expired. */
export async function findUploadsAwaiting(db: Db, what: 'completion' | 'expiry'): Promise<number[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('completed_at', 'is', null)
    .$if(what === 'completion', (query) => query.whereRef('received', '=', 'length'))
    .$if(what === 'expiry', (query) =>
      query.where(isExpired).where((eb) => eb.or([eb('length', 'is', null), eb('received', '<', eb.ref('length'))])),
    )
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Which of these ids belong to unfinished uploads. */
export async function findUnfinishedUploads(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('completed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Extends an interrupted upload and assigns it to the sender and their session. */
export function extendUpload(trx: Trx, id: number, sender: { id: number; sessionId: number }) {
  return trx
    .updateTable('uploads')
    .set({ created_by: sender.id, session_id: sender.sessionId, expires_at: expiry })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .returning(['uuid', sql<number>`floor(extract(epoch from expires_at))::integer`.as('expires')])
    .executeTakeFirst()
}

export async function findWorkspaceIdOfUpload(trx: Trx, id: number): Promise<number | null> {
  const row = await trx
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select('files.workspace_id')
    .where('uploads.id', '=', id)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** The file of an unfinished upload, locked until the end of the transaction. */
export async function lockUnfinishedUpload(trx: Trx, id: number) {
  const file = await trx
    .selectFrom('files')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('uploads').select('file_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst()
  // All code locks the file first, which prevents deadlocks; the upload's state is final only after that.
  const upload = await trx
    .selectFrom('uploads')
    .select(isExpired.as('is_expired'))
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return file && upload && { ...file, ...upload }
}

export function deleteUpload(trx: Trx, id: number) {
  return trx.deleteFrom('uploads').where('id', '=', id).execute()
}
