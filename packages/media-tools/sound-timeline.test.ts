import { describe, expect, it } from 'vitest'
import { soundTimeline } from './sound-timeline.ts'

// Samples are written as their value: a packet of 0.1 s at 1,000 samples per second is 100 times the same number.
const FORMAT = { sampleRate: 1_000, channels: 1 } as const

function place(packets: readonly [at: number, value: number, seconds?: number][], keepsTimes = true) {
  const placed: number[] = []
  const timeline = soundTimeline(FORMAT, { keepsTimes })
  for (const [seconds, value, length = 0.1] of packets) {
    const samples = new Int16Array(Math.round(length * FORMAT.sampleRate)).fill(value)
    for (const bytes of timeline.place({ seconds, bytes: new Uint8Array(samples.buffer) }))
      for (const sample of new Int16Array(Uint8Array.from(bytes).buffer)) placed.push(sample)
  }
  // Runs of equal values, as [value, milliseconds].
  const runs: [number, number][] = []
  for (const value of placed) {
    const last = runs.at(-1)
    if (last?.[0] === value) last[1] += 1
    else runs.push([value, 1])
  }
  return { runs, ...timeline.placement() }
}

describe('sound is placed at its times', () => {
  it.each([
    [
      'without a break',
      [
        [0, 1],
        [0.1, 2],
      ],
      [
        [1, 100],
        [2, 100],
      ],
      [],
      0,
    ],
    [
      'with times rounded by the container',
      [
        [0, 1],
        [0.103, 2],
        [0.196, 3],
      ],
      [
        [1, 100],
        [2, 100],
        [3, 100],
      ],
      [],
      0,
    ],
    [
      'with a late start',
      [[0.3, 1]],
      [
        [0, 300],
        [1, 100],
      ],
      [],
      0,
    ],
    [
      'with a gap',
      [
        [0, 1],
        [0.4, 2],
      ],
      [
        [1, 100],
        [0, 300],
        [2, 100],
      ],
      [{ start: 0.1, end: 0.4 }],
      0,
    ],
    ['with a part before the start', [[-0.05, 1]], [[1, 50]], [], 0.05],
    [
      'with a packet before the start',
      [
        [-0.2, 1],
        [0, 2],
      ],
      [[2, 100]],
      [],
      0.1,
    ],
    [
      'with a time that is taken',
      [
        [0, 1],
        [0.02, 2],
        [0.1, 3],
      ],
      [
        [1, 100],
        [2, 20],
        [3, 100],
      ],
      [],
      0.08,
    ],
  ] as const)('%s', (_, packets, runs, gaps, dropped) => {
    const placed = place(packets as unknown as [number, number][])
    expect(placed).toMatchObject({ runs, gaps })
    expect(placed.dropped).toBeCloseTo(dropped, 9)
  })

  it('sound without times follows each other', () =>
    expect(
      place(
        [
          [0, 1],
          [9, 2],
          [3, 3],
        ],
        false,
      ),
    ).toMatchObject({
      runs: [
        [1, 100],
        [2, 100],
        [3, 100],
      ],
      gaps: [],
      end: 0.3,
    }))

  it('gaps of a minute are listed apart, and the start is told', () => {
    const { start, gaps, longGaps } = place([
      [2, 1],
      [61, 1],
      [122, 1],
    ])
    expect({ start, gaps: gaps.length, longGaps }).toEqual({
      start: 2,
      gaps: 2,
      longGaps: [{ start: 61.1, end: 122 }],
    })
  })

  it('the list of gaps is bounded', () => {
    const { gaps, end } = place(Array.from({ length: 1_000 }, (_, at) => [at, 1]))
    expect(gaps).toHaveLength(200)
    expect(gaps.at(-1)?.end).toBe(999)
    expect(end).toBeCloseTo(999.1, 9)
  })
})
