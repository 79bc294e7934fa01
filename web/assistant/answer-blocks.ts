// An answer as data: Markdown without HTML, links and images, divided into blocks, with the numbers of the citations
// behind each statement. Everything else that a model writes is shown as text.
import type { Statement } from '@kaiwa/contract/chat-messages.ts'
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; content: Inline[] }
  | { kind: 'break' }
  | { kind: 'citations'; numbers: readonly number[]; hasInvalidQuote: boolean }

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

/** Deeper nesting is shown as text: an answer made of thousands of levels would overflow the stack of the page. */
const MAX_DEPTH = 20
const TOO_DEEP = new RegExp(String.raw`^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){${MAX_DEPTH}}|[*_]{100}`, 'm')

function toInlines(tokens: readonly Token[], depth = 0): Inline[] {
  return tokens.flatMap((token) => toInline(token, depth))
}

function toInline(token: Token, depth: number): Inline[] {
  const part = token as MarkedToken
  switch (part.type) {
    case 'strong':
    case 'em':
    case 'del':
      if (depth >= MAX_DEPTH) return [{ kind: 'text', text: part.raw }]
      return [{ kind: part.type, content: toInlines(part.tokens, depth + 1) }]
    case 'codespan':
      return [{ kind: 'code', text: part.text }]
    case 'br':
      return [{ kind: 'break' }]
    case 'text':
      return part.tokens ? toInlines(part.tokens, depth) : [{ kind: 'text', text: part.text }]
    case 'escape':
      return [{ kind: 'text', text: part.text }]
    // The text of a link, without its target.
    case 'link':
      return toInlines(part.tokens, depth)
    case 'image':
      return [{ kind: 'text', text: part.text }]
    default:
      return [{ kind: 'text', text: part.raw }]
  }
}

function ofItem({ tokens, task, checked }: Tokens.ListItem): Block[] {
  const blocks = tokens.flatMap((token): Block[] => {
    const part = token as MarkedToken
    if (part.type === 'checkbox') return []
    return part.type === 'text' ? [{ kind: 'paragraph', content: toInline(part, 0) }] : toBlocks(part)
  })
  const [first] = blocks
  if (task && first?.kind === 'paragraph') first.content.unshift({ kind: 'text', text: checked ? '☑ ' : '☐ ' })
  return blocks
}

function toBlocks(token: Token): Block[] {
  const part = token as MarkedToken
  switch (part.type) {
    case 'space':
    case 'def':
      return []
    case 'paragraph':
      return [{ kind: 'paragraph', content: toInlines(part.tokens) }]
    case 'heading':
      return [{ kind: 'heading', level: part.depth, content: toInlines(part.tokens) }]
    case 'list':
      return [
        {
          kind: 'list',
          start: part.ordered ? Number(part.start) : null,
          items: part.items.map(ofItem),
        },
      ]
    case 'blockquote':
      return [{ kind: 'quote', blocks: part.tokens.flatMap(toBlocks) }]
    case 'code':
      return [{ kind: 'code', text: part.text }]
    case 'table':
      return [
        {
          kind: 'table',
          header: part.header.map(({ tokens }) => toInlines(tokens)),
          rows: part.rows.map((row) => row.map(({ tokens }) => toInlines(tokens))),
        },
      ]
    case 'hr':
      return [{ kind: 'rule' }]
    default:
      return [{ kind: 'paragraph', content: [{ kind: 'text', text: part.raw.trim() }] }]
  }
}

function parse(text: string): Block[] {
  try {
    if (!TOO_DEEP.test(text)) return Lexer.lex(text).flatMap(toBlocks)
  } catch {
    // The stack of the parser overflowed.
  }
  return [{ kind: 'paragraph', content: [{ kind: 'text', text }] }]
}

/** Adds the numbers at the end of the text of the last block. */
function cite(blocks: Block[], citations: Inline): void {
  const last = blocks.at(-1)
  switch (last?.kind) {
    case 'paragraph':
    case 'heading':
      return void last.content.push(citations)
    case 'quote':
      return cite(last.blocks, citations)
    case 'list':
      return cite(last.items.at(-1)!, citations)
    default:
      blocks.push({ kind: 'paragraph', content: [citations] })
  }
}

/** Joins adjacent lists of the same kind, because each statement is parsed separately. */
function joinLists(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (block.kind === 'list' && last?.kind === 'list' && (block.start === null) === (last.start === null))
      last.items.push(...block.items)
    else joined.push(block)
  }
  return joined
}

/** The blocks of an answer. Without statements, as of an answer that is being written, the whole content is one. */
export function answerBlocks(content: string, statements: readonly Statement[]): Block[] {
  const parts: readonly Statement[] =
    statements.length > 0 ? statements : [{ start: 0, end: content.length, citations: [], has_invalid_quote: false }]
  const blocks = parts.flatMap(({ start, end, citations: numbers, has_invalid_quote: hasInvalidQuote }) => {
    const part = parse(content.slice(start, end))
    if (numbers.length > 0 || hasInvalidQuote) cite(part, { kind: 'citations', numbers, hasInvalidQuote })
    return part
  })
  return joinLists(blocks)
}
