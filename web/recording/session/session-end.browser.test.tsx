// A recording when its session ends, and when the server does not answer. The microphone and the storage are real.
import type { Identity } from '@kaiwa/contract/accounts.ts'
import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { endSession, openSession, sessionQuery } from '../../platform/session.ts'
import { openSources } from '../capture/open-sources.ts'
import { openStore } from '../storage/open-store.ts'
import type { RecordingSession } from '../types.ts'
import { currentSession } from './current-session.ts'
import { continueSession, startSession } from './recording-session.ts'

const USER = 7
const DETAILS: RecordingDetails = { title: '商談', folderId: 3, language: 'ja', numSpeaker: 0 }
const UPLOAD_URL = 'POST /api/projects/3/uploads/upload-url'
let answers: Record<string, () => Response | Promise<Response>>
let calls: string[]

function identity(id: number): Identity {
  return { user: { id, settings: { locale: 'ja', theme: 'auto' } } } as unknown as Identity
}

beforeEach(() => {
  answers = {}
  calls = []
  queryClient.setQueryData(sessionQuery.queryKey, identity(USER))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = new URL(address instanceof Request ? address.url : address, location.href).pathname
    const name = `${init?.method} ${path}`
    calls.push(name)
    const answer = answers[name]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  endSession({ onPurpose: true })
  await expect.poll(() => currentSession()).toBeNull()
  const store = await openStore()
  for (const { header } of await store.list(USER)) await (await store.open(header.uuid))?.remove()
  queryClient.clear()
  localStorage.clear()
})

async function begin(): Promise<RecordingSession> {
  const sources = await openSources({ microphoneId: 'default', screen: null, cameraId: null })
  const session = await startSession(DETAILS, sources)
  await expect.poll(() => session.get().size).toBeGreaterThan(0)
  return session
}

async function storedTitles(): Promise<string[]> {
  return (await (await openStore()).list(USER)).map(({ details }) => details.title)
}

it('an expired session does not end the recording, which is sent when the person has logged in in another tab', async () => {
  const session = await begin()
  await expect.poll(() => calls).toContain(UPLOAD_URL)
  endSession({ onPurpose: false })
  session.retrySending()
  await expect.poll(() => session.get().send.phase).toBe('signed-out')
  const { size } = session.get()
  await expect.poll(() => session.get().size).toBeGreaterThan(size)
  expect(session.get().phase).toBe('recording')

  calls.length = 0
  answers['POST /api/auth/check'] = () => Response.json(identity(USER))
  answers['GET /api/auth/check'] = answers['POST /api/auth/check']
  // A login in another tab writes this key.
  localStorage.setItem('kaiwa.signed-in', String(USER))
  dispatchEvent(new StorageEvent('storage', { key: 'kaiwa.signed-in', newValue: String(USER) }))
  await expect.poll(() => calls).toContain(UPLOAD_URL)
  expect(session.get().phase).toBe('recording')
  expect(currentSession()).toBe(session)
})

it('the recording ends when another person logs in, and stays stored', async () => {
  await begin()
  endSession({ onPurpose: false })
  await openSession(identity(USER + 1))
  await expect.poll(() => currentSession()).toBeNull()
  expect(await storedTitles()).toEqual(['商談'])
  expect(await (await openStore()).list(USER + 1)).toEqual([])
})

it('a server that never answers does not delay the start', async () => {
  answers['GET /api/client-config'] = () => new Promise<Response>(() => undefined)
  const session = await begin()
  expect(calls).toContain('GET /api/client-config')
  expect(session.get().phase).toBe('recording')
})

it('a recording that cannot be discarded without the server can be sent or discarded later', async () => {
  const store = await openStore()
  const uuid = crypto.randomUUID()
  const startedAt = new Date().toISOString()
  const writer = await store.create({ type: 'header', version: 1, uuid, userId: USER, startedAt, ...DETAILS })
  await writer.append({ type: 'upload', uploadId: 42, videoId: 'v', folderId: 3, fileId: null })
  await writer.close()
  const sources = await openSources({ microphoneId: 'default', screen: null, cameraId: null })
  const session = await continueSession(uuid, sources)
  await expect.poll(() => session.get().size).toBeGreaterThan(0)
  await expect(session.discard()).rejects.toMatchObject({ code: 'OFFLINE' })
  calls.length = 0
  session.retrySending()
  // It is sent again.
  await expect.poll(() => calls.filter((call) => call.includes('/uploads/42'))).not.toEqual([])
  answers['DELETE /api/uploads/42'] = () => Response.json({ success: true })
  await session.discard()
  expect(currentSession()).toBeNull()
  expect(await storedTitles()).toEqual([])
})

it('the screen stays on while it records, and no longer', async () => {
  // Chromium without a window refuses a wake lock.
  const release = vi.fn(async () => undefined)
  const request = vi.spyOn(navigator.wakeLock, 'request')
  request.mockResolvedValue({ released: false, release } as unknown as WakeLockSentinel)
  const session = await begin()
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  expect(release).not.toHaveBeenCalled()
  await session.stop()
  expect(release).toHaveBeenCalledOnce()
})
