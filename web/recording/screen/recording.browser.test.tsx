// The recording screen with the fake devices of Chromium: a microphone that beeps once a second, a camera and a screen.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { compose, confirmConversion } from '../../test/show.tsx'
import { currentSession } from '../session/current-session.ts'
import { cleanUp, FOLDER, openPage, RecordingServer, usage } from './test/recording-pages.tsx'

let server: RecordingServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new RecordingServer()
})
afterEach(cleanUp)

async function startRecording() {
  const screen = await openPage()
  await screen.getByRole('button', { name: '録音を開始' }).click()
  await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
  return screen
}

type Screen = Awaited<ReturnType<typeof startRecording>>

function clock(screen: Screen): string {
  return screen.getByRole('timer', { name: '録音時間' }).element().textContent
}

/** Waits until the clock of the recording shows this second or a later one: a busy machine may skip one. */
function recordedFor(screen: Screen, seconds: number): Promise<void> {
  return expect.poll(() => clock(screen) >= `0:0${seconds}`).toBe(true)
}

describe('APP-12 before a recording', () => {
  it('the microphone is tested, and the devices are listed', async () => {
    const screen = await openPage()
    await screen.getByRole('button', { name: '音声を確認' }).click()
    await expect.element(screen.getByRole('meter', { name: 'マイクのレベル' })).toBeVisible()
    await expect.element(screen.getByText('音声が入っています')).toBeVisible()
    const devices = screen.getByRole('combobox', { name: 'マイクの選択' })
    await expect.element(devices.getByRole('option', { name: 'Fake Audio Input 1' })).toBeInTheDocument()
    await devices.selectOptions('Fake Audio Input 2')
    // Another device ends the test.
    await expect.element(screen.getByRole('button', { name: '音声を確認' })).toBeVisible()
  })

  it('says to inform the participants, and what is left', async () => {
    const screen = await openPage()
    await expect.element(screen.getByText(/録音することを参加者全員に伝え/)).toBeVisible()
    await expect.element(screen.getByText('ワークスペースのストレージ：残り2 GB')).toBeVisible()
    await expect.element(screen.getByText('解析時間：残り120分')).toBeVisible()
    await expect.element(screen.getByText(/この端末の空き容量：\d/)).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: '音声の言語' })).toHaveDisplayValue('日本語')
    await expect.element(screen.getByRole('combobox', { name: '保存先のフォルダ' })).toHaveDisplayValue('営業')
  })

  it('says that a language without an engine is not transcribed, also while it is recorded', async () => {
    server.answers['GET /api/installation'] = () =>
      Response.json({ mode: 'local', languages: ['en'], detects_language: false, parts: [] })
    const screen = await openPage()
    const text = /この環境には日本語の音声認識エンジンがありません/
    await expect.element(screen.getByRole('note').getByText(text)).toBeVisible()
    const language = screen.getByRole('combobox', { name: '音声の言語' })
    await language.selectOptions('英語')
    expect(screen.getByText(/音声認識エンジンがありません/).query()).toBeNull()
    await language.selectOptions('日本語')
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('region', { name: '文字起こし（途中経過）' }).getByText(text)).toBeVisible()
  })

  it('detects the language where an engine can, as for an upload, until the reader chooses one', async () => {
    server.answers['GET /api/installation'] = () =>
      Response.json({ mode: 'local', languages: ['ja', 'en'], detects_language: true, parts: [] })
    const screen = await openPage()
    const language = screen.getByRole('combobox', { name: '音声の言語' })
    await expect.element(language).toHaveDisplayValue('自動判定')
    await language.selectOptions('英語')
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await recordedFor(screen, 1)
    await screen.getByRole('button', { name: '録音を終了' }).click()
    const dialog = screen.getByRole('dialog', { name: '録音を保存' })
    await expect.element(dialog.getByRole('combobox', { name: '音声の言語' })).toHaveDisplayValue('英語')
  })

  it('nothing can be started without a source of sound', async () => {
    const screen = await openPage()
    await screen.getByRole('checkbox', { name: 'マイク' }).click()
    await expect.element(screen.getByRole('button', { name: '録音を開始' })).toBeDisabled()
    await expect.element(screen.getByText('録音する音声を1つ以上選択してください。')).toBeVisible()
  })
})

describe('APP-12 while it is recorded', () => {
  it('the time does not advance in a pause; start and pause are announced', async () => {
    const screen = await startRecording()
    const announcer = screen.getByRole('status').filter({ hasText: /^録音を/ })
    await expect.element(announcer).toHaveTextContent('録音を開始しました')
    await recordedFor(screen, 1)
    await screen.getByRole('button', { name: '一時停止' }).click()
    await expect.element(screen.getByRole('region', { name: '一時停止中' })).toBeVisible()
    await expect.element(announcer).toHaveTextContent('録音を一時停止しました')
    const before = clock(screen)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(clock(screen)).toBe(before)
    await screen.getByRole('button', { name: '再開' }).click()
    await expect.element(announcer).toHaveTextContent('録音を再開しました')
    await expect.poll(() => clock(screen)).not.toBe(before)
  })

  it('two channels: the microphone and the shared sound, with the picture of the screen', async () => {
    const screen = await openPage()
    await screen.getByRole('checkbox', { name: 'タブ・ウィンドウ・画面の音声' }).click()
    await screen.getByRole('checkbox', { name: '画面の映像も録画する' }).click()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('meter', { name: 'マイクのレベル' })).toBeVisible()
    await expect.element(screen.getByRole('meter', { name: '共有した音声のレベル' })).toBeVisible()
    await expect.element(screen.getByLabelText('録画中の映像')).toBeVisible()
  })

  it('the key M marks the second of its press, and a conversion is not taken for it', async () => {
    const screen = await startRecording()
    await recordedFor(screen, 1)
    let pressedAt = NaN
    const notePress = () => {
      pressedAt = Math.floor(currentSession()!.get().seconds)
    }
    addEventListener('keydown', notePress, { once: true, capture: true })
    await userEvent.keyboard('m')
    const note = screen.getByRole('textbox', { name: /のメモ/ })
    await expect.element(note).toHaveFocus()
    await compose('ぎだい')
    await confirmConversion('議題1')
    await recordedFor(screen, pressedAt + 2)
    await userEvent.keyboard('{Enter}')
    const markers = screen.getByRole('region', { name: 'マーカー' })
    await expect.element(markers.getByRole('listitem')).toHaveTextContent(`0:0${pressedAt}議題1`)
    // Without a note, and in a text field the key is a letter.
    await screen.getByRole('button', { name: 'マーカーを付ける' }).click()
    await userEvent.keyboard('m{Backspace}{Enter}')
    await expect.element(markers.getByText('メモなし')).toBeVisible()
    expect(
      currentSession()
        ?.get()
        .markers.map(({ note: text }) => text),
    ).toEqual(['議題1', ''])
  })

  it('finds its file in the folder, for the text that is recognised', async () => {
    server.answers[`GET /api/projects/${FOLDER}/files`] = () => {
      const uuid = currentSession()?.uuid
      const row = { id: 12, is_project: false, is_recording: true, upload: { id: 3, uuid }, can: {} }
      return Response.json({ data: [{ ...row, id: 11, upload: { id: 2, uuid: 'other' } }, row] })
    }
    const screen = await startRecording()
    await expect.poll(() => server.calls).toContain(`GET /api/projects/${FOLDER}/files/12`)
    await expect.element(screen.getByText('認識された発話が、ここに順次表示されます。')).toBeVisible()
    expect(server.calls).not.toContain(`GET /api/projects/${FOLDER}/files/11`)
  })

  it('other pages show a bar with a link back', async () => {
    const screen = await startRecording()
    await screen.getByRole('link', { name: 'フォルダへ戻る' }).click()
    const bar = screen.getByRole('complementary', { name: '録音' })
    await expect.element(bar.getByText(/^録音中：録音 20\d\d-\d\d-\d\d \d\d:\d\d$/)).toBeVisible()
    // The button of the header would begin another one.
    expect(screen.getByRole('button', { name: '録音' }).query()).toBeNull()
    await bar.getByRole('link', { name: '録音の画面へ' }).click()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    expect(bar.query()).toBeNull()
  })

  it('offline, the screen says that the recording is kept and sent later', async () => {
    const screen = await startRecording()
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    globalThis.dispatchEvent(new Event('offline'))
    await expect.element(screen.getByText(/^オフラインです。録音はこの端末に保存され/)).toBeVisible()
    Reflect.deleteProperty(navigator, 'onLine')
    globalThis.dispatchEvent(new Event('online'))
    await expect.element(screen.getByText(/^オフラインです。録音はこの端末に保存され/)).not.toBeInTheDocument()
  })
})

describe('APP-12 the end of a recording', () => {
  it('asks for title, folder, language and speakers, and can continue', async () => {
    const screen = await startRecording()
    await recordedFor(screen, 1)
    await screen.getByRole('button', { name: '録音を終了' }).click()
    const dialog = screen.getByRole('dialog', { name: '録音を保存' })
    await expect
      .element(dialog.getByRole('textbox', { name: 'タイトル' }))
      .toHaveDisplayValue(/^録音 20\d\d-\d\d-\d\d \d\d:\d\d$/)
    await expect.element(dialog.getByRole('combobox', { name: '保存先のフォルダ' })).toHaveDisplayValue('営業')
    await expect.element(dialog.getByRole('combobox', { name: '音声の言語' })).toHaveDisplayValue('日本語')
    await expect.element(dialog.getByRole('combobox', { name: '話者の人数' })).toHaveDisplayValue('自動')
    await dialog.getByRole('button', { name: '録音を続ける' }).click()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
  })

  it('needs a title', async () => {
    const screen = await startRecording()
    await recordedFor(screen, 1)
    await screen.getByRole('button', { name: '録音を終了' }).click()
    const dialog = screen.getByRole('dialog', { name: '録音を保存' })
    await dialog.getByRole('textbox', { name: 'タイトル' }).clear()
    await dialog.getByRole('button', { name: '保存して送信' }).click()
    await expect.element(dialog.getByText('タイトルを入力してください')).toBeVisible()
    expect(currentSession()?.get().phase).toBe('paused')
  })

  it('that the server refuses can be left: it stays on this device', async () => {
    server.answers[`POST /api/projects/${FOLDER}/uploads/upload-url`] = () =>
      Response.json({ error: 'E_UNPROCESSABLE_ENTITY' }, { status: 422 })
    const screen = await startRecording()
    await recordedFor(screen, 1)
    await screen.getByRole('button', { name: '録音を終了' }).click()
    await screen.getByRole('button', { name: '保存して送信' }).click()
    const notice = screen.getByRole('alert')
    await expect.element(notice.getByText('録音を送信できませんでした')).toBeVisible()
    await expect.element(notice.getByText(/この端末に保存されています/)).toBeVisible()
  })

  it('is discarded after a question', async () => {
    const screen = await startRecording()
    await recordedFor(screen, 1)
    await screen.getByRole('button', { name: '録音を終了' }).click()
    await screen.getByRole('button', { name: '録音を破棄' }).click()
    const question = screen.getByRole('dialog', { name: '録音を破棄しますか？' })
    await question.getByRole('button', { name: '破棄', exact: true }).click()
    await expect.element(screen.getByRole('button', { name: '録音を開始' })).toBeVisible()
    expect(currentSession()).toBeNull()
  })
})

describe('quotas', () => {
  it('BILL-40 without storage, recording is possible and uploading is not: shown before and during', async () => {
    server.answers['GET /api/usage'] = () => Response.json(usage({ storage: 0, upload: false }))
    server.answers[`POST /api/projects/${FOLDER}/uploads/upload-url`] = () =>
      Response.json({ error: 'PROJECT_MAX_STORAGE_EXCEEDED' }, { status: 403 })
    const screen = await openPage()
    await expect.element(screen.getByText(/録音はできますが、アップロードはできません/)).toBeVisible()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await recordedFor(screen, 2)
    await expect.element(screen.getByRole('alert').getByText(/アップロードできません。録音は続けられ/)).toBeVisible()
    await expect.element(screen.getByText('停止中（ストレージ容量の不足）')).toBeVisible()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    // It stays on this device when it is stopped.
    await screen.getByRole('button', { name: '録音を終了' }).click()
    await screen.getByRole('button', { name: '保存して送信' }).click()
    await expect.element(screen.getByText(/録音はこの端末に保存されています。$/)).toBeVisible()
    expect(currentSession()?.get().size).toBeGreaterThan(0)
  })

  it('BILL-41 without minutes, recording and uploading are possible, and analysis is not: shown before and during', async () => {
    server.answers['GET /api/usage'] = () => Response.json(usage({ minute: 0, analyze: false }))
    const screen = await openPage()
    const notice = screen.getByText(/録音とアップロードはできますが、解析はできません/)
    await expect.element(notice).toBeVisible()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    await expect.element(notice).toBeVisible()
  })

  it('a folder that is gone: another one is chosen while it is recorded', async () => {
    server.answers[`POST /api/projects/${FOLDER}/uploads/upload-url`] = () =>
      Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
    const screen = await startRecording()
    const alert = screen.getByRole('alert')
    await expect.element(alert.getByText(/別のフォルダを選択してください/)).toBeVisible()
    await alert.getByRole('button', { name: '別のフォルダに保存' }).click()
    const dialog = screen.getByRole('dialog', { name: '別のフォルダに保存' })
    await dialog.getByRole('combobox', { name: '保存先のフォルダ' }).selectOptions('人事')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => server.calls).toContain('POST /api/projects/8/uploads/upload-url')
  })
})
