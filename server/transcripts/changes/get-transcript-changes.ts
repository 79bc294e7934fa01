import type { ChangeSet, getTranscriptChanges as contract, RevisionChanges } from '@kaiwa/contract/changes.ts'
import { sql } from 'kysely'
import { personAt, presentPerson } from '../../accounts/person.ts'
import type { App } from '../../platform/app.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findReadable } from '../find-readable.ts'
import { databaseTime } from '../lock/database-time.ts'
import { findLock } from '../lock/lock-row.ts'
import { presentLock } from '../lock/present-lock.ts'

/** Maximum number and bytes of saves that are sent one by one. Above either, the client reloads the transcript. */
const MAX_SAVES = 200
const MAX_BYTES = 4_000_000

export const getTranscriptChanges: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { revision } = await findReadable(app.db, actor, params.id)
  const saves = await savesBehind(app, params.id, { since: query.since, revision })
  const lock = presentLock(await findLock(app.db, params.id))
  return { revision, reload: saves === null, data: saves ?? [], lock, now: await databaseTime(app.db) }
}

/** Null when the client must reload. */
const savesBehind = async (
  app: App,
  transcriptId: number,
  { since, revision }: { since: number; revision: number },
): Promise<RevisionChanges[] | null> => {
  const missing = revision - since
  if (missing === 0) return []
  if (missing < 0 || missing > MAX_SAVES) return null
  const rows = await app.db
    .selectFrom('transcript_revisions')
    .select(['revision', 'edited_at', personAt('transcript_revisions.edited_by').as('edited_by')])
    .select([
      sql<ChangeSet | null>`changes`.as('changes'),
      sql<number>`sum(octet_length(changes::text)) over ()`.as('bytes'),
    ])
    .where('transcript_id', '=', transcriptId)
    .where('revision', '>', since)
    .where('revision', '<=', revision)
    .orderBy('revision')
    .execute()
  const data = rows.flatMap((row) =>
    row.changes === null
      ? []
      : [
          {
            revision: row.revision,
            edited_by: presentPerson(row.edited_by),
            edited_at: row.edited_at.toISOString(),
            changes: row.changes,
          },
        ],
  )
  // Reload after an analysis, which touches every block, and for revisions older than the journal.
  return data.length < missing || (rows[0]?.bytes ?? 0) > MAX_BYTES ? null : data
}
