import { renditionFilter } from './hls.ts'
import type { VideoStream } from './probe.ts'
import { SPRITE_COLUMNS, SPRITE_ROWS, spriteCount, spriteInterval, thumbnailCount } from './sprites.ts'

// The poster and the preview images. Where the video is transcoded they come from the frames that are decoded anyway. Where it is copied
// a program of their own makes them, whose decoder skips all but keyframes. The demuxer could discard the others unread, but what reads
// mp4 then gives the keyframes wrong times (ffmpeg 5.1 loses its place among the composition offsets), and with one thread it saves nothing.

export const POSTER = 'thumbnail.jpg'
export const SPRITE_FOLDER = 'seek'
const SPRITE_WIDTH = 160
const POSTER_WIDTH = 640

/**
 * Options of a reader that is there for pictures alone. Without the loop filter decoding is half the work, and a small picture
 * looks the same. A decoder that skips nearly every packet loses more by handing them to its threads than it wins.
 */
export const pictureInput = (denseKeyframes: boolean, threads: number): string[] => [
  ...(denseKeyframes ? ['-threads:v', '1', '-skip_frame:v', 'nokey'] : ['-threads:v', String(threads)]),
  '-skip_loop_filter:v',
  'all',
]

/** One cell of a preview image. */
const cellOf = (video: VideoStream) => {
  const even = Math.round((SPRITE_WIDTH * video.height) / video.width / 2) * 2
  const height = Math.max(2, Math.min(SPRITE_WIDTH * 2, even))
  return `scale=${SPRITE_WIDTH}:${height}:flags=fast_bilinear,format=yuvj420p,setsar=1`
}

/** One frame for each cell. round=up: a cell shows the picture that stood at its moment. */
const rateOf = (duration: number) => `fps=${(1 / spriteInterval(duration)).toFixed(9)}:start_time=0:round=up`

/** Cells to images. The clone of the last one fills up to the promised number. */
const tileOf = (duration: number) =>
  `tpad=stop=-1:stop_mode=clone,trim=end_frame=${thumbnailCount(duration)},tile=${SPRITE_COLUMNS}x${SPRITE_ROWS}`

/** The most telling of the first eight: a black first frame is nobody's poster. */
const telling = `trim=end_frame=8,scale=${POSTER_WIDTH}:-2,format=yuvj420p,setsar=1,thumbnail=8`

/** The filters that make `[rendition]`, `[sprites]` and `[poster]` of a video that is transcoded. */
export function pictureGraph(video: VideoStream, duration: number): string {
  const head = `[0:${video.index}]${renditionFilter(video)},split=2[rendition][stills]`
  const cells = `[cells]${cellOf(video)},${tileOf(duration)}[sprites]`
  return `${head};[stills]${rateOf(duration)},split=2[cells][telling];${cells};[telling]${telling}[poster]`
}

const images = (duration: number) =>
  [
    ['-frames:v', String(spriteCount(thumbnailCount(duration))), '-q:v', '5'],
    ['-start_number', '0', '-f', 'image2', `${SPRITE_FOLDER}/%d.jpg`],
  ].flat()
const poster = ['-frames:v', '1', '-q:v', '4', '-f', 'image2', '-update', '1', POSTER]

/** The image files of `pictureGraph`. */
export const pictureOutputs = (duration: number): string[] => [
  '-map',
  '[sprites]',
  ...images(duration),
  '-map',
  '[poster]',
  ...poster,
]

/** The image files of a video whose pictures alone are read. */
export const stillOutputs = (video: VideoStream, duration: number, denseKeyframes: boolean): string[] => {
  const [source, cell, rate] = [['-map', `0:${video.index}`], cellOf(video), rateOf(duration)]
  // Keyframes are fewer than cells and are made small before they are repeated; of all frames only those of the cells are.
  const cells = denseKeyframes ? [cell, rate] : [rate, cell]
  const first = denseKeyframes ? [] : [rate]
  return [
    [...source, '-vf', [...cells, tileOf(duration)].join(','), ...images(duration)],
    [...source, '-vf', [...first, telling].join(','), ...poster],
  ].flat()
}
