import type { TranscriptFile } from '../transcript-file.ts'

/**
 * A transcript as Kaiwa's own JSON format, one block per line, so that files can be compared line by line and written
 * in pieces.
 */
export function* writeJson({ blocks, ...head }: TranscriptFile): Generator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "blocks": [`
  for (const [index, block] of blocks.entries()) yield `${index > 0 ? ',' : ''}\n    ${JSON.stringify(block)}`
  yield '\n  ]\n}\n'
}
