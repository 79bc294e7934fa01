// Builds the transcript from the recognised chunks: the sequence of words, speakers, blocks, terms and sentiment. Pure
// except for the dictionaries, and deterministic: the same chunks give the same transcript, even after jobs were killed
// and repeated.
import { analysePassages } from '@kaiwa/language/analyse-passages.ts'
import { assignSpeakers, toBlocks, type Word } from '@kaiwa/speech'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import type { RecognisedChunk } from '../recognised-chunk.ts'
import { type Diarised, diarise, type DiariseOptions } from './diarise.ts'

export interface ComposedBlock {
  start_time: number
  end_time: number
  /** Numbered from 0 in order of first appearance. */
  speaker: number
  content: string
  terms: Term[]
  sentiment: number
}

export interface Composition {
  language: 'ja' | 'en'
  speakerCount: number
  diarisation: Diarised['source']
  /** 0 to 1. */
  confidence: number
  blocks: ComposedBlock[]
}

/** Rounds a sum of seconds to milliseconds, to remove floating point noise. */
function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** All words of the recording in order, with times in seconds of the recording. */
export function wordsOf(chunks: readonly Pick<RecognisedChunk, 'start_time' | 'words'>[]): Word[] {
  return chunks.flatMap((chunk) =>
    chunk.words.map((word) => ({
      ...word,
      start: toMilliseconds(word.start + chunk.start_time),
      end: toMilliseconds(word.end + chunk.start_time),
    })),
  )
}

interface Counted {
  language: string | null
  words: { readonly length: number }
}

/** The language with the most recognised words; null if no engine reported one. */
export function mainLanguage(chunks: readonly Counted[]): string | null {
  const counts = new Map<string, number>()
  for (const { language, words } of chunks) {
    if (language) counts.set(language, (counts.get(language) ?? 0) + words.length)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

export type ComposeOptions = DiariseOptions & {
  /** The requested language, or the assumed one if none was detected. */
  language: 'ja' | 'en'
}

export async function compose(chunks: readonly RecognisedChunk[], options: ComposeOptions): Promise<Composition> {
  const { language } = options
  const diarised = diarise(chunks, options)
  const blocks = toBlocks(assignSpeakers(wordsOf(chunks), diarised.turns), { language })
  const passages = blocks.map((block) => ({
    content: block.text,
    start_time: block.start,
    end_time: block.end,
    words: block.words,
  }))
  const analyses = await analysePassages(passages, language)
  const numbers = new Map<number, number>()
  for (const { speaker } of blocks) if (!numbers.has(speaker)) numbers.set(speaker, numbers.size)
  return {
    language,
    speakerCount: numbers.size,
    diarisation: diarised.source,
    confidence: diarised.confidence,
    blocks: blocks.map((block, index) => ({
      start_time: toMilliseconds(block.start),
      end_time: toMilliseconds(block.end),
      speaker: numbers.get(block.speaker) ?? 0,
      content: block.text,
      terms: analyses[index]?.terms ?? [],
      sentiment: analyses[index]?.sentiment ?? 0,
    })),
  }
}
