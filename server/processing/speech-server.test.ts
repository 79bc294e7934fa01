// Recognition by a speech server over real HTTP: the stand-in implements OpenAI's protocol and returns the reference
// text of the sample call.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFile, retryFile } from '@kaiwa/contract/files.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { openLanguage } from '@kaiwa/language/open-language.ts'
import { openReference, type Utterance } from '@kaiwa/speech'
import { type OpenaiStandIn, startOpenaiStandIn } from '@kaiwa/speech/testing'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { media, mediaText, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

const KEY = 'the right key'

let utterances: Utterance[]
let audio: Int16Array
let tokenise: Awaited<ReturnType<typeof openLanguage>>['tokenise']
let standIn: OpenaiStandIn
let test: TestApp
let owner: TestOwner
let folder: TestFolder

function start(key: string, port = 0) {
  return startOpenaiStandIn(openReference({ language: 'ja', utterances, audio, tokenise }), { key, port })
}

beforeAll(async () => {
  ;({ utterances } = JSON.parse(await mediaText('ja-sales-call.json')) as { utterances: Utterance[] })
  ;({ tokenise } = await openLanguage('ja'))
  const { stdout } = await execa(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-i', media('ja-sales-call.m4a'), '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  )
  audio = new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
  standIn = await start('another key')
  test = await openTestApp({
    env: {
      KAIWA_SPEECH_URL: standIn.url,
      KAIWA_SPEECH_KEY: KEY,
      KAIWA_SPEECH_PROMPT: '田中商事、Kaiwa',
      KAIWA_SPEECH_TEMPERATURE: '0.1',
      KAIWA_MODEL_DOWNLOAD: 'off',
    },
  })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
}, 120_000)
afterAll(async () => {
  await test.close()
  await standIn.close()
})

async function read(file: TestFile) {
  return (await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)).body
}

async function minutes(file: TestFile): Promise<number> {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('kind', '=', 'minute')
    .where('cause', 'like', `file:${file.id}:%`)
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** Removes punctuation and spaces, so that only the spoken characters are compared. */
function lettersOf(text: string) {
  return text.replaceAll(/[\p{P}\p{Z}\s]/gu, '')
}

describe('a speech server', () => {
  let file: TestFile

  it('PROC-17 with a wrong key ends as transcript-failed with a note, and nothing remains charged', async () => {
    file = await uploadRecording(test, folder, media('ja-sales-call.mp4'), { creator: owner, language: 'ja' })
    await test.settle({ now: true })
    expect(await read(file)).toMatchObject({
      status: 'failed',
      failed_reason: 'transcript-failed',
      note: { key: 'engine-refused' },
      is_playable: true,
      can: { retry: true },
    })
    expect(await minutes(file)).toBe(0)
  }, 60_000)

  it('PROC-34 after a retry with the right key transcribes ja-sales-call.mp4 like the reference', async () => {
    const port = Number(new URL(standIn.url).port)
    await standIn.close()
    standIn = await start(KEY, port)
    await test.call(retryFile, { params: { fileId: file.id } }, owner)
    await test.settle({ now: true })
    expect(await read(file)).toMatchObject({ status: 'processed', thumbnail_kind: 'normal', thumbnail_count: 242 })
    const { transcript, blocks } = (await test.call(getTranscript, { params: { fileId: file.id } }, owner)).body
    const text = transcript.block_order.map((uuid) => blocks[uuid]?.content ?? '').join('')
    expect(lettersOf(text)).toBe(lettersOf(utterances.map((utterance) => utterance.text).join('')))
    // The picture is the longer stream, with 241.72 s: a rest of more than one second is charged.
    expect(await minutes(file)).toBe(5)
    expect(standIn.requests.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true)
    expect(standIn.requests.every(({ fields }) => fields['language']?.[0] === 'ja')).toBe(true)
    // The settings of the installation, in every request.
    for (const { fields } of standIn.requests)
      expect(fields).toMatchObject({ prompt: ['田中商事、Kaiwa'], temperature: ['0.1'] })
  }, 60_000)

  it('PROC-17 with its quota used up ends as quota-exceeded, charges nothing, and is resumed later', async () => {
    standIn.fail({ status: 402, times: 99 })
    const used = await uploadRecording(test, folder, media('ja-sales-call.m4a'), { creator: owner, language: 'ja' })
    await test.settle({ now: true })
    expect(await read(used)).toMatchObject({
      status: 'failed',
      failed_reason: 'quota-exceeded',
      is_playable: true,
      can: { retry: true },
    })
    expect(await minutes(used)).toBe(0)
    standIn.fail({ status: 200, times: 0 })
    await test.call(retryFile, { params: { fileId: used.id } }, owner)
    await test.settle({ now: true })
    expect(await read(used)).toMatchObject({ status: 'processed', failed_reason: null })
  }, 60_000)

  it('is retried after transient errors, and no part is missing', async () => {
    standIn.fail({ status: 503, times: 4 })
    const again = await uploadRecording(test, folder, media('ja-sales-call.m4a'), { creator: owner, language: 'auto' })
    await test.settle({ now: true, failures: 'expected' })
    expect(await read(again)).toMatchObject({ status: 'processed', language: 'auto' })
    expect((await read(again)).note?.key ?? null).not.toBe('parts-missing')
  }, 60_000)

  it('answers with a loop are marked as unclear, and can be recognised again', async () => {
    const looping = 'ご視聴ありがとうございました'
    standIn.script(() => ({
      text: looping.repeat(6),
      language: 'japanese',
      words: Array.from({ length: 6 }, (_, n) =>
        ['ご視聴', 'ありがとう', 'ございました'].map((word, m) => ({
          word,
          start: n * 0.6 + m * 0.2,
          end: n * 0.6 + m * 0.2 + 0.2,
        })),
      ).flat(),
    }))
    const looped = await uploadRecording(test, folder, media('ja-sales-call.m4a'), { creator: owner, language: 'ja' })
    await test.settle({ now: true })
    const shown = await read(looped)
    expect(shown).toMatchObject({ status: 'processed', note: { key: 'parts-missing' }, can: { retry: true } })
    const textOf = async () => {
      const { transcript, blocks } = (await test.call(getTranscript, { params: { fileId: looped.id } }, owner)).body
      return transcript.block_order.map((uuid) => blocks[uuid]?.content ?? '')
    }
    const marks = async () => (await textOf()).filter((text) => text.startsWith('［要確認］')).length
    expect(String(await marks())).toBe(shown.note?.values['count'])

    standIn.script(undefined)
    await test.call(retryFile, { params: { fileId: looped.id } }, owner)
    await test.settle({ now: true })
    expect(await read(looped)).toMatchObject({ status: 'processed' })
    expect(await marks()).toBe(0)
    expect(lettersOf((await textOf()).join(''))).toBe(lettersOf(utterances.map(({ text }) => text).join('')))
  }, 120_000)
})

describe('a speech server that does not answer', () => {
  let work: string
  let beginning: string
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'kaiwa-speech-server-'))
    beginning = join(work, 'beginning.m4a')
    await execa('ffmpeg', [
      '-nostdin',
      '-v',
      'error',
      '-i',
      media('ja-sales-call.m4a'),
      '-t',
      '75',
      '-c',
      'copy',
      beginning,
    ])
  })
  afterAll(() => rm(work, { recursive: true, force: true }))

  /** Transcribes the beginning of the call with a server that answers no request of which `isSilent` is true; a call ends after 0.3 s. */
  const transcribe = async (isSilent: (size: number, sizes: readonly number[]) => boolean) => {
    const sizes: number[] = []
    const server = createServer((request, response) => {
      const size = Number(request.headers['content-length'])
      if (!sizes.includes(size)) sizes.push(size)
      request.resume()
      if (isSilent(size, sizes)) return
      const words = [{ word: 'はい', start: 0, end: 30 }]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: 'はい', words }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const slow = await openTestApp({ env: { KAIWA_SPEECH_URL: url, KAIWA_MODEL_DOWNLOAD: 'off' } })
    try {
      Object.assign(slow.app.config.speech ?? {}, { timeout: 0.3 })
      const user = await createOwner(slow.db)
      const place = await createFolder(slow.db, rootOf(user), { creator: user })
      const file = await uploadRecording(slow, place, beginning, { creator: user, language: 'ja' })
      await slow.settle({ now: true, failures: 'expected' })
      const { body } = await slow.call(getFile, { params: { projectId: file.projectId, id: file.id } }, user)
      const tried = slow.db.selectFrom('speech_chunks').select(['status', 'attempts']).where('attempts', '>', 0)
      return { file: body, tried: await tried.where('file_id', '=', file.id).orderBy('position').execute() }
    } finally {
      await slow.close()
      server.closeAllConnections()
      server.close()
    }
  }

  it('PROC-17 ends the recording after the attempts of one chunk; it can be resumed', async () => {
    const { file, tried } = await transcribe(() => true)
    expect(file).toMatchObject({
      status: 'failed',
      failed_reason: 'transcript-failed',
      note: { key: 'engine-failed', values: { engine: 'openai/whisper-1' } },
      can: { retry: true },
    })
    expect(tried).toEqual([{ status: 'waiting', attempts: 7 }])
  }, 60_000)

  it('loses one chunk if it answers about the others', async () => {
    const { file, tried } = await transcribe((size, sizes) => size === sizes[1])
    expect(file).toMatchObject({ status: 'processed', note: { key: 'parts-missing', values: { count: '1' } } })
    expect(tried.filter(({ status }) => status === 'failed')).toEqual([{ status: 'failed', attempts: 7 }])
  }, 60_000)
})
