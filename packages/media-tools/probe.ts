import * as z from 'zod'
import { fileUrl, globalGuards, inputGuards, MAX_PIXELS } from './guards.ts'
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
}

export interface AudioStream {
  index: number
  codec: string
  profile: string
  channels: number
  sampleRate: number
  /** ffmpeg's name, for example `stereo` or `5.1(side)`; '' when unknown. */
  layout: string
  /** Seconds; null when the container has no duration per stream. */
  duration: number | null
}

/** The contents of a recording that are used: at most one video and one sound track. */
export interface Probe {
  container: ContainerKind
  /** Seconds; null for a live recording with an unfinished header (`measureRun` measures it). */
  duration: number | null
  /** True when the duration comes from an index of samples, false when it is estimated from a bit rate. */
  durationIsExact: boolean
  video: VideoStream | null
  audio: AudioStream | null
}

/** Runs ffprobe on the file; it prints streams and container as JSON. */
export function probeRun(path: string): ToolRun {
  return {
    program: 'ffprobe',
    args: [
    '-v', 'error', '-hide_banner', ...globalGuards, ...inputGuards,
    '-show_entries',
    'format=format_name,duration:stream=index,codec_type,codec_name,profile,width,height,pix_fmt,avg_frame_rate,nb_frames,' +
      'channels,sample_rate,channel_layout,duration:stream_disposition=default,attached_pic,still_image:' +
      'stream_tags=DURATION,rotate:stream_side_data=rotation',
    '-of', 'json', fileUrl(path),
  ], // prettier-ignore
    folders: [],
    pcm: null,
    progress: false,
  }
}

const seconds = z.coerce.number().positive().nullable().catch(null)
const text = z.string().catch('')
const count = z.coerce.number().int().nonnegative().catch(0)

const probed = z.object({
  format: z.object({ format_name: z.string(), duration: seconds }),
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
}
const PICTURE_CODECS = new Set(['png', 'bmp', 'gif', 'tiff', 'webp', 'jpegxl', 'ppm'])

/** Parses ffprobe's JSON. Null when it is invalid or the container is not accepted. */
export function parseProbe(json: string): Probe | null {
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
  const audio = preferred(data.streams.filter(isSound))
  const duration = data.format.duration ?? longest([video, audio])
  return {
    container,
    duration,
    durationIsExact: duration !== null && container !== 'mp3',
    video: video ? toVideo(video) : null,
    audio: audio ? toAudio(audio) : null,
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

function toVideo(stream: Stream): VideoStream {
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
  }
}

function toAudio(stream: Stream): AudioStream {
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    channels: stream.channels,
    sampleRate: stream.sample_rate,
    layout: stream.channel_layout === 'unknown' ? '' : stream.channel_layout,
    duration: streamDuration(stream),
  }
}
