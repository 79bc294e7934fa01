// Uploads recordings through a browser. Their words are tones, which a small test model transcribes.
import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { recordUsage } from '@kaiwa/server/billing/record-usage.ts'
import { assign, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, makeToneRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createMember, createOwner, PASSWORD, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { toneTalk } from '@kaiwa/speech/testing'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { field, FOLDER_PATH, passwordField, signOut } from './test/account-steps.ts'
import { intercept } from './test/intercept.ts'
import { onlyInFullRun } from './test/full-run.ts'
import { dismissMessages, type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'
import { pauseClock } from './test/pause-clock.ts'
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

function isTus({ pathname }: URL): boolean {
  return pathname.startsWith('/api/tus')
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

interface Transcript {
  transcript: { block_order: string[] }
  blocks: Record<string, { terms: unknown[]; sentiment: number }>
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
    await page.getByText('対応していない形式です（対応形式：mp4, mkv, mov, mp3, flac, wav, m4a）').waitFor()
    expect(await button('0件をアップロード').isDisabled()).toBe(true)
    await button('議事録.txtを一覧から外す').click()
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
  })

  it('UP-02 UP-03 UP-17 is announced with size, duration and speakers; automatic speakers are null', async () => {
    await choose(short)
    const speakers = page.getByRole('combobox', { name: '短い商談.wavの話者の人数' })
    await expect.poll(() => speakers.locator('option').count()).toBe(6)
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

  it('UP-16 shows a message when it is sent; the panel closes more than 2 seconds later', async () => {
    await toast('アップロードが完了しました').waitFor()
    await toast('短い商談').waitFor()
    expect(await stayed).toBeGreaterThan(2_000)
  })

  it('PROC-14 is shown as processed without a reload', async () => {
    await isProcessed('短い商談')
  })

  it('PROC-01 PROC-15 audio and video are transcribed with speakers and analysed, and can be opened, read and played', async () => {
    const film = join(work, '面接.mp4')
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=20']
    const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest']
    execFileSync('ffmpeg', ['-v', 'error', ...picture, '-i', short, ...codecs, film], { env: utf8Environment() })
    await choose(film)
    await page.getByRole('combobox', { name: '面接.mp4の音声の言語' }).selectOption('ja')
    await button('1件をアップロード').click()
    await isProcessed('面接')
    for (const [title, hasPicture] of [
      ['面接', true],
      ['短い商談', false],
    ] as const) {
      const answered = page.waitForResponse((response) => /\/api\/files\/\d+\/transcript\/parts$/.test(response.url()))
      await page.getByRole('link', { name: title, exact: true }).click()
      const block = page.locator('.kaiwa-block').first()
      await block.getByText(/^one eight/).waitFor()
      await page.locator('.kaiwa-speaker-name').getByText('話者1', { exact: true }).first().waitFor()
      const whole = await page.request.get((await answered).url().replace(/\/parts$/, ''))
      const { blocks, transcript } = (await whole.json()) as Transcript
      const first = blocks[transcript.block_order[0] ?? '']
      // Every word has its time, part of speech and weight; the passage has a sentiment.
      expect(first?.terms.slice(0, 2)).toEqual([
        expect.objectContaining({ text: 'one', type: expect.any(Number), score: expect.any(Number) }),
        expect.objectContaining({ text: 'eight', start_time: expect.closeTo(1, 0) }),
      ])
      expect(first?.sentiment).toEqual(expect.any(Number))
      await expect.poll(() => page.locator('video').first().isVisible()).toBe(hasPicture)
      if (!hasPicture) break
      await page.getByRole('link', { name: 'フォルダに戻る' }).click()
      await row(title).waitFor()
    }
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
  /** Sends the first chunk completely. From its first byte, the second one takes longer than any test. */
  const sendToTheMiddle = async (): Promise<void> => {
    const second = Promise.withResolvers<void>()
    const end = await intercept(page, isTus, async (route) => {
      const request = route.request()
      if (request.method() === 'PATCH' && request.headers()['upload-offset'] === String(CHUNK_BYTES)) {
        await throttle('stalled')
        second.resolve()
      }
      await route.continue()
    })
    await send(long, '長い商談')
    await second.promise
    await panel()
      .getByText(/^[3-8]\d%$/)
      .waitFor()
    end()
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

  it('UP-07 retries in the middle after 0, 1, 3, 5, 10 and 20 seconds, is then interrupted, and resumes there', async () => {
    await enter('再試行')
    const requests: ((reply: 'cut' | 'error') => Promise<void>)[] = []
    const now = () => page.evaluate(() => Date.now())
    // The page records these times with its own clock, because the test learns of a request only later.
    await page.evaluate(() => {
      const times = { sent: [] as number[], ended: [] as number[] }
      const open: (method: string, url: string | URL) => void = XMLHttpRequest.prototype.open
      XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
        open.call(this, method, url)
        if (!String(url).includes('/api/tus')) return
        times.sent.push(Date.now())
        this.addEventListener('loadend', () => times.ended.push(Date.now()))
      }
      Object.assign(window, { times })
    })
    const times = () => page.evaluate(() => (window as unknown as { times: Record<'sent' | 'ended', number[]> }).times)
    let passing = 2
    const endFailures = await intercept(page, isTus, async (route) => {
      // The creation and the first of three chunks arrive.
      if (passing > 0) {
        passing -= 1
        return route.continue()
      }
      requests.push((reply) => (reply === 'cut' ? route.abort('failed') : route.fulfill({ status: 503 })))
      return undefined
    })
    const untilRequest = (count: number) => expect.poll(() => requests.length).toBe(count)
    await send(long, '長い商談')
    await untilRequest(1)
    const before = (await times()).ended.length
    // The page's clock advances only in steps from here on: the time between a failure and its retry is the delay.
    await pauseClock(page)
    for (const [retry, seconds] of [0, 1, 3, 5, 10, 20].entries()) {
      await requests[retry]?.(retry % 2 === 0 ? 'cut' : 'error')
      await expect.poll(async () => (await times()).ended.length).toBe(before + retry + 1)
      const failedAt = Number((await times()).ended[before + retry])
      while (requests.length < retry + 2 && (await now()) - failedAt < seconds * 1_000 + 5_000)
        await page.clock.runFor(100)
      await untilRequest(retry + 2)
      const waited = (Number((await times()).sent[before + retry + 1]) - failedAt) / 1_000
      expect(waited, `seconds before retry ${retry + 1}`).toBeGreaterThanOrEqual(seconds)
      expect(waited, `seconds before retry ${retry + 1}`).toBeLessThan(seconds + 0.5)
    }
    await requests[6]?.('cut')
    await row('長い商談').getByText('アップロードが中断されました').waitFor()
    await page.clock.runFor(60_000)
    expect(requests, 'no further retry').toHaveLength(7)
    endFailures()
    await page.clock.resume()
    offsets.length = 0
    await row('長い商談').getByRole('button', { name: '再開' }).click()
    await toast('アップロードが完了しました').waitFor()
    expect(offsets).toEqual([CHUNK_BYTES, 2 * CHUNK_BYTES])
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
    await page.getByText('このフォルダは空です').waitFor()
    await throttle('unlimited')
  })

  it('UP-12 UP-13 that starts offline shows an error, and is requested every 10 seconds until it is online', async () => {
    await enter('あとから')
    await choose(short)
    await button('1件をアップロード').waitFor()
    const offline = toast('オフラインのためアップロードできません。オンラインになってからもう一度お試しください')
    const requests: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/upload-url')) requests.push(Date.now())
    })
    await visitor.context.setOffline(true)
    await pauseClock(page)
    await button('1件をアップロード').click()
    await offline.waitFor()
    // Error toasts disappear after 10 seconds: the one of the next attempt is new.
    await dismissMessages(page)
    await page.clock.runFor(9_900)
    expect(await offline.count()).toBe(0)
    await page.clock.runFor(100)
    await offline.waitFor()
    await visitor.context.setOffline(false)
    await page.clock.runFor(9_900)
    expect(requests).toEqual([])
    const asked = page.waitForRequest(/upload-url$/)
    await page.clock.runFor(100)
    await asked
    await page.clock.resume()
    await toast('アップロードが完了しました').waitFor()
    expect(requests).toHaveLength(1)
  })
})

describe('several uploads', () => {
  const NAMES = Array.from({ length: 10 }, (_, index) => `会議${index + 1}`)
  const pathOf = (name: string): string => join(work, `${name}.wav`)
  beforeAll(async () => {
    for (const name of NAMES) await copyFile(short, pathOf(name))
  })

  /** Holds the requests of uploads until the test answers those of one file, or of all. */
  const holdUploads = async (on: Page) => {
    const held = new Map<string, Route[]>()
    const names: string[] = []
    const nameOf = async (route: Route): Promise<string> => {
      const header = (await route.request().headerValue('upload-metadata')) ?? ''
      const encoded = /filename (\S+?)(?:,|$)/.exec(header)?.[1]
      return encoded ? Buffer.from(encoded, 'base64').toString() : ''
    }
    const videos = new Map<string, string>()
    const passing = new Set<string>()
    await on.route(isTus, async (route) => {
      const video = (await route.request().headerValue('videoid')) ?? ''
      if (!videos.has(video)) {
        videos.set(video, (await nameOf(route)).replace(/\.wav$/, ''))
        names.push(videos.get(video) ?? '')
      }
      if (passing.has(video) || passing.has('all')) return route.continue()
      held.set(video, [...(held.get(video) ?? []), route])
      return undefined
    })
    const videoOf = (name: string): string => [...videos].find(([, one]) => one === name)?.[0] ?? ''
    return {
      /** Names of the uploads that were started, sorted: several are started at the same time. */
      started: () => names.toSorted((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b)),
      /** Lets the requests of a file pass, those that wait and later ones. */
      pass: async (name: string): Promise<void> => {
        passing.add(videoOf(name))
        for (const route of held.get(videoOf(name)) ?? []) await route.continue()
      },
      refuse: async (name: string): Promise<void> => {
        for (const route of held.get(videoOf(name)) ?? []) await route.fulfill({ status: 404 })
        held.delete(videoOf(name))
      },
      passAll: async (): Promise<void> => {
        passing.add('all')
        for (const route of [...held].flatMap(([video, routes]) => (passing.has(video) ? [] : routes)))
          await route.continue().catch(() => undefined)
      },
    }
  }

  it('UP-10 are sent three at a time; the panel closes 2.4 s after the last one is sent, within 200 ms', async () => {
    const boss = await createOwner(journey.program.db)
    const target = await createFolder(journey.program.db, rootOf(boss), { creator: boss, name: '十件' })
    const person = await journey.visit({ as: boss })
    const { page: on } = person
    await on.emulateMedia({ reducedMotion: 'no-preference' })
    await on.clock.install()
    const line = await holdUploads(on)
    await person.open(`/projects/${target.projectId}`)
    const uploads = on.getByRole('region', { name: 'アップロードの状況' })
    const item = (name: string) => uploads.getByRole('listitem').filter({ hasText: name })
    const stateOf = (name: string, text: string) => item(name).getByText(text).waitFor()
    const waiting = uploads.getByText('順番を待っています')
    const chooser = on.waitForEvent('filechooser')
    await on.getByRole('button', { name: 'アップロード', exact: true }).first().click()
    await (await chooser).setFiles(NAMES.map(pathOf))
    await on.getByRole('button', { name: '10件をアップロード' }).click()
    const expectStarted = (count: number, queued: number) =>
      expect.poll(async () => [line.started(), await waiting.count()]).toEqual([NAMES.slice(0, count), queued])
    await expectStarted(3, 7)
    // In the table of the folder they are uploads, in another tab, too, however long they wait.
    const tab = await person.context.newPage()
    await tab.goto(on.url())
    await expect.poll(() => tab.getByText('アップロード中', { exact: true }).count()).toBe(10)
    for (let second = 0; second < 20; second += 5) await on.clock.runFor(5_000)
    expect(await tab.getByText('アップロード中', { exact: true }).count()).toBe(10)
    expect(await tab.getByText('アップロードが中断されました').count()).toBe(0)
    await tab.close()

    const cancel = async (name: string): Promise<void> => {
      await uploads.getByRole('button', { name: `${name}のアップロードをキャンセル` }).click()
      await on.getByRole('dialog').getByRole('button', { name: 'アップロードをキャンセル', exact: true }).click()
      await stateOf(name, 'キャンセル済み')
      await row(name, on).waitFor({ state: 'hidden' })
    }
    // One that waits is taken out of the queue; nothing else starts.
    await cancel('会議9')
    await expectStarted(3, 6)
    // One that ends makes room for the next, whether it was sent, cancelled or refused.
    await line.pass('会議2')
    await stateOf('会議2', '完了')
    await expectStarted(4, 5)
    await cancel('会議3')
    await expectStarted(5, 4)
    await line.refuse('会議4')
    await stateOf('会議4', 'アップロードに失敗しました')
    await expectStarted(6, 3)
    // It is retried by the queue, with the file that the page holds: three others are being sent.
    await row('会議4', on).getByRole('button', { name: '再開' }).click()
    await stateOf('会議4', '順番を待っています')
    await expectStarted(6, 4)

    // All but the last one are sent: the panel stays, however long that takes.
    for (const name of ['会議1', '会議5', '会議6', '会議4', '会議7', '会議8']) {
      await expect.poll(() => line.started()).toContain(name)
      await line.pass(name)
      await stateOf(name, '完了')
    }
    await on.clock.runFor(5_000)
    await stateOf('会議10', '0%')
    await pauseClock(on)
    await line.passAll()
    // The confirmation is requested by a timer of the page.
    await expect
      .poll(async () => {
        await on.clock.runFor(1)
        return item('会議10').getByText('完了').count()
      })
      .toBe(1)
    expect(await uploads.getAttribute('data-closing')).toBe('false')
    await on.clock.runFor(2_300)
    expect(await uploads.getAttribute('data-closing')).toBe('false')
    await on.clock.runFor(100)
    await expect.poll(() => uploads.getAttribute('data-closing')).toBe('true')
    expect(await uploads.evaluate((panel) => getComputedStyle(panel).transitionDuration)).toMatch(/^0\.2s\b/)
    await on.clock.runFor(90)
    expect(await uploads.isVisible()).toBe(true)
    await on.clock.runFor(110)
    await uploads.waitFor({ state: 'detached' })
    expect(person.errors).toEqual([])
    await person.leave()
  })

  it('UP-09 uploads whose credentials expire are aborted with the message, running and waiting ones', async () => {
    const boss = await createOwner(journey.program.db, { locale: 'en' })
    const target = await createFolder(journey.program.db, rootOf(boss), { creator: boss })
    const person = await journey.visit({ as: boss, locale: 'en' })
    const { page: on } = person
    await on.clock.install()
    const line = await holdUploads(on)
    const aborted: string[] = []
    on.on('requestfailed', (request) => {
      if (isTus(new URL(request.url()))) aborted.push(request.failure()?.errorText ?? '')
    })
    await person.open(`/projects/${target.projectId}`)
    const chooser = on.waitForEvent('filechooser')
    await on.getByRole('button', { name: 'Upload', exact: true }).first().click()
    await (await chooser).setFiles(NAMES.slice(0, 4).map(pathOf))
    const announced = on.waitForResponse(/upload-url$/)
    await on.getByRole('button', { name: 'Upload 4 files' }).click()
    const { uploads } = (await (await announced).json()) as { uploads: Record<string, { expired_at: number }> }
    const [expiry = 0] = Object.values(uploads).map(({ expired_at: at }) => at * 1_000)
    const panelOf = on.getByRole('region', { name: 'Uploads' })
    await panelOf.getByText('Waiting').waitFor()
    await expect.poll(() => line.started()).toEqual(NAMES.slice(0, 3))
    // A request of the list that is under way when the clock jumps would be aborted.
    await row('会議4', on).waitFor()

    const failed = on.getByRole('region', { name: 'Messages' }).getByText('Upload failed. Please try again')
    await on.clock.pauseAt(expiry - 5_000)
    expect(await panelOf.getByText('Waiting').count()).toBe(1)
    expect([await failed.count(), aborted]).toEqual([0, []])
    await on.clock.runFor(6_000)
    await failed.waitFor()
    await expect.poll(() => panelOf.getByText('Upload failed', { exact: true }).count()).toBe(4)
    await expect.poll(() => aborted).toEqual(['net::ERR_ABORTED', 'net::ERR_ABORTED', 'net::ERR_ABORTED'])
    expect(line.started(), 'the one that waited is not sent').toHaveLength(3)
    // The file can be tried again.
    await row('会議4', on).getByRole('button', { name: 'Resume' }).waitFor()
    expect(person.errors).toEqual([])
    await person.leave()
  })
})

describe('a file beyond a limit', () => {
  it.each([
    ['en', 'Upload', 'Upload 1 file', 'Upload 0 files', 'Maximum file size exceeded.', 'Maximum duration exceeded.'],
    ...onlyInFullRun([
      'ja',
      'アップロード',
      '1件をアップロード',
      '0件をアップロード',
      'ファイルサイズの上限を超えました。',
      '長さの上限を超えました。上限は20分です。',
    ]),
  ] as const)(
    'ERR-15 ERR-17 the dialog says which limit, in %s',
    async (locale, upload, start, nothing, tooLarge, tooLong) => {
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
      const none = on.getByRole('dialog').getByRole('button', { name: nothing, exact: true })
      const choosePath = async (path: string): Promise<void> => {
        const chooser = on.waitForEvent('filechooser')
        await on.getByRole('button', { name: upload, exact: true }).first().click()
        await (await chooser).setFiles(path)
      }
      await choosePath(large)
      const refused = on.waitForResponse(/upload-url$/)
      await begin.click()
      const response = await refused
      expect([response.status(), await response.json()]).toEqual([
        422,
        { error: 'PROJECT_MAX_FILE_SIZE_EXCEEDED', errors: { 'files.0.size': ['max'] } },
      ])
      await on.getByRole('alert').getByText(tooLarge).waitFor()
      expect(await none.isDisabled()).toBe(true)
      await on.keyboard.press('Escape')
      await on.getByRole('dialog').waitFor({ state: 'hidden' })
      // The browser reads the duration and leaves the file out.
      await choosePath(endless)
      await on.getByRole('alert').getByText(tooLong).waitFor()
      expect(await none.isDisabled()).toBe(true)
      expect(person.errors).toEqual([])
      await person.leave()
    },
  )

  it('ERR-15 a file that is larger than the limit is refused before anything is sent', async () => {
    const large = join(work, '大きな商談.mp4')
    await writeFile(large, '')
    await truncate(large, (MAX_FILE_MB + 1) * 1_048_576)
    await visitor.navigate(`/projects/${folder.projectId}`)
    await choose(large)
    await page.getByRole('alert').getByText('ファイルサイズの上限を超えました。上限は64 MBです。').waitFor()
    expect(await button('0件をアップロード').isDisabled()).toBe(true)
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
  const uploadButtonsIn = (part: Page | Locator) => part.getByRole('button', { name: /^(Upload|アップロード)$/ })
  const uploadButtons = (person: Visitor) => uploadButtonsIn(person.page)
  const nothingToPress = async (person: Visitor): Promise<void> => {
    await person.page.getByRole('table').waitFor()
    expect(await uploadButtons(person).count()).toBe(0)
  }

  it('UP-18 only editors can upload, and only in folders below the root', async () => {
    const { db } = journey.program
    const root = rootOf(owner)
    await visitor.navigate(`/projects/${root.projectId}`)
    await page.getByRole('heading', { name: root.name, level: 1 }).waitFor()
    // The root offers no upload; its home does, and asks for a folder below.
    const box = page.getByRole('region', { name: '録音をアップロード' })
    await box.waitFor()
    await expect
      .poll(
        async () => (await uploadButtons(visitor).count()) - (await uploadButtonsIn(page.getByRole('region')).count()),
      )
      .toBe(0)
    const chooser = page.waitForEvent('filechooser')
    await uploadButtonsIn(box).click()
    await (await chooser).setFiles([{ name: 'call.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') }])
    const choice = page.getByRole('combobox', { name: '保存先のフォルダ' })
    await choice.waitFor()
    const choices = () => choice.locator('option').allTextContents()
    await expect.poll(choices).toContain(folder.name)
    expect(await choices()).not.toContain(root.name)
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
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
