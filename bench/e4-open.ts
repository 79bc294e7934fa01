// E4: opening the page of a 3 h transcript in the real program until it is editable: from the navigation to the frame
// that shows the first typed character in the first block. The peer is the same for a file of 10 blocks.

import { buildWeb } from '../tools/build-web.ts'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Page } from 'playwright-core'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { createFile, rootOf, type TestFile } from '../server/test/factories/items.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { compare } from './measure.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { timeOfPaint, watchPaint } from './tabs.ts'

/** About 16 words per block. */
const LONG = { blocks: IS_SHORT ? 200 : 1875, phrases: 2 }
const FEW = { blocks: 10, phrases: 2 }
const FIRST = '.kaiwa-block .kaiwa-text'
const TYPED = 'あ'

await buildWeb()
const bench = await openBench()
const program = await bench.start('api,realtime')
const browser = await openBrowser()
const { app, owner } = bench

async function createFileWith(options: typeof LONG): Promise<TestFile> {
  const file = await createFile(app.db, rootOf(owner), { creator: owner })
  await createTranscript(app.db, file, { ...options, language: 'ja' })
  return file
}

// One browser context for all runs: its cache is warm, like that of a regular user.
const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 1440, height: 900 } })
const cookie = { name: SESSION_COOKIE, value: owner.token, url: program.url, httpOnly: true, sameSite: 'Lax' } as const
await context.addCookies([cookie])

// Found by text: a role selector searches the whole page, which costs more in a long one.
function button(page: Page, name: string) {
  return page.locator('[role=toolbar] button').filter({ hasText: new RegExp(`^${name}$`) })
}

/** Milliseconds since the navigation. The typed text is undone, so that nothing is left to save. */
async function open(file: TestFile): Promise<number> {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(`${program.url}/projects/${file.projectId}/files/${file.id}`, { waitUntil: 'commit' })
  await button(page, '編集').click()
  await page.locator('.kaiwa-transcript[contenteditable=true]').waitFor()
  await page
    .locator(FIRST)
    .first()
    .click({ position: { x: 2, y: 8 } })
  await watchPaint(page, FIRST, TYPED)
  await page.keyboard.insertText(TYPED)
  const painted = await timeOfPaint(page)
  const opened = await page.evaluate(() => performance.timeOrigin)
  await page.keyboard.press('Control+z')
  await button(page, '編集を終了').click()
  await button(page, '編集').waitFor()
  await page.close()
  return painted - opened
}

try {
  const [long, few] = [await createFileWith(LONG), await createFileWith(FEW)]
  await compare({
    id: 'E4',
    goal: { atMost: 1.5 },
    ours: () => open(long),
    peer: () => open(few),
    note: `${LONG.blocks} blocks against ${FEW.blocks}, the browser's cache warm; ${loadNow()}`,
  })
} finally {
  await browser.close()
  await program.stop()
  await bench.close()
}
