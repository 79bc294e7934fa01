import { fileURLToPath } from 'node:url'
import { bundle, openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// Keys that an input method handles must have no effect on the page.

vi.setConfig({ testTimeout: 60_000 })

let browser: Browser
let page: Page
let cdp: CDPSession

beforeAll(async () => {
  const entry = fileURLToPath(new URL('test/keys-page.tsx', import.meta.url))
  const [opened, { script }] = await Promise.all([openBrowser(), bundle(entry)])
  browser = opened
  page = await browser.newPage()
  await page.setContent('<!doctype html><html lang="ja"><body></body></html>')
  await page.addScriptTag({ content: script })
  cdp = await page.context().newCDPSession(page)
}, 60_000)
afterAll(() => browser.close())

function compose(text: string) {
  return cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
}

function confirm(text: string) {
  return cdp.send('Input.insertText', { text })
}

/** Dispatches a key as the browser reports it while an input method is active. */
async function keyToMethod(key: string, modifiers = 0, code = key) {
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await cdp.send('Input.dispatchKeyEvent', { type, key, code, windowsVirtualKeyCode: 229, modifiers })
}

function keys() {
  return page.evaluate(() => window.keys)
}

it("TAG-23 Escape and Enter during a conversion keep a tag's menu open; Escape otherwise closes it", async () => {
  await page.getByRole('button', { name: 'menu' }).click()
  const name = page.getByRole('textbox', { name: 'name' })
  await name.fill('')
  await compose('よさん')
  await keyToMethod('Enter')
  await keyToMethod('Escape')
  await page.waitForTimeout(400)
  expect(await name.isVisible()).toBe(true)
  await confirm('予算')
  expect(await name.inputValue()).toBe('予算')
  await page.keyboard.press('Escape')
  await name.waitFor({ state: 'hidden' })
})

it('arrow keys during a conversion move neither a tag nor a resize handle', async () => {
  await page.getByRole('button', { name: 'move' }).focus()
  await keyToMethod('ArrowDown')
  expect((await keys()).steps).toEqual([])
  await page.keyboard.press('ArrowDown')
  expect((await keys()).steps).toEqual([1])
  await page.getByRole('slider').focus()
  await keyToMethod('ArrowRight')
  expect((await keys()).width).toBe(200)
  await page.keyboard.press('ArrowRight')
  expect((await keys()).width).toBe(216)
})

it.each([
  ['key', 's', 'KeyS'],
  ['code', 'Process', 'KeyS'],
])('EDIT-40 Ctrl+S during a conversion, recognised by %s, saves when it has ended', async (_, key, code) => {
  const { saves: before } = await keys()
  await page.getByRole('textbox', { name: 'text' }).focus()
  await compose('かいぎ')
  await keyToMethod(key, 2, code)
  const { saves } = await keys()
  await confirm('会議')
  await page.keyboard.press('Control+s')
  expect([saves - before, (await keys()).saves - before]).toEqual([0, 2])
})
