// The editor in a page of real Chromium, with measurement of main thread time until the frame that shows a change is
// done: script, style, layout and paint. Time taken by other processes is not counted, and the time of the same frames
// without the change is subtracted.

import { fileURLToPath } from 'node:url'
import { bundle, openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { CDPSession, Page } from 'playwright-core'
import { median } from './measure.ts'

interface EditorPage {
  page: Page
  session: CDPSession
  /**
   * Milliseconds that the main thread was busy so far, in CPU time, so that time taken by other processes is not
   * counted.
   */
  busy(): Promise<number>
  /** The same for an action and the following two frames. */
  spent(act: () => Promise<unknown>): Promise<number>
  /** The same minus the time of these frames without the action, in milliseconds. */
  cost(act: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

export async function openEditorPage(): Promise<EditorPage> {
  const browser = await openBrowser()
  const { script, style } = await bundle(fileURLToPath(import.meta.resolve('@kaiwa/editor/test/test-page.ts')))
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
      // Wait until everything opened before is laid out and painted.
      await frames(20)
      const still: number[] = []
      for (let time = 0; time < 7; time++) still.push(await spent(() => page.evaluate(() => undefined)))
      return Math.max(0.01, (await spent(act)) - median(still))
    },
    close: () => browser.close(),
  }
}
