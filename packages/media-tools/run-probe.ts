// Runs ffprobe, and reads its answer.
import * as z from 'zod'
import { globalGuards, inputGuards, inputOf, MAX_PIXELS } from './guards.ts'
import { type AudioStream, hasTimesIn, type Probe, type VideoStream } from './probe.ts'
import type { ContainerKind } from './sniff.ts'
import type { ToolRun } from './tool-run.ts'

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
