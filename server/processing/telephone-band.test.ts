// Uploads an 8 kHz recording and measures the sound at the input of the English decoder. A wrapper around the real decoder
// keeps a copy of each file that the decoder reads.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { getFile } from '@kaiwa/contract/files.ts'
import { findPocketsphinx } from '@kaiwa/speech/engines/pocketsphinx/install.ts'
import { CLEAN_SPEECH, speechInput } from '@kaiwa/speech/testing/sounds/sound-recipes.ts'
import { execa } from 'execa'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFolder, rootOf } from '../test/factories/items.ts'
import { uploadRecording } from '../test/factories/recordings.ts'
import { createOwner } from '../test/factories/users.ts'
import { openTestApp } from '../test/open-test-app.ts'
import { openEngines } from './engines/open-engines.ts'
import { wordsOf } from './steps/compose-blocks.ts'
import { recognisedChunks } from './store/recognised-chunks.ts'

/** Mean volume in dB of a file behind a filter of ffmpeg. */
async function volume(path: string, filter: string): Promise<number> {
  const { stderr } = await execa('ffmpeg', [
    '-i',
    path,
    '-af',
    `aresample=16000,${filter},volumedetect`,
    '-f',
    'null',
    '-',
  ])
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])
}

/** The sound above 4.4 kHz in relation to that of the telephone band, in dB. */
async function upperBand(path: string): Promise<number> {
  const [upper, lower] = ['highpass=f=4400,highpass=f=4400', 'highpass=f=300,lowpass=f=3400']
  return (await volume(path, upper)) - (await volume(path, lower))
}

it('an 8 kHz recording reaches the decoder with sound above 4 kHz', { timeout: 120_000 }, async () => {
  const work = await mkdtemp(join(tmpdir(), 'kaiwa-telephone-'))
  onTestFinished(() => rm(work, { recursive: true, force: true }))
  const kept = join(work, 'kept')
  await mkdir(kept)
  const { binary } = (await findPocketsphinx())!
  const program = join(work, 'pocketsphinx_batch')
  await writeFile(
    program,
    `#!/bin/sh
for argument; do [ "$last" = -cepdir ] && folder=$argument; last=$argument; done
while read -r name; do cp "$folder/$name.wav" '${kept}/'; echo "$name"; done | '${binary}' "$@"
`,
  )
  await chmod(program, 0o755)
  vi.stubEnv('PATH', [work, process.env['PATH']].join(delimiter))

  const sentence = CLEAN_SPEECH[0]!
  const recording = join(work, 'call.wav')
  await execa('ffmpeg', ['-v', 'error', ...speechInput([sentence]), '-ar', '8000', recording])
  const test = await openTestApp({ env: { KAIWA_MODELS: join(work, 'models'), KAIWA_MODEL_DOWNLOAD: 'off' } })
  onTestFinished(async () => {
    const { available, voiceActivity } = await openEngines(test.app)
    for (const engine of available) await engine.close()
    await voiceActivity.close()
    await test.close()
  })
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await uploadRecording(test, folder, recording, { creator: owner, language: 'en' })
  await test.settle()
  const { body } = await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)
  expect(body).toMatchObject({ status: 'processed', language: 'en' })
  const heard = wordsOf(await recognisedChunks(test.db, file.id)).map(({ text }) => text.toLowerCase())
  const spoken = sentence.text.toLowerCase().match(/\w+/g)!
  expect(spoken.filter((word) => heard.includes(word)).length).toBeGreaterThan(spoken.length / 2)

  const inputs = await readdir(kept)
  expect(inputs.length).toBeGreaterThan(0)
  for (const name of inputs) expect(await upperBand(join(kept, name))).toBeGreaterThan(-22)
  // The recording itself has nothing there.
  expect(await upperBand(recording)).toBeLessThan(-30)
})
