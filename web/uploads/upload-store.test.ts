import { describe, expect, it } from 'vitest'
import { hasExpired, lacksStorage, moved, retryDecision, secondsLeft, speedOf } from './transfer.ts'
import {
  afterEvent,
  areAllDone,
  inQueueOrder,
  isRunning,
  percentOf,
  type Phase,
  type Upload,
  type UploadEvent,
} from './upload-store.ts'

function upload(changes: Partial<Upload> = {}): Upload {
  return {
    uploadId: 1,
    uuid: 'u',
    projectId: 7,
    name: 'call.mp4',
    size: 1000,
    sent: 0,
    phase: 'sending',
    expiresAt: 2_000,
    samples: [],
    ...changes,
  }
}

function progress(sent: number, at: number): UploadEvent {
  return { type: 'progress', sent, at }
}

function through(start: Upload, ...events: UploadEvent[]) {
  return events.reduce(afterEvent, start)
}

describe('phases of an upload', () => {
  it.each<[Phase, UploadEvent['type'], Phase]>([
    ['sending', 'allSent', 'finishing'],
    ['finishing', 'finished', 'finished'],
    ['sending', 'interrupted', 'interrupted'],
    ['queued', 'started', 'sending'],
    ['queued', 'progress', 'queued'],
    ['queued', 'cancelled', 'cancelled'],
    ['queued', 'failed', 'failed'],
    ['interrupted', 'started', 'interrupted'],
    ['interrupted', 'resumed', 'queued'],
    ['interrupted', 'cancelled', 'cancelled'],
    ['sending', 'failed', 'failed'],
    ['cancelled', 'progress', 'cancelled'],
    ['cancelled', 'failed', 'cancelled'],
    ['cancelled', 'finished', 'cancelled'],
    ['finished', 'interrupted', 'finished'],
    ['finished', 'cancelled', 'finished'],
    ['failed', 'resumed', 'queued'],
    ['failed', 'finished', 'finished'],
    ['sending', 'finished', 'sending'],
  ])('%s, %s: %s', (phase, type, next) => {
    const event = { type, sent: 10, at: 0, expiresAt: 9 } as UploadEvent
    expect(afterEvent(upload({ phase }), event).phase).toBe(next)
  })

  it('updates the expiry of the credentials on resume', () => {
    expect(through(upload({ phase: 'interrupted' }), { type: 'resumed', expiresAt: 5_000 }).expiresAt).toBe(5_000)
  })
})

describe('progress, speed and time left', () => {
  it.each([
    [[], 0, null, null],
    [[progress(100, 0)], 10, null, null],
    [[progress(100, 0), progress(300, 1_000)], 30, 200, 4],
    [[progress(100, 0), progress(100, 1_000)], 10, null, null],
    // Only the last six seconds count.
    [[progress(0, 0), progress(10, 1_000), progress(110, 7_000), progress(210, 8_000)], 21, 100, 8],
    // A resumed upload may go back to the offset of the server.
    [[progress(500, 0), progress(200, 1_000), progress(400, 2_000)], 40, 200, 3],
    [[progress(999, 0), progress(1_000, 1_000)], 99, 1, 0],
  ])('after %o', (events, percent, speed, left) => {
    const now = through(upload(), ...events)
    expect([percentOf(now), speedOf(now), secondsLeft(now)]).toEqual([percent, speed, left])
  })

  it('shows 100 % only when the server has received everything', () => {
    expect([percentOf(upload({ phase: 'finishing', sent: 1000 })), percentOf(upload({ phase: 'finished' }))]).toEqual([
      99, 100,
    ])
  })
})

it.each<[Phase[], boolean]>([
  [[], false],
  [['finished'], true],
  [['finished', 'cancelled'], true],
  [['finished', 'failed'], false],
  [['finished', 'sending'], false],
])('UP-10 the panel closes after %o: %s', (phases, closes) => {
  expect(areAllDone(phases.map((phase) => upload({ phase })))).toBe(closes)
})

it.each<[Phase, boolean]>([
  ['queued', true],
  ['sending', true],
  ['interrupted', true],
  ['finishing', true],
  ['finished', false],
  ['failed', false],
  ['cancelled', false],
])('UP-11 leaving while %s warns: %s', (phase, warns) => {
  expect(isRunning({ phase })).toBe(warns)
})

describe('a failed request of an upload', () => {
  it.each([
    [0, true, 'retry'],
    [0, false, 'wait'],
    [500, true, 'retry'],
    [503, true, 'retry'],
    [409, true, 'retry'],
    [423, true, 'retry'],
    [429, true, 'retry'],
    [460, true, 'retry'],
    [401, true, 'give-up'],
    [404, true, 'give-up'],
    [413, true, 'give-up'],
    [503, false, 'wait'],
  ])('%d, online %s: %s', (status, isOnline, meaning) => {
    expect(retryDecision(status, isOnline)).toBe(meaning)
  })
})

it.each([
  [422, '{"error":"PROJECT_MAX_STORAGE_EXCEEDED"}', true],
  [422, '{"error":"E_UNPROCESSABLE_ENTITY"}', false],
  [500, '{"error":"PROJECT_MAX_STORAGE_EXCEEDED"}', false],
  [0, '', false],
])('an answer %d %s means that storage is missing: %s', (status, body, expected) => {
  expect(lacksStorage(status, body)).toBe(expected)
})

it.each([
  [1_999_999, false],
  [2_000_000, true],
])('UP-09 credentials that end at 2000 s have expired at %d ms: %s', (now, expired) => {
  expect(hasExpired({ expiresAt: 2_000 }, now)).toBe(expired)
})

describe('the order of waiting uploads', () => {
  it.each([
    [2, 0, [2, 1, 3]],
    [1, 1, [2, 1, 3]],
    [1, 2, [2, 3, 1]],
    [3, -1, [3, 1, 2]],
    [1, 9, [2, 3, 1]],
    [9, 0, [1, 2, 3]],
  ])('upload %d moved to place %d', (uploadId, to, expected) => {
    expect(moved([1, 2, 3], uploadId, to)).toEqual(expected)
  })

  it('is shown in the places of waiting uploads', () => {
    const all = ([['sending'], ['queued'], ['finished'], ['queued'], ['queued']] as [Phase][]).map(([phase], index) =>
      upload({ uploadId: index, phase }),
    )
    expect(inQueueOrder(all, [4, 1, 3]).map(({ uploadId }) => uploadId)).toEqual([0, 4, 2, 1, 3])
  })
})
