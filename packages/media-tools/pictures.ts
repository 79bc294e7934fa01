import { canCopyVideo, renditionFilter } from './hls.ts'
import type { VideoStream } from './probe.ts'
import { SPRITE_COLUMNS, SPRITE_ROWS, spriteCount, spriteInterval, thumbnailCount } from './sprites.ts'

// The poster and the preview images. Where the video is copied the decoder is there for them alone and is told to skip all but
// keyframes; where it is transcoded anyway, they come from the frames already decoded. One reader of the file serves both: a second one
// that discards in the demuxer costs twice the time in handing packets between threads.

export const POSTER = 'thumbnail.jpg'
export const SPRITE_FOLDER = 'seek'
const SPRITE_WIDTH = 160
const POSTER_WIDTH = 640

/** Options of the decoder. Without the loop filter decoding is half the work, and a small picture looks the same. */
export const pictureDecoder = (video: VideoStream, denseKeyframes: boolean): string[] =>
  canCopyVideo(video) ? [...(denseKeyframes ? ['-skip_frame:v', 'nokey'] : []), '-skip_loop_filter:v', 'all'] : []

/** The filters that make `[sprites]` and `[poster]`, and `[rendition]` where the video must be transcoded. */
export function pictureGraph(video: VideoStream, duration: number, denseKeyframes: boolean): string {
  const even = Math.round((SPRITE_WIDTH * video.height) / video.width / 2) * 2
  const height = Math.max(2, Math.min(SPRITE_WIDTH * 2, even))
  const cell = `scale=${SPRITE_WIDTH}:${height}:flags=fast_bilinear,format=yuvj420p,setsar=1`
  // round=up: a cell shows the picture that stood at its moment. The clone of the last one fills up to the promised number of cells.
  const rate = `fps=${(1 / spriteInterval(duration)).toFixed(9)}:start_time=0:round=up`
  const fill = `tpad=stop=-1:stop_mode=clone,trim=end_frame=${thumbnailCount(duration)}`
  const tile = `${fill},tile=${SPRITE_COLUMNS}x${SPRITE_ROWS}[sprites]`
  // The most telling of the first eight: a black first frame is nobody's poster.
  const poster = `trim=end_frame=8,scale=${POSTER_WIDTH}:-2,format=yuvj420p,setsar=1,thumbnail=8[poster]`

  if (!canCopyVideo(video)) {
    const head = `[0:${video.index}]${renditionFilter(video)},split=2[rendition][stills]`
    return `${head};[stills]${rate},split=2[cells][telling];[cells]${cell},${tile};[telling]${poster}`
  }
  // Keyframes are fewer than cells and are made small before they are repeated; of all frames only those of the cells are.
  return denseKeyframes
    ? `[0:${video.index}]split=2[cells][telling];[cells]${cell},${rate},${tile};[telling]${poster}`
    : `[0:${video.index}]${rate},split=2[cells][telling];[cells]${cell},${tile};[telling]${poster}`
}

/** The image files themselves. */
export const pictureOutputs = (duration: number): string[] =>
  [
    ['-map', '[sprites]', '-frames:v', String(spriteCount(thumbnailCount(duration))), '-q:v', '5'],
    ['-start_number', '0', '-f', 'image2', `${SPRITE_FOLDER}/%d.jpg`],
    ['-map', '[poster]', '-frames:v', '1', '-q:v', '4', '-f', 'image2', '-update', '1', POSTER],
  ].flat()
