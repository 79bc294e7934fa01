import type { Piece } from './plan-copy.ts'
import type { Storage } from './storage.ts'

/** The bytes of all pieces in order. */
export async function* readPieces(get: Storage['get'], pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const { key, from, to } of pieces) if (to > from) yield* await get(key, { start: from, end: to - 1 })
}
