import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundle, openBrowser } from './test/browser.ts'

let browser: Browser
let page: Page
let parts: { script: string; style: string }

beforeAll(async () => {
  ;[browser, parts] = await Promise.all([
    openBrowser(),
    bundle(fileURLToPath(new URL('test/test-page.ts', import.meta.url))),
  ])
}, 60_000)
afterAll(() => browser.close())
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  await page.setContent(`<!doctype html><html lang="ja"><style>${parts.style}</style><body></body></html>`)
  await page.addScriptTag({ content: parts.script })
  return () => context.close()
})

function openShort() {
  return page.evaluate(() => {
    const { open, make } = window.editor
    window.editor.bench = open([
      make.block('a', 1, '今日|は|晴れ|です|。', { section_name: '天気', sentiment: 1 }),
      make.block('b', 5, '本当|に', { sentiment: -1 }),
      make.block('c', 8, 'Good| morning', { speaker_id: 2 }),
      make.block('d', 75, 'そう|です|か', { speaker_id: 2, is_break: true }),
    ])
  })
}

function openLong(blocks: number, words: number) {
  return page.evaluate(
    ([count, each]) => {
      window.editor.bench = window.editor.open(window.editor.make.longTranscript(count!, each!))
    },
    [blocks, words],
  )
}

function moveTo(time: number) {
  return page.evaluate((t) => window.editor.bench!.view.moveTo(t), time)
}

function played() {
  return page.evaluate(() => window.editor.bench!.played)
}

function following() {
  return page.evaluate(() => window.editor.bench!.following)
}

/** The texts painted with a highlight. */
function highlighted(name: string) {
  return page.evaluate((key) => {
    const ranges: AbstractRange[] = []
    CSS.highlights.get(key)?.forEach((range) => ranges.push(range))
    return ranges.map((range) => range.startContainer.textContent!.slice(range.startOffset, range.endOffset))
  }, name)
}

/** Waits until the transcript has not moved for ten frames. A jump is corrected in some frames, a wheel scrolls in some. */
function settle() {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        const scroller = document.querySelector('#scroller')!
        let frames = 0
        let last = NaN
        const step = () => {
          frames = scroller.scrollTop === last ? frames + 1 : 0
          last = scroller.scrollTop
          if (frames > 10) done()
          else requestAnimationFrame(step)
        }
        step()
      }),
  )
}

function visible(uuid: string) {
  return page.evaluate((id) => {
    const { top, bottom } = document.querySelector(`[data-block="${id}"]`)!.getBoundingClientRect()
    return top >= 0 && bottom <= 800
  }, uuid)
}

describe('block line', () => {
  it('EDIT-25 shows the speaker where a paragraph starts', async () => {
    await openShort()
    const heads = await page.$$eval('.kaiwa-block', (blocks) =>
      blocks.map((block) => block.querySelector('.kaiwa-speaker')?.textContent ?? null),
    )
    expect(heads).toEqual(['話者1', null, '話者2', '話者2'])
  })
  it('EDIT-01 shows time, text, section and sentiment', async () => {
    await openShort()
    expect(await page.$$eval('.kaiwa-time', (all) => all.map((one) => one.textContent))).toEqual([
      '00:01',
      '00:05',
      '00:08',
      '01:15',
    ])
    expect(await page.$$eval('.kaiwa-text', (all) => all.map((one) => one.textContent))).toEqual([
      '今日は晴れです。',
      '本当に',
      'Good morning',
      'そうですか',
    ])
    expect(await page.$$eval('.kaiwa-section', (all) => all.map((one) => one.textContent))).toEqual(['天気'])
    expect(await page.$$eval('.kaiwa-sentiment', (all) => all.map((one) => one.ariaLabel))).toEqual([
      'ポジティブ',
      'ネガティブ',
    ])
  })
  it('is read-only: typing does not change the text', async () => {
    await openShort()
    await page.click('.kaiwa-text')
    await page.keyboard.type('x')
    expect(await page.textContent('.kaiwa-text')).toBe('今日は晴れです。')
  })
})

describe('EDIT-23 playing from the transcript', () => {
  it('a click on a time plays from there', async () => {
    await openShort()
    await page.click('.kaiwa-block:nth-child(3) .kaiwa-time')
    expect(await played()).toEqual([8])
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
  it('a click on a word plays from it, left and right of its middle', async () => {
    await openShort()
    const box = await page.evaluate(() => {
      const text = document.querySelector('.kaiwa-text')!.firstChild!
      const range = document.createRange()
      range.setStart(text, 3)
      range.setEnd(text, 5)
      const { left, right, top, height } = range.getBoundingClientRect()
      return { left, right, middle: top + height / 2 }
    })
    await page.mouse.click(box.left + 2, box.middle)
    await page.waitForTimeout(600) // a second click within 600 ms would be a double click, which selects
    await page.mouse.click(box.right - 2, box.middle)
    expect(await played()).toEqual([2, 2])
  })
  it('selecting text does not play', async () => {
    await openShort()
    const box = (await page.locator('.kaiwa-text').first().boundingBox())!
    await page.mouse.move(box.x + 5, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 80, box.y + 10, { steps: 4 })
    await page.mouse.up()
    expect(await played()).toEqual([])
  })
  it('arrow keys move between the times, which are one tab stop', async () => {
    await openShort()
    expect(await page.$$eval('.kaiwa-time', (all) => all.map((one) => one.tabIndex))).toEqual([0, -1, -1, -1])
    await page.focus('.kaiwa-time')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await played()).toEqual([8])
    expect(await page.$$eval('.kaiwa-time', (all) => all.map((one) => one.tabIndex))).toEqual([-1, -1, 0, -1])
  })
})

describe('during playback', () => {
  it('PLAY-16 highlights the current word and marks its block', async () => {
    await openShort()
    const steps: [number, string[], string | null][] = [
      [0, [], null],
      [1, ['今日'], 'a'],
      [1.7, ['は'], 'a'],
      [5.6, ['に'], 'b'],
      [7, [], 'b'],
      [8.6, ['morning'], 'c'],
      [1.2, ['今日'], 'a'],
    ]
    for (const [time, words, uuid] of steps) {
      await moveTo(time)
      expect(await highlighted('kaiwa-word')).toEqual(words)
      expect(
        await page.$$eval('[data-current]', (all) => all.map((one) => (one as HTMLElement).dataset['block'])),
      ).toEqual(uuid ? [uuid] : [])
    }
  })
  it('PLAY-15 scrolls to the current block', async () => {
    await openLong(400, 20)
    for (const number of [1, 40, 399, 3]) {
      await moveTo(number * 10 + 0.1)
      await settle()
      expect(await visible(`block-${number}`)).toBe(true)
    }
  })
  it('stops scrolling when the user scrolls, until they resume it', async () => {
    await openLong(400, 20)
    await moveTo(1000)
    await settle()
    const playing = await page.$eval('#scroller', (one) => one.scrollTop)
    await page.mouse.move(400, 400)
    await page.mouse.wheel(0, -3000)
    await expect.poll(following).toEqual([false])
    await expect.poll(() => page.$eval('#scroller', (one) => one.scrollTop)).not.toBe(playing)
    await settle()
    const before = await page.$eval('#scroller', (one) => one.scrollTop)
    await moveTo(2500)
    await settle()
    expect(await page.$eval('#scroller', (one) => one.scrollTop)).toBe(before)
    expect(await following()).toEqual([false])
    await page.evaluate(() => window.editor.bench!.view.resumeAutoScroll())
    await settle()
    expect(await visible('block-250')).toBe(true)
    expect(await following()).toEqual([false, true])
  })
  it('works in a browser without custom highlights', async () => {
    await page.evaluate(() => Reflect.deleteProperty(window, 'Highlight'))
    await openShort()
    await moveTo(8.6)
    expect(await page.getAttribute('[data-current]', 'data-block')).toBe('c')
  })
})

it('PLAY-17 scrolls to a block far away', async () => {
  await openLong(2000, 20)
  await page.evaluate(() => window.editor.bench!.view.scrollToBlock('block-1500'))
  await settle()
  expect(await visible('block-1500')).toBe(true)
  expect(await page.evaluate(() => window.editor.bench!.view.scrollToBlock('nowhere'))).toBe(false)
})

it('EDIT-02 marks search hits and distinguishes the current one', async () => {
  await openShort()
  await page.evaluate(() => {
    const hits = [
      { uuid: 'a', offset: 5, length: 2 },
      { uuid: 'd', offset: 2, length: 2 },
      { uuid: 'gone', offset: 0, length: 1 },
    ]
    window.editor.bench!.view.showHits(hits, 1)
  })
  // Hits are painted once the browser has reported which chunks are near the window, which it does with a frame.
  await expect.poll(() => highlighted('kaiwa-hit')).toEqual(['です', 'です'])
  expect(await highlighted('kaiwa-current-hit')).toEqual(['です'])
  await page.evaluate(() => window.editor.bench!.view.showHits([], -1))
  expect(await highlighted('kaiwa-hit')).toEqual([])
})

it('EDIT-12 shows the blocks of one speaker', async () => {
  await openShort()
  const shown = () =>
    page.$$eval('.kaiwa-block', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset['block']))
  await page.evaluate(() => window.editor.bench!.view.filterSpeaker(2))
  expect(await shown()).toEqual(['c', 'd'])
  await page.evaluate(() => window.editor.bench!.view.filterSpeaker(null))
  expect(await shown()).toEqual(['a', 'b', 'c', 'd'])
})

it('a growing transcript keeps its elements, marks and scroll position', async () => {
  await page.evaluate(() => {
    const { open, make } = window.editor
    const blocks = make.longTranscript(100, 20)
    window.editor.bench = open(blocks.slice(0, 50))
    document.querySelector('[data-block="block-3"]')!.setAttribute('data-seen', '')
    window.editor.bench.view.moveTo(400.1)
    window.editor.bench.session.load({ id: 1, revision: 1, blocks })
  })
  expect(await page.$$eval('.kaiwa-block', (all) => all.length)).toBe(100)
  expect(await page.$$eval('[data-seen]', (all) => all.length)).toBe(1)
  expect(await page.getAttribute('[data-current]', 'data-block')).toBe('block-40')
  expect(await highlighted('kaiwa-word')).toEqual(['言葉0'])
})

it('a transcript that arrives in parts keeps its elements and the text in the window', async () => {
  const top = () => page.$eval('[data-block=block-150]', (block) => block.getBoundingClientRect().top)
  await page.evaluate(() => {
    const { open, make } = window.editor
    window.editor.bench = open(make.longTranscript(400, 20).slice(150, 214))
    document.querySelector('[data-block=block-170]')!.setAttribute('data-seen', '')
    document.querySelector('#scroller')!.scrollTop = 30
  })
  await settle()
  const before = await top()
  await page.evaluate(() => {
    const blocks = window.editor.make.longTranscript(400, 20)
    const { session } = window.editor.bench!
    session.extend([], blocks.slice(214, 400))
    session.extend(blocks.slice(50, 150), [])
  })
  await settle()
  expect(await top()).toBeCloseTo(before, 0)
  await page.evaluate(() => window.editor.bench!.session.extend(window.editor.make.longTranscript(50, 20), []))
  await settle()
  expect(await top()).toBeCloseTo(before, 0)
  expect(await page.$$eval('.kaiwa-block', (all) => all.map((one) => one.dataset['block']))).toEqual(
    Array.from({ length: 400 }, (_, index) => `block-${index}`),
  )
  expect(await page.$$eval('[data-seen]', (all) => all.length)).toBe(1)
  const state = await page.evaluate(() => {
    const { isDirty, canUndo } = window.editor.bench!.session.getState()
    return { isDirty, canUndo }
  })
  expect(state).toEqual({ isDirty: false, canUndo: false })
})

it("the browser's find in page reaches the whole text", async () => {
  await page.evaluate(() => {
    const { open, make } = window.editor
    window.editor.bench = open([...make.longTranscript(299, 20), make.block('last', 3000, '最後|の|言葉')])
  })
  const find = (text: string) =>
    page.evaluate((needle) => (window as unknown as { find(text: string): boolean }).find(needle), text)
  expect(await find('最後の言葉')).toBe(true)
  expect(await find('最初の言葉')).toBe(false)
})

it('EDIT-01 blocks get their buttons when they come near the window, and by the arrow keys', async () => {
  await openLong(300, 20)
  const buttons = () => page.$$eval('.kaiwa-time', (all) => all.length)
  expect(await buttons()).toBe(64)
  await page.evaluate(() => window.editor.bench!.view.scrollToBlock('block-200'))
  await page.locator('[data-block=block-200] > .kaiwa-time').waitFor()
  expect(await page.textContent('[data-block=block-200] > .kaiwa-time')).toBe('33:20')
  // Filtered by speaker, the next visible block may be far from the window.
  expect(await page.$('[data-block=block-290] > .kaiwa-time')).toBeNull()
  await page.addStyleTag({
    content: '.kaiwa-block:not([data-block=block-0], [data-block=block-290]) { display: none }',
  })
  await page.locator('[data-block=block-0] > .kaiwa-time').focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('48:20')
  await page.keyboard.press('Enter')
  expect(await played()).toEqual([2900])
})

it('EDIT-01 a print has the times of all blocks', async () => {
  await openLong(300, 20)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await page.$$eval('.kaiwa-time', (all) => all.length)).toBe(300)
})

it('the accessibility tree contains the whole text, all headings, and the buttons near the window', async () => {
  const withReader = await openBrowser('--force-renderer-accessibility')
  try {
    page = await withReader.newPage({ viewport: { width: 1000, height: 800 } })
    await page.setContent(`<!doctype html><html lang="ja"><style>${parts.style}</style><body></body></html>`)
    await page.addScriptTag({ content: parts.script })
    await openLong(300, 20)
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const near = await page.$$eval('.kaiwa-time', (all) => all.length)
    expect(nodes.filter((node) => String(node.name?.value).endsWith('から再生'))).toHaveLength(near)
    expect(nodes.filter((node) => node.role?.value === 'heading')).toHaveLength(100)
    expect(nodes.filter((node) => String(node.name?.value).startsWith('言葉0')).length).toBeGreaterThanOrEqual(300)
  } finally {
    await withReader.close()
  }
})
