import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JournalEntry, RecordingHeader } from './journal.ts'
import { missingCut, parseJournal, readJournal, toJournalLine } from './read-journal.ts'

const header: RecordingHeader = {
  type: 'header',
  version: 1,
  uuid: '6b6ff0f4-6a3e-4f0e-9d6c-0f6a5d3c2b1a',
  userId: 7,
  startedAt: '2026-11-27T09:00:00.000Z',
  title: '商談',
  folderId: 3,
  language: 'ja',
  numSpeaker: 2,
}
const AUDIO = 'audio/webm;codecs=opus'

function segment(offset: number, rest: Partial<Extract<JournalEntry, { type: 'segment' }>> = {}): JournalEntry {
  return { type: 'segment', offset, mime: AUDIO, hasVideo: false, startedAt: '2026-11-27T09:00:01.000Z', ...rest }
}

function piece(end: number, seconds: number): JournalEntry {
  return { type: 'piece', end, seconds, at: 1_800_000_000_000 + seconds }
}

const details = { type: 'details', title: '定例', folderId: 9, language: 'en', numSpeaker: 0 } as const

function toText(entries: readonly JournalEntry[]): string {
  return entries.map(toJournalLine).join('')
}

describe('a journal', () => {
  it.each<[string, JournalEntry[], object]>([
    ['nothing', [], { header: null, size: 0, seconds: 0, segments: [], isStopped: false }],
    ['a header', [header], { header, details: { title: '商談', folderId: 3, language: 'ja', numSpeaker: 2 }, size: 0 }],
    ['a segment without a byte', [header, segment(0)], { size: 0, segments: [], mime: '' }],
    ['pieces', [header, segment(0), piece(10, 1), piece(25, 2)], { size: 25, seconds: 2, mime: AUDIO }],
    [
      'two segments',
      [header, segment(0), piece(10, 1), segment(10, { seconds: 1, hasVideo: true }), piece(30, 2)],
      {
        segments: [
          { offset: 0, seconds: null },
          { offset: 10, seconds: 1 },
        ],
        hasVideo: true,
      },
    ],
    [
      'a segment that got no byte before the next one',
      [
        header,
        segment(0),
        piece(10, 1),
        segment(10),
        segment(10, { startedAt: '2026-11-27T10:00:00.000Z' }),
        piece(30, 2),
      ],
      { segments: [{ offset: 0 }, { offset: 10, startedAt: '2026-11-27T10:00:00.000Z' }] },
    ],
    [
      'no line of the first segment',
      [header, piece(10, 1), segment(10), piece(30, 2)],
      { segments: [{ offset: 0, mime: AUDIO, startedAt: header.startedAt }, { offset: 10 }], size: 30 },
    ],
    ['chosen details', [header, details], { details: { title: '定例', folderId: 9, language: 'en', numSpeaker: 0 } }],
    ['a stop', [header, { type: 'stopped', at: 1 }], { isStopped: true, isFinished: false }],
    ['a stop, no details', [header, details, piece(1, 1), { type: 'stopped', at: 1 }], { isConfirmed: false }],
    // Another folder was chosen after the stop, because the first one is gone.
    ['a change after the stop', [header, { type: 'stopped', at: 1 }, details], { isConfirmed: false }],
    ['a change directly before the stop', [header, details, { type: 'stopped', at: 1 }], { isConfirmed: false }],
    [
      'chosen details of the end',
      [header, { type: 'stopped', at: 1 }, details, { type: 'confirmed', at: 2 }],
      { isConfirmed: true, details: { title: '定例', folderId: 9, language: 'en', numSpeaker: 0 } },
    ],
    [
      'an end that was withdrawn',
      [header, { type: 'stopped', at: 1 }, { type: 'confirmed', at: 2 }, { type: 'withdrawn', at: 3 }],
      { isConfirmed: false, isStopped: true },
    ],
    [
      'an end that was withdrawn and confirmed again',
      [
        header,
        { type: 'stopped', at: 1 },
        { type: 'confirmed', at: 2 },
        { type: 'withdrawn', at: 3 },
        { type: 'confirmed', at: 4 },
      ],
      { isConfirmed: true },
    ],
    ['a choice without a stop', [header, piece(1, 1), details, { type: 'confirmed', at: 2 }], { isConfirmed: false }],
    ['an end', [header, { type: 'stopped', at: 1 }, { type: 'finished' }], { isFinished: true }],
    [
      'two uploads',
      [
        header,
        { type: 'upload', uploadId: 1, videoId: 'a', folderId: 3, fileId: null },
        { type: 'upload', uploadId: 2, videoId: 'b', folderId: 4, fileId: 5 },
      ],
      { upload: { uploadId: 2, videoId: 'b', folderId: 4, fileId: 5 } },
    ],
    [
      'repeated entries',
      [
        header,
        segment(0),
        segment(0),
        piece(10, 1),
        piece(20, 2),
        piece(10, 1),
        { type: 'marker', seconds: 1, note: '値段' },
        { type: 'marker', seconds: 1, note: '値段' },
        { type: 'interruption', seconds: 2, missing: 60, reason: 'sleep' },
        { type: 'interruption', seconds: 2, missing: 60, reason: 'sleep' },
      ],
      {
        size: 20,
        seconds: 2,
        segments: [{ offset: 0 }],
        markers: [{ seconds: 1, note: '値段' }],
        interruptions: [{ seconds: 2, missing: 60, reason: 'sleep' }],
      },
    ],
    [
      'lost bytes, then other pieces',
      [
        header,
        segment(0),
        piece(10, 1),
        piece(20, 2),
        segment(20),
        piece(30, 3),
        { type: 'cut', end: 10 },
        segment(10),
        piece(14, 2),
      ],
      { size: 14, seconds: 2, segments: [{ offset: 0 }, { offset: 10 }] },
    ],
  ])('of %s', (_name, entries, expected) => expect(readJournal(entries)).toMatchObject(expected))

  it('says which bytes are missing on the device', () => {
    const entries = [header, segment(0), piece(10, 1), piece(20, 2)]
    expect(missingCut(entries, 20)).toBeNull()
    expect(missingCut(entries, 25)).toBeNull()
    expect(missingCut(entries, 19)).toEqual({ type: 'cut', end: 10 })
    expect(missingCut(entries, 9)).toEqual({ type: 'cut', end: 0 })
    expect(readJournal([...entries, { type: 'cut', end: 10 }])).toMatchObject({ size: 10, seconds: 1 })
  })

  it('keeps what follows a piece that was damaged and claims to end later', () => {
    const entries = [header, segment(0), piece(10, 1), piece(920, 2), piece(30, 3), piece(40, 4)]
    const cut = missingCut(entries, 40)
    expect(cut).toEqual({ type: 'cut', end: 40 })
    expect(readJournal([...entries, cut!, piece(50, 5)])).toMatchObject({ size: 50, seconds: 5 })
  })
})

describe('the text of a journal', () => {
  const whole = [header, segment(0), piece(10, 1), piece(25, 2)]

  it.each<[string, string, object]>([
    ['a torn last line', `${toText(whole)}\n{"type":"piece","end":4`, { size: 25 }],
    [
      'an entry after a torn line',
      `${toText(whole)}\n{"type":"piece","end":4${toJournalLine(piece(40, 3))}`,
      { size: 40 },
    ],
    ['zeros after a power failure', `${toText(whole)}\0\0\0\0${toJournalLine(piece(40, 3))}`, { size: 40, seconds: 3 }],
    ['an entry of a later version', `${toText(whole)}\n{"type":"chapter","end":900}`, { size: 25 }],
    ['a name of Object.prototype as type', `${toText(whole)}\n{"type":"constructor"}`, { size: 25 }],
    ['other JSON', `${toText(whole)}\nnull\n17\n[]\n"piece"`, { size: 25 }],
    ['a piece without a length', `${toText(whole)}\n{"type":"piece","end":"9","seconds":3}`, { size: 25 }],
    ['a header of a later version', toText([{ ...header, version: 2 } as never, segment(0), piece(5, 1)]), { size: 5 }],
  ])('with %s is readable', (_name, text, expected) =>
    expect(readJournal(parseJournal(text))).toMatchObject({ ...expected, header: { uuid: header.uuid } }),
  )
})

/** Steps of a recording: seconds of a piece with its bytes, or something else that happens. */
const step = fc.oneof(
  fc.record({ bytes: fc.integer({ min: 1, max: 5_000 }) }),
  fc.constantFrom('segment' as const, 'marker' as const, 'details' as const, 'unknown' as const),
)

/** Entries of a recording in which these steps happened. */
function record(steps: readonly (string | { bytes: number })[]): JournalEntry[] {
  const entries: JournalEntry[] = [header, segment(0)]
  let end = 0
  let seconds = 0
  for (const one of steps) {
    if (typeof one === 'object') entries.push(piece((end += one.bytes), (seconds += 1)))
    else if (one === 'segment') entries.push(segment(end))
    else if (one === 'marker') entries.push({ type: 'marker', seconds, note: `${seconds}\n"` })
    else if (one === 'details') entries.push(details)
    else entries.push({ type: 'later', end: 1_000_000 } as never)
  }
  return entries
}

function lastPiece(entries: readonly JournalEntry[]) {
  const found = entries.findLast((entry) => entry.type === 'piece')
  return { size: found?.end ?? 0, seconds: found?.seconds ?? 0 }
}

describe('no stored piece is lost', () => {
  it('in any prefix of the entries', () =>
    fc.assert(
      fc.property(fc.array(step), fc.nat(), (steps, cut) => {
        const entries = record(steps)
        const prefix = entries.slice(0, cut % (entries.length + 1))
        expect(readJournal(parseJournal(toText(prefix)))).toMatchObject(lastPiece(prefix))
      }),
    ))

  it('when the text ends anywhere', () =>
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(), (steps, cut) => {
        const entries = record(steps)
        const text = toText(entries)
        const torn = text.slice(0, cut % (text.length + 1))
        // Entries of which every character is there.
        const stored = entries.filter((_entry, index) => toText(entries.slice(0, index + 1)).length <= torn.length)
        expect(readJournal(parseJournal(torn))).toMatchObject(lastPiece(stored))
      }),
    ))

  it('when recording continues after a torn line', () =>
    fc.assert(
      fc.property(fc.array(step), fc.array(step), fc.nat(60), (before, after, torn) => {
        const entries = record([...before, ...after])
        const kept = record(before)
        const text = toText(kept) + toJournalLine(piece(1, 1)).slice(0, torn % 20) + toText(entries.slice(kept.length))
        expect(readJournal(parseJournal(text))).toMatchObject(lastPiece(entries))
      }),
    ))

  it('when entries are repeated', () =>
    fc.assert(
      fc.property(fc.array(step), fc.array(fc.nat()), (steps, repeats) => {
        const entries = record(steps)
        const repeated = [...entries]
        for (const repeat of repeats) repeated.push(entries[repeat % entries.length]!)
        expect(readJournal(repeated)).toMatchObject({
          ...lastPiece(entries),
          segments: readJournal(entries).segments,
          markers: readJournal(entries).markers,
        })
      }),
    ))

  it('when any other line is damaged', () =>
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(), fc.string(), (steps, where, damage) => {
        const entries = record(steps)
        const lines = entries.map(toJournalLine)
        const index = where % lines.length
        lines[index] = `\n${damage.replaceAll('\n', ' ')}`
        fc.pre(parseJournal(lines[index]).length === 0)
        expect(readJournal(parseJournal(lines.join('')))).toMatchObject(
          lastPiece(entries.filter((_entry, at) => at !== index)),
        )
      }),
    ))

  it('that is within the bytes of the device', () =>
    fc.assert(
      fc.property(fc.array(step), fc.nat(20_000), (steps, size) => {
        const entries = record(steps)
        const cut = missingCut(entries, size)
        const within = entries.filter((entry) => entry.type !== 'piece' || entry.end <= size)
        expect(readJournal(cut ? [...entries, cut] : entries)).toMatchObject(lastPiece(within))
      }),
    ))
})
