// Notices of the recording screen about limits of the installation, of the device and of the page.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clientConfigQuery } from '../../platform/client-config.ts'
import { queryClient } from '../../platform/query-client.ts'
import { currentSession } from '../session/current-session.ts'
import { changeAudioClock } from '../test/audio-clock.ts'
import { en } from '../texts.en.ts'
import { cleanUp, openPage, RecordingServer } from './test/recording-pages.tsx'

beforeEach(async () => {
  await page.viewport(1440, 900)
  const server = new RecordingServer()
  expect(server.calls).toEqual([])
})
afterEach(cleanUp)

async function startRecording() {
  const screen = await openPage()
  await screen.getByRole('button', { name: '録音を開始' }).click()
  await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
  return screen
}

describe('the longest recording', () => {
  const NOTICE = /^録音の上限まで、あと.*です。上限に達すると、録音は自動的に終了します。$/

  it.each([
    ['of the installation', 60, 3_600],
    ['of 12 hours, where the installation allows longer files,', 13 * 60, 12 * 3_600],
  ])('%s is announced 15 minutes before it is reached', async (_case, minutes, longest) => {
    const screen = await openPage()
    queryClient.setQueryData(clientConfigQuery.queryKey, (config) => ({ ...config!, max_file_minutes: minutes }))
    await screen.getByRole('button', { name: '録音を開始' }).click()
    const recorded = () => currentSession()?.get().seconds ?? 0
    await expect.poll(recorded).toBeGreaterThan(0)
    expect(screen.getByText(NOTICE).query()).toBeNull()
    // A minute before the notice, then in time for it.
    let later = longest - 16 * 60
    changeAudioClock((seconds) => seconds + later)
    await expect.poll(recorded).toBeGreaterThan(later)
    expect(screen.getByText(NOTICE).query()).toBeNull()
    later += 60
    await expect.element(screen.getByRole('note').getByText(/^録音の上限まで、あと14:\d\dです。/)).toBeVisible()
  })
})

describe('the largest recording', () => {
  function setLargest(mb: number): void {
    queryClient.setQueryData(clientConfigQuery.queryKey, (config) => ({ ...config!, max_file_mb: mb }))
  }

  it('is announced', async () => {
    const screen = await startRecording()
    await expect.poll(() => currentSession()?.get().size).toBeGreaterThan(0)
    // The session has the maximum that there was when it began.
    setLargest(0.001)
    const notice = '録音の容量が上限に近づいています。上限に達すると、録音は自動的に終了します。'
    await expect.element(screen.getByRole('note').getByText(notice)).toBeVisible()
  })

  it('ends, and the reason stays on the screen', async () => {
    const screen = await openPage()
    setLargest(0.02)
    await screen.getByRole('button', { name: '録音を開始' }).click()
    const reason = screen
      .getByRole('note')
      .getByText(/^録音できる長さまたは容量の上限に達したため、録音を終了しました。/)
    await expect.element(reason).toBeVisible()
    await expect.element(screen.getByRole('button', { name: '保存して送信' })).toBeVisible()
  })

  it('ends while another page is shown, which says that it is not saved', async () => {
    const screen = await openPage()
    setLargest(0.06)
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await screen.getByRole('link', { name: 'フォルダへ戻る' }).click()
    const bar = screen.getByRole('complementary', { name: '録音' })
    await expect
      .element(bar.getByRole('alert').getByText(/^録音が終了しました。まだ保存されていません：録音 20/))
      .toBeVisible()
    await bar.getByRole('link', { name: '録音の画面へ' }).click()
    await expect.element(screen.getByRole('button', { name: '保存して送信' })).toBeVisible()
  })
})

describe('free space of the device', () => {
  const LOW = 'この端末の空き容量が残り少なくなっています。不要なファイルを削除してください。'

  /** Chromium reports at least 1 GB, whatever is left. */
  function leaveMegabytes(megabytes: number): void {
    const usage = 3 * 1_048_576
    vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage, quota: usage + megabytes * 1_048_576 })
  }

  it('that is low is said before and during a recording', async () => {
    leaveMegabytes(450)
    const screen = await openPage()
    await expect.element(screen.getByRole('note').getByText(LOW)).toBeVisible()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    await expect.element(screen.getByRole('note').getByText(LOW)).toBeVisible()
  })

  it('that suffices is not', async () => {
    leaveMegabytes(600)
    const screen = await startRecording()
    await expect.element(screen.getByText('この端末の空き容量：600 MB')).toBeVisible()
    expect(screen.getByText(LOW).query()).toBeNull()
  })
})

describe('storage that the browser may delete', () => {
  const NOTICE =
    '端末の空き容量が減ると、ブラウザが録音データを消去することがあります。送信が終わるまで、閲覧データを削除しないでください。'

  it.each([false, true])('the answer of the browser is %s', async (isPersistent) => {
    vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
    vi.spyOn(navigator.storage, 'persist').mockResolvedValue(isPersistent)
    const screen = await startRecording()
    const notice = screen.getByRole('note').getByText(NOTICE)
    if (isPersistent) await expect.element(notice).not.toBeInTheDocument()
    else await expect.element(notice).toBeVisible()
  })

  it('the browser asks the person, who does not answer', async () => {
    vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
    vi.spyOn(navigator.storage, 'persist').mockReturnValue(new Promise(() => undefined))
    const screen = await startRecording()
    const notice = screen.getByRole('note').getByText(NOTICE)
    expect(notice.query()).toBeNull()
    await expect.element(notice).toBeVisible()
  })
})

describe('APP-10 a page without https', () => {
  it('says to open it with https', async () => {
    vi.stubGlobal('isSecureContext', false)
    const screen = await openPage()
    const alert = screen.getByRole('alert')
    await expect.element(alert.getByText('このアドレスでは録音できません')).toBeVisible()
    await expect
      .element(alert.getByText(/アドレスバーのアドレスの先頭を https:\/\/ に変えて開き直してください/))
      .toBeVisible()
    expect(screen.getByRole('button', { name: '録音を開始' }).query()).toBeNull()
    expect(screen.getByText(/組織/).query()).toBeNull()
    expect(en.setup.insecureText).toMatch(/Change the beginning of the address in the address bar to https:\/\//)
  })
})
