// Speakers by channel for a stereo call, and the requested number of speakers.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { encodeWav } from '@kaiwa/media-tools'
import { toneSamples, type ToneSpeech, type toneWords } from '@kaiwa/speech/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openEngines } from './engines/open-engines.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let models: { folder: string; remove: () => Promise<void> }
beforeAll(async () => {
  models = await makeToneEngine()
  work = await mkdtemp(join(tmpdir(), 'kaiwa-speakers-'))
  test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
})
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await models.remove()
  await rm(work, { recursive: true, force: true })
})

async function blocksOf(file: TestFile) {
  const { transcript, blocks } = (await test.call(getTranscript, { params: { fileId: file.id } }, owner)).body
  return transcript.block_order.flatMap((uuid) => blocks[uuid] ?? [])
}

/** Words of one tone starting at a second, one every half second. */
function turn(word: (typeof toneWords)[number], from: number, count: number): ToneSpeech[] {
  return Array.from({ length: count }, (_, n) => ({ word, start: from + n * 0.5, seconds: 0.3 }))
}

it('assigns a speaker to each channel of a stereo call', async () => {
  const [left, right] = [
    [...turn('one', 0.3, 6), ...turn('three', 9, 6)],
    [...turn('six', 4.5, 6), ...turn('eight', 13.5, 6)],
  ]
  const sides = [toneSamples(left, 18), toneSamples(right, 18)]
  const samples = new Int16Array(sides[0]!.length * 2)
  sides.forEach((side, channel) => side.forEach((sample, at) => (samples[at * 2 + channel] = sample)))
  const path = join(work, 'call.wav')
  await writeFile(path, encodeWav({ sampleRate: 16_000, channels: 2, samples }))
  const file = await uploadRecording(test, folder, path, { creator: owner, language: 'ja' })
  await test.settle()
  const blocks = await blocksOf(file)
  expect(blocks.map(({ speaker, content }) => `${speaker?.name}: ${content.split(' ')[0]}`)).toEqual([
    '話者1: one',
    '話者2: six',
    '話者1: three',
    '話者2: eight',
  ])
})

describe('the requested number of speakers', () => {
  it.each([1, 2, 3, 4, 5])('is respected: %i', async (speakers) => {
    const five = (['one', 'three', 'five', 'seven', 'ten'] as const).flatMap((word, n) => turn(word, 0.3 + n * 5, 8))
    const path = await makeToneRecording(work, `five-${speakers}.wav`, five, 26)
    const file = await uploadRecording(test, folder, path, { creator: owner, language: 'ja', speakers })
    await test.settle()
    expect(new Set((await blocksOf(file)).map(({ speaker_id }) => speaker_id)).size).toBe(speakers)
  })
})
