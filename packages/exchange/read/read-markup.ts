// Parses the markup in subtitles: styles, voices, times of single words, and readings above characters (ruby).

import { toSeconds } from './read-cues.ts'

export interface Span {
  /** The speaker, if the markup names one. */
  readonly voice: string | null
  readonly text: string
  /** Seconds, if the markup contains a time. */
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

export function withoutEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,8});/gi, (whole, code: string) =>
    code.startsWith('#') ? toCharacter(code.toLowerCase()) : (ENTITIES[code.toLowerCase()] ?? whole),
  )
}

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

/** Elements that determine how their text is handled. */
type OpenElement = { readonly name: 'v'; readonly voice: string | null } | { readonly name: 'ruby' | 'rt' | 'rp' }

/**
 * Maximum nesting, more than real files use. It keeps the cost per tag constant in files that never close their tags.
 */
const MAX_DEPTH = 32

/** The open elements at a position in a cue. An end tag also closes elements left open inside it. */
class OpenElements {
  #elements: OpenElement[] = []

  /** True inside a reading, or brackets around one for programs without ruby: this text is not spoken. */
  get isReading(): boolean {
    return this.#ruby?.name === 'rt' || this.#ruby?.name === 'rp'
  }

  get voice(): string | null {
    return this.#elements.findLast((element) => element.name === 'v')?.voice ?? null
  }

  get #ruby(): OpenElement | undefined {
    return this.#elements.findLast(({ name }) => name !== 'v')
  }

  take({ isEnd, name, annotation }: Tag): void {
    if (isEnd) this.end(name)
    else if (name === 'v') this.#open({ name, voice: withoutEntities(annotation).trim() || null })
    else if (name === 'ruby') this.#open({ name })
    // Outside <ruby> these tags have no meaning, and their text is normal text.
    else if ((name === 'rt' || name === 'rp') && this.#ruby?.name === 'ruby') this.#open({ name })
  }

  #open(element: OpenElement): void {
    this.#elements.push(element)
    if (this.#elements.length > MAX_DEPTH) this.#elements.shift()
  }

  end(name: string): void {
    const from = this.#elements.findLastIndex((element) => element.name === name)
    if (from >= 0) this.#elements.length = from
  }
}

/** SubRip defines no readings or voices, but programs write them; every other tag is treated as text. */
const SRT_NAMES = new Set(['b', 'i', 'u', 's', 'font', 'c', 'v', 'lang', 'ruby', 'rt', 'rp'])
const POSITION = /\{\\[^{}]*\}/g

function isSrtTag(piece: string): boolean {
  return SRT_NAMES.has(toTag(piece)?.name ?? '')
}

const ENDS_READING = /^<\/(?:rt|rp|ruby|v)\b/i

/** Splits a payload at the markup that `isTag` accepts, into spans. */
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
      // An unclosed reading ends with its line, not with the cue.
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

/** The text of a VTT cue as spans. Unknown tags are removed as in browsers, and their content is kept. */
export function readVttText(payload: string): Span[] {
  return readSpans(payload, () => true, withoutEntities)
}

/** The text of an SRT cue without its markup. Brackets that are not markup are kept. */
export function readSrtText(payload: string): string {
  if (!payload.includes('<') && !payload.includes('{')) return payload
  const spans = readSpans(payload, isSrtTag, (raw) => raw.replace(POSITION, ''))
  return spans.map(({ text }) => text).join('')
}
