import { LIMITS } from '@kaiwa/contract/limits.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { sendFile } from './send-file.ts'
import { retryUpload, startUploads } from './start-uploads.ts'
import { addUpload, clearEnded, dispatchUploadEvent, type Upload } from './upload-store.ts'
import { UploadPanel } from './UploadPanel.tsx'

function upload(uploadId: number): Upload {
  const name = `${uploadId}.wav`
  return { uploadId, uuid: name, projectId: 7, name, size: 10, sent: 0, phase: 'queued', expiresAt: 2e9, samples: [] }
}

const IDS = [1, 2, 3, 4, 5, 6]

// Three are being sent, without an answer; the others wait.
async function open() {
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined)
  for (const id of IDS) {
    addUpload(upload(id))
    sendFile(
      new File(['recording'], `${id}.wav`),
      {
        endpoint: '/api/tus',
        libraryId: '1',
        credentials: {
          id,
          name: `${id}.wav`,
          video_id: String(id),
          expired_at: 2e9,
          is_audio: true,
          tus_signature: 'x',
        },
      },
      { isResumed: false, renew: null },
    )
  }
  return show(<UploadPanel />, 'uploads')
}

afterEach(() => {
  for (const id of IDS) {
    dispatchUploadEvent(id, { type: 'interrupted' })
    dispatchUploadEvent(id, { type: 'cancelled' })
  }
  clearEnded()
  vi.restoreAllMocks()
})

/** The answer to a request for credentials. They are valid, or expired already, so that the upload fails immediately. */
function ticket(id: number, uuid: string, expiredAt: number) {
  const credentials = {
    id,
    name: '1.wav',
    video_id: String(id),
    expired_at: expiredAt,
    is_audio: true,
    tus_signature: 'x',
  }
  return { endpoint: '/api/tus', library_id: '1', audio_library_id: '1', uploads: { [uuid]: credentials } }
}

const VALID = 2e9
const EXPIRED = 1

/** Starts an upload whose credentials have expired, and returns the calls that follow. `renew` answers the renewal. */
async function openFailed(renew: () => Response, hasCredentials = true) {
  const calls: string[] = []
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const name = `${init?.method ?? 'GET'} ${pathname.replace('/api', '')}`
    calls.push(name)
    if (name === 'POST /uploads/1/renew') return Promise.resolve(renew())
    if (name !== 'POST /projects/7/uploads/upload-url') return new Promise(() => undefined)
    const { files } = JSON.parse(init?.body as string) as { files: { uuid: string }[] }
    const id = calls.filter((one) => one === name).length
    if (id > 1 && !hasCredentials)
      return Promise.resolve(Response.json({ ...ticket(id, 'x', VALID), uploads: {} }, { status: 201 }))
    return Promise.resolve(Response.json(ticket(id, files[0]!.uuid, id === 1 ? EXPIRED : VALID), { status: 201 }))
  })
  const file = new File(['recording'], '1.wav')
  const screen = await show(<UploadPanel />, 'uploads')
  await startUploads(7, [{ uuid: 'first', file, speakers: 2, language: 'ja' }], new AbortController().signal)
  await expect.element(screen.getByText('アップロードに失敗しました', { exact: true })).toBeVisible()
  return {
    calls,
    retry: screen.getByRole('button', { name: '1.wavのアップロードを再試行' }),
    status: screen.getByRole('status'),
  }
}

function names() {
  return [...document.querySelectorAll('li div[title]')].map((name) => name.textContent)
}

it('moves waiting uploads up and down with the keyboard, keeps the focus, and moves them by dragging', async () => {
  const screen = await open()
  await expect.poll(names).toEqual(['1.wav', '2.wav', '3.wav', '4.wav', '5.wav', '6.wav'])
  expect(screen.getByRole('button', { name: '1.wavを下へ移動' }).query()).toBeNull()
  const up = screen.getByRole('button', { name: '6.wavを上へ移動' })
  await expect.element(up).toBeVisible()
  up.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['1.wav', '2.wav', '3.wav', '4.wav', '6.wav', '5.wav'])
  await expect.poll(() => document.activeElement).toBe(up.element())
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['1.wav', '2.wav', '3.wav', '6.wav', '4.wav', '5.wav'])
  await expect.element(up).toHaveAttribute('aria-disabled', 'true')
  await userEvent.dragAndDrop(screen.getByText('5.wav', { exact: true }), screen.getByText('6.wav', { exact: true }))
  await expect.poll(names).toEqual(['1.wav', '2.wav', '3.wav', '5.wav', '6.wav', '4.wav'])
})

it('says when uploads have ended without being finished', async () => {
  addUpload(upload(1))
  addUpload(upload(2))
  const screen = await show(<UploadPanel />, 'uploads')
  await expect.element(screen.getByRole('status')).toHaveTextContent('アップロード中（0 / 2）')
  dispatchUploadEvent(1, { type: 'failed' })
  dispatchUploadEvent(2, { type: 'failed' })
  await expect.element(screen.getByRole('status')).toHaveTextContent('未完了のアップロードがあります（0 / 2）')
})

it('sends a failed upload again, from where it stopped', async () => {
  const { calls, retry, status } = await openFailed(() => Response.json(ticket(1, 'first', VALID)))
  await expect.element(status).toHaveTextContent('未完了のアップロードがあります（0 / 1）')
  await retry.click()
  await expect.element(status).toHaveTextContent('アップロード中（0 / 1）')
  await expect.element(retry).not.toBeInTheDocument()
  expect(names()).toEqual(['1.wav'])
  expect(calls.filter((name) => name.endsWith('upload-url'))).toHaveLength(1)
})

it('restarts a failed upload if the server no longer has it', async () => {
  const { calls, retry, status } = await openFailed(() => Response.json({ error: 'E_NOT_FOUND' }, { status: 404 }))
  await retry.click()
  await expect.element(status).toHaveTextContent('アップロード中（0 / 1）')
  expect(names()).toEqual(['1.wav'])
  expect(calls.filter((name) => name.endsWith('upload-url'))).toHaveLength(2)
})

it('keeps a failed upload that the server gives no credentials for', async () => {
  const gone = () => Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
  const { calls, retry, status } = await openFailed(gone, false)
  await retry.click()
  await expect.poll(() => calls.filter((name) => name.endsWith('upload-url')).length).toBe(2)
  await expect.element(status).toHaveTextContent('未完了のアップロードがあります（0 / 1）')
  expect(names()).toEqual(['1.wav'])
  await expect.element(retry).toBeEnabled()
})

it('a failed upload that was removed from the panel is not restarted when the network is back', async () => {
  const gone = () => Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
  const { calls } = await openFailed(gone)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const retried = retryUpload(7, 1)
  const nextAttempt = () => timers.mock.calls.find(([, ms]) => ms === LIMITS.uploadOfflineRetrySeconds * 1000)?.[0]
  await expect.poll(nextAttempt).toBeDefined()
  clearEnded()
  isOnline.mockReturnValue(true)
  nextAttempt()?.()
  await retried
  expect(calls.filter((name) => name.endsWith('upload-url'))).toHaveLength(1)
})

it('keeps a failed upload that cannot be sent again', async () => {
  const { retry, status } = await openFailed(() => Response.json({ error: 'E_FORBIDDEN' }, { status: 403 }))
  await retry.click()
  await expect.element(status).toHaveTextContent('未完了のアップロードがあります（0 / 1）')
  await expect.element(retry).toBeEnabled()
})
