// The SQL of uploads. `received` and `length` are bytes; instants are judged by the database's clock.
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'

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
    .select(['uploads.id', 'uploads.declared_size', 'uploads.completed_at', 'uploads.created_by', 'uploads.expires_at'])
    .select(['files.is_audio', 'files.item_id', 'users.is_disabled', isExpired.as('is_expired')])
    .select(sql<number>`extract(epoch from now())::float8`.as('now'))
    .where('files.video_id', '=', videoId)
    .executeTakeFirst()

/** Fixes the length at the first request and answers how much is there; undefined when it was told otherwise before. */
export const declareLength = async (db: Db, id: number, length: number): Promise<number | undefined> => {
  const row = await db
    .updateTable('uploads')
    .set({ length })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('length', 'is', null), eb('length', '=', length)]))
    .returning('received')
    .executeTakeFirst()
  return row?.received
}

/** Acknowledges bytes; false when another request has moved the offset meanwhile, or the upload is gone. */
export const moveOffset = async (db: Db, id: number, from: number, to: number): Promise<boolean> => {
  const result = await db
    .updateTable('uploads')
    .set({ received: to })
    .where('id', '=', id)
    .where('received', '=', from)
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

/** Bytes that were announced in this workspace and have not become a file's yet. */
export const bytesUnderWay = async (trx: Trx, workspaceId: number): Promise<number> => {
  const { bytes } = await trx
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select(sql<number>`coalesce(sum(files.original_size), 0)::bigint`.as('bytes'))
    .where('files.workspace_id', '=', workspaceId)
    .where('uploads.completed_at', 'is', null)
    .where('uploads.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return bytes
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
