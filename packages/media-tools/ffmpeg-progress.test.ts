import { expect, it } from 'vitest'
import { progressReader, type Progress } from './ffmpeg-progress.ts'

const report = 'frame=10\nout_time_us=1500000\nout_time=00:00:01.500000\nspeed=2x\nprogress=continue\n'
const end = 'out_time_us=N/A\nprogress=continue\nout_time_us=3000000\nprogress=end\n'

it.each([1, 7, 1000])('parses reports from chunks of %d characters', (piece) => {
  const seen: Progress[] = []
  const read = progressReader((progress) => seen.push(progress))
  for (let at = 0; at < (report + end).length; at += piece) read((report + end).slice(at, at + piece))
  expect(seen).toEqual([
    { seconds: 1.5, ended: false },
    { seconds: 1.5, ended: false },
    { seconds: 3, ended: true },
  ])
})
