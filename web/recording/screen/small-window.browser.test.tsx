// The small window where the browser has no windows that stay on top, as Firefox and Safari. The window of Chromium, which pages
// in frames may not open, is tested in e2e/recording-session.test.ts.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanUp, openPage, RecordingServer } from './test/recording-pages.tsx'

beforeEach(async () => {
  await page.viewport(1440, 900)
  const server = new RecordingServer()
  expect(server.calls).toEqual([])
  vi.stubGlobal('documentPictureInPicture', undefined)
})
afterEach(cleanUp)

async function startRecording() {
  const screen = await openPage()
  await screen.getByRole('button', { name: '録音を開始' }).click()
  await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
  return screen
}

function buttonOf({ document }: Window, name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
}

it('shows time and levels, pauses and resumes, and asks in the page before it stops', async () => {
  const opened = vi.spyOn(globalThis, 'open')
  const screen = await startRecording()
  await screen.getByRole('button', { name: '小さいウィンドウで表示' }).click()
  const popup = opened.mock.results[0]?.value as Window
  onTestFinished(() => popup.close())
  await expect.poll(() => popup.document.body.textContent).toMatch(/録音中0:0\d.*マイク/)
  expect(popup.document.title).toMatch(/^録音中：録音 20/)
  expect(popup.document.documentElement.lang).toBe(document.documentElement.lang)
  expect(popup.document.styleSheets.length).toBeGreaterThan(0)
  buttonOf(popup, '一時停止')?.click()
  await expect.element(screen.getByRole('region', { name: '一時停止中' })).toBeVisible()
  await expect.poll(() => popup.document.body.textContent).toMatch(/^一時停止中/)
  buttonOf(popup, '再開')?.click()
  await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '小さいウィンドウを閉じる' })).toBeVisible()
  buttonOf(popup, '録音を終了')?.click()
  await expect.element(screen.getByRole('dialog', { name: '録音を保存' })).toBeVisible()
  await expect.poll(() => popup.closed).toBe(true)
})

it.each(['its button', 'the end of the recording screen'])('is closed by %s', async (end) => {
  const opened = vi.spyOn(globalThis, 'open')
  const screen = await startRecording()
  await screen.getByRole('button', { name: '小さいウィンドウで表示' }).click()
  const close = screen.getByRole('button', { name: '小さいウィンドウを閉じる' })
  await expect.element(close).toBeVisible()
  const popup = opened.mock.results[0]?.value as Window
  onTestFinished(() => popup.close())
  if (end === 'its button') await close.click()
  else await screen.unmount()
  await expect.poll(() => popup.closed).toBe(true)
})

it('says that the browser has blocked it', async () => {
  vi.spyOn(globalThis, 'open').mockReturnValue(null)
  const screen = await startRecording()
  await screen.getByRole('button', { name: '小さいウィンドウで表示' }).click()
  await expect.element(screen.getByText(/^ブラウザの設定により、小さいウィンドウを開けませんでした/)).toBeVisible()
})

it('is not offered on a telephone', async () => {
  const matchMedia = globalThis.matchMedia.bind(globalThis)
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    matchMedia(query.includes('pointer: fine') ? 'not all' : query),
  )
  const screen = await startRecording()
  expect(screen.getByRole('button', { name: /小さいウィンドウ/ }).query()).toBeNull()
})
