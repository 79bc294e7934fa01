// Properties of a recording that ffprobe reads without decoding it, and what is derived from them.
import type { ContainerKind } from './sniff.ts'

export interface VideoStream {
  index: number
  codec: string
  profile: string
  /** Size as displayed: a rotated phone video has its sides swapped. */
  width: number
  height: number
  pixelFormat: string
  /** Average frames per second; 0 when unknown. */
  frameRate: number
  /** Degrees: 0, 90, 180 or 270. */
  rotation: number
  /** End on the timeline of the recording by the header, in seconds; null when it states none. */
  end: number | null
}

export interface AudioStream {
  index: number
  codec: string
  profile: string
  channels: number
  sampleRate: number
  /** ffmpeg's name, for example `stereo` or `5.1(side)`; '' when unknown. */
  layout: string
  /** Time of its first packet in seconds of the file; null if that is far behind the beginning of the file. */
  start: number | null
  /** Seconds; null when the container has no duration per stream. */
  duration: number | null
  /** As of a video. */
  end: number | null
}

/** The contents of a recording that are used. */
export interface Probe {
  container: ContainerKind
  /**
   * Seconds; null for a live recording with an unfinished header, and for a Matroska file that starts late, which may
   * state its end instead of its length (`measureRun` measures both).
   */
  duration: number | null
  /** True when the duration comes from an index of samples, false when it is estimated from a bit rate. */
  durationIsExact: boolean
  /**
   * Time of the first packet that is presented, in seconds of the file. It is the zero of the recording: the timeline of
   * words, stream, pictures and duration.
   */
  start: number
  /** True if the file has packets before its start, as a recording that was trimmed by an edit list. */
  startsEarly: boolean
  /** Bytes at the beginning of the file that are not read. */
  skippedBytes: number
  video: VideoStream | null
  /** The sound that is played and transcribed; the first one if several are mixed. */
  audio: AudioStream | null
  /** All sound tracks of the file. */
  tracks: AudioStream[]
  /** True if the file has streams that are not used, as subtitles or a cover. */
  hasOtherStreams: boolean
  /** Indexes of the streams in `tracks` that are mixed with `audio`. */
  mixedWith: number[]
}

/** The tracks that are played and transcribed, mixed if there are several. */
export function heardTracks({ audio, tracks, mixedWith }: Probe): AudioStream[] {
  return audio ? [audio, ...tracks.filter(({ index }) => mixedWith.includes(index))] : []
}

/**
 * The length that the header states for the streams that are used, here with these sound tracks; null if it states none.
 * Others may be longer: subtitles, or a second track without sound.
 */
export function statedLength(probe: Probe, tracks: readonly AudioStream[]): number | null {
  const { duration, durationIsExact, video, hasOtherStreams } = probe
  if (duration === null || !durationIsExact) return null
  if (!hasOtherStreams && tracks.length === probe.tracks.length) return duration
  const ends = [video, ...tracks].flatMap((stream) => (stream ? [stream.end] : []))
  return ends.some((end) => end === null) ? null : Math.min(duration, Math.max(...ends.map(Number)))
}

/** A sound track that starts later than this has its own input of ffmpeg. */
const LATE_SECONDS = 30

/**
 * Returns the number of the ffmpeg input for each of several sound tracks. ffmpeg writes nothing until each output has its
 * first samples, and buffers everything that it has read. To keep that buffer small, a track that starts late gets an input
 * of its own. `hasOthers`: the output has further streams besides these tracks.
 */
export function inputNumbers(
  probe: Pick<Probe, 'start'>,
  tracks: readonly AudioStream[],
  { hasOthers = false } = {},
): number[] {
  let last = 0
  const waits = hasOthers || tracks.length > 1
  return tracks.map(({ start }) => {
    if (!waits || (start !== null && start < probe.start + LATE_SECONDS)) return 0
    last += 1
    return last
  })
}

/**
 * True if the packets of the container carry times. In the others, sound follows sound without gaps, and ffmpeg only counts.
 */
export function hasTimes({ container }: Probe): boolean {
  return hasTimesIn(container)
}

export function hasTimesIn(container: ContainerKind) {
  return container === 'mp4' || container === 'matroska' || container === 'flac'
}
