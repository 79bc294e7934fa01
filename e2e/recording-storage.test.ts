// Storage of recordings in the built page, with the security policy of the server: what two tabs, a killed tab and a full
// disk do to it.
import { randomUUID } from 'node:crypto'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import { openTestApp, type TestApp } from '@kaiwa/server/test/open-test-app.ts'
import type { RecordingHeader } from '@kaiwa/recording/journal.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltPage, buildRecordingPage } from './test/build-recording-page.ts'

const USER = 7

let built: BuiltPage
let test: TestApp
let browser: Browser
let url: string
beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildRecordingPage(), openBrowser()])
  test = await openTestApp({ webFolder: built.folder })
  url = await test.listen()
})
afterAll(async () => {
  await browser.close()
  await test.close()
  await built.remove()
})

function headerOf(): RecordingHeader {
  return {
    type: 'header',
    version: 1,
    uuid: randomUUID(),
    userId: USER,
    startedAt: '2026-11-27T09:00:00.000Z',
    title: '商談',
    folderId: 3,
    language: 'ja',
    numSpeaker: 0,
  }
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

it('is offered by the built page under its security policy', async () => {
  const context = await browser.newContext()
  const page = await openTab(context)
  const violations: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  const response = await page.reload()
  expect(response?.headers()['content-security-policy']).toContain('trusted-types default')
  expect(await page.evaluate(() => window.recording.openStore())).toBe('opfs')
  expect(violations).toEqual([])
  await context.close()
})

it('uses the database where the browser has no private file system', async () => {
  const context = await browser.newContext()
  // As in private windows of Firefox.
  await context.route('**/*.worker-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `onmessage = ({ data }) =>
        postMessage({ id: data.id, failure: { name: 'SecurityError', message: 'The operation is insecure.' } })`,
    }),
  )
  const page = await openTab(context)
  expect(await page.evaluate(() => window.recording.openStore())).toBe('indexeddb')
  await context.close()
})

describe.each(['opfs', 'indexeddb'] as const)('a recording in %s', (kind) => {
  const open = (page: Page) =>
    page.evaluate((one) => window.recording.openStore(one === 'indexeddb' ? one : undefined), kind)

  it('belongs to one tab until the tab is closed, and is listed in the other', async () => {
    const context = await browser.newContext()
    const [first, second] = [await openTab(context), await openTab(context)]
    await Promise.all([open(first), open(second)])
    const header = headerOf()
    await first.evaluate((one) => window.recording.create(one), header)
    await first.evaluate(() => window.recording.record(3, 1_000))
    expect(await second.evaluate((uuid) => window.recording.open(uuid), header.uuid)).toBe(false)
    expect(await second.evaluate((user) => window.recording.list(user), USER)).toMatchObject([
      { header, size: 3_000, seconds: 3, isOwnedElsewhere: true },
    ])
    await first.close()
    await expect.poll(() => second.evaluate((uuid) => window.recording.open(uuid), header.uuid)).toBe(true)
    await second.evaluate(() => window.recording.record(1, 500))
    expect(await second.evaluate(() => window.recording.summary())).toMatchObject({ size: 3_500, seconds: 4 })
    const bytes = await second.evaluate(() => window.recording.read(2_990, 3_010))
    expect(bytes).toEqual(Array.from({ length: 20 }, (_value, index) => (2_990 + index) % 251))
    await context.close()
  })

  it('that the browser has deleted between two pieces is not listed, and another one can be begun', async () => {
    const context = await browser.newContext()
    const page = await openTab(context)
    await open(page)
    await page.evaluate((one) => window.recording.create(one), headerOf())
    await page.evaluate(() => window.recording.record(2, 1_000))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
    // The header is deleted too: pieces that are stored now cannot be read.
    await page.evaluate(() => window.recording.record(1, 1_000).catch(() => undefined))
    await page.evaluate(() => window.recording.close().catch(() => undefined))
    expect(await page.evaluate((user) => window.recording.list(user), USER)).toEqual([])
    const header = headerOf()
    await page.evaluate((one) => window.recording.create(one), header)
    await page.evaluate(() => window.recording.record(2, 1_000))
    await page.evaluate(() => window.recording.close())
    expect(await page.evaluate((user) => window.recording.list(user), USER)).toMatchObject([{ header, size: 2_000 }])
    await context.close()
  })

  it('keeps stored pieces when the disk is full, and continues when space was freed', async () => {
    const context = await browser.newContext()
    const page = await openTab(context)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1_000_000 })
    await open(page)
    await page.evaluate((one) => window.recording.create(one), headerOf())
    await page.evaluate(() => window.recording.record(2, 10_000))
    const failed = await page.evaluate(async () => {
      // A database may exceed its limit by some megabytes.
      for (let piece = 0; piece < 30; piece += 1) {
        try {
          await window.recording.record(1, 10_000_000)
        } catch (error) {
          return (error as Error).name
        }
      }
      return null
    })
    expect(failed).toBe('QuotaExceededError')
    const { size, seconds, header } = await page.evaluate(() => window.recording.summary())
    // Not even a line fits.
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 })
    await page.evaluate(async () => {
      await window.recording.append({ type: 'stopped', at: 1 })
      await window.recording.append({ type: 'confirmed', at: 1 })
    })
    // It can be sent, which is what makes room.
    expect(await page.evaluate(() => window.recording.summary())).toMatchObject({ size, isConfirmed: true })
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: url })
    await page.evaluate(() => window.recording.close())
    expect(await page.evaluate((uuid) => window.recording.open(uuid), header!.uuid)).toBe(true)
    await page.evaluate(() => window.recording.record(1, 1_000))
    const after = await page.evaluate(() => window.recording.summary())
    expect(after).toMatchObject({ size: size + 1_000, seconds: seconds + 1 })
    const first = size - 10
    const bytes = await page.evaluate((from) => window.recording.read(from, from + 20), first)
    expect(bytes).toEqual(Array.from({ length: 20 }, (_value, index) => (first + index) % 251))
    await context.close()
  })
})
