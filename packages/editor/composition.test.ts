import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from './test/browser.ts'
import { lines, openDriver } from './test/driver.ts'
import type { Driver } from './test/driver.ts'

// Japanese input through the DevTools protocol: real composition events and keys with code 229.

let browser: Browser
let driver: Driver

beforeAll(async () => {
  browser = await openBrowser()
  driver = await openDriver(browser)
}, 60_000)
afterAll(() => browser.close())

const nihon = ['ｎ', 'に', 'にｈ', 'にほ', 'にほん', '日本']

describe('composes 日本 and undoes it as a single batch', () => {
  it.each([
    ['at the start of a block', 'A | x\nB | ^[0 晴れ]', 'A | x\nB | 日本^[0 晴れ]'],
    ['at its end', 'A | [0 晴れ]^\nB | x', 'A | [0 晴れ]日本^\nB | x'],
    ['in an empty block', 'A | x\nB | ^\nC | y', 'A | x\nB | 日本^\nC | y'],
    ['in an only, empty block', 'A | ^', 'A | 日本^'],
    ['inside a word', 'A | [0 晴^れ]', 'A | [0 晴日本^れ]'],
    ['before a tag', 'A | あ^<7 いう>', 'A | あ日本^<7 いう>'],
    ['after a tag', 'A | <7 いう>^あ', 'A | <7 いう>日本^あ'],
    ['inside a tag', 'A | <7 い^う>', 'A | <7 い日本^う>'],
    ['between two tags', 'A | <7 い>^<8 う>', 'A | <7 い>日本^<8 う>'],
    ['after a line feed', 'A | あ\\n^', 'A | あ\\n日本^'],
    ['next to the same letters', 'A | 日<7 日^日>日', 'A | 日<7 日日本^日>日'],
    ['over a selection', 'A | [0 今^日]は[1 晴^れ]', 'A | [0 今]日本^[1 れ]'],
    ['over a word', 'A | ^[0 今日]^は', 'A | [0 日本]^は'],
    ['over several blocks', 'A | [0 今^日]\nB! | x\nC | [1 晴^れ]\nC | y', 'A | [0 今]日本^[1 れ]\nC! | y'],
  ])('%s', async (_, before, after) => {
    await driver.open(before)
    await driver.compose(...nihon)
    await driver.confirm('日本')
    expect(await driver.shown()).toBe(lines(after))
    await driver.press('Control+z')
    expect((await driver.shown()).replaceAll('^', '')).toBe(lines(before).replaceAll('^', ''))
    expect(await driver.page.evaluate(() => window.editor.bench!.session.getState().canUndo)).toBe(false)
    await driver.press('Control+Shift+z')
    expect((await driver.shown()).replaceAll('^', '')).toBe(lines(after).replaceAll('^', ''))
  })
})

it('the page shows a composition before it ends; the session gets it when it ends', async () => {
  await driver.open('A | あ^')
  await driver.compose(...nihon)
  const state = () =>
    driver.page.evaluate(() => ({
      held: window.editor.bench!.texts(),
      shown: document.querySelector('.kaiwa-text')!.textContent,
      isDirty: window.editor.bench!.session.getState().isDirty,
      isComposing: window.editor.bench!.session.getState().isComposing,
    }))
  expect(await state()).toEqual({ held: ['あ'], shown: 'あ日本', isDirty: false, isComposing: true })
  await driver.confirm('日本')
  expect(await state()).toEqual({ held: ['あ日本'], shown: 'あ日本', isDirty: true, isComposing: false })
})

it('EDIT-33 leaving edit mode commits the current composition, which may continue', async () => {
  await driver.open('A | あ^')
  await driver.compose('ｎ', 'に', 'にほん')
  const held = () =>
    driver.page.evaluate(() => {
      window.editor.bench!.session.commitComposition()
      return window.editor.bench!.texts()
    })
  expect(await held()).toEqual(['あにほん'])
  await driver.compose('日本')
  await driver.confirm('日本')
  expect(await held()).toEqual(['あ日本'])
  expect(await driver.shown()).toBe(lines('A | あ日本^'))
})

it.each([
  ['is committed when its block is removed', ['a'], ['x', 'あにほん']],
  ['continues while its block stays', ['a', 'b'], ['x', 'あ']],
])('a composition %s', async (_, staying, held) => {
  await driver.open('A | x\nB | あ^')
  await driver.compose('ｎ', 'に', 'にほん')
  const texts = await driver.page.evaluate((uuids) => {
    window.editor.bench!.session.commitComposition((uuid) => uuids.includes(uuid))
    return window.editor.bench!.texts()
  }, staying)
  expect(texts).toEqual(held)
  await driver.confirm('日本')
})

it('a cancelled composition changes nothing', async () => {
  await driver.open('A | あ^い')
  await driver.compose('ｎ', 'に', '')
  expect(await driver.shown()).toBe(lines('A | あ^い'))
  const { isDirty, isComposing } = await driver.page.evaluate(() => window.editor.bench!.session.getState())
  expect({ isDirty, isComposing }).toEqual({ isDirty: false, isComposing: false })
})

it.each([
  ['the Enter that confirms', 'Enter', 0],
  ['Ctrl+Enter while composing', 'Enter', 2],
  ['Backspace while composing', 'Backspace', 0],
  ['Ctrl+Z while composing', 'z', 2],
  ['Alt+K while composing', 'k', 1],
])('%s does not change blocks or start playback', async (_, key, modifiers) => {
  await driver.open('A | x\nB | ^あ')
  await driver.compose('ｎ', 'に')
  await driver.keyToMethod(key, modifiers)
  await driver.confirm('に')
  expect(await driver.shown()).toBe(lines('A | x\nB | に^あ'))
  expect(await driver.page.evaluate(() => window.editor.bench!.playerKeys)).toEqual([])
})

it('two compositions are two undo batches', async () => {
  await driver.open('A | ^')
  await driver.compose('に')
  await driver.confirm('二')
  await driver.compose('ほ')
  await driver.confirm('本')
  await driver.press('Control+z')
  expect(await driver.shown()).toBe(lines('A | 二^'))
})

it('changes by other users do not break a composition', async () => {
  await driver.open('A | x\nB | あ^\nC | y')
  await driver.compose('ｎ', 'に')
  await driver.page.evaluate(() => {
    const { session } = window.editor.bench!
    const [first, , third] = [...session.getState().document.blocks]
    const save = (block: typeof first, content: string) => ({
      ...block!,
      terms: [],
      tags: [],
      content,
      id: 1,
    })
    session.applyRemoteSaves([
      {
        revision: 2,
        edited_by: null,
        edited_at: '2026-11-21T00:00:00Z',
        changes: { blocks: [save(first, 'xx\nx'), save(third, 'z')], insert: [], delete: [], speaker: [], section: [] },
      },
    ])
  })
  await driver.compose('にほ', 'にほん', '日本')
  await driver.confirm('日本')
  expect(await driver.shown()).toBe(lines('A | xx\\nx\nB | あ日本^\nC | z'))
})

it('a block locked by another user accepts no composition', async () => {
  await driver.open('A | ^x\nB | y')
  await driver.page.evaluate(() => window.editor.bench!.view.setLockedBlocks(new Set(['a']), 'locked'))
  await driver.compose('に')
  await driver.confirm('二')
  expect((await driver.shown()).replaceAll('^', '')).toBe(lines('A | x\nB | y'))
})
