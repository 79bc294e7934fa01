// Builds the transcript from the recognised chunks: the sequence of words, speakers, blocks, terms and sentiment. Pure
// and deterministic: the same chunks give the same transcript, even after jobs were killed and repeated.
import type { analysePassages } from '@kaiwa/language/analyse-passages.ts'
import { assignSpeakers, type SpeechBlock, toBlocks, type Word } from '@kaiwa/speech'
import { passageMark } from '@kaiwa/transcript/passage-marks.ts'
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

/** Puts a mark before the words of a chunk that repeat themselves. */
function markRepetition(chunks: readonly RecognisedChunk[], language: 'ja' | 'en'): RecognisedChunk[] {
  return chunks.map((chunk) => {
    const [first] = chunk.words
    if (!chunk.is_repeating || !first) return chunk
    const mark = { ...first, text: passageMark('unclear', language), end: first.start, confidence: 0 }
    return { ...chunk, words: [mark, ...chunk.words] }
  })
}

/** Adds a block with a mark for each chunk that could not be recognised, of the speaker before it. */
function markFailures(
  blocks: readonly SpeechBlock[],
  failed: readonly Stretch[],
  language: 'ja' | 'en',
): SpeechBlock[] {
  const marked = [...blocks]
  for (const { start_time: start, end_time: end } of failed) {
    const index = marked.findIndex((block) => block.start >= start)
    const at = index < 0 ? marked.length : index
    const speaker = (marked[at - 1] ?? marked[at])?.speaker ?? 0
    marked.splice(at, 0, { start, end, speaker, text: passageMark('inaudible', language), words: [] })
  }
  return marked
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

interface Stretch {
  start_time: number
  end_time: number
}

export type Analyse = typeof analysePassages

export type ComposeOptions = DiariseOptions & {
  /** Finds terms and sentiment, here or in a thread that has the dictionaries. */
  analyse: Analyse
  /** The language of the transcript. */
  language: 'ja' | 'en'
  /** Times of the chunks that could not be recognised, in recording order. */
  failed?: readonly Stretch[]
}

export async function compose(chunks: readonly RecognisedChunk[], options: ComposeOptions): Promise<Composition> {
  const { language, analyse } = options
  const diarised = diarise(chunks, options)
  const spoken = toBlocks(assignSpeakers(wordsOf(markRepetition(chunks, language)), diarised.turns), { language })
  const blocks = markFailures(spoken, options.failed ?? [], language)
  const passages = blocks.map((block) => ({
    content: block.text,
    start_time: block.start,
    end_time: block.end,
    words: block.words,
  }))
  const analyses = await analyse(passages, language)
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
