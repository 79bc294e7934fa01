import { readFile } from 'node:fs/promises'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Browser, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAILURES, reportPages } from './describe-failure.ts'
import { visit } from './journey.ts'

/** No server listens on this port. */
const NOWHERE = 'http://127.0.0.1:9'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

function failed(message: string, state: 'fail' | 'pass' = 'fail') {
  return { task: { id: 'evidence', result: { state, errors: [{ name: 'Error', message }] } } } as unknown as TestContext
}

function messageOf({ task }: TestContext) {
  return task.result?.errors?.[0]?.message ?? ''
}

describe('the error of a failed journey', () => {
  let page: Page
  let leave: () => Promise<void>
  beforeAll(async () => {
    ;({ page, leave } = await visit(browser, NOWHERE))
    await page.route('**/page', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<title>A page</title><p>A line of text</p><button>Edit</button><div role="dialog" aria-label="Not saved"></div>',
      }),
    )
    await page.route('**/refused', (route) => route.fulfill({ status: 409, body: '{}' }))
    await page.route('**/lost', (route) => route.abort())
    await page.goto('/page')
    await page.evaluate(async () => {
      console.warn('a warning of the page')
      await fetch('/refused')
      await fetch('/lost').catch(() => null)
    })
  })

  it('says what the open pages show, what they logged and which requests failed', async () => {
    const test = failed('no button')
    await reportPages(test)
    const message = messageOf(test)
    for (const part of [
      'no button',
      `Page ${NOWHERE}/page`,
      '- button "Edit"',
      '- dialog "Not saved"',
      'console.warning: a warning of the page',
      `GET ${NOWHERE}/refused answered 409`,
      `GET ${NOWHERE}/lost failed: net::ERR_FAILED`,
    ])
      expect(message).toContain(part)
    expect(message).not.toContain('A line of text')
    const [picture = ''] = /(?<=^Screenshot: ).+$/m.exec(message) ?? []
    expect(picture.startsWith(FAILURES)).toBe(true)
    expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG')
  })

  it('is written once, and only for a test that failed', async () => {
    const test = failed('no button')
    await reportPages(test)
    const first = messageOf(test)
    await reportPages(test)
    expect(messageOf(test)).toBe(first)
    const passed = failed('no error', 'pass')
    await reportPages(passed)
    expect(messageOf(passed)).toBe('no error')
  })

  it('names no page that is closed', async () => {
    await leave()
    const test = failed('no button')
    await reportPages(test)
    expect(messageOf(test)).not.toContain(NOWHERE)
  })
})
