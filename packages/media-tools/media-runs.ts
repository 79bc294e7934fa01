import { globalGuards, inputGuards, inputOf } from './guards.ts'
import { codecArguments, copiesAudio, copiesVideo, type Encode, HLS_MEDIA, hlsOutput, PLAYLIST } from './hls-output.ts'
import { pictureGraph, pictureInput, pictureOutputs, POSTER, SPRITE_FOLDER, stillOutputs } from './preview-pictures.ts'
import { heardTracks, inputNumbers, type Probe } from './probe.ts'
import type { Interval } from './sound-timeline.ts'
import { mixGraph, speechFormat, speechOutput } from './speech-track.ts'
import { spriteCount, thumbnailCount } from './sprites.ts'
import type { ToolRun } from './tool-run.ts'

// Up to three programs read a recording in parallel: listen decodes the speech track, stream makes the streaming media,
// and pictures makes the images of a video that is copied. In a single program each output would wait for the others;
// and the speech track shows first whether there is anything to transcribe.

export interface PrepareOptions {
  path: string
  probe: Probe
  /** Seconds; the measured duration when the container has none. */
  duration: number
  /** Result of `keyframesAreDense`; not used for audio. */
  denseKeyframes: boolean
  /** Streams to encode although they could be copied. Default: `nothing`. */
  encode?: Encode
  /** Long gaps of the sound, which are known when it was analysed; also a late start if there is no video. */
  longGaps?: readonly Interval[]
  /** Second until which pictures are repeated where there are none; requires `encode: 'everything'`. Null: nowhere. */
  fillTo?: number | null
  /** Seconds after which reading stops, independent of timestamps. */
  maxSeconds: number
  /** Threads per picture decoder and encoder. Memory grows with each, and ffmpeg's default is one per CPU core. */
  threads: number
}

/**
 * Output files in the working folder. Images exist only for video and may be missing when the picture stream is broken.
 */
export interface PreparedFiles {
  playlist: string
  media: string
  poster: string | null
  sprites: string[]
  thumbnailCount: number
}

const commonOptions = [
  ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...globalGuards],
  ['-progress', 'pipe:3', '-nostats', '-stats_period', '1'],
].flat()

function assertSound({ audio }: Probe) {
  if (!audio) throw new TypeError('a recording without sound cannot be prepared')
}

/** The same file as inputs 0 to `last`. Sound is decoded with one thread: passing a frame on costs as much as decoding it. */
function inputOptions(
  { path, probe, maxSeconds }: Pick<PrepareOptions, 'path' | 'probe' | 'maxSeconds'>,
  options: string[] = [],
  last = 0,
) {
  const one = ['-threads:a', '1', '-t', String(maxSeconds), ...inputGuards, ...options, ...inputOf(path, probe)]
  return Array.from({ length: last + 1 }, () => one).flat()
}

/** Writes the speech track as samples with times to standard output, so that no decoded file is stored. */
export function speechTrackRun({
  path,
  probe,
  maxSeconds,
}: Pick<PrepareOptions, 'path' | 'probe' | 'maxSeconds'>): ToolRun {
  assertSound(probe)
  const inputs = inputOptions({ path, probe, maxSeconds }, [], Math.max(...inputNumbers(probe, heardTracks(probe))))
  return {
    program: 'ffmpeg',
    args: [...commonOptions, ...inputs, '-vn', '-sn', '-dn', ...speechOutput(probe)],
    folders: [],
    pcm: speechFormat(probe),
    progress: true,
  }
}

/** Makes the streaming media and, for a transcoded video, the pictures from the same decoded frames. */
export function streamRun({
  path,
  probe,
  duration,
  maxSeconds,
  threads,
  encode = 'nothing',
  longGaps = [],
  fillTo = null,
}: Omit<PrepareOptions, 'denseKeyframes'>): ToolRun {
  assertSound(probe)
  const { video } = probe
  const transcodes = video !== null && !copiesVideo(probe, encode)
  const encoders = ['-threads', String(threads)]
  const picture = !video ? [] : ['-map', transcodes ? '[rendition]' : `0:${video.index}`]
  const tracks = heardTracks(probe)
  const mixes = tracks.length > 1
  const isEncoded = !copiesAudio(probe, encode)
  const inputs = isEncoded ? inputNumbers(probe, tracks, { hasOthers: video !== null }) : [0]
  const sound = ['-map', mixes ? '[mix]' : `${inputs[0]}:${tracks[0]!.index}`]
  const graphs = [
    ...(transcodes ? [pictureGraph(video, duration, fillTo)] : []),
    ...(mixes ? [mixGraph(probe, { sampleRate: 48_000, channels: 2 })] : []),
  ]
  // Repeated pictures are made late. The sound waits for them, so that each segment holds the sound of its pictures.
  const interleaving = fillTo === null ? [] : ['-max_interleave_delta', '0']
  return {
    program: 'ffmpeg',
    args: [
      commonOptions,
      transcodes ? ['-filter_complex_threads', String(threads)] : [],
      inputOptions({ path, probe, maxSeconds }, transcodes ? ['-threads:v', String(threads)] : [], Math.max(...inputs)),
      graphs.length > 0 ? ['-filter_complex', graphs.join(';')] : [],
      [...picture, ...sound, '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
      [...codecArguments(probe, encode, longGaps), ...(transcodes ? encoders : []), ...interleaving, ...hlsOutput],
      transcodes ? pictureOutputs(duration) : [],
    ].flat(),
    folders: transcodes ? [SPRITE_FOLDER] : [],
    pcm: null,
    progress: true,
  }
}

/** Makes the pictures of a copied video; null for audio, or when `streamRun` makes them. */
export function picturesRun({
  path,
  probe,
  duration,
  denseKeyframes,
  maxSeconds,
  threads,
  encode = 'nothing',
}: PrepareOptions): ToolRun | null {
  const { video } = probe
  if (!video || !copiesVideo(probe, encode)) return null
  return {
    program: 'ffmpeg',
    args: [
      commonOptions,
      inputOptions({ path, probe, maxSeconds }, pictureInput(denseKeyframes, threads)),
      ['-an', '-sn', '-dn', ...stillOutputs(video, duration, denseKeyframes)],
    ].flat(),
    folders: [SPRITE_FOLDER],
    pcm: null,
    progress: true,
  }
}

/** The files that `streamRun` and `picturesRun` create. */
export function preparedFiles({ video }: Probe, duration: number): PreparedFiles {
  const count = video ? thumbnailCount(duration) : 0
  const sprites = Array.from({ length: spriteCount(count) }, (_, image) => `${SPRITE_FOLDER}/${image}.jpg`)
  return { playlist: PLAYLIST, media: HLS_MEDIA, poster: video ? POSTER : null, sprites, thumbnailCount: count }
}
