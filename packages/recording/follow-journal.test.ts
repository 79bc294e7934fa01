import fc from 'fast-check'
import { expect, it } from 'vitest'
import { followJournal } from './follow-journal.ts'
import type { JournalEntry } from './journal.ts'
import { readJournal } from './read-journal.ts'

const details = { title: '商談', folderId: 3, language: 'ja', numSpeaker: 0 }
const bytes = fc.nat(200)

/** Entries in any order, also ones that no recorder writes. */
const entry: fc.Arbitrary<JournalEntry> = fc.oneof(
  { weight: 4, arbitrary: bytes.map((end) => ({ type: 'piece' as const, end, seconds: end / 10, at: end })) },
  bytes.map((end) => ({ type: 'cut' as const, end })),
  bytes.map((offset) => ({
    type: 'segment' as const,
    offset,
    seconds: offset / 10,
    mime: 'audio/webm',
    hasVideo: offset > 100,
    startedAt: '',
  })),
  bytes.map((seconds) => ({ type: 'marker' as const, seconds, note: '' })),
  bytes.map((folderId) => ({ type: 'details' as const, ...details, folderId })),
  fc.constantFrom<JournalEntry>(
    { type: 'stopped', at: 1 },
    { type: 'confirmed', at: 1 },
    { type: 'withdrawn', at: 1 },
    { type: 'finished' },
  ),
)

it('gives what the whole journal says, after each entry', () =>
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.infiniteStream(fc.boolean()), (all, looks) => {
      const entries: JournalEntry[] = []
      const follow = followJournal(entries)
      for (const one of all) {
        entries.push(one)
        // Some entries come together.
        if (looks.next().value) expect(follow()).toEqual(readJournal(entries))
      }
      expect(follow()).toEqual(readJournal(entries))
    }),
  ))
