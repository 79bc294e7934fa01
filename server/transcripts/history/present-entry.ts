import type { HistoryEntry } from '@kaiwa/contract/history.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { type EntryRow, findOriginalDate } from '../store/history.ts'

export function presentEntry({ kind, edited_by, edited_at, ...row }: EntryRow): HistoryEntry {
  return {
    ...row,
    kind: kind as HistoryEntry['kind'],
    edited_by: presentPerson(edited_by),
    edited_at: edited_at.toISOString(),
  }
}

/** Revision 0: the automatic transcript before the first edit. */
export async function originalEntry(
  db: Db | Trx,
  { id, created_at }: { id: number; created_at: Date },
  added: number,
): Promise<HistoryEntry> {
  const edited_at = ((await findOriginalDate(db, id)) ?? created_at).toISOString()
  return { revision: 0, kind: 'original', edited_by: null, edited_at, added, changed: 0, removed: 0 }
}
