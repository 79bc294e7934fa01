// What every journey needs: the program, a browser, and people with a page each.
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
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
  /** Opens an address of the program. */
  open: (path: string) => Promise<void>
  /** Errors that the page threw; a server's refusal is none. */
  errors: string[]
  leave: () => Promise<void>
}

/** Nothing in a page of ours takes longer; what does, has its own patience. */
const PATIENCE_MS = 15_000

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
  return {
    page,
    context,
    errors,
    open: async (path) => {
      await page.goto(path)
    },
    leave: () => context.close(),
  }
}
