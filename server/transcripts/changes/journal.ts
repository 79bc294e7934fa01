// Queries on the journal of saves.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Identifies a request by the hash of its content. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url')

/** The revision that this person's identical request has created after `since`; undefined when there is none. */
export const findReplay = async (
  trx: Trx,
  {
    transcriptId,
    userId,
    fingerprint,
    since,
  }: { transcriptId: number; userId: number; fingerprint: string; since: number },
): Promise<number | undefined> =>
  (
    await trx
      .selectFrom('transcript_revisions')
      .select('revision')
      .where('transcript_id', '=', transcriptId)
      .where('revision', '>', since)
      .where('edited_by', '=', userId)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
  )?.revision

/** Uuids of the given blocks that were changed, deleted or restored after a revision. */
export const touchedSince = async (
  trx: Trx,
  transcriptId: number,
  revision: number,
  uuids: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ uuid: string }>`
    select distinct uuid from block_versions
    where transcript_id = ${transcriptId} and uuid = any(${uuids}::uuid[]) and revision > ${revision}
  `.execute(trx)
  return rows.map(({ uuid }) => uuid)
}
