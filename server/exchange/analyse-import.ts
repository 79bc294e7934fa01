import type { FileBlock, TranscriptFile } from '@kaiwa/exchange/transcript-file.ts'
import { analysePassages } from '@kaiwa/language/analyse-passages.ts'
import { timedWords } from '@kaiwa/language/terms.ts'
import type { ParsedImport } from './parse-import.ts'

/** A block with terms and sentiment. */
export type AnalysedBlock = FileBlock & Required<Pick<FileBlock, 'terms' | 'sentiment'>>

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/**
 * The language of an import: as given in the file, else as recognised in the recording, else guessed from the
 * characters.
 */
export function languageOfImport({ document }: Pick<ParsedImport, 'document'>, recognised: string | null): 'ja' | 'en' {
  const named = document.recording.language ?? recognised
  if (named === 'ja' || named === 'en') return named
  return document.blocks.some(({ content }) => JAPANESE.test(content)) ? 'ja' : 'en'
}

/**
 * Computes terms and sentiment for blocks without them. Words without times are spread over the time of their cue by
 * the rhythm of speech.
 */
export async function analyseImport(
  { document, words }: ParsedImport,
  language: 'ja' | 'en',
): Promise<AnalysedBlock[]> {
  const isWanting = ({ terms, sentiment }: TranscriptFile['blocks'][number]) => !terms || sentiment === undefined
  const wanting = document.blocks.filter(isWanting)
  const analyses = await analysePassages(
    wanting.map((block) => ({ ...block, words: words.get(block) ?? wordsOf(block) })),
    language,
  )
  const found = new Map(wanting.map((block, index) => [block, analyses[index]]))
  return document.blocks.map((block) => ({
    ...block,
    terms: block.terms ?? found.get(block)?.terms ?? [],
    sentiment: block.sentiment ?? found.get(block)?.sentiment ?? 0,
  }))
}

function wordsOf({ content, start_time, end_time, terms }: FileBlock) {
  return terms ? timedWords(terms) : [{ text: content, offset: 0, start: start_time, end: end_time, confidence: 1 }]
}
