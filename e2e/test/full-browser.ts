// The whole Chromium, which can install apps; the headless shell of the other tests cannot.
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { launchOptions } from '@kaiwa/editor/test/browser.ts'
import { type BrowserContext, type CDPSession, chromium } from 'playwright-core'

/** Finds the whole Chromium in PATH; undefined if only the headless shell is installed. */
export function findFullChromium(): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined
}

export interface FullBrowser {
  context: BrowserContext
  /** Commands of the DevTools protocol to the browser, over its pipe. */
  devTools: CDPSession
  close: () => Promise<void>
}

/** Starts it with a profile on disk, because an installed app belongs to one. */
export async function openFullBrowser(baseURL: string): Promise<FullBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'kaiwa-profile-'))
  const options = launchOptions()
  const executablePath = findFullChromium()
  if (!executablePath) throw new Error('no whole Chromium on the PATH')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...options.args, '--headless=new', '--disable-sync'],
    ignoreDefaultArgs: ['--headless', '--headless=old'],
    headless: false,
    // Installing an app writes shortcuts into the person's folders.
    env: {
      ...options.env,
      HOME: profile,
      XDG_DATA_HOME: join(profile, 'share'),
      XDG_CONFIG_HOME: join(profile, 'config'),
    },
    locale: 'ja-JP',
    baseURL,
  })
  const browser = context.browser()
  if (!browser) throw new Error('the context has no browser')
  const devTools = await browser.newBrowserCDPSession()
  return {
    context,
    devTools,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
