// The file page of the sample recording: reading, playback and search.
import { folderChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { jsonb } from '@kaiwa/server/platform/database/jsonb.ts'
import { assign, createFile, type TestFile, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createTranscript } from '@kaiwa/server/test/factories/transcripts.ts'
import { createMember, createUser } from '@kaiwa/server/test/factories/users.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'
import { LOW_PRIORITY_MS } from './test/low-priority.ts'
import { waitForPlayback } from './test/wait-for-playback.ts'

let journey: Journey
let visitor: Visitor
let page: Page
let folder: TestFolder & { creator: { id: number } }
/** Path of the sample file. */
let address: string

beforeAll(async () => {
  journey = await startJourney({ KAIWA_DEMO: 'on' })
  visitor = await journey.visit()
  page = visitor.page
  await visitor.open('/login')
  await page.getByRole('button', { name: 'サンプルで試す' }).click()
  await page.getByRole('treeitem', { name: 'サンプル' }).click()
  // The first start processes the sample through the whole pipeline.
  await page.getByRole('row', { name: '商談サンプル' }).getByText('解析済み').waitFor({ timeout: 120_000 })
  const { db } = journey.program
  const file = await db
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .select(['files.id', 'files.project_id', 'projects.item_id', 'projects.name', 'files.workspace_id', 'created_by'])
    .executeTakeFirstOrThrow()
  folder = {
    itemId: file.item_id,
    projectId: file.project_id,
    workspaceId: file.workspace_id,
    name: file.name,
    creator: { id: file.created_by ?? 0 },
  }
  address = `/projects/${file.project_id}/files/${file.id}`
})
afterAll(() => journey.end())
afterEach(() => {
  expect(visitor.errors.splice(0)).toEqual([])
})

function button(name: string) {
  return page.getByRole('button', { name, exact: true })
}

function blocks() {
  return page.locator('.kaiwa-block')
}

/** Text of the block at the playback position, if it contains `text`. */
function current(text: string) {
  return page.locator('.kaiwa-block[data-current] .kaiwa-text', { hasText: text })
}

function showsTime(text: string | RegExp) {
  return page.getByTestId('current-time').getByText(text).waitFor()
}

function slider() {
  return page.getByRole('slider', { name: '再生位置' })
}

const WIDE = { width: 1440, height: 900 }

function video<T>(read: (element: HTMLVideoElement) => T): Promise<T> {
  return page.locator('video').evaluate(read)
}

/** Navigates to the sample file. The page starts in its initial state, with nothing playing. */
async function openCall(query = ''): Promise<void> {
  await visitor.navigate(address + query)
  await blocks().first().waitFor()
}

function makeFile(columns: Parameters<typeof createFile>[2] extends infer O ? Omit<O & object, 'creator'> : never) {
  return createFile(journey.program.db, folder, { creator: folder.creator, ...columns })
}

function openFile(file: TestFile, query = '') {
  return visitor.navigate(`/projects/${file.projectId}/files/${file.id}${query}`)
}

it('W2 shows the beginning of the transcript before the app is loaded, and then the app', async () => {
  const other = await visitor.context.newPage()
  const loading = Promise.withResolvers<void>()
  await other.route(/\/assets\/.*\.js$/, async (route) => {
    await loading.promise
    await route.continue()
  })
  // A busy server sends the page without a first view.
  const load = async () => (await other.goto(address, { waitUntil: 'commit' }))?.text()
  await expect.poll(load).toContain('id="first-view"')
  const firstView = other.locator('#first-view')
  await firstView.waitFor()
  // The text is in a closed shadow root. The browser reports that it was painted, in square pixels.
  const painted = await other.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) resolve((entry as PerformanceEntry & { size: number }).size)
        })
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  expect(painted).toBeGreaterThan(5_000)
  expect(await other.locator('#root').innerHTML()).toBe('')
  loading.resolve()
  await other.locator('.kaiwa-block').first().waitFor()
  await expect.poll(() => firstView.count()).toBe(0)
  await other.close()
})

it('W2 a folder in a narrow window shows its rows before the app is loaded, and then the app', async () => {
  const other = await visitor.context.newPage()
  await other.setViewportSize({ width: 390, height: 844 })
  const loading = Promise.withResolvers<void>()
  await other.route(/\/assets\/.*\.js$/, async (route) => {
    await loading.promise
    await route.continue()
  })
  // A busy server sends the page without a first view.
  let sent = ''
  const load = async () => {
    sent = (await (await other.goto(`/projects/${folder.projectId}`, { waitUntil: 'commit' }))?.text()) ?? ''
    return sent
  }
  await expect.poll(load).toContain('id="first-view"')
  const firstView = other.locator('#first-view')
  await firstView.waitFor()
  expect(sent).toContain('商談サンプル')
  expect(await other.locator('#root').innerHTML()).toBe('')
  loading.resolve()
  await other.getByRole('row', { name: '商談サンプル' }).waitFor()
  await expect.poll(() => firstView.count()).toBe(0)
  const search = await other.getByRole('searchbox').first().getAttribute('placeholder')
  expect(sent).toContain(`<div class="search">${search}</div>`)
  await other.close()
})

it('W2 a first view does not cover the failure of the app', async () => {
  const other = await visitor.context.newPage()
  await other.route('**/api/files/*/transcript**', (route) =>
    route.fulfill({ status: 403, json: { error: 'E_FORBIDDEN' } }),
  )
  await other.goto(address)
  await other.getByRole('button', { name: '再試行' }).click()
  await expect.poll(() => other.locator('#first-view').count()).toBe(0)
  await other.close()
})

it('EDIT-33 playback alone does not extend the edit lock', async () => {
  const other = await visitor.context.newPage()
  await other.goto(address)
  await other.locator('.kaiwa-block').first().waitFor()
  await other.clock.install()
  await other.getByRole('button', { name: '編集', exact: true }).click()
  await other.getByRole('button', { name: '編集を終了', exact: true }).waitFor()
  const { db } = journey.program
  const until = async () => (await db.selectFrom('edit_locks').select('until').executeTakeFirstOrThrow()).until
  const before = await until()
  const requests: string[] = []
  other.on('request', (request) => requests.push(new URL(request.url()).pathname))
  // Long enough after the last request that another one would be sent.
  await other.clock.runFor(31_000)
  await other.getByRole('button', { name: '再生', exact: true }).click()
  await waitForPlayback(other, 3)
  await other.getByRole('slider', { name: '再生位置' }).press('ArrowRight')
  await other.clock.runFor(1_000)
  expect(requests.filter((path) => path.endsWith('/request-lock'))).toEqual([])
  expect(await until()).toEqual(before)
  await other.getByRole('button', { name: '編集を終了', exact: true }).click()
  await other.getByRole('button', { name: '編集', exact: true }).waitFor()
  await other.close()
})

describe('opening a file', () => {
  it('PROC-26 the folder shows a thumbnail', async () => {
    const picture = page.getByRole('row', { name: '商談サンプル' }).locator('img[data-kind=normal]')
    await picture.waitFor()
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
  })

  it('FILE-01 FILE-06 the path holds the ids of folder and file, and the page links back to the folder', async () => {
    await page.getByRole('link', { name: '商談サンプル', exact: true }).click()
    await page.waitForURL(`**${address}`)
    await page.getByRole('heading', { name: '商談サンプル', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await page.waitForURL(`**/projects/${folder.projectId}`)
  })

  it('FILE-02 a link with a time seeks to that time', async () => {
    await visitor.open(`${address}?t=61.5`)
    await showsTime('01:01')
    await button('再生').waitFor()
  })

  it('FILE-03 a link with a block starts playback at that block', async () => {
    await openCall()
    const block = blocks().nth(4)
    const uuid = (await block.getAttribute('data-block')) ?? ''
    const text = await block.locator('.kaiwa-text').textContent()
    // After a load the time of the block is known when the transcript arrives; after a navigation it is known already.
    const { open, navigate } = visitor
    for (const come of [
      () => open(`${address}?block=${uuid}&marker=block`),
      () => navigate(`${address}?block=36.5&marker=section`),
    ]) {
      await come()
      // Pause before the block ends.
      await button('一時停止').click()
      await current(text ?? '').waitFor()
    }
  })

  it('FILE-04 a link with words starts a search, and FILE-05 the back link carries them to the folder', async () => {
    await openCall(`?search=${encodeURIComponent('議事録')}`)
    await expect.poll(() => page.getByRole('searchbox', { name: '文字起こしを検索' }).inputValue()).toBe('議事録')
    await page.getByText(/^1\/\d+$/).waitFor()
    await page.getByRole('link', { name: 'フォルダに戻る' }).click()
    await page.waitForURL(`**/projects/${folder.projectId}?query=${encodeURIComponent('議事録')}`)
  })

  it('FILE-14 an inaccessible file shows an error and leads to the project list', async () => {
    await visitor.navigate(`/projects/${folder.projectId}/files/999999`)
    await page.getByText('アクセスが拒否されました').waitFor()
    await page.waitForURL(/\/projects\/\d+$/)
  })

  it('FILE-15 FILE-22 a user without folders and an invalid file id are redirected to the project list', async () => {
    const nobody = await journey.visit({ as: await createUser(journey.program.db) })
    await nobody.open(address)
    await nobody.page.waitForURL(/\/projects$/)
    await nobody.page.getByRole('heading', { name: 'まだプランがありません' }).waitFor()
    await nobody.leave()
    await visitor.navigate(`/projects/${folder.projectId}/files/first`)
    await page.waitForURL(/\/projects\/\d+$/)
  })
})

describe('the paused player', () => {
  // The tests share one page: nothing plays, and the time stays at 0.
  beforeAll(() => openCall())

  it('PLAY-04 shows the frame and the time at the pointer', async () => {
    const box = await slider().boundingBox()
    if (!box) throw new Error('the slider has no bounding box')
    const sprite = page.waitForResponse(/\/seek\/\d+\.jpg/)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    expect((await sprite).status()).toBe(200)
    await page.getByText('02:00', { exact: true }).waitFor()
    const cell = page.locator('[style*="/seek/"]')
    await cell.waitFor()
    const first = await cell.getAttribute('style')
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
    await page.getByText('01:00', { exact: true }).waitFor()
    await expect.poll(() => cell.getAttribute('style')).not.toBe(first)
    await page.mouse.move(10, 10)
    await cell.waitFor({ state: 'hidden' })
  })

  it('PLAY-06 has a vertical volume slider and a mute button', async () => {
    const volume = page.getByRole('slider', { name: '音量' })
    expect(await volume.count()).toBe(0)
    await button('ミュート').hover()
    await volume.waitFor()
    expect(await volume.getAttribute('aria-orientation')).toBe('vertical')
    const box = await volume.boundingBox()
    expect(box && box.height > box.width).toBe(true)
    await volume.fill('0.5')
    expect(await video((element) => element.volume)).toBe(0.5)
    await button('ミュート').click()
    expect(await video((element) => element.muted)).toBe(true)
    await button('ミュート解除').waitFor()
  })

  it('PLAY-07 has a small video that can be shown full screen', async () => {
    expect((await page.locator('video').boundingBox())?.width).toBeLessThan(200)
    await button('全画面表示').click()
    await page.waitForFunction(() => document.fullscreenElement instanceof HTMLVideoElement)
    await expect.poll(() => video((element) => element.controls)).toBe(true)
    await page.evaluate(() => document.exitFullscreen())
    await page.waitForFunction(() => document.fullscreenElement === null)
    await expect.poll(() => video((element) => element.controls)).toBe(false)
  })

  it('PLAY-18 has a slider with steps of 0.2 seconds', async () => {
    expect(await slider().getAttribute('step')).toBe('0.2')
    const end = Number(await slider().getAttribute('max'))
    expect(end).toBeGreaterThanOrEqual(240)
  })

  it('PLAY-12 ignores its keys while typing in a field', async () => {
    const search = page.getByRole('searchbox', { name: '文字起こしを検索' })
    await search.click()
    await page.keyboard.type('商談 ')
    await page.keyboard.press('ArrowLeft')
    expect(await search.inputValue()).toBe('商談 ')
    await showsTime('00:00')
    await button('再生').waitFor()
  })

  it('PLAY-12 ignores its keys during a conversion, whose Enter does not move to another hit', async () => {
    const search = page.getByRole('searchbox', { name: '文字起こしを検索' })
    const session = await visitor.context.newCDPSession(page)
    // Chromium reports a key that the input method handles as 'Process' with key code 229.
    const processKey = async (code: string) => {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await session.send('Input.dispatchKeyEvent', { type, key: 'Process', code, windowsVirtualKeyCode: 229 })
    }
    await search.fill('商談')
    await page.getByText(/^1\/\d+$/).waitFor()
    await search.press('End')
    await page.evaluate(() => {
      document.addEventListener('compositionstart', () => (document.body.dataset['composing'] = 'true'))
    })
    await session.send('Input.imeSetComposition', { text: 'です', selectionStart: 2, selectionEnd: 2 })
    await page.locator('body[data-composing=true]').waitFor()
    for (const code of ['Space', 'ArrowRight', 'ArrowLeft', 'Enter']) await processKey(code)
    await button('再生').waitFor()
    await showsTime('00:00')
    await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
    await page.getByText(/^1\/\d+$/).waitFor()
    // Without a conversion, Enter moves to the next hit.
    await search.press('Enter')
    await page.getByText(/^2\/\d+$/).waitFor()
  })
})

describe('the player', () => {
  beforeEach(() => openCall())

  it('PLAY-01 PLAY-02 plays and pauses, and the transcript marks the spoken block', async () => {
    expect(await video((element) => element.readyState)).toBe(0)
    await button('再生').click()
    await current((await blocks().first().locator('.kaiwa-text').textContent()) ?? '').waitFor()
    await waitForPlayback(page, 1)
    await button('一時停止').click()
    await button('再生').waitFor()
    expect(await video((element) => element.paused)).toBe(true)
  })

  it('PLAY-03 skips back and forward by 5 seconds', async () => {
    await button('5秒進む').click()
    await button('5秒進む').click()
    await showsTime('00:10')
    await button('5秒戻る').click()
    await showsTime('00:05')
  })

  it('PLAY-05 has four speeds, with 1 as the default', async () => {
    const speed = page.getByRole('combobox', { name: '再生速度' })
    expect(await speed.locator('option').allTextContents()).toEqual(['0.5倍', '1倍 標準', '1.5倍', '2倍'])
    expect(await speed.inputValue()).toBe('1')
    await speed.selectOption('1.5')
    await button('再生').click()
    await waitForPlayback(page, 1)
    expect(await video((element) => element.playbackRate)).toBe(1.5)
  })

  it('plays at finer speeds and skips silence, which the browser remembers', async () => {
    await button('再生設定').click()
    const speed = page.getByRole('slider', { name: '再生速度' })
    await speed.fill('1')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
    await page.getByRole('switch', { name: '無音をスキップ' }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('>')
    const list = page.getByRole('combobox', { name: '再生速度' })
    await expect.poll(() => list.inputValue()).toBe('1.2')
    await page.reload()
    await button('再生設定（無音をスキップ中）').waitFor()
    await expect.poll(() => list.inputValue()).toBe('1.2')
    // There is no speech between the last word of the first block and the first word of the second.
    const pause = await page.evaluate(async (path) => {
      const fileId = path.split('/').at(-1)
      const answer = await fetch(`/api/files/${fileId}/transcript`)
      const { transcript, blocks: all } = (await answer.json()) as {
        transcript: { block_order: string[] }
        blocks: Record<string, { terms: { start_time: number; end_time: number }[] }>
      }
      const [first, second] = transcript.block_order.map((uuid) => all[uuid]!.terms)
      return { from: first!.at(-1)!.end_time, to: second![0]!.start_time }
    }, address)
    expect(pause.to - pause.from).toBeGreaterThan(1.2)
    const start = Math.floor(pause.from) - 1
    await button('再生').click()
    /** Plays across the pause. Returns the places within it from which the player went elsewhere, and these. */
    const playAcross = async () => {
      await slider().fill(String(start))
      const seeks = await page.locator('video').evaluate(
        async (element: HTMLVideoElement, [begin = 0, end = 0]) => {
          const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
          while (element.seeking || element.currentTime < begin || element.currentTime > end) await nextFrame()
          const found: { from: number; to: number }[] = []
          let from = element.currentTime
          const handleSeeking = () => found.push({ from, to: element.currentTime })
          element.addEventListener('seeking', handleSeeking)
          while (element.currentTime < end) {
            from = element.currentTime
            await nextFrame()
          }
          element.removeEventListener('seeking', handleSeeking)
          return found
        },
        [start, pause.to + 1],
      )
      return seeks.filter(({ from }) => from > pause.from && from < pause.to).map(({ to }) => to)
    }
    // The player leaves a silence at the first picture at least 0.5 s after a word, and goes to 0.3 s before the next word.
    // A machine that shows no picture during the whole pause skips nothing.
    await expect.poll(playAcross, { timeout: 60_000 }).toEqual([expect.closeTo(pause.to - 0.3, 1)])
    await button('再生設定（無音をスキップ中）').click()
    await page.getByRole('switch', { name: '無音をスキップ' }).press('Space')
    await speed.fill('1')
    await page.keyboard.press('Escape')
    await button('再生設定').waitFor()
  })

  it('PLAY-09 PLAY-10 PLAY-11 toggles with Space and skips with the arrow keys', async () => {
    await page.keyboard.press('ArrowRight')
    await showsTime('00:05')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await showsTime('00:05')
    await page.keyboard.press('Space')
    await button('一時停止').waitFor()
    await page.keyboard.press('Space')
    await button('再生').waitFor()
  })

  it('PLAY-15 PLAY-16 scrolls with the playback and marks the current word, until the reader scrolls away', async () => {
    const scroller = page.getByRole('region', { name: '文字起こし', exact: true })
    const top = () => scroller.evaluate((element) => element.scrollTop)
    await slider().fill('200')
    await button('再生').click()
    await waitForPlayback(page, 201)
    await expect.poll(top).toBeGreaterThan(300)
    // Word and block are read in one call, because both change during playback.
    await page.waitForFunction(() => {
      const words = [...(CSS.highlights.get('kaiwa-word') ?? [])]
      const block = document.querySelector('.kaiwa-block[data-current] .kaiwa-text')
      return words.length === 1 && block?.contains(words[0]?.startContainer ?? null)
    })
    await scroller.hover()
    await page.mouse.wheel(0, -2_000)
    // Below the text, which makes room for it, and only while the recording plays.
    await button('再生位置に戻る').waitFor()
    const [text, follow] = [await scroller.boundingBox(), await button('再生位置に戻る').boundingBox()]
    expect(follow!.y).toBeGreaterThanOrEqual(text!.y + text!.height)
    await button('一時停止').click()
    await button('再生位置に戻る').waitFor({ state: 'hidden' })
    await button('再生').click()
    await button('再生位置に戻る').click()
    await button('再生位置に戻る').waitFor({ state: 'hidden' })
    await expect.poll(top).toBeGreaterThan(300)
  })
})

describe('selected text', () => {
  beforeEach(async () => {
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openCall()
    await blocks().nth(1).locator('.kaiwa-text').click({ clickCount: 3 })
    await page.getByRole('dialog', { name: '選択箇所の操作' }).waitFor()
  })

  function copied() {
    return page.evaluate(() => navigator.clipboard.readText())
  }

  it('is copied with speaker and time, by keyboard', async () => {
    await page.keyboard.press('Tab')
    // The first button comments on the passage.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('話者と時刻を付けてコピーしました').waitFor()
    const text = await blocks().nth(1).locator('.kaiwa-text').textContent()
    expect(await copied()).toBe(`佐藤（北星製作所）  00:10\n${text}`)
    await page.getByRole('dialog', { name: '選択箇所の操作' }).waitFor({ state: 'hidden' })
  })

  it('FILE-02 is linked to its moment', async () => {
    await button('この箇所へのリンクをコピー').click()
    await page.getByText('リンクをコピーしました').waitFor()
    const link = new URL(await copied())
    expect([link.pathname, link.search]).toEqual([address, expect.stringMatching(/^\?t=10\.\d+$/)])
    await visitor.navigate(link.pathname + link.search)
    await showsTime('00:10')
  })

  it('is exported as a clip, of the video or of its sound', async () => {
    await button('この箇所のクリップを書き出す').click()
    const dialog = page.getByRole('dialog', { name: 'クリップの書き出し' })
    await dialog.getByRole('radio', { name: '音声' }).check()
    const download = page.waitForEvent('download', { timeout: LOW_PRIORITY_MS })
    await dialog.getByRole('button', { name: 'ダウンロード' }).click()
    expect((await download).suggestedFilename()).toMatch(/^商談サンプル 00-10_00-\d\d\.m4a$/)
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('other recordings', () => {
  it('PLAY-08 without video show an icon instead of a picture', async () => {
    await openFile(await makeFile({ title: '電話', is_audio: true, has_thumbnail: false, thumbnail_count: 0 }))
    await page.getByTitle('音声のみのファイル').waitFor()
    expect(await page.locator('video').count()).toBe(0)
    expect(await button('全画面表示').count()).toBe(0)
  })

  it('PLAY-19 longer than an hour round the time to quarter seconds', async () => {
    const hour = await makeFile({ title: 'ちょうど1時間', duration: 3_600 })
    const longer = await makeFile({ title: '1時間を超える会議', duration: 3_601 })
    for (const [file, shown] of [
      [hour, '10.2'],
      [longer, '10'],
    ] as const) {
      await openFile(file, '?t=10.12')
      await showsTime('00:10')
      await expect.poll(() => slider().inputValue()).toBe(shown)
    }
  })
})

describe('the transcript', () => {
  it('EDIT-02 EDIT-05 EDIT-06 EDIT-07 counts the hits of a search, of one speaker or of all, and moves between them', async () => {
    await openCall()
    const search = page.getByRole('searchbox', { name: '文字起こしを検索' })
    await search.fill('ギジロク')
    await page.locator('search').getByText('見つかりません', { exact: true }).waitFor()
    expect(await button('前へ').isDisabled()).toBe(true)
    expect(await button('次へ').isDisabled()).toBe(true)
    await search.fill('議事録')
    const count = page.getByText(/^\d+\/\d+$/)
    await page.getByText(/^1\/[1-9]/).waitFor()
    const total = Number((await count.textContent())?.split('/')[1])
    expect(total).toBeGreaterThan(1)
    await button('前へ').click()
    await page.getByText(`${total}/${total}`, { exact: true }).waitFor()
    await page.getByText('末尾に戻りました').waitFor()
    await button('次へ').click()
    await page.getByText(`1/${total}`, { exact: true }).waitFor()
    await page.getByText('先頭に戻りました').waitFor()
    await button('次へ').click()
    await page.getByText(`2/${total}`, { exact: true }).waitFor()
    await button('前へ').click()
    await page.getByText(`1/${total}`, { exact: true }).waitFor()
    const marked = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('kaiwa-current-hit') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
          startContainer.textContent?.slice(startOffset, endOffset),
        ),
      )
    await expect.poll(marked).toEqual(['議事録'])
    for (let index = 2; index <= total; index += 1) await button('次へ').click()
    await page.getByText(`${total}/${total}`, { exact: true }).waitFor()
    // Only hits in blocks of the selected speaker are counted. The counts of the speakers add up to all.
    const counts: number[] = []
    for (const [from, to] of [
      ['すべて', '山田（ミナト商事）'],
      ['山田（ミナト商事）', '佐藤（北星製作所）'],
    ]) {
      await button(`話者で絞り込む: ${from}`).click()
      await page.getByRole('menuitemradio', { name: to }).click()
      await button(`話者で絞り込む: ${to}`).waitFor()
      const shown = blocks().and(page.locator(':visible'))
      let expected = NaN
      await expect
        .poll(async () => {
          const texts = await shown.locator('.kaiwa-text').allTextContents()
          expected = texts.join('').split('議事録').length - 1
          const count = expected > 0 ? `1/${expected}` : '見つかりません'
          return page.locator('search').getByText(count, { exact: true }).count()
        })
        .toBe(1)
      counts.push(expected)
    }
    expect(counts.reduce((sum, one) => sum + one)).toBe(total)
    expect(Math.max(...counts)).toBeLessThan(total)
  })

  it('EDIT-12 can be filtered by speaker, and shows all at first', async () => {
    await openCall()
    const entry = (name: string) => page.getByRole('menuitemradio', { name })
    // The letters that reach below the line are not cut.
    const label = button('話者で絞り込む: すべて').getByText('話者で絞り込む')
    expect(await label.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0)
    await button('話者で絞り込む: すべて').click()
    expect(await entry('すべて').getAttribute('aria-checked')).toBe('true')
    await entry('佐藤（北星製作所）').waitFor()
    const names = page.getByRole('menuitemradio')
    expect(await names.evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? one.textContent))).toEqual([
      'すべて',
      '佐藤（北星製作所）',
      '山田（ミナト商事）',
    ])
    await entry('佐藤（北星製作所）').click()
    await blocks().first().waitFor({ state: 'hidden' })
    await blocks().nth(1).waitFor()
    await button('話者で絞り込む: 佐藤（北星製作所）').click()
    await entry('すべて').click()
    await blocks().first().waitFor()
  })

  it('EDIT-23 plays from the time of a block or from a word', async () => {
    await openCall()
    await button('00:25から再生').click()
    await button('一時停止').waitFor()
    await waitForPlayback(page, 26)
    await blocks()
      .nth(1)
      .locator('.kaiwa-text')
      .getByText('よろしく')
      .click({ position: { x: 4, y: 10 } })
    await showsTime(/^00:1\d$/)
  })

  it('EDIT-08 collapses the search to an icon in a narrow toolbar', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await openCall()
    // The toolbar chooses its form after it was measured.
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0)
    await button('文字起こしを検索').click()
    await page.getByRole('searchbox', { name: '文字起こしを検索' }).fill('議事録')
    await page.getByText(/^1\/\d+$/).waitFor()
    await button('検索を閉じる').click()
    await button('文字起こしを検索').waitFor()
    await page.setViewportSize(WIDE)
    await page.getByRole('searchbox', { name: '文字起こしを検索' }).waitFor()
  })

  it('can be read and played on a phone, without horizontal overflow', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openCall()
    await button('再生').click()
    await waitForPlayback(page, 1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize(WIDE)
  })

  it('opens without a tag list over the text on a phone, also when the list is open on wide screens', async () => {
    const tags = page.getByRole('complementary', { name: '使用中のタグ' })
    await openCall()
    await button('使用中のタグ').click()
    await tags.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await openCall()
    expect(await tags.count()).toBe(0)
    await button('使用中のタグ').click()
    await tags.waitFor()
    await openCall()
    expect(await tags.count()).toBe(0)
    await page.setViewportSize(WIDE)
    await tags.getByRole('button', { name: '閉じる' }).click()
    await tags.waitFor({ state: 'detached' })
  })

  it('UI-01 changes to the language that the reader chooses, with the names that the product made', async () => {
    const names = () => page.locator('.kaiwa-speaker-name').allTextContents()
    const speakers = async () => [...new Set(await names())].sort()
    await openCall()
    await expect.poll(speakers).toEqual(['佐藤（北星製作所）', '山田（ミナト商事）'])
    await button('アカウントメニュー').click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Back 5 seconds' }).waitFor()
    await page.getByRole('button', { name: 'Play from 00:25' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Sample sales call', level: 1 }).waitFor()
    await expect.poll(speakers).toEqual(['Sato (Hokusei Works)', 'Yamada (Minato Trading)'])
    await page.getByRole('link', { name: 'Back to the folder' }).click()
    await page.getByRole('treeitem', { name: 'Workspace' }).waitFor()
    await page.getByRole('treeitem', { name: 'Samples' }).waitFor()
    await page.getByRole('row', { name: 'Sample sales call' }).waitFor()
    await button('Account menu').click()
    await page.getByRole('menuitemradio', { name: '日本語' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: '商談サンプル' }).waitFor()
    await page.getByRole('treeitem', { name: 'サンプル' }).waitFor()
    await openCall()
    await button('5秒戻る').waitFor()
    await expect.poll(speakers).toEqual(['佐藤（北星製作所）', '山田（ミナト商事）'])
  })

  it('UI-01 the sample account, which is Japanese, keeps the language of the browser that tries it', async () => {
    const context = await journey.browser.newContext({ locale: 'en-US', baseURL: journey.program.url })
    const first = await context.newPage()
    await first.goto('/login')
    await first.getByRole('button', { name: 'Try the sample account' }).click()
    await first.getByRole('button', { name: 'Account menu' }).waitFor()
    await first.reload()
    await first.getByRole('button', { name: 'Account menu' }).waitFor()
    await context.close()
  })
})

describe('the header', () => {
  it('FILE-08 shows up to three members of the file, and the number of the others', async () => {
    const { db } = journey.program
    const file = await makeFile({ title: '共有された録音' })
    for (const name of ['一郎', '二郎', '三郎', '四郎'])
      await assign(db, folder, await createMember(db, folder, ROLE.guest, { first_name: name }), ROLE.viewer)
    await openFile(file)
    const members = page.getByRole('list', { name: '共有メンバー' }).getByRole('listitem')
    await expect.poll(() => members.count()).toBe(4)
    expect(await members.last().textContent()).toBe('+2')
  })

  it('FILE-07 renames and deletes the file', async () => {
    await openFile(await makeFile({ title: '仮の名前' }))
    await button('ファイル名を変更').click()
    await page.getByRole('textbox', { name: 'ファイル名' }).fill('定例会議')
    await page.getByRole('dialog').getByRole('button', { name: '名前を変更' }).click()
    await page.getByText('ファイルを更新しました').waitFor()
    await page.getByRole('heading', { name: '定例会議', level: 1 }).waitFor()
    await button('ファイルのメニュー').click()
    await page.getByRole('menuitem', { name: 'ファイルを削除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click()
    await page.getByText('ファイルを削除しました').waitFor()
    await page.waitForURL(`**/projects/${folder.projectId}`)
    await page.getByRole('row', { name: '商談サンプル' }).waitFor()
    await expect.poll(() => page.getByRole('row', { name: '定例会議' }).count()).toBe(0)
  })

  it('FILE-07 leaves the page when the file is deleted elsewhere', async () => {
    const file = await makeFile({ title: '消える録音' })
    await openFile(file)
    await page.getByRole('heading', { name: '消える録音', level: 1 }).waitFor()
    await visitor.subscribed(folderChannel(file.projectId))
    const answer = await page.request.delete(`/api/projects/${file.projectId}/files/${file.id}`, {
      headers: { origin: journey.program.url },
    })
    expect(answer.status()).toBe(200)
    await page.waitForURL(`**/projects/${folder.projectId}`)
    await page.getByText('ファイルを削除しました').waitFor()
  })
})

it('RT-15 a new analysis is sent on the channel of the folder, and updates sentiment and words of the page with this transcript', async () => {
  const { db } = journey.program
  const { id: transcriptId, duration } = await db
    .selectFrom('transcripts')
    .innerJoin('files', 'files.id', 'transcripts.file_id')
    .select(['transcripts.id', 'files.duration'])
    .where('files.id', '=', Number(address.split('/').at(-1)))
    .executeTakeFirstOrThrow()
  const block = await db
    .selectFrom('blocks')
    .select(['id', 'content', 'start_time', 'end_time', 'terms'])
    .where('transcript_id', '=', transcriptId)
    .where('sentiment', '>=', 0)
    .where(sql<boolean>`jsonb_array_length(terms) > 3`)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const terms = block.terms as unknown as Term[]
  const { content, start_time, end_time } = block
  // As if an earlier analysis had found a negative block with a single word.
  const whole = { ...terms[0], text: content, offset: 0, start_time, end_time }
  await db
    .updateTable('blocks')
    .set({ sentiment: -1, terms: jsonb([whole]) })
    .where('id', '=', block.id)
    .execute()
  const other = await makeFile({ title: '別の録音' })
  await createTranscript(db, other, { blocks: 4 })

  const watcher = await visitor.context.newPage()
  const frames: { event: string; channel?: string; data: unknown }[] = []
  watcher.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(JSON.parse(String(payload)) as (typeof frames)[number])),
  )
  await watcher.goto(`/projects/${folder.projectId}`)
  const received = (event: string) =>
    frames.filter((frame) => frame.event === event && frame.channel === `private-project-${folder.projectId}`)
  await expect.poll(() => received('pusher_internal:subscription_succeeded').length).toBe(1)
  const elsewhere = await visitor.context.newPage()
  await elsewhere.goto(`/projects/${folder.projectId}/files/${other.id}`)
  await elsewhere.locator('.kaiwa-block').first().waitFor()
  const requests: string[] = []
  elsewhere.on('request', (request) => requests.push(new URL(request.url()).pathname))

  await visitor.open(address)
  await blocks().first().waitFor()
  await page.evaluate(() => (document.body.dataset['opened'] = 'once'))
  // The slider has steps of 0.2 s.
  const time = Math.round(((start_time + end_time) / 2) * 5) / 5
  const expectTone = async (tone: string): Promise<void> => {
    await expect
      .poll(async () => {
        const box = await slider().boundingBox()
        if (!box) return null
        await page.mouse.move(box.x, box.y - 100)
        await page.mouse.move(box.x + (box.width * time) / duration, box.y + box.height / 2)
        return page.locator('[class*=hoverTime]').innerText()
      })
      .toContain(tone)
  }
  const word = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('kaiwa-word') ?? [])]
        .map(({ startContainer, startOffset, endOffset }) => startContainer.textContent?.slice(startOffset, endOffset))
        .join('|'),
    )
  await slider().fill(String(time))
  await expect.poll(word).toBe(content)
  await expectTone('ネガティブ')

  const answer = await page.request.fetch(`/api/transcripts/${transcriptId}/reanalyze`, {
    method: 'POST',
    headers: { origin: journey.program.url },
  })
  expect(answer.status()).toBe(200)
  await expectTone('ポジティブ')
  // The same words as before; their times share that of the single word.
  const analysed = await db.selectFrom('blocks').select('terms').where('id', '=', block.id).executeTakeFirstOrThrow()
  const words = analysed.terms as unknown as Term[]
  expect(words.map(({ text }) => text)).toEqual(terms.map(({ text }) => text))
  const spoken = words.find((term) => term.start_time <= time && time < term.end_time)
  await slider().fill(String(time))
  await expect.poll(word).toBe(spoken?.text)
  expect(await page.evaluate(() => document.body.dataset['opened'])).toBe('once')
  await expect.poll(() => received('transcript-blocks-reanalysed').length).toBe(1)
  const [message] = received('transcript-blocks-reanalysed')
  expect(typeof message?.data === 'string' ? JSON.parse(message.data) : message?.data).toEqual({
    project_file_id: Number(address.split('/').at(-1)),
    transcript_id: transcriptId,
    revision: expect.any(Number),
  })
  // The page of the other transcript of this folder reads neither transcript again.
  const isRead = (path: string) => path.endsWith('/transcript') || path.includes(`/transcripts/${transcriptId}/`)
  expect(requests.filter(isRead)).toEqual([])
  await elsewhere.close()
  await watcher.close()
})
