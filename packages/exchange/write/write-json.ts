import type { TranscriptFile } from '../transcript-file.ts'

/** A transcript as our own JSON, a block on each line: it can be compared line by line, and written piece by piece. */
export function* writeJson({ blocks, ...head }: TranscriptFile): Generator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "blocks": [`
  for (const [index, block] of blocks.entries()) yield `${index > 0 ? ',' : ''}\n    ${JSON.stringify(block)}`
  yield '\n  ]\n}\n'
}
