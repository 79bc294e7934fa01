// What subtitles write between their words: styles, voices, times of single words, readings above characters.

import { toSeconds } from './read-cues.ts'

export interface Span {
  /** Who says it, where the markup tells. */
  readonly voice: string | null
  readonly text: string
  /** Seconds, where the markup times it. */
  readonly at: number | null
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
}

function toCharacter(code: string): string {
  const number = code.startsWith('#x') ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 10)
  return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : ''
}

export const withoutEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,8});/gi, (whole, code: string) =>
    code.startsWith('#') ? toCharacter(code.toLowerCase()) : (ENTITIES[code.toLowerCase()] ?? whole),
  )

interface Tag {
  readonly isEnd: boolean
  /** In lower case; empty for a time. */
  readonly name: string
  readonly annotation: string
}

/** `<v.loud Mary>`, `<c.yellow.bg_blue>`, `</c>`, `<00:02.000>`. */
const TAG = /^<(\/?)([a-z]*)(?:\.[^\s<>]*)?(?:\s([^<>]*))?>$/i

function toTag(piece: string): Tag | null {
  const found = TAG.exec(piece)
  if (!found) return null
  const [, slash, name = '', annotation = ''] = found
  return { isEnd: slash === '/', name: name.toLowerCase(), annotation: annotation.trim() }
}

/** Elements that decide what becomes of the text in them. */
type Open = { readonly name: 'v'; readonly voice: string | null } | { readonly name: 'ruby' | 'rt' | 'rp' }

/** Deeper than people nest. Files that never end what they begin must not make every tag dearer than the one before. */
const MAX_DEPTH = 32

/** The elements around a place in a cue. An end tag also ends what was left open inside of its element. */
class OpenElements {
  #elements: Open[] = []

  /** A reading, or brackets around one for programs without ruby: not said, but written above what is. */
  get isReading(): boolean {
    return this.#ruby?.name === 'rt' || this.#ruby?.name === 'rp'
  }

  get voice(): string | null {
    return this.#elements.findLast((element) => element.name === 'v')?.voice ?? null
  }

  get #ruby(): Open | undefined {
    return this.#elements.findLast(({ name }) => name !== 'v')
  }

  take({ isEnd, name, annotation }: Tag): void {
    if (isEnd) this.end(name)
    else if (name === 'v') this.#open({ name, voice: withoutEntities(annotation).trim() || null })
    else if (name === 'ruby') this.#open({ name })
    // Outside of <ruby> it is markup without a meaning, and its text is text.
    else if ((name === 'rt' || name === 'rp') && this.#ruby?.name === 'ruby') this.#open({ name })
  }

  #open(element: Open): void {
    this.#elements.push(element)
    if (this.#elements.length > MAX_DEPTH) this.#elements.shift()
  }

  end(name: string): void {
    const from = this.#elements.findLastIndex((element) => element.name === name)
    if (from >= 0) this.#elements.length = from
  }
}

/** SubRip knows no readings and no voices, but programs write them; every other tag is text. */
const SRT_NAMES = new Set(['b', 'i', 'u', 's', 'font', 'c', 'v', 'lang', 'ruby', 'rt', 'rp'])
const POSITION = /\{\\[^{}]*\}/g

const isSrtTag = (piece: string): boolean => SRT_NAMES.has(toTag(piece)?.name ?? '')
const ENDS_READING = /^<\/(?:rt|rp|ruby|v)\b/i

/** A payload cut at what `isTag` takes for markup, as spans. */
function readSpans(payload: string, isTag: (piece: string) => boolean, toText: (raw: string) => string): Span[] {
  const pieces = payload.split(/(<[^<>]*>)/)
  const lastEnd = pieces.findLastIndex((piece) => ENDS_READING.test(piece))
  const open = new OpenElements()
  const spans: Span[] = []
  let at: number | null = null
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 1 && isTag(piece)) {
      const tag = toTag(piece)
      const time = toSeconds(piece.slice(1, -1).trim())
      if (!Number.isNaN(time)) at = time
      else if (tag) open.take(tag)
      continue
    }
    let raw = piece
    if (open.isReading) {
      // A reading that nobody ends takes its line, not the rest of the cue.
      const lineEnd = index > lastEnd ? raw.indexOf('\n') : -1
      if (lineEnd < 0) continue
      open.end('ruby')
      raw = raw.slice(lineEnd)
    }
    if (!raw) continue
    spans.push({ voice: open.voice, text: toText(raw), at })
    at = null
  }
  return spans
}

/** The text of a VTT cue as spans. Tags that nobody knows vanish, as browsers have it; what they hold stays. */
export const readVttText = (payload: string): Span[] => readSpans(payload, () => true, withoutEntities)

/** The text of an SRT cue without its markup. What only looks like some stays: people write brackets, too. */
export const readSrtText = (payload: string): string =>
  readSpans(payload, isSrtTag, (raw) => raw.replace(POSITION, ''))
    .map(({ text }) => text)
    .join('')
