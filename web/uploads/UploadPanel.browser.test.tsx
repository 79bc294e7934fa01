import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { sendFile } from './send-file.ts'
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
      false,
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
