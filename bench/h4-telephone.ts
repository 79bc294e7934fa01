// H4: word errors of telephone copies (8 kHz, A-law, µ-law) of a clean recording, against the plain decoder on the same
// copy. Ours cuts the copy as the worker does and recognises the segments; the peer decodes the whole file.

import { segmenter } from '@kaiwa/media-tools/segment.ts'
import { FRAME_MS } from '@kaiwa/media-tools/pcm-frames.ts'
import { decodeSpeech, encodeSpeech, findPocketsphinx, openPocketsphinx } from '@kaiwa/speech'
import { CLEAN_SPEECH, spokenWords, speechInput, wordErrors } from '@kaiwa/speech/testing'
import { bareWords } from '@kaiwa/speech/testing/conformance/bare-pocketsphinx.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { media, mediaText } from '../server/test/factories/recordings.ts'
import { ffmpeg } from './inputs.ts'
import { report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const CODECS = { '8 kHz': 'pcm_s16le', 'A-law': 'pcm_alaw', 'µ-law': 'pcm_mulaw' } as const
const SAMPLE_RATE = 16_000

const install = await findPocketsphinx()
if (!install) throw new Error('pocketsphinx is not installed')
const folder = await mkdtemp(join(tmpdir(), 'kaiwa-h4-'))
const engine = openPocketsphinx(install, {
  processes: availableParallelism(),
  openFolder: () => mkdtemp(join(folder, 'decoder-')),
})

/** Clean recordings with their texts: synthesised sentences, and a speech. */
const sources = [
  { name: 'sentences', input: speechInput(CLEAN_SPEECH), text: CLEAN_SPEECH.map(({ text }) => text).join(' ') },
  ...(IS_SHORT ? [] : [{ name: 'speech', input: ['-i', media('en-jfk.wav')], text: await mediaText('en-jfk.txt') }]),
]

/** A copy as a telephone system stores it, in the format of the engines. */
async function makeCopy(name: string, input: readonly string[], codec: string): Promise<string> {
  const [stored, path] = [join(folder, `${name}-${codec}.8k.wav`), join(folder, `${name}-${codec}.wav`)]
  await ffmpeg(...input, '-ar', '8000', '-ac', '1', '-c:a', codec, stored)
  await ffmpeg('-i', stored, '-ar', String(SAMPLE_RATE), '-ac', '1', '-c:a', 'pcm_s16le', path)
  return path
}

async function ourWords(path: string): Promise<string[]> {
  const samples = decodeSpeech(await readFile(path))
  const { push, flush } = segmenter({ sampleRate: SAMPLE_RATE, channels: 1 })
  const frame = (SAMPLE_RATE * FRAME_MS) / 1000
  const segments = Array.from({ length: Math.ceil(samples.length / frame) }, (_, n) =>
    push(samples.slice(n * frame, (n + 1) * frame)),
  )
  const { signal } = new AbortController()
  const recognised = await Promise.all(
    [...segments, flush()].flatMap((segment) =>
      segment ? [engine.recognise({ wav: encodeSpeech(segment.samples), language: 'en', signal })] : [],
    ),
  )
  return recognised.flatMap(({ words }) => words.flatMap(({ text }) => spokenWords(text)))
}

function errorsIn(text: string, words: readonly string[]): number {
  const { substitutions, deletions, insertions } = wordErrors(spokenWords(text), words)
  return substitutions + deletions + insertions
}

try {
  for (const [kind, codec] of Object.entries(CODECS)) {
    let [ours, peer, words] = [0, 0, 0]
    for (const { name, input, text } of sources) {
      const path = await makeCopy(name, input, codec)
      ours += errorsIn(text, await ourWords(path))
      const plain = (await bareWords(path)).flatMap((word) => spokenWords(word.text))
      peer += errorsIn(text, plain)
      words += spokenWords(text).length
    }
    await report({
      id: `H4 ${kind}`,
      ours: (100 * ours) / words,
      peer: (100 * peer) / words,
      unit: '%',
      ratio: ours / peer,
      goal: '<= 1.05',
      ok: ours / peer <= 1.05,
      pairs: 1,
      note: `${ours} against ${peer} errors in ${words} words, pocketsphinx; ${loadNow()}`,
      at: new Date().toISOString(),
    })
  }
} finally {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
}
