// E11: the first key after entering edit mode of a transcript of 4,000 blocks in the real program: main thread time until
// the frames that show its character are done, minus the time of the same frames without a key. The peer is the same with
// 32 blocks.

import type { Page } from 'playwright-core'
import type { TestFile } from '../server/test/factories/items.ts'
import { enterEditing, FIRST_TEXT, leaveEditing, openFilePages, waitForBlocks } from './file-pages.ts'
import { compare, median } from './measure.ts'
import { loadNow } from './run-options.ts'

const LONG = 4000
const FEW = 32
const TYPED = 'ん'

const pages = await openFilePages()

/** Milliseconds of CPU time of the main thread for an action and two frames. */
async function frames(page: Page, act: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await taskMs()
  await act()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  const spent = (await taskMs()) - before
  await session.detach()
  return spent
}

/** The typed text is undone, so that nothing is left to save. */
async function type(file: TestFile, blocks: number): Promise<number> {
  const page = await pages.open(file)
  await waitForBlocks(page, blocks)
  await enterEditing(page)
  await page
    .locator(FIRST_TEXT)
    .first()
    .click({ position: { x: 2, y: 8 } })
  const still = median([await frames(page), await frames(page), await frames(page)])
  const busy = (await frames(page, () => page.keyboard.insertText(TYPED))) - still
  await page.keyboard.press('Control+z')
  await leaveEditing(page)
  await page.close()
  return busy
}

try {
  const [long, few] = [await pages.createFile(LONG), await pages.createFile(FEW)]
  await compare({
    id: 'E11',
    goal: { atMost: 1.2 },
    ours: () => type(long, LONG),
    peer: () => type(few, FEW),
    note: `${LONG} blocks against ${FEW}; ${loadNow()}`,
  })
} finally {
  await pages.close()
}
