// V5: from a new window of the installed app until it can be used, without network against with it. Without network that is the
// offline page with its list, with network the list of a folder. The window is a page of the headless shell with the service
// worker: the same documents, files and caches as in the installed app's own window, which the shell does not have.

import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Locator, Page } from 'playwright-core'
import { waitForWorker } from '../e2e/test/installed-app.ts'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { createFile, createFolder, rootOf } from '../server/test/factories/items.ts'
import { buildWeb } from '../tools/build-web.ts'
import { openBench } from './bench-program.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const PAIRS = IS_SHORT ? 3 : 15
const FILES = 50

await buildWeb()
const bench = await openBench()
const program = await bench.start('api,realtime')
const browser = await openBrowser()
const folder = await createFolder(bench.app.db, rootOf(bench.owner), { creator: bench.owner, name: '商談' })
for (let made = 0; made < FILES; made += 1)
  await createFile(bench.app.db, folder, { creator: bench.owner, title: `商談 ${made}` })

try {
  const context = await browser.newContext({ locale: 'ja-JP', baseURL: program.url })
  await context.addCookies([
    { name: SESSION_COOKIE, value: bench.owner.token, url: program.url, httpOnly: true, sameSite: 'Lax' },
  ])
  const path = `/projects/${folder.projectId}`
  const first = await context.newPage()
  first.setDefaultTimeout(120_000)
  await first.goto(path)
  await waitForWorker(first)
  await first.close()

  /** Milliseconds from the navigation of a new window until what it is opened for is shown. */
  const start = async (isOffline: boolean, shown: (page: Page) => Locator): Promise<number> => {
    await context.setOffline(isOffline)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const since = performance.now()
    await page.goto(path, { waitUntil: 'commit' })
    await shown(page).waitFor()
    const taken = performance.now() - since
    await page.close()
    return taken
  }
  await compare({
    id: 'V5',
    goal: { atMost: 1 },
    pairs: PAIRS,
    note: `a folder of ${FILES} files against the offline page with its list; headless shell; ${loadNow()}`,
    ours: () => start(true, (page) => page.getByText('この端末に、未完了の録音や下書きはありません。')),
    peer: () => start(false, (page) => page.getByRole('row', { name: `商談 ${FILES - 1}` }).first()),
  })
} finally {
  await browser.close()
  await program.stop()
  await bench.close()
}
