// E9: opening the page of a transcript of 16,000 blocks (34 h) until the frame that shows the first text, in the real
// program. The peer is the same for 32 blocks. The note says when all blocks were on the page.

import { FIRST_TEXT, openFilePages, watchFirstText } from './file-pages.ts'
import { median, type Pair, report, toResult } from './measure.ts'
import { IS_SHORT, loadNow, PAIRS } from './run-options.ts'
import type { TestFile } from '../server/test/factories/items.ts'

const LONG = IS_SHORT ? 4000 : 16_000
const FEW = 32

const pages = await openFilePages()
await watchFirstText(pages.context)
const complete: number[] = []

/** Milliseconds from the navigation until the first text. */
async function open(file: TestFile, blocks: number): Promise<number> {
  const page = await pages.open(file)
  await page.locator(FIRST_TEXT).first().waitFor()
  const shown = await page.evaluate(() => window.firstText!)
  await page.waitForFunction((count) => document.querySelectorAll('.kaiwa-block').length === count, blocks)
  if (blocks === LONG) complete.push(await page.evaluate(() => performance.now()))
  await page.close()
  return shown
}

try {
  const [long, few] = [await pages.createFile(LONG, 3), await pages.createFile(FEW, 3)]
  const load = loadNow()
  const measured: Pair[] = []
  for (let pair = 0; pair <= (PAIRS ?? 5); pair++)
    measured.push({ ours: await open(long, LONG), peer: await open(few, FEW) })
  const seconds = (median(complete) / 1000).toFixed(1)
  const note = `${LONG} blocks against ${FEW}, all blocks after ${seconds} s; ${load}`
  await report(toResult({ id: 'E9', goal: { atMost: 2 }, note }, measured.slice(1)))
} finally {
  await pages.close()
}
