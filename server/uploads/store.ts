// The SQL of uploads. `received` and `length` are bytes; instants are judged by the database's clock.
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'
import { STORAGE_KEEPERS } from './policy.ts'

const isExpired = sql<boolean>`uploads.expires_at <= now()`

export const findUpload = (db: Db | Trx, id: number) =>
  db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .selectAll('uploads')
    .select('files.video_id')
    .where('uploads.id', '=', id)
    .executeTakeFirst()

/** An upload by the id of its recording, with what its every request is judged by. */
export const findByVideo = (db: Db, videoId: string) =>
  db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .innerJoin('users', 'users.id', 'uploads.created_by')
    .select(['uploads.id', 'uploads.declared_size', 'uploads.length', 'uploads.completed_at', 'uploads.created_by'])
    .select(['uploads.expires_at', 'files.is_audio', 'files.item_id', 'users.is_disabled', isExpired.as('is_expired')])
    .select(sql<number>`extract(epoch from now())::float8`.as('now'))
    .where('files.video_id', '=', videoId)
    .executeTakeFirst()

/** What the first request said: its length (null where it is deferred) and its metadata, which stay as they were first told. */
export type Creation = { length: number | null; metadata: string | null }

/** Fixes both and answers what is there; undefined when another length was told before, or fewer bytes than have come. */
export const createUpload = (db: Db, id: number, { length, metadata }: Creation) =>
  db
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

/** The part of an upload's row by which bytes are taken. */
const uploadState = [
  'uploads.length',
  'uploads.received',
  'uploads.metadata',
  sql<boolean>`uploads.declared_size is null`.as('is_recording'),
  sql<number>`case when uploads.reserved_until > now() then uploads.reserved else 0 end::bigint`.as('reserved'),
] as const

export const findUploadState = (db: Db, id: number) =>
  db.selectFrom('uploads').select(uploadState).where('id', '=', id).executeTakeFirst()

export type UploadState = NonNullable<Awaited<ReturnType<typeof findUploadState>>>

/**
 * Acknowledges bytes that are reserved; false when they are not, when another request has moved the offset meanwhile, or
 * when the upload is gone. Bytes that come let the reservation last.
 */
export const moveOffset = async (db: Db, id: number, from: number, to: number): Promise<boolean> => {
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

/** When a reservation ends that is made or used now. */
export const reservedUntil = sql<Date>`now() + make_interval(hours => ${LIMITS.uploadReservationHours})`

/** What an unfinished upload holds (bytes), locked to the end of the transaction. `length` is null while nobody knows it. */
export const findReservation = async (trx: Trx, id: number) =>
  trx
    .selectFrom('uploads')
    .select([
      'received',
      sql<number | null>`coalesce(length, round(declared_size * ${BYTES_PER_MB})::bigint)`.as('length'),
      sql<number>`greatest(received, case when reserved_until > now() then reserved end)`.as('held'),
    ])
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setReservation = (trx: Trx, id: number, reserved: number) =>
  trx.updateTable('uploads').set({ reserved, reserved_until: reservedUntil }).where('id', '=', id).execute()

/** Unfinished uploads of a workspace, each with what it was promised beyond the bytes that have come. */
const unfinished = (workspaceId: number) => sql`
  select uploads.id, uploads.created_by, uploads.received,
    greatest(case when uploads.reserved_until > now() then uploads.reserved else 0 end - uploads.received, 0) as promised,
    coalesce(member.role_id in (${sql.join(STORAGE_KEEPERS)}), false) as is_keeper
  from uploads join files on files.id = uploads.file_id
  left join workspace_members member on member.user_id = uploads.created_by and member.workspace_id = files.workspace_id
  where files.workspace_id = ${workspaceId} and uploads.completed_at is null and uploads.expires_at > now()`

type Promises = { user_id: number; is_keeper: boolean; received: number; promised: number; unsent: number }

/** Who holds what of a workspace's storage by unfinished uploads (bytes), and in how many that wait for their first byte. */
export const promisesOf = async (trx: Trx, workspaceId: number): Promise<Promises[]> => {
  const { rows } = await sql<Promises>`
    select created_by as user_id, bool_or(is_keeper) as is_keeper, sum(received)::bigint as received,
      sum(promised)::bigint as promised, (count(*) filter (where received = 0))::integer as unsent
    from (${unfinished(workspaceId)}) upload group by created_by
  `.execute(trx)
  return rows
}

/**
 * Takes at least `bytes` of promises from people who are no keepers: first from uploads to which no byte came, the latest
 * first. What has come stays theirs.
 */
export const withdrawPromises = async (trx: Trx, workspaceId: number, bytes: number): Promise<void> => {
  await sql`
    update uploads set reserved = uploads.received from (
      select id, promised, sum(promised) over (order by received = 0 desc, id desc) as total
      from (${unfinished(workspaceId)}) upload where promised > 0 and not is_keeper) promise
    where uploads.id = promise.id and promise.total - promise.promised < ${bytes}
  `.execute(trx)
}

/** Tells the length of a recording at its end; false when it was told otherwise, or more has come. */
export const declareLength = async (trx: Trx, id: number, length: number): Promise<boolean> => {
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

/** Locks a file to the end of the transaction, as whoever deletes it does first; false when it is gone. */
export const lockFile = async (trx: Trx, fileId: number): Promise<boolean> => {
  const file = await trx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().executeTakeFirst()
  return file !== undefined
}

/** Marks the upload as complete; true for exactly one caller. */
export const completeOnce = async (trx: Trx, id: number): Promise<boolean> => {
  const result = await trx
    .updateTable('uploads')
    .set({ completed_at: sql`now()` })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The file's first run begins. */
export const markUploaded = (trx: Trx, fileId: number, length: number) =>
  trx
    .updateTable('files')
    .set((eb) => ({
      status: 'uploaded',
      run: eb('run', '+', 1),
      original_size: length,
      last_updated_at: sql`now()`,
    }))
    .where('id', '=', fileId)
    .returning(['run', 'project_id', 'workspace_id', 'created_by'])
    .executeTakeFirstOrThrow()

/** Ids of uploads whose last byte is there but whose completion was interrupted, or that nobody went on with in time. */
export const uploadsAwaiting = async (db: Db, what: 'completion' | 'expiry'): Promise<number[]> => {
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

/** Which of these ids are those of uploads that still go on. */
export const uploadsUnfinishedOf = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('completed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives an interrupted upload a new term. */
export const extendUpload = (trx: Trx, id: number, hours: number) =>
  trx
    .updateTable('uploads')
    .set({ expires_at: sql<Date>`now() + make_interval(hours => ${hours})` })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .returning(['uuid', sql<number>`floor(extract(epoch from expires_at))::integer`.as('expires')])
    .executeTakeFirst()

export const workspaceOf = async (trx: Trx, id: number): Promise<number | null> => {
  const row = await trx
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select('files.workspace_id')
    .where('uploads.id', '=', id)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** The file of an upload that is still unfinished, locked to the end of the transaction. */
export const lockUnfinished = async (trx: Trx, id: number) => {
  const file = await trx
    .selectFrom('files')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('uploads').select('file_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst()
  // The file comes first everywhere, so that no two wait for each other; only then is the upload's state certain.
  const upload = await trx
    .selectFrom('uploads')
    .select(isExpired.as('is_expired'))
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return file && upload && { ...file, ...upload }
}

export const deleteUpload = (trx: Trx, id: number) => trx.deleteFrom('uploads').where('id', '=', id).execute()
