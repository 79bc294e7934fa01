import * as z from 'zod'
import { globalGuards, inputGuards, inputOf, MAX_PIXELS } from './guards.ts'
import type { ContainerKind } from './sniff.ts'
import type { ToolRun } from './tool-run.ts'

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

/** Sound that starts later than this is read from an input of its own. */
const LATE_SECONDS = 30

/**
 * The number of the input from which each of several sound tracks is read. ffmpeg writes nothing before each output has
 * its first samples, and keeps what it reads until then in memory. So a track that starts late is read ahead, from an
 * input of its own. `hasOthers` says that there are other streams to wait, besides these tracks.
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

function hasTimesIn(container: ContainerKind) {
  return container === 'mp4' || container === 'matroska' || container === 'flac'
}

/** Number of packets that `probeRun` lists, to find those before the start. */
const LISTED_PACKETS = 64
/** The first packets of compressed sound are up to 0.1 s early, because decoders need them to begin. */
const EARLY_SECONDS = 0.1

/** Runs ffprobe on the file; it prints streams, container and the first packets as JSON. */
export function probeRun(path: string, skippedBytes = 0): ToolRun {
  return {
    program: 'ffprobe',
    args: [
    '-v', 'error', '-hide_banner', ...globalGuards, ...inputGuards,
    '-read_intervals', `%+#${LISTED_PACKETS}`, '-show_entries',
    'format=format_name,start_time,duration:packet=stream_index,pts_time:stream=index,codec_type,codec_name,profile,width,height,pix_fmt,avg_frame_rate,nb_frames,start_time,' +
      'channels,sample_rate,channel_layout,duration:stream_disposition=default,attached_pic,still_image:' +
      'stream_tags=DURATION,rotate:stream_side_data=rotation',
    '-of', 'json', ...inputOf(path, { skippedBytes }),
  ], // prettier-ignore
    folders: [],
    pcm: null,
    progress: false,
  }
}

const seconds = z.coerce.number().positive().nullable().catch(null)
const text = z.string().catch('')
const count = z.coerce.number().int().nonnegative().catch(0)

const time = z.coerce.number().nullable().catch(null)

const probed = z.object({
  format: z.object({ format_name: z.string(), start_time: time, duration: seconds }),
  packets: z.array(z.object({ stream_index: z.number(), pts_time: time })).catch([]),
  streams: z
    .array(
      z.object({
        index: z.number(),
        codec_type: text,
        codec_name: text,
        profile: text,
        width: count,
        height: count,
        pix_fmt: text,
        avg_frame_rate: text,
        nb_frames: count,
        start_time: time,
        channels: count,
        sample_rate: count,
        channel_layout: text,
        duration: seconds,
        disposition: z.object({ default: count, attached_pic: count, still_image: count }).partial().catch({}),
        tags: z.object({ DURATION: text, rotate: text }).partial().catch({}),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).catch([]),
      }),
    )
    .catch([]),
})
type Stream = z.infer<typeof probed>['streams'][number]

const CONTAINERS: Record<string, ContainerKind> = {
  mov: 'mp4',
  matroska: 'matroska',
  mp3: 'mp3',
  flac: 'flac',
  wav: 'wav',
  aac: 'aac',
  ogg: 'ogg',
}
const PICTURE_CODECS = new Set(['png', 'bmp', 'gif', 'tiff', 'webp', 'jpegxl', 'ppm'])

/** Parses ffprobe's JSON. Null when it is invalid or the container is not accepted. */
export function parseProbe(json: string, skippedBytes = 0): Probe | null {
  let raw: unknown
  try {
    raw = JSON.parse(json)
  } catch {
    return null
  }
  const { success, data } = probed.safeParse(raw)
  const container = success ? CONTAINERS[data.format.format_name.split(',')[0] ?? ''] : undefined
  if (!success || !container) return null

  const video = preferred(data.streams.filter(isMovingPicture))
  const sounds = data.streams.filter(isSound)
  const audio = preferred(sounds)
  const start = data.format.start_time ?? 0
  const isLate = container === 'matroska' && start > EARLY_SECONDS
  const duration = isLate ? null : (data.format.duration ?? longest([video, audio]))
  const used = new Set([video?.index, ...sounds.map(({ index }) => index)])
  const isEarly = (packet: (typeof data.packets)[number]) =>
    used.has(packet.stream_index) && packet.pts_time !== null && packet.pts_time < start - EARLY_SECONDS
  const isEstimated = container === 'mp3' || container === 'aac'
  const endOf = (stream: Stream) => {
    // Matroska states the end of each stream; for some, ffprobe returns the length of the file.
    if (container === 'matroska') return clock(stream.tags.DURATION ?? '')
    const from = container === 'mp4' ? stream.start_time : start
    return stream.duration === null || from === null ? null : from - start + stream.duration
  }
  // ffprobe states 0 for all streams of a Matroska file.
  const startOf = ({ index, start_time }: Stream) =>
    container === 'mp4' ? start_time : (data.packets.find((packet) => packet.stream_index === index)?.pts_time ?? null)
  const tracks = sounds.map((sound) => toAudio(sound, { start: startOf(sound), end: endOf(sound) }))
  return {
    container,
    duration,
    durationIsExact: duration !== null && !isEstimated,
    start,
    startsEarly: hasTimesIn(container) && data.packets.some(isEarly),
    skippedBytes,
    video: video ? toVideo(video, endOf(video)) : null,
    audio: tracks.find(({ index }) => index === audio?.index) ?? null,
    tracks,
    hasOtherStreams: data.streams.length > sounds.length + (video ? 1 : 0),
    mixedWith: [],
  }
}

// Cover images, single stills and pictures too large to decode are not video.
function isMovingPicture(stream: Stream) {
  return (
    stream.codec_type === 'video' &&
    !stream.disposition.attached_pic &&
    !stream.disposition.still_image &&
    !PICTURE_CODECS.has(stream.codec_name) &&
    !(stream.codec_name === 'mjpeg' && stream.nb_frames === 1) &&
    stream.codec_name !== '' &&
    stream.width > 0 &&
    stream.height > 0 &&
    stream.width * stream.height <= MAX_PIXELS
  )
}

function isSound(stream: Stream) {
  return stream.codec_type === 'audio' && stream.codec_name !== '' && stream.channels > 0 && stream.sample_rate > 0
}

function preferred(streams: Stream[]) {
  return streams.find((stream) => stream.disposition.default) ?? streams[0]
}

function streamDuration(stream: Stream) {
  return stream.duration ?? clock(stream.tags.DURATION ?? '')
}

function longest(streams: (Stream | undefined)[]) {
  const known = streams.flatMap((stream) => (stream && streamDuration(stream)) || [])
  return known.length ? Math.max(...known) : null
}

/** Parses Matroska's `01:02:03.500000000` into seconds. */
function clock(tag: string) {
  const [, hours, minutes, rest] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(tag) ?? []
  return rest ? Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) : null
}

function toVideo(stream: Stream, end: number | null): VideoStream {
  const turned =
    stream.side_data_list.find((side) => side.rotation !== undefined)?.rotation ?? -Number(stream.tags.rotate || 0)
  const rotation = (((Math.round(-turned / 90) * 90) % 360) + 360) % 360
  const [over = 0, under = 0] = stream.avg_frame_rate.split('/').map(Number)
  const swap = rotation % 180 !== 0
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    width: swap ? stream.height : stream.width,
    height: swap ? stream.width : stream.height,
    pixelFormat: stream.pix_fmt,
    frameRate: over && under ? over / under : 0,
    rotation,
    end,
  }
}

function toAudio(stream: Stream, { start, end }: { start: number | null; end: number | null }): AudioStream {
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    channels: stream.channels,
    sampleRate: stream.sample_rate,
    layout: stream.channel_layout === 'unknown' ? '' : stream.channel_layout,
    start,
    duration: streamDuration(stream),
    end,
  }
}
