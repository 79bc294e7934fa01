// Test notation for documents. Each line is a block:
//   A! #予算 | [0 本日]は<7 [1 晴れ]>です
// First the speaker, `!` for a break and `#name` for a section. In the text, [start word] is a term of one second (or
// [start-end word]) and <id text> is a tagged passage. ^ is the caret or one end of the selection.

import type { TagUsage, Term } from '@kaiwa/contract/transcripts.ts'
import { BlockSequence } from '../block-sequence.ts'
import type { EditableBlock } from '../editable-block.ts'
import type { EditableDocument } from '../editable-document.ts'
import { term } from './factories.ts'

export interface Caret {
  uuid: string
  offset: number
}

export function speakerId(letter: string): number | null {
  return letter === '-' ? null : letter.charCodeAt(0) - 64
}

function speakerLetter(id: number | null): string {
  return id === null ? '-' : String.fromCharCode(id + 64)
}

const LINE = /^\s*(?<speaker>[A-Z-])(?<flag>!?)(?: #(?<section>[^|]*?))? \|(?: (?<text>.*))?$/su
const MARK = /\[(?<start>[\d.]+)(?:-(?<end>[\d.]+))? |\]|<(?<tag>\d+) |>|\^|\\n/y

/** Parses a line into a block. Its uuid is the letter of its line number: a, b, c … */
function parseLine(line: string, uuid: string, carets: Caret[]): EditableBlock {
  const { speaker, flag, section, text = '' } = LINE.exec(line)!.groups!
  let content = ''
  let word: Term | undefined
  const terms: Term[] = []
  const tags: TagUsage[] = []
  const open: TagUsage[] = []
  for (let at = 0; at < text.length;) {
    MARK.lastIndex = at
    const mark = MARK.exec(text)
    at += mark ? mark[0].length : 1
    if (!mark) content += text[at - 1]
    else if (mark[0] === '\\n') content += '\n'
    else if (mark[0] === '^') carets.push({ uuid, offset: content.length })
    else if (mark[0] === ']') word!.text = content.slice(word!.offset)
    else if (mark[0] === '>') open.at(-1)!.text = content.slice(open.pop()!.offset)
    else if (mark.groups!['tag'] !== undefined) {
      const tag_id = Number(mark.groups!['tag'])
      open.push({ tag_id, text: '', offset: content.length, tag_uuid: `${uuid}-${tag_id}-${tags.length}` })
      tags.push(open.at(-1)!)
    } else {
      const start = Number(mark.groups!['start'])
      word = term('', content.length, start, Number(mark.groups!['end'] ?? start + 1))
      terms.push(word)
    }
  }
  for (const one of terms) one.base = one.text
  return {
    uuid,
    content,
    start_time: terms[0]?.start_time ?? 0,
    end_time: terms.at(-1)?.end_time ?? 1,
    is_break: flag === '!',
    section_name: section?.trim() || null,
    speaker_id: speakerId(speaker!),
    sentiment: 0,
    terms,
    tags,
  }
}

/** Parses lines into a document and its carets. */
export function parse(lines: string): { document: EditableDocument; carets: Caret[] } {
  const carets: Caret[] = []
  const blocks = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => parseLine(line, String.fromCharCode(97 + index), carets))
  return { document: { id: 1, revision: 1, blocks: BlockSequence.of(blocks) }, carets }
}

function seconds(time: number): string {
  return String(Number(time.toFixed(3)))
}

function showText({ content, terms, tags }: EditableBlock): string {
  let shown = ''
  for (let at = 0; at <= content.length; at++) {
    const ending = tags.filter((tag) => tag.offset + tag.text.length === at)
    const starting = tags.filter((tag) => tag.offset === at)
    if (terms.some((one) => one.offset + one.text.length === at)) shown += ']'
    shown += '>'.repeat(ending.length)
    shown += starting.map(({ tag_id }) => `<${tag_id} `).join('')
    const word = terms.find((one) => one.offset === at)
    if (word) {
      const isSecond = word.end_time === word.start_time + 1
      shown += `[${seconds(word.start_time)}${isSecond ? '' : `-${seconds(word.end_time)}`} `
    }
    if (at < content.length) shown += content[at] === '\n' ? '\\n' : content[at]
  }
  return shown
}

/** Formats a document as lines, with the marks in a fixed order. */
export function show({ blocks }: EditableDocument): string {
  return [...blocks]
    .map((block) => {
      const section = block.section_name === null ? '' : ` #${block.section_name}`
      return `${speakerLetter(block.speaker_id)}${block.is_break ? '!' : ''}${section} | ${showText(block)}`
    })
    .join('\n')
}

/** Normalises lines to the format of `show`, for comparison. */
export function tidy(lines: string): string {
  return show(parse(lines).document)
}

/** Returns a generator of the uuids n1, n2, … */
export function counting(): () => string {
  let last = 0
  return () => `n${++last}`
}
