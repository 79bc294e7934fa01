import { globalGuards, MAX_PIXELS } from './guards.ts'
import type { Probe } from './probe.ts'
import { recordedInput } from './recorded-segment.ts'
import { MAX_AHEAD_SECONDS, MAX_FILLED_SECONDS } from './recorded-sound.ts'
import type { RecordedKind } from './sniff.ts'
import type { Interval } from './sound-timeline.ts'
import type { ToolRun } from './tool-run.ts'

// Joins the segments of a recording into one file with a length and an index, so that it can be played and sought.
// Segments of the same kind are copied; only where their streams differ, all of them are encoded.

/** A segment to join. */
export interface Part {
  kind: RecordedKind
  probe: Probe
  /** Length of its sound in the recording. */
  seconds: number
  /** As `recordedSound` found them. */
  removed: readonly Interval[]
}

export interface JoinPlan {
  container: 'webm' | 'matroska' | 'mp4'
  /** Null: the streams are copied. Otherwise what they are encoded to. */
  encoded: { channels: 1 | 2; picture: { width: number; height: number } | null } | null
}

const OF_WEBM = new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis'])

/** Parts with equal signatures can be concatenated by copying. */
function signature({ kind, probe: { audio, video } }: Part): string {
  const sound = [audio?.codec, audio?.channels, audio?.sampleRate]
  const picture = video ? [video.codec, video.profile, video.width, video.height, video.pixelFormat] : []
  return [kind, ...sound, ...picture].join(' ')
}

/** How parts are joined; there is at least one, and each has sound. */
export function planJoin(parts: readonly Part[]): JoinPlan {
  const [first] = parts
  if (!first) throw new TypeError('no segment to join')
  if (parts.every((part) => signature(part) === signature(first))) {
    const { audio, video } = first.probe
    const codecs = [audio, video].flatMap((stream) => (stream ? [stream.codec] : []))
    const container = codecs.every((codec) => OF_WEBM.has(codec)) ? 'webm' : 'matroska'
    return { container: first.kind === 'mp4' ? 'mp4' : container, encoded: null }
  }
  const video = parts.find(({ probe }) => probe.video)?.probe.video
  const even = (length: number) => Math.max(2, 2 * Math.floor(length / 2))
  return {
    container: 'mp4',
    encoded: {
      channels: parts.some(({ probe }) => (probe.audio?.channels ?? 1) > 1) ? 2 : 1,
      picture: video ? { width: even(video.width), height: even(video.height) } : null,
    },
  }
}

const start = ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...globalGuards]

function output({ container }: JoinPlan, path: string, isLast: boolean): string[] {
  const index = container === 'mp4' && isLast ? ['-movflags', '+faststart'] : []
  return ['-map_metadata', '-1', '-map_chapters', '-1', ...index, '-f', container, path]
}

/** Length of a packet that states none, in seconds. */
const PACKET_SECONDS = 0.02
const SOUND_SECONDS = `if(gt(PREV_INDURATION\\,0)\\,PREV_INDURATION\\,${PACKET_SECONDS}/TB)`

/** Each packet follows the one before. */
const CONTIGUOUS = `setts=ts=if(eq(N\\,0)\\,if(gt(TS*TB\\,${MAX_FILLED_SECONDS})\\,0\\,TS)\\,PREV_OUTPTS+${SOUND_SECONDS})`

/** Each packet follows the one before, unless sound is missing between them. */
const KEEP_MISSING = [
  `setts=ts=if(eq(N\\,0)\\,TS\\,if(gt((TS-PREV_OUTPTS-${SOUND_SECONDS})*TB\\,${MAX_AHEAD_SECONDS})`,
  `\\,TS\\,PREV_OUTPTS+${SOUND_SECONDS}))`,
].join('')

/** Moves packets to their times without the gaps. Packets within a gap move to its beginning. */
function withoutGaps(gaps: readonly Interval[]): string[] {
  if (gaps.length === 0) return []
  const before = (time: string) =>
    gaps.map(({ start, end }) => `-clip(${time}*TB-${start.toFixed(3)}\\,0\\,${(end - start).toFixed(3)})/TB`).join('')
  return [`setts=pts=PTS${before('PTS')}:dts=DTS${before('DTS')}`]
}

function timeFilters({ probe, removed }: Part): string[] {
  if (!probe.video) return ['-bsf:a', CONTIGUOUS]
  const gaps = withoutGaps(removed)
  const ofPicture = gaps.length > 0 ? ['-bsf:v', gaps.join(',')] : []
  return ['-bsf:a', [...gaps, KEEP_MISSING].join(','), ...ofPicture]
}

function maps({ audio, video }: Probe): string[] {
  return [video, audio].flatMap((stream) => (stream ? ['-map', `0:${stream.index}`] : []))
}

/** Copies a segment into a file with a length, with the times of `recordedSound`. `to` is in the working folder. */
export function copyPartRun(part: Part, plan: JoinPlan, path: string, to: string, isLast: boolean): ToolRun {
  const { kind, probe } = part
  const args = [start, recordedInput(kind, { path }), maps(probe), ['-sn', '-dn', '-c', 'copy'], timeFilters(part)]
  return toolRun([...args, output(plan, to, isLast)])
}

/** The container of a copied segment that is encoded afterwards. */
export const COPIED: JoinPlan = { container: 'matroska', encoded: null }

/**
 * Encodes the copied segment at `path` as `plan` says. A segment without picture is black. Each thread of the decoder takes
 * memory for its own pictures.
 */
export function encodePartRun(
  { probe, seconds }: Part,
  plan: JoinPlan,
  { path, to, threads }: { path: string; to: string; threads: number },
): ToolRun {
  const { encoded } = plan
  if (!encoded) throw new TypeError('the streams are copied')
  const size = encoded.picture && `${encoded.picture.width}:${encoded.picture.height}`
  const black = ['-f', 'lavfi', '-i', `color=black:size=${size?.replace(':', 'x')}:rate=${FRAME_RATE}`]
  const fit = `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:-1:-1`
  const picture = [
    ['-map', probe.video ? '0:v:0' : '1:v:0', '-vf', `${fit},setsar=1,fps=${FRAME_RATE},format=yuv420p`],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-bf', '0', '-threads', String(threads)],
  ].flat()
  return toolRun([
    start,
    ['-threads', String(threads), '-protocol_whitelist', 'file', '-max_pixels', String(MAX_PIXELS)],
    ['-f', 'matroska', '-i', `file:${path}`],
    encoded.picture && !probe.video ? black : [],
    ['-map', '0:a:0', '-t', seconds.toFixed(3), '-sn', '-dn', ...(encoded.picture ? picture : ['-vn'])],
    ['-af', 'aresample=async=1:first_pts=0,apad', '-ar', '48000', '-ac', String(encoded.channels)],
    ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', encoded.channels === 1 ? '64k' : '128k'],
    output(plan, to, false),
  ])
}

const FRAME_RATE = 30

/** The list that `concatRun` reads. Each part lasts as long as its sound does in the recording. */
export function concatList(parts: readonly { name: string; seconds: number }[]): string {
  const lines = parts.flatMap(({ name, seconds }) => [`file '${name}'`, `duration ${seconds.toFixed(6)}`])
  return ['ffconcat version 1.0', ...lines, ''].join('\n')
}

/** Joins the parts of a list in the working folder by copying. */
export function concatRun(plan: JoinPlan, list: string, to: string): ToolRun {
  const demuxer = plan.container === 'mp4' ? 'mov' : 'matroska'
  return toolRun([
    start,
    ['-protocol_whitelist', 'file', '-format_whitelist', `concat,${demuxer}`, '-f', 'concat', '-i', `file:${list}`],
    ['-map', '0', '-c', 'copy'],
    output(plan, to, true),
  ])
}

function toolRun(args: readonly (readonly string[])[]): ToolRun {
  return { program: 'ffmpeg', args: args.flat(), folders: [], pcm: null, progress: false }
}
