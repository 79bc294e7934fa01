import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from './test/browser.ts'
import { openDriver } from './test/driver.ts'
import type { Driver } from './test/driver.ts'
import { BLOCKS_PER_CHUNK, CHUNKS_PER_GROUP } from './prosemirror-document.ts'

// Work over the edges of groups in a long transcript.

const FIRST_OF_SECOND = BLOCKS_PER_CHUNK * CHUNKS_PER_GROUP
const BLOCKS = 3 * FIRST_OF_SECOND

let browser: Browser
let driver: Driver

beforeAll(async () => {
  browser = await openBrowser()
  driver = await openDriver(browser)
}, 60_000)
afterAll(() => browser.close())

beforeEach(() =>
  driver.page.evaluate((count) => {
    window.editor.bench = window.editor.open(window.editor.make.longTranscript(count, 2))
  }, BLOCKS),
)

function isDrawn(number: number): Promise<boolean> {
  return driver.page.$eval(`[data-block=block-${number}]`, (block) =>
    block.checkVisibility({ contentVisibilityAuto: true }),
  )
}

/** Sets the caret in edit mode and waits until its block is drawn. */
async function edit(number: number, offset: number) {
  await driver.page.evaluate(
    ([index, at]) => {
      const { session, view } = window.editor.bench!
      session.setEditing(true)
      view.focusAt({ uuid: `block-${index}`, offset: at! })
    },
    [number, offset],
  )
  await expect.poll(() => isDrawn(number)).toBe(true)
}

/** The texts of the blocks from the last one of the first group. */
async function textsAtEdge(): Promise<string[]> {
  // Throws when the page shows something else than the session has.
  await driver.shown()
  const texts = await driver.page.evaluate(() => window.editor.bench!.texts())
  return texts.slice(FIRST_OF_SECOND - 1, FIRST_OF_SECOND + 2)
}

it('the groups of the page', async () => {
  expect(await driver.page.$$eval('.kaiwa-group', (groups) => groups.map((group) => group.children.length))).toEqual(
    Array(3).fill(CHUNKS_PER_GROUP),
  )
})

/** Opens the transcript again or jumps to a block, and returns whether each of the next six frames shows it. */
function framesAfter(act: 'open' | 'jump', number: number): Promise<boolean[]> {
  return driver.page.evaluate(
    async ([action, index, count]) => {
      const { open, make } = window.editor
      if (action === 'open') window.editor.bench = open(make.longTranscript(count, 2))
      else window.editor.bench!.view.scrollToBlock(`block-${index}`)
      const block = document.querySelector(`[data-block=block-${index}]`)!
      // As does a page that measures the text before it is drawn.
      block.getBoundingClientRect()
      const states: boolean[] = []
      for (let frame = 0; frame < 6; frame++) {
        // After the frame is drawn.
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
        states.push(block.checkVisibility({ contentVisibilityAuto: true }))
      }
      return states
    },
    [act, number, BLOCKS] as const,
  )
}

it('the first frame shows the text, also when it was measured before', async () => {
  expect(await framesAfter('open', 0)).toEqual(Array(6).fill(true))
})

it('a jump shows its text from the second frame', async () => {
  for (const number of [BLOCKS - 20, 5, FIRST_OF_SECOND + 80, BLOCKS - 1])
    expect((await framesAfter('jump', number)).slice(1)).toEqual(Array(5).fill(true))
})

it('scrolling over the edges of groups shows no gaps', async () => {
  const gaps = await driver.page.evaluate(async () => {
    const scroller = document.querySelector('#scroller')!
    const found: number[] = []
    const end = document.querySelector('.kaiwa-group:last-child')!.getBoundingClientRect().bottom - 900
    while (scroller.scrollTop < end) {
      scroller.scrollBy({ top: 150, behavior: 'instant' })
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      for (const height of [50, 400, 750])
        if (!document.elementFromPoint(500, height)!.closest('.kaiwa-block')) found.push(scroller.scrollTop + height)
    }
    return found
  })
  expect(gaps).toEqual([])
})

it('the group before or after is marked only when its edge is close', async () => {
  const marked = () =>
    driver.page.$$eval('.kaiwa-group', (groups) =>
      groups.flatMap((group, number) => (group.hasAttribute('data-near') ? [number] : [])),
    )
  const scrollTo = (number: number) =>
    driver.page.evaluate((uuid) => window.editor.bench!.view.scrollToBlock(uuid), `block-${number}`)
  await scrollTo(FIRST_OF_SECOND + FIRST_OF_SECOND / 2)
  await expect.poll(marked).toEqual([1])
  await scrollTo(FIRST_OF_SECOND + 5)
  await expect.poll(marked).toEqual([0, 1])
  await scrollTo(2 * FIRST_OF_SECOND - 5)
  await expect.poll(marked).toEqual([1, 2])
})

describe('typing and the window', () => {
  const middle = FIRST_OF_SECOND + FIRST_OF_SECOND / 2
  const caretTop = () => driver.page.evaluate(() => getSelection()!.getRangeAt(0).getBoundingClientRect().top)

  it('scrolls the caret into view when it is near an edge or outside', async () => {
    await edit(middle, 3)
    for (const [edge, least, most] of [
      [-10, 40, 400],
      [790, 400, 760],
      [1500, 400, 760],
      [-900, 40, 400],
    ] as const) {
      const top = await caretTop()
      await driver.page.$eval(
        '#scroller',
        (scroller, by) => scroller.scrollBy({ top: by, behavior: 'instant' }),
        top - edge,
      )
      await driver.type('x')
      await expect.poll(caretTop).toBeGreaterThan(least)
      expect(await caretTop()).toBeLessThan(most)
    }
  })

  it('measures no element around a caret that is in view', async () => {
    await edit(middle, 3)
    const top = await caretTop()
    await driver.page.$eval(
      '#scroller',
      (scroller, by) => scroller.scrollBy({ top: by, behavior: 'instant' }),
      top - 400,
    )
    // ProseMirror reads the style of each element that it may scroll.
    await driver.page.evaluate(() => {
      const read = window.getComputedStyle
      const classes: string[] = []
      window.getComputedStyle = (element, pseudo) => {
        classes.push(element.className)
        return read.call(window, element, pseudo)
      }
      Object.assign(window, {
        stopRecording() {
          window.getComputedStyle = read
          return classes
        },
      })
    })
    await driver.type('xy')
    await driver.shown()
    const measured = await driver.page.evaluate(() =>
      (window as unknown as { stopRecording(): string[] }).stopRecording(),
    )
    expect(measured).not.toContain('kaiwa-chunk')
  })
})

it('passages are painted in groups near the window only, also after these were left and reached again', async () => {
  const painted = () =>
    driver.page.evaluate(() => {
      const texts: string[] = []
      CSS.highlights.get('kaiwa-hit')?.forEach(({ startContainer }) => {
        texts.push(startContainer.parentElement!.closest<HTMLElement>('.kaiwa-block')!.dataset['block']!)
      })
      return texts
    })
  const last = BLOCKS - 1
  await driver.page.evaluate(
    (uuids) =>
      window.editor.bench!.view.showHits(
        uuids.map((uuid) => ({ uuid, offset: 0, length: 2 })),
        -1,
      ),
    ['block-0', `block-${last}`],
  )
  const scrollTo = (number: number) =>
    driver.page.evaluate((uuid) => window.editor.bench!.view.scrollToBlock(uuid), `block-${number}`)
  await expect.poll(painted).toEqual(['block-0'])
  for (const number of [last, 0, last, 0]) {
    await scrollTo(number)
    await expect.poll(painted).toEqual([`block-${number}`])
  }
})

describe('editing over the edge of two groups', () => {
  it('keys move and select', async () => {
    await edit(FIRST_OF_SECOND - 1, 6)
    await driver.press('ArrowRight')
    expect(await driver.page.evaluate(() => window.editor.bench!.view.caret())).toEqual({
      uuid: `block-${FIRST_OF_SECOND}`,
      offset: 0,
    })
    await driver.press('ArrowLeft', 'ArrowLeft', 'Shift+ArrowDown')
    expect(await driver.page.evaluate(() => window.editor.bench!.view.selectedRanges())).toEqual([
      { uuid: `block-${FIRST_OF_SECOND - 1}`, start: 5, end: 6 },
      { uuid: `block-${FIRST_OF_SECOND}`, start: 0, end: 5 },
    ])
    await driver.type('x')
    expect(await textsAtEdge()).toEqual(['言葉0言葉x1', '言葉0言葉1', '言葉0言葉1'])
    await driver.press('Control+z')
    expect(await textsAtEdge()).toEqual(['言葉0言葉1', '言葉0言葉1', '言葉0言葉1'])
  })

  it('blocks are split and merged', async () => {
    await edit(FIRST_OF_SECOND - 1, 3)
    await driver.press('Control+Enter')
    expect(await textsAtEdge()).toEqual(['言葉0', '言葉1', '言葉0言葉1'])
    await driver.press('Control+z')
    await edit(FIRST_OF_SECOND, 0)
    await driver.press('Backspace')
    expect(await textsAtEdge()).toEqual(['言葉0言葉1言葉0言葉1', '言葉0言葉1', '言葉0言葉1'])
    await driver.press('Control+z')
    expect(await textsAtEdge()).toEqual(['言葉0言葉1', '言葉0言葉1', '言葉0言葉1'])
  })

  it.each([
    ['the last block of a group', FIRST_OF_SECOND - 1],
    ['the first block of a group', FIRST_OF_SECOND],
    ['a block of the last group', BLOCKS - 1],
  ])('composes Japanese in %s', async (_, number) => {
    await edit(number, 3)
    await driver.compose('に', 'にほ', 'にほん', '日本')
    await driver.confirm('日本')
    await driver.shown()
    const texts = await driver.page.evaluate(() => window.editor.bench!.texts())
    expect(texts[number]).toBe('言葉0日本言葉1')
    expect(texts.filter((text) => text !== '言葉0言葉1')).toHaveLength(1)
  })

  it('all is selected and deleted', async () => {
    await edit(FIRST_OF_SECOND, 3)
    await driver.press('Control+a')
    expect(await driver.page.evaluate(() => window.editor.bench!.view.selectedRanges().length)).toBe(BLOCKS)
    await driver.press('Delete')
    await driver.shown()
    expect(await driver.page.evaluate(() => window.editor.bench!.texts())).toEqual([''])
    await driver.press('Control+z')
    await driver.shown()
    expect(await driver.page.evaluate(() => window.editor.bench!.texts().length)).toBe(BLOCKS)
  })
})

it('in a narrow window, the actions of the last block of a chunk are not cut', async () => {
  await driver.page.setViewportSize({ width: 390, height: 800 })
  await driver.page.locator(`[data-block=block-${BLOCKS_PER_CHUNK - 1}] > .kaiwa-time`).hover()
  const isWhole = await driver.page.$eval('.kaiwa-actions', (bar) => {
    const { left, right, bottom } = bar.getBoundingClientRect()
    const block = bar.parentElement!.getBoundingClientRect()
    return {
      reachesOver: bottom > block.bottom + 10,
      isOnTop: bar.contains(document.elementFromPoint((left + right) / 2, bottom - 3)),
    }
  })
  expect(isWhole).toEqual({ reachesOver: true, isOnTop: true })
  await driver.page.setViewportSize({ width: 1000, height: 800 })
})

it('the arrow keys move between the buttons of two groups', async () => {
  await driver.page.evaluate((uuid) => window.editor.bench!.view.scrollToBlock(uuid), `block-${FIRST_OF_SECOND}`)
  const time = driver.page.locator(`[data-block=block-${FIRST_OF_SECOND - 1}] > .kaiwa-time`)
  await time.waitFor()
  await time.focus()
  const focused = () =>
    driver.page.evaluate(() => document.activeElement!.closest<HTMLElement>('.kaiwa-block')!.dataset['block'])
  await driver.page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(`block-${FIRST_OF_SECOND}`)
  await driver.page.keyboard.press('ArrowUp')
  expect(await focused()).toBe(`block-${FIRST_OF_SECOND - 1}`)
})
