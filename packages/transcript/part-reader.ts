import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { TranscriptPart, TranscriptPartsHead } from '@kaiwa/contract/transcript-parts.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { WordDecoder } from './word-columns.ts'

/** Reads the parts of one answer in the order in which they came: the blocks as `getTranscript` answers them. */
export class PartReader {
  readonly #speakers: ReadonlyMap<number, Speaker>
  readonly #words = new WordDecoder()
  readonly #common: Pick<Block, 'transcript_id' | 'project_file_id'>

  constructor({ transcript, speakers }: Pick<TranscriptPartsHead, 'transcript' | 'speakers'>, fileId: number) {
    this.#speakers = new Map(speakers.map((speaker) => [speaker.id, speaker]))
    this.#common = { transcript_id: transcript.id, project_file_id: fileId }
  }

  read(part: TranscriptPart): Block[] {
    const terms = this.#words.decode(
      part,
      part.blocks.map(({ content }) => content),
    )
    return part.blocks.map((block, index) => ({
      ...block,
      ...this.#common,
      speaker: block.speaker_id === null ? null : (this.#speakers.get(block.speaker_id) ?? null),
      terms: terms[index]!,
      length: block.content.length,
    }))
  }
}
