// The app installed by the browser: its own window, links and cold starts without network. Needs the whole Chromium, so it runs in
// `npm run test:full`.
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FullBrowser, openFullBrowser } from './test/full-browser.ts'
import { isFullRun } from './test/full-run.ts'
import { waitForWorker } from './test/installed-app.ts'
import { type Program, startProgram } from './test/start-server.ts'

describe.runIf(isFullRun)('the installed app', () => {
  let program: Program
  let browser: FullBrowser
  let folder: TestFolder
  let manifestId: string

  beforeAll(async () => {
    program = await startProgram()
    browser = await openFullBrowser(program.url)
    manifestId = `${program.url}/`
    const owner = await createOwner(program.db)
    folder = await createFolder(program.db, rootOf(owner), { creator: owner, name: '会議の録音' })
    const { url } = program
    await browser.context.addCookies([
      { name: SESSION_COOKIE, value: owner.token, url, httpOnly: true, sameSite: 'Lax' },
    ])
    const page = await browser.context.newPage()
    await page.goto(`/projects/${folder.projectId}`)
    await waitForWorker(page)
    await command('PWA.install', { manifestId, installUrlOrBundleUrl: url })
    await command('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' })
    await page.close()
  })
  afterAll(async () => {
    await browser.close()
    await program.stop()
  })

  /** The types of the driver lack this part of the protocol. */
  function command(method: string, parameters: object): Promise<unknown> {
    return browser.devTools.send(method as 'Browser.getVersion', parameters)
  }

  function askToLaunch(path?: string): Promise<unknown> {
    return command('PWA.launch', { manifestId, ...(path === undefined ? {} : { url: program.url + path }) })
  }

  /** Launches the app like the system does. Returns its new window. */
  async function launch(path?: string): Promise<Page> {
    const opened = browser.context.waitForEvent('page')
    await Promise.all([opened, askToLaunch(path)])
    return opened
  }

  const isStandalone = (page: Page) => page.evaluate(() => matchMedia('(display-mode: standalone)').matches)

  it('APP-01 opens in its own window, signed in like its browser', async () => {
    const app = await launch()
    await app.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(app.url()).pathname).toMatch(/^\/projects/)
    expect(await isStandalone(app)).toBe(true)
    await app.close()
  })

  it('APP-01 APP-03 a link web+kaiwa: and the page /application open the path in its window', async () => {
    const app = await launch(`/open?url=${encodeURIComponent(`web+kaiwa://projects/${folder.projectId}`)}`)
    await app.getByRole('heading', { name: folder.name }).waitFor()
    expect(await isStandalone(app)).toBe(true)
    const path = Buffer.from('/guide', 'utf8').toString('base64')
    await app.goto(`/application?${new URLSearchParams({ t: 'navigate', p: path })}`)
    await app.waitForURL(/\/guide$/)
    // Another link leaves this window as it is.
    const other = await launch(`/open?url=${encodeURIComponent('web+kaiwa://trash')}`)
    await other.waitForURL(/\/trash$/)
    expect(new URL(app.url()).pathname).toBe('/guide')
    await other.close()
    await app.close()
  })

  it('starts without network, with the offline page', async () => {
    // The driver cuts the network of a window only after it has begun to load.
    await program.kill()
    const app = await launch()
    await app.getByRole('heading', { name: 'オフラインです' }).waitFor()
    expect(await isStandalone(app)).toBe(true)
    await program.restart()
    await app.getByRole('heading', { name: 'オフラインです' }).waitFor({ state: 'detached' })
    await app.close()
  })
})
