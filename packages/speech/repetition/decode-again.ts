import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { decodeSegment, encodeSpeech } from '../audio/speech-wav.ts'
import type { Engine, Interval, Recognised, RecogniseInput, Turn, Word } from '../engine.ts'
import { sentencesOf } from '../voice-activity/speech-intervals.ts'
import { findRepetition } from './find-repetition.ts'

/** A sentence of a second decoding ends at the first pause after this many seconds. */
const SENTENCE_SECONDS = 4
/** Sound around a sentence, in seconds. */
const AROUND_SECONDS = 0.2

/**
 * The engine, which decodes a segment a second time if its words repeat themselves: sentence by sentence, because a loop
 * lasts to the end of one decoding, and with `isRetry`. If the second decoding has a loop too, it is returned as
 * `isRepeating`.
 */
export function withSecondDecoding<E extends Engine>(engine: E): E {
  return {
    ...engine,
    async recognise(input) {
      const first = await engine.recognise(input)
      if (!findRepetition(first.words)) return first
      const second = await decodeSentences(engine, input, first)
      return findRepetition(second.words) ? { ...second, isRepeating: true } : second
    },
  }
}

async function decodeSentences(engine: Engine, input: RecogniseInput, first: Recognised): Promise<Recognised> {
  const samples = decodeSegment(input.wav)
  const whole: Interval = { start: 0, end: samples.length / SPEECH_RATE }
  const sentences = sentencesOf(input.speech ?? [whole], { pause: 0.2, shortest: SENTENCE_SECONDS })
  const words: Word[] = []
  const turns: Turn[] = []
  for (const sentence of sentences) {
    const start = Math.max(0, sentence.start - AROUND_SECONDS)
    const end = Math.min(whole.end, sentence.end + AROUND_SECONDS)
    const part = samples.subarray(Math.round(start * SPEECH_RATE), Math.round(end * SPEECH_RATE))
    const speech = [{ start: sentence.start - start, end: sentence.end - start }]
    const recognised = await engine.recognise({ ...input, wav: encodeSpeech(part), speech, isRetry: true })
    const move = <T extends Interval>(one: T): T => ({ ...one, start: one.start + start, end: one.end + start })
    words.push(...recognised.words.map(move))
    turns.push(...(recognised.turns ?? []).map(move))
  }
  return { language: first.language, words, ...(turns.length > 0 && { turns }) }
}
