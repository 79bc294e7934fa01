// W1: kilobytes of JavaScript (as served, compressed) that a browser with an empty cache loads until the network is
// idle: on /login, and on a file's page before playback. The peers are the limits.

import { buildWeb } from '../tools/build-web.ts'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { createFile, rootOf } from '../server/test/factories/items.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { toResult, report } from './measure.ts'
import { openBench } from './bench-program.ts'

const LIMITS = { login: 150, file: 260 }
const SETTLE_MS = 2000

await buildWeb()
const bench = await openBench()
const program = await bench.start('api,realtime')
const browser = await openBrowser()
const file = await createFile(bench.app.db, rootOf(bench.owner), { creator: bench.owner })
await createTranscript(bench.app.db, file, { blocks: 10 })

/** Bytes transferred without headers, until the page shows `shown` and the network is idle. */
async function fetched(path: string, shown: string, token: string | null): Promise<number> {
  const context = await browser.newContext({ locale: 'ja-JP', baseURL: program.url })
  const cookie = { name: SESSION_COOKIE, value: token ?? '', url: program.url, httpOnly: true } as const
  if (token) await context.addCookies([cookie])
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!/\.m?js$/.test(new URL(request.url()).pathname)) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(path)
  // The network of a busy page may be idle before everything was requested.
  await page.locator(shown).first().waitFor()
  await page.waitForTimeout(SETTLE_MS)
  await page.waitForLoadState('networkidle')
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return bytes / 1000
}

try {
  const login = { ours: await fetched('/login', 'input[type=password]', null), peer: LIMITS.login }
  const path = `/projects/${file.projectId}/files/${file.id}`
  const page = { ours: await fetched(path, '.kaiwa-block', bench.owner.token), peer: LIMITS.file }
  const [worse] = [login, page].sort((a, b) => b.ours / b.peer - a.ours / a.peer)
  const note = `/login ${login.ours.toFixed(1)} of ${login.peer}, file page ${page.ours.toFixed(1)} of ${page.peer}; the worse counts`
  await report(toResult({ id: 'W1', goal: { atMost: 1 }, unit: 'kB', note }, [worse!]))
} finally {
  await browser.close()
  await program.stop()
  await bench.close()
}
