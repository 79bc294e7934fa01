// E4: opening the page of a 3 h transcript in the real program until it is editable: from the navigation to the frame
// that shows the first typed character in the first block. The peer is the same for a file of 10 blocks.

import type { TestFile } from '../server/test/factories/items.ts'
import { FIRST_TEXT, leaveEditing, openFilePages, toolbarButton } from './file-pages.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { timeOfPaint, watchPaint } from './tabs.ts'

/** About 16 words per block. */
const LONG = IS_SHORT ? 200 : 1875
const FEW = 10
const TYPED = 'あ'

const pages = await openFilePages()

/** Milliseconds since the navigation. The typed text is undone, so that nothing is left to save. */
async function open(file: TestFile): Promise<number> {
  const page = await pages.open(file)
  await toolbarButton(page, '編集').click()
  await page.locator('.kaiwa-transcript[contenteditable=true]').waitFor()
  await page
    .locator(FIRST_TEXT)
    .first()
    .click({ position: { x: 2, y: 8 } })
  await watchPaint(page, FIRST_TEXT, TYPED)
  await page.keyboard.insertText(TYPED)
  const painted = await timeOfPaint(page)
  const opened = await page.evaluate(() => performance.timeOrigin)
  await page.keyboard.press('Control+z')
  await leaveEditing(page)
  await page.close()
  return painted - opened
}

try {
  const [long, few] = [await pages.createFile(LONG), await pages.createFile(FEW)]
  await compare({
    id: 'E4',
    goal: { atMost: 1.5 },
    ours: () => open(long),
    peer: () => open(few),
    note: `${LONG} blocks against ${FEW}, the browser's cache warm; ${loadNow()}`,
  })
} finally {
  await pages.close()
}
