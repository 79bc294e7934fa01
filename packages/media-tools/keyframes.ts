import { fileUrl, globalGuards, inputGuards } from './guards.ts'
import type { Probe } from './probe.ts'
import { spriteInterval } from './sprites.ts'
import type { ToolRun } from './tool-run.ts'

// Preview pictures use keyframes only when those are dense, which decodes about 1 % of the video. When they are sparse,
// the whole video is decoded once: seeking to each picture would decode half a keyframe interval per picture, which is
// more.

/**
 * Maximum distance of keyframes in seconds at which previews may use the keyframe before their time. x264 and phones
 * stay below it.
 */
const DENSE_SECONDS = 12
/** Duration in seconds of each of the two samples. */
const SAMPLE_SECONDS = 30

/**
 * ffprobe run that lists the packets of two short samples of the video, at the start and in the middle, as lines
 * `time,flags`.
 */
export function keyframeRun(path: string, probe: Probe): ToolRun {
  const middle = (probe.duration ?? 0) / 2
  const intervals = [
    `%+${SAMPLE_SECONDS}`,
    ...(middle > SAMPLE_SECONDS ? [`${middle.toFixed(3)}%+${SAMPLE_SECONDS}`] : []),
  ]
  return {
    program: 'ffprobe',
    args: [
      ['-v', 'error', '-hide_banner', ...globalGuards, ...inputGuards],
      ['-select_streams', String(probe.video?.index ?? 'v:0'), '-read_intervals', intervals.join(',')],
      ['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0', fileUrl(path)],
    ].flat(),
    folders: [],
    pcm: null,
    progress: false,
  }
}

/** True when the packets contain keyframes often enough for the previews of a recording of `duration` seconds. */
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
    // Skips the gap between the two samples.
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
