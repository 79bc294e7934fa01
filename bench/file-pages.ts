// Pages of files with transcripts of given lengths in the real program and browser, for the figures of the file page.

import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { buildWeb } from '../tools/build-web.ts'
import type { Db } from '../server/platform/database/database.ts'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { createFile, rootOf, type TestFile } from '../server/test/factories/items.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { openBench } from './bench-program.ts'

/** Of the first block, unless the page opens elsewhere. */
export const FIRST_TEXT = '.kaiwa-block .kaiwa-text'

interface FilePages {
  context: BrowserContext
  db: Db
  /** Creates a file whose transcript has this number of blocks; about 8 words per phrase. */
  createFile(blocks: number, phrases?: number): Promise<TestFile>
  /** A new tab that has begun to load the page of the file, with this query. */
  open(file: TestFile, query?: string): Promise<Page>
  close(): Promise<void>
}

/** One browser context for all runs: its cache is warm, like that of a regular user. */
export async function openFilePages(): Promise<FilePages> {
  await buildWeb()
  const bench = await openBench()
  const program = await bench.start('api,realtime')
  const browser = await openBrowser()
  const { app, owner } = bench
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 1440, height: 900 } })
  const cookie = {
    name: SESSION_COOKIE,
    value: owner.token,
    url: program.url,
    httpOnly: true,
    sameSite: 'Lax',
  } as const
  await context.addCookies([cookie])
  return {
    context,
    db: app.db,
    async createFile(blocks, phrases = 2) {
      const file = await createFile(app.db, rootOf(owner), { creator: owner })
      await createTranscript(app.db, file, { blocks, phrases, language: 'ja' })
      return file
    },
    async open(file, query = '') {
      const page = await context.newPage()
      page.setDefaultTimeout(120_000)
      await page.goto(`${program.url}/projects/${file.projectId}/files/${file.id}${query}`, { waitUntil: 'commit' })
      return page
    },
    async close() {
      await browser.close()
      await program.stop()
      await bench.close()
    },
  }
}

// Found by text: a role selector searches the whole page, which costs more in a long one.
export function toolbarButton(page: Page, name: string) {
  return page.locator('[role=toolbar] button').filter({ hasText: new RegExp(`^${name}$`) })
}

declare global {
  interface Window {
    firstText?: Promise<number>
  }
}

/** Records in every page when the first text was painted; call before pages are opened. */
export async function watchFirstText(context: BrowserContext): Promise<void> {
  await context.addInitScript((selector) => {
    window.firstText = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(selector)?.textContent) return void requestAnimationFrame(look)
        // A task after the frame's own: style, layout and paint are done.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now()))
        port1.start()
        requestAnimationFrame(() => port2.postMessage(null))
      }
      look()
    })
  }, FIRST_TEXT)
}

/** Waits until all blocks are on the page and the browser has nothing left to do. */
export async function waitForBlocks(page: Page, blocks: number): Promise<void> {
  await page.waitForFunction((count) => document.querySelectorAll('.kaiwa-block').length === count, blocks)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** A measurement that waits forever would keep the machine from the others. */
const EDIT_TIMEOUT_MS = 120_000

/** Clicks the button that starts edit mode; milliseconds from the click to the frame in which the text can be edited. */
export async function enterEditing(page: Page): Promise<number> {
  await page.evaluate((patience) => {
    window.painted = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('edit mode did not start')), patience)
      let clicked = 0
      document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true })
      const observer = new MutationObserver(() => {
        if (!document.querySelector('.kaiwa-transcript[contenteditable=true]')) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - clicked))
          port1.start()
          port2.postMessage(null)
        })
      })
      observer.observe(document.body, { attributes: true, attributeFilter: ['contenteditable'], subtree: true })
    })
  }, EDIT_TIMEOUT_MS)
  await toolbarButton(page, '編集').click()
  return page.evaluate(() => window.painted!)
}

/** Leaves edit mode without changes. */
export async function leaveEditing(page: Page): Promise<void> {
  await toolbarButton(page, '編集を終了').click()
  await toolbarButton(page, '編集').waitFor()
}
