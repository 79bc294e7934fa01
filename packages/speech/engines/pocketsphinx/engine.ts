import { isSilent } from '../../audio/energy.ts'
import { readSegment, sampleRate, writeWav } from '../../audio/wav.ts'
import type { Engine, Word } from '../../engine.ts'
import { SpeechFailure, stopIfAborted } from '../../failure.ts'
import { lanes } from '../../processes/lanes.ts'
import { openDecoder } from './decoder.ts'
import type { PocketsphinxInstall } from './install.ts'
import { utterances } from './utterances.ts'

/** Shorter than this holds no word, and the decoder's noise estimate needs some frames. */
const shortest = 0.2 * sampleRate

interface Options {
  /** Decoders of one thread each that run side by side, at nice 19; 1 unless told. */
  processes?: number
  /** An empty folder for the pieces that a decoder is given; it removes what it makes. */
  openFolder: () => Promise<string>
}

/** The model-free English fallback. */
export function openPocketsphinx(install: PocketsphinxInstall, { processes = 1, openFolder }: Options): Engine {
  const decoders = lanes(processes, () => openDecoder(install, openFolder))
  return {
    id: 'pocketsphinx',
    languages: ['en'],
    detectsLanguage: false,
    async recognise({ wav, language, signal }) {
      if (language !== 'en' && language !== 'auto')
        throw new SpeechFailure('language-unknown', `pocketsphinx knows no ${language}`)
      stopIfAborted(signal)
      const samples = readSegment(wav)
      if (samples.length < shortest || isSilent(samples)) return { language: 'en', words: [] }
      const words: Word[] = []
      for (const { start, samples: said } of utterances(samples)) {
        // Written anew: the decoder skips exactly 44 bytes of header, whatever else the given file may hold.
        const heard = isSilent(said) ? [] : await decoders.run(writeWav(said), signal)
        words.push(...heard.map((word) => ({ ...word, start: word.start + start, end: word.end + start })))
      }
      return { language: 'en', words }
    },
    close: () => decoders.close(),
  }
}
