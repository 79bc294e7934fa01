// The seek preview: one small picture per second (per duration/3600 in files over an hour), 36 of them per image. The
// server and the browser use the same arithmetic, so this file must not import Node modules.

export const SPRITE_COLUMNS = 6
export const SPRITE_ROWS = 6
export const SPRITE_FRAMES = SPRITE_COLUMNS * SPRITE_ROWS
const MAX_FRAMES = 3600

/** Seconds between two preview pictures of a recording of `duration` seconds. */
export function spriteInterval(duration: number) {
  return Math.max(1, duration / MAX_FRAMES)
}

/** The number of preview pictures, 1 to 3600: `thumbnail_count` of a video. */
export function thumbnailCount(duration: number) {
  // The tolerance prevents an eleventh picture for 10.0000001 s from a rounded header.
  return Math.min(MAX_FRAMES, Math.max(1, Math.ceil(duration / spriteInterval(duration) - 1e-4)))
}

/** The number of images needed for `count` pictures. */
export function spriteCount(count: number) {
  return Math.ceil(count / SPRITE_FRAMES)
}

export interface SpriteCell {
  image: number
  column: number
  row: number
}

/**
 * The picture for `time` (seconds): image index (`seek/{image}.jpg`), column and row, all from 0. Times out of range
 * are clamped.
 */
export function spriteCell(time: number, duration: number, count: number): SpriteCell {
  const frame = Math.min(count - 1, Math.max(0, Math.floor(time / spriteInterval(duration) + 1e-9)))
  const cell = frame % SPRITE_FRAMES
  return {
    image: Math.floor(frame / SPRITE_FRAMES),
    column: cell % SPRITE_COLUMNS,
    row: Math.floor(cell / SPRITE_COLUMNS),
  }
}
