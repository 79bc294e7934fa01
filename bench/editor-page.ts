// The editor in a page of real Chromium, and what something costs in it: the main thread's time until the frame that
// shows it is done: script, style, layout and painting. What other processes take from it does not count, and neither
// does what the same frames cost without it.

import { fileURLToPath } from 'node:url'
import { bundle, openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { CDPSession, Page } from 'playwright-core'
import { median } from './measure.ts'

interface EditorPage {
  page: Page
  session: CDPSession
  /** Milliseconds that the main thread was busy so far: its own ticks, what other processes take does not count. */
  busy(): Promise<number>
  /** The same for what is done until two frames later. */
  spent(act: () => Promise<unknown>): Promise<number>
  /** What it costs beyond what the same frames cost without it; in milliseconds too. */
  cost(act: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

export async function openEditorPage(): Promise<EditorPage> {
  const browser = await openBrowser()
  const { script, style } = await bundle(fileURLToPath(import.meta.resolve('@kaiwa/editor/test/page.ts')))
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' })
  await page.setContent(`<!doctype html><html lang="ja"><style>${style}</style><body></body></html>`)
  await page.addScriptTag({ content: script })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })

  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const frames = (count: number) =>
    page.evaluate(async (many) => {
      for (let frame = 0; frame < many; frame++) await new Promise(requestAnimationFrame)
    }, count)
  const spent = async (act: () => Promise<unknown>): Promise<number> => {
    const before = await busy()
    await act()
    await frames(2)
    return (await busy()) - before
  }

  return {
    page,
    session,
    busy,
    spent,
    async cost(act) {
      // What was opened before is laid out and painted by now.
      await frames(20)
      const still: number[] = []
      for (let time = 0; time < 7; time++) still.push(await spent(() => page.evaluate(() => undefined)))
      return Math.max(0.01, (await spent(act)) - median(still))
    },
    close: () => browser.close(),
  }
}
