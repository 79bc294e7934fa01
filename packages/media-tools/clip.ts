// Cuts a clip out of the streaming media. The stream keeps the timeline of the recording (decision 75), its codecs are
// known, and its segments begin with a keyframe: only the bytes around the clip are read. Sound and pictures are encoded
// again, because a copy begins at a keyframe and would contain what was said before the clip.
import { fileUrl, globalGuards, MAX_PIXELS } from './guards.ts'
import { SEGMENT_SECONDS } from './hls-output.ts'
import type { ToolRun } from './tool-run.ts'

export type ClipKind = 'audio' | 'video'

/** Name of the clip in the working folder. */
export const CLIP_FILES = { audio: 'clip.m4a', video: 'clip.mp4' } as const

/** Bytes of the stream, `end` exclusive. */
export interface StreamPart {
  start: number
  end: number
}

interface StreamSegment extends StreamPart {
  /** Seconds. */
  from: number
  to: number
}

/** The segments of a playlist that is one file with byte ranges. */
export function streamSegments(playlist: string): StreamSegment[] {
  let to = 0
  return [...playlist.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@(\d+)/gm)].map(
    ([, length, size, start]) => {
      const from = to
      to += Number(length)
      return { from, to, start: Number(start), end: Number(start) + Number(size) }
    },
  )
}

/** Sound lies up to a second before or behind the pictures of its time. */
const MARGIN_SECONDS = 1

/** A part of the stream that begins at `from` seconds of the recording, or later. */
interface ClipPart extends StreamPart {
  from: number
}

/**
 * The bytes that contain a clip of a recording of `duration` seconds; null if it begins behind the end. A playlist counts
 * pictures only. Where they start late or end early, the first or the last segment also has the other sound: every
 * segment may lie later, or end later, by what is missing in the playlist.
 */
export function clipPart(
  segments: readonly StreamSegment[],
  { start, end, duration }: { start: number; end: number; duration: number },
): ClipPart | null {
  const length = segments.at(-1)?.to ?? 0
  const uncounted = Math.max(0, duration - length)
  if (length === 0 || start >= length + uncounted) return null
  const used = segments.filter(({ from, to }) => to + uncounted > start - MARGIN_SECONDS && from < end + MARGIN_SECONDS)
  const [first, last] = [used[0], used.at(-1)]
  return first && last ? { start: first.start, end: last.end, from: first.from } : null
}

/** Bytes from which the time of the beginning of a stream is read. */
export const STREAM_HEAD_BYTES = 188 * 20_000

/** Input options for a part of a stream, in a file of the working folder. */
function inputOfStream(file: string): string[] {
  const guards = ['-protocol_whitelist', 'file', '-format_whitelist', 'mpegts', '-max_pixels', String(MAX_PIXELS)]
  return [...guards, '-f', 'mpegts', '-i', fileUrl(file)]
}

/** Prints the time of the first packet, which is the zero of the recording, and the rate of the pictures (`parseStreamHead`). */
export function streamHeadRun(file: string): ToolRun {
  return {
    program: 'ffprobe',
    args: [
      ['-v', 'error', '-hide_banner', ...globalGuards, '-show_entries', 'format=start_time:stream=codec_type,avg_frame_rate,width,height'],
      ['-of', 'json', ...inputOfStream(file)],
    ].flat(), // prettier-ignore
    folders: [],
    pcm: null,
    progress: false,
  }
}

export interface StreamHead {
  /** Seconds of the stream's clock at the zero of the recording. */
  zero: number
  /** Pictures per second of the clip. */
  frameRate: number
  /** Size of the pictures of the stream; null without video. */
  size: { width: number; height: number } | null
}

const MIN_FRAME_RATE = 10
const MAX_FRAME_RATE = 30

function frameRateOf(text: unknown): number {
  const [count = 0, seconds = 0] = String(text).split('/').map(Number)
  const rate = count / seconds
  return Number.isFinite(rate) && rate > 0 ? Math.min(MAX_FRAME_RATE, Math.max(MIN_FRAME_RATE, rate)) : MAX_FRAME_RATE
}

/** Reads the output of `streamHeadRun`; null if the stream has no start. */
export function parseStreamHead(output: string): StreamHead | null {
  const { format, streams } = JSON.parse(output) as {
    format?: { start_time?: string }
    streams?: { codec_type?: string; avg_frame_rate?: string; width?: number; height?: number }[]
  }
  const zero = Number(format?.start_time)
  if (!Number.isFinite(zero)) return null
  const video = streams?.find(({ codec_type }) => codec_type === 'video')
  const { width = 0, height = 0 } = video ?? {}
  return { zero, frameRate: frameRateOf(video?.avg_frame_rate), size: video ? { width, height } : null }
}

interface ClipPlan extends Omit<StreamHead, 'size'> {
  /** The part of the stream that contains the clip, and where it begins, in seconds of the recording. */
  file: string
  partFrom: number
  kind: ClipKind
  /** Seconds of the recording. */
  start: number
  end: number
  threads: number
  /** The part has no sound (`lacksSound`). */
  isSilent?: boolean
}

/**
 * Whether a clip failed because its part of the stream contains no sound: the sound of the recording starts late or ends
 * early. `detail` is the end of ffmpeg's standard error.
 */
export function lacksSound(detail: string): boolean {
  return /cannot determine format of input .* after EOF/i.test(detail)
}

const MAX_HEIGHT = 720

/**
 * Writes the clip. The picture before its start is repeated, so that a shared screen, which rarely changes, is visible
 * from the first frame. The last one is repeated to the end of the clip, and the first one where the pictures start late.
 */
export function clipRun({ zero, file, partFrom, kind, start, end, frameRate, threads, isSilent }: ClipPlan): ToolRun {
  const [first, from, to, length] = [zero + partFrom, zero + start, zero + end, end - start].map((seconds) =>
    seconds.toFixed(6),
  )
  // `aresample` fills a late start, and `apad` an early end: the clip has exactly its length.
  const heard = isSilent
    ? 'anullsrc=r=48000:cl=stereo'
    : `[0:a:0]atrim=start=${from}:end=${to},asetpts=PTS-${from}/TB,aresample=async=1:first_pts=0,apad`
  const sound = `${heard},atrim=end=${length}[sound]`
  const picture =
    `[0:v:0]fps=${frameRate}:start_time=${first},tpad=stop=-1:stop_mode=clone,` +
    `trim=start=${from}:end=${to},setpts=PTS-${from}/TB,` +
    `scale=w=-2:h='2*trunc(min(${MAX_HEIGHT},ih)/2)',format=yuv420p[picture]`
  const isVideo = kind === 'video'
  return {
    program: 'ffmpeg',
    args: [
      ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...globalGuards],
      ['-progress', 'pipe:3', '-nostats', '-stats_period', '1'],
      ['-threads', String(threads), '-copyts', ...inputOfStream(file)],
      ['-filter_complex_threads', String(threads), '-filter_complex', isVideo ? `${sound};${picture}` : sound],
      isVideo
        ? [
            ['-map', '[picture]', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
            ['-bf', '0', '-g', String(Math.round(frameRate * SEGMENT_SECONDS)), '-threads', String(threads)],
          ].flat()
        : [],
      ['-map', '[sound]', '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
      ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4', CLIP_FILES[kind]],
    ].flat(),
    folders: [],
    pcm: null,
    progress: true,
  }
}
