import type { Block, Term } from '@kaiwa/contract/transcripts.ts'
import { block as blockSchema } from '@kaiwa/contract/transcripts.ts'
import type { TranscriptDocument } from '../transcript-document.ts'

let last = 0

export function term(text: string, offset: number, start_time: number, end_time: number): Term {
  return {
    text,
    offset,
    start_time,
    end_time,
    type: 0,
    score: 0,
    base: text,
    reading: '',
    confidence: 1,
  }
}

/** A block in the form of the contract, with speaker `speaker_id` (null: unknown). */
export function block(values: Partial<Block> = {}): Block {
  const id = ++last
  const speaker_id = values.speaker_id ?? null
  const content = values.content ?? 'ありがとうございます。'
  return blockSchema.parse({
    id,
    transcript_id: 1,
    uuid: `block-${id}`,
    start_time: 0,
    end_time: 1,
    content,
    sentiment: 0,
    is_sentiment_manual: false,
    section_name: null,
    is_break: false,
    speaker_id,
    speaker: speaker_id === null ? null : speaker(speaker_id, `話者 ${speaker_id}`),
    project_file_id: 1,
    terms: [],
    tags: [],
    length: content.length,
    ...values,
  })
}

export function speaker(id: number, name: string): NonNullable<Block['speaker']> {
  return {
    id,
    name,
    description: null,
    avatar: null,
    is_manual: true,
    project_ids: [1],
    project_file_ids: [1],
    last_edited_at: null,
    can: { edit: true, merge: true },
  }
}

export function document(...blocks: Block[]): TranscriptDocument {
  return { id: 1, revision: 1, blocks }
}
