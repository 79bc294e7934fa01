// Fixture of the e2e tests: a running server, a browser, and a browser context for each person.
import type { Channel } from '@kaiwa/contract/channels.ts'
import { FAKE_MEDIA, openBrowser } from '@kaiwa/editor/test/browser.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { reportPages, watchContext } from './describe-failure.ts'
import { type Program, startProgram } from './start-server.ts'
import { watchChannels } from './watch-channels.ts'

export type Locale = 'ja' | 'en'
export type Theme = 'light' | 'dark'

export interface VisitOptions {
  locale?: Locale
  theme?: Theme
  width?: number
  height?: number
  /** Session of a signed-in user. */
  as?: { token: string }
  /** Lets the page register its service worker. It fetches the whole build, and hides requests from `page.route`. */
  withServiceWorker?: boolean
}

export interface Journey {
  program: Program
  browser: Browser
  /** Opens a browser context with its own cookies and storage. The default locale is Japanese. */
  visit: (options?: VisitOptions) => Promise<Visitor>
  end: () => Promise<void>
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Loads a path of the server as a new document. */
  open: (path: string) => Promise<void>
  /**
   * Navigates within the open document, like a link: nothing is reloaded and client state is kept. On return the previous
   * page and its toasts are gone; the new page may still be loading data. From about:blank, the path is loaded instead.
   */
  navigate: (path: string) => Promise<void>
  /** Waits until the page receives the messages of a channel. */
  subscribed: (channel: Channel) => Promise<void>
  /** Messages of uncaught errors in the page. Error responses of the server are not included. */
  errors: string[]
  leave: () => Promise<void>
}

const EMPTY = 'about:blank'

/** Default timeout in milliseconds. Slower steps set their own timeout. */
const TIMEOUT_MS = 20_000

interface JourneyOptions {
  /** WAV file that the microphone of the browser plays once; a beep each second without it. */
  microphone?: string
}

export async function startJourney(
  env: Record<string, string> = {},
  { microphone }: JourneyOptions = {},
): Promise<Journey> {
  const [program, browser] = await Promise.all([
    startProgram(env),
    openBrowser(
      '--autoplay-policy=no-user-gesture-required',
      '--disable-background-networking',
      '--disable-sync',
      ...FAKE_MEDIA,
      ...(microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}%noloop`]),
    ),
  ])
  return {
    program,
    browser,
    visit: (options = {}) => visit(browser, program.url, options),
    end: async () => {
      await Promise.all(browser.contexts().map(forgetRoutes))
      await browser.close()
      await program.stop()
    },
  }
}

// React Router keeps the index of a history entry in its state, and reads the URL on `popstate`.
function follow(path: string): void {
  const state = { usr: null, key: crypto.randomUUID(), idx: (globalThis.history.state?.idx ?? 0) + 1 }
  globalThis.history.pushState(state, '', path)
  globalThis.dispatchEvent(new PopStateEvent('popstate', { state }))
}

// The router keeps a page until the next one is ready, and two paths may share a page. Navigating through an unknown path
// makes sure that the previous page is unmounted.
async function navigate(page: Page, path: string): Promise<void> {
  if (page.url() === EMPTY) return void (await page.goto(path))
  await page.evaluate(follow, '/nowhere')
  await page.locator('#root > main:has(> a[href="/projects"]) > h1').evaluate((heading) => {
    heading.dataset['left'] = 'true'
  })
  await dismissMessages(page)
  await page.evaluate(follow, path)
  await page.locator('[data-left]').waitFor({ state: 'detached' })
}

/** Closes all toasts, which otherwise cover a part of the page for some seconds. */
export function dismissMessages(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('section[aria-live] button:last-child')) close.click()
  })
}

/** After a failed test, reports what its pages show and resets them, so that the next test does not depend on them. */
export async function resetAfterFailure(test: TestContext, ...visitors: Visitor[]): Promise<void> {
  if (test.task.result?.state !== 'fail') return
  await reportPages(test)
  for (const { page } of visitors) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(EMPTY)
  }
}

/** Ends the handlers of routes. One that still runs when its page is closed would end in an unhandled rejection. */
async function forgetRoutes(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
}

/** Opens a browser context and a page for one person. `url` is the base URL of the server. */
export async function visit(
  browser: Browser,
  url: string,
  { locale = 'ja', theme = 'light', width = 1440, height = 900, as, withServiceWorker = false }: VisitOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    baseURL: url,
    serviceWorkers: withServiceWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  watchContext(context)
  // As on a repeated visit: no font is loaded late, which would shift what a test has measured.
  await context.addInitScript(() => {
    // Empty pages, error pages of the browser and sandboxed frames have no localStorage.
    if (globalThis.origin !== 'null') localStorage.setItem('kaiwa.font', 'had')
  })
  // The locale chosen on this device.
  if (locale === 'en') {
    await context.addInitScript(() => {
      if (globalThis.origin !== 'null' && !localStorage.getItem('kaiwa.locale'))
        localStorage.setItem('kaiwa.locale', 'en')
    })
  }
  if (as) await context.addCookies([{ name: SESSION_COOKIE, value: as.token, url, httpOnly: true, sameSite: 'Lax' }])
  const waitForChannel = watchChannels(context)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const visitor: Visitor = {
    page,
    context,
    errors,
    open: async (path) => {
      await visitor.page.goto(path)
    },
    navigate: (path) => navigate(visitor.page, path),
    subscribed: (channel) => waitForChannel(visitor.page, channel),
    leave: async () => {
      await forgetRoutes(context)
      await context.close()
    },
  }
  return visitor
}
