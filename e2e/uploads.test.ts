// Real recordings through a real browser: their words are tones, which a tiny model of the tests understands.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { record } from '@kaiwa/server/billing/record.ts'
import { assign, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, makeToneRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createMember, createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { toneTalk } from '@kaiwa/speech'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'
import { playsPast } from './test/plays-past.ts'

let journey: Journey
let owner: TestOwner
let folder: TestFolder
let work: string
let removeModels: () => Promise<void>
let visitor: Visitor
let page: Page
/** 20 seconds of speech. */
let short: string
/** The same and then silence, 16 MB in all: two chunks. */
let long: string
const LONG_SECONDS = 524
/** What the throttled line carries, so that there is a middle to be interrupted in. */
const BYTES_PER_SECOND = 3 * 1_048_576

beforeAll(async () => {
  const models = await makeToneEngine()
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-uploads-'))
  short = await makeToneRecording(work, '短い商談.wav', toneTalk(20), 20)
  long = await makeToneRecording(work, '長い商談.wav', toneTalk(20), LONG_SECONDS)
  journey = await startJourney({ KAIWA_MODELS: models.folder })
  const { db } = journey.program
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '録音' })
  visitor = await journey.visit({ as: owner })
  page = visitor.page
  await visitor.open(`/projects/${folder.projectId}`)
})
afterAll(async () => {
  await journey.end()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})

const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true })
const row = (name: string, on: Page = page) => on.getByRole('row', { name, exact: true })
const panel = (on: Page = page) => on.getByRole('region', { name: 'アップロードの状況' })
const toast = (text: string, on: Page = page) => on.getByRole('region', { name: 'お知らせ' }).getByText(text)

const choose = async (path: string, on: Page = page): Promise<void> => {
  const chooser = on.waitForEvent('filechooser')
  await button('アップロード', on).first().click()
  await (await chooser).setFiles(path)
}
const send = async (path: string, name: string, on: Page = page): Promise<void> => {
  await choose(path, on)
  await on.getByRole('combobox', { name: `${name}.wavの音声の言語` }).selectOption('ja')
  await button('1件をアップロード', on).click()
}

const throttle = async (on: Visitor, bytesPerSecond: number): Promise<void> => {
  const session = await on.context.newCDPSession(on.page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}
/** A person with a slow line, in a folder of their own. */
const onSlowLine = async (name: string): Promise<Visitor & { folder: TestFolder }> => {
  const place = await createFolder(journey.program.db, rootOf(owner), { creator: owner, name })
  const slow = await journey.visit({ as: owner })
  await slow.open(`/projects/${place.projectId}`)
  await throttle(slow, BYTES_PER_SECOND)
  return { ...slow, folder: place }
}
/** The first chunk has arrived whole, the second has not. */
const inTheMiddle = (on: Page) =>
  panel(on)
    .getByText(/^(5[2-9]|[6-8]\d)%$/)
    .waitFor()
const isProcessed = (name: string, on: Page) =>
  row(name, on).getByText('解析済み', { exact: true }).waitFor({ timeout: 40_000 })
const offsetsOf = (on: Page): number[] => {
  const offsets: number[] = []
  on.on('request', (request: Request) => {
    const offset = request.headers()['upload-offset']
    if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset))
  })
  return offsets
}

describe('a recording is chosen', () => {
  it('UP-01 what is no recording is refused before anything is sent', async () => {
    const path = join(work, '議事録.txt')
    await writeFile(path, '議事録')
    await choose(path)
    await page.getByText('対応していない形式です（mp4, mkv, mov, mp3, flac, wav, m4a のみ）').waitFor()
    expect(await button('1件をアップロード').isDisabled()).toBe(true)
    await button('議事録.txtを一覧から外す').click()
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
  })

  it('UP-02 UP-03 UP-17 its size, duration and speakers are announced, 0 speakers as null', async () => {
    await choose(short)
    const speakers = page.getByRole('combobox', { name: '短い商談.wavの話者の人数' })
    expect(await speakers.locator('option').count()).toBe(6)
    await page.getByRole('combobox', { name: '短い商談.wavの音声の言語' }).selectOption('ja')
    const announced = page.waitForRequest(/upload-url$/)
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

  it('UP-16 is sent, and told so', async () => {
    await toast('アップロードが完了しました').waitFor()
  })

  it('UP-10 the panel leaves some moments after everything has arrived', async () => {
    await panel().getByText('完了', { exact: true }).waitFor()
    const since = Date.now()
    await panel().waitFor({ state: 'hidden' })
    expect(Date.now() - since).toBeGreaterThan(1_500)
  })

  it('PROC-01 PROC-14 is processed under the eyes of whoever waits, without a reload', async () => {
    await isProcessed('短い商談', page)
  })

  it('PROC-15 opens, reads and plays', async () => {
    await page.getByRole('link', { name: '短い商談', exact: true }).click()
    await page
      .getByText(/^one eight/)
      .first()
      .waitFor()
    await button('再生').click()
    await playsPast(page, 1)
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await row('短い商談').waitFor()
  })
})

describe('the way is cut', () => {
  it('PROC-06 PROC-07 offline it is interrupted, and goes on by itself when the network is back', async () => {
    const slow = await onSlowLine('オフライン')
    const offsets = offsetsOf(slow.page)
    await send(long, '長い商談', slow.page)
    await inTheMiddle(slow.page)
    await row('長い商談', slow.page).getByText('アップロード中').waitFor()
    await slow.context.setOffline(true)
    await slow.page.getByText('オフラインです').waitFor()
    await row('長い商談', slow.page).getByText('アップロードが中断されました').waitFor()
    await panel(slow.page).getByText('アップロードが中断されました').waitFor()
    const resume = row('長い商談', slow.page).getByRole('button', { name: '再開' })
    await resume.hover()
    await slow.page.getByRole('tooltip').getByText('オフラインのためアップロードできません').waitFor()
    await slow.context.setOffline(false)
    await slow.page.getByText('オンラインに復帰しました').waitFor()
    await toast('アップロードが完了しました', slow.page).waitFor()
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
    expect(slow.errors).toEqual([])
    await slow.leave()
  })

  it('UP-11 PROC-06 a reload asks first, and the same file goes on where it stopped', async () => {
    const slow = await onSlowLine('再読み込み')
    const asked: string[] = []
    slow.page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await send(long, '長い商談', slow.page)
    await inTheMiddle(slow.page)
    await slow.page.reload()
    expect(asked).toEqual(['beforeunload'])
    const resume = row('長い商談', slow.page).getByRole('button', { name: '再開' })
    await row('長い商談', slow.page).getByText('アップロードが中断されました').waitFor()

    const wrong = slow.page.waitForEvent('filechooser')
    await resume.click()
    await (await wrong).setFiles(short)
    await toast('中断したファイル（長い商談.wav）と同じファイルを選択してください。', slow.page).waitFor()

    const offsets = offsetsOf(slow.page)
    const chooser = slow.page.waitForEvent('filechooser')
    await resume.click()
    await (await chooser).setFiles(long)
    await toast('アップロードが完了しました', slow.page).waitFor()
    expect(offsets[0]).toBeGreaterThan(1_048_576)
    expect(slow.errors).toEqual([])
    await slow.leave()
  })

  it('UP-07 survives a server that is killed and comes back', async () => {
    const slow = await onSlowLine('再起動')
    const offsets = offsetsOf(slow.page)
    await send(long, '長い商談', slow.page)
    await inTheMiddle(slow.page)
    await journey.program.kill()
    await journey.program.restart()
    await toast('アップロードが完了しました', slow.page).waitFor({ timeout: 40_000 })
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
    await isProcessed('長い商談', slow.page)
    expect(slow.errors).toEqual([])
    await slow.leave()
  })

  it('UP-14 UP-15 is given up only after a question', async () => {
    const slow = await onSlowLine('取り消し')
    await send(long, '長い商談', slow.page)
    await row('長い商談', slow.page).waitFor()
    const cancel = panel(slow.page).getByRole('button', { name: '長い商談のアップロードをキャンセル' })
    await cancel.click()
    const dialog = slow.page.getByRole('dialog')
    await dialog.getByText('アップロードをキャンセルしますか？').waitFor()
    await dialog.getByRole('button', { name: 'キャンセル', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await cancel.click()
    await dialog.getByRole('button', { name: 'アップロードをキャンセル', exact: true }).click()
    await toast('アップロードをキャンセルしました', slow.page).waitFor()
    await row('長い商談', slow.page).waitFor({ state: 'hidden' })
    await slow.page.getByText('このフォルダにはまだ何もありません').waitFor()
    expect(slow.errors).toEqual([])
    await slow.leave()
  })

  it('UP-12 UP-13 begun offline it says so, and asks again after 10 seconds', async () => {
    const late = await journey.visit({ as: owner })
    await late.page.clock.install()
    await late.open(`/projects/${folder.projectId}`)
    await choose(short, late.page)
    await button('1件をアップロード', late.page).waitFor()
    await late.context.setOffline(true)
    await button('1件をアップロード', late.page).click()
    await toast(
      'オフラインのためアップロードできません。オンラインになってからもう一度お試しください',
      late.page,
    ).waitFor()
    await late.context.setOffline(false)
    const asked = late.page.waitForRequest(/upload-url$/)
    await late.page.clock.fastForward(9_000)
    await late.page.clock.fastForward(1_500)
    await asked
    await toast('アップロードが完了しました', late.page).waitFor()
    expect(late.errors).toEqual([])
    await late.leave()
  })
})

describe('who may upload, and where', () => {
  const openAs = async (user: { token: string }, place: TestFolder): Promise<Visitor> => {
    const person = await journey.visit({ as: user, locale: 'en' })
    await person.open(`/projects/${place.projectId}`)
    await person.page.getByRole('heading', { name: place.name, level: 1 }).waitFor()
    return person
  }
  const uploadButton = ({ page: on }: Visitor) => on.getByRole('button', { name: 'Upload', exact: true }).first()

  it('UP-18 editors in folders: nobody in the root, and no viewer', async () => {
    const { db } = journey.program
    const guest = await createMember(db, owner, ROLE.guest)
    await assign(db, folder, guest, ROLE.viewer)
    const editor = await createMember(db, owner, ROLE.guest)
    await assign(db, folder, editor, ROLE.editor)
    const counts: number[] = []
    for (const [user, place] of [
      [owner, rootOf(owner)],
      [guest, folder],
      [editor, folder],
    ] as const) {
      const person = await openAs(user, place)
      await person.page.getByRole('table').waitFor()
      counts.push(await person.page.getByRole('button', { name: 'Upload', exact: true }).count())
      await person.leave()
    }
    expect(counts).toEqual([0, 0, 1])
  })

  it.each([
    ['UP-19', 'storage', 1_001 * 1_024 * 1_048_576, 'true', 'Due to insufficient storage capacity, unable to upload.'],
    ['UP-20', 'minute', 6_000, 'false', 'Analysis time is insufficient. Uploading is possible, but analysis is not.'],
  ] as const)('%s without %s left the button says what that means', async (_, kind, amount, disabled, sentence) => {
    const { db } = journey.program
    const poor = await createOwner(db)
    const place = await createFolder(db, rootOf(poor), { creator: poor, name: 'Calls' })
    await db
      .transaction()
      .execute((trx) =>
        record(trx, { workspaceId: poor.workspaceId, userId: poor.id, kind, amount, cause: `journey:${poor.id}` }),
      )
    const person = await openAs(poor, place)
    await person.page.locator(`button[aria-disabled=${disabled}]`, { hasText: 'Upload' }).first().waitFor()
    await uploadButton(person).hover()
    await person.page.getByRole('tooltip').getByText(sentence).waitFor()
    await person.leave()
  })
})

it('throws no error in any of these pages', () => {
  expect(visitor.errors).toEqual([])
})
