import { type RawBuilder, sql } from 'kysely'

/** Statement that records who changed the content of a file, for use as a part of another statement. */
export const touchFile = (fileId: number, userId: number | null): RawBuilder<unknown> =>
  sql`update files set last_updated_by = ${userId}, last_updated_at = now() where id = ${fileId}`
