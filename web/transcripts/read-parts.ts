// Reads a transcript in parts: lines of one answer, each parsed as soon as it has arrived.
import type { TranscriptPart, TranscriptPartsHead } from '@kaiwa/contract/transcript-parts.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { PartReader } from '@kaiwa/transcript/part-reader.ts'
import { ApiError } from '../platform/api-error.ts'
import { nextTask } from '../platform/next-task.ts'

/** Milliseconds of work after which other tasks of the page get a turn. */
const SLICE_MS = 8

export interface ReadPart {
  readonly head: TranscriptPartsHead
  /** Index of the first block in reading order. */
  readonly position: number
  readonly blocks: readonly Block[]
}

type Answer = TranscriptPartsHead & { parts: TranscriptPart[] }

/** The lines of a text that arrives in pieces. The last one has no line break. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<{ line: string; isLast: boolean }> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield { line: text.slice(0, end), isLast: false }
      text = text.slice(end + 1)
    }
  }
  yield { line: text, isLast: true }
}

/**
 * Yields the parts of the answer in the order in which they arrive. A line is `{…,"parts":[{…}`, `,{…}` or `]}`; a short
 * answer has one line. Throws when the answer ends early.
 */
export async function* readParts(pieces: AsyncIterable<string>, fileId: number): AsyncGenerator<ReadPart> {
  let head: TranscriptPartsHead | null = null
  let reader: PartReader | null = null
  let missing = Infinity
  let since = performance.now()
  for await (const { line, isLast } of linesOf(pieces)) {
    let arrived: TranscriptPart[]
    if (head === null) {
      const { parts, ...rest } = parse<Answer>(isLast ? line : `${line}]}`)
      head = rest
      missing = head.block_count
      reader = new PartReader(head, fileId)
      arrived = parts
    } else arrived = isLast ? [] : [parse<TranscriptPart>(line.slice(1))]
    for (const part of arrived) {
      const blocks = reader!.read(part)
      missing -= blocks.length
      yield { head, position: part.position, blocks }
    }
    if (arrived.length === 0 && head.block_count === 0) yield { head, position: 0, blocks: [] }
    if (performance.now() - since < SLICE_MS) continue
    await nextTask()
    since = performance.now()
  }
  if (missing !== 0) throw new ApiError('OFFLINE', 0, {})
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    throw new ApiError('OFFLINE', 0, {}, cause)
  }
}
