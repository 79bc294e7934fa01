import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../test/show.tsx'
import { startUploads } from './start-uploads.ts'
import { UploadPanel } from './UploadPanel.tsx'

afterEach(() => vi.restoreAllMocks())

function ticket(uuid: string) {
  const name = '1.wav'
  const credentials = { id: 1, name, video_id: '1', expired_at: 2e9, is_audio: true, tus_signature: 'x' }
  return { endpoint: '/api/tus', library_id: '1', audio_library_id: '1', uploads: { [uuid]: credentials } }
}

it('continues with a new signature after a new password has ended the first one, and asks for one only once', async () => {
  const renewals: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (pathname.endsWith('/renew')) renewals.push(pathname)
    else if (!pathname.endsWith('upload-url')) return new Promise(() => undefined)
    const body = init?.body as string | undefined
    const uuid = body ? (JSON.parse(body) as { files: { uuid: string }[] }).files[0]!.uuid : 'signed-again'
    return Promise.resolve(Response.json(ticket(uuid), { status: 201 }))
  })
  const requests: [method: string, refuse: () => void][] = []
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open')
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    const refuse = () => {
      Object.defineProperty(this, 'status', { value: 401 })
      this.dispatchEvent(new ProgressEvent('load'))
    }
    requests.push([String(open.mock.lastCall?.[0]), refuse])
  })
  const screen = await show(<UploadPanel />, 'uploads')
  const file = new File(['recording'], '1.wav')
  await startUploads(7, [{ uuid: 'signed', file, speakers: 2, language: 'ja' }], new AbortController().signal)
  const status = screen.getByRole('status')
  await expect.poll(() => requests.length).toBe(1)
  requests[0]![1]()
  await expect.poll(() => requests.map(([method]) => method)).toEqual(['POST', 'HEAD'])
  await expect.element(status).toHaveTextContent('アップロード中（0 / 1）')
  expect(renewals).toEqual(['/api/uploads/1/renew'])
  // The library takes a refused HEAD for a missing upload.
  requests[1]![1]()
  await expect.poll(() => requests.length).toBe(3)
  requests[2]![1]()
  await expect.element(status).toHaveTextContent('未完了のアップロードがあります（0 / 1）')
  expect([renewals.length, requests.length]).toEqual([1, 3])
})
