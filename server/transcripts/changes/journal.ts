// What the journal of saves is asked for while saves are made.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** One request, told apart from all others by what it says. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url')

/** The revision that this very request of this person has made already; undefined when it has made none. */
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

/** Which of these blocks were touched after a revision: changed, deleted or brought back. */
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
