import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeSpeech, encodeSpeech } from '../../audio/speech-wav.ts'
import { bareWords } from '../../testing/conformance/bare-pocketsphinx.ts'
import { descendants } from '@kaiwa/processes/descendants.ts'
import { failureOf, itBehavesLikeAnEngine } from '../../testing/conformance/it-behaves-like-an-engine.ts'
import type { Engine } from '../../engine.ts'
import { alignWords, spokenWords, wordErrors } from '../../testing/measure/word-errors.ts'
import { openPocketsphinx } from './engine.ts'
import { findPocketsphinx, type PocketsphinxInstall } from './install.ts'

const media = new URL('../../../../media/', import.meta.url)

async function speech() {
  return new Uint8Array(await readFile(new URL('en-jfk.wav', media)))
}

function openFolder() {
  return mkdtemp(join(tmpdir(), 'kaiwa-pocketsphinx-'))
}

const never = new AbortController().signal

async function install(): Promise<PocketsphinxInstall> {
  const found = await findPocketsphinx()
  if (!found)
    throw new Error(
      'pocketsphinx and pocketsphinx-en-us are not installed: apt-get install pocketsphinx pocketsphinx-en-us',
    )
  return found
}

itBehavesLikeAnEngine(
  'pocketsphinx',
  async () => openPocketsphinx(await install(), { processes: 2, openFolder }),
  async () => {
    const samples = decodeSpeech(await speech())
    return {
      language: 'en',
      unknownLanguage: 'ja',
      one: { wav: encodeSpeech(samples.subarray(0, 2.4 * 16_000)), contains: 'fellow' },
      other: { wav: encodeSpeech(samples.subarray(7.9 * 16_000)), contains: 'country' },
      long: encodeSpeech(samples),
    }
  },
)

describe('pocketsphinx with real speech', { timeout: 180_000 }, () => {
  let engine: Engine
  beforeAll(async () => {
    engine = openPocketsphinx(await install(), { openFolder })
  })
  afterAll(() => engine.close())

  it('recognises the same words as the bare decoder, at the same times', async () => {
    const [{ words }, bare] = await Promise.all([
      engine.recognise({ wav: await speech(), language: 'auto', signal: never }),
      bareWords(new URL('en-jfk.wav', media).pathname),
    ])
    const reference = spokenWords(await readFile(new URL('en-jfk.txt', media), 'utf8'))
    // SOURCES.md gives about 55 % errors for the bare engine on this old recording.
    expect(
      wordErrors(
        reference,
        words.map((word) => word.text),
      ).rate,
    ).toBeLessThan(0.65)

    const apart = alignWords(
      bare.map((word) => word.text),
      words.map((word) => word.text),
    ).flatMap(([ours, theirs]) => {
      const [one, other] = [bare[ours ?? -1], words[theirs ?? -1]]
      return one && other && one.text === other.text ? [Math.abs(one.start - other.start)] : []
    })
    expect(apart.length).toBeGreaterThan(8)
    expect(apart.sort((a, b) => a - b)[Math.floor(apart.length / 2)]).toBeLessThan(0.3)
  })

  it('starts a new decoder after the old one was killed', async () => {
    const wav = encodeSpeech(decodeSpeech(await speech()).subarray(0, 2.4 * 16_000))
    await engine.recognise({ wav, language: 'en', signal: never })
    const running = failureOf(engine.recognise({ wav: await speech(), language: 'en', signal: never }))
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const pid of descendants(process.pid)) process.kill(pid, 'SIGKILL')
    expect(await running).toBe('engine-crashed')
    expect((await engine.recognise({ wav, language: 'en', signal: never })).words.map((word) => word.text)).toContain(
      'fellow',
    )
  })
})

it('is undefined when the program or its model is missing', async () => {
  expect(await findPocketsphinx('/nowhere')).toBeUndefined()
  expect(await findPocketsphinx(process.env['PATH'], ['/nowhere'])).toBeUndefined()
})
