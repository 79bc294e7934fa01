import type { getTranscriptChanges as contract, RevisionChanges } from '@kaiwa/contract/transcript-edits.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { App } from '../../platform/app.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findReadable } from '../find-readable.ts'
import { databaseTime, findLock } from '../store/edit-access.ts'
import { findChangeSets, findPublishedDraft, MAX_CHANGES_BYTES } from '../store/journal.ts'
import { presentLock } from '../lock/edit-lock.ts'

/** Maximum number of saves that are sent one by one. Above it, the client reloads the transcript. */
const MAX_SAVES = 200

export const getTranscriptChanges: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { revision, status } = await findReadable(app.db, actor, params.id, 'in any state')
  if (status !== 'completed') {
    const now = await databaseTime(app.db)
    return { revision: query.since, reload: false, data: [], lock: null, now, published_draft: null }
  }
  const saves = await findMissedSaves(app, params.id, { since: query.since, revision })
  const lock = presentLock(await findLock(app.db, params.id))
  const published_draft =
    revision > query.since
      ? await findPublishedDraft(app.db, {
          transcriptId: params.id,
          userId: actor.id,
          since: query.since,
          until: revision,
        })
      : null
  const now = await databaseTime(app.db)
  return { revision, reload: saves === null, data: saves ?? [], lock, now, published_draft }
}

/** Saves after the client's revision; null when the client must reload. */
async function findMissedSaves(
  app: App,
  transcriptId: number,
  { since, revision }: { since: number; revision: number },
): Promise<RevisionChanges[] | null> {
  const missing = revision - since
  if (missing === 0) return []
  if (missing < 0 || missing > MAX_SAVES) return null
  const rows = await findChangeSets(app.db, transcriptId, { since, until: revision, maxBytes: MAX_CHANGES_BYTES })
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
  // Reload for larger changes, after an analysis, which touches every block, and for revisions older than the journal.
  return data.length < missing ? null : data
}
