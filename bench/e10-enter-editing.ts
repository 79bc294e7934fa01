// E10: entering edit mode of a transcript of 4,000 blocks in the real program: from the click to the frame in which the
// text can be edited. The peer is the same with 32 blocks.

import type { TestFile } from '../server/test/factories/items.ts'
import { enterEditing, leaveEditing, openFilePages, waitForBlocks } from './file-pages.ts'
import { compare } from './measure.ts'
import { loadNow } from './run-options.ts'

const LONG = 4000
const FEW = 32

const pages = await openFilePages()

async function enter(file: TestFile, blocks: number): Promise<number> {
  const page = await pages.open(file)
  await waitForBlocks(page, blocks)
  const entered = await enterEditing(page)
  await leaveEditing(page)
  await page.close()
  return entered
}

try {
  const [long, few] = [await pages.createFile(LONG), await pages.createFile(FEW)]
  await compare({
    id: 'E10',
    goal: { atMost: 1.5 },
    ours: () => enter(long, LONG),
    peer: () => enter(few, FEW),
    note: `${LONG} blocks against ${FEW}; ${loadNow()}`,
  })
} finally {
  await pages.close()
}
