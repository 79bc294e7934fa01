// The language of a recording: explicit, detected, or open on an installation that cannot detect it. The engines are the
// tone recogniser in place of the Japanese model, and a model with the inputs of SenseVoice; both run natively.
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeLanguage, getFile, retryFile } from '@kaiwa/contract/files.ts'
import { makeSenseVoiceModel, toneTalk } from '@kaiwa/speech/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openEngines } from './engines/open-engines.ts'

const PARAKEET = 'sherpa-onnx/parakeet-tdt_ctc-0.6b-ja-int8'
const SENSE_VOICE = 'sherpa-onnx/sense-voice-int8'

let work: string
let short: string
let long: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'kaiwa-language-'))
  short = await makeToneRecording(work, 'short.wav', toneTalk(10), 10)
  long = await makeToneRecording(work, 'long.wav', toneTalk(150), 150)
})
afterAll(() => rm(work, { recursive: true, force: true }))

/** An installation with these folders of models. */
function install(prepare: (models: string) => Promise<void>) {
  let models: { folder: string; remove: () => Promise<void> }
  const here = {} as { test: TestApp; owner: TestOwner; folder: TestFolder; models: string }
  beforeAll(async () => {
    models = await makeToneEngine()
    await prepare(models.folder)
    here.models = models.folder
    here.test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
    here.owner = await createOwner(here.test.db)
    here.folder = await createFolder(here.test.db, rootOf(here.owner), { creator: here.owner })
  })
  afterAll(async () => {
    const engines = await openEngines(here.test.app)
    for (const engine of engines.available) await engine.close()
    await engines.voiceActivity.close()
    await here.test.close()
    await models.remove()
  })
  const read = async ({ projectId, id }: TestFile) =>
    (await here.test.call(getFile, { params: { projectId, id } }, here.owner)).body
  const enginesOf = async ({ id }: TestFile): Promise<string[]> => {
    const chunks = await here.test.db
      .selectFrom('speech_chunks')
      .select(['engine', 'language'])
      .where('file_id', '=', id)
      .orderBy('position')
      .execute()
    return [...new Set(chunks.map(({ engine, language }) => `${engine} ${language}`))]
  }
  const transcribe = async (path: string, language: 'auto' | 'ja' | 'en') => {
    const file = await uploadRecording(here.test, here.folder, path, { creator: here.owner, language })
    await here.test.settle({ now: true, failures: 'expected' })
    const { spoken_language } = await here.test.db
      .selectFrom('files')
      .select('spoken_language')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    return { file, shown: await read(file), spoken_language, engines: await enginesOf(file) }
  }
  const minutes = async ({ id }: TestFile): Promise<number> => {
    const rows = await here.test.db
      .selectFrom('usage_ledger')
      .select('amount')
      .where('file_id', '=', id)
      .where('kind', '=', 'minute')
      .execute()
    return rows.reduce((sum, { amount }) => sum + amount, 0)
  }
  return { here, read, transcribe, enginesOf, minutes }
}

describe('with a Japanese engine and one that detects languages', () => {
  const { here, read, transcribe, enginesOf, minutes } = install(
    async (models) => void (await makeSenseVoiceModel(join(models, 'sense-voice-int8'))),
  )

  it.each([
    ['short', () => short],
    ['long', () => long],
  ])('a %s recording with auto is recognised by the best engine for the detected language', async (_, path) => {
    const { shown, engines, spoken_language: spoken } = await transcribe(path(), 'auto')
    expect(shown).toMatchObject({ status: 'processed', language: 'auto' })
    expect(spoken).toBe('ja')
    expect(engines).toEqual([`${PARAKEET} ja`])
  })

  it('an explicit language is obeyed, and not detected', async () => {
    const { shown, engines, spoken_language: spoken } = await transcribe(short, 'en')
    expect(shown).toMatchObject({ status: 'processed', language: 'en' })
    expect(spoken).toBeNull()
    expect(engines).toEqual([`${SENSE_VOICE} en`])
  })

  it('a transcript is made again in another language, also while the recording is processed, and charged once', async () => {
    const { file, shown } = await transcribe(short, 'auto')
    expect(shown).toMatchObject({ detected_language: 'ja', can: { change_language: true } })
    const change = (language: 'ja' | 'en') =>
      here.test.call(changeLanguage, { params: { fileId: file.id }, body: { language } }, here.owner)
    expect((await change('ja')).body).toMatchObject({ status: 'processing', language: 'ja', detected_language: null })
    expect((await change('en')).body).toMatchObject({ status: 'processing', language: 'en' })
    await here.test.settle({ now: true })
    expect(await read(file)).toMatchObject({ status: 'processed', language: 'en' })
    expect(await enginesOf(file)).toEqual([`${SENSE_VOICE} en`])
    expect((await change('en')).body).toMatchObject({ status: 'processed', language: 'en' })
    expect(await minutes(file)).toBe(1)
  })
})

describe('with an engine that detects languages, but whose model is damaged', () => {
  const model = (models: string) => join(models, 'sense-voice-int8/model.int8.onnx')
  const { here, read, transcribe, enginesOf } = install(async (models) => {
    await makeSenseVoiceModel(join(models, 'sense-voice-int8'))
    await rename(model(models), `${model(models)}.whole`)
    await writeFile(model(models), 'damaged')
  })

  it('the language is detected when the recording is resumed with a whole model', async () => {
    const { file, shown } = await transcribe(short, 'auto')
    expect(shown).toMatchObject({ status: 'failed', failed_reason: 'transcript-failed', can: { retry: true } })
    await rename(`${model(here.models)}.whole`, model(here.models))
    await here.test.call(retryFile, { params: { fileId: file.id } }, here.owner)
    await here.test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', language: 'auto' })
    expect(await enginesOf(file)).toEqual([`${PARAKEET} ja`])
  })
})

describe('without an engine that detects languages', () => {
  const { here, read, transcribe, minutes } = install(async () => {})

  it('a recording with auto is not transcribed in any language, says so, and costs nothing', async () => {
    const { file, shown, engines } = await transcribe(short, 'auto')
    expect(shown).toMatchObject({
      status: 'failed',
      failed_reason: 'transcript-failed',
      note: { key: 'choose-language' },
      can: { retry: true },
    })
    expect(engines).toEqual(['null null'])
    expect(await minutes(file)).toBe(0)
    await here.test.call(retryFile, { params: { fileId: file.id }, body: { language: 'ja' } }, here.owner)
    await here.test.settle()
    expect(await read(file)).toMatchObject({
      status: 'processed',
      language: 'ja',
      // A single speaker in a short recording is an estimate.
      note: { key: 'speakers-uncertain' },
    })
  })
})

describe('without a Japanese engine', () => {
  const { here, read, transcribe, minutes } = install(async (models) => {
    await rm(join(models, 'parakeet-tdt_ctc-0.6b-ja-int8'), { recursive: true })
  })

  it('a Japanese recording is never transcribed as English; after an engine is installed it can be resumed', async () => {
    const { file, shown, engines } = await transcribe(short, 'ja')
    expect(shown).toMatchObject({
      status: 'failed',
      failed_reason: 'transcript-failed',
      note: { key: 'no-engine', values: { language: 'ja' } },
      can: { retry: true },
    })
    expect(engines).toEqual(['null null'])
    expect(await minutes(file)).toBe(0)

    const other = await makeToneEngine()
    await cp(other.folder, here.models, { recursive: true })
    await other.remove()
    await expect
      .poll(
        async () =>
          (await openEngines(here.test.app)).choose({ language: 'ja', spoken_language: null, engine: null }).engine,
        { timeout: 30_000, interval: 500 },
      )
      .not.toBeNull()
    await here.test.call(retryFile, { params: { fileId: file.id } }, here.owner)
    await here.test.settle()
    expect(await read(file)).toMatchObject({ status: 'processed', language: 'ja' })
  }, 90_000)
})
