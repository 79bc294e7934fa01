// Which chunks of a running file a reader has, as text: `7.ja.0-41_44` is run 7 in Japanese, chunks 0 to 41 and 44. Chunks are
// done nearly in order, so that a few ranges name hundreds. Pure.

/** Chunks that a reader has. Valid only for this run and for the language by which its text was divided into blocks. */
export interface KnownChunks {
  run: number
  language: string
  positions: ReadonlySet<number>
}

/** A recording of sixteen hours has about 2,000 chunks. Also bounds the cost of reading hostile ranges. */
const MAX_POSITION = 10_000
/** Maximum length of the text. Further ranges are omitted, and their chunks are sent again. */
const MAX_LENGTH = 4_000

export function writeKnown({ run, language, positions }: KnownChunks): string {
  let text = `${run}.${language}.`
  const sorted = [...positions].toSorted((a, b) => a - b)
  for (let first = 0, last = 0; first < sorted.length; first = last + 1) {
    last = first
    while (sorted[last + 1] === (sorted[last] as number) + 1) last += 1
    const range = first === last ? `${sorted[first]}` : `${sorted[first]}-${sorted[last]}`
    const next = text.endsWith('.') ? range : `_${range}`
    if (text.length + next.length > MAX_LENGTH) break
    text += next
  }
  return text
}

/** Undefined for text that `writeKnown` does not write: ranges ascend and do not overlap. */
export function readKnown(text: string): KnownChunks | undefined {
  const [, run, language, ranges = ''] = /^(\d{1,9})\.([a-z]{2,8})\.([\d_-]*)$/.exec(text) ?? []
  if (run === undefined || language === undefined) return undefined
  const positions = new Set<number>()
  let next = 0
  for (const range of ranges === '' ? [] : ranges.split('_')) {
    const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(range) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (from === undefined || first < next || first > last || last > MAX_POSITION) return undefined
    for (let position = first; position <= last; position += 1) positions.add(position)
    next = last + 1
  }
  return { run: Number(run), language, positions }
}
