import { saveRecording } from '@kaiwa/contract/recordings.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileName, toRecordingBody } from './describe-recording.ts'
import type { JournalEntry } from './journal.ts'
import { readJournal } from './read-journal.ts'

const HEADER: JournalEntry = {
  type: 'header',
  version: 1,
  uuid: '6b6ff0f4-6a3e-4f0e-9d6c-0f6a5d3c2b1a',
  userId: 7,
  startedAt: '2026-11-27T09:00:00.000Z',
  title: '商談',
  folderId: 3,
  language: 'ja',
  numSpeaker: 0,
}
const SEGMENT: Extract<JournalEntry, { type: 'segment' }> = {
  type: 'segment',
  offset: 0,
  seconds: 0,
  mime: 'audio/webm',
  hasVideo: false,
  startedAt: '2026-11-27T09:00:01.000Z',
}
const PIECE: JournalEntry = { type: 'piece', end: 10, seconds: 1, at: 1 }

function bodyOf(...entries: JournalEntry[]) {
  return toRecordingBody(readJournal([HEADER, SEGMENT, PIECE, ...entries]))
}

describe('the call saveRecording', () => {
  it('has the segments, markers and interruptions', () => {
    expect(
      bodyOf(
        { type: 'marker', seconds: 0.5, note: ' 値段 ' },
        { type: 'interruption', seconds: 1, missing: 30, reason: 'sleep' },
      ),
    ).toEqual({
      segments: [{ offset: 0, seconds: 0, started_at: '2026-11-27T09:00:01.000Z' }],
      markers: [{ seconds: 0.5, note: '値段' }],
      interruptions: [{ seconds: 1, missing: 30, reason: 'sleep' }],
    })
  })

  it('has language and speakers from the stop on; 0 speakers are null', () => {
    const details = { type: 'details', title: '商談', folderId: 3, language: 'en', numSpeaker: 0 } as const
    expect(bodyOf(details)).not.toHaveProperty('language')
    expect(bodyOf(details, { type: 'stopped', at: 1 })).toMatchObject({ language: 'en', num_speaker: null })
    expect(bodyOf({ ...details, numSpeaker: 3 }, { type: 'stopped', at: 1 })).toMatchObject({ num_speaker: 3 })
  })

  it('is accepted by its schema for any journal', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ seconds: fc.double({ min: 0, noNaN: true }), note: fc.string({ unit: 'binary' }) }), {
          maxLength: LIMITS.recordingMarkers + 50,
          size: 'max',
        }),
        fc.array(
          fc.record({ seconds: fc.double({ min: 0, noNaN: true }), missing: fc.double({ min: 0, noNaN: true }) }),
        ),
        fc.string(),
        (markers, interruptions, startedAt) => {
          const body = bodyOf(
            { ...SEGMENT, startedAt },
            ...markers.map((marker): JournalEntry => ({ type: 'marker', ...marker })),
            ...interruptions.map((one): JournalEntry => ({ type: 'interruption', ...one, reason: 'later' as never })),
          )
          expect(saveRecording.body?.safeParse(body)).toMatchObject({ success: true })
        },
      ),
      { numRuns: 50 },
    ))
})

describe('the name of the uploaded file', () => {
  it.each([
    ['商談', 'audio/webm;codecs=opus', false, '商談.weba'],
    ['商談', 'video/webm;codecs=vp9,opus', true, '商談.webm'],
    ['商談', 'audio/mp4;codecs=mp4a.40.2', false, '商談.m4a'],
    ['商談', 'video/mp4', true, '商談.mp4'],
    ['商談', 'audio/ogg;codecs=opus', false, '商談.ogg'],
    ['商談', '', false, '商談.weba'],
    ['売上 2026/11\\12', 'audio/webm', false, '売上 2026 11 12.weba'],
    [' \u0000\n ', 'audio/webm', false, 'recording.weba'],
    ['..', 'audio/webm', false, '...weba'],
    ['あ'.repeat(300), 'audio/webm', false, `${'あ'.repeat(200)}.weba`],
  ])('for %j in %s, picture %s', (title, mime, hasVideo, expected) => {
    expect(fileName({ title }, mime, hasVideo)).toBe(expected)
    expect(LIMITS.recordingExtensions).toContain(expected.slice(expected.lastIndexOf('.') + 1))
  })
})
