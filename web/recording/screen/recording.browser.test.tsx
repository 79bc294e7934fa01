// The recording screen with the fake devices of Chromium: a microphone that beeps once a second, a camera and a screen.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanUp, openPage, RecordingServer } from './test/recording-pages.tsx'

let server: RecordingServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new RecordingServer()
})
afterEach(cleanUp)

async function startRecording() {
  const screen = await openPage()
  await page.screenshot({ path: '../../../.cache/rec/first.png' })
  await screen.getByRole('button', { name: '録音を開始' }).click()
  await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
  return screen
}

describe('APP-12 the recording screen', () => {
  it('records, pauses and goes on; the time stands still in a pause', async () => {
    const screen = await startRecording()
    await page.screenshot({ path: '../../../.cache/rec/running.png' })
    const timer = screen.getByRole('timer', { name: '録音時間' })
    await expect.element(timer).toHaveTextContent('0:02')
    await page.screenshot({ path: '../../../.cache/rec/running.png' })
    await screen.getByRole('button', { name: '一時停止' }).click()
    await expect.element(screen.getByRole('region', { name: '一時停止中' })).toBeVisible()
    await page.screenshot({ path: '../../../.cache/rec/paused.png' })
    await userEvent.keyboard('m')
    await page.screenshot({ path: '../../../.cache/rec/marker.png' })
    await userEvent.keyboard('議題1{Enter}')
    await screen.getByRole('button', { name: '録音を終了' }).click()
    await page.screenshot({ path: '../../../.cache/rec/finish.png' })
    await page.viewport(390, 844)
    await page.screenshot({ path: '../../../.cache/rec/finish-390.png' })
    await screen.getByRole('button', { name: '録音を続ける' }).click()
    await page.screenshot({ path: '../../../.cache/rec/paused-390.png' })
  })
  it('setup', async () => {
    const screen = await openPage()
    await expect.element(screen.getByRole('button', { name: '録音を開始' })).toBeVisible()
    await screen.getByRole('button', { name: '音声を確認' }).click()
    await expect.element(screen.getByText('音声が入っています')).toBeVisible()
    await page.screenshot({ path: '../../../.cache/rec/setup.png' })
    await page.viewport(390, 844)
    await page.screenshot({ path: '../../../.cache/rec/setup-390.png' })
    expect(server.calls).toContain('GET /api/usage')
  })
})
