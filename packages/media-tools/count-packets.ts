import type { SkippedPart } from './damage.ts'
import { globalGuards, inputGuards, inputOf } from './guards.ts'
import type { Probe } from './probe.ts'
import type { Interval } from './sound-timeline.ts'
import type { ToolRun } from './tool-run.ts'

// MP3 and ADTS files have no index and no times: their length is the number of their packets. ffmpeg takes bytes that
// are not sound, for example zeros, as a part of the packet before them.

/** Lists the packets of the sound as lines `time,duration,size,position`. */
export function packetsRun(path: string, probe: Probe): ToolRun {
  return {
    program: 'ffprobe',
    args: [
      [
        '-v',
        'error',
        '-hide_banner',
        ...globalGuards,
        ...inputGuards,
        '-select_streams',
        String(probe.audio?.index ?? 'a:0'),
      ],
      ['-show_entries', 'packet=pts_time,duration_time,size,pos', '-of', 'csv=p=0', ...inputOf(path, probe)],
    ].flat(),
    folders: [],
    pcm: null,
    progress: false,
  }
}

export interface PacketCount {
  /** Length of the sound in seconds. */
  seconds: number
  skipped: SkippedPart[]
  /** Packets whose sound could not be decoded: they lie in gaps of the sound. */
  inGaps: number
}

/** The largest packets of MP3 and AAC have 2 and 1.5 kB. */
const MAX_PACKET_BYTES = 4_096
const MAX_SKIPPED = 200

/**
 * Reads the lines of `packetsRun` in chunks of any size. `start` is the time of the recording's zero, and `gaps` are parts
 * without decoded sound.
 */
export function packetCounter(start: number, gaps: readonly Interval[] = []) {
  const decoder = new TextDecoder()
  let rest = ''
  let seconds = 0
  let usual = 0
  const skipped: SkippedPart[] = []
  let inGaps = 0

  function take(line: string) {
    const [at = NaN, duration = NaN, size = NaN, position = NaN] = line.split(',').map(Number.parseFloat)
    if (Number.isNaN(at + duration + size)) return
    const time = at - start
    seconds = time + duration
    if (gaps.some((gap) => time > gap.start && seconds < gap.end)) inGaps += 1
    if (size <= MAX_PACKET_BYTES) usual = usual === 0 ? size : usual + (size - usual) / 100
    else if (usual > 0 && skipped.length < MAX_SKIPPED)
      skipped.push({ at: seconds, seconds: ((size - usual) / usual) * duration, position, size })
  }

  return {
    push(bytes: Uint8Array) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      // A line has about thirty characters; the limit bounds memory when one never ends.
      rest = (lines.pop() ?? '').slice(-256)
      for (const line of lines) take(line)
    },
    result: (): PacketCount => ({ seconds, skipped, inGaps }),
  }
}
