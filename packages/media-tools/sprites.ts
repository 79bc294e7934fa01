// The seek preview: one small picture every second (every duration/3600 in files over an hour), 36 of them on one image. The same
// arithmetic makes the images on the server and finds the picture under the pointer in the browser, so nothing of Node is imported here.

export const SPRITE_COLUMNS = 6
export const SPRITE_ROWS = 6
export const SPRITE_FRAMES = SPRITE_COLUMNS * SPRITE_ROWS
const MAX_FRAMES = 3600

/** Seconds between two preview pictures of a recording of `duration` seconds. */
export const spriteInterval = (duration: number) => Math.max(1, duration / MAX_FRAMES)

/** The number of preview pictures, 1 to 3600: the `thumbnail_count` of a video. */
export const thumbnailCount = (duration: number) =>
  // The slack keeps 10.0000001 s, as a rounded header says, from asking for an eleventh picture.
  Math.min(MAX_FRAMES, Math.max(1, Math.ceil(duration / spriteInterval(duration) - 1e-4)))

/** The number of images that hold so many pictures. */
export const spriteCount = (count: number) => Math.ceil(count / SPRITE_FRAMES)

export type SpriteCell = { image: number; column: number; row: number }

/** Where the picture for `time` (seconds) is: image number from 0 (`seek/{image}.jpg`), column and row from 0. Times outside are clamped. */
export function spriteCell(time: number, duration: number, count: number): SpriteCell {
  const frame = Math.min(count - 1, Math.max(0, Math.floor(time / spriteInterval(duration) + 1e-9)))
  const cell = frame % SPRITE_FRAMES
  return {
    image: Math.floor(frame / SPRITE_FRAMES),
    column: cell % SPRITE_COLUMNS,
    row: Math.floor(cell / SPRITE_COLUMNS),
  }
}
