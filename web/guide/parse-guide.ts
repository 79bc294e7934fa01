// The user guide is written in Markdown, one file per page and language. The build parses it (`guide-pages.ts`), so that the
// browser gets data: no parser, and no HTML that is taken from a text. Beyond Markdown there are anchors of headings,
// `## Undo {#undo}`, tables of shortcuts, `{keys: editing}`, and keys instead of code, `Mod+Enter`.
import { Lexer, type MarkedToken, type Token } from 'marked'

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
  /** The first cell of each row is its heading. */
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const HEADING = /^(?<text>.+?) \{#(?<id>[a-z-]+)\}$/
const KEYS = /^\{keys: (?<group>[a-z]+)\}$/
/** A line break inside a text becomes a space between words of Latin script, and nothing in Japanese. */
const LATIN_BREAK = /(?<=[\u0021-\u007e])\n\s*(?=[\u0021-\u007e])/g
const BREAK = /\n\s*/g

function toInline(token: Token): Inline {
  const { type, raw, text, href } = token as MarkedToken & { text?: string; href?: string }
  if (type === 'strong') return { kind: 'strong', text: text ?? raw }
  if (type === 'codespan') return { kind: 'keys', keys: (text ?? raw).split('+') }
  if (type === 'link') return { kind: 'link', text: text ?? raw, to: href ?? '' }
  return { kind: 'text', text: raw }
}

/** The parts of a text, which may have several lines. Markdown that the guide does not use, such as HTML, stays text. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = []
  for (const part of Lexer.lexInline(source.replace(LATIN_BREAK, ' ').replace(BREAK, '')).map(toInline)) {
    const last = parts.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') last.text += part.text
    else parts.push(part)
  }
  return parts
}

function toBlock(block: Token): GuideBlock {
  const token = block as MarkedToken
  switch (token.type) {
    case 'heading': {
      const { text = token.text, id = '' } = HEADING.exec(token.text)?.groups ?? {}
      return { kind: 'heading', text, id }
    }
    case 'list':
      return { kind: token.ordered ? 'steps' : 'list', items: token.items.map(({ text }) => parseInline(text)) }
    case 'blockquote':
      return { kind: 'note', content: parseInline(token.text) }
    case 'paragraph': {
      const [only, ...others] = token.tokens as MarkedToken[]
      if (only?.type === 'image' && others.length === 0) return { kind: 'picture', about: only.text, name: only.href }
      const { group } = KEYS.exec(token.text)?.groups ?? {}
      return group === undefined ? { kind: 'paragraph', content: parseInline(token.text) } : { kind: 'keys', group }
    }
    case 'table': {
      const cells = (row: readonly { text: string }[]) => row.map(({ text }) => parseInline(text))
      return { kind: 'table', head: cells(token.header), rows: token.rows.map(cells) }
    }
    default:
      throw new Error(`The guide cannot show Markdown of the type '${token.type}': ${token.raw}`)
  }
}

/** The blocks of a page in order. Throws if the page uses a kind of block that the guide cannot show. */
export function parseGuide(source: string): GuideBlock[] {
  return Lexer.lex(source.trim())
    .filter(({ type }) => type !== 'space')
    .map(toBlock)
}
