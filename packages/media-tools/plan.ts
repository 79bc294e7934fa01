import { fileUrl, globalGuards, inputGuards } from './guards.ts'
import { canCopyVideo, codecArguments, HLS_MEDIA, hlsOutput, PLAYLIST } from './hls.ts'
import { pictureGraph, pictureOutputs, pictureDecoder, POSTER, SPRITE_FOLDER } from './pictures.ts'
import type { Probe } from './probe.ts'
import { speechFormat, speechOutput } from './speech-track.ts'
import { spriteCount, thumbnailCount } from './sprites.ts'
import type { ToolRun } from './tool-run.ts'

// One pass over a recording makes all that the player and the recogniser need: streaming media, poster, preview images, and the speech
// track as raw samples on standard output, so that no decoded file is ever written.

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

/** Which files a pass leaves in its working folder. Pictures exist only for video; a broken picture stream can leave them out. */
export type PreparedFiles = {
  playlist: string
  media: string
  poster: string | null
  sprites: string[]
  thumbnailCount: number
}

/** The pass itself. The recording must have sound (`judgeProbe`). */
export function prepareRun({ path, probe, duration, denseKeyframes, maxSeconds, threads }: PrepareOptions): ToolRun {
  const { video, audio } = probe
  if (!audio) throw new TypeError('a recording without sound is not prepared')
  const copies = !video || canCopyVideo(video)
  // Sound is decoded by one thread: a frame of it is so little that handing it to another costs as much as decoding it.
  const limit = ['-threads:v', String(threads), '-threads:a', '1', '-t', String(maxSeconds), ...inputGuards]
  const decoder = video ? pictureDecoder(video, denseKeyframes) : []
  const sound = ['-map', `0:${audio.index}`]
  const picture = !video ? [] : ['-map', copies ? `0:${video.index}` : '[rendition]']

  return {
    program: 'ffmpeg',
    args: [
      ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...globalGuards],
      ['-progress', 'pipe:3', '-nostats', '-stats_period', '1'],
      ['-filter_complex_threads', String(threads)],
      [...limit, ...decoder, '-i', fileUrl(path)],
      video ? ['-filter_complex', pictureGraph(video, duration, denseKeyframes)] : [],
      [...picture, ...sound, '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
      [...codecArguments(probe), ...(copies ? [] : ['-threads', String(threads)]), ...hlsOutput],
      video ? pictureOutputs(duration) : [],
      speechOutput(audio),
    ].flat(),
    folders: video ? [SPRITE_FOLDER] : [],
    pcm: speechFormat(audio),
    progress: true,
  }
}

/** What `prepareRun` is going to leave behind. */
export function preparedFiles({ video }: Probe, duration: number): PreparedFiles {
  const count = video ? thumbnailCount(duration) : 0
  const sprites = Array.from({ length: spriteCount(count) }, (_, image) => `${SPRITE_FOLDER}/${image}.jpg`)
  return { playlist: PLAYLIST, media: HLS_MEDIA, poster: video ? POSTER : null, sprites, thumbnailCount: count }
}
