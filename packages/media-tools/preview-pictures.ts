import { renditionFilter } from './hls-output.ts'
import type { VideoStream } from './probe.ts'
import { SPRITE_COLUMNS, SPRITE_ROWS, spriteCount, spriteInterval, thumbnailCount } from './sprites.ts'

// Poster and preview images. When the video is transcoded, they use the decoded frames. When it is copied, a separate
// program makes them and its decoder skips all frames except keyframes. The demuxer could discard other packets, but
// the mp4 demuxer then returns wrong times for keyframes (ffmpeg 5.1 loses its position in the composition offsets),
// and with one thread it saves no time.

export const POSTER = 'thumbnail.jpg'
export const SPRITE_FOLDER = 'seek'
const SPRITE_WIDTH = 160
const POSTER_WIDTH = 640

/**
 * Input options of a program that makes only pictures. Without the loop filter decoding takes half the time, and a
 * small picture looks the same. A decoder that skips most packets is faster with one thread.
 */
export function pictureInput(denseKeyframes: boolean, threads: number): string[] {
  return [
    ...(denseKeyframes ? ['-threads:v', '1', '-skip_frame:v', 'nokey'] : ['-threads:v', String(threads)]),
    '-skip_loop_filter:v',
    'all',
  ]
}

/** Scale filter of one preview cell. */
function cellOf(video: VideoStream) {
  const even = Math.round((SPRITE_WIDTH * video.height) / video.width / 2) * 2
  const height = Math.max(2, Math.min(SPRITE_WIDTH * 2, even))
  return `scale=${SPRITE_WIDTH}:${height}:flags=fast_bilinear,format=yuvj420p,setsar=1`
}

/** Selects one frame per cell. round=up: a cell shows the frame visible at its time. */
function rateOf(duration: number) {
  return `fps=${(1 / spriteInterval(duration)).toFixed(9)}:start_time=0:round=up`
}

/** Tiles cells into images. Clones of the last frame fill up to the expected number of cells. */
function tileOf(duration: number) {
  return `tpad=stop=-1:stop_mode=clone,trim=end_frame=${thumbnailCount(duration)},tile=${SPRITE_COLUMNS}x${SPRITE_ROWS}`
}

/** Selects the most representative of the first eight frames, so that a black first frame is not the poster. */
const posterSelection = `trim=end_frame=8,scale=${POSTER_WIDTH}:-2,format=yuvj420p,setsar=1,thumbnail=8`

/** Filter graph that produces `[rendition]`, `[sprites]` and `[poster]` from a transcoded video. */
export function pictureGraph(video: VideoStream, duration: number, fillTo: number | null = null): string {
  const head = `[0:${video.index}]${renditionFilter(video, fillTo)},split=2[rendition][stills]`
  const cells = `[cells]${cellOf(video)},${tileOf(duration)}[sprites]`
  return `${head};[stills]${rateOf(duration)},split=2[cells][telling];${cells};[telling]${posterSelection}[poster]`
}

function images(duration: number) {
  return [
    ['-frames:v', String(spriteCount(thumbnailCount(duration))), '-q:v', '5'],
    ['-start_number', '0', '-f', 'image2', `${SPRITE_FOLDER}/%d.jpg`],
  ].flat()
}

const poster = ['-frames:v', '1', '-q:v', '4', '-f', 'image2', '-update', '1', POSTER]

/** Image outputs of `pictureGraph`. */
export function pictureOutputs(duration: number): string[] {
  return ['-map', '[sprites]', ...images(duration), '-map', '[poster]', ...poster]
}

/** Image outputs of a program that makes only pictures. */
export function stillOutputs(video: VideoStream, duration: number, denseKeyframes: boolean): string[] {
  const [source, cell, rate] = [['-map', `0:${video.index}`], cellOf(video), rateOf(duration)]
  // Keyframes are fewer than cells, so they are scaled before being repeated. With all frames, only those of the cells
  // are scaled.
  const cells = denseKeyframes ? [cell, rate] : [rate, cell]
  const first = denseKeyframes ? [] : [rate]
  return [
    [...source, '-vf', [...cells, tileOf(duration)].join(','), ...images(duration)],
    [...source, '-vf', [...first, posterSelection].join(','), ...poster],
  ].flat()
}
