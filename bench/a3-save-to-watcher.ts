// A3: p95 from a click on save in one tab to the paint in another tab, while a thousand more sockets are subscribed to
// the same file. The peer is a minimal pair of pages with as many sockets: one commit, one broadcast, one text node.

import { buildWeb } from '../tools/build-web.ts'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Page } from 'playwright-core'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { createEditingFixture } from '../server/test/factories/editing-fixture.ts'
import type { TestUser } from '../server/test/factories/users.ts'
import { compare, p95 } from './measure.ts'
import { openBench, startPeer } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { channelSubscription, openSockets } from './sockets.ts'
import { recordClicks, timeOfClick, timeOfPaint, watchPaint } from './tabs.ts'

const SOCKETS = IS_SHORT ? 50 : 1000
const SAVES = IS_SHORT ? 5 : 40
const PAIRS = IS_SHORT ? 2 : 5
const BLOCKS = 1875
const FIRST = '.kaiwa-block .kaiwa-text'

const bench = await openBench()
await buildWeb()
const program = await bench.start('api,realtime')
const bare = await startPeer('bare-server.ts', bench.databaseUrl)
const browser = await openBrowser()

async function visit(address: string, user?: TestUser): Promise<Page> {
  // Separate contexts, so that each tab is in its own window and visible.
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 1440, height: 900 } })
  if (user) await context.addCookies([{ name: SESSION_COOKIE, value: user.token, url: program.url, httpOnly: true }])
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(address)
  return page
}

interface Pair {
  writer: Page
  watcher: Page
  /** Selector of the element that shows the text first. */
  shown: string
  /** Writes this text and clicks save. */
  save(text: string): Promise<void>
}

async function openOurs(): Promise<Pair> {
  const { owner, editor, file } = await createEditingFixture(bench.app, { blocks: BLOCKS, phrases: 2 })
  const name = fileChannel(file.id)
  const { realtime } = bench.app
  const grant = (id: string) => realtime.authorise(owner.actor, id, name)
  const address = `${program.url.replace('http', 'ws')}/app/${realtime.client.key}`
  await openSockets(SOCKETS, address, channelSubscription(name, grant))
  const page = `${program.url}/projects/${file.projectId}/files/${file.id}`
  const [watcher, writer] = [await visit(page, editor), await visit(page, owner)]
  await watcher.locator(FIRST).first().waitFor()
  const button = (selector: string) => writer.locator(`[role=toolbar] button${selector}`)
  await button('')
    .filter({ hasText: /^編集$/ })
    .click()
  await writer.locator('.kaiwa-transcript[contenteditable=true]').waitFor()
  await writer.locator(FIRST).first().click()
  await writer.keyboard.press('Home')
  const save = button('[aria-label^=一時保存]')
  return {
    writer,
    watcher,
    shown: FIRST,
    async save(text) {
      // Replaces the previous text.
      await writer.keyboard.press('Shift+Home')
      await writer.keyboard.insertText(text)
      await save.click()
    },
  }
}

async function openBare(): Promise<Pair> {
  await openSockets(SOCKETS, bare.url.replace('http', 'ws'))
  const [watcher, writer] = [await visit(bare.url), await visit(bare.url)]
  return { writer, watcher, shown: 'p', save: () => writer.locator('button').click() }
}

/** The p95 of several consecutive saves, in milliseconds from click to paint. */
function saver({ writer, watcher, shown, save }: Pair): () => Promise<number> {
  let saves = 0
  return async () => {
    const times: number[] = []
    for (let time = 0; time < SAVES; time++) {
      const text = `保存${++saves}。`
      await watchPaint(watcher, shown, text)
      await save(text)
      times.push((await timeOfPaint(watcher)) - (await timeOfClick(writer)))
    }
    return p95(times)
  }
}

try {
  const [peer, ours] = [await openBare(), await openOurs()]
  for (const { writer } of [peer, ours]) await recordClicks(writer)
  await compare({
    id: 'A3',
    goal: { atMost: 2 },
    ours: saver(ours),
    peer: saver(peer),
    pairs: PAIRS,
    note: `p95 of ${SAVES} saves in a file of ${BLOCKS} blocks, ${SOCKETS} sockets on its channel; ${loadNow()}`,
  })
} finally {
  await browser.close()
  bare.stop()
  await program.stop()
  await bench.close()
}
