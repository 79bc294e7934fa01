// Blocks are read and written in batches that are limited by number and by text. A limit by number alone would allow
// batches of any size: one block may have 100,000 characters and 50,000 words.

/** Maximum blocks of a batch. */
export const BATCH_BLOCKS = 200
/**
 * Maximum text of a batch: bytes of UTF-8 when it is read, UTF-16 code units when it is written. Words are stored with
 * some 200 bytes each, so that a batch has at most about 10 MB.
 */
export const BATCH_TEXT = 50_000

/** Divides `items` in order. A batch exceeds `BATCH_TEXT` only if it has a single item. */
export function textBatches<T>(items: readonly T[], lengthOf: (item: T) => number): T[][] {
  const batches: T[][] = []
  let length = 0
  for (const item of items) {
    const own = lengthOf(item)
    const last = batches.at(-1)
    length += own
    if (last && last.length < BATCH_BLOCKS && length <= BATCH_TEXT) last.push(item)
    else {
      batches.push([item])
      length = own
    }
  }
  return batches
}
