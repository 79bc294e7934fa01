// The record button of the header, in a browser and in the installed app.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { watchInstallOffer } from '../../platform/installed-app.ts'
import { cleanUp, FOLDER, openPage, project, RecordingServer } from './test/recording-pages.tsx'

let server: RecordingServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new RecordingServer()
})
afterEach(cleanUp)

/** As in the window of the installed app. */
function beInstalled(): void {
  const matchMedia = globalThis.matchMedia.bind(globalThis)
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    query.includes('display-mode: standalone') ? matchMedia('all') : matchMedia(query),
  )
}

const FOLDER_PAGE = `/projects/${FOLDER}`
const SCREEN = `${FOLDER_PAGE}/record`

describe("APP-07 the header's record button shows only in the relevant project context", () => {
  it.each([[FOLDER_PAGE], [`${FOLDER_PAGE}/files/12`]])('shown at %s', async (path) => {
    const screen = await openPage(path)
    await expect.element(screen.getByRole('button', { name: '録音' })).toBeVisible()
  })

  it.each([['/projects/1'], ['/projects/99'], ['/mypage/profile'], ['/trash']])('not shown at %s', async (path) => {
    const screen = await openPage(path, <p>ページ</p>)
    await expect.element(screen.getByText('ページ', { exact: true })).toBeVisible()
    expect(screen.getByRole('button', { name: '録音' }).query()).toBeNull()
    // The root, a folder that is not there, and other pages: nothing is asked.
    expect(server.calls).toEqual([])
  })
})

describe('PERM-13 the header offers recording to those who may record into the folder', () => {
  it('a guest of the workspace with the role editor sees no button', async () => {
    const answered = Promise.withResolvers<void>()
    server.answers[`GET /api/projects/${FOLDER}`] = () => {
      setTimeout(answered.resolve, 100)
      return Response.json(project({ can: { ...project().can, record: false } }))
    }
    const screen = await openPage(FOLDER_PAGE, <p>ページ</p>)
    await answered.promise
    expect(screen.getByRole('button', { name: '録音' }).query()).toBeNull()
  })

  it('the recording screen of such a folder says why it cannot record', async () => {
    server.answers[`GET /api/projects/${FOLDER}`] = () =>
      Response.json(project({ can: { ...project().can, record: false } }))
    const screen = await openPage()
    await expect.element(screen.getByRole('heading', { name: 'このフォルダには録音できません' })).toBeVisible()
    expect(screen.getByRole('button', { name: '録音を開始' }).query()).toBeNull()
  })
})

it('APP-08 in the installed app, the button opens the recording screen', async () => {
  beInstalled()
  const screen = await openPage(FOLDER_PAGE)
  await screen.getByRole('button', { name: '録音' }).click()
  await expect.element(screen.getByText(SCREEN, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '録音を開始' })).toBeVisible()
  expect(screen.getByRole('dialog').query()).toBeNull()
})

describe('APP-09 in a browser, the button opens a modal that asks for the app', () => {
  async function openDialog() {
    const screen = await openPage(FOLDER_PAGE)
    await screen.getByRole('button', { name: '録音' }).click()
    const dialog = screen.getByRole('dialog', { name: 'アプリのインストールが必要です' })
    await expect.element(dialog).toBeVisible()
    return { screen, dialog }
  }

  it('with buttons to download it, to open it and to cancel', async () => {
    const { screen, dialog } = await openDialog()
    await expect.element(dialog.getByRole('button', { name: 'アプリをダウンロード' })).toBeVisible()
    await expect
      .element(dialog.getByRole('link', { name: 'アプリを開く' }))
      .toHaveAttribute('href', `web+kaiwa:/${SCREEN}`)
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByText(FOLDER_PAGE, { exact: true })).toBeVisible()
  })

  it('the download shows instructions if the browser does not offer it', async () => {
    const { dialog } = await openDialog()
    await dialog.getByRole('button', { name: 'アプリをダウンロード' }).click()
    await expect.element(dialog.getByText(/このブラウザからは自動でインストールできません/)).toBeVisible()
  })

  /** Browsers offer the installation by this event, which no test can make them do. */
  function offerInstallation(outcome: 'accepted' | 'dismissed') {
    const prompt = vi.fn(async () => ({ outcome }))
    globalThis.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
    return prompt
  }

  it.each([
    ['accepted', 'アプリをインストールしました。「アプリを開く」を押してください。'],
    ['dismissed', 'アプリはインストールされていません。'],
  ] as const)('the offer of the browser that is %s is made once, and its result is said', async (outcome, text) => {
    watchInstallOffer()
    const prompt = offerInstallation(outcome)
    const { dialog } = await openDialog()
    const download = dialog.getByRole('button', { name: 'アプリをダウンロード' })
    await download.click()
    await expect.element(dialog.getByRole('status').getByText(text)).toBeVisible()
    expect(prompt).toHaveBeenCalledOnce()
    // An offer works once.
    await download.click()
    await expect.element(dialog.getByText(/このブラウザからは自動でインストールできません/)).toBeVisible()
    expect(prompt).toHaveBeenCalledOnce()
  })

  it('an offer is forgotten when the app was installed elsewhere', async () => {
    watchInstallOffer()
    const prompt = offerInstallation('accepted')
    globalThis.dispatchEvent(new Event('appinstalled'))
    const { dialog } = await openDialog()
    await dialog.getByRole('button', { name: 'アプリをダウンロード' }).click()
    await expect.element(dialog.getByText(/すでにインストールしている場合は「アプリを開く」/)).toBeVisible()
    expect(prompt).not.toHaveBeenCalled()
  })

  it('APP-06 recording is offered in the browser, too', async () => {
    const { screen, dialog } = await openDialog()
    await dialog.getByRole('button', { name: 'このブラウザで録音' }).click()
    await expect.element(screen.getByText(SCREEN, { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
  })
})
