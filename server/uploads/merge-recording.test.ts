import { describe, expect, it } from 'vitest'
import { mergeRecording } from './merge-recording.ts'

const at = '2026-01-01T00:00:00Z'

/** Segments by their offsets: `0 500`. */
function segments(offsets: string, startedAt = at) {
  return offsets
    .split(' ')
    .filter(Boolean)
    .map((offset) => ({ offset: Number(offset), seconds: null, started_at: startedAt }))
}

function notes(offsets: string, { markers = 0, interruptions = 0, startedAt = at } = {}) {
  return {
    segments: segments(offsets, startedAt),
    markers: Array.from({ length: markers }, (_, n) => ({ seconds: n, note: `${n}` })),
    interruptions: Array.from({ length: interruptions }, (_, n) => ({
      seconds: n,
      missing: 1,
      reason: 'sleep' as const,
    })),
  }
}

const size = { received: 1_000, length: null, max: 10_000 }

describe('mergeRecording', () => {
  it.each([
    ['the first segment', '', '0', '0'],
    ['several at once', '', '0 1000 1001', '0 1000 1001'],
    ['a new one at the end of what has arrived', '0', '0 1000', '0 1000'],
    ['a new one further on', '0 500', '0 500 2000', '0 500 2000'],
    ['the same again', '0 500', '0 500', '0 500'],
    ['fewer than stored, as from a late call', '0 500', '0', '0 500'],
    ['one at the largest size', '0', '0 10000', '0 10000'],
  ])('accepts %s', (_case, stored, given, result) => {
    expect(mergeRecording(notes(stored), notes(given), size)).toEqual(notes(result))
  })

  it.each([
    ['a first segment that is not at the beginning', '', '1000', 0, 'format'],
    ['equal offsets', '', '0 1000 1000', 2, 'format'],
    ['a decreasing offset', '', '0 3000 2000', 2, 'format'],
    ['a new one among the bytes that have arrived', '0', '0 999', 1, 'format'],
    ['another offset than the stored one', '0 500', '0 501', 1, 'format'],
    ['another offset before a new one', '0 500', '0 600 2000', 1, 'format'],
    ['one beyond the largest size', '0', '0 10001', 1, 'max'],
  ])('refuses %s', (_case, stored, given, index, code) => {
    const errors = { [`segments.${index}.offset`]: [code] }
    expect(mergeRecording(notes(stored), notes(given), size)).toEqual({ errors })
  })

  it.each([
    ['2000', true],
    ['2001', false],
  ])('compares %s with the declared length', (offset, isAccepted) => {
    const merged = mergeRecording(notes('0'), notes(`0 ${offset}`), { ...size, length: 2_000 })
    expect('segments' in merged).toBe(isAccepted)
  })

  it('keeps the times of stored segments', () => {
    const given = notes('0 2000', { startedAt: '2027-01-01T00:00:00Z' })
    expect(mergeRecording(notes('0'), given, size)).toMatchObject({
      segments: [{ started_at: at }, { started_at: '2027-01-01T00:00:00Z' }],
    })
  })

  it('stores longer and other lists of markers and interruptions, and not the beginning of the stored ones', () => {
    const [less, more] = [notes('0', { markers: 1, interruptions: 1 }), notes('0', { markers: 3, interruptions: 2 })]
    expect(mergeRecording(less, more, size)).toEqual(more)
    expect(mergeRecording(more, less, size)).toEqual(more)
    const other = { ...less, markers: [{ seconds: 5, note: '別' }] }
    expect(mergeRecording(more, other, size)).toEqual({ ...more, markers: other.markers })
  })

  it('accepts a first description after bytes have arrived', () => {
    expect(mergeRecording(undefined, notes('0'), size)).toEqual(notes('0'))
  })
})
