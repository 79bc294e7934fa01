// W3: requests of the author and of a watcher, and bytes of a watcher, for the rename of a folder in a workspace of 1,000
// folders. Both have the parent's page open. The peers are the limits.

import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Page } from 'playwright-core'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { createFolder, rootOf } from '../server/test/factories/items.ts'
import { createMember, type TestUser } from '../server/test/factories/users.ts'
import { buildWeb } from '../tools/build-web.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'

import { report, toResult } from './measure.ts'
import { openBench } from './bench-program.ts'

const FOLDERS = 1000
const LIMITS = { watcher: 2, author: 1, watcherKilobytes: 2 }
const SETTLE_MS = 2000

await buildWeb()
const bench = await openBench()
const program = await bench.start('api,realtime,worker')
const browser = await openBrowser()
const watching = await createMember(bench.app.db, bench.owner, ROLE.member)
const parent = await createFolder(bench.app.db, rootOf(bench.owner), { creator: bench.owner, name: '営業' })
await createFolder(bench.app.db, parent, { creator: bench.owner, name: '0 資料' })
for (let made = 2; made < FOLDERS; made++)
  await createFolder(bench.app.db, made % 2 ? parent : rootOf(bench.owner), {
    creator: bench.owner,
    name: `案件 ${made}`,
  })

interface Tab {
  page: Page
  requests: string[]
  bytes: Promise<number>[]
}

async function visit(user: TestUser): Promise<Tab> {
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: SESSION_COOKIE, value: user.token, url: program.url, httpOnly: true }])
  const page = await context.newPage()
  const tab: Tab = { page, requests: [], bytes: [] }
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) return
    tab.requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
    const sizes = request.sizes()
    tab.bytes.push(
      sizes.then(
        ({ requestBodySize, requestHeadersSize, responseBodySize, responseHeadersSize }) =>
          requestBodySize + requestHeadersSize + responseBodySize + responseHeadersSize,
      ),
    )
  })
  await page.goto(`${program.url}/projects/${parent.projectId}?order_by=name`)
  await page.getByRole('row', { name: '0 資料', exact: true }).waitFor()
  await page.waitForTimeout(SETTLE_MS)
  await page.waitForLoadState('networkidle')
  return tab
}

try {
  const [author, watcher] = [await visit(bench.owner), await visit(watching)]
  for (const tab of [author, watcher]) {
    tab.requests.length = 0
    tab.bytes.length = 0
  }
  await author.page.getByRole('button', { name: '0 資料のメニュー' }).click()
  await author.page.getByRole('menuitem', { name: '名前を変更' }).click()
  await author.page.getByRole('dialog').getByRole('textbox', { name: 'フォルダ名' }).fill('0 見積もり')
  await author.page.keyboard.press('Enter')
  for (const { page } of [author, watcher]) await page.getByRole('row', { name: '0 見積もり', exact: true }).waitFor()
  await author.page.waitForTimeout(SETTLE_MS)
  const kilobytes = (await Promise.all(watcher.bytes)).reduce((sum, size) => sum + size, 0) / 1000
  const figures = [
    { ours: watcher.requests.length, peer: LIMITS.watcher },
    { ours: author.requests.length, peer: LIMITS.author },
    { ours: kilobytes, peer: LIMITS.watcherKilobytes },
  ]
  const [worst] = figures.sort((a, b) => b.ours / b.peer - a.ours / a.peer)
  const note = `author: ${author.requests.join(', ')}; watcher: ${watcher.requests.join(', ')}, ${kilobytes.toFixed(2)} kB with headers; the worst of three counts`
  await report(toResult({ id: 'W3', goal: { atMost: 1 }, unit: '', note }, [worst!]))
} finally {
  await browser.close()
  await program.stop()
  await bench.close()
}
