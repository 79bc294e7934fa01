// What every journey needs: the program, a browser, and people with a page each.
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { type Program, startProgram } from './program.ts'

export type Locale = 'ja' | 'en'
export type Theme = 'light' | 'dark'

export type VisitOptions = {
  locale?: Locale
  theme?: Theme
  width?: number
  height?: number
  /** Somebody who is signed in already. */
  as?: { token: string }
}

export type Journey = {
  program: Program
  browser: Browser
  /** A person's browser: cookies and storage of their own, Japanese unless told. */
  visit: (options?: VisitOptions) => Promise<Visitor>
  end: () => Promise<void>
}

export type Visitor = {
  page: Page
  context: BrowserContext
  /** Opens an address of the program: the whole page is loaded. */
  open: (path: string) => Promise<void>
  /**
   * Goes to an address within the page that is open, as its links do: nothing is loaded, and what it knows it keeps. When
   * this is done nothing of the page before is left, no message either; what the new one shows may still be coming. An
   * empty page is loaded.
   */
  walk: (path: string) => Promise<void>
  /** Errors that the page threw; a server's refusal is none. */
  errors: string[]
  leave: () => Promise<void>
}

const EMPTY = 'about:blank'

/** Nothing in a page of ours takes longer; what does, has its own patience. */
const PATIENCE_MS = 20_000

export const startJourney = async (env: Record<string, string> = {}): Promise<Journey> => {
  const [program, browser] = await Promise.all([
    startProgram(env),
    openBrowser('--autoplay-policy=no-user-gesture-required', '--disable-background-networking', '--disable-sync'),
  ])
  return {
    program,
    browser,
    visit: (options = {}) => visit(browser, program.url, options),
    end: async () => {
      await browser.close()
      await program.stop()
    },
  }
}

// The router counts its entries in their state, and reads the address when the browser says that it moved.
const follow = (path: string): void => {
  const state = { usr: null, key: crypto.randomUUID(), idx: (globalThis.history.state?.idx ?? 0) + 1 }
  globalThis.history.pushState(state, '', path)
  globalThis.dispatchEvent(new PopStateEvent('popstate', { state }))
}

// A page stays until the next one is ready, and two addresses may share one. So the way leads over an address that is nowhere.
const walk = async (page: Page, path: string): Promise<void> => {
  if (page.url() === EMPTY) return void (await page.goto(path))
  await page.evaluate(follow, '/nowhere')
  await page.locator('#root > main:has(> a[href="/projects"]) > h1').evaluate((heading) => {
    heading.dataset['left'] = 'true'
  })
  await dismissMessages(page)
  await page.evaluate(follow, path)
  await page.locator('[data-left]').waitFor({ state: 'detached' })
}

/** Messages lie over the page for a while; one that is asked for may just have gone by itself, which is as good. */
export const dismissMessages = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('section[aria-live] button:last-child')) close.click()
  })

/** After a test that failed: whatever it left on these pages, the next test begins on empty ones. */
export const startAnewAfterFailure = async ({ task }: TestContext, ...visitors: Visitor[]): Promise<void> => {
  if (task.result?.state !== 'fail') return
  for (const { page } of visitors) {
    await page.unrouteAll()
    await page.goto(EMPTY)
  }
}

/** One person's browser on a program. */
export const visit = async (
  browser: Browser,
  url: string,
  { locale = 'ja', theme = 'light', width = 1440, height = 900, as }: VisitOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    baseURL: url,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  // As for whoever was here before: no font comes later and moves what a test has measured.
  await context.addInitScript(() => {
    // An empty page has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('kaiwa.font', 'had')
  })
  // The language that somebody chose on this device; Japanese is what a page shows by itself.
  if (locale === 'en') {
    await context.addInitScript(() => {
      if (!localStorage.getItem('kaiwa.locale')) localStorage.setItem('kaiwa.locale', 'en')
    })
  }
  if (as) await context.addCookies([{ name: SESSION_COOKIE, value: as.token, url, httpOnly: true, sameSite: 'Lax' }])
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
    walk: (path) => walk(visitor.page, path),
    leave: () => context.close(),
  }
  return visitor
}
