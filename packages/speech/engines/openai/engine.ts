import OpenAI from 'openai'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { decodeSegment, encodeSpeech } from '../../audio/speech-wav.ts'
import { supportsLanguage, type Engine } from '../../engine.ts'
import { SpeechFailure, throwIfAborted } from '../../speech-failure.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { responseSchema } from './transcription-response.ts'
import { isInSpeech } from '../../voice-activity/speech-intervals.ts'
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
  /** Sent with every segment: names and terms of the recordings, spelled as they should be. */
  prompt?: string | undefined
  /** 0 to 1. Without it the server decides. */
  temperature?: number | undefined
  /** Timeout in seconds of a call, with all its attempts and the whole answer. */
  timeout?: number
  /** Number of retries after 429, 5xx or a lost connection. */
  retries?: number
}

/** A tenth of a second contains no word, and servers refuse it. */
const SHORTEST_SAMPLES = 1_600
/** Temperature of a second decoding: decoding greedily would give the same loop again. */
const RETRY_TEMPERATURE = 0.4

/** The requested response format. */
function responseFormat(answer: 'words' | 'speakers') {
  if (answer === 'speakers') return { response_format: 'diarized_json' as const, chunking_strategy: 'auto' as const }
  const granularities: ('word' | 'segment')[] = ['word', 'segment']
  return { response_format: 'verbose_json' as const, timestamp_granularities: granularities }
}

/** Engine for any server with OpenAI's transcription API: hosted, or a local GPU machine. */
export function openOpenai(options: OpenaiOptions): Engine {
  const { url, key = 'none', model, languages = 'any', answer = 'words', prompt, temperature } = options
  const { timeout = 120, retries = 2 } = options
  const client = new OpenAI({
    baseURL: url,
    apiKey: key,
    timeout: timeout * 1_000,
    maxRetries: retries,
    fetch: boundedFetch,
    organization: null,
    project: null,
  })
  const closing = new AbortController()

  return {
    id: `openai/${model}`,
    languages,
    detectsLanguage: true,
    async recognise({ wav, language, speech, isRetry = false, signal }) {
      if (closing.signal.aborted) throw new SpeechFailure('engine-closed', 'the engine is closed')
      if (!supportsLanguage({ languages, detectsLanguage: true }, language) || !/^(auto|[a-z]{2})$/.test(language))
        throw new SpeechFailure('language-unknown', `the speech server is not asked for ${language}`)
      throwIfAborted(signal)
      const samples = decodeSegment(wav)
      if (samples.length < SHORTEST_SAMPLES) return { language: language === 'auto' ? null : language, words: [] }
      // The client's timeout ends with the head of a response.
      const limit = AbortSignal.timeout(timeout * 1_000)
      const heat = isRetry ? Math.max(RETRY_TEMPERATURE, temperature ?? 0) : temperature
      try {
        const response: unknown = await client.audio.transcriptions.create(
          {
            file: new File([encodeSpeech(samples)], 'segment.wav', { type: 'audio/wav' }),
            model,
            ...(language !== 'auto' && { language }),
            // A prompt can be what the loop began with.
            ...(prompt && !isRetry && { prompt }),
            ...(heat !== undefined && { temperature: heat }),
            ...responseFormat(answer),
          },
          { signal: AbortSignal.any([signal, closing.signal, limit]) },
        )
        const read = responseSchema.safeParse(response)
        if (!read.success)
          throw new SpeechFailure('bad-answer', 'the speech server answered in another shape', {
            cause: read.error,
          })
        const recognised = readResponse(
          read.data,
          samples.length / SPEECH_RATE,
          (word) => speech === undefined || isInSpeech(word, speech),
        )
        return { ...recognised, language: recognised.language ?? (language === 'auto' ? null : language) }
      } catch (error) {
        if (closing.signal.aborted) throw new SpeechFailure('engine-closed', 'the engine is closed', { cause: error })
        if (limit.aborted && !signal.aborted)
          throw new SpeechFailure('timed-out', 'the speech server did not answer in time', { cause: error })
        throw speechFailure(error)
      }
    },
    close: async () => closing.abort(),
  }
}
