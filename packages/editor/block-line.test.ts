import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from './test/browser.ts'
import { lines, openDriver } from './test/driver.ts'
import type { Driver } from './test/driver.ts'

let browser: Browser
let driver: Driver

beforeAll(async () => {
  browser = await openBrowser()
  driver = await openDriver(browser)
}, 60_000)
afterAll(() => browser.close())

function asked() {
  return driver.page.evaluate(() => window.editor.bench!.actions)
}

function focused() {
  return driver.page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent)
}

/** Longer than the pause after which a selection counts as complete: nothing more is reported. */
function settle() {
  return driver.page.waitForTimeout(300)
}

function setEditing(isEditing: boolean) {
  return driver.page.evaluate((value) => window.editor.bench!.session.setEditing(value), isEditing)
}

const SECTIONED = 'A #予算 | 今日\nA | は\nB | 晴れ'

describe('EDIT-24 a block line adds, edits and deletes sections', () => {
  it('hovering a time offers to add a section where none starts, without layout shift', async () => {
    await driver.open(SECTIONED)
    const tops = () => driver.page.$$eval('.kaiwa-text', (all) => all.map((text) => text.getBoundingClientRect().top))
    const before = await tops()
    await driver.page.hover('[data-block="b"] .kaiwa-time')
    expect(await tops()).toEqual(before)
    await driver.page.click('[data-block="b"] .kaiwa-actions [data-action="section"]')
    expect(await asked()).toEqual([{ type: 'section', uuid: 'b' }])
    await driver.page.hover('[data-block="a"] .kaiwa-time')
    expect(await driver.page.$$eval('.kaiwa-actions [data-action="section"]', (all) => all.length)).toBe(0)
  })
  it.each([1000, 390])(
    'the actions cover no words in a window of %d px, and stay while the pointer moves to them',
    async (width) => {
      await driver.page.setViewportSize({ width, height: 800 })
      await driver.open(SECTIONED)
      await setEditing(true)
      await driver.page.hover('[data-block="b"] .kaiwa-time')
      const covers = await driver.page.evaluate(() => {
        const bar = document.querySelector('.kaiwa-actions')!.getBoundingClientRect()
        return [...document.querySelectorAll('.kaiwa-text')].map((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect()
          return bar.left < right && left < bar.right && bar.top < bottom && top < bar.bottom
        })
      })
      expect(covers).toEqual([false, false, false])
      const button = await driver.page.locator('.kaiwa-actions [data-action="section"]').boundingBox()
      expect(button!.x).toBeGreaterThanOrEqual(0)
      await driver.page.mouse.move(button!.x + 12, button!.y + 12, { steps: 20 })
      await driver.page.mouse.down()
      await driver.page.mouse.up()
      expect(await asked()).toEqual([{ type: 'section', uuid: 'b' }])
      await driver.page.setViewportSize({ width: 1000, height: 800 })
    },
  )
  it('a heading has edit and delete buttons, and the name of its section only', async () => {
    await driver.open(SECTIONED)
    const name = await driver.page.locator('.kaiwa-section-name').textContent()
    expect(await driver.page.getByRole('heading', { name: name!, exact: true, level: 2 }).count()).toBe(1)
    await driver.page.click('.kaiwa-section [data-action="section"]')
    await driver.page.click('.kaiwa-section [data-action="removeSection"]')
    expect(await asked()).toEqual([
      { type: 'section', uuid: 'a' },
      { type: 'removeSection', uuid: 'a' },
    ])
  })
  it('touching a time shows the same actions', async () => {
    await driver.open(SECTIONED)
    await driver.page.dispatchEvent('[data-block="c"] .kaiwa-time', 'pointerdown', { pointerType: 'touch' })
    await driver.page.locator('[data-block="c"] .kaiwa-actions').waitFor()
  })
  it('shows no actions without permission', async () => {
    await driver.open(SECTIONED)
    await setEditing(false)
    await driver.page.evaluate(() =>
      window.editor.bench!.view.setAbilities({ section: false, speaker: false, comment: false }),
    )
    await driver.page.hover('[data-block="b"] .kaiwa-time')
    expect(await driver.page.$$eval('[data-action]', (all) => all.length)).toBe(0)
  })
})

it('SPK-01 the speaker button reports its block', async () => {
  await driver.open(SECTIONED)
  await driver.page.click('[data-block="c"] [data-action="speaker"]')
  expect(await asked()).toEqual([{ type: 'speaker', uuid: 'c' }])
})

it('the times of a block can be corrected in edit mode only', async () => {
  await driver.open(SECTIONED)
  await driver.page.hover('[data-block="b"] .kaiwa-time')
  await driver.page.click('[data-block="b"] [data-action="times"]')
  expect(await asked()).toEqual([{ type: 'times', uuid: 'b' }])
  await setEditing(false)
  expect(await driver.page.$$eval('[data-action="times"]', (all) => all.length)).toBe(0)
})

it('a passage that was not recognised has a visible mark with a button to recognise it again', async () => {
  await driver.open('A | 今日\nA | ［聞き取り不能］\nB | 晴れ')
  const again = driver.page.locator('[data-action="recogniseAgain"]')
  expect(await again.count()).toBe(1)
  expect(await driver.page.locator('[data-block="b"] .kaiwa-text').textContent()).toBe('［聞き取り不能］')
  expect(await again.isVisible()).toBe(true)
  expect(await again.textContent()).toBe('もう一度文字起こしする')
  await driver.page.click('[data-block="b"] [data-action="recogniseAgain"]')
  expect(await asked()).toEqual([{ type: 'recogniseAgain', uuid: 'b' }])
})

it('arrow keys reach every button from one tab stop', async () => {
  await driver.open(SECTIONED)
  expect(await driver.page.$$eval('.kaiwa-transcript [tabindex="0"]', (all) => all.length)).toBe(1)
  await driver.page.focus('[data-block="b"] .kaiwa-time')
  await driver.press('ArrowRight')
  expect(await focused()).toBe('セクションを追加')
  await driver.press('ArrowRight')
  expect(await focused()).toBe('00:00の時刻を修正')
  await driver.press('ArrowLeft', 'Enter')
  expect(await asked()).toEqual([{ type: 'section', uuid: 'b' }])
  await driver.press('ArrowUp', 'ArrowLeft')
  expect(await focused()).toBe('話者1')
  await driver.press('ArrowLeft')
  expect(await focused()).toBe('予算を削除')
  await driver.press('ArrowDown', 'ArrowDown')
  expect(await focused()).toBe('00:00から再生')
  expect(await driver.page.$$eval('.kaiwa-transcript [tabindex="0"]', (all) => all.length)).toBe(1)
})

describe('selection report', () => {
  const selections = () => driver.page.evaluate(() => window.editor.bench!.selections.map((one) => one && one.ranges))
  it('TAG-05 reports one range per block on mouse up', async () => {
    await driver.open('A | 今日は晴れ\nB | x\nC | 明日は雨')
    await setEditing(false)
    const from = (await driver.page.locator('[data-block="a"] .kaiwa-text').boundingBox())!
    const to = (await driver.page.locator('[data-block="c"] .kaiwa-text').boundingBox())!
    await driver.page.mouse.move(from.x + 33, from.y + 14)
    await driver.page.mouse.down()
    await driver.page.mouse.move(to.x + 33, to.y + 14, { steps: 5 })
    await settle()
    expect(await selections()).toEqual([])
    await driver.page.mouse.up()
    const ranges = [
      { uuid: 'a', start: 2, end: 5 },
      { uuid: 'b', start: 0, end: 1 },
      { uuid: 'c', start: 0, end: 2 },
    ]
    await expect.poll(selections).toEqual([ranges])
    expect(await driver.page.evaluate(() => window.editor.bench!.view.selectedRanges())).toEqual(ranges)
    const rect = await driver.page.evaluate(() => window.editor.bench!.selections[0]!.rect.toJSON())
    // The rectangle of the characters, whose height within the line depends on the font.
    expect([rect.top >= from.y, rect.top < from.y + from.height / 2]).toEqual([true, true])
    expect([rect.bottom > to.y + to.height / 2, rect.bottom <= to.y + to.height]).toEqual([true, true])
    await driver.page.mouse.click(from.x + 300, from.y + 14)
    await expect.poll(selections).toEqual([ranges, null])
  })
  it('reports a selection by keyboard once, after a pause', async () => {
    await driver.open('A | ^今日は')
    await driver.press('Shift+ArrowRight', 'Shift+ArrowRight')
    await expect.poll(() => selections().then((all) => all.at(-1))).toEqual([{ uuid: 'a', start: 0, end: 2 }])
    await settle()
    expect(await selections()).toHaveLength(1)
  })
})

describe('EDIT-42 blocks locked by another user', () => {
  it.each([
    ['typing', ['x']],
    ['Enter', ['Enter']],
    ['Ctrl+Enter', ['Control+Enter']],
    ['Backspace', ['Backspace']],
    ['a merge into it', ['ArrowDown', 'Home', 'Backspace']],
    ['Ctrl+A and Delete', ['Control+a', 'Delete']],
  ])('are not changed by %s', async (_, keys) => {
    await driver.open('A | a^b\nB | cd')
    await driver.page.evaluate(() => window.editor.bench!.view.setLockedBlocks(new Set(['a']), '編集中'))
    await driver.press(...keys)
    expect((await driver.shown()).replaceAll('^', '')).toBe('A | ab\nB | cd')
  })
  it('show the reason, and the other blocks stay editable', async () => {
    await driver.open('A | ab\nB | c^d')
    await driver.page.evaluate(() => window.editor.bench!.view.setLockedBlocks(new Set(['a']), '編集中'))
    expect(await driver.page.getAttribute('[data-locked] .kaiwa-text', 'title')).toBe('編集中')
    await driver.type('x')
    expect(await driver.shown()).toBe(lines('A | ab\nB | cx^d'))
    await driver.press('Home', 'Backspace')
    expect(await driver.page.evaluate(() => window.editor.bench!.refused)).toEqual(['locked'])
    await driver.page.evaluate(() => window.editor.bench!.view.setLockedBlocks(new Set(), ''))
    expect(await driver.page.$$eval('[data-locked]', (all) => all.length)).toBe(0)
  })
})

it('keys and commands change nothing outside edit mode', async () => {
  await driver.open('A | a^b\nB | cd')
  await setEditing(false)
  await driver.press('x', 'Enter', 'Control+Enter', 'Control+z', 'Delete')
  expect((await driver.shown()).replaceAll('^', '')).toBe('A | ab\nB | cd')
})

describe('in edit mode', () => {
  it('the player keys work while the caret is in the text', async () => {
    await driver.open('A | a^b')
    await driver.press('Alt+k', 'Alt+j', 'Alt+l')
    expect(await driver.page.evaluate(() => window.editor.bench!.playerKeys)).toEqual(['toggle', 'back', 'forward'])
    expect(await driver.shown()).toBe(lines('A | a^b'))
  })
  it('a click sets the caret; Alt+click and Ctrl+click play the word', async () => {
    await driver.open('A | ^[3 今日][5 晴れ]')
    const box = (await driver.page.locator('.kaiwa-text').boundingBox())!
    await driver.page.mouse.click(box.x + 40, box.y + 14)
    expect(await driver.page.evaluate(() => window.editor.bench!.played)).toEqual([])
    expect(await driver.shown()).toBe(lines('A | [3 今日]^[5 晴れ]'))
    for (const modifier of ['Alt', 'Control']) {
      await driver.page.waitForTimeout(600)
      await driver.page.keyboard.down(modifier)
      await driver.page.mouse.click(box.x + 40, box.y + 14)
      await driver.page.keyboard.up(modifier)
    }
    expect(await driver.page.evaluate(() => window.editor.bench!.played)).toEqual([5, 5])
  })
  it('words keep their times after edits, merges and splits', async () => {
    await driver.open('A | ^[3 今日][5 晴れ]\nA | [8 です]')
    await driver.type('ええと')
    await driver.page.evaluate(() => window.editor.bench!.view.moveTo(5.2))
    const marked = () =>
      driver.page.evaluate(() => {
        const ranges: AbstractRange[] = []
        CSS.highlights.get('kaiwa-word')?.forEach((range) => ranges.push(range))
        return ranges.map((range) => range.startContainer.textContent!.slice(range.startOffset, range.endOffset))
      })
    await expect.poll(marked).toEqual(['晴れ'])
    await driver.type('、')
    await expect.poll(marked).toEqual(['晴れ'])
    await driver.press('ArrowDown', 'Home', 'Backspace')
    await expect.poll(marked).toEqual(['晴れ'])
    await driver.page.evaluate(() => window.editor.bench!.view.moveTo(8.2))
    await expect.poll(marked).toEqual(['です'])
    await driver.press('Control+Enter')
    await expect.poll(marked).toEqual(['です'])
  })
})

it('TAG-20 tagged passages keep their colours while the user types before them', async () => {
  await driver.open('A | ^今日は<7 晴れ>と<8 雨>')
  await driver.page.evaluate(() =>
    window.editor.bench!.view.setTagColours(
      new Map([
        [7, '#FD6F2C'],
        [8, '#123456'],
      ]),
    ),
  )
  const painted = () =>
    driver.page.evaluate(() =>
      ['fd6f2c', '123456'].map((colour) => {
        const texts: string[] = []
        CSS.highlights
          .get(`kaiwa-tag-${colour}`)
          ?.forEach((range) => texts.push(range.startContainer.textContent!.slice(range.startOffset, range.endOffset)))
        return texts.join()
      }),
    )
  await expect.poll(painted).toEqual(['晴れ', '雨'])
  await driver.type('ねえ')
  await expect.poll(painted).toEqual(['晴れ', '雨'])
  await driver.compose('ｎ', 'に', 'にほ')
  await expect.poll(painted).toEqual(['晴れ', '雨'])
  await driver.confirm('二歩')
  await expect.poll(painted).toEqual(['晴れ', '雨'])
})
