// Describes the open pages of a failed journey in its error message, so that a rare failure can be understood.
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'

/** Screenshots of failed journeys. */
export const FAILURES = join(tmpdir(), 'kaiwa-e2e-failures')

const MAX_EVENTS = 30
/** Roles of the accessibility tree that show the state of a page. Text, such as the transcript, is left out. */
const CONTROLS = /^\s*- (?:button|dialog|alert|alertdialog|status|heading|textbox|combobox|tab|menuitem)\b/
const MAX_CONTROLS = 80
/** Timeout (ms): a page stopped by a browser dialog or a crash never responds. */
const ANSWER_MS = 5_000

/** Events of each open context, newest last. */
const contexts = new Map<BrowserContext, string[]>()
const reported = new WeakSet<object>()

/** Keeps the console, failed requests and refused requests of a context until it is closed. */
export function watchContext(context: BrowserContext): void {
  const events: string[] = []
  const note = (event: string): void => {
    events.push(`${new Date().toISOString().slice(11, 23)} ${event}`)
    if (events.length > MAX_EVENTS) events.shift()
  }
  contexts.set(context, events)
  context.on('close', () => contexts.delete(context))
  context.on('console', (message) => note(`console.${message.type()}: ${message.text()}`))
  context.on('weberror', (error) => note(`error: ${error.error().message}`))
  context.on('requestfailed', (request) =>
    note(`${request.method()} ${request.url()} failed: ${request.failure()?.errorText ?? 'no reason'}`),
  )
  context.on('response', (response) => {
    if (response.status() >= 400) note(`${response.request().method()} ${response.url()} answered ${response.status()}`)
  })
}

async function describePage(page: Page, screenshot: string): Promise<string> {
  const timeout = ANSWER_MS
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout })
    .catch((error: Error) => `- heading: not readable (${error.message.split('\n', 1)[0]})`)
  const controls = tree.split('\n').filter((line) => CONTROLS.test(line))
  const picture = await page.screenshot({ path: screenshot, timeout }).then(
    () => screenshot,
    () => 'not possible',
  )
  return [`Page ${page.url()}`, `Screenshot: ${picture}`, ...controls.slice(0, MAX_CONTROLS)].join('\n')
}

async function describeContext(context: BrowserContext, name: string): Promise<string> {
  const events = contexts.get(context) ?? []
  const pages = context.pages().filter((page) => page.url() !== 'about:blank')
  const parts = await Promise.all(
    pages.map((page, index) => describePage(page, join(FAILURES, `${name}-${index}.png`))),
  )
  return [...parts, 'Last events of this browser:', ...(events.length > 0 ? events : ['none'])].join('\n')
}

/** Adds a description of every open page to the first error of a failed test, once per test. */
export async function reportPages({ task }: Pick<TestContext, 'task'>): Promise<void> {
  const [error] = task.result?.errors ?? []
  if (task.result?.state !== 'fail' || !error || reported.has(task)) return
  reported.add(task)
  await mkdir(FAILURES, { recursive: true })
  const found = await Promise.all(
    [...contexts.keys()].map((context, index) => describeContext(context, `${task.id}-${process.pid}-${index}`)),
  )
  error.message = [error.message, ...found].join('\n\n')
}
