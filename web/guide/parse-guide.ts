// The user guide is written in a small subset of Markdown, one file per page and language. This parser converts it to
// data, so that no HTML is ever taken from a text.
//   ## Heading {#anchor} - item 1. step > note ![what it shows](picture)
//   {keys: editing} **strong** `Mod+Enter` [words](/guide/page)

export type Inline =
  | { kind: 'text' | 'strong'; text: string }
  | { kind: 'keys'; keys: string[] }
  | { kind: 'link'; text: string; to: string }

export type GuideBlock =
  | { kind: 'heading'; id: string; text: string }
  | { kind: 'paragraph' | 'note'; content: Inline[] }
  | { kind: 'list' | 'steps'; items: Inline[][] }
  | { kind: 'picture'; name: string; about: string }
  | { kind: 'keys'; group: string }

const INLINE = /\*\*(?<strong>[^*]+)\*\*|`(?<keys>[^`]+)`|\[(?<words>[^\]]+)\]\((?<to>[^)]+)\)/g
const HEADING = /^## (.+?) \{#([a-z-]+)\}$/
const PICTURE = /^!\[([^\]]+)\]\(([a-z-]+)\)$/
const KEYS = /^\{keys: ([a-z]+)\}$/
const ITEM = /^- /
const STEP = /^\d+\. /
const NOTE = /^> /

export function parseInline(text: string): Inline[] {
  const found: Inline[] = []
  let end = 0
  const plain = (to: number) => {
    if (to > end) found.push({ kind: 'text', text: text.slice(end, to) })
  }
  for (const { 0: whole, index, groups = {} } of text.matchAll(INLINE)) {
    plain(index)
    const { strong, keys, words = '', to = '' } = groups
    if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (keys === undefined) found.push({ kind: 'link', text: words, to })
    else found.push({ kind: 'keys', keys: keys.split('+') })
    end = index + whole.length
  }
  plain(text.length)
  return found
}

/** Joins continued lines: Japanese without, English with a space. */
function join(lines: readonly string[]): string {
  return lines.reduce((text, line) =>
    /[\u0021-\u007e]$/.test(text) && /^[\u0021-\u007e]/.test(line) ? `${text} ${line}` : text + line,
  )
}

/** The entries of a list. A line without a mark continues the previous entry. */
function entries(lines: readonly string[], mark: RegExp): Inline[][] {
  const grouped: string[][] = []
  for (const line of lines) {
    if (mark.test(line)) grouped.push([line.replace(mark, '')])
    else grouped.at(-1)?.push(line.trim())
  }
  return grouped.map((group) => parseInline(join(group)))
}

function parseBlock(source: string): GuideBlock {
  const heading = HEADING.exec(source)
  if (heading) return { kind: 'heading', text: heading[1] ?? '', id: heading[2] ?? '' }
  const picture = PICTURE.exec(source)
  if (picture) return { kind: 'picture', about: picture[1] ?? '', name: picture[2] ?? '' }
  const keys = KEYS.exec(source)
  if (keys) return { kind: 'keys', group: keys[1] ?? '' }
  const lines = source.split('\n')
  if (ITEM.test(source)) return { kind: 'list', items: entries(lines, ITEM) }
  if (STEP.test(source)) return { kind: 'steps', items: entries(lines, STEP) }
  if (NOTE.test(source))
    return { kind: 'note', content: parseInline(join(lines.map((line) => line.replace(NOTE, '')))) }
  return { kind: 'paragraph', content: parseInline(join(lines)) }
}

/** The blocks of a page in order. */
export function parseGuide(source: string): GuideBlock[] {
  return source
    .trim()
    .split(/\n{2,}/)
    .map(parseBlock)
}
