import { fileUrl, globalGuards, inputGuards } from './guards.ts'
import type { Probe } from './probe.ts'
import { spriteInterval } from './sprites.ts'
import type { ToolRun } from './tool-run.ts'

// Preview pictures are taken from keyframes alone where those are dense, which decodes a hundredth of the video. Where they are sparse
// everything is decoded once: seeking to each picture would cost half a keyframe distance per picture, which is more.

/** Seconds between keyframes up to which a preview may show the keyframe before its moment. x264 and phones stay below it. */
const DENSE_SECONDS = 12
/** Seconds looked at in each of the two places. */
const SAMPLE_SECONDS = 30

/** Lists the packets of two short stretches of the video, from the start and from the middle, as `time,flags` lines. */
export function keyframeRun(path: string, probe: Probe): ToolRun {
  const middle = (probe.duration ?? 0) / 2
  const stretches = [
    `%+${SAMPLE_SECONDS}`,
    ...(middle > SAMPLE_SECONDS ? [`${middle.toFixed(3)}%+${SAMPLE_SECONDS}`] : []),
  ]
  return {
    program: 'ffprobe',
    args: [
      ['-v', 'error', '-hide_banner', ...globalGuards, ...inputGuards],
      ['-select_streams', String(probe.video?.index ?? 'v:0'), '-read_intervals', stretches.join(',')],
      ['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0', fileUrl(path)],
    ].flat(),
    folders: [],
    pcm: null,
    progress: false,
  }
}

/** Whether the listed packets hold a keyframe often enough for previews of a recording of `duration` seconds. */
export function keyframesAreDense(csv: string, duration: number): boolean {
  const packets = csv
    .split('\n')
    .map((line) => line.split(','))
    .map(([time, flags]) => ({ time: Number.parseFloat(time ?? ''), key: flags?.startsWith('K') ?? false }))
    .filter(({ time }) => Number.isFinite(time))
    .toSorted((a, b) => a.time - b.time)
  const allowed = Math.max(DENSE_SECONDS, 2 * spriteInterval(duration))

  let keys = 0
  let last = packets[0]?.time ?? 0
  let before = last
  for (const { time, key } of packets) {
    // Between the two stretches nothing was looked at.
    if (time - before > SAMPLE_SECONDS / 2 && !key) last = time
    if (time - last > allowed && time - before <= SAMPLE_SECONDS / 2) return false
    if (key) {
      keys += 1
      last = time
    }
    before = time
  }
  return keys > 0
}
