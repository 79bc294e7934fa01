// Places of the words of a cloud, by d3-cloud. Used in a worker. A word begins its search for a free place where it was in
// the last layout, so that it stays there unless a heavier word needs the room.
import cloud from 'd3-cloud'

export interface CloudRequest {
  /** Heaviest first; `size` in CSS pixels. */
  readonly words: readonly { readonly key: string; readonly text: string; readonly size: number }[]
  readonly width: number
  readonly height: number
  /** Centres of words of the last layout. */
  readonly known: ReadonlyMap<string, CloudPlace>
}

/** Centre of a word in CSS pixels from the centre of the cloud; `y` is the baseline. */
export interface CloudPlace {
  readonly x: number
  readonly y: number
  readonly size: number
}

interface Word extends cloud.Word {
  key: string
  text: string
  size: number
}

/** Free pixels around a word: a button of 24 px around the smallest words. */
const PADDING = 4
/** Sizes by which the layout is repeated when words do not fit. */
const SHRINK = 0.88
const MIN_SCALE = 0.4
/** Few words are larger. The steps above 1 are wide, so that small changes of the words do not change all sizes. */
const MAX_SCALE = 1.5
const LARGE_STEP = 0.25
/** Share of the area that words may cover; fuller clouds seldom fit. */
const FILLED = 0.45
/** A word of the last layout keeps its place up to this multiple of the extent that the words need. */
const KEPT_EXTENT = 1.5

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (value >>> 0) / 2 ** 32
}

/** The fixed place near the centre at which a new word begins its search. `extent` is the share of the area to use. */
function firstPlace(key: string, { width, height }: CloudRequest, extent: number) {
  return { x: (hash(key) - 0.5) * width * 0.5 * extent, y: (hash(`${key} y`) - 0.5) * height * 0.5 * extent }
}

/** The last place of a word, nearer to the centre if the words now need less room. */
function lastPlace({ x, y }: CloudPlace, { width, height }: CloudRequest, extent: number) {
  const distance = Math.hypot(x / (width / 2), y / (height / 2))
  const share = Math.min(1, (extent * KEPT_EXTENT) / Math.max(distance, 1e-6))
  return { x: Math.round(x * share), y: Math.round(y * share) }
}

/** CJK characters are as wide as high, others about half as wide. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 1 : 0.6), 0)
}

/** Height of the middle of a glyph above the baseline, as a share of the font size. */
const MIDDLE = 0.36

function overlap(a: Word, b: Word): boolean {
  const isNear = (distance: number, reach: number) => Math.abs(distance) < reach / 2 + PADDING
  const middle = ({ y = 0, size }: Word) => y - size * MIDDLE
  return (
    isNear((a.x ?? 0) - (b.x ?? 0), widthOf(a.text) * a.size + widthOf(b.text) * b.size) &&
    isNear(middle(a) - middle(b), a.size + b.size)
  )
}

/** Pixels that the words need without a scale, as a share of those that they may cover. */
function fillOf({ words, width, height }: CloudRequest): number {
  const area = words.reduce((sum, { text, size }) => sum + size * widthOf(text) * (size + 2 * PADDING), 0)
  return area / (FILLED * width * height)
}

function startScale(request: CloudRequest): number {
  const scale = Math.sqrt(1 / fillOf(request))
  if (scale >= 1) return Math.min(MAX_SCALE, Math.floor(scale / LARGE_STEP) * LARGE_STEP)
  // In steps, so that small changes of the words do not change all sizes.
  return Math.max(MIN_SCALE, Math.floor(scale * 10) / 10)
}

function placeAll(request: CloudRequest, scale: number, canvas: () => HTMLCanvasElement): Map<string, CloudPlace> {
  // d3-cloud works on words of 32 bits.
  const [width, height] = [Math.max(32, request.width & ~31), Math.max(32, request.height)]
  const words = request.words
    .map(({ key, text, size }): Word => ({ key, text, size: Math.trunc(size * scale) }))
    // Of words of one size, those with a place come first, so that a new one does not take it.
    .sort((a, b) => b.size - a.size || Number(request.known.has(b.key)) - Number(request.known.has(a.key)))
  const extent = Math.min(1, scale * Math.sqrt(fillOf(request)))
  const starts = new Map(
    words.map(({ key }) => {
      const known = request.known.get(key)
      return [key, known ? lastPlace(known, request, extent) : firstPlace(key, request, extent)]
    }),
  )
  // d3-cloud asks for three numbers per word: x, y, and the direction of the spiral.
  let asked = -1
  const random = () => {
    asked++
    const { key } = words[Math.trunc(asked / 3)]!
    const start = starts.get(key)!
    // d3-cloud rounds down, so the middle of a pixel gives the same pixel again.
    if (asked % 3 === 0) return (2 * (start.x + 0.5 + (width >> 1))) / width - 0.5
    return asked % 3 === 1 ? (2 * (start.y + 0.5 + (height >> 1))) / height - 0.5 : 0
  }
  const placed = new Map<string, CloudPlace>()
  cloud<Word>()
    .canvas(canvas)
    .size([width, height])
    .words(words)
    .text(({ text }) => text)
    .font('sans-serif')
    .fontSize(({ size }) => size)
    .padding(PADDING)
    .rotate(0)
    .random(random)
    .on('end', (found) => {
      for (const word of found) {
        // d3-cloud moves a word that touches no other one towards the others, also from its last place.
        const kept = { ...word, ...starts.get(word.key) }
        const isFree = found.every((other) => other === word || !overlap(kept, other))
        if (request.known.has(word.key) && isFree) Object.assign(word, { x: kept.x, y: kept.y })
        placed.set(word.key, { x: word.x ?? 0, y: word.y ?? 0, size: word.size })
      }
    })
    .start()
  return placed
}

/** Places all words, with smaller sizes until they fit. */
export function layoutCloud(request: CloudRequest, canvas: () => HTMLCanvasElement): Map<string, CloudPlace> {
  let scale = startScale(request)
  let placed = placeAll(request, scale, canvas)
  while (placed.size < request.words.length && scale > MIN_SCALE) {
    scale *= SHRINK
    placed = placeAll(request, scale, canvas)
  }
  return placed
}
