import { expect, it } from 'vitest'
import { keyframeRun, keyframesAreDense } from './keyframes.ts'
import { probe } from './test/probes.ts'

/** Packets every half second from `from` to `to`, with keyframes at the given times. */
function packets(from: number, to: number, keys: number[]) {
  return Array.from({ length: (to - from) * 2 }, (_, at) => from + at / 2)
    .map((time) => `${time.toFixed(6)},${keys.includes(time) ? 'K_' : '__'}`)
    .join('\n')
}

it.each([
  ['every 5 s', packets(0, 30, [0, 5, 10, 15, 20, 25]), 240, true],
  ['every 10 s in both samples', `${packets(0, 30, [0, 10, 20])}\n${packets(120, 150, [120, 130, 140])}`, 240, true],
  ['dense only at the start', `${packets(0, 30, [0, 10, 20])}\n${packets(100, 150, [100])}`, 240, false],
  ['only the first one', packets(0, 30, [0]), 240, false],
  ['only the first one of a short file', packets(0, 8, [0]), 8, true],
  ['every 20 s in a file of ten hours with previews every 10 s', packets(0, 30, [0, 20]), 36_000, true],
  ['every 20 s in a file of an hour', packets(0, 30, [0, 20]), 3600, false],
  ['out of order, as B frames are stored', '0.000000,K_\n0.500000,__\n0.300000,__\n', 1, true],
  ['no keyframes', packets(0, 5, []), 5, false],
  ['no packets', '', 5, false],
])('%s', (_, csv, duration, dense) => expect(keyframesAreDense(csv, duration)).toBe(dense))

it.each([
  [20, '%+30'],
  [240, '%+30,120.000%+30'],
])('for a video of %d s it reads the intervals %s', (duration, stretches) => {
  const { args } = keyframeRun('/x.mp4', probe({ duration }))
  expect(args[args.indexOf('-read_intervals') + 1]).toBe(stretches)
})
