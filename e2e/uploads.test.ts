// Uploads recordings through a browser. Their words are tones, which a small test model transcribes.
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { recordUsage } from '@kaiwa/server/billing/record-usage.ts'
import { assign, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, makeToneRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createMember, createOwner, PASSWORD, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { field, FOLDER_PATH, passwordField, signOut } from './test/account-steps.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'
import { throttleUploads } from './test/throttle-uploads.ts'
import { padWav } from './test/pad-wav.ts'
import { waitForPlayback } from './test/wait-for-playback.ts'
import { measureVisibleTime } from './test/measure-visible-time.ts'

let journey: Journey
let owner: TestOwner
let folder: TestFolder
let work: string
let removeModels: () => Promise<void>
let visitor: Visitor
let page: Page
/** Path of a recording with 20 seconds of speech. */
let short: string
/** Path of the same recording, padded to 24 MB: three chunks. */
let long: string
const LONG_BYTES = 24 * 1_048_576
const CHUNK_BYTES = 8 * 1_048_576
const MAX_FILE_MB = 64
const MAX_FILE_MINUTES = 20

beforeAll(async () => {
  const models = await makeToneEngine()
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-uploads-'))
  short = await makeToneRecording(work, '短い商談.wav', toneTalk(20), 20)
  long = await padWav(short, join(work, '長い商談.wav'), LONG_BYTES)
  journey = await startJourney({
    KAIWA_MODELS: models.folder,
    KAIWA_MAX_FILE_MB: String(MAX_FILE_MB),
    KAIWA_MAX_FILE_MINUTES: String(MAX_FILE_MINUTES),
  })
  const { db } = journey.program
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '録音' })
  visitor = await journey.visit({ as: owner })
  page = visitor.page
  await visitor.open(`/projects/${folder.projectId}`)
})
afterEach((test) => resetAfterFailure(test, visitor))
afterAll(async () => {
  await journey.end()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})

function button(name: string) {
  return page.getByRole('button', { name, exact: true })
}

function row(name: string, on: Page = page) {
  return on.getByRole('row', { name, exact: true })
}

function panel() {
  return page.getByRole('region', { name: 'アップロードの状況' })
}

function toast(text: string) {
  return page.getByRole('region', { name: 'お知らせ' }).getByText(text)
}

/** Writes a sparse WAV file of silence: one channel, 16,000 samples of 2 bytes per second. */
async function writeSilence(path: string, seconds: number): Promise<void> {
  const header = (await readFile(short)).subarray(0, 44)
  const bytes = seconds * 32_000
  header.writeUInt32LE(bytes + 36, 4)
  header.writeUInt32LE(bytes, 40)
  await writeFile(path, header)
  await truncate(path, bytes + 44)
}

/** Signs in without a browser; returns the token. */
async function openSessionOf(email: string): Promise<string> {
  const response = await fetch(`${journey.program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return ((await response.json()) as { token: string }).token
}

async function choose(path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button('アップロード').first().click()
  await (await chooser).setFiles(path)
}

async function send(path: string, name: string): Promise<void> {
  await choose(path)
  await page.getByRole('combobox', { name: `${name}.wavの音声の言語` }).selectOption('ja')
  await button('1件をアップロード').click()
}

function isProcessed(name: string) {
  return row(name).getByText('解析済み', { exact: true }).waitFor({ timeout: 60_000 })
}

describe('a chosen file', () => {
  let stayed: Promise<number>

  it('UP-01 that is not a recording is refused before anything is sent', async () => {
    const path = join(work, '議事録.txt')
    await writeFile(path, '議事録')
    await choose(path)
    await page.getByText('対応していない形式です（mp4, mkv, mov, mp3, flac, wav, m4a のみ）').waitFor()
    expect(await button('1件をアップロード').isDisabled()).toBe(true)
    await button('議事録.txtを一覧から外す').click()
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
  })

  it('UP-02 UP-03 UP-17 is announced with size, duration and speakers; automatic speakers are null', async () => {
    await choose(short)
    const speakers = page.getByRole('combobox', { name: '短い商談.wavの話者の人数' })
    expect(await speakers.locator('option').count()).toBe(6)
    await page.getByRole('combobox', { name: '短い商談.wavの音声の言語' }).selectOption('ja')
    const announced = page.waitForRequest(/upload-url$/)
    stayed = measureVisibleTime(page, 'アップロードの状況', '完了')
    // The next test awaits this promise. If this test fails, a rejection must not be unhandled.
    stayed.catch(() => undefined)
    await button('1件をアップロード').click()
    const body = (await announced).postDataJSON() as { files: Record<string, unknown>[] }
    expect(body.files).toEqual([
      {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: '短い商談.wav',
        size: expect.closeTo((20 * 32_000 + 44) / 1_048_576, 6),
        duration: expect.toSatisfy((minutes: number) => minutes === 0 || Math.abs(minutes - 20 / 60) < 0.001),
        num_speaker: null,
        language: 'ja',
      },
    ])
  })

  it('UP-16 UP-10 shows a message when it is sent; the panel closes more than 2 seconds later', async () => {
    await toast('アップロードが完了しました').waitFor()
    expect(await stayed).toBeGreaterThan(2_000)
  })

  it('PROC-01 PROC-14 is shown as processed without a reload', async () => {
    await isProcessed('短い商談')
  })

  it('PROC-15 can be opened, read and played', async () => {
    await page.getByRole('link', { name: '短い商談', exact: true }).click()
    await page
      .getByText(/^one eight/)
      .first()
      .waitFor()
    await button('再生').click()
    await waitForPlayback(page, 1)
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await row('短い商談').waitFor()
  })
})

describe('an interrupted upload', () => {
  let throttle: Awaited<ReturnType<typeof throttleUploads>>
  /** Start offsets of the chunks that were sent in the current test. */
  const offsets: number[] = []

  beforeAll(async () => {
    throttle = await throttleUploads(visitor)
    // A fake clock allows to skip the delays before retries.
    await page.clock.install()
    page.on('request', (request) => {
      const offset = request.headers()['upload-offset']
      if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset))
    })
  })

  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await page.unrouteAll()
    await page.clock.resume()
    await visitor.context.setOffline(false)
    await throttle('unlimited')
  })

  /** Creates a folder and opens it. Each test uses its own folder. */
  const enter = async (name: string): Promise<void> => {
    const target = await createFolder(journey.program.db, rootOf(owner), { creator: owner, name })
    await panel().waitFor({ state: 'hidden' })
    offsets.length = 0
    await visitor.navigate(`/projects/${target.projectId}`)
  }
  /** Sends the first chunk completely, then throttles the line so that the second one takes longer than any test. */
  const sendToTheMiddle = async (): Promise<void> => {
    const next = page.waitForRequest(
      (request) => request.method() === 'PATCH' && request.headers()['upload-offset'] === String(CHUNK_BYTES),
    )
    await throttle('slow')
    await send(long, '長い商談')
    await next
    await throttle('stalled')
    await panel()
      .getByText(/^[3-8]\d%$/)
      .waitFor()
  }

  it('PROC-06 PROC-07 stops while offline, and resumes automatically when the network is back', async () => {
    await enter('オフライン')
    await sendToTheMiddle()
    await row('長い商談').getByText('アップロード中').waitFor()
    await visitor.context.setOffline(true)
    await page.getByText('オフラインです').waitFor()
    await row('長い商談').getByText('アップロードが中断されました').waitFor()
    await panel().getByText('アップロードが中断されました').waitFor()
    const resume = row('長い商談').getByRole('button', { name: '再開' })
    await resume.hover()
    await page.getByRole('tooltip').getByText('オフラインのためアップロードできません').waitFor()
    await visitor.context.setOffline(false)
    await page.getByText('オンラインに復帰しました').waitFor()
    await throttle('unlimited')
    await toast('アップロードが完了しました').waitFor()
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
  })

  it('UP-07 retries after 0, 1, 3, 5, 10 and 20 seconds, and is then interrupted', async () => {
    await enter('再試行')
    const requests: (() => Promise<void>)[] = []
    const isTus = ({ pathname }: URL): boolean => pathname.startsWith('/api/tus')
    const untilRequest = (count: number) => expect.poll(() => requests.length).toBe(count)
    const now = () => page.evaluate(() => Date.now())
    // The page records these times with its own clock, because the test learns of a request only later.
    await page.evaluate(() => {
      const times = { sent: [] as number[], failed: [] as number[] }
      const open: (method: string, url: string | URL) => void = XMLHttpRequest.prototype.open
      XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
        open.call(this, method, url)
        if (!String(url).includes('/api/tus')) return
        times.sent.push(Date.now())
        this.addEventListener('error', () => times.failed.push(Date.now()))
      }
      Object.assign(window, { times })
    })
    const times = () => page.evaluate(() => (window as unknown as { times: Record<'sent' | 'failed', number[]> }).times)
    await page.route(isTus, (route) => void requests.push(() => route.abort('failed')))
    await send(long, '長い商談')
    await untilRequest(1)
    // The page's clock advances only in steps from here on: the time between a failure and its retry is the delay.
    await page.clock.pauseAt((await now()) + 1_000)
    for (const [retry, seconds] of [0, 1, 3, 5, 10, 20].entries()) {
      await requests[retry]?.()
      await expect.poll(async () => (await times()).failed.length).toBe(retry + 1)
      const { failed } = await times()
      while (requests.length < retry + 2 && (await now()) - Number(failed[retry]) < seconds * 1_000 + 5_000)
        await page.clock.runFor(100)
      await untilRequest(retry + 2)
      const waited = (Number((await times()).sent[retry + 1]) - Number(failed[retry])) / 1_000
      expect(waited, `seconds before retry ${retry + 1}`).toBeGreaterThanOrEqual(seconds)
      expect(waited, `seconds before retry ${retry + 1}`).toBeLessThan(seconds + 1)
    }
    await requests[6]?.()
    await row('長い商談').getByText('アップロードが中断されました').waitFor()
    expect(requests).toHaveLength(7)
    await page.unroute(isTus)
    await page.clock.resume()
    await row('長い商談').getByRole('button', { name: '再開' }).click()
    await toast('アップロードが完了しました').waitFor()
  })

  it('UP-07 continues after the server was killed and restarted', async () => {
    await enter('再起動')
    await sendToTheMiddle()
    await journey.program.kill()
    await journey.program.restart()
    await throttle('unlimited')
    await page.clock.fastForward(20_000)
    await toast('アップロードが完了しました').waitFor({ timeout: 60_000 })
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
    await isProcessed('長い商談')
  })

  it('UP-11 PROC-06 continues where it stopped after a reload, which asks first, when the same file is chosen', async () => {
    await enter('再読み込み')
    await sendToTheMiddle()
    const asked: string[] = []
    page.once('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await throttle('unlimited')
    const resume = row('長い商談').getByRole('button', { name: '再開' })
    await row('長い商談').getByText('アップロードが中断されました').waitFor()

    const wrong = page.waitForEvent('filechooser')
    await resume.click()
    await (await wrong).setFiles(short)
    await toast('中断したファイル（長い商談.wav）と同じファイルを選択してください。').waitFor()

    offsets.length = 0
    const chooser = page.waitForEvent('filechooser')
    await resume.click()
    await (await chooser).setFiles(long)
    await toast('アップロードが完了しました').waitFor()
    expect(offsets[0]).toBeGreaterThanOrEqual(CHUNK_BYTES)
  })

  it('UP-14 UP-15 is cancelled only after a confirmation', async () => {
    await enter('取り消し')
    await throttle('stalled')
    await send(long, '長い商談')
    await row('長い商談').waitFor()
    const cancel = panel().getByRole('button', { name: '長い商談のアップロードをキャンセル' })
    await cancel.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('アップロードをキャンセルしますか？').waitFor()
    await dialog.getByRole('button', { name: 'キャンセル', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await cancel.click()
    await dialog.getByRole('button', { name: 'アップロードをキャンセル', exact: true }).click()
    await toast('アップロードをキャンセルしました').waitFor()
    await row('長い商談').waitFor({ state: 'hidden' })
    await page.getByText('このフォルダにはまだ何もありません').waitFor()
    await throttle('unlimited')
  })

  it('UP-12 UP-13 that starts offline shows an error, and is requested again after 10 seconds', async () => {
    await enter('あとから')
    await choose(short)
    await button('1件をアップロード').waitFor()
    await visitor.context.setOffline(true)
    await button('1件をアップロード').click()
    await toast('オフラインのためアップロードできません。オンラインになってからもう一度お試しください').waitFor()
    await visitor.context.setOffline(false)
    const asked = page.waitForRequest(/upload-url$/)
    await page.clock.fastForward(9_000)
    await page.clock.fastForward(1_500)
    await asked
    await toast('アップロードが完了しました').waitFor()
  })
})

describe('a file beyond a limit', () => {
  it.each([
    [
      'ja',
      'アップロード',
      '1件をアップロード',
      'ファイルサイズの上限を超えました。',
      '長さの上限を超えました。上限は20分です。',
    ],
    ['en', 'Upload', 'Upload 1 file', 'Maximum file size exceeded.', 'Maximum duration exceeded.'],
  ] as const)('ERR-15 ERR-17 the dialog says which limit, in %s', async (locale, upload, start, tooLarge, tooLong) => {
    const large = join(work, `${locale}-large.mp4`)
    await writeFile(large, '')
    await truncate(large, (MAX_FILE_MB + 1) * 1_048_576)
    const endless = join(work, `${locale}-long.wav`)
    await writeSilence(endless, (MAX_FILE_MINUTES + 1) * 60)
    const boss = await createOwner(journey.program.db, { locale })
    const target = await createFolder(journey.program.db, rootOf(boss), { creator: boss })
    const person = await journey.visit({ as: boss, locale })
    const { page: on } = person
    // The browser learns no limit of the size, so that the server refuses.
    await on.route('**/api/client-config', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), max_file_mb: 1_000_000 } })
    })
    await person.open(`/projects/${target.projectId}`)
    const begin = on.getByRole('dialog').getByRole('button', { name: start, exact: true })
    const choosePath = async (path: string): Promise<void> => {
      const chooser = on.waitForEvent('filechooser')
      await on.getByRole('button', { name: upload, exact: true }).first().click()
      await (await chooser).setFiles(path)
      await begin.waitFor()
    }
    const refusal = async (): Promise<unknown> => {
      const refused = on.waitForResponse(/upload-url$/)
      await begin.click()
      const response = await refused
      return [response.status(), await response.json()]
    }
    await choosePath(large)
    expect(await refusal()).toEqual([
      422,
      { error: 'PROJECT_MAX_FILE_SIZE_EXCEEDED', errors: { 'files.0.size': ['max'] } },
    ])
    await on.getByRole('alert').getByText(tooLarge).waitFor()
    expect(await begin.isDisabled()).toBe(true)
    await on.keyboard.press('Escape')
    await on.getByRole('dialog').waitFor({ state: 'hidden' })
    // With a paused clock the duration is read however slow the machine is.
    await on.clock.install()
    await on.clock.pauseAt(Date.now() + 60_000)
    await choosePath(endless)
    expect(await refusal()).toEqual([
      422,
      { error: 'PROJECT_MAX_MINUTES_EXCEEDED', errors: { 'files.0.duration': ['max'] } },
    ])
    await on.getByRole('alert').getByText(tooLong).waitFor()
    expect(await begin.isDisabled()).toBe(true)
    expect(person.errors).toEqual([])
    await person.leave()
  })

  it('ERR-15 a file that is larger than the limit is refused before anything is sent', async () => {
    const large = join(work, '大きな商談.mp4')
    await writeFile(large, '')
    await truncate(large, (MAX_FILE_MB + 1) * 1_048_576)
    await visitor.navigate(`/projects/${folder.projectId}`)
    await choose(large)
    await page.getByRole('alert').getByText('ファイルサイズの上限を超えました。上限は64 MBです。').waitFor()
    expect(await button('1件をアップロード').isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
  })
})

describe('signing out during an upload', () => {
  it('AUTH-57 removes the names of files and everything else from the page, and stops sending', async () => {
    const { db } = journey.program
    const [boss, next] = [await createOwner(db, { last_name: '高橋', first_name: '舞' }), await createOwner(db)]
    const target = await createFolder(db, rootOf(boss), { creator: boss, name: '極秘の案件' })
    const person = await journey.visit({ as: boss })
    const { page: on } = person
    const slowly = await throttleUploads(person)
    await person.open(`/projects/${target.projectId}`)
    await slowly('stalled')
    const chooser = on.waitForEvent('filechooser')
    await on.getByRole('button', { name: 'アップロード', exact: true }).first().click()
    await (await chooser).setFiles(long)
    await on.getByRole('combobox', { name: '長い商談.wavの音声の言語' }).selectOption('ja')
    const sending = on.waitForRequest((request) => request.method() === 'PATCH')
    await on.getByRole('button', { name: '1件をアップロード', exact: true }).click()
    const shown = on.getByRole('region', { name: 'アップロードの状況' })
    await shown.getByText('長い商談').first().waitFor()
    await sending
    const stopped = on.waitForEvent('requestfailed', (request) => request.url().includes('/api/tus'))
    await signOut(on)
    await on.waitForURL(/\/login$/)
    await on.getByText('ログアウトしました').waitFor()
    await stopped
    const nothingLeft = async (): Promise<void> => {
      await shown.waitFor({ state: 'detached' })
      const text = await on.locator('body').innerText()
      for (const name of ['長い商談', '極秘の案件', '高橋', boss.email]) expect(text).not.toContain(name)
    }
    await nothingLeft()
    const later: string[] = []
    on.on('request', (request) => {
      if (request.url().includes('/api/tus')) later.push(request.method())
    })
    await slowly('unlimited')
    // The next user of the same page sees nothing of the first one.
    await field(on, 'メールアドレス').fill(next.email)
    await passwordField(on).fill(PASSWORD)
    await on.getByRole('button', { name: 'ログイン', exact: true }).click()
    await on.waitForURL(FOLDER_PATH)
    await on.getByRole('treeitem', { name: 'ワークスペース' }).waitFor()
    await nothingLeft()
    expect(later).toEqual([])
    // The first user finds the interrupted upload again.
    const again = await journey.visit({ as: { token: await openSessionOf(boss.email) } })
    await again.open(`/projects/${target.projectId}`)
    await row('長い商談', again.page).waitFor()
    expect([...person.errors, ...again.errors]).toEqual([])
    await again.leave()
    await person.leave()
  })
})

describe('upload permissions', () => {
  const openAs = async (user: { token: string }, target: TestFolder): Promise<Visitor> => {
    const person = await journey.visit({ as: user, locale: 'en' })
    await person.open(`/projects/${target.projectId}`)
    await person.page.getByRole('heading', { name: target.name, level: 1 }).waitFor()
    return person
  }
  const uploadButtons = ({ page: on }: Visitor) => on.getByRole('button', { name: /^(Upload|アップロード)$/ })
  const nothingToPress = async (person: Visitor): Promise<void> => {
    await person.page.getByRole('table').waitFor()
    expect(await uploadButtons(person).count()).toBe(0)
  }

  it('UP-18 only editors can upload, and only in folders below the root', async () => {
    const { db } = journey.program
    const root = rootOf(owner)
    await visitor.navigate(`/projects/${root.projectId}`)
    await page.getByRole('heading', { name: root.name, level: 1 }).waitFor()
    await nothingToPress(visitor)
    const other = await createFolder(db, root, { creator: owner, name: 'Others' })
    const guest = await createMember(db, owner, ROLE.guest)
    await assign(db, folder, guest, ROLE.viewer)
    await assign(db, other, guest, ROLE.editor)
    const person = await openAs(guest, folder)
    await nothingToPress(person)
    await person.navigate(`/projects/${other.projectId}`)
    await person.page.getByRole('heading', { name: other.name, level: 1 }).waitFor()
    await uploadButtons(person).first().waitFor()
    await person.leave()
  })

  it('UP-19 UP-20 BILL-35 the button explains missing minutes and missing storage', async () => {
    const { db } = journey.program
    const poor = await createOwner(db)
    const target = await createFolder(db, rootOf(poor), { creator: poor, name: 'Calls' })
    const use = (kind: 'minute' | 'storage', amount: number) =>
      db
        .transaction()
        .execute((trx) =>
          recordUsage(trx, { workspaceId: poor.workspaceId, userId: poor.id, kind, amount, cause: `journey:${kind}` }),
        )
    await use('minute', 6_000)
    const person = await openAs(poor, target)
    const expectHint = async (disabled: boolean, sentence: string): Promise<void> => {
      await person.page.locator(`button[aria-disabled=${disabled}]`, { hasText: 'Upload' }).first().waitFor()
      await uploadButtons(person).first().locator('svg.tabler-icon-alert-triangle').waitFor()
      await uploadButtons(person).first().hover()
      await person.page.getByRole('tooltip').getByText(sentence).waitFor()
    }
    await expectHint(false, 'Analysis time is insufficient. Uploading is possible, but analysis is not.')
    await use('storage', 1_001 * 1_024 * 1_048_576)
    await person.page.reload()
    await expectHint(true, 'Due to insufficient storage capacity, unable to upload.')
    await person.leave()
  })
})

it('no page throws an error', () => {
  expect(visitor.errors).toEqual([])
})
