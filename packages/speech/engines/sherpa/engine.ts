import { decodeSegment, toFloat } from '../../audio/speech-wav.ts'
import type { Voice } from '../../diarisation/voice.ts'
import { supportsLanguage, type Engine } from '../../engine.ts'
import { SpeechFailure, throwIfAborted } from '../../speech-failure.ts'
import { openWorkerPool } from '../../processes/worker-pool.ts'
import type { SherpaModels } from './sherpa-models.ts'
import { openSherpaProcess, type SherpaProcessOptions } from './process.ts'

export interface SherpaEngine extends Engine {
  /** Voices of a window (at most 10 minutes) for `clusterSpeakers`. Undefined without voice models. */
  readonly detectVoices: ((samples: Int16Array, signal: AbortSignal) => Promise<Voice[]>) | undefined
}

/** Length in samples of the longest window, 10 minutes. The diariser's memory grows with its input. */
const longestWindow = 10 * 60 * 16_000

/** A tenth of a second contains no word, and the feature extraction needs some frames. */
const SHORTEST_SAMPLES = 1_600

/** Native engines in `processes` child processes with one thread each. */
export function openSherpa(
  models: SherpaModels,
  options: SherpaProcessOptions & { processes?: number } = {},
): SherpaEngine {
  const processes = openWorkerPool(options.processes ?? 1, () => openSherpaProcess(models, options))
  const { languages, detectsLanguage = false } = models
  return {
    id: `sherpa-onnx/${models.id}`,
    languages,
    detectsLanguage,
    async recognise({ wav, language, signal }) {
      if (!supportsLanguage({ languages, detectsLanguage }, language))
        throw new SpeechFailure('language-unknown', `${models.id} knows no ${language}`)
      throwIfAborted(signal)
      const samples = decodeSegment(wav)
      const knownLanguage = language === 'auto' ? (languages.length === 1 ? (languages[0] ?? null) : null) : language
      if (samples.length < SHORTEST_SAMPLES) return { language: knownLanguage, words: [] }
      const result = await processes.run({ task: 'recognise', samples: toFloat(samples), language }, signal)
      if (result.task !== 'recognise') throw new SpeechFailure('bad-answer', `asked to recognise, got ${result.task}`)
      return { language: language === 'auto' ? (result.language ?? knownLanguage) : language, words: result.words }
    },
    detectVoices: models.voices
      ? async (samples, signal) => {
          if (samples.length > longestWindow)
            throw new SpeechFailure('segment-too-long', 'voices are looked for in windows of at most 10 minutes')
          const result = await processes.run({ task: 'voices', samples: toFloat(samples) }, signal)
          if (result.task !== 'voices') throw new SpeechFailure('bad-answer', `asked for voices, got ${result.task}`)
          return result.voices
        }
      : undefined,
    close: () => processes.close(),
  }
}
