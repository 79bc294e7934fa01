import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { decodeSegment, encodeSpeech } from '../../audio/speech-wav.ts'
import { widenTelephoneBand } from '../../audio/telephone-band.ts'
import type { Engine, Word } from '../../engine.ts'
import { SpeechFailure, throwIfAborted } from '../../speech-failure.ts'
import { openWorkerPool } from '../../processes/worker-pool.ts'
import { openDecoder } from './decoder.ts'
import type { PocketsphinxInstall } from './install.ts'
import { utterances } from './utterances.ts'

/** Minimum length in samples. Shorter audio contains no word, and the decoder's noise estimate needs some frames. */
const shortest = 0.2 * SPEECH_RATE

interface Options {
  /** Number of parallel decoders with one thread each, at nice 19. Default 1. */
  processes?: number
  /** Returns an empty folder for the decoder's input files; the decoder removes the files it writes. */
  openFolder: () => Promise<string>
}

/** The English fallback that needs no downloaded model. */
export function openPocketsphinx(install: PocketsphinxInstall, { processes = 1, openFolder }: Options): Engine {
  const decoders = openWorkerPool(processes, () => openDecoder(install, openFolder))
  return {
    id: 'pocketsphinx',
    languages: ['en'],
    detectsLanguage: false,
    async recognise({ wav, language, signal }) {
      if (language !== 'en' && language !== 'auto')
        throw new SpeechFailure('language-unknown', `pocketsphinx knows no ${language}`)
      throwIfAborted(signal)
      const samples = decodeSegment(wav)
      if (samples.length < shortest) return { language: 'en', words: [] }
      const words: Word[] = []
      for (const { start, samples: speech } of utterances(widenTelephoneBand(samples))) {
        // Encoded again, because the decoder skips exactly 44 bytes of header.
        const recognised = await decoders.run(encodeSpeech(speech), signal)
        words.push(...recognised.map((word) => ({ ...word, start: word.start + start, end: word.end + start })))
      }
      return { language: 'en', words }
    },
    close: () => decoders.close(),
  }
}
