// Recordings that are read while they are uploaded: real ffmpeg, a real engine (its language is tones), the real database,
// bytes sent by tus, workers as in an installation.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFile } from '@kaiwa/contract/files.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { toneSamples, toneTalk } from '@kaiwa/speech/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Recorder, recordSegment, startRecording } from '../../test/factories/browser-recordings.ts'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../../test/factories/items.ts'
import { makeToneEngine } from '../../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { openEngines } from '../engines/open-engines.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let models: { folder: string; remove: () => Promise<void> }
beforeAll(async () => {
  models = await makeToneEngine()
  work = await mkdtemp(join(tmpdir(), 'kaiwa-live-'))
  test = await openTestApp({
    roles: ['api', 'worker'],
    env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' },
  })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
}, 60_000)
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await models.remove()
  await rm(work, { recursive: true, force: true })
})

function talk(seconds: number): Int16Array {
  return toneSamples(toneTalk(seconds), seconds)
}

function read(file: TestFile) {
  return test.succeed(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)
}

async function transcriptOf(file: TestFile) {
  const { status, body } = await test.call(getTranscript, { params: { fileId: file.id } }, owner)
  if (status !== 200) return []
  return body.transcript.block_order.map((uuid) => body.blocks[uuid]!)
}

async function linesOf(file: TestFile) {
  return (await transcriptOf(file)).map(({ content, start_time, end_time, section_name }) => ({
    content,
    start_time,
    end_time,
    section_name,
  }))
}

function until(check: () => Promise<void>) {
  return vi.waitFor(check, { timeout: 40_000, interval: 50 })
}

async function isProcessed(file: TestFile): Promise<void> {
  const { status, failed_reason } = await read(file)
  if (status === 'failed') throw new Error(`failed: ${failed_reason}`)
  expect(status).toBe('processed')
}

describe.each<Recorder>(['webm', 'mp4', 'ogg'])('a recording as %s', (recorder) => {
  it(
    'is recognised while it grows, and has the transcript that it gets when it is read afterwards',
    { timeout: 180_000 },
    async () => {
      const segments = [await recordSegment(talk(70), { recorder })]
      const name = `録音.${recorder}`
      const live = await startRecording(test, folder, owner, { segments }, { name })
      await live.sendTo(0.8)
      await until(async () => {
        const { status, is_recording, can } = await read(live.file)
        expect({ status, is_recording, open: can.open }).toEqual({ status: 'waiting', is_recording: true, open: true })
      })
      expect((await transcriptOf(live.file)).length).toBeGreaterThan(0)
      await live.stop()
      await until(() => isProcessed(live.file))
      const later = await startRecording(test, folder, owner, { segments }, { name, isRead: false })
      await later.stop()
      await until(() => isProcessed(later.file))
      expect(await linesOf(live.file)).toEqual(await linesOf(later.file))
      expect((await read(live.file)).duration).toBeCloseTo(70, 0)
    },
  )
})
