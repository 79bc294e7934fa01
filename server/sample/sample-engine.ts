// The sample call is transcribed by the same pipeline as any recording. Only its engine returns a stored text, so that
// the sample needs no speech model.
import { readFile } from 'node:fs/promises'
import { openLanguage } from '@kaiwa/language/open-language.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { type Engine, openReference, type Utterance } from '@kaiwa/speech'
import * as z from 'zod'
import type { AvailableEngine } from '../processing/engines/choose-file-engine.ts'
import type { RegisteredEngine } from '../processing/engines/engine-registry.ts'
import { SAMPLE } from './sample-media.ts'

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

async function open(): Promise<Engine> {
  const [utterances, audio, { tokenise }] = await Promise.all([readScript(), decode(), openLanguage('ja')])
  return openReference({ language: 'ja', utterances, audio, tokenise })
}

/** Reserved for the sample; opened when its first chunk is recognised. */
function openSampleEngine(): AvailableEngine {
  let opening: Promise<Engine> | undefined
  return {
    isReserved: true,
    id: SAMPLE.engine,
    languages: ['ja'],
    detectsLanguage: false,
    recognise: async (input) => (await (opening ??= open())).recognise(input),
    close: async () => (await opening)?.close(),
  }
}

/** Knows every utterance of the recording, and so its speakers. */
export const sampleEngine: RegisteredEngine = {
  id: SAMPLE.engine,
  open: openSampleEngine,
  knowsWholeRecording: true,
}
