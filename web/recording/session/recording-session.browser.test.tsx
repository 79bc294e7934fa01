// Records the microphone of the test browser into its real storage. The server cannot be reached.
import type { Identity } from '@kaiwa/contract/accounts.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { queryClient } from '../../platform/query-client.ts'
import { endSession, sessionQuery } from '../../platform/session.ts'
import { openSources } from '../capture/open-sources.ts'
import { openStore } from '../storage/open-store.ts'
import { closeTones, decode, openTone, unplug } from '../test/tones.ts'
import type { RecordingSession, Sources } from '../types.ts'
import { currentSession } from './current-session.ts'
import { continueSession, discardStored, finishStored, startSession } from './recording-session.ts'

const USER = 7
const DETAILS: RecordingDetails = { title: '商談', folderId: 3, language: 'ja', numSpeaker: 0 }
let answers: Record<string, () => Response>

beforeEach(() => {
  answers = {}
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: USER } } as Identity)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const answer =
      answers[`${init?.method} ${new URL(address instanceof Request ? address.url : address, location.href).pathname}`]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await currentSession()
    ?.discard()
    .catch(() => undefined)
  const store = await openStore()
  for (const { header } of await store.list(USER)) await (await store.open(header.uuid))?.remove()
  await closeTones()
  queryClient.clear()
})

function open(): Promise<Sources> {
  return openSources({ microphoneId: 'default', screen: null, cameraId: null })
}

async function stored() {
  return (await openStore()).list(USER)
}

async function begin(seconds = 1): Promise<RecordingSession> {
  const session = await startSession(DETAILS, await open())
  await expect.poll(() => session.get().seconds).toBeGreaterThan(seconds)
  await expect.poll(() => session.get().size).toBeGreaterThan(0)
  return session
}

async function bytesOf(uuid: string): Promise<Blob> {
  const writer = await (await openStore()).open(uuid)
  const bytes = await writer!.read(0, writer!.size)
  await writer!.close()
  return new Blob([bytes])
}

it('stores what it records, and stays stored when the person signs out', async () => {
  const session = await begin(2)
  expect(currentSession()).toBe(session)
  expect(session.get()).toMatchObject({ phase: 'recording', channels: ['microphone'], details: DETAILS, problem: null })
  endSession({ onPurpose: true })
  await expect.poll(() => currentSession()).toBeNull()
  const [kept] = await stored()
  expect(kept).toMatchObject({ details: DETAILS, isStopped: true, hasVideo: false })
  const { duration } = await decode(await bytesOf(session.uuid))
  expect(Math.abs(duration - kept!.seconds)).toBeLessThan(0.5)
  // Another person at the same browser does not see it.
  expect(await (await openStore()).list(USER + 1)).toEqual([])
})

it('keeps markers at the time of the recording', async () => {
  const session = await begin()
  session.pause()
  const { seconds } = session.get()
  session.mark('  価格の話 ')
  session.resume()
  await expect.poll(() => session.get().markers).toHaveLength(1)
  expect(session.get().markers[0]).toEqual({ seconds, note: '価格の話' })
  await session.stop()
  session.mark('too late')
  expect(session.get().markers).toHaveLength(1)
})

it('refuses a second recording in the same page', async () => {
  await begin()
  const sources = await open()
  onTestFinished(() => sources.close())
  await expect(startSession(DETAILS, sources)).rejects.toMatchObject({ name: 'AlreadyRecording' })
  expect(await stored()).toEqual([])
})

it('leaves a stopped recording stored when another one begins', async () => {
  const first = await begin()
  await first.stop()
  const second = await begin()
  expect(currentSession()).toBe(second)
  expect((await stored()).map(({ header }) => header.uuid)).toEqual([first.uuid])
})

it('asks before the page is closed until the recording is sent, or is refused and stays stored', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  const session = await begin()
  expect(isAsked()).toBe(true)
  await session.stop()
  // Its details are not chosen.
  expect(isAsked()).toBe(true)
  // The server cannot be reached: the end waits.
  const ending = session.finish(DETAILS).catch((error: unknown) => error)
  await expect.poll(() => session.get().send.phase).toBe('waiting')
  expect(isAsked()).toBe(true)
  answers['POST /api/projects/3/uploads/upload-url'] = () => Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
  session.retrySending()
  expect(await ending).toMatchObject({ code: 'E_NOT_FOUND' })
  expect(isAsked()).toBe(false)
})

it('continues after a crash in a new segment', async () => {
  const session = await begin(2)
  const { seconds } = session.get()
  // A crash leaves a journal without an end.
  const store = await openStore()
  const uuid = crypto.randomUUID()
  const header = { type: 'header' as const, version: 1 as const, uuid, userId: USER, ...DETAILS }
  const writer = await store.create({ ...header, startedAt: new Date().toISOString() })
  await session.stop()
  const bytes = await bytesOfCurrent(session)
  await writer.append({ type: 'segment', offset: 0, mime: 'audio/webm', hasVideo: false, startedAt: header.uuid })
  await writer.appendPiece(bytes, seconds)
  await writer.close()

  const continued = await continueSession(uuid, await open())
  await expect.poll(() => continued.get().interruptions).toHaveLength(1)
  expect(continued.get().interruptions[0]).toMatchObject({ reason: 'closed', seconds })
  await continued.stop()
  expect(continued.get().seconds).toBeGreaterThan(seconds)
  const segments = segmentsOf(await bytesAndEntries(continued))
  expect(segments).toEqual([
    { offset: 0, seconds: undefined },
    { offset: bytes.size, seconds },
  ])
})

async function bytesAndEntries(session: RecordingSession) {
  const uuid = session.uuid
  endSession({ onPurpose: true })
  await expect.poll(() => currentSession()).toBeNull()
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: USER } } as Identity)
  const writer = await (await openStore()).open(uuid)
  const bytes = await writer!.read(0, writer!.size)
  const entries = [...writer!.entries]
  await writer!.close()
  return { bytes: new Blob([bytes]), entries }
}

async function bytesOfCurrent(session: RecordingSession): Promise<Blob> {
  return (await bytesAndEntries(session)).bytes
}

function segmentsOf({ entries }: Awaited<ReturnType<typeof bytesAndEntries>>) {
  return entries.flatMap((entry) =>
    entry.type === 'segment' ? [{ offset: entry.offset, seconds: entry.seconds }] : [],
  )
}

it('does not continue what was stopped, or what does not exist', async () => {
  const session = await begin()
  await session.stop()
  endSession({ onPurpose: true })
  await expect.poll(() => currentSession()).toBeNull()
  const sources = await open()
  onTestFinished(() => sources.close())
  await expect(continueSession(session.uuid, sources)).rejects.toMatchObject({ name: 'RecordingUnavailable' })
  await expect(continueSession(crypto.randomUUID(), sources)).rejects.toMatchObject({ name: 'RecordingUnavailable' })
  await expect(discardStored(crypto.randomUUID())).rejects.toMatchObject({ name: 'RecordingUnavailable' })
  expect(await stored()).toHaveLength(1)
})

it('stops when the disk is full, and keeps what is stored', async () => {
  const session = await begin()
  const devTools = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }
  const { origin } = location
  const { usage = 0 } = await navigator.storage.estimate()
  await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage })
  onTestFinished(() => devTools.send('Storage.overrideQuotaForOrigin', { origin }).then(() => undefined))
  await expect.poll(() => session.get().phase).toBe('stopped')
  expect(session.get().problem).toEqual({ device: 'storage', kind: 'full' })
  await devTools.send('Storage.overrideQuotaForOrigin', { origin })
  const bytes = await bytesOfCurrent(session)
  expect((await decode(bytes)).duration).toBeGreaterThan(0.5)
})

it('ends at the longest recording of the installation, after a notice', async () => {
  answers['GET /api/client-config'] = () => Response.json({ max_file_minutes: 0.04 })
  const session = await begin()
  expect(session.get().secondsLeft).toBeLessThan(2.4)
  await expect.poll(() => session.get().phase).toBe('stopped')
  expect(Math.abs(session.get().seconds - 2.4)).toBeLessThan(1.5)
  expect(session.get().secondsLeft).toBeLessThan(0.1)
})

it('ends before it is larger than a file of the installation may be', async () => {
  answers['GET /api/client-config'] = () => Response.json({ max_file_mb: 0.04 })
  const session = await begin()
  await expect.poll(() => session.get().phase).toBe('stopped')
  expect(session.get().size).toBeLessThan(2 * 0.04 * BYTES_PER_MB)
})

it('does not finish a recording without a byte', async () => {
  const microphone = await openTone(440)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(microphone)
  const sources = await open()
  unplug(microphone)
  const session = await startSession(DETAILS, sources)
  await session.stop()
  expect(session.get().size).toBe(0)
  await expect(session.finish(DETAILS)).rejects.toMatchObject({ status: 422 })
})

it('discards a recording, and cancels its upload', async () => {
  const session = await begin()
  await session.discard()
  expect(currentSession()).toBeNull()
  expect(await stored()).toEqual([])

  const store = await openStore()
  const uuid = crypto.randomUUID()
  const startedAt = new Date().toISOString()
  const writer = await store.create({ type: 'header', version: 1, uuid, userId: USER, startedAt, ...DETAILS })
  await writer.append({ type: 'upload', uploadId: 42, videoId: 'v', folderId: 3, fileId: null })
  await writer.close()
  // The server would keep the upload.
  await expect(discardStored(uuid)).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(await stored()).toHaveLength(1)
  answers['DELETE /api/uploads/42'] = () => Response.json({ success: true })
  await discardStored(uuid)
  expect(await stored()).toEqual([])
})

it.each([
  ['E_NOT_FOUND', 404],
  ['E_CONFLICT', 409],
  ['E_FORBIDDEN', 403],
])('discards a recording whose upload gives %s', async (error, status) => {
  const uuid = crypto.randomUUID()
  const startedAt = new Date().toISOString()
  const writer = await (
    await openStore()
  ).create({ type: 'header', version: 1, uuid, userId: USER, startedAt, ...DETAILS })
  await writer.append({ type: 'upload', uploadId: 42, videoId: 'v', folderId: 3, fileId: null })
  await writer.close()
  answers['DELETE /api/uploads/42'] = () => Response.json({ error }, { status })
  await discardStored(uuid)
  expect(await stored()).toEqual([])
})

it('discards a recording whose announced upload is not in its journal, and cancels the upload', async () => {
  const { uuid } = await begin()
  endSession({ onPurpose: true })
  await expect.poll(() => currentSession()).toBeNull()
  const cancelled: string[] = []
  answers['GET /api/projects/3/files'] = () =>
    Response.json({
      data: [
        { id: 9, is_project: false, upload: { id: 42, uuid } },
        { id: 8, is_project: true },
      ],
    })
  answers['DELETE /api/uploads/42'] = () => {
    cancelled.push(uuid)
    return Response.json({ success: true })
  }
  await discardStored(uuid)
  await expect.poll(() => cancelled).toEqual([uuid])
})

it('a folder that is gone refuses the end, and the recording stays', async () => {
  const session = await begin()
  answers['POST /api/projects/3/uploads/upload-url'] = () => Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
  await expect(session.finish(DETAILS)).rejects.toMatchObject({ name: 'ApiError', code: 'E_NOT_FOUND' })
  const phases: string[] = []
  const unsubscribe = session.subscribe(() => phases.push(session.get().send.phase))
  await expect(session.finish(DETAILS)).rejects.toMatchObject({ name: 'ApiError', code: 'E_NOT_FOUND' })
  unsubscribe()
  // The second refusal is reported, although it is the same.
  expect(phases.filter((phase, at) => phase !== phases[at - 1])).toEqual(['sending', 'no-folder'])
  const { uuid } = session
  endSession({ onPurpose: true })
  await expect.poll(() => currentSession()).toBeNull()
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: USER } } as Identity)
  await expect(finishStored(uuid, DETAILS)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  expect((await stored()).map(({ header }) => header.uuid)).toEqual([uuid])
})
