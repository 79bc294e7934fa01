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

/** Opens `before`, presses the keys and compares the lines with `after`. */
async function keys(before: string, pressed: readonly string[], after: string) {
  await driver.open(before)
  await driver.press(...pressed)
  expect(await driver.shown()).toBe(lines(after))
}

describe('typing', () => {
  it.each([
    ['at the start of a block', 'A | ^[0 good]', 'xy', 'A | xy^[0 good]'],
    ['at its end', 'A | [0 good]^', 'xy', 'A | [0 good]xy^'],
    ['in an empty block', 'A | [0 a]\nB | ^', 'xy', 'A | [0 a]\nB | xy^'],
    ['inside a word', 'A | [0 go^od]', 'xy', 'A | [0 goxy^od]'],
    ['inside a tag', 'A | <7 a^b>', 'xy', 'A | <7 axy^b>'],
    ['after a tag', 'A | <7 ab>^', 'xy', 'A | <7 ab>xy^'],
    ['between the same letters', 'A | a<7 aa^>aa', 'a', 'A | a<7 aa>a^aa'],
    ['spaces in a row', 'A | a^b', '   ', 'A | a   ^b'],
    ['over a selection', 'A | [0 go^od] [1 morn^ing]', 'xy', 'A | [0 go]xy^[1 ing]'],
  ])('EDIT-57 %s', async (_, before, text, after) => {
    await driver.open(before)
    await driver.type(text)
    expect(await driver.shown()).toBe(lines(after))
  })

  it('EDIT-55 over a multi-block selection collapses it', async () => {
    await driver.open('A | go^od\nB! | x\nC | mor^ning\nC | z')
    await driver.type('xy')
    expect(await driver.shown()).toBe(lines('A | goxy^ning\nC! | z'))
  })

  it('EDIT-55 Ctrl, Alt and Meta combinations insert no text', () =>
    keys('A | go^od\nB | mor^ning', ['Control+b', 'Alt+q', 'Meta+i', 'Control+Shift+x'], 'A | go^od\nB | mor^ning'))
})

describe('keys', () => {
  it.each([
    ['EDIT-47 Enter inserts a line feed', ['Enter'], 'A | go^od', 'A | go\\n^od'],
    ['EDIT-47 Enter at the end inserts a line feed', ['Enter', 'Enter'], 'A | good^', 'A | good\\n\\n^'],
    ['EDIT-47 Enter over several blocks', ['Enter'], 'A | go^od\nB | mor^ning', 'A | go\\n^ning'],
    ['EDIT-48 Ctrl+Enter splits', ['Control+Enter'], 'A | [0 go]^[1 od]', 'A | [0 go]\nA | ^[1 od]'],
    ['EDIT-48 Cmd+Enter splits', ['Meta+Enter'], 'A | [0 go]^[1 od]', 'A | [0 go]\nA | ^[1 od]'],
    ['EDIT-49 Ctrl+Enter at offset 0 marks a break', ['Control+Enter'], 'A | x\nA | ^y', 'A | x\nA! | ^y'],
    ['EDIT-50 Ctrl+Enter at the end does nothing', ['Control+Enter'], 'A | x^\nA | y', 'A | x^\nA | y'],
    [
      'EDIT-21 Ctrl+Enter twice separates the speakers',
      ['Control+Enter', 'Control+Enter'],
      'A | a^b',
      'A | a\nA! | ^b',
    ],
    ['EDIT-51 Backspace at the start merges', ['Backspace'], 'A | ab\nB | ^cd', 'A | ab^cd'],
    ['EDIT-51 Backspace in the first block does nothing', ['Backspace'], 'A | ^ab\nB | cd', 'A | ^ab\nB | cd'],
    ['EDIT-52 Delete at the end merges', ['Delete'], 'A | ab^\nB | cd', 'A | ab^cd'],
    ['EDIT-52 Delete in the last block does nothing', ['Delete'], 'A | ab^', 'A | ab^'],
    ['EDIT-51 Ctrl+Backspace at the start merges', ['Control+Backspace'], 'A | ab\nB | ^cd', 'A | ab^cd'],
    ['deletes characters', ['Backspace', 'Delete'], 'A | [0 本日]^[1 晴れ]', 'A | [0 本]^[1 れ]'],
    ['deletes the last character', ['Backspace'], 'A | x\nB | y^', 'A | x\nB | ^'],
    ['deletes a word', ['Control+Backspace'], 'A | good morning^', 'A | good ^'],
    ['deletes over several blocks', ['Backspace'], 'A | a^b\nB | x\nC | c^d', 'A | a^d'],
    ['Delete removes a character', ['Delete'], 'A | a^b\nB | x\nC | c^d', 'A | a^d'],
    ['→ moves to the next block', ['ArrowRight'], 'A | ab^\nB | cd', 'A | ab\nB | ^cd'],
    ['← moves to the previous block', ['ArrowLeft'], 'A | ab\nB | ^cd', 'A | ab^\nB | cd'],
    ['↓ moves to the next block', ['ArrowDown'], 'A | a^b\nB | cd', 'A | ab\nB | c^d'],
    ['↑ moves to the previous block', ['ArrowUp'], 'A! #予算 | ab\nB #結論 | c^d', 'A! #予算 | a^b\nB #結論 | cd'],
    ['Shift+→ selects across blocks', ['Shift+ArrowRight', 'Shift+ArrowRight'], 'A | ab^\nB | cd', 'A | ab\nB | ^c^d'],
    ['Shift+↓ selects across blocks', ['Shift+ArrowDown'], 'A | a^b\nB | cd', 'A | a^b\nB | c^d'],
    ['Home and End stay on the line', ['Home', 'Shift+End'], 'A | ab\nB | c^d\nC | e', 'A | ab\nB | ^cd^\nC | e'],
    ['Ctrl+A selects all', ['Control+a'], 'A | a^b\nB | cd', 'A | ^ab\nB | cd^'],
    ['Ctrl+A and Delete leave one empty block', ['Control+a', 'Delete'], 'A | a^b\nB | cd', 'A | ^'],
  ])('%s', (_, pressed, before, after) => keys(before, pressed, after))

  it('a key that follows another one before selectionchange uses the new place of the caret', async () => {
    await driver.open('A | ab^\nB | cd')
    const crossed = await driver.page.evaluate(() => {
      getSelection()!.modify('move', 'backward', 'lineboundary')
      const arrow = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })
      return !document.activeElement!.dispatchEvent(arrow)
    })
    expect([crossed, await driver.shown()]).toEqual([false, lines('A | ^ab\nB | cd')])
  })

  it('EDIT-21 the second press asks for the speaker', async () => {
    await driver.open('A | a^b')
    await driver.press('Control+Enter', 'Control+Enter')
    const asked = await driver.page.evaluate(() => window.editor.bench!.actions)
    expect(asked).toMatchObject([{ type: 'speaker', mode: 'individual' }])
    await driver.open('A | x\nA | ^b')
    await driver.press('Control+Enter')
    expect(await driver.page.evaluate(() => window.editor.bench!.actions)).toEqual([])
  })
})

describe('EDIT-11 undo and redo by batch', () => {
  it('undoes typing in a single batch, and redoes it', async () => {
    await driver.open('A | [0 good]^')
    await driver.type(' day')
    await driver.press('Enter')
    await driver.press('Control+z')
    expect(await driver.shown()).toBe(lines('A | [0 good] day^'))
    await driver.press('Control+z')
    expect(await driver.shown()).toBe(lines('A | [0 good]^'))
    await driver.press('Control+Shift+z')
    expect(await driver.shown()).toBe(lines('A | [0 good] day^'))
  })

  it.each([
    ['a split', 'A | a^b', ['Control+Enter'], 'A | a^b', 'A | a\nA | ^b'],
    ['a merge', 'A | a\nB | ^b', ['Backspace'], 'A | a\nB | ^b', 'A | a^b'],
    ['a line', 'A | a^b', ['Enter'], 'A | a^b', 'A | a\\n^b'],
    ['a collapse', 'A | a^b\nB | c^d', ['Backspace'], 'A | ab\nB | ^cd', 'A | a^d'],
  ])('the caret goes to %s', async (_, before, pressed, undone, redone) => {
    await driver.open(before)
    await driver.press(...pressed, 'Home', 'Control+z')
    expect(await driver.shown()).toBe(lines(undone))
    await driver.press('Home', 'Control+y')
    expect(await driver.shown()).toBe(lines(redone))
  })

  it("the browser's own undo runs the session's undo", async () => {
    await driver.open('A | good^')
    await driver.type('!')
    await driver.page.evaluate(() => document.execCommand('undo'))
    expect(await driver.shown()).toBe(lines('A | good^'))
  })
})
