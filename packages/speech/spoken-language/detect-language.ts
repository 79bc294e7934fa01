import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { decodeSegment, encodeSpeech } from '../audio/speech-wav.ts'
import type { Engine } from '../engine.ts'
import { sentencesOf } from '../voice-activity/speech-intervals.ts'
import type { VoiceActivity } from '../voice-activity/voice-activity.ts'
import { type LanguageVote, voteLanguage } from './vote-language.ts'

/** The language is detected in this much speech from the start of a recording. */
export const DETECTION_SECONDS = 60
/** A sentence ends at a pause of this length, and lasts at least this long. Shorter ones mislead engines. */
const SENTENCE = { pause: 0.4, shortest: 3 } as const
/** Sound around a sentence, in seconds. */
const AROUND_SECONDS = 0.2

export interface DetectedLanguage {
  /** Null if no sentence was recognised. */
  readonly language: string | null
  /** Seconds of speech in which it was looked for. */
  readonly seconds: number
}

/**
 * Detects the language of a recording in the first minute of its speech: each sentence is recognised separately, and the
 * language of most sentences wins. `segments` are the recording's segments as wav, in order; no more are read than
 * needed.
 */
export async function detectLanguage(
  engine: Pick<Engine, 'recognise'>,
  detector: VoiceActivity,
  segments: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<DetectedLanguage> {
  const votes: LanguageVote[] = []
  let seconds = 0
  for await (const wav of segments) {
    const samples = decodeSegment(wav)
    for (const { start, end } of sentencesOf(await detector.detect(samples, signal), SENTENCE)) {
      if (seconds >= DETECTION_SECONDS) break
      const from = Math.max(0, Math.round((start - AROUND_SECONDS) * SPEECH_RATE))
      const sentence = encodeSpeech(samples.subarray(from, Math.round((end + AROUND_SECONDS) * SPEECH_RATE)))
      const { language, words } = await engine.recognise({ wav: sentence, language: 'auto', signal })
      votes.push({ language: words.length > 0 ? language : null, seconds: end - start })
      seconds += end - start
    }
    if (seconds >= DETECTION_SECONDS) break
  }
  return { language: voteLanguage(votes), seconds }
}
