import { fileUrl, globalGuards, inputGuards } from './guards.ts'
import { canCopyVideo, codecArguments, HLS_MEDIA, hlsOutput, PLAYLIST } from './hls.ts'
import { pictureGraph, pictureInput, pictureOutputs, POSTER, SPRITE_FOLDER, stillOutputs } from './pictures.ts'
import type { Probe } from './probe.ts'
import { speechFormat, speechOutput } from './speech-track.ts'
import { spriteCount, thumbnailCount } from './sprites.ts'
import type { ToolRun } from './tool-run.ts'

// What the player and the recogniser need of a recording is made by up to three programs that read it side by side: one hears it, one
// makes the streaming media, and where that only copies the video, one makes its pictures. In one program each would wait for the
// others; and what is heard says first whether there is anything to transcribe at all.

export type PrepareOptions = {
  path: string
  probe: Probe
  /** Seconds; the measured one where the container knew none. */
  duration: number
  /** From `keyframesAreDense`; without meaning for audio. */
  denseKeyframes: boolean
  /** Seconds after which reading stops whatever timestamps claim. */
  maxSeconds: number
  /** Threads per decoder and encoder of pictures: memory grows with each, and ffmpeg alone would take one per core of the machine. */
  threads: number
}

/** Which files are left in the working folder. Pictures exist only for video; a broken picture stream can leave them out. */
export type PreparedFiles = {
  playlist: string
  media: string
  poster: string | null
  sprites: string[]
  thumbnailCount: number
}

const beginning = [
  ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...globalGuards],
  ['-progress', 'pipe:3', '-nostats', '-stats_period', '1'],
].flat()

const soundOf = ({ audio }: Probe) => {
  if (!audio) throw new TypeError('a recording without sound is not prepared')
  return audio
}

// Sound is decoded by one thread: a frame of it is so little that handing it to another costs as much as decoding it.
const reading = ({ path, maxSeconds }: Pick<PrepareOptions, 'path' | 'maxSeconds'>, options: string[] = []) =>
  ['-threads:a', '1', '-t', String(maxSeconds), ...inputGuards, ...options, '-i', fileUrl(path)].flat()

/** The speech track, as raw samples on standard output, so that no decoded file is ever written. */
export function listenRun({ path, probe, maxSeconds }: Pick<PrepareOptions, 'path' | 'probe' | 'maxSeconds'>): ToolRun {
  const audio = soundOf(probe)
  return {
    program: 'ffmpeg',
    args: [...beginning, ...reading({ path, maxSeconds }), '-vn', '-sn', '-dn', ...speechOutput(audio)],
    folders: [],
    pcm: speechFormat(audio),
    progress: true,
  }
}

/** Streaming media; of a video that must be transcoded also the pictures, from the frames that are decoded anyway. */
export function streamRun({
  path,
  probe,
  duration,
  maxSeconds,
  threads,
}: Omit<PrepareOptions, 'denseKeyframes'>): ToolRun {
  const { video } = probe
  const transcodes = video !== null && !canCopyVideo(video)
  const encoders = ['-threads', String(threads)]
  const picture = !video ? [] : ['-map', transcodes ? '[rendition]' : `0:${video.index}`]
  const sound = ['-map', `0:${soundOf(probe).index}`]
  return {
    program: 'ffmpeg',
    args: [
      beginning,
      transcodes ? ['-filter_complex_threads', String(threads)] : [],
      reading({ path, maxSeconds }, transcodes ? ['-threads:v', String(threads)] : []),
      transcodes ? ['-filter_complex', pictureGraph(video, duration)] : [],
      [...picture, ...sound, '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
      [...codecArguments(probe), ...(transcodes ? encoders : []), ...hlsOutput],
      transcodes ? pictureOutputs(duration) : [],
    ].flat(),
    folders: transcodes ? [SPRITE_FOLDER] : [],
    pcm: null,
    progress: true,
  }
}

/** The pictures of a video that is copied; null where there is none, or where `streamRun` makes them. */
export function picturesRun({
  path,
  probe,
  duration,
  denseKeyframes,
  maxSeconds,
  threads,
}: PrepareOptions): ToolRun | null {
  const { video } = probe
  if (!video || !canCopyVideo(video)) return null
  return {
    program: 'ffmpeg',
    args: [
      beginning,
      reading({ path, maxSeconds }, pictureInput(denseKeyframes, threads)),
      ['-an', '-sn', '-dn', ...stillOutputs(video, duration, denseKeyframes)],
    ].flat(),
    folders: [SPRITE_FOLDER],
    pcm: null,
    progress: true,
  }
}

/** What `streamRun` and `picturesRun` are going to leave behind. */
export function preparedFiles({ video }: Probe, duration: number): PreparedFiles {
  const count = video ? thumbnailCount(duration) : 0
  const sprites = Array.from({ length: spriteCount(count) }, (_, image) => `${SPRITE_FOLDER}/${image}.jpg`)
  return { playlist: PLAYLIST, media: HLS_MEDIA, poster: video ? POSTER : null, sprites, thumbnailCount: count }
}
