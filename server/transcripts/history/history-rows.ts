import type { HistoryEntry } from '@kaiwa/contract/history.ts'
import { personAt, presentPerson } from '../../accounts/person.ts'
import type { Db } from '../../platform/database/database.ts'

/** Journal entries, without revision 0. */
export const historyRows = (db: Db, transcriptId: number) =>
  db
    .selectFrom('transcript_revisions as entry')
    .select(['entry.revision', 'entry.kind', 'entry.edited_at', 'entry.added', 'entry.changed', 'entry.removed'])
    .select(personAt('entry.edited_by').as('edited_by'))
    .where('entry.transcript_id', '=', transcriptId)

type Row = Awaited<ReturnType<ReturnType<typeof historyRows>['execute']>>[number]

export const presentEntry = ({ kind, edited_by, edited_at, ...row }: Row): HistoryEntry => ({
  ...row,
  kind: kind as HistoryEntry['kind'],
  edited_by: presentPerson(edited_by),
  edited_at: edited_at.toISOString(),
})

/** Revision 0: the automatic transcript before the first edit. */
export const originalEntry = async (
  db: Db,
  { id, created_at }: { id: number; created_at: Date },
  added: number,
): Promise<HistoryEntry> => {
  const original = await db
    .selectFrom('transcript_originals')
    .select('created_at')
    .where('transcript_id', '=', id)
    .executeTakeFirst()
  const edited_at = (original?.created_at ?? created_at).toISOString()
  return { revision: 0, kind: 'original', edited_by: null, edited_at, added, changed: 0, removed: 0 }
}
