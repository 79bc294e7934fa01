import { SPRITE_COLUMNS, SPRITE_ROWS } from '@kaiwa/media-tools/sprites.ts'
import type { SpriteCell } from '@kaiwa/media-tools/sprites.ts'

/** `background-size` with which one cell fills the box. */
export const SPRITE_SIZE = `${SPRITE_COLUMNS * 100}% ${SPRITE_ROWS * 100}%`

/** `background-position` of a cell with that size. */
export function cellPosition({ column, row }: SpriteCell): string {
  return `${(column * 100) / (SPRITE_COLUMNS - 1)}% ${(row * 100) / (SPRITE_ROWS - 1)}%`
}
