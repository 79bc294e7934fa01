// The sample call is transcribed by the same pipeline as any recording. Only its engine returns a stored text, so that
// the sample needs no speech model.
import { readFile } from 'node:fs/promises'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { type Engine, openReference, type Reference, type Utterance } from '@kaiwa/speech'
import * as z from 'zod'
import type { App } from '../platform/app.ts'
import type { AvailableEngine } from '../processing/engines/choose-file-engine.ts'
import type { RegisteredEngine } from '../processing/engines/engine-registry.ts'
import type divideThread from './divide-script.thread.ts'
import { SAMPLE } from './sample-media.ts'

/** Computing time. */
const DIVIDE_MS = 30_000

const script = z.object({
  utterances: z.array(z.object({ start: z.number(), end: z.number(), speaker: z.string(), text: z.string() })),
})

async function readScript(): Promise<Utterance[]> {
  return script.parse(JSON.parse(await readFile(SAMPLE.script, 'utf8'))).utterances
}

/**
 * The whole recording in the format of the engine: 16 kHz, mono. The file is our own, so it is decoded without the
 * sandbox.
 */
async function decode(): Promise<Int16Array> {
  const { execa } = await import('execa')
  const { stdout } = await execa(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-i', SAMPLE.recording, '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 2 ** 26, env: utf8Environment() },
  )
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
}

async function readWords({ threads }: App): Promise<Pick<Reference, 'utterances' | 'tokenise'>> {
  const utterances = await readScript()
  const texts = utterances.map(({ text }) => text)
  const module = new URL('./divide-script.thread.ts', import.meta.url)
  const divided = await threads.run<typeof divideThread>(module, texts, { lane: 'language', timeoutMs: DIVIDE_MS })
  const words = new Map(texts.map((text, index) => [text, divided[index] ?? []]))
  return { utterances, tokenise: (text) => words.get(text) ?? [] }
}

async function open(app: App): Promise<Engine> {
  const [words, audio] = await Promise.all([readWords(app), decode()])
  return openReference({ language: 'ja', audio, ...words })
}

/** Reserved for the sample; opened when its first chunk is recognised. */
function openSampleEngine(app: App): AvailableEngine {
  let opening: Promise<Engine> | undefined
  return {
    isReserved: true,
    id: SAMPLE.engine,
    languages: ['ja'],
    detectsLanguage: false,
    recognise: async (input) => (await (opening ??= open(app))).recognise(input),
    close: async () => (await opening)?.close(),
  }
}

/** Knows every utterance of the recording, and so its speakers. */
export const sampleEngine: RegisteredEngine = {
  id: SAMPLE.engine,
  open: openSampleEngine,
  knowsWholeRecording: true,
}
