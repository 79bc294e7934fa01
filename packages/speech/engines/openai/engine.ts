import OpenAI from 'openai'
import { isSilent, loudness } from '../../audio/energy.ts'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { decodeSegment, encodeSpeech } from '../../audio/speech-wav.ts'
import { supportsLanguage, type Engine } from '../../engine.ts'
import { SpeechFailure, throwIfAborted } from '../../speech-failure.ts'
import { responseSchema } from './transcription-response.ts'
import { speechFailure } from './failures.ts'
import { readResponse } from './read-response.ts'

export interface OpenaiOptions {
  /** Base URL including `/v1`. */
  url: string
  key?: string | undefined
  model: string
  languages?: 'any' | readonly string[]
  /** `words`: verbose_json with word times. `speakers`: diarized_json, for models that separate speakers. */
  answer?: 'words' | 'speakers'
  /** Timeout in seconds of one attempt. */
  timeout?: number
  /** Number of retries after 429, 5xx or a lost connection. */
  retries?: number
}

/** In dB. Recognisers find no speech below this. */
const MIN_AUDIBLE_DB = -55

/** The requested response format. */
function responseFormat(answer: 'words' | 'speakers') {
  if (answer === 'speakers') return { response_format: 'diarized_json' as const, chunking_strategy: 'auto' as const }
  const granularities: ('word' | 'segment')[] = ['word', 'segment']
  return { response_format: 'verbose_json' as const, timestamp_granularities: granularities }
}

/** Engine for any server with OpenAI's transcription API: hosted, or a local GPU machine. */
export function openOpenai(options: OpenaiOptions): Engine {
  const { url, key = 'none', model, languages = 'any', answer = 'words', timeout = 120, retries = 2 } = options
  const client = new OpenAI({
    baseURL: url,
    apiKey: key,
    timeout: timeout * 1_000,
    maxRetries: retries,
    organization: null,
    project: null,
  })
  const closing = new AbortController()

  return {
    id: `openai/${model}`,
    languages,
    detectsLanguage: true,
    async recognise({ wav, language, signal }) {
      if (closing.signal.aborted) throw new SpeechFailure('engine-closed', 'the engine is closed')
      if (!supportsLanguage({ languages, detectsLanguage: true }, language) || !/^(auto|[a-z]{2})$/.test(language))
        throw new SpeechFailure('language-unknown', `the speech server is not asked for ${language}`)
      throwIfAborted(signal)
      const samples = decodeSegment(wav)
      if (isSilent(samples)) return { language: language === 'auto' ? null : language, words: [] }
      try {
        const response: unknown = await client.audio.transcriptions.create(
          {
            file: new File([encodeSpeech(samples)], 'segment.wav', { type: 'audio/wav' }),
            model,
            ...(language !== 'auto' && { language }),
            ...responseFormat(answer),
          },
          { signal: AbortSignal.any([signal, closing.signal]) },
        )
        const read = responseSchema.safeParse(response)
        if (!read.success)
          throw new SpeechFailure('bad-answer', 'the speech server answered in another shape', {
            cause: read.error,
          })
        const frames = loudness(samples)
        const recognised = readResponse(
          read.data,
          samples.length / SPEECH_RATE,
          (at) => (frames[Math.floor(at * 100)] ?? -96) > MIN_AUDIBLE_DB,
        )
        return { ...recognised, language: recognised.language ?? (language === 'auto' ? null : language) }
      } catch (error) {
        if (closing.signal.aborted) throw new SpeechFailure('engine-closed', 'the engine is closed', { cause: error })
        throw speechFailure(error)
      }
    },
    close: async () => closing.abort(),
  }
}
