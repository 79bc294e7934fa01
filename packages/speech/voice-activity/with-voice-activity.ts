import { decodeSegment } from '../audio/speech-wav.ts'
import type { Engine } from '../engine.ts'
import { isInSpeech } from './speech-intervals.ts'
import type { VoiceActivity } from './voice-activity.ts'

/**
 * The engine, limited to speech: a segment without speech is not passed to it, and its words outside of speech are
 * dropped. Its result has the stretches of speech. Closing it leaves the detector open.
 */
export function withVoiceActivity<E extends Engine>(engine: E, detector: VoiceActivity): E {
  return {
    ...engine,
    async recognise(input) {
      const speech = await detector.detect(decodeSegment(input.wav), input.signal)
      if (speech.length === 0) return { language: input.language === 'auto' ? null : input.language, words: [], speech }
      const recognised = await engine.recognise({ ...input, speech })
      return { ...recognised, words: recognised.words.filter((word) => isInSpeech(word, speech)), speech }
    },
  }
}
