import { frameSeconds, level, loudness } from '../../audio/energy.ts'
import { decodeSegment } from '../../audio/speech-wav.ts'
import type { Engine, Turn, Word } from '../../engine.ts'
import { SpeechFailure, throwIfAborted } from '../../speech-failure.ts'
import { locate } from './locate.ts'
import { spreadWords, type Tokenise, type Utterance } from './spread-words.ts'

export interface Reference {
  language: string
  utterances: readonly Utterance[]
  /** The complete recording of the utterances: 16 kHz mono. */
  audio: Int16Array
  tokenise: Tokenise
}

/**
 * An engine for a single known recording: it finds the segment in the recording and returns the words of the reference
 * transcript. Used for the sample workspace and the stand-in server. Segments of other recordings give no words.
 */
export function openReference({ language, utterances, audio, tokenise }: Reference): Engine {
  const frames = loudness(audio)
  const quiet = Math.max(level(frames, 0.1) + 10, level(frames, 0.95) - 35)
  const words = utterances.map((utterance) =>
    spreadWords(utterance, tokenise, (frame) => (frames[frame] ?? -96) > quiet),
  )
  const speakers = [...new Set(utterances.map((utterance) => utterance.speaker))]
  let closed = false
  return {
    id: 'reference',
    languages: [language],
    detectsLanguage: false,
    async recognise(input) {
      if (closed) throw new SpeechFailure('engine-closed', 'the engine is closed')
      if (input.language !== language && input.language !== 'auto')
        throw new SpeechFailure('language-unknown', `the reference is in ${language}`)
      throwIfAborted(input.signal)
      const samples = decodeSegment(input.wav)
      const firstFrame = locate(loudness(samples), frames)
      if (firstFrame === undefined) return { language, words: [], turns: [] }
      const offset = firstFrame * frameSeconds
      const seconds = samples.length / 16_000
      const inside = ({ start, end }: { start: number; end: number }) =>
        start >= offset - 0.05 && (start + end) / 2 < offset + seconds
      const moved = <T extends { start: number; end: number }>(part: T) => ({
        ...part,
        start: Math.min(seconds, Math.max(0, part.start - offset)),
        end: Math.min(seconds, Math.max(0, part.end - offset)),
      })
      const spoken = words.flatMap((of, index) =>
        of
          .filter(inside)
          .map((word) => ({ word: moved(word), speaker: speakers.indexOf(utterances[index]?.speaker ?? '') })),
      )
      return { language, words: spoken.map(({ word }): Word => word), turns: joinTurns(spoken) }
    },
    close: async () => {
      closed = true
    },
  }
}

function joinTurns(spoken: readonly { word: Word; speaker: number }[]): Turn[] {
  const turns: Turn[] = []
  for (const { word, speaker } of spoken) {
    const last = turns.at(-1)
    if (last?.speaker === speaker) last.end = word.end
    else turns.push({ start: word.start, end: word.end, speaker })
  }
  return turns
}
