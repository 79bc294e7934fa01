// Readable blocks of recognised chunks while the rest is still being recognised; never stored. Speakers and parts of
// speech are added by the assembly; words and their times are already final.
import type { Block, Term } from '@kaiwa/contract/transcripts.ts'
import { toBlocks } from '@kaiwa/speech'
import { wordsOf } from '../steps/compose-blocks.ts'
import type { RecognisedChunk } from '../recognised-chunk.ts'

function pad(number: number): string {
  return number.toString(16).padStart(12, '0')
}

/** A deterministic uuid (version 8), so that a block keeps its identity between reads. */
function provisionalUuid(fileId: number, chunk: number, index: number): string {
  return `${fileId.toString(16).padStart(8, '0')}-0000-8000-8000-${pad(chunk * 4096 + index)}`
}

function toTerm(word: { text: string; start: number; end: number; offset: number; confidence: number }): Term {
  return {
    text: word.text,
    start_time: word.start,
    end_time: word.end,
    offset: word.offset,
    type: 0,
    score: 0,
    base: word.text,
    reading: '',
    confidence: word.confidence,
  }
}

/** The data read from a recognised chunk: position and words, whose times are relative to `start_time`. */
export type ChunkText = Pick<RecognisedChunk, 'position' | 'start_time' | 'words'>
export interface ProvisionalFile {
  id: number
  language: string
  transcriptId: number
}

export function provisionalBlocks(chunk: ChunkText, file: ProvisionalFile): Block[] {
  const words = wordsOf([chunk]).map((word) => ({ ...word, speaker: 0 }))
  return toBlocks(words, { language: file.language }).map((block, index) => ({
    id: 0,
    transcript_id: file.transcriptId,
    uuid: provisionalUuid(file.id, chunk.position, index),
    start_time: block.start,
    end_time: block.end,
    content: block.text,
    sentiment: 0,
    section_name: null,
    is_break: false,
    speaker_id: null,
    speaker: null,
    project_file_id: file.id,
    terms: block.words.map(toTerm),
    tags: [],
    length: block.text.length,
  }))
}
