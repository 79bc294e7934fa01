import { describe, expect, it } from 'vitest'
import { toTranscriptTimes } from './recorded-times.ts'

/** Three segments of 10 s. Their first bytes are 0, 100 and 200. */
function recording(
  listened: readonly (readonly [start: number, end: number])[],
  counted: (number | null)[] = [0, 10, 20],
) {
  return {
    segments: counted.map((seconds, index) => ({ offset: index * 100, seconds, started_at: '' })),
    listened: { segments: listened.map(([start, end], index) => ({ from: index * 100, start, end })) },
  }
}

function timesOf(of: ReturnType<typeof recording>, seconds: readonly number[]) {
  const markers = seconds.map((one) => ({ seconds: one, note: '' }))
  return toTranscriptTimes({ ...of, markers, interruptions: [] }).markers.map((marker) => marker.seconds)
}

const readable = recording([[0, 10], [10, 20], [20, 30]]) // prettier-ignore
/** The second segment could not be read. */
const damaged = recording([[0, 10], [10, 10], [10, 20]]) // prettier-ignore

describe('markers and interruptions of a recording', () => {
  it.each([
    ['stay where they are if all of it was read', readable, [0, 5, 10, 29], [0, 5, 10, 29]],
    ['are earlier after a segment that could not be read', damaged, [5, 20, 25], [5, 10, 15]],
    ['are between the others if they were in that segment', damaged, [10, 14, 19.9], [10, 10, 10]],
    ['are not behind the sound of their segment', recording([[0, 9], [9, 19], [19, 29]]), [9.8, 10, 31], [9, 9, 29]], // prettier-ignore
    ['follow the sound where the browser counted less', recording([[0, 11], [11, 21], [21, 31]]), [5, 12, 20], [5, 13, 21]], // prettier-ignore
    ['stay where an older page did not say where segments begin', recording([[0, 10], [10, 20]], [null, null]), [5, 15], [5, 15]], // prettier-ignore
  ])('%s', (_case, of, counted, times) => {
    expect(timesOf(of, counted)).toEqual(times)
  })

  it('are moved alike, and keep what they say', () => {
    const markers = [{ seconds: 25, note: '値段' }]
    const interruptions = [{ seconds: 20, missing: 60, reason: 'sleep' as const }]
    expect(toTranscriptTimes({ ...damaged, markers, interruptions })).toEqual({
      markers: [{ seconds: 15, note: '値段' }],
      interruptions: [{ seconds: 10, missing: 60, reason: 'sleep' }],
    })
  })

  it('stay where they are until the recording was read to its end', () => {
    const markers = [{ seconds: 25, note: '' }]
    expect(toTranscriptTimes({ segments: [], listened: null, markers, interruptions: [] }).markers).toEqual(markers)
  })
})
