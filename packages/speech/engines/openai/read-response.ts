import type { Recognised, Turn, Word } from '../../engine.ts'
import type { TranscriptionResponse, ResponseSegment } from './transcription-response.ts'
import { languageCode } from './language-code.ts'
import { alignText } from './align-text.ts'
import { dropPhantoms, type SegmentWords } from './phantoms.ts'

/**
 * Reads words, language and speakers from a server's response for a segment of `seconds`. Phantoms are dropped.
 * `isSpoken` returns whether a word lies in speech.
 */
export function readResponse(
  answer: TranscriptionResponse,
  seconds: number,
  isSpoken: (word: Pick<Word, 'start' | 'end'>) => boolean,
): Recognised {
  const segments = (answer.segments ?? []).map((segment) => ({ ...segment, ...within(segment, seconds) }))
  const words = dropPhantoms(segmentsWithWords(answer, segments, seconds), isSpoken)
    .map((word) => ({ ...word, ...within(word, seconds) }))
    .sort((a, b) => a.start - b.start)
  const turns = turnsOf(segments)
  return { language: languageCode(answer.language), words, ...(turns.length > 0 && { turns }) }
}

/** Each segment with its words. The words may be inside the segments, in a separate list, or missing. */
function segmentsWithWords(
  answer: TranscriptionResponse,
  segments: readonly ResponseSegment[],
  seconds: number,
): SegmentWords[] {
  if (segments.length === 0)
    return [
      {
        text: answer.text,
        words: answer.words?.length
          ? alignText(answer.words.flatMap(toWord), answer.text)
          : spread(answer.text, 0, seconds, 1),
      },
    ]
  const common = answer.words?.length ? divideWords(answer.words.flatMap(toWord), segments) : undefined
  return segments.map((segment, index) => {
    const own = segment.words?.length ? alignText(segment.words.flatMap(toWord), segment.text) : common?.[index]
    return {
      text: segment.text,
      noSpeech: segment.no_speech_prob,
      logProbability: segment.avg_logprob,
      words: own
        ? own.map(({ text, start, end, confidence }) => ({
            text,
            start,
            end,
            confidence: confidence * certainty(segment),
          }))
        : spread(segment.text, segment.start, segment.end, certainty(segment)),
    }
  })
}

/**
 * The words of the separate list by segment: a word belongs to the segment whose text contains it, because times of
 * words and segments differ at their borders. A word that no text contains belongs to the segment at its time.
 */
function divideWords(words: readonly Word[], segments: readonly ResponseSegment[]): Word[][] {
  let text = ''
  const ends = segments.map((segment) => (text += `${segment.text}\n`).length)
  const divided: Word[][] = segments.map(() => [])
  for (const { at, ...word } of alignText(words, text)) {
    const index =
      at >= 0 ? ends.findIndex((end) => at < end) : segments.findLastIndex(({ start }) => start <= word.start)
    divided[Math.max(0, index)]?.push(word)
  }
  return divided
}

function toWord({ word, start, end, probability }: NonNullable<TranscriptionResponse['words']>[number]): Word[] {
  const text = word.trim()
  return text === ''
    ? []
    : [{ text: text.replaceAll(/\s+/g, ''), start, end: Math.max(start, end), confidence: clamp(probability ?? 1, 1) }]
}

function certainty({ avg_logprob = 0 }: ResponseSegment) {
  return clamp(Math.exp(avg_logprob), 1)
}

/**
 * Spreads words without times over the duration of their text, by length: letters in spaced scripts, characters in
 * others.
 */
function spread(text: string, start: number, end: number, confidence: number): Word[] {
  const parts = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text.trim())].reduce<string[]>(
        (words, { segment }) => {
          const last = words.length - 1
          if (segment.trim() === '') return words
          if (last >= 0 && /^\p{P}+$/u.test(segment)) words[last] += segment
          else words.push(segment)
          return words
        },
        [],
      )
    : text.trim().split(/\s+/).filter(Boolean)
  const total = parts.reduce((sum, part) => sum + part.length, 0) || 1
  let done = 0
  return parts.map((part) => {
    const from = start + ((end - start) * done) / total
    done += part.length
    return { text: part, start: from, end: start + ((end - start) * done) / total, confidence }
  })
}

function turnsOf(segments: readonly ResponseSegment[]): Turn[] {
  const names = [...new Set(segments.flatMap(({ speaker }) => (speaker ? [speaker] : [])))]
  return segments.flatMap(({ start, end, speaker }) =>
    speaker ? [{ start, end, speaker: names.indexOf(speaker) }] : [],
  )
}

/** The times limited to the segment; a time that runs backwards ends where it starts. */
function within({ start, end }: { start: number; end: number }, seconds: number) {
  return { start: clamp(start, seconds), end: clamp(Math.max(start, end), seconds) }
}

function clamp(value: number, most: number) {
  return Math.min(most, Math.max(0, value))
}
