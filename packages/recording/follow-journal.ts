import type { JournalEntry } from './journal.ts'
import { lastPiece, readJournal, type RecordingSummary } from './read-journal.ts'

type Piece = Extract<JournalEntry, { type: 'piece' }>

/**
 * Summarises a journal that grows: `readJournal` of what `entries` has at the time of the call. Each entry is read once. A
 * recording of three hours has 10,000 pieces, of which only the last one counts.
 */
export function followJournal(entries: readonly JournalEntry[]): () => RecordingSummary {
  /** Entries but pieces. */
  const notes: JournalEntry[] = []
  let last: Piece | undefined
  let read = 0
  return () => {
    for (; read < entries.length; read += 1) {
      const entry = entries[read]!
      if (entry.type !== 'piece') notes.push(entry)
      else if (entry.end > (last?.end ?? 0)) last = entry
      // An earlier piece becomes the last one.
      if (entry.type === 'cut') last = lastPiece(entries.slice(0, read + 1))
    }
    return readJournal(last ? [...notes, last] : notes)
  }
}
