// Tests what is readable and which realtime events are delivered while a recording is processed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderChannel } from '@kaiwa/contract/channels.ts'
import { deleteFile, getFile } from '@kaiwa/contract/files.ts'
import { events } from '@kaiwa/contract/events.ts'
import { courseOf, type ProgressFields, shareAt } from '@kaiwa/contract/progress.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import type * as PusherModule from 'pusher-js'
import Imported from 'pusher-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { makeToneEngine, makeToneRecording, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openEngines } from './engines/open-engines.ts'

type PusherClass = typeof PusherModule.default.default
// The package is CommonJS and exports the class itself, unlike its types.
const Pusher = Imported as unknown as PusherClass

const SECONDS = 150

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let models: { folder: string; remove: () => Promise<void> }
let client: InstanceType<PusherClass>
interface Received {
  event: string
  data: Partial<ProgressFields> & {
    project_file_id?: number
    project_file_ids?: number[]
    failed_reason?: string
    block_count?: number
  }
  at: number
}
const received: Received[] = []

beforeAll(async () => {
  models = await makeToneEngine({ effort: 8 })
  work = await mkdtemp(join(tmpdir(), 'kaiwa-early-'))
  test = await openTestApp({
    roles: ['api', 'realtime', 'worker'],
    env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' },
  })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const base = new URL(await test.listen())
  client = new Pusher('kaiwa', {
    cluster: '',
    wsHost: base.hostname,
    wsPort: Number(base.port),
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      endpoint: `${base.origin}/api/broadcasting/auth`,
      transport: 'ajax',
      headers: { authorization: `Bearer ${owner.token}` },
    },
  })
  const channel = client.subscribe(folderChannel(folder.projectId))
  channel.bind_global((event: string, data: Received['data']) => received.push({ event, data, at: Date.now() }))
  await vi.waitFor(() => expect(received.map(({ event }) => event)).toContain('pusher:subscription_succeeded'), {
    timeout: 15_000,
  })
}, 60_000)
afterAll(async () => {
  client.disconnect()
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await models.remove()
  await rm(work, { recursive: true, force: true })
})

async function read(file: TestFile) {
  return (await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)).body
}

async function transcriptOf(file: TestFile) {
  const { status, body } = await test.call(getTranscript, { params: { fileId: file.id } }, owner)
  if (status !== 200) return null
  return {
    ...body.transcript,
    text: body.transcript.block_order.map((uuid) => body.blocks[uuid]?.content ?? '').join(' '),
    uuids: body.transcript.block_order,
  }
}

function of(file: TestFile, event: string) {
  return received.filter(
    (one) =>
      one.event === event && (one.data.project_file_id === file.id || one.data.project_file_ids?.includes(file.id)),
  )
}

function until(check: () => Promise<void> | void) {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 })
}

describe('while a recording is processed', () => {
  it(
    'PROC-04 RT-11 RT-12 recognised parts can be read in order and never disappear; clients get an event for each step',
    { timeout: 120_000 },
    async () => {
      const path = await makeToneRecording(work, 'early.wav', toneTalk(SECONDS), SECONDS)
      const file = await uploadRecording(test, folder, path, { creator: owner, language: 'ja' })
      const seen: { status: string; uuids: string[]; text: string }[] = []
      const answered: ({ at: number } & ProgressFields)[] = []
      await until(async () => {
        const now = await transcriptOf(file)
        if (now) seen.push(now)
        const { status, transcript_started_at, estimate_completed_at, progress_share, progress_at } = await read(file)
        const progress = { transcript_started_at, estimate_completed_at, progress_share, progress_at }
        if (status === 'processing') answered.push({ at: Date.now(), ...progress })
        expect(status).toBe('processed')
      })
      const final = await transcriptOf(file)
      const whole = toneTalk(SECONDS)
        .map(({ word }) => word)
        .join(' ')
      expect(final?.text).toBe(whole)
      expect(new Set([...seen.map(({ status }) => status), final?.status])).toEqual(
        new Set(['processing', 'completed']),
      )

      const partial = seen.filter(({ status, text }) => status === 'processing' && text !== '')
      expect(partial.length, 'reads of a partial transcript').toBeGreaterThan(0)
      // Chunks may finish in any order. Every word shown early is in the final transcript and never disappears.
      for (const [index, { uuids }] of partial.entries())
        for (const uuid of partial[index - 1]?.uuids ?? []) expect(uuids).toContain(uuid)
      expect(partial.every(({ text }) => text.length < whole.length + 1)).toBe(true)

      await until(() => expect(of(file, 'file-processed')).toHaveLength(1))
      expect(of(file, 'file-updated').length).toBeGreaterThan(0)
      const estimates = of(file, 'estimation-updated')
      expect(estimates.length).toBeGreaterThan(2)
      for (const { data } of estimates) events['estimation.updated'].data.parse(data)
      // The progress never decreases, by each message at its time and by what the call answered in between, apart
      // from the milliseconds that a message travels.
      const shares = [...estimates.map(({ at, data }) => ({ at, ...data })), ...answered]
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, ...fields }) => ({ at, course: courseOf(fields as ProgressFields) }))
        .flatMap(({ at, course }) => (course ? [shareAt(course, at)] : []))
      expect(shares.length).toBeGreaterThan(estimates.length)
      for (const [index, share] of shares.entries())
        expect(share).toBeGreaterThanOrEqual((shares[index - 1] ?? 0) - 0.02)
      // The call answers what was sent: each answer after the first message equals one of them.
      const sent = new Set(estimates.map(({ data }) => `${data.progress_share} ${data.progress_at}`))
      const measured = answered.filter(({ progress_at }) => progress_at !== null)
      expect(measured.length).toBeGreaterThan(0)
      for (const { progress_share, progress_at } of measured) expect(sent).toContain(`${progress_share} ${progress_at}`)
    },
  )

  it(
    'PROC-17 RT-13 RT-14 a failure is published with its reason, and so is a deletion',
    { timeout: 60_000 },
    async () => {
      const path = await makeToneRecording(work, 'silence.wav', [], 10)
      const file = await uploadRecording(test, folder, path, { creator: owner, language: 'ja' })
      await until(() => expect(of(file, 'process-failed')).toHaveLength(1))
      expect(of(file, 'process-failed')[0]?.data.failed_reason).toBe('no-transcript')
      expect((await transcriptOf(file))?.status).toBe('failed')
      await test.call(deleteFile, { params: { projectId: file.projectId, id: file.id } }, owner)
      await until(() => expect(of(file, 'files-deleted')).toHaveLength(1))
    },
  )
})
