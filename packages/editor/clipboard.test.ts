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

/** Dispatches a paste or drop with the given data types; returns whether the default action was prevented. */
function give(event: 'paste' | 'drop', data: Record<string, string>, at?: { x: number; y: number }) {
  return driver.page.evaluate(
    ([name, types, point]) => {
      const transfer = new DataTransfer()
      for (const [type, text] of Object.entries(types)) transfer.setData(type, text)
      const options = { bubbles: true, cancelable: true, clientX: point?.x ?? 0, clientY: point?.y ?? 0 }
      const made =
        name === 'paste'
          ? new ClipboardEvent(name, { ...options, clipboardData: transfer })
          : new DragEvent(name, { ...options, dataTransfer: transfer })
      document.querySelector('.kaiwa-transcript')!.dispatchEvent(made)
      return made.defaultPrevented
    },
    [event, data, at] as const,
  )
}

/** The data that copy or cut puts on the clipboard, by type. */
function taken(event: 'copy' | 'cut') {
  return driver.page.evaluate((name) => {
    const clipboardData = new DataTransfer()
    document
      .querySelector('.kaiwa-transcript')!
      .dispatchEvent(new ClipboardEvent(name, { bubbles: true, cancelable: true, clipboardData }))
    return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]))
  }, event)
}

function refused() {
  return driver.page.evaluate(() => window.editor.bench!.refused)
}

/** Screen coordinates of the character that starts at `offset` of a block. */
function pointOf(uuid: string, offset: number) {
  return driver.page.evaluate(
    ([id, at]) => {
      const text = document.querySelector(`[data-block="${id}"] .kaiwa-text`)!.firstChild!
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const { left, top, height } = range.getBoundingClientRect()
      return { x: left + 1, y: top + height / 2 }
    },
    [uuid, offset] as const,
  )
}

describe('EDIT-56 paste is plain text only', () => {
  it.each([
    [
      'the plain text of rich text',
      { 'text/plain': 'b', 'text/html': '<b onclick="x()">B</b>' },
      'A | a^c',
      'A | ab^c',
    ],
    ['nothing of rich text without plain text', { 'text/html': '<b>B</b>' }, 'A | a^c', 'A | a^c'],
    ['line feeds within one block', { 'text/plain': '1\r\n2\n' }, 'A | a^c', 'A | a1\\n2\\n^c'],
    ['over a selection of several blocks', { 'text/plain': 'x' }, 'A | a^b\nB | c^d', 'A | ax^d'],
    ['no control characters', { 'text/plain': 'x\0\u0007y' }, 'A | ^', 'A | xy^'],
    ['script as text', { 'text/plain': '<img src=x onerror=alert(1)>' }, 'A | ^', 'A | <img src=x onerror=alert(1)>^'],
  ])('%s', async (_, data, before, after) => {
    await driver.open(before)
    expect(await give('paste', data)).toBe(true)
    const shown = await driver.shown()
    // The notation reads <…> as a tag, so this text is compared without parsing it.
    expect(shown).toBe(after.includes('<img') ? after : lines(after))
  })

  it('refuses 10 MB immediately, and text that would exceed the block limit', async () => {
    await driver.open('A | a^b')
    const refusedAtOnce = await driver.page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'あいうえお\n'.repeat(1_750_000))
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
      document.querySelector('.kaiwa-transcript')!.dispatchEvent(event)
      return [...window.editor.bench!.refused]
    })
    expect(refusedAtOnce).toEqual(['too-long'])
    await give('paste', { 'text/plain': 'x'.repeat(150_000) })
    expect(await refused()).toEqual(['too-long', 'too-long'])
    expect(await driver.shown()).toBe(lines('A | a^b'))
  })
})

describe('copy and cut', () => {
  it('put the text of each block on its own line, without markup', async () => {
    await driver.open('A #予算 | 今^日\nB | x\nC | 晴^れ')
    expect(await taken('copy')).toEqual({ 'text/plain': '日\nx\n晴' })
    expect(await driver.shown()).toBe(lines('A #予算 | 今^日\nB | x\nC | 晴^れ'))
    expect(await taken('cut')).toEqual({ 'text/plain': '日\nx\n晴' })
    expect(await driver.shown()).toBe(lines('A #予算 | 今^れ'))
  })
  it('uses the selection of the browser before ProseMirror has read it', async () => {
    await driver.open('A | abcd^')
    const act = (event: 'copy' | 'paste', from: number | 'element', to?: number) =>
      driver.page.evaluate(
        ([name, start, end]) => {
          const line = document.querySelector('.kaiwa-text')!
          const clipboardData = new DataTransfer()
          if (name === 'paste') clipboardData.setData('text/plain', 'x')
          if (start === 'element') getSelection()!.collapse(line, 0)
          else getSelection()!.setBaseAndExtent(line.firstChild!, start, line.firstChild!, end ?? start)
          line.dispatchEvent(new ClipboardEvent(name, { bubbles: true, cancelable: true, clipboardData }))
          return clipboardData.getData('text/plain')
        },
        [event, from, to] as const,
      )
    expect(await act('copy', 1, 3)).toBe('bc')
    await act('paste', 'element')
    expect(await driver.shown()).toBe(lines('A | x^abcd'))
  })
  it('cut and paste through the real clipboard', async () => {
    await driver.open('A | ab^cd^')
    await driver.press('Control+x', 'x', 'Control+v')
    expect(await driver.shown()).toBe(lines('A | abxcd^'))
  })
})

describe('drop', () => {
  it('inserts plain text at the drop position', async () => {
    await driver.open('A | ab^\nB | cd')
    await give('drop', { 'text/plain': 'x', 'text/html': '<b>x</b>' }, await pointOf('b', 1))
    expect(await driver.shown()).toBe(lines('A | ab\nB | cx^d'))
  })
  it.each([
    ['into another block', 'A | a^b^\nB | cdef', 'b', 2, 'A | a\nB | cdb^ef'],
    ['forward in its block', 'A | ^a^bcd', 'a', 3, 'A | bca^d'],
    ['back in its block', 'A | ab^c^d', 'a', 1, 'A | ac^bd'],
  ])('moves a selection %s in one undo batch', async (_, before, uuid, offset, after) => {
    await driver.open(before)
    const text = /\^(?<text>.)\^/.exec(before)!.groups!['text']!
    await driver.page.evaluate(() =>
      document
        .querySelector('.kaiwa-text')!
        .dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: new DataTransfer() })),
    )
    await give('drop', { 'text/plain': text }, await pointOf(uuid, offset))
    expect(await driver.shown()).toBe(lines(after))
    await driver.press('Control+z')
    expect((await driver.shown()).replaceAll('^', '')).toBe(lines(before).replaceAll('^', ''))
  })
})
